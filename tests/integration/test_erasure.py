"""Who is erased is gone from everywhere, down to the bytes; nobody else notices."""

import asyncio
import contextlib
import shutil
import sqlite3
from dataclasses import replace

import pytest
from dependency_injector import providers

from compressing import Opened, turns, until, whole
from erasing import ANA, CANARIES, CONVERSATION, Canarian, fill, rows_of, said, traces, vectors_of
from faults import Faulty
from lembranca import Memory, NotFound, StorageError, StorageUnavailable
from lembranca.application import erasure
from lembranca.domain.job import Job
from lembranca.domain.language import _heard
from servers import start_redis, stop_redis

OTHERS = [("acme", "bia"), ("other", "bia"), ("default", "caio")]
SETTINGS = {"language": "en", "compress_above": 400, "keep_messages": 4}


def opened(folder, **settings):
    def customize(container):
        container.summarizer.override(providers.Object(Canarian()))

    return Memory.open(data_dir=folder, customize=customize, **SETTINGS | settings)


async def others_talk(memory):
    for tenant, user in OTHERS:
        await memory.for_user(user, tenant_id=tenant).conversation("c1").add_messages(turns(30))
    await memory.drain()


async def found_by_others(memory):
    return {
        (tenant, user): [
            (hit.id, hit.message_id, hit.content, hit.score, hit.explanation)
            for question in ("Which house by the lake in July?", "Marta", "dogs and lakes")
            for hit in await memory.for_user(user, tenant_id=tenant).search(question, limit=20, explain=True)
        ]
        for tenant, user in OTHERS
    }


async def test_no_byte_is_left_in_any_file_and_others_are_exactly_as_they_were(tmp_path):
    async with opened(tmp_path) as memory:
        await others_talk(memory)
        await fill(memory)
        before = {other: rows_of(tmp_path, *other) for other in OTHERS}
        found = await found_by_others(memory)
    for name in ("vectors.duckdb.damaged-1", "vectors.duckdb.damaged-2", "vectors.duckdb.new"):
        shutil.copy(tmp_path / "vectors.duckdb", tmp_path / name)
    vectors = {other: vectors_of(tmp_path, *other) for other in OTHERS}
    there = traces(tmp_path)
    async with opened(tmp_path) as memory:
        await memory.drain()  # else what compares index and history may take the vectors out first
        receipt = await memory.for_user(**ANA).erase()
        left, at_once = rows_of(tmp_path, ANA["tenant_id"], ANA["user_id"]), traces(tmp_path)
        scopes, status = await memory.scopes(), await memory.status()
        assert await found_by_others(memory) == found
        assert {other: rows_of(tmp_path, *other) for other in OTHERS} == before

    spoken = set(CANARIES) - {"query", "loaded"}
    assert set(there["history.sqlite3"]) >= spoken - {"event", "participant"}
    assert at_once == traces(tmp_path) == {}
    assert not any(left.values())
    assert [(scope.tenant_id, scope.user_id) for scope in scopes] == OTHERS
    assert {other: vectors_of(tmp_path, *other) for other in OTHERS} == vectors
    assert vectors_of(tmp_path, ANA["tenant_id"], ANA["user_id"]) == []
    assert sorted(path.name for path in tmp_path.iterdir() if "vectors" in path.name) == ["vectors.duckdb"]
    assert receipt.complete
    assert receipt.unreached == {}
    assert receipt.removed["messages"] == 34
    assert receipt.removed["facts"] >= 3
    assert receipt.removed["words"] == 34 + receipt.removed["facts"]
    assert receipt.removed["vectors"] == receipt.removed["words"] - 1  # that of what was taken back
    assert receipt.removed["changes"] >= 5
    assert receipt.removed["messages_read"] >= 2
    assert receipt.removed["dead_letters"] == 2
    assert receipt.removed["summaries"] >= 2
    assert (status.health, status.jobs.dead) == ("ok", 0)


async def test_what_is_done_for_others_while_somebody_is_erased_is_done_and_finds_them_whole(tmp_path):
    async with opened(tmp_path) as memory:
        await fill(memory)
        going_on = True

        async def talk(user):
            chat, count = memory.for_user(user, tenant_id="acme").conversation("c1"), 0
            while going_on or count < 20:
                await chat.save(user=f"{user} {count} talks about sailing", assistant="yes")
                assert (await chat.load("sailing")).warnings == ()
                count += 1
            return count

        talking = [asyncio.create_task(talk(f"user {number}")) for number in range(4)]
        receipt = await memory.for_user(**ANA).erase()
        going_on = False
        counts = await asyncio.gather(*talking)
        await memory.drain()
        stored = [await memory.for_user(f"user {n}", tenant_id="acme").conversation("c1").messages() for n in range(4)]
        status = await memory.status()

        assert receipt.complete
        assert [len(messages) for messages in stored] == [2 * count for count in counts]
        assert status.vectors.entries == status.entries == 2 * sum(counts)
        assert (status.health, status.job_failures) == ("ok", 0)
        assert traces(tmp_path) == {}
    assert traces(tmp_path) == {}


@pytest.fixture
def server():
    server = start_redis("--rdbcompression", "no")
    yield server
    stop_redis(server)


async def test_no_byte_is_left_in_what_redis_writes_to_its_disk(tmp_path, server):
    dump = server._folder / "dump.rdb"
    async with opened(tmp_path, cache=server.url, cache_timeout=5.0, vectors="memory://") as memory:
        await others_talk(memory)
        await fill(memory)
        await memory.for_user("bia", tenant_id="acme").conversation("c1").load()
        await memory.drain()
        server.say("SAVE")
        before = traces(tmp_path, also=[dump])
        receipt = await memory.for_user(**ANA).erase()
        server.say("SAVE")
        context = await memory.for_user("bia", tenant_id="acme").conversation("c1").load()
        hits = (await memory.status()).cache_hits

        assert {"content", "message", "conversation"} <= set(before["dump.rdb"])
        assert traces(tmp_path, also=[dump]) == {}
        assert b"red house" in dump.read_bytes()
        assert context.messages
        assert hits >= 1
        assert receipt.removed["sessions"] == 1


async def test_a_store_that_is_down_is_named_and_done_when_it_is_back(tmp_path, server, monkeypatch):
    monkeypatch.setattr(erasure, "_RETRIES", (0.01,))
    async with opened(tmp_path, cache=server.url, cache_timeout=2.0, vectors="memory://") as memory:
        await fill(memory)
        server.pause()
        receipt = await memory.for_user(**ANA).erase()
        status = await memory.status()
        left = set().union(*traces(tmp_path).values())
        server.resume()
        async with asyncio.timeout(30):
            while (await memory.status()).problems:  # noqa: ASYNC110 - a server is waited for
                await asyncio.sleep(0.05)
        server.say("SAVE")

        assert not receipt.complete
        assert list(receipt.unreached) == ["session cache"]
        assert status.health == "degraded"
        assert any("erasure 1 is not complete: session cache" in problem for problem in status.problems)
        assert left == {"user"}  # whose keys they are has to be known
        assert traces(tmp_path, also=[server._folder / "dump.rdb"]) == {}


async def test_an_erasure_that_could_not_be_finished_is_finished_by_the_next_start(tmp_path, monkeypatch):
    async with opened(tmp_path) as memory:
        await fill(memory)

        async def down(scope):
            raise StorageUnavailable("the index is elsewhere")

        monkeypatch.setattr(memory._parts.index, "erase", down)
        receipt = await memory.for_user(**ANA).erase()
    assert dict(receipt.unreached) == {"vector index": "the index is elsewhere"}
    async with opened(tmp_path) as memory:
        await until(lambda: not memory._parts.eraser.problems())
        assert traces(tmp_path) == {}
    with sqlite3.connect(tmp_path / "history.sqlite3") as connection:
        [(tenant, user, ended)] = connection.execute("SELECT tenant_id, user_id, ended_at FROM erasures").fetchall()
    assert (tenant, user) == (None, None)
    assert ended is not None


async def test_what_was_begun_anew_is_kept_when_the_erasure_is_finished_later(tmp_path, monkeypatch):
    monkeypatch.setattr(erasure, "_RETRIES", (3600.0,))
    async with opened(tmp_path) as memory:
        await fill(memory)
        erase = memory._parts.index.erase

        async def down(scope):
            raise StorageUnavailable("the index is elsewhere")

        monkeypatch.setattr(memory._parts.index, "erase", down)
        await memory.for_user(**ANA).erase()
        await memory.for_user(**ANA).conversation("new").add_messages(turns(6))
        await memory.drain()
        monkeypatch.setattr(memory._parts.index, "erase", erase)
    async with opened(tmp_path) as memory:
        await until(lambda: not memory._parts.eraser.problems())
        await memory.drain()
        hits = await memory.for_user(**ANA).search("red house", explain=True)
        vectors = (await memory.status()).vectors.entries

        assert vectors == 6
        assert len(hits) == 6
        assert all(hit.explanation.vector for hit in hits)
    assert set().union(*traces(tmp_path).values()) == {"user"}


# --- work in flight


@pytest.fixture
async def small(tmp_path):
    async with Opened(tmp_path) as small:
        yield small


@pytest.fixture
def ana(small):
    return small.memory.for_user("ana", tenant_id="acme")


async def test_a_save_begun_before_is_erased_and_one_begun_after_is_a_new_beginning(small, ana):
    released = small.history.hold("append")
    before = asyncio.create_task(small.chat().save(user="secret"))
    await until(lambda: small.history.calls["append"])
    erasing = asyncio.create_task(ana.erase())
    await asyncio.sleep(0)
    after = asyncio.create_task(small.chat().save(user="hello"))
    await asyncio.sleep(0.05)
    waited = (erasing.done(), small.history.calls["append"])
    released.set()
    await asyncio.gather(before, erasing, after)
    await small.memory.drain()

    assert waited == (False, 1)
    assert [message.content for message in await small.chat().messages()] == ["hello"]
    assert [message["content"] for message in (await small.chat().load()).messages] == ["hello"]
    assert (await small.memory.status()).vectors.entries == 1


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("work", ["compress", "refresh"])
async def test_a_summary_that_is_being_made_does_not_come_back(small, ana, work, again):
    chat = small.chat()
    if work == "refresh":
        await chat.add_messages(turns(40, words="secret {}, of my two sisters and of their boat by the lake"))
        await small.memory.drain()
    calls = small.summarizer.calls["summarize"]
    released = small.summarizer.hold("summarize")
    working = None
    if work == "refresh":
        working = asyncio.create_task(chat.refresh())
    else:
        await chat.add_messages(turns(40, words="secret {}, of my two sisters and of their boat by the lake"))
    await until(lambda: small.summarizer.calls["summarize"] > calls)
    await ana.erase()
    if again:
        await chat.add_messages(turns(60))
    released.set()
    if working:
        await asyncio.gather(working, return_exceptions=True)
    await small.memory.drain()

    assert (await small.memory.status()).job_failures == 0
    if not again:
        assert await small.memory.scopes() == []
        return
    assert all("secret" not in summary.body for summary in await chat.timeline())
    assert "secret" not in (await chat.load()).text
    await whole(chat)


async def test_a_conversation_that_is_being_measured_does_not_come_back_as_a_job(small, ana, monkeypatch):
    tails = small.memory._parts.pressure._tails
    read, begun, released = tails.read, asyncio.Event(), asyncio.Event()

    async def read_and_wait(*args):
        tail = await read(*args)
        begun.set()
        await released.wait()
        return tail

    monkeypatch.setattr(tails, "read", read_and_wait)
    await small.chat().add_messages(turns(40))
    await begun.wait()
    await ana.erase()
    released.set()
    await small.memory.drain()

    assert await small.memory.scopes() == []
    assert small.memory._parts.pressure._known == {}


async def test_messages_on_their_way_to_the_cache_do_not_come_back(tmp_path):
    async with opened(tmp_path, vectors="memory://") as memory:
        parts, ana = memory._parts, memory.for_user(**ANA)
        chat = ana.conversation(CONVERSATION)
        await chat.add_messages(said(2))
        await chat.load()
        await memory.drain()
        async with parts.incarnations.alone(ana.scope):
            parts.sessions.saved(ana.scope, CONVERSATION, [replace((await chat.messages())[-1], position=3)])
            on_their_way = set(parts.sessions._tasks)
            parts.incarnations.end(ana.scope)
            erased = await parts.sessions.erase(ana.scope)
        await asyncio.gather(*on_their_way)

        assert erased == len(on_their_way) == 1
        assert parts.cache._opened == {}


async def test_vectors_on_their_way_do_not_come_back(tmp_path):
    held = {}

    def customize(container):
        held["embedder"] = Faulty(container.embedder())
        container.embedder.override(providers.Object(held["embedder"]))

    async with Memory.open(data_dir=tmp_path, customize=customize) as memory:
        released = held["embedder"].hold("embed")
        await memory.for_user(**ANA).conversation(CONVERSATION).add_messages(said())
        await until(lambda: held["embedder"].calls["embed"])
        await memory.for_user(**ANA).erase()
        released.set()
        await memory.drain()
        status = await memory.status()

        assert status.vectors.entries == 0
        assert (status.jobs.waiting, status.jobs.dead, status.job_failures) == (0, 0, 0)
        assert traces(tmp_path) == {}
    assert traces(tmp_path) == {}


async def test_a_job_that_is_replayed_brings_nothing_back(tmp_path):
    async with opened(tmp_path) as memory:
        await fill(memory)
        scope, parts = memory.for_user(**ANA).scope, memory._parts
        names = [message["id"] for message in said()]
        await memory.for_user(**ANA).erase()
        payload = {"conversation_id": CONVERSATION, "message_ids": names}
        await parts.index.handle([Job(1, "index", scope, payload, 1)])
        await parts.pressure.handle([Job(2, "compress", scope, payload, 1)])
        await parts.queue.fail(1, reason=CANARIES["reason"], now=parts.clock.now(), delay=None)
        await memory.drain()

        assert await memory.scopes() == []
        assert traces(tmp_path) == {}
    assert traces(tmp_path) == {}


async def test_nothing_is_remembered_in_this_process(tmp_path):
    async with opened(tmp_path, vectors="memory://") as memory:
        await fill(memory)
        parts, scope = memory._parts, memory.for_user(**ANA).scope
        parts.compression._failures[scope, "c"] = None, "x"
        await memory.for_user(**ANA).erase()
        await memory.drain()
        known = [
            *(parts.sessions._newest, parts.sessions._trusted, parts.sessions._generation, parts.sessions._waiting),
            *(parts.condensed._known, parts.condensed._incarnations, parts.compression._failures),
            *(parts.pressure._known, parts.pressure._new, parts.pressure._queued),
        ]

        assert [key for one in known for key in one if key[0] == scope] == []
        assert list(parts.incarnations._present) == []
        assert parts.cache._opened == {}
        assert parts.index._vectors._scopes == {}
        assert parts.counter._remembered.cache_info().currsize == 0
        assert _heard.cache_info().currsize == 0


async def test_whoever_goes_on_talking_while_being_erased_again_and_again_can_be_erased_in_the_end(tmp_path):
    async with opened(tmp_path) as memory:
        ana, going_on = memory.for_user(**ANA), True

        async def talk(number):
            chat, count = ana.conversation(f"{CONVERSATION} {number % 2}"), 0
            while going_on:
                count += 1
                with contextlib.suppress(NotFound):  # gone since the message was saved
                    saved = await chat.save(user=f"canary {number} {CANARIES['content']} {count}", assistant="yes")
                    await chat.load(CANARIES["loaded"])
                    await ana.search(CANARIES["query"])
                    await (chat.compress() if count % 5 else chat.pin(saved[0].id))

        talking = [asyncio.create_task(talk(number)) for number in range(4)]
        receipts = [await ana.erase() for _ in range(6)]
        going_on = False
        await asyncio.gather(*talking)
        await memory.drain()
        status = await memory.status()
        receipts.append(await ana.erase())
        await memory.drain()

        assert all(receipt.complete for receipt in receipts)
        assert sum(receipt.removed["messages"] > 0 for receipt in receipts) >= 2
        assert (status.health, status.job_failures) == ("ok", 0)
        assert status.vectors.entries == status.entries
        assert await memory.scopes() == []
        assert traces(tmp_path) == {}
    assert traces(tmp_path) == {}


# --- the edges


async def test_somebody_of_the_same_name_at_another_tenant_is_somebody_else(small, ana):
    twin = small.memory.for_user("ana", tenant_id="other")
    await small.chat().add_messages(turns(20))
    await twin.conversation("c1").add_messages(turns(20))
    await small.memory.drain()
    before, found = await twin.conversation("c1").messages(), await twin.search("red house")
    await ana.erase()

    assert await twin.conversation("c1").messages() == before
    assert await twin.search("red house") == found
    assert await small.memory.scopes() == [twin.scope]


async def test_erasing_whom_nobody_knows_and_erasing_twice_is_harmless(tmp_path):
    async with opened(tmp_path) as memory:
        await others_talk(memory)
        stranger = await memory.for_user("stranger").erase()
        await fill(memory)
        first, second = await asyncio.gather(memory.for_user(**ANA).erase(), memory.for_user(**ANA).erase())

        assert stranger.complete
        assert not any(stranger.removed.values())
        assert first.removed["messages"] == 34
        assert not any(second.removed.values())
        assert (first.number, second.number) == (2, 3)
        assert len(await memory.scopes()) == len(OTHERS)


async def test_a_cancelled_caller_does_not_stop_it(tmp_path):
    async with opened(tmp_path) as memory:
        await fill(memory)
        calling = asyncio.create_task(memory.for_user(**ANA).erase())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        calling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await calling
        await until(lambda: not memory._parts.eraser._tasks)

        assert traces(tmp_path) == {}
        assert (await memory.status()).problems == ()


async def test_when_the_history_cannot_be_changed_nothing_is_removed(tmp_path, monkeypatch):
    async with opened(tmp_path) as memory:
        chat = await fill(memory)

        async def full(*_, **__):
            raise StorageError("no room")

        monkeypatch.setattr(memory._parts.eraser._log, "begin", full)
        with pytest.raises(StorageError, match="no room"):
            await memory.for_user(**ANA).erase()

        assert len(await chat.messages()) == 34
        assert (await memory.status()).problems == ("2 background jobs were given up; a reindex tries them again",)
        await chat.save(user="it goes on")
