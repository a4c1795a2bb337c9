"""HNSW is used when it is asked for, possible and sensible; its answers are complete."""

import asyncio
from importlib.util import find_spec

import numpy as np
import pytest

from lembranca.adapters.outbound.duckdb import DuckDBVectorRepository, hnsw
from lembranca.adapters.outbound.duckdb.hnsw import HnswGraph
from lembranca.domain.entry import SearchFilter
from lembranca.testing.samples import SCOPE
from lembranca.testing.vector_model import check_answer, entry

DIMENSIONS = 32
ROWS = 2_000
MUCH = 64 << 20

needs_vss = pytest.mark.skipif(not find_spec("duckdb_extension_vss"), reason="needs the extra vss")


@pytest.fixture
def rows():
    return np.random.default_rng(4).standard_normal((ROWS, DIMENSIONS)).astype(np.float32)


@pytest.fixture
def asked(monkeypatch):
    """The limits of all searches that a graph answered."""
    limits, search = [], HnswGraph.search

    def watched(graph, unit, limit):
        limits.append(limit)
        return search(graph, unit, limit)

    monkeypatch.setattr(HnswGraph, "search", watched)
    return limits


async def filled(path, rows, memory=MUCH):
    repository = DuckDBVectorRepository(path, memory, use_hnsw=True, hnsw_minimum=1_000)
    await repository.open(identity="test", dimensions=DIMENSIONS)
    await repository.index_entries(
        SCOPE, [entry(f"m{number}", f"c{number % 100}") for number in range(len(rows))], rows
    )
    return repository


async def built(repository):
    await asyncio.gather(*repository._opened.building)


@needs_vss
async def test_a_large_scope_is_searched_by_its_graph_completely(tmp_path, rows, asked):
    repository = await filled(tmp_path / "vectors.duckdb", rows)
    await repository.search_similar(SCOPE, rows[0], limit=5)
    await built(repository)
    for limit in (1, 10, 300, ROWS, ROWS + 1):
        found = await repository.search_similar(SCOPE, rows[3], limit=limit)

        check_answer(found, rows[3], {f"m{number}": row for number, row in enumerate(rows)}, limit, exact=False)
        assert found[0].id == "m3"
    state = await repository.state()
    await repository.close()

    assert asked == [1, 10, 300, ROWS, ROWS + 1]
    assert (state.method, state.notes) == ("hnsw", ())
    assert state.memory_bytes <= MUCH


@needs_vss
async def test_the_graph_is_what_answers_not_a_scan_of_all_rows(tmp_path, rows):
    repository = await filled(tmp_path / "vectors.duckdb", rows)
    await repository.search_similar(SCOPE, rows[0], limit=5)
    await built(repository)
    graph = repository._opened.graphs.get(SCOPE)
    uses_index = graph.uses_index(rows[0])
    await repository.close()

    assert uses_index


@needs_vss
async def test_a_filtered_search_never_asks_the_graph(tmp_path, rows, asked):
    repository = await filled(tmp_path / "vectors.duckdb", rows)
    await repository.search_similar(SCOPE, rows[0], limit=5)
    await built(repository)
    only = SearchFilter(conversation_id="c7")
    found = await repository.search_similar(SCOPE, rows[0], limit=50, filters=only)
    await repository.close()

    assert len(found) == ROWS // 100
    assert asked == []


@needs_vss
@pytest.mark.parametrize("while_building", [True, False])
async def test_what_is_written_counts_at_once(tmp_path, rows, asked, while_building):
    repository = await filled(tmp_path / "vectors.duckdb", rows)
    await repository.search_similar(SCOPE, rows[0], limit=5)
    if not while_building:
        await built(repository)
    await repository.delete_entries(SCOPE, ["m0"])
    await repository.delete_all(["m1"])
    await built(repository)
    found = await repository.search_similar(SCOPE, rows[0], limit=ROWS)
    await repository.close()

    assert {hit.id for hit in found} == {f"m{number}" for number in range(2, ROWS)}
    assert asked == []


@needs_vss
async def test_there_is_no_graph_when_memory_does_not_allow_it(tmp_path, rows, asked):
    repository = await filled(tmp_path / "vectors.duckdb", rows, memory=1 << 20)
    for _ in range(2):
        await repository.search_similar(SCOPE, rows[0], limit=5)
        await built(repository)
    await repository.close()

    assert asked == []


async def test_without_vss_search_is_exact_and_the_state_says_why(tmp_path, rows, monkeypatch):
    monkeypatch.setattr(hnsw, "_packaged", lambda: "LOAD '/nowhere/vss.duckdb_extension'")
    repository = await filled(tmp_path / "vectors.duckdb", rows)
    found = await repository.search_similar(SCOPE, rows[3], limit=10)
    state = await repository.state()
    await repository.close()

    check_answer(found, rows[3], {f"m{number}": row for number, row in enumerate(rows)}, 10)
    assert state.method == "exact"
    assert "vss cannot be loaded" in state.notes[0]
