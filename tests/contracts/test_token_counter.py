"""Every token counter keeps the contract of its port."""

import pytest

from lembranca.adapters.outbound.tokens.cached import CachingTokenCounter
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.adapters.outbound.tokens.tiktoken_counter import TiktokenCounter
from lembranca.testing.token_counter import TokenCounterContract
from vocabularies import encoding


class TestEstimatingTokenCounter(TokenCounterContract):
    @pytest.fixture
    def counter(self):
        return EstimatingTokenCounter()


class TestTiktokenCounterWithCl100k(TokenCounterContract):
    @pytest.fixture
    def counter(self):
        encoding("cl100k_base")
        return TiktokenCounter("cl100k_base")


class TestTiktokenCounterWithO200k(TokenCounterContract):
    @pytest.fixture
    def counter(self):
        encoding("o200k_base")
        return TiktokenCounter("o200k_base")


class TestCachingTokenCounter(TokenCounterContract):
    @pytest.fixture
    def counter(self):
        return CachingTokenCounter(EstimatingTokenCounter(), entries=64, longest=200)
