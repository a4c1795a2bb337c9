"""Conversations are condensed in the background: once, whole, and listeners are told."""

import asyncio

import pytest

from compressing import Opened, turns, until, whole
from faults import settled
from lembranca import InvalidInput, NotFound
from lembranca.domain.errors import ModelError, StorageUnavailable
from lembranca.domain.job import COMPRESS

DOWN = ModelError("the model is down")
ENGLISH = "My {} sisters are going to sail to the island and they have never been on a boat"
PORTUGUESE = "As minhas {} irmãs vão de barco para a ilha e nunca estiveram num barco antes"


@pytest.fixture
async def opened(tmp_path):
    async with Opened(tmp_path) as opened:
        yield opened


@pytest.fixture
def chat(opened):
    return opened.chat()


# --- in the background, and once


async def test_a_save_only_enqueues(opened, chat):
    released = opened.summarizer.hold("summarize")
    stored = await chat.add_messages(turns(20))
    await until(lambda: opened.summarizer.calls["summarize"])

    assert stored.added == 20
    assert await chat.summaries() == []
    assert (await opened.memory.status()).jobs.waiting >= 1
    released.set()
    await opened.memory.drain()
    assert len(await whole(chat)) == 1


async def test_a_short_conversation_causes_no_work(opened, chat):
    await chat.add_messages(turns(4))
    await opened.memory.drain()

    assert opened.summarizer.calls["summarize"] == 0
    assert await chat.summaries() == []


async def test_a_conversation_is_condensed_once_whoever_asks_for_it_at_the_same_time(opened, chat):
    released = opened.summarizer.hold("summarize")
    await chat.add_messages(turns(10))
    await until(lambda: opened.summarizer.calls["summarize"])
    asking = [asyncio.create_task(chat.compress()) for _ in range(2)]
    released.set()
    made = await asyncio.gather(*asking)
    await opened.memory.drain()

    assert made == [[], []]
    assert opened.summarizer.calls["summarize"] == len(await chat.timeline()) == 1
    assert [item.last for item in await whole(chat)] == [6]


async def test_compress_does_now_what_does_not_press_yet_and_waits_for_it(opened, chat):
    await chat.add_messages(turns(6))
    made = await chat.compress()

    assert [(item.first, item.last) for item in made] == [(1, 2)]
    assert await whole(chat) == made
    assert await chat.compress() == []


async def test_compress_of_an_unknown_conversation_finds_none(chat):
    for method in (chat.compress, chat.refresh, chat.summaries, chat.timeline):
        with pytest.raises(NotFound):
            await method()


async def test_saves_while_it_is_condensed_are_condensed_afterwards_without_many_jobs(opened, chat):
    released = opened.summarizer.hold("summarize")
    for number in range(1, 61):
        await chat.add_messages(turns(1, first=number))
    await until(lambda: opened.summarizer.calls["summarize"])
    released.set()
    await opened.memory.drain()

    assert opened.queue.calls["enqueue"] <= opened.summarizer.calls["summarize"] + 1
    assert (await whole(chat))[-1].last >= 50


async def test_a_conversation_that_is_looked_at_twice_before_it_is_condensed_is_enqueued_once(opened, chat):
    read = opened.summaries.hold("live_summaries")
    await chat.add_messages(turns(20))
    await until(lambda: opened.summaries.calls["live_summaries"])
    await chat.add_messages(turns(1, first=21))
    held = opened.summarizer.hold("summarize")
    read.set()
    await until(lambda: opened.summarizer.calls["summarize"])
    await opened.memory._parts.pressure.settled()

    assert opened.queue.calls["enqueue"] == 1
    held.set()


async def test_draining_waits_for_what_was_saved_in_the_last_moment_of_a_compression(opened, chat):
    agent = opened.memory._parts.compression
    compress, newest_id = agent.compress, opened.queue.inner.newest_id
    draining = asyncio.Event()

    async def newest_id_of_a_lane(**lane):
        newest = await newest_id(**lane)
        if lane["kinds"]:
            draining.set()
        return newest

    async def compress_and_save(*args, **kwargs):
        made = await compress(*args, **kwargs)
        await draining.wait()
        agent.compress = compress
        await chat.add_messages(turns(30, first=21))
        return made

    enqueue = opened.queue.inner.enqueue

    async def enqueue_late(*args, **kwargs):
        if opened.queue.calls["enqueue"] > 1:
            await until(lambda: opened.memory._parts.compressor.done)
            await settled()
        return await enqueue(*args, **kwargs)

    opened.queue.inner.enqueue = enqueue_late
    agent.compress = compress_and_save
    opened.queue.inner.newest_id = newest_id_of_a_lane
    await chat.add_messages(turns(20))
    await opened.memory.drain()

    assert not await newest_id(kinds=[COMPRESS], without=[])
    assert (await whole(chat))[-1].last == 46


async def test_what_was_never_enqueued_is_with_the_next_save(opened, chat):
    """As when the process ends between the save and the look at its size."""
    opened.queue.breaks("enqueue", StorageUnavailable("gone"))
    await chat.add_messages(turns(20))
    await opened.memory._parts.pressure.settled()
    assert await chat.summaries() == []
    await chat.add_messages(turns(1, first=21))
    await opened.memory.drain()

    assert await whole(chat)


async def test_a_memory_told_not_to_condense_does_not_even_look(tmp_path):
    async with Opened(tmp_path, compress=False) as opened:
        await opened.chat().add_messages(turns(600))
        await opened.chat().add_messages(turns(2, first=601))
        await opened.memory.drain()

        assert opened.summaries.calls["live_summaries"] == 0
        assert await opened.chat().compress() == []


async def test_5000_imported_messages_are_condensed_to_the_window(opened, chat):
    imported = turns(5_000)
    for start in range(0, 5_000, 1_000):
        await chat.add_messages(imported[start : start + 1_000])
    await opened.memory.drain()
    live = await whole(chat)

    assert live[-1].last >= 5_000 - 400
    assert sum(item.message_count for item in live) == live[-1].last
    context = await chat.load(max_tokens=1_000)
    assert context.tokens.total <= 1_000
    assert context.items[-1].message_ids == ("m5000",)


@pytest.mark.parametrize("preset", ["hybrid", "cycles", "katherine", "charhub", "beststag"])
async def test_each_preset_goes_on_with_what_another_condensed(tmp_path, preset):
    for number, name in enumerate(["hybrid", preset, "katherine", "cycles"]):
        async with Opened(tmp_path, preset=name) as opened:
            await opened.chat().add_messages(turns(60, first=1 + 60 * number))
            await opened.memory.drain()
            await whole(opened.chat())
            await opened.chat().compress()
            assert await opened.chat().compress() == []
            await whole(opened.chat())


# --- events


async def test_listeners_are_told_when_it_starts_and_what_came_of_it(opened, chat):
    called = []
    opened.memory.on_event(called.append)
    events = opened.memory.events()
    await chat.add_messages(turns(20))
    started, completed = await anext(events), await anext(events)
    await opened.memory.drain()
    await until(lambda: len(called) == 2)

    assert [started.kind, completed.kind] == ["compression_started", "compression_completed"]
    assert called == [started, completed]
    assert (completed.scope, completed.conversation_id) == (chat.scope, "c1")
    assert completed.detail["summaries"] == len(await chat.timeline())
    assert completed.detail["messages"] == 16
    assert completed.detail["method"] == (await chat.summaries())[0].method
    assert completed.detail["tokens_after"] < completed.detail["tokens_before"]


@pytest.mark.parametrize("listener", [None, "print", 3])
async def test_what_cannot_be_called_is_refused_as_a_listener(opened, listener):
    with pytest.raises(InvalidInput, match="listener: must be a function"):
        opened.memory.on_event(listener)


async def test_messages_that_are_read_again_are_not_told_as_newly_condensed(tmp_path):
    async with Opened(tmp_path, preset="cycles") as opened:
        events = opened.memory.events()
        told = 0
        for number in range(40):
            await opened.chat().add_messages(turns(2, first=1 + 2 * number))
            await opened.memory.drain()
        timeline = await opened.chat().timeline(limit=1_000)
        completed = sum(not any(item.id in other.replaces for other in timeline) for item in timeline)
        assert completed
        while told < (await opened.chat().summaries())[-1].last:
            event = await asyncio.wait_for(anext(events), 5)
            told += event.detail.get("messages", 0)

    assert told == 80 - 8 - (80 - 8) % 6


async def test_listeners_are_told_that_it_failed_and_why(opened, chat):
    events = opened.memory.events()
    await chat.add_messages(turns(6))
    opened.summarizer.breaks("summarize", DOWN)
    with pytest.raises(ModelError):
        await chat.compress()
    await anext(events)
    failed = await anext(events)

    assert (failed.kind, failed.detail) == ("compression_failed", {"reason": "ModelError: the model is down"})


async def test_a_compression_that_is_cancelled_is_told_as_failed_and_leaves_no_warning(opened, chat):
    events = opened.memory.events()
    opened.summarizer.hold("summarize")
    await chat.add_messages(turns(6))
    asking = asyncio.create_task(chat.compress())
    await until(lambda: opened.summarizer.calls["summarize"])
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await anext(events)

    assert (await anext(events)).kind == "compression_failed"
    assert (await chat.load()).warnings == ()


# --- people and languages


async def test_equal_ids_of_two_tenants_are_condensed_apart(opened):
    one, other = opened.chat(tenant="acme"), opened.chat(tenant="globex")
    await one.add_messages(turns(30, words="apples " + ENGLISH))
    await other.add_messages(turns(30, words="pears " + ENGLISH))
    await asyncio.gather(one.compress(), other.compress())
    await opened.memory.drain()

    for chat, own, foreign in ((one, "apples", "pears"), (other, "pears", "apples")):
        (summary,) = await whole(chat)
        assert own in summary.text
        assert foreign not in summary.text
        assert foreign not in (await chat.load()).text


@pytest.mark.parametrize(("words", "language"), [(ENGLISH, "en"), (PORTUGUESE, "pt"), ("{} 123 456 789", "pt")])
async def test_a_summary_is_in_the_language_of_what_was_said(tmp_path, words, language):
    asked = []
    async with Opened(tmp_path, language="auto") as opened:
        summarize = opened.summarizer.inner.summarize

        async def noting(request):
            asked.append(request.language)
            return await summarize(request)

        opened.summarizer.inner.summarize = noting
        await opened.chat().add_messages(turns(40, words=words))
        await opened.chat().compress()

    assert set(asked) == {language}
