"""Pinned messages are never condensed and always in the context, wherever they stand and whenever that changes."""

import asyncio
import contextlib
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compressing import WORDS, Opened, turns, whole
from lembranca import InvalidInput

LONG = "{} " + "very " * 150


@pytest.fixture
async def opened(tmp_path):
    async with Opened(tmp_path) as opened:
        yield opened


@pytest.fixture
def chat(opened):
    return opened.chat()


def shown(context):
    return [name for item in context.items for name in item.message_ids]


async def test_a_message_that_is_pinned_is_left_out_of_the_summary_that_passes_it(opened, chat):
    await chat.add_messages(turns(10)[:4])
    await chat.pin("m2")
    await chat.add_messages(turns(20, first=5))
    await opened.memory.drain()
    (summary,) = await whole(chat)

    assert summary.left_out == (2,)
    assert shown(await chat.load()).count("m2") == 1


async def test_a_message_that_was_pinned_when_it_was_saved_is_left_out_too(opened, chat):
    await chat.add_messages([*turns(3), *turns(1, first=4, pinned=True), *turns(20, first=5)])
    await opened.memory.drain()

    assert (await whole(chat))[0].left_out == (4,)


async def test_a_message_pinned_after_it_was_condensed_is_in_every_context_from_then_on(opened, chat):
    await chat.add_messages(turns(20))
    await opened.memory.drain()
    assert "m3" not in shown(await chat.load())
    await chat.pin("m3")
    await opened.memory.drain()

    assert "m3" in shown(await chat.load())
    await chat.unpin("m3")
    assert "m3" not in shown(await chat.load())
    await whole(chat)


async def test_an_unpinned_message_stays_in_the_context_until_the_summary_around_it_has_taken_it_in(opened, chat):
    await chat.add_messages([*turns(3), *turns(1, first=4, pinned=True), *turns(20, first=5)])
    await opened.memory.drain()
    released = opened.summarizer.hold("summarize")
    await chat.unpin("m4")
    assert "m4" in shown(await chat.load())
    released.set()
    await opened.memory.drain()
    (summary,) = await whole(chat)

    assert summary.left_out == ()
    assert "m4" not in shown(await chat.load())


async def test_a_first_message_that_was_pinned_begins_the_summary_once_it_is_taken_in(opened, chat):
    await chat.add_messages([*turns(1, pinned=True), *turns(20, first=2)])
    await opened.memory.drain()
    assert (await chat.summaries())[0].first_message_id == "m2"
    await chat.unpin("m1")
    await opened.memory.drain()

    assert (await whole(chat))[0].first_message_id == "m1"


async def test_an_unpinned_message_is_taken_in_even_where_nothing_is_condensed_any_more(tmp_path):
    async with Opened(tmp_path) as opened:
        await opened.chat().add_messages([*turns(1, pinned=True), *turns(20, first=2)])
        await opened.memory.drain()
    async with Opened(tmp_path, compress=False) as opened:
        await opened.chat().unpin("m1")
        await opened.memory.drain()

        assert (await whole(opened.chat()))[0].left_out == ()


async def test_a_pin_that_would_leave_no_room_is_refused_with_the_reason(opened, chat):
    await chat.add_messages([*turns(60, words=LONG)])
    refused = None
    for number in range(1, 61):
        try:
            await chat.pin(f"m{number}")
        except InvalidInput as exc:
            refused = number, str(exc)
            break

    assert refused
    assert "message_id" in refused[1]
    assert "4000" in refused[1]
    assert [message.pinned for message in await chat.messages()].count(True) == refused[0] - 1
    await opened.memory.drain()
    assert set(shown(await chat.load())) >= {f"m{number}" for number in range(1, refused[0])}


async def test_messages_that_are_pinned_when_saved_are_refused_together(chat):
    with pytest.raises(InvalidInput, match="pinned messages alone"):
        await chat.add_messages(turns(60, words=LONG, pinned=True))

    await chat.add_messages(turns(1))
    assert len(await chat.messages()) == 1


async def test_a_load_with_too_small_a_budget_for_the_pins_says_how_much_they_need(chat):
    await chat.add_messages(turns(3, pinned=True))
    with pytest.raises(InvalidInput, match=r"max_tokens.*pinned"):
        await chat.load(max_tokens=20)

    assert len(shown(await chat.load())) == 3


async def test_pins_at_the_same_time_are_counted_together(opened, chat):
    await chat.add_messages(turns(60, words=LONG))
    answers = await asyncio.gather(*(chat.pin(f"m{number}") for number in range(1, 61)), return_exceptions=True)
    await opened.memory.drain()

    assert {type(answer) for answer in answers} == {type(None), InvalidInput}
    assert len(set(shown(await chat.load()))) >= answers.count(None)


async def test_saves_of_pinned_messages_at_the_same_time_are_counted_together(opened, chat):
    saving = (chat.add_messages(turns(1, first=number, words=LONG, pinned=True)) for number in range(1, 61))
    answers = await asyncio.gather(*saving, return_exceptions=True)
    stored = len(await chat.messages())

    assert any(isinstance(answer, InvalidInput) for answer in answers)
    assert len(shown(await chat.load())) == stored


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32), st.sampled_from(["hybrid", "cycles", "katherine", "charhub"]))
async def test_whatever_could_be_pinned_fits_into_every_context_of_the_usual_size(tmp_path_factory, seed, preset):
    chance = random.Random(seed)
    given_settings = {"preset": preset, "language": "auto", "max_context_tokens": chance.randint(200, 400)}
    async with Opened(tmp_path_factory.mktemp("pins"), **given_settings) as opened:
        chat = opened.chat()
        for number in range(1, 40):
            words = chance.choice(
                [WORDS, "oi, {}", "As minhas {} irmãs vão de barco", "{} " + "a" * chance.randint(1, 99)]
            )
            await chat.add_messages(turns(1, first=number, words=words))
            with contextlib.suppress(InvalidInput):
                await chat.pin(f"m{number}" if chance.random() < 0.9 else "m1")
            if chance.random() < 0.2:
                await opened.memory.drain()
            context = await chat.load()
            assert context.tokens.total <= given_settings["max_context_tokens"]


@pytest.mark.parametrize("preset", ["hybrid", "cycles", "katherine"])
async def test_pins_that_come_and_go_beside_saves_and_compressions_lose_nothing(tmp_path, preset):
    chance = random.Random(3)
    async with Opened(tmp_path, preset=preset) as opened:
        chat = opened.chat()
        for number in range(1, 120, 3):
            acts = [chat.add_messages(turns(3, first=number))]
            if number > 3:
                places = chance.sample(range(1, number), 2)
                acts += [chat.pin(f"m{place}", pinned=chance.random() < 0.4) for place in places]
            if chance.random() < 0.2:
                acts.append(chance.choice([chat.compress, chat.refresh])()) if number > 3 else None
            await asyncio.gather(*acts)
            await whole(chat)
        await opened.memory.drain()

        assert await whole(chat) != []
        assert [message.id for message in await chat.messages()] == [f"m{number}" for number in range(1, 121)]
