"""A memory with a cross-encoder, from the setting to the search."""

import pytest

from cross_encoder import save_cross_encoder
from lembranca import Memory
from lembranca.domain.errors import ConfigurationError, ModelError

pytestmark = pytest.mark.neural

SAID = [f"O jantar de número {number} foi {'muito ' * (number % 5)}bom" for number in range(12)]


@pytest.fixture
def folder(tmp_path):
    return save_cross_encoder(tmp_path / "model")


async def talked(memory):
    ana = memory.for_user("ana")
    await ana.conversation("c").add_messages([{"role": "user", "content": text} for text in SAID])
    await memory.drain()
    return ana


async def test_a_search_is_ordered_by_both_and_tells_what_the_model_thought(folder, tmp_path):
    async with Memory.open(
        data_dir=tmp_path / "with", reranker=f"cross-encoder:{folder}", reranker_timeout=60
    ) as memory:
        with_it = await (await talked(memory)).search("como foi o jantar?", limit=12, explain=True)
        best = await memory.for_user("ana").search("como foi o jantar?", limit=3)
    async with Memory.open(data_dir=tmp_path / "without") as memory:
        without = await (await talked(memory)).search("como foi o jantar?", limit=12, explain=True)

    given = [entry.explanation.reranked for entry in with_it]
    assert all(0 < score < 1 for score in given)
    assert len({round(score, 4) for score in given}) > 1
    first = {entry.content: entry.score for entry in without}
    top = max(first.values())
    assert [entry.score for entry in with_it] == pytest.approx(
        [0.5 * first[entry.content] / top + 0.5 * entry.explanation.reranked for entry in with_it], abs=1e-4
    )
    assert [entry.score for entry in with_it] == sorted((entry.score for entry in with_it), reverse=True)
    assert [entry.content for entry in best] == [entry.content for entry in with_it[:3]]
    assert {entry.content: entry.relevance for entry in with_it} == pytest.approx(
        {entry.content: entry.relevance for entry in without}
    )
    assert all(entry.explanation.reranked is None for entry in without)


async def test_a_model_that_cannot_be_loaded_is_told_at_the_start(tmp_path):
    with pytest.raises(ConfigurationError, match="reranker"):
        async with Memory.open(data_dir=tmp_path, reranker=f"cross-encoder:{tmp_path}"):
            pass


async def test_a_model_that_fails_in_use_leaves_the_first_ranking_and_a_load_says_so(folder, tmp_path, monkeypatch):
    class Broken:
        identity = "broken"

        async def open(self):
            pass

        async def close(self):
            pass

        async def rerank(self, query, texts):
            raise ModelError("out of memory")

    broken = lambda container: container.reranker.override(Broken())  # noqa: E731 - as `customize` is used
    async with Memory.open(data_dir=tmp_path / "data", customize=broken) as memory:
        ana = await talked(memory)
        found = await ana.search("jantar número 3", limit=1)
        context = await ana.conversation("other").load("jantar número 3")

    assert found[0].content == SAID[3]
    assert "reranker: out of memory" in context.warnings
