"""Every fact extractor keeps the same contract."""

import pytest

from lembranca.adapters.outbound.language_model.fact_extractor import LanguageModelFactExtractor
from lembranca.adapters.outbound.language_model.openai_model import OpenAILanguageModel
from lembranca.adapters.outbound.resilient_fact_extractor import ResilientFactExtractor
from lembranca.adapters.outbound.rules.extractor import RuleFactExtractor
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.testing.fact_extractor import FactExtractorContract
from openai_server import extracting


class TestRules(FactExtractorContract):
    @pytest.fixture
    def extractor(self):
        return RuleFactExtractor(SnowballNormalizer())


class TestLanguageModel(FactExtractorContract):
    @pytest.fixture
    async def extractor(self, openai_server):
        openai_server.behave(extracting)
        model = OpenAILanguageModel("m", base_url=openai_server.url, timeout=60)
        yield LanguageModelFactExtractor(model, EstimatingTokenCounter(), SnowballNormalizer())
        await model.close()


class TestResilient(FactExtractorContract):
    @pytest.fixture
    async def extractor(self, openai_server):
        openai_server.behave(extracting)
        model = OpenAILanguageModel("m", base_url=openai_server.url, timeout=60)
        first = LanguageModelFactExtractor(model, EstimatingTokenCounter(), SnowballNormalizer())
        yield ResilientFactExtractor(first, RuleFactExtractor(SnowballNormalizer()))
        await model.close()
