"""Every summarizer keeps the contract of its port."""

import pytest

from lembranca.adapters.outbound.extractive.summarizer import ExtractiveSummarizer
from lembranca.adapters.outbound.language_model.openai_model import OpenAILanguageModel
from lembranca.adapters.outbound.language_model.summarizer import LanguageModelSummarizer
from lembranca.adapters.outbound.resilient_summarizer import ResilientSummarizer
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.testing.summarizer import SummarizerContract
from openai_server import condensing


class _WithCounter(SummarizerContract):
    @pytest.fixture
    def counter(self):
        return EstimatingTokenCounter()


class TestExtractiveSummarizer(_WithCounter):
    @pytest.fixture
    def summarizer(self, counter):
        return ExtractiveSummarizer(counter, SnowballNormalizer())


class TestLanguageModelSummarizer(_WithCounter):
    @pytest.fixture
    async def summarizer(self, openai_server, counter):
        openai_server.behave(condensing)
        model = OpenAILanguageModel("m", base_url=openai_server.url, timeout=60)
        yield LanguageModelSummarizer(model, counter)
        await model.close()


class TestResilientSummarizer(_WithCounter):
    @pytest.fixture
    async def summarizer(self, openai_server, counter):
        openai_server.behave(condensing)
        model = OpenAILanguageModel("m", base_url=openai_server.url, timeout=60)
        first = LanguageModelSummarizer(model, counter)
        yield ResilientSummarizer(first, ExtractiveSummarizer(counter, SnowballNormalizer()))
        await model.close()
