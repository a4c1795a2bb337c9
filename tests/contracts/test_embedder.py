"""Every embedder keeps the contract of its port."""

import pytest

from lembranca.adapters.outbound.embedding.hashing import HashingEmbedder
from lembranca.adapters.outbound.embedding.sentence_transformer import SentenceTransformerEmbedder
from lembranca.testing.embedder import EmbedderContract
from minilm import WEIGHTS, model_folder, weights_digest


class TestHashingEmbedder(EmbedderContract):
    @pytest.fixture
    async def embedder(self):
        embedder = HashingEmbedder()
        await embedder.open()
        yield embedder
        await embedder.close()


@pytest.mark.neural
class TestSentenceTransformerEmbedder(EmbedderContract):
    @pytest.fixture
    async def embedder(self):
        embedder = SentenceTransformerEmbedder(str(model_folder()))
        await embedder.open()
        yield embedder
        await embedder.close()

    def test_is_held_to_it_with_the_genuine_model(self):
        assert weights_digest(model_folder()) == WEIGHTS

    async def test_knows_meanings_and_not_only_spellings(self, embedder):
        texts = ["The physician prescribed pills", "Our car broke down", "It rained all day"]
        [query] = await embedder.embed(["medicine from the doctor"], kind="query")

        similarities = await embedder.embed(texts) @ query
        assert similarities.argmax() == 0
