"""Every reranker keeps the contract of its port."""

import pytest

from cross_encoder import save_cross_encoder
from lembranca.adapters.outbound.reranking.cross_encoder import CrossEncoderReranker
from lembranca.testing.reranker import RerankerContract


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return save_cross_encoder(tmp_path_factory.mktemp("cross-encoder"))


@pytest.mark.neural
class TestCrossEncoderReranker(RerankerContract):
    @pytest.fixture
    async def reranker(self, folder):
        reranker = CrossEncoderReranker(str(folder))
        await reranker.open()
        yield reranker
        await reranker.close()
