"""A memory that is not well says so, goes on answering, and is repaired."""

import contextlib
import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
from dependency_injector import providers

from faults import Faulty
from lembranca import InvalidInput, Memory, ModelError, NotFound, StorageUnavailable
from lembranca.application.worker import Worker
from lembranca.domain.job import COMPRESS, EXTRACT, INDEX, RetryPolicy
from lembranca.testing.fakes import FakeClock


@pytest.fixture
async def ailing(tmp_path):
    """A memory whose embedder and vectors do as they are told, and these two."""
    told = {}

    def customize(container):
        for name in ("embedder", "vectors"):
            provider = getattr(container, name)
            told[name] = Faulty(provider())
            provider.override(providers.Object(told[name]))
        policy = RetryPolicy(attempts=2, first=timedelta(0))
        handlers = {INDEX: container.index().handle}
        others = (COMPRESS, EXTRACT)  # have workers of their own
        worker = Worker(container.queue(), handlers, container.clock(), policy=policy, linger=0, without=others)
        container.worker.override(providers.Object(worker))

    async with Memory.open(data_dir=tmp_path, vectors="memory://", customize=customize) as memory:
        await memory.drain()
        yield memory, told["embedder"], told["vectors"]


@pytest.fixture
def chat(ailing):
    return ailing[0].for_user("ana").conversation("c1")


async def test_work_given_up_is_seen_with_its_reason_and_done_by_reindexing(ailing, chat):
    memory, embedder, _ = ailing
    embedder.breaks("embed", ModelError("no model today"), times=99)
    await chat.save(user="guitar strings")
    await memory.drain()
    status = await memory.status()
    (letter,) = await memory.dead_letters()

    assert status.health == "degraded"
    assert "1 background jobs were given up" in status.problems[0]
    assert letter.reason == status.last_job_error == "ModelError: no model today"
    assert (letter.kind, letter.attempts) == (INDEX, 2)
    context = await chat.load("guitar")
    assert [item.content for item in context.items] == ["guitar strings"]
    assert "no model today" in context.warnings[0]

    embedder.mend()
    told = []
    await memory.reindex(lambda *step: told.append(step))
    await memory.drain()
    status = await memory.status()
    assert (status.health, status.vectors.entries) == ("ok", 1)
    assert await memory.dead_letters() == []
    assert told[-1] == (1, 1)


async def test_a_conversation_is_deleted_also_when_the_index_cannot_follow(ailing, chat):
    memory, _, vectors = ailing
    await chat.save(user="guitar strings")
    await memory.drain()
    vectors.breaks("delete_by_conversation", StorageUnavailable("not now"))

    assert await chat.delete() is True
    assert await memory.for_user("ana").search("guitar strings") == []
    assert (await memory.status()).vectors.entries == 1
    assert await memory.reindex() == 1
    assert (await memory.status()).vectors.entries == 0


async def test_work_is_done_also_when_the_clock_was_set_back(tmp_path):
    clock = FakeClock(datetime(1999, 12, 31, tzinfo=UTC))

    def customize(container):
        container.clock.override(providers.Object(clock))

    async with Memory.open(data_dir=tmp_path, vectors="memory://", customize=customize) as memory:
        await memory.for_user("ana").conversation("c1").save(user="guitar strings")
        await memory.drain()

        assert (await memory.status()).vectors.entries == 1


async def test_a_pin_behind_a_warm_cache_is_seen_at_once(ailing, chat):
    memory, *_ = ailing
    (first, _) = await chat.save(user="first", assistant="second")
    for _ in range(2):
        await chat.load()
        await memory.drain()
    await chat.pin(first.id)
    await chat.load()
    await memory.drain()

    assert [message.pinned for message in await chat.messages()] == [True, False]
    cached = await memory._parts.cache.get_recent_messages(chat.scope, "c1", 5)
    assert [message.pinned for message in cached] == [True, False]


async def test_an_unknown_conversation_is_not_found(chat):
    for use in (chat.messages(), chat.messages(first=3, last=4), chat.info(), chat.pin("m1")):
        with pytest.raises(NotFound):
            await use
    assert [message async for message in chat.history()] == []
    assert await chat.delete() is False


async def test_a_range_beyond_the_end_is_empty(chat):
    await chat.save(user="one", assistant="two")

    assert await chat.messages(first=3) == []
    assert [message.content for message in await chat.messages(first=2, last=9)] == ["two"]


@pytest.mark.parametrize("bounds", [{"first": 0}, {"last": 0}, {"first": "1"}, {"last": 1.5}])
async def test_bounds_that_are_none_are_refused(chat, bounds):
    with pytest.raises(InvalidInput, match=next(iter(bounds))):
        await chat.messages(**bounds)


async def test_keys_that_differ_only_at_their_end_are_two_keys(chat):
    await chat.save(user="one", assistant="1", idempotency_key="k" * 502)
    await chat.save(user="two", assistant="2", idempotency_key="k" * 501 + "x")

    assert len(await chat.messages()) == 4


@pytest.mark.parametrize("query", [None, "", "  \n"])
async def test_without_a_question_nothing_is_recalled(ailing, query):
    ana = ailing[0].for_user("ana")
    await ana.conversation("old").save(user="guitar strings")

    assert (await ana.conversation("new").load(query)).items == ()


async def test_damaged_full_text_keeps_back_no_answer_and_is_made_again_on_demand(tmp_path):
    async with Memory.open(data_dir=tmp_path) as memory:
        await memory.for_user("ana").conversation("c").save(user="odeio coentro", assistant="anotado")
        await memory.drain()
    with contextlib.closing(sqlite3.connect(tmp_path / "history.sqlite3")) as connection, connection:
        connection.execute("UPDATE message_terms_data SET block = x'00ff00ff00ff' WHERE id > 1")

    async with Memory.open(data_dir=tmp_path) as memory:
        ana = memory.for_user("ana")
        context = await ana.conversation("new").load("coentro?", max_tokens=200)
        assert "odeio coentro" in context.text

        await memory.reindex(from_scratch=True)
        hits = await ana.search("coentro", limit=1, explain=True)
        await ana.conversation("c").save(user="gosto de salsinha")

    assert hits[0].explanation.keyword == 1.0
