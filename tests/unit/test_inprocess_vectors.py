"""The index in memory holds everything within its limit, or says that it cannot."""

import asyncio
import tracemalloc

import numpy as np
import pytest

from lembranca.adapters.outbound.inprocess.scope_matrix import ScopeMatrix
from lembranca.adapters.outbound.inprocess.vector_batch import VectorBatch
from lembranca.adapters.outbound.inprocess.vectors import InProcessVectorRepository
from lembranca.domain.errors import StorageFull
from lembranca.domain.scope import Scope
from lembranca.testing.samples import SCOPE
from lembranca.testing.vector_model import entry

DIMENSIONS = 64


def batch(count, first=0, seed=1, conversation="c1"):
    rows = np.random.default_rng(seed).standard_normal((count, DIMENSIONS)).astype(np.float32)
    entries = [entry(f"m{number}", conversation) for number in range(first, first + count)]
    return VectorBatch.of(entries, rows, dimensions=DIMENSIONS)


async def fill_up(repository, scope=SCOPE):
    """Add batches until one is refused; returns how many entries there are."""
    held = 0
    while True:
        rows = np.ones((100, DIMENSIONS), dtype=np.float32)
        try:
            held += await repository.index_entries(scope, [entry(f"m{held + n}") for n in range(100)], rows)
        except StorageFull:
            return held


async def test_what_would_pass_the_limit_is_refused_wholly_and_the_limit_named():
    repository = InProcessVectorRepository(1 << 20)
    await repository.open(identity="test", dimensions=DIMENSIONS)
    held = await fill_up(repository)
    with pytest.raises(StorageFull, match="memory_limit_bytes=1048576"):
        await repository.index_entries(
            SCOPE, [entry(f"x{number}") for number in range(500)], np.ones((500, DIMENSIONS), dtype=np.float32)
        )
    state, ids = await repository.state(), await repository.ids(SCOPE)

    assert state.entries == held > 1_000
    assert ids == {f"m{number}" for number in range(held)}
    assert (1 << 20) * 0.7 < state.memory_bytes <= 1 << 20
    await repository.close()


async def test_replacing_and_deleting_go_on_when_it_is_full():
    repository = InProcessVectorRepository(1 << 18)
    await repository.open(identity="test", dimensions=DIMENSIONS)
    held = await fill_up(repository)
    await repository.index_entry(SCOPE, entry("m7"), np.ones(DIMENSIONS, dtype=np.float32))

    assert await repository.delete_by_conversation(SCOPE, "c1") == held
    assert (await repository.state()).memory_bytes == 0
    assert await fill_up(repository, Scope("acme", "another")) == held
    await repository.close()


def test_the_memory_reported_is_about_the_memory_taken():
    rows = batch(20_000)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    matrix = ScopeMatrix(DIMENSIONS)
    matrix.put(rows, room=0)  # no room to grow: exactly what is needed
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    ids = sum(len(id_) + 49 for id_ in rows.ids)  # the texts belong to the batch here, to the matrix once it is gone

    assert 0.75 * matrix.nbytes < taken + ids < 1.05 * matrix.nbytes


def test_memory_is_given_back_when_most_is_removed():
    matrix = ScopeMatrix(DIMENSIONS)
    matrix.put(batch(1_000))
    full = matrix.nbytes
    matrix.remove([f"m{number}" for number in range(990)])

    assert matrix.nbytes < full / 10
    assert matrix.ids() == {f"m{number}" for number in range(990, 1_000)}


def test_adding_one_by_one_copies_each_row_only_a_few_times():
    matrix, copied, capacity = ScopeMatrix(DIMENSIONS), 0, 0
    for number in range(2_000):
        matrix.put(batch(1, first=number))
        if matrix._capacity != capacity:
            copied, capacity = copied + capacity, matrix._capacity

    assert copied < 4 * 2_000


def test_conversations_that_are_gone_leave_nothing_behind():
    matrix = ScopeMatrix(DIMENSIONS)
    matrix.put(batch(10))
    before = matrix.nbytes
    for number in range(50):
        matrix.put(batch(10, conversation=f"another {number}"))
    matrix.put(batch(10))

    assert matrix.nbytes == before


async def test_a_large_search_does_not_hold_up_the_event_loop():
    repository = InProcessVectorRepository()
    await repository.open(identity="test", dimensions=DIMENSIONS)
    rows = batch(20_000).vectors
    await repository.index_entries(SCOPE, [entry(f"m{number}") for number in range(20_000)], rows)
    search = asyncio.ensure_future(repository.search_similar(SCOPE, rows[5], limit=3))
    await asyncio.sleep(0)

    assert not search.done()
    assert (await search)[0].id == "m5"
    await repository.close()


async def test_a_cancelled_write_is_whole_or_absent():
    repository = InProcessVectorRepository()
    await repository.open(identity="test", dimensions=DIMENSIONS)
    rows = batch(1_000).vectors
    for number in range(20):
        entries = [entry(f"{number}-{place}") for place in range(1_000)]
        write = asyncio.ensure_future(repository.index_entries(SCOPE, entries, rows))
        await asyncio.sleep(0)
        write.cancel()
    ids = await repository.ids(SCOPE)

    assert len(ids) % 1_000 == 0
    await repository.close()
