"""Facts are in the vector index as messages are, and go from it when they are not to be found."""

import pytest

from faults import Faulty
from lembranca.adapters.outbound.embedding.hashing import HashingEmbedder
from lembranca.adapters.outbound.inprocess.vectors import InProcessVectorRepository
from lembranca.adapters.outbound.sqlite import (
    SqliteDatabase,
    SqliteEmbeddingStore,
    SqliteEntryRepository,
    SqliteFactRepository,
    SqliteHistory,
)
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.application.semantic_index import SemanticIndex
from lembranca.domain.entry import SearchFilter
from lembranca.domain.errors import StorageUnavailable
from lembranca.domain.job import Job
from lembranca.testing.fact_samples import OTHER, changed, fact, learnt, source
from lembranca.testing.samples import SCOPE, START, messages


@pytest.fixture
async def database(tmp_path):
    database = SqliteDatabase(tmp_path / "history.sqlite3")
    history = SqliteHistory(database, SnowballNormalizer())
    await history.open()
    yield database
    await history.close()


@pytest.fixture
def facts(database):
    return SqliteFactRepository(database, SnowballNormalizer())


@pytest.fixture
def store(database):
    return Faulty(SqliteEmbeddingStore(database))


@pytest.fixture
def vectors():
    return Faulty(InProcessVectorRepository())


@pytest.fixture
async def index(store, vectors):
    index = SemanticIndex(HashingEmbedder(), store, vectors)
    await index.start()
    await index.settled()
    yield index
    await index.stop()


def job(*ids, scope=SCOPE):
    return Job(1, "index", scope, {"fact_ids": [*ids]}, 1)


async def test_jobs_put_their_facts_into_the_index(index, facts, vectors):
    await facts.apply(SCOPE, [learnt(fact("f1", kind="bio", layer="long")), learnt(fact("f2", "plays the guitar"))])
    await facts.apply(OTHER, [learnt(fact("f3"))])
    await index.handle([job("f1", "f2", "unknown"), job("f3", "f1", scope=OTHER)])
    found = await index.search(SCOPE, "coriander", limit=9, filters=SearchFilter(layers=frozenset({"long"})))

    assert await vectors.inner.ids(SCOPE) == {"f1", "f2"}
    assert await vectors.inner.ids(OTHER) == {"f3"}
    assert [hit.id for hit in found] == ["f1"]


@pytest.mark.parametrize(("status", "left"), [("archived", 1), ("superseded", 1), ("forgotten", 0), ("withdrawn", 0)])
async def test_a_job_takes_out_what_is_not_to_be_found_any_more(index, facts, vectors, status, left):
    await facts.apply(SCOPE, [learnt(fact())])
    await index.handle([job("fact-1")])
    await facts.apply(SCOPE, [changed((fact(), fact().become(status=status)), id="2")])
    await index.handle([job("fact-1")])

    assert len(await vectors.inner.ids(SCOPE)) == left


async def test_what_changed_its_layer_is_found_by_it(index, facts):
    await facts.apply(SCOPE, [learnt(fact())])
    await index.handle([job("fact-1")])
    await facts.apply(SCOPE, [changed((fact(), fact().become(layer="long")), id="2")])
    await index.handle([job("fact-1")])
    found = await index.search(SCOPE, "coriander", limit=9, filters=SearchFilter(layers=frozenset({"long"})))

    assert [hit.id for hit in found] == ["fact-1"]


async def test_reconciling_brings_in_facts_and_takes_out_those_forgotten(index, facts, vectors):
    gone = fact("f2").become(status="forgotten")
    await facts.apply(SCOPE, [learnt(fact("f1")), learnt(fact("f2"))])

    assert await index.reconcile() == 2
    await facts.apply(SCOPE, [changed((fact("f2"), gone), id="forgetting")])
    assert await index.reconcile() == 1
    assert await vectors.inner.ids(SCOPE) == {"f1"}
    await facts.apply(SCOPE, [changed((gone, fact("f2")), id="restoring")])
    assert await index.reconcile() == 1
    assert await vectors.inner.ids(SCOPE) == {"f1", "f2"}
    assert await index.reconcile() == 0


async def test_a_rebuilt_index_has_messages_and_facts(index, database, facts, vectors):
    history = SqliteHistory(database, SnowballNormalizer())
    await history.append(SCOPE, "c1", messages(300))
    await facts.apply(SCOPE, [learnt(fact(f"f{number}", f"likes number {number}")) for number in range(300)])
    told = []

    assert await index.rebuild(lambda *step: told.append(step)) == 600
    assert len(await vectors.inner.all_ids()) == 600
    assert told[-1] == (600, 600)


async def test_facts_stay_in_the_index_when_their_conversation_is_deleted(index, database, facts, vectors):
    history = SqliteHistory(database, SnowballNormalizer())
    await history.append(SCOPE, "c1", messages(2))
    await facts.apply(SCOPE, [learnt(fact(), sources=(source("m1"),))])
    await index.reconcile()
    await history.delete_conversation(SCOPE, "c1")
    await index.forget_conversation(SCOPE, "c1")

    assert await vectors.inner.ids(SCOPE) == {"fact-1"}


async def test_a_fact_forgotten_while_it_is_indexed_is_not_left_there(index, facts, vectors):
    await facts.apply(SCOPE, [learnt(fact())])
    inner = vectors.inner.index_entries

    async def forgetful(*args):
        await inner(*args)
        await facts.apply(SCOPE, [changed((fact(), fact().become(status="forgotten")), id="2")])

    vectors.inner.index_entries = forgetful
    await index.handle([job("fact-1")])

    assert await vectors.inner.ids(SCOPE) == set()


async def test_entries_can_be_taken_out_at_once_or_later(index, database, vectors):
    history = SqliteHistory(database, SnowballNormalizer())
    await history.append(SCOPE, "c1", messages(3))
    await index.reconcile()
    one, other, *_ = sorted(await vectors.inner.ids(SCOPE))
    entries = SqliteEntryRepository(database, SnowballNormalizer())
    for name in (one, other):
        assert await entries.hide(SCOPE, name, now=START)
    await index.forget_entries(SCOPE, [one])
    vectors.breaks("delete_entries", StorageUnavailable("not now"))
    await index.forget_entries(SCOPE, [other])

    assert len(await vectors.inner.ids(SCOPE)) == 2
    assert await index.reconcile() == 1
    assert len(await vectors.inner.ids(SCOPE)) == 1
