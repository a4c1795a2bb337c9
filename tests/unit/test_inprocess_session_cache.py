"""The bounds of the session cache in this process."""

import asyncio
import timeit
from datetime import timedelta

import pytest

from lembranca.adapters.outbound.inprocess.session_cache import InProcessMemoryRepository
from lembranca.testing.fakes import FakeClock
from lembranca.testing.samples import SCOPE, conversation, message, messages, placed


@pytest.fixture
def clock():
    return FakeClock()


async def held(cache, names):
    return [name for name in names if await cache.get_conversation(SCOPE, name)]


async def test_beyond_its_number_of_conversations_it_forgets_the_one_not_used_for_longest(clock):
    cache = InProcessMemoryRepository(clock, max_conversations=3)
    await cache.open()
    for name in ("a", "b", "c"):
        await cache.add_message(SCOPE, message("m", name))
    await cache.get_recent_messages(SCOPE, "a", 1)
    await cache.add_message(SCOPE, message("m", "d"))

    assert await held(cache, "abcd") == ["a", "c", "d"]


async def test_beyond_its_bytes_it_forgets_whole_conversations(clock):
    cache = InProcessMemoryRepository(clock, max_bytes=100_000)
    await cache.open()
    for name in ("a", "b", "c"):
        await cache.add_messages(
            SCOPE, name, [message(f"m{number}", name, content="x" * 10_000) for number in range(4)]
        )

    assert await held(cache, "abc") == ["b", "c"]
    assert len(await cache.get_messages(SCOPE, "b")) == 4
    assert 80_000 < cache.memory_bytes <= 100_000


async def test_what_alone_is_too_large_is_not_held(clock):
    cache = InProcessMemoryRepository(clock, max_bytes=100_000)
    await cache.open()
    await cache.add_message(SCOPE, message("m", "a"))
    await cache.add_message(SCOPE, message("m", "b", content="x" * 200_000))

    assert await held(cache, "ab") == []
    assert cache.memory_bytes == 0


async def test_its_count_of_bytes_returns_to_nothing(clock):
    cache = InProcessMemoryRepository(clock, max_messages=5)
    await cache.open()
    for start in range(1, 40, 3):
        await cache.add_messages(SCOPE, "a", messages(3, "a", first=start))
        await cache.pin(SCOPE, "a", f"m{start}")
        await cache.replace(SCOPE, conversation("b"), placed(messages(start, "b")))
    one = cache.memory_bytes
    await cache.delete_conversation(SCOPE, "b")
    clock.advance(timedelta(hours=2))
    await cache.get_conversation(SCOPE, "a")

    assert one > 3_000
    assert cache.memory_bytes == 0


async def test_what_is_over_makes_room_with_the_next_write(clock):
    cache = InProcessMemoryRepository(clock)
    await cache.open()
    await cache.add_message(SCOPE, message("m", "a", content="x" * 50_000))
    clock.advance(timedelta(hours=1))
    await cache.add_message(SCOPE, message("m", "b"))

    assert cache.memory_bytes < 2_000


async def test_it_begins_empty_after_it_was_closed(clock):
    cache = InProcessMemoryRepository(clock)
    await cache.open()
    await cache.add_message(SCOPE, message())
    await cache.close()
    await cache.open()

    assert await cache.get_messages(SCOPE, "c1") == []
    assert cache.memory_bytes == 0


async def test_forty_messages_are_read_in_less_than_fifty_microseconds(clock):
    cache = InProcessMemoryRepository(clock)
    await cache.open()
    await cache.add_messages(SCOPE, "c1", messages(200))

    def read_a_hundred_times() -> float:
        def read() -> list:
            try:
                cache.get_recent_messages(SCOPE, "c1", 40).send(None)  # it never waits, so it needs no loop
            except StopIteration as done:
                return done.value

        return timeit.timeit(read, number=100) / 100

    best = min([await asyncio.to_thread(read_a_hundred_times) for _ in range(5)])

    assert best < 50e-6
