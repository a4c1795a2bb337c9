"""The session cache is used when it is surely right, and never otherwise."""

import asyncio
import random
from datetime import timedelta

import pytest
import structlog

from faults import Faulty, settled
from lembranca.adapters.outbound.inprocess.session_cache import InProcessMemoryRepository
from lembranca.adapters.outbound.resilient_cache import ResilientSessionCache
from lembranca.application.sessions import Sessions
from lembranca.bootstrap import adapters
from lembranca.domain.errors import Conflict, StorageUnavailable
from lembranca.domain.plan import MOST_VERBATIM
from lembranca.testing.fakes import FakeClock
from lembranca.testing.samples import SCOPE, conversation, ids, message, messages

DOWN = StorageUnavailable("the cache is down")
WINDOW = 20


@pytest.fixture
async def history():
    """A repository that never forgets within a test, in the place of the truth."""
    history = Faulty(InProcessMemoryRepository(FakeClock(), max_messages=10_000))
    await history.open()
    yield history
    await history.close()


@pytest.fixture
async def cache():
    cache = Faulty(InProcessMemoryRepository(FakeClock(), max_messages=WINDOW))
    await cache.open()
    yield cache
    await cache.close()


@pytest.fixture
def capture(monkeypatch):
    capture = structlog.testing.LogCapture()
    logger = structlog.wrap_logger(None, processors=[capture])
    monkeypatch.setattr("lembranca.application.sessions._log", logger)
    return capture


@pytest.fixture
def sessions(history, cache):
    return Sessions(history, cache, window=WINDOW)


@pytest.fixture
def save(history, sessions):
    async def save(*given):
        stored = await history.add_messages(SCOPE, "c1", list(given))
        sessions.saved(SCOPE, "c1", stored)
        return stored

    return save


@pytest.fixture
async def warm(save, sessions, history):
    """A conversation of ten messages that the cache holds and is trusted with."""
    await save(*messages(10))
    await sessions.recent(SCOPE, "c1", least=5, most=5)
    await sessions.drain()
    assert await seen(sessions) == [f"m{number}" for number in range(6, 11)]
    assert sessions.hits == 1


async def seen(sessions, limit=5):
    found, _ = await sessions.recent(SCOPE, "c1", least=limit, most=limit)
    return ids(found)


async def test_an_unknown_conversation_has_no_messages_and_is_not_cached(sessions, cache):
    assert await sessions.recent(SCOPE, "c1", least=5, most=5) == ([], None)
    await sessions.drain()

    assert cache.calls["replace"] == 0


async def test_the_first_load_reads_the_history_and_fills_the_cache_for_the_next(sessions, save, cache, history):
    await save(*messages(10))
    first = await seen(sessions)
    await sessions.drain()
    read = history.calls["get_messages"]
    second = await seen(sessions)

    assert first == second == ["m6", "m7", "m8", "m9", "m10"]
    assert (sessions.misses, sessions.hits) == (1, 1)
    assert history.calls["get_messages"] == read


async def test_nothing_goes_to_a_cache_that_nobody_reads(sessions, save, cache):
    await save(*messages(10))
    await sessions.drain()

    assert set(cache.calls) == {"open"}


async def test_what_is_saved_is_in_the_next_context_from_the_cache(sessions, save, warm):
    await save(message("m11"))
    await sessions.drain()

    assert await seen(sessions) == ["m7", "m8", "m9", "m10", "m11"]
    assert sessions.hits == 2


async def test_what_has_not_reached_the_cache_yet_is_read_from_the_history(sessions, save, warm, cache):
    reached = cache.hold("add_messages")
    await save(message("m11"))

    assert (await seen(sessions))[-1] == "m11"
    assert sessions.hits == 1
    reached.set()
    await sessions.drain()
    assert (await seen(sessions))[-1] == "m11"
    assert sessions.hits == 2


async def test_a_message_that_did_not_reach_the_cache_makes_it_be_filled_again(sessions, save, warm, cache):
    cache.breaks("add_messages", DOWN)
    await save(message("m11"))
    await sessions.drain()
    await save(message("m12"))
    await sessions.drain()

    for _ in range(2):
        assert await seen(sessions) == ["m8", "m9", "m10", "m11", "m12"]
        await sessions.drain()
    assert sessions.hits == 2


async def test_additions_to_one_conversation_reach_the_cache_one_after_the_other(sessions, save, warm, cache):
    reached = cache.hold("add_messages")
    for number in range(11, 16):
        await save(message(f"m{number}"))
        await settled()

    assert cache.calls["add_messages"] == 1
    reached.set()
    await sessions.drain()
    assert cache.calls["add_messages"] == 2
    assert ids(await cache.inner.get_recent_messages(SCOPE, "c1", 5)) == ["m11", "m12", "m13", "m14", "m15"]


async def test_an_addition_that_comes_through_late_and_out_of_order_is_not_trusted(sessions, save, warm, cache):
    """A server that hung carries out what its client has given up."""
    cache.breaks("add_messages", DOWN)
    await save(message("m11"))
    await sessions.drain()
    await cache.inner.add_messages(SCOPE, "c1", [message("m12")])
    await cache.inner.add_messages(SCOPE, "c1", [message("m11")])
    await save(message("m12"))
    await sessions.drain()
    await save(message("m13"))
    await sessions.drain()

    assert await seen(sessions) == ["m9", "m10", "m11", "m12", "m13"]


async def test_a_cache_that_cannot_be_asked_is_a_warning_and_the_history_answers(sessions, warm, cache):
    cache.breaks("get_recent_messages", DOWN)
    found, warning = await sessions.recent(SCOPE, "c1", least=5, most=5)

    assert ids(found) == ["m6", "m7", "m8", "m9", "m10"]
    assert "the cache is down" in warning


async def test_while_the_cache_is_left_alone_every_load_says_so_and_it_is_tried_again(history, cache, save, capture):
    clock = FakeClock()
    resilient = ResilientSessionCache(cache, monotonic=clock.monotonic)
    sessions = Sessions(history, resilient, window=WINDOW)
    await save(*messages(3))
    sessions.saved(SCOPE, "c1", await history.get_messages(SCOPE, "c1"))
    cache.breaks("replace", DOWN, times=3)
    for _ in range(3):
        await sessions.recent(SCOPE, "c1", least=5, most=5)
        await sessions.drain()
    for _ in range(5):
        _, warning = await sessions.recent(SCOPE, "c1", least=5, most=5)
        await sessions.drain()
        assert "left alone" in warning
    clock.advance(timedelta(seconds=6))
    await sessions.recent(SCOPE, "c1", least=5, most=5)
    await sessions.drain()

    assert await sessions.recent(SCOPE, "c1", least=5, most=5) == (await history.get_messages(SCOPE, "c1"), None)
    assert sessions.hits == 1
    assert [entry["event"] for entry in capture.entries] == ["session_cache_failing", "session_cache_back"]


@pytest.fixture
def guarded(cache):
    return ResilientSessionCache(cache, monotonic=FakeClock().monotonic)


async def test_from_the_first_fill_that_fails_to_the_next_success_every_load_warns(history, cache, guarded):
    sessions = Sessions(history, guarded, window=WINDOW)
    await history.add_messages(SCOPE, "c1", messages(3))
    cache.breaks("replace", DOWN)
    await sessions.recent(SCOPE, "c1", least=5, most=5)
    await sessions.drain()
    assert guarded.check() == "the cache is down"
    _, warning = await sessions.recent(SCOPE, "c1", least=5, most=5)
    assert warning == "session cache: the cache is down"
    await sessions.drain()

    assert guarded.check() is None
    assert (await sessions.recent(SCOPE, "c1", least=5, most=5))[1] is None


@pytest.mark.parametrize("method", ["add_messages", "delete_conversation"])
async def test_what_fails_in_the_background_warns_at_the_next_load(history, cache, guarded, method):
    sessions = Sessions(history, guarded, window=WINDOW)
    sessions.saved(SCOPE, "c1", await history.add_messages(SCOPE, "c1", messages(3)))
    await sessions.recent(SCOPE, "c1", least=5, most=5)
    await sessions.drain()
    cache.breaks(method, DOWN)
    if method == "add_messages":
        sessions.saved(SCOPE, "c1", await history.add_messages(SCOPE, "c1", [message("m4")]))
        await sessions.drain()
    else:
        await sessions.forget(SCOPE, "c1")

    assert (await sessions.recent(SCOPE, "c1", least=5, most=5))[1] == "session cache: the cache is down"


async def test_a_refusal_is_an_answer_of_a_cache_that_is_well(cache, guarded):
    cache.breaks("get_conversation", DOWN)
    with pytest.raises(StorageUnavailable):
        await guarded.get_conversation(SCOPE, "c1")
    cache.breaks("get_conversation", Conflict("message", "m1", "is another"))
    with pytest.raises(Conflict):
        await guarded.get_conversation(SCOPE, "c1")

    assert guarded.check() is None


async def test_draining_waits_for_what_was_noted_and_not_for_what_comes_later(sessions, save, warm, cache):
    """Each addition that arrives is followed by another one, as when somebody keeps saving."""
    arrived = []
    add = cache.inner.add_messages

    async def add_and_save_another(scope, conversation_id, given):
        added = await add(scope, conversation_id, given)
        arrived.extend(ids(given))
        await save(message(f"later{len(arrived)}"))
        return added

    cache.inner.add_messages = add_and_save_another
    await save(message("m11"))
    await settled(2)
    await save(message("m12"))
    await asyncio.wait_for(sessions.drain(), 5)

    assert {"m11", "m12"} <= set(arrived)
    cache.inner.add_messages = add
    await sessions.drain()


async def test_a_cache_that_was_emptied_is_filled_again(sessions, warm, cache):
    await cache.inner.delete_conversation(SCOPE, "c1")

    assert await seen(sessions) == ["m6", "m7", "m8", "m9", "m10"]
    await sessions.drain()
    assert len(await cache.inner.get_recent_messages(SCOPE, "c1", 100)) == 10


async def test_a_cache_emptied_between_two_saves_does_not_pass_for_the_whole_window(sessions, save, warm, cache):
    await cache.inner.delete_conversation(SCOPE, "c1")
    await save(message("m11"))
    await sessions.drain()

    assert await seen(sessions) == ["m7", "m8", "m9", "m10", "m11"]


async def test_what_another_history_left_in_a_shared_cache_is_not_trusted(sessions, save, cache):
    """Two data folders behind one cache: the same ids and counts, other words."""
    theirs = [message(f"m{number}", content="theirs") for number in range(1, 4)]
    await cache.inner.add_messages(SCOPE, "c1", theirs)
    await save(*messages(2))
    await sessions.drain()
    await save(message("m3", content="theirs"))
    await sessions.drain()

    found, _ = await sessions.recent(SCOPE, "c1", least=5, most=5)
    assert [item.content for item in found] == ["content of m1", "content of m2", "theirs"]


async def test_a_fill_that_fails_leaves_the_history_answering(sessions, save, cache):
    cache.breaks("replace", DOWN)
    await save(*messages(3))
    for _ in range(3):
        assert await seen(sessions) == ["m1", "m2", "m3"]
        await sessions.drain()

    assert (sessions.misses, sessions.hits) == (2, 1)


async def test_a_save_during_a_fill_is_never_lost_from_the_context(sessions, save, cache):
    await save(*messages(3))
    filled = cache.hold("replace")
    await seen(sessions)
    await settled()
    await save(message("m4"))
    await settled()
    filled.set()
    for _ in range(3):
        assert await seen(sessions) == ["m1", "m2", "m3", "m4"]
        await sessions.drain()

    assert sessions.hits >= 1


async def test_one_fill_at_a_time_for_a_conversation(sessions, save, cache):
    await save(*messages(3))
    filled = cache.hold("replace")
    for _ in range(5):
        await seen(sessions)
        await settled()
    filled.set()
    await sessions.drain()

    assert cache.calls["replace"] == 1


async def test_a_window_that_is_too_short_for_the_question_does_not_answer_it(sessions, save, warm):
    await save(*(message(f"n{number}") for number in range(40)))
    await sessions.drain()
    await seen(sessions)
    await sessions.drain()

    assert len(await seen(sessions, WINDOW)) == WINDOW
    assert len(await seen(sessions, WINDOW + 5)) == WINDOW + 5


async def test_repeating_old_messages_changes_nothing(sessions, save, warm, history):
    await save(*messages(10))
    await sessions.drain()

    assert await seen(sessions) == ["m6", "m7", "m8", "m9", "m10"]
    assert sessions.hits == 2


async def test_a_forgotten_conversation_is_dropped_and_not_trusted(sessions, warm, history, cache):
    await history.delete_conversation(SCOPE, "c1")
    await sessions.forget(SCOPE, "c1")

    assert await sessions.recent(SCOPE, "c1", least=5, most=5) == ([], None)
    assert await cache.inner.get_conversation(SCOPE, "c1") is None


async def test_what_could_not_be_dropped_does_not_come_back_with_the_same_ids(sessions, save, warm, history, cache):
    cache.breaks("delete_conversation", DOWN)
    await history.delete_conversation(SCOPE, "c1")
    await sessions.forget(SCOPE, "c1")
    await save(*(message(f"m{number}", content="new words") for number in range(1, 11)))
    await sessions.drain()

    for _ in range(2):
        found, _ = await sessions.recent(SCOPE, "c1", least=5, most=5)
        assert {item.content for item in found} == {"new words"}
        await sessions.drain()


async def test_a_fill_that_was_overtaken_by_forgetting_is_taken_back(sessions, save, history, cache):
    await save(*messages(3))
    filled = cache.hold("replace")
    await seen(sessions)
    await settled()
    await history.delete_conversation(SCOPE, "c1")
    await sessions.forget(SCOPE, "c1")
    filled.set()
    await sessions.drain()

    assert await cache.inner.get_conversation(SCOPE, "c1") is None
    assert await seen(sessions) == []


async def test_a_fill_finds_the_conversation_gone(sessions, save, history, cache):
    await save(*messages(3))
    await seen(sessions)
    await history.delete_conversation(SCOPE, "c1")
    await sessions.drain()

    assert cache.calls["replace"] == 0


async def test_a_write_and_its_note_run_to_the_end_without_their_caller(sessions, save, warm, history):
    written = history.hold("add_messages")
    saving = asyncio.create_task(sessions.finish(save(message("m11"))))
    await settled()
    saving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await saving
    written.set()
    await sessions.drain()

    assert (await seen(sessions))[-1] == "m11"


async def test_what_the_write_raises_reaches_the_caller(sessions, save, warm):
    with pytest.raises(Conflict):
        await sessions.finish(save(message("m10", content="other")))
    await sessions.drain()


async def test_only_so_many_conversations_are_remembered(history, cache, monkeypatch):
    monkeypatch.setattr("lembranca.application.sessions._KNOWN", 3)
    sessions = Sessions(history, cache, window=WINDOW)
    for number in range(6):
        stored = await history.add_messages(SCOPE, f"c{number}", [message("m1", f"c{number}")])
        sessions.saved(SCOPE, f"c{number}", stored)
        await sessions.recent(SCOPE, f"c{number}", least=5, most=5)
        await sessions.drain()
        await sessions.forget(SCOPE, f"other{number}")

    assert max(map(len, (sessions._newest, sessions._trusted, sessions._generation))) == 3
    for number in range(6):
        assert ids((await sessions.recent(SCOPE, f"c{number}", least=5, most=5))[0]) == ["m1"]


@pytest.mark.parametrize("seed", range(40))
async def test_whatever_happens_to_the_cache_a_context_is_never_old(sessions, save, history, cache, seed):
    """Saves, loads, deletions and every failure of the cache in random order and at random moments."""
    chance = random.Random(seed)
    number = 0

    async def act():
        nonlocal number
        kind = chance.choice(["save", "save", "save", "load", "load", "fail", "flush", "delete", "settle", "drain"])
        if kind == "save":
            number += 1
            await save(*(message(f"m{number}-{part}") for part in range(chance.randint(1, 3))))
        elif kind == "fail":
            cache.breaks(chance.choice(["add_messages", "replace", "get_recent_messages", "delete_conversation"]), DOWN)
        elif kind == "flush":
            await cache.inner.delete_conversation(SCOPE, "c1")
        elif kind == "delete" and chance.random() < 0.3:
            await history.delete_conversation(SCOPE, "c1")
            await sessions.forget(SCOPE, "c1")
        elif kind == "settle":
            await settled(chance.randrange(4))
        elif kind == "drain":
            await sessions.drain()

    for _ in range(300):
        await act()
        if chance.random() < 0.5:
            limit = chance.randint(1, 8)
            expected = ids(await history.inner.get_recent_messages(SCOPE, "c1", limit))
            assert await seen(sessions, limit) == expected
    await sessions.drain()


async def test_the_note_of_a_conversation_made_without_messages_is_harmless(sessions, history):
    await history.save_conversation(SCOPE, conversation())
    sessions.saved(SCOPE, "c1", [])

    assert await seen(sessions) == []


# --- the messages behind the cut-off


async def behind(sessions, after, *, least=3, most=WINDOW):
    found, _ = await sessions.recent(SCOPE, "c1", least=least, most=most, after=after)
    return [item.position for item in found]


@pytest.mark.parametrize(
    ("after", "least", "most", "expected"),
    [
        (0, 1, 20, range(1, 16)),
        (10, 3, 20, range(11, 16)),
        (14, 3, 20, range(13, 16)),
        (15, 3, 20, range(13, 16)),
        (99, 3, 20, range(13, 16)),
        (0, 3, 5, range(11, 16)),
        (0, 20, 20, range(1, 16)),
        (0, 20, 5, range(1, 16)),
    ],
)
async def test_what_follows_the_cut_off_is_given_but_not_too_few_nor_too_many(
    sessions, save, after, least, most, expected
):
    await save(*messages(15))
    missed = await behind(sessions, after, least=least, most=most)
    await sessions.drain()
    hit = await behind(sessions, after, least=least, most=most)

    assert missed == hit == list(expected)
    assert (sessions.misses, sessions.hits) == (1, 1)


async def test_a_miss_reads_only_what_is_needed(sessions, save, history):
    read = []
    get_messages = history.inner.get_messages

    async def noting(scope, conversation_id, *, first=1, last=None):
        found = await get_messages(scope, conversation_id, first=first, last=last)
        read.append(len(found))
        return found

    history.inner.get_messages = noting
    await save(*messages(500))
    await behind(sessions, 495)

    assert read == [5]


async def test_a_message_saved_while_the_window_is_read_pushes_none_out_of_it(sessions, save, history):
    await save(*messages(10))
    get_conversation = history.inner.get_conversation

    async def and_save(scope, conversation_id):
        found = await get_conversation(scope, conversation_id)
        history.inner.get_conversation = get_conversation
        await save(message("m11"))
        return found

    history.inner.get_conversation = and_save

    assert await behind(sessions, 5) == [6, 7, 8, 9, 10, 11]


async def test_a_cache_that_holds_less_than_follows_the_cut_off_does_not_answer(sessions, save, warm, cache):
    await save(*(message(f"n{number}") for number in range(30)))
    await sessions.drain()
    hits = sessions.hits

    assert await behind(sessions, 10, most=40) == list(range(11, 41))
    assert sessions.hits == hits
    assert await behind(sessions, 25, most=40) == list(range(26, 41))
    assert sessions.hits == hits + 1


@pytest.mark.parametrize("seed", range(10))
async def test_a_window_behind_a_moving_cut_off_is_the_history_s(sessions, save, history, cache, seed):
    chance = random.Random(seed)
    number = 0
    for _ in range(150):
        count = chance.randint(1, 3)
        await save(*(message(f"m{number + part}") for part in range(count)))
        number += count
        if chance.random() < 0.3:
            await sessions.drain()
        if chance.random() < 0.1:
            cache.breaks(chance.choice(["add_messages", "replace", "get_recent_messages"]), DOWN)
        after, least, most = chance.randint(0, number + 2), chance.randint(1, 10), chance.randint(1, 30)
        wanted = max(least, min(number - after, most))
        expected = list(range(max(1, number - wanted + 1), number + 1))
        assert await behind(sessions, after, least=least, most=most) == expected
    await sessions.drain()
    assert sessions.hits > 10


def test_the_cache_of_a_memory_holds_as_many_messages_as_ever_stay_uncondensed():
    assert adapters.WINDOW == MOST_VERBATIM == 400
