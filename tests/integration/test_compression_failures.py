"""What fails, is interrupted or made anew leaves what there was, and is made up for."""

import asyncio
import random

import pytest

from compressing import Opened, turns, until, whole
from lembranca.domain.errors import ModelError, NotFound, StorageUnavailable
from lembranca.domain.job import COMPRESS
from lembranca.domain.summary import Digest

DOWN = ModelError("the model is down")
ENGLISH = "My {} sisters are going to sail to the island and they have never been on a boat"


@pytest.fixture
async def opened(tmp_path):
    async with Opened(tmp_path) as opened:
        yield opened


@pytest.fixture
def chat(opened):
    return opened.chat()


# --- failures


async def test_after_a_failure_the_last_messages_answer_and_say_so_until_a_later_save_succeeds(opened, chat):
    opened.summarizer.breaks("summarize", DOWN, times=5)
    await chat.add_messages(turns(20))
    await opened.memory.drain()
    context = await chat.load()
    status = await opened.memory.status()
    (letter,) = await opened.memory.dead_letters()

    assert context.items[-1].message_ids == ("m20",)
    assert any("the model is down" in warning for warning in context.warnings)
    assert (status.health, status.jobs.dead) == ("degraded", 1)
    assert (letter.kind, letter.payload) == (COMPRESS, {"conversation_id": "c1"})
    assert "the model is down" in letter.reason
    assert await chat.summaries() == []

    await chat.add_messages(turns(1, first=21))
    await opened.memory.drain()
    assert len(await whole(chat)) == 1
    assert (await chat.load()).warnings == ()


async def test_summaries_that_cannot_be_read_leave_the_last_messages_answering(opened, chat):
    await chat.add_messages(turns(20))
    await opened.memory.drain()
    opened.memory._parts.condensed.forget_all()
    opened.summaries.breaks("live_summaries", StorageUnavailable("gone"))
    context = await chat.load()

    assert context.items[-1].message_ids == ("m20",)
    assert any("gone" in warning for warning in context.warnings)
    assert (await chat.load()).warnings == ()


async def test_one_conversation_that_fails_does_not_hold_up_the_others(opened):
    summarize = opened.summarizer.inner.summarize

    async def picky(request):
        if any("poison" in message.content for message in request.messages):
            raise DOWN
        return await summarize(request)

    opened.summarizer.inner.summarize = picky
    await opened.chat("bad").add_messages(turns(20, words="poison " + ENGLISH))
    for number in range(5):
        await opened.chat(f"good{number}").add_messages(turns(20))
    await opened.memory.drain()

    assert await opened.chat("bad").summaries() == []
    for number in range(5):
        assert len(await whole(opened.chat(f"good{number}"))) == 1
    assert (await opened.memory.status()).jobs.dead == 1


async def test_a_summary_over_its_target_is_refused_for_it_might_never_end(opened, chat):
    async def babble(request):
        return Digest("word " * 10 * request.target_tokens, method="babbler")

    opened.summarizer.inner.summarize = babble
    await chat.add_messages(turns(6))
    with pytest.raises(ModelError, match="babbler"):
        await chat.compress()

    assert await chat.summaries() == []


async def test_what_was_made_before_a_failure_is_kept_and_gone_on_from(opened, chat):
    await chat.add_messages(turns(400))
    await opened.memory.drain()
    before = await whole(chat)
    opened.summaries.breaks("replace", StorageUnavailable("gone"))
    await chat.add_messages(turns(400, first=401))
    await opened.memory.drain()

    assert before != await whole(chat)
    assert (await opened.memory.status()).jobs.dead == 0


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_fails_at_whatever_moment_nothing_is_lost_and_the_work_is_done(tmp_path, seed):
    """Saves, pins, refreshes and deletions beside stores and a model that fail now and then."""
    chance = random.Random(seed)
    failing = [("summarizer", "summarize"), ("summaries", "replace"), ("summaries", "live_summaries")]
    failing += [("history", "get_messages"), ("history", "get_pinned"), ("queue", "enqueue")]
    number = 0
    async with Opened(tmp_path, preset=["hybrid", "cycles", "katherine"][seed % 3]) as opened:
        chat = opened.chat()
        for _ in range(60):
            act = chance.choice(
                ["save", "save", "save", "pin", "fail", "fail", "compress", "refresh", "load", "delete"]
            )
            try:
                if act == "save" or not number:
                    count = chance.choice([1, 2, 12])
                    await chat.add_messages(turns(count, first=number + 1))
                    number += count
                elif act == "pin":
                    await chat.pin(f"m{chance.randint(1, number)}", pinned=chance.random() < 0.4)
                elif act == "fail":
                    part, method = chance.choice(failing)
                    opened.faulty[part].breaks(method, StorageUnavailable("gone") if part != "summarizer" else DOWN)
                elif act == "delete" and chance.random() < 0.2:
                    await chat.delete()
                    number = 0
                elif act in {"compress", "refresh", "load"}:
                    await getattr(chat, act)()
            except (StorageUnavailable, ModelError, NotFound):
                pass
        for faulty in opened.faulty.values():
            faulty.mend()
        await opened.memory.reindex()
        await chat.add_messages(turns(30, first=number + 1))
        await opened.memory.drain()
        live = await whole(chat)
        status = await opened.memory.status()

        assert len(await chat.messages()) == number + 30
        assert live[-1].last >= number + 30 - 12
        assert (status.jobs.waiting, status.jobs.dead) == (0, 0)


# --- refresh


async def test_refresh_makes_the_summaries_anew_from_the_messages(opened, chat):
    for number in range(0, 60, 6):
        await chat.add_messages(turns(6, first=number + 1))
        await opened.memory.drain()
    former = await whole(chat)
    made = await chat.refresh()

    assert await whole(chat) == made
    assert {item.id for item in made}.isdisjoint(item.id for item in former)
    assert made[0].replaces == tuple(item.id for item in former)
    assert made[-1].last >= former[-1].last
    retired = [item for item in await chat.timeline() if item.retired_at]
    assert {item.id for item in former} <= {item.id for item in retired}


async def test_refresh_of_what_is_not_condensed_changes_nothing(opened, chat):
    await chat.add_messages(turns(2))

    assert await chat.refresh() == []
    assert await chat.timeline() == []


@pytest.mark.parametrize("preset", ["hybrid", "cycles", "katherine"])
async def test_a_refresh_that_fails_at_any_step_leaves_the_former_summaries(tmp_path, preset):
    async with Opened(tmp_path, preset=preset) as opened:
        chat = opened.chat()
        await chat.add_messages(turns(90))
        await opened.memory.drain()
        former = await whole(chat)
        before = opened.summarizer.calls["summarize"]
        opened.summaries.breaks("replace", StorageUnavailable("gone"))
        with pytest.raises(StorageUnavailable):
            await chat.refresh()
        steps = opened.summarizer.calls["summarize"] - before
        assert steps >= 1
        assert await whole(chat) == former

        summarize = opened.summarizer.inner.summarize
        for last in range(steps):
            left = [last]

            async def broken(request, left=left):
                if not left[0]:
                    raise DOWN
                left[0] -= 1
                return await summarize(request)

            opened.summarizer.inner.summarize = broken
            with pytest.raises(ModelError):
                await chat.refresh()
            assert await whole(chat) == former
        opened.summarizer.inner.summarize = summarize
        assert await chat.refresh() == await whole(chat)


async def test_a_refresh_and_a_compression_of_one_conversation_wait_for_each_other(opened, chat):
    await chat.add_messages(turns(30))
    await opened.memory.drain()
    await asyncio.gather(chat.refresh(), chat.compress(), chat.refresh(), chat.add_messages(turns(30, first=31)))
    await opened.memory.drain()

    assert await whole(chat) != []


# --- restarts


@pytest.mark.parametrize("method", ["summarize", "replace", "complete"])
async def test_a_memory_that_is_closed_in_the_middle_goes_on_when_it_is_opened_again(tmp_path, method):
    part = {"summarize": "summarizer", "replace": "summaries", "complete": "queue"}[method]
    async with Opened(tmp_path) as opened:
        await opened.memory.drain()
        opened.faulty[part].hold(method)
        await opened.chat().add_messages(turns(30))
        await until(lambda: opened.faulty[part].calls[method])
    async with Opened(tmp_path) as opened:
        await opened.memory.drain()
        status = await opened.memory.status()

        assert len(await whole(opened.chat())) == 1
        assert (status.jobs.waiting, status.jobs.dead) == (0, 0)


async def test_a_memory_that_was_closed_and_opened_again_sees_what_another_did_meanwhile(tmp_path):
    first = Opened(tmp_path)
    async with first:
        first.summarizer.hold("summarize")
        await first.chat().add_messages(turns(20))
        await until(lambda: first.summarizer.calls["summarize"])
        await first.chat().load()
    async with Opened(tmp_path) as other:
        await other.memory.drain()
        live = await whole(other.chat())
    first.summarizer._gates.clear()
    async with first:
        assert await whole(first.chat()) == live
        await first.chat().add_messages(turns(30, first=21))
        await first.memory.drain()
        assert (await whole(first.chat()))[-1].last == 46
