"""What only the adapter of cross-encoders promises; the rest is in its contract."""

import asyncio
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest

from cross_encoder import save_cross_encoder
from lembranca.adapters.outbound.reranking.cross_encoder import CrossEncoderReranker
from lembranca.domain.errors import Closed, ConfigurationError, ModelError
from minilm import model_folder, need

PATIENCE_S = 20


async def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    with pytest.raises(ConfigurationError, match=r"reranker.*pip install 'lembranca\[neural\]'"):
        await CrossEncoderReranker("some/model").open()


@pytest.mark.parametrize("name", ["", "no/such/folder", "/no/such", "a b"])
async def test_what_can_be_neither_folder_nor_name_is_refused_before_anything_is_loaded(name):
    with pytest.raises(ConfigurationError, match="NAME or OWNER/NAME"):
        await CrossEncoderReranker(name).open()


async def test_a_batch_holds_a_text_at_least():
    with pytest.raises(ConfigurationError, match="batch_size"):
        await CrossEncoderReranker("some/model", batch_size=0).open()


async def test_before_it_is_open_there_are_neither_scores_nor_an_identity():
    reranker = CrossEncoderReranker("some/model")

    with pytest.raises(Closed):
        await reranker.rerank("a", ["b"])
    with pytest.raises(Closed):
        reranker.identity  # noqa: B018 - reading it is what fails


def test_importing_the_adapter_does_not_load_the_library():
    code = (
        "import sys; import lembranca.adapters.outbound.reranking.cross_encoder;"
        "assert not {'torch', 'sentence_transformers', 'transformers'} & set(sys.modules)"
    )

    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.neural
class TestWithAModel:
    @pytest.fixture
    def folder(self, tmp_path):
        return save_cross_encoder(tmp_path / "model")

    @pytest.fixture
    async def reranker(self, folder):
        reranker = CrossEncoderReranker(str(folder), batch_size=2)
        await reranker.open()
        yield reranker
        await reranker.close()

    async def test_the_scores_are_the_models_own_brought_to_0_to_1(self, reranker, folder):
        pairs = [("where is the train", text) for text in ("the train is late", "coffee", "a" * 500)]
        model = need("sentence_transformers").CrossEncoder(str(folder), local_files_only=True)
        raw = model.predict(pairs, activation_fn=lambda output: output)

        scores = await reranker.rerank("where is the train", [text for _, text in pairs])

        assert scores == pytest.approx(list(1 / (1 + np.exp(-raw))), abs=1e-5)
        assert len({round(score, 4) for score in scores}) == 3

    async def test_the_identity_follows_what_is_in_the_folder_not_where_it_stands(self, reranker, folder, tmp_path):
        moved = shutil.copytree(folder, tmp_path / "elsewhere" / "model")
        other = save_cross_encoder(tmp_path / "other" / "model", seed=8)
        identities = []
        for place in (moved, other):
            another = CrossEncoderReranker(str(place))
            await another.open()
            identities.append(another.identity)
            await another.close()

        assert identities[0] == reranker.identity
        assert identities[1] != reranker.identity
        assert all(identity.startswith("cross-encoder:model@") for identity in identities)

    @pytest.mark.parametrize(("options", "why"), [({"head": False}, "BertModel"), ({"labels": 3}, "one finite number")])
    async def test_a_model_that_does_not_score_pairs_is_refused(self, options, why, tmp_path):
        with pytest.raises(ConfigurationError, match=why):
            await CrossEncoderReranker(str(save_cross_encoder(tmp_path / "wrong", **options))).open()

    async def test_an_embedding_model_is_refused_rather_than_given_random_scores(self):
        with pytest.raises(ConfigurationError, match="trained to score pairs"):
            await CrossEncoderReranker(str(model_folder())).open()

    async def test_a_folder_with_no_model_is_refused_without_asking_a_hub(self, tmp_path):
        with pytest.raises(ConfigurationError, match="must be a model that can be loaded"):
            await CrossEncoderReranker(str(tmp_path)).open()

    async def test_a_model_that_fails_is_named(self, reranker, monkeypatch):
        def predict(pairs, **options):
            raise RuntimeError("out of\nmemory")

        monkeypatch.setattr(reranker._model, "predict", predict)

        with pytest.raises(ModelError, match="model failed to score 2 texts: RuntimeError: out of memory"):
            await reranker.rerank("a", ["b", "c"])

    async def test_numbers_that_are_not_finite_are_never_scores(self, reranker, monkeypatch):
        monkeypatch.setattr(reranker._model, "predict", lambda pairs, **options: np.full(len(pairs), np.nan))

        with pytest.raises(ModelError, match="finite"):
            await reranker.rerank("a", ["b"])

    async def test_those_who_ask_at_the_same_time_take_turns_and_who_gives_up_is_not_served(
        self, reranker, monkeypatch
    ):
        gate, begun, seen = threading.Event(), threading.Event(), []

        def predict(pairs, **options):
            seen.append([text for _, text in pairs])
            begun.set()
            assert gate.wait(PATIENCE_S)
            return np.zeros(len(pairs))

        monkeypatch.setattr(reranker._model, "predict", predict)
        long = asyncio.create_task(reranker.rerank("a", ["1", "2", "3", "4", "5", "6"]))
        assert await asyncio.to_thread(begun.wait, PATIENCE_S)
        short = asyncio.create_task(reranker.rerank("a", ["short"]))
        given_up = asyncio.create_task(reranker.rerank("a", ["given up"]))
        await asyncio.sleep(0)
        given_up.cancel()
        await asyncio.wait([given_up])
        gate.set()
        await asyncio.gather(long, short)

        assert seen == [["1", "2"], ["short"], ["3", "4"], ["5", "6"]]
