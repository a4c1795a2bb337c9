"""The vector index follows the history, whatever happens to it."""

import asyncio

import numpy as np
import pytest

from faults import Faulty, settled
from lembranca.adapters.outbound.embedding.hashing import HashingEmbedder
from lembranca.adapters.outbound.inprocess.vectors import InProcessVectorRepository
from lembranca.adapters.outbound.sqlite import SqliteDatabase, SqliteEmbeddingStore, SqliteHistory
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.application import semantic_index
from lembranca.application.semantic_index import SemanticIndex
from lembranca.domain.errors import ConfigurationError, ModelError, StorageDamaged, StorageError, StorageUnavailable
from lembranca.domain.job import Job
from lembranca.domain.scope import Scope
from lembranca.testing.samples import SCOPE, message, messages

OTHER = Scope("acme", "bia")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(semantic_index, "_RETRIES", (0.0, 0.0))


@pytest.fixture
async def history(tmp_path):
    history = SqliteHistory(SqliteDatabase(tmp_path / "history.sqlite3"), SnowballNormalizer())
    await history.open()
    yield history
    await history.close()


@pytest.fixture
def store(history):
    return Faulty(SqliteEmbeddingStore(history._database))


@pytest.fixture
def vectors():
    return Faulty(InProcessVectorRepository())


@pytest.fixture
def embedder():
    return Faulty(HashingEmbedder())


@pytest.fixture
async def index(embedder, store, vectors):
    index = SemanticIndex(embedder, store, vectors)
    yield index
    await index.stop()


def job(conversation_id, ids, scope=SCOPE):
    return Job(1, "index", scope, {"conversation_id": conversation_id, "message_ids": ids}, 1)


async def equal(index, store, vectors, embedder):
    """How many ids history and index both hold; fails when they differ."""
    kept, indexed = await store.inner.embedded_ids(embedder.identity), await vectors.inner.all_ids()
    assert kept == indexed
    return len(kept)


async def begun(index):
    await index.start()
    await index.settled()


async def test_before_the_start_there_is_no_index(index):
    with pytest.raises(StorageUnavailable, match="closed"):
        await index.search(SCOPE, "jantar", limit=5)
    assert await index.vector_state() is None


async def test_an_embedder_that_cannot_be_loaded_stops_the_start(index, embedder):
    embedder.breaks("open", ConfigurationError("embedder", "x", "y"))

    with pytest.raises(ConfigurationError):
        await index.start()


async def test_jobs_put_their_messages_into_the_index(index, history, store, vectors, embedder):
    await begun(index)
    await history.append(SCOPE, "c1", messages(3))
    await history.append(OTHER, "c1", messages(2))
    await index.handle([job("c1", ["m1", "m2", "m3"]), job("c1", ["m1", "m2"], OTHER)])

    assert await equal(index, store, vectors, embedder) == 5
    assert len(await vectors.inner.ids(SCOPE)) == 3
    assert len(await index.search(SCOPE, "content of m1", limit=10)) == 3


async def test_repeating_a_job_is_harmless_and_messages_that_are_gone_are_passed_over(
    index, history, store, vectors, embedder
):
    await begun(index)
    await history.append(SCOPE, "c1", messages(2))
    for _ in range(2):
        await index.handle([job("c1", ["m1", "m2", "gone"]), job("gone", ["m1"])])

    assert await equal(index, store, vectors, embedder) == 2


async def test_a_job_of_many_messages_is_embedded_in_batches(index, history, store, vectors, embedder):
    await begun(index)
    await history.append(SCOPE, "c1", messages(600))
    before = embedder.calls["embed"]
    await index.handle([job("c1", [f"m{number}" for number in range(1, 601)])])

    assert embedder.calls["embed"] - before == 3
    assert await equal(index, store, vectors, embedder) == 600


async def test_starting_embeds_what_has_no_vector_and_reports_it(index, history, store, vectors, embedder):
    await history.append(SCOPE, "c1", messages(300))
    told = []
    await begun(index)
    await vectors.inner.clear()
    await index.reconcile(lambda done, total: told.append((done, total)))

    assert await equal(index, store, vectors, embedder) == 300
    assert told[0] == (0, 300)
    assert told[-1] == (300, 300)
    assert index.status.state == "ready"


async def test_reconciling_takes_out_what_the_history_does_not_have(index, history, store, vectors, embedder):
    await begun(index)
    await history.append(SCOPE, "c1", messages(2))
    await index.handle([job("c1", ["m1", "m2"])])
    await history.delete_conversation(SCOPE, "c1")

    assert await index.reconcile() == 2
    assert await equal(index, store, vectors, embedder) == 0


async def test_rebuilding_empties_and_fills(index, history, store, vectors, embedder):
    await history.append(SCOPE, "c1", messages(5))
    await begun(index)

    assert await index.rebuild() == 5
    assert vectors.calls["clear"] == 1
    assert await equal(index, store, vectors, embedder) == 5


REFILL = {"rebuild": SemanticIndex.rebuild, "reconcile": SemanticIndex.reconcile}


@pytest.fixture
async def emptied(index, history, vectors):
    """An open index that lost the 600 entries of the history without having noticed."""
    await history.append(SCOPE, "c1", messages(600))
    await begun(index)
    await vectors.inner.clear()
    return index


@pytest.mark.parametrize("call", REFILL)
async def test_a_call_that_is_cancelled_leaves_its_work_to_the_background(emptied, store, vectors, embedder, call):
    gate = vectors.hold("index_entries")
    before = vectors.calls["index_entries"]
    calling = asyncio.create_task(REFILL[call](emptied))
    while vectors.calls["index_entries"] == before:  # noqa: ASYNC110 - the index tells nobody
        await asyncio.sleep(0)
    calling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await calling
    assert emptied.status.state == "rebuilding"
    gate.set()
    await emptied.settled()

    assert emptied.status.state == "ready"
    assert await equal(emptied, store, vectors, embedder) == 600


@pytest.mark.parametrize("call", REFILL)
@pytest.mark.parametrize("at", [0, 1, -1])
async def test_a_progress_that_raises_ends_the_call_and_not_the_work(emptied, store, vectors, embedder, call, at):
    """At its first report, at one in the middle, and at its last, when all is in."""
    told = []

    def progress(done, total):
        told.append(done)
        if (done == total) if at < 0 else (len(told) > at):
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        await REFILL[call](emptied, progress)
    await emptied.settled()

    assert emptied.status.state == "ready"
    assert await equal(emptied, store, vectors, embedder) == 600


@pytest.mark.parametrize("call", REFILL)
@pytest.mark.parametrize("error", [StorageError("no"), StorageDamaged("broken"), RuntimeError("a defect")])
async def test_a_call_that_fails_tells_it_and_goes_on_in_the_background(emptied, store, vectors, embedder, call, error):
    vectors.breaks("index_entries", error)
    with pytest.raises(type(error)):
        await REFILL[call](emptied)
    await emptied.settled()

    assert emptied.status.state == "ready"
    assert await equal(emptied, store, vectors, embedder) == 600


async def test_what_goes_on_failing_in_the_background_is_incomplete_and_not_rebuilding(emptied, vectors):
    vectors.breaks("index_entries", StorageError("no room"), times=99)
    with pytest.raises(StorageError):
        await emptied.rebuild()
    await emptied.settled()

    assert (emptied.status.state, emptied.status.detail) == ("incomplete", "no room")


async def test_a_retry_that_waits_gives_way_to_the_work_of_a_call_that_ended(
    emptied, store, vectors, embedder, monkeypatch
):
    monkeypatch.setattr(semantic_index, "_RETRIES", (3600.0,))
    vectors.breaks("index_entries", StorageError("no"), times=2)
    with pytest.raises(StorageError):
        await emptied.rebuild()
    while emptied.status.state != "incomplete":  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0)
    vectors.breaks("clear", StorageError("not now"))
    with pytest.raises(StorageError):
        await emptied.rebuild()
    await asyncio.wait_for(emptied.settled(), 5)

    assert emptied.status.state == "ready"
    assert await equal(emptied, store, vectors, embedder) == 600


async def test_stopping_ends_what_a_cancelled_call_left_and_nothing_is_left_after_it(emptied, vectors):
    vectors.hold("index_entries")
    before = vectors.calls["index_entries"]
    first, second = (asyncio.create_task(REFILL[call](emptied)) for call in REFILL)
    while vectors.calls["index_entries"] == before:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0)
    first.cancel()
    await settled()
    await emptied.stop()
    second.cancel()
    await asyncio.gather(first, second, return_exceptions=True)

    assert emptied.status.state == "closed"
    assert not [task for task in asyncio.all_tasks() if (task.get_name() or "").startswith("lembranca-index")]


async def test_vectors_of_another_embedder_are_made_anew(history, store, vectors, embedder):
    await history.append(SCOPE, "c1", messages(3))
    (first, *_) = await store.missing("another:3")
    await store.save_embeddings("another:3", [first.entry.id], np.ones((1, 3), dtype=np.float32))
    index = SemanticIndex(embedder, store, vectors)
    await begun(index)

    assert await equal(index, store, vectors, embedder) == 3
    assert await store.embedded_ids("another:3") == set()
    await index.stop()


async def test_a_deleted_conversation_leaves_the_index(index, history, vectors):
    await begun(index)
    await history.append(SCOPE, "c1", messages(2))
    await index.handle([job("c1", ["m1", "m2"])])
    await history.delete_conversation(SCOPE, "c1")
    await index.forget_conversation(SCOPE, "c1")

    assert await vectors.inner.all_ids() == set()


async def test_a_conversation_that_cannot_be_taken_out_now_goes_at_the_next_reconciliation(index, history, vectors):
    await begun(index)
    await history.append(SCOPE, "c1", messages(2))
    await index.handle([job("c1", ["m1", "m2"])])
    vectors.breaks("delete_by_conversation", StorageError("no"))
    await history.delete_conversation(SCOPE, "c1")
    await index.forget_conversation(SCOPE, "c1")
    assert len(await vectors.inner.all_ids()) == 2
    await index.reconcile()

    assert await vectors.inner.all_ids() == set()


async def test_a_conversation_deleted_while_it_is_embedded_does_not_come_back(index, history, store, vectors, embedder):
    await begun(index)
    await history.append(SCOPE, "c1", messages(2))
    embedded = embedder.hold("embed")
    indexing = asyncio.create_task(index.handle([job("c1", ["m1", "m2"])]))
    while not embedder.calls["embed"]:  # noqa: ASYNC110 - the embedder tells nobody
        await asyncio.sleep(0.001)
    await history.delete_conversation(SCOPE, "c1")
    await index.forget_conversation(SCOPE, "c1")
    embedded.set()
    await indexing

    assert await equal(index, store, vectors, embedder) == 0


async def test_an_index_that_cannot_be_opened_is_told_and_tried_again_with_the_next_job(
    index, history, store, vectors, embedder
):
    vectors.breaks("open", StorageUnavailable("no place"))
    await begun(index)
    assert index.status.state == "failed"
    with pytest.raises(StorageUnavailable, match="no place"):
        await index.search(SCOPE, "jantar", limit=5)
    assert await index.vector_state() is None
    await history.append(SCOPE, "c1", messages(2))
    await index.handle([job("c1", ["m1", "m2"])])
    await index.settled()

    assert index.status.state == "ready"
    assert await equal(index, store, vectors, embedder) == 2


async def test_a_defect_while_opening_is_told_like_any_failure(index, vectors):
    vectors.breaks("open", RuntimeError("a defect"))
    await begun(index)

    assert index.status.state == "failed"
    assert "a defect" in index.status.detail


@pytest.mark.parametrize("error", [StorageError("no"), ModelError("no"), RuntimeError("no")])
async def test_a_reconciliation_that_fails_is_told_and_tried_again(index, history, store, vectors, embedder, error):
    await history.append(SCOPE, "c1", messages(2))
    gate = embedder.hold("embed")
    embedder.breaks("embed", error)
    await index.start()
    gate.set()
    await index.settled()

    assert index.status.state == "ready"
    assert await equal(index, store, vectors, embedder) == 2


async def test_a_reconciliation_that_goes_on_failing_stays_visible(index, history, embedder):
    await history.append(SCOPE, "c1", messages(2))
    embedder.breaks("embed", ModelError("no model"), times=99)
    await begun(index)

    assert (index.status.state, index.status.detail) == ("incomplete", "no model")


@pytest.mark.parametrize("method", ["search_similar", "index_entries"])
async def test_an_index_that_breaks_while_it_is_used_starts_over(index, history, store, vectors, embedder, method):
    await begun(index)
    await history.append(SCOPE, "c1", messages(3))
    await index.handle([job("c1", ["m1"])])
    vectors.breaks(method, StorageDamaged("broken"))
    using = {
        "search_similar": lambda: index.search(SCOPE, "content", limit=5),
        "index_entries": lambda: index.handle([job("c1", ["m2", "m3"])]),
    }
    with pytest.raises(StorageDamaged):
        await using[method]()
    await index.settled()

    assert index.status.state == "ready"
    assert vectors.calls["close"] >= 1
    assert await equal(index, store, vectors, embedder) == 3


async def test_an_index_that_breaks_while_it_is_compared_starts_over(index, history, store, vectors, embedder):
    await history.append(SCOPE, "c1", messages(3))
    vectors.breaks("all_ids", StorageDamaged("broken"))
    vectors.breaks("close", StorageError("even that"))
    await begun(index)
    await index.settled()

    assert vectors.calls["open"] == 2
    assert index.status.state == "ready"
    assert await equal(index, store, vectors, embedder) == 3


async def test_stopping_in_the_middle_of_a_rebuild_goes_on_at_the_next_start(index, history, store, vectors, embedder):
    await history.append(SCOPE, "c1", messages(300))
    gate = embedder.hold("embed")
    await index.start()
    while not embedder.calls["embed"]:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.001)
    await index.stop()
    assert index.status.state == "closed"
    gate.set()
    await begun(index)

    assert await equal(index, store, vectors, embedder) == 300


async def test_stopping_lets_the_cancellation_of_its_caller_through(index, history, embedder):
    await history.append(SCOPE, "c1", [message("m1")])
    embedder.hold("embed")
    await index.start()
    await settled()
    stopping = asyncio.create_task(index.stop())
    await asyncio.sleep(0)
    stopping.cancel()

    with pytest.raises(asyncio.CancelledError):
        await stopping


async def test_a_search_waits_until_the_index_is_open(index, vectors):
    opened = vectors.hold("open")
    await index.start()
    searching = asyncio.create_task(index.search(SCOPE, "jantar", limit=5))
    await settled()
    assert not searching.done()
    assert await index.vector_state() is None
    opened.set()

    assert await searching == []


async def test_damage_that_a_new_index_does_not_mend_is_told_and_not_met_for_ever(index, history, store, vectors):
    await history.append(SCOPE, "c1", messages(3))
    store.breaks("missing", StorageDamaged("history.sqlite3: message m1 cannot be read"), times=99)

    await index.start()
    async with asyncio.timeout(10):
        while index.status.state != "incomplete":
            await settled()

    assert "message m1" in index.status.detail
    assert vectors.calls["open"] <= 4
