"""Every fact extractor keeps the same contract."""

import pytest

from lembranca.adapters.outbound.rules.extractor import RuleFactExtractor
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.testing.fact_extractor import FactExtractorContract


class TestRules(FactExtractorContract):
    @pytest.fixture
    def extractor(self):
        return RuleFactExtractor(SnowballNormalizer())
