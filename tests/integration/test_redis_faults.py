"""A server that dies, hangs, forgets or dawdles: nobody waits longer than 250 ms, and it goes on afterwards."""

import asyncio
import contextlib
import time
from datetime import timedelta

import pytest

from lembranca.adapters.outbound.redis import RedisMemoryRepository
from lembranca.adapters.outbound.resilient_cache import ResilientSessionCache
from lembranca.domain.errors import StorageError, StorageUnavailable
from lembranca.testing.fakes import FakeClock
from lembranca.testing.samples import SCOPE, conversation, message, messages, placed
from servers import start_redis, stop_redis

LIMIT_S = 0.25
UNHURRIED_S = 2.0

CALLS = {
    "save_conversation": lambda cache: cache.save_conversation(SCOPE, conversation()),
    "get_conversation": lambda cache: cache.get_conversation(SCOPE, "c1"),
    "list_conversations": lambda cache: cache.list_conversations(SCOPE),
    "delete_conversation": lambda cache: cache.delete_conversation(SCOPE, "c1"),
    "add_message": lambda cache: cache.add_message(SCOPE, message()),
    "add_messages": lambda cache: cache.add_messages(SCOPE, "c1", messages(3)),
    "get_recent_messages": lambda cache: cache.get_recent_messages(SCOPE, "c1", 5),
    "get_messages": lambda cache: cache.get_messages(SCOPE, "c1"),
    "pin": lambda cache: cache.pin(SCOPE, "c1", "m1"),
    "replace": lambda cache: cache.replace(SCOPE, conversation(), placed(messages(3))),
}


@pytest.fixture
def server():
    server = start_redis()
    yield server
    stop_redis(server)


@pytest.fixture
async def cache(server):
    cache = RedisMemoryRepository(server.url)
    await cache.open()
    yield cache
    await cache.close()


@pytest.fixture
async def unhurried(server):
    """A cache for the tests of something else than its limit; a busy machine may be slow."""
    cache = RedisMemoryRepository(server.url, timeout=UNHURRIED_S)
    await cache.open()
    yield cache
    await cache.close()


async def time_until_unavailable(call) -> float:
    start = time.perf_counter()
    with pytest.raises(StorageUnavailable):
        await call
    return time.perf_counter() - start


async def answered(call, *, within=10.0):
    """Repeat *call* until it is answered; what it answers."""
    end = time.monotonic() + within
    while True:
        with contextlib.suppress(StorageUnavailable):
            return await call()
        assert time.monotonic() < end, "it did not recover"
        await asyncio.sleep(0)


async def test_a_server_that_was_killed_costs_nobody_more_than_the_limit_and_comes_back_empty(cache, server):
    await answered(lambda: cache.add_messages(SCOPE, "c1", messages(3)))
    server.kill()

    for name, call in CALLS.items():
        assert await time_until_unavailable(call(cache)) < LIMIT_S, name
    server.start()
    assert await answered(lambda: cache.get_messages(SCOPE, "c1")) == []
    assert await answered(lambda: cache.add_messages(SCOPE, "c1", messages(2))) == placed(messages(2))


async def test_a_server_that_hangs_costs_nobody_more_than_the_limit_and_goes_on(cache, server):
    await answered(lambda: cache.add_messages(SCOPE, "c1", messages(3)))
    server.pause()

    for name, call in CALLS.items():
        if name not in {"delete_conversation", "replace"}:  # it may yet carry out what it has received
            assert await time_until_unavailable(call(cache)) < LIMIT_S, name
    server.resume()
    added = await answered(lambda: cache.add_messages(SCOPE, "c1", messages(2, first=4)))
    assert [item.position for item in added] == [4, 5]
    found = await answered(lambda: cache.get_messages(SCOPE, "c1"))
    assert [item.id for item in found] == ["m1", "m2", "m3", "m4", "m5"]


async def test_many_callers_of_a_server_that_hangs_wait_together_and_not_in_a_row(cache, server):
    await answered(lambda: cache.add_messages(SCOPE, "c1", messages(3)))
    server.pause()
    start = time.perf_counter()
    outcomes = await asyncio.gather(
        *(cache.get_recent_messages(SCOPE, "c1", 5) for _ in range(100)), return_exceptions=True
    )
    elapsed = time.perf_counter() - start
    server.resume()

    assert {type(outcome) for outcome in outcomes} == {StorageUnavailable}
    assert elapsed < 2 * LIMIT_S
    once_more = (answered(lambda: cache.get_recent_messages(SCOPE, "c1", 5)) for _ in range(100))
    found = await asyncio.gather(*once_more)
    assert all(len(one) == 3 for one in found)


async def test_a_server_that_takes_connections_and_never_answers_costs_no_more_than_the_limit():
    silent = asyncio.Event()

    async def say_nothing(_reader, writer):
        await silent.wait()
        writer.close()

    listener = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    port = listener.sockets[0].getsockname()[1]
    cache = RedisMemoryRepository(f"redis://127.0.0.1:{port}/0")
    await cache.open()

    for name, call in CALLS.items():
        assert await time_until_unavailable(call(cache)) < LIMIT_S, name
    await cache.close()
    silent.set()
    listener.close()
    await listener.wait_closed()


async def test_a_server_that_dawdles_is_given_up_and_answers_when_it_is_fast_again(cache, server):
    await answered(lambda: cache.add_messages(SCOPE, "c1", messages(3)))
    server.say("CLIENT", "PAUSE", "600")

    assert await time_until_unavailable(cache.get_recent_messages(SCOPE, "c1", 5)) < LIMIT_S
    found = await answered(lambda: cache.get_recent_messages(SCOPE, "c1", 5))
    assert [item.id for item in found] == ["m1", "m2", "m3"]


async def test_an_answer_that_is_slow_but_in_time_is_an_answer(server):
    cache = RedisMemoryRepository(server.url, timeout=10)
    await cache.open()
    await answered(lambda: cache.add_messages(SCOPE, "c1", messages(3)))
    server.say("CLIENT", "PAUSE", "150")

    assert len(await cache.get_recent_messages(SCOPE, "c1", 5)) == 3
    await cache.close()


async def test_a_server_that_was_flushed_has_forgotten_and_is_filled_again(unhurried, server):
    await unhurried.add_messages(SCOPE, "c1", messages(3))
    server.say("FLUSHALL")
    server.say("SCRIPT", "FLUSH")

    assert await unhurried.get_recent_messages(SCOPE, "c1", 5) == []
    assert await unhurried.get_conversation(SCOPE, "c1") is None
    await unhurried.replace(SCOPE, conversation(), placed(messages(2, first=2), first=2))
    assert [item.position for item in await unhurried.get_recent_messages(SCOPE, "c1", 5)] == [2, 3]


async def test_cancelled_callers_leave_no_answer_to_the_next_one(unhurried):
    await unhurried.add_messages(SCOPE, "c1", [message("m1", content="one")])
    await unhurried.add_messages(SCOPE, "c2", [message("m1", "c2", content="two")])
    for step in range(200):
        task = asyncio.create_task(unhurried.get_recent_messages(SCOPE, "c1", 5))
        for _ in range(step % 12):
            await asyncio.sleep(0)
        task.cancel()
        (found,) = await unhurried.get_recent_messages(SCOPE, "c2", 5)
        assert found.content == "two"
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def test_traffic_survives_killing_pausing_and_flushing_with_errors_of_ours_only(cache, server):
    slowest, answered, over = 0.0, 0, False

    async def talk(worker: int) -> None:
        nonlocal slowest, answered
        number = 0
        while not over:
            number += 1
            start = time.perf_counter()
            with contextlib.suppress(StorageUnavailable):
                await cache.add_message(SCOPE, message(f"m{number}", f"c{worker}"))
                answered += 1
            slowest = max(slowest, time.perf_counter() - start)
            await asyncio.sleep(0)

    async def a_while() -> None:
        before = answered
        while answered < before + 50:  # noqa: ASYNC110 - whatever answers first
            await asyncio.sleep(0)

    async with asyncio.timeout(60), asyncio.TaskGroup() as group:
        for worker in range(4):
            group.create_task(talk(worker))
        await a_while()
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        await a_while()
        await asyncio.to_thread(server.say, "FLUSHALL")
        await a_while()
        server.pause()
        await asyncio.sleep(0.3)  # so that calls under way run into their limit
        server.resume()
        await a_while()
        over = True

    assert slowest < 2 * LIMIT_S  # four callers and the test share one loop
    for worker in range(4):
        held = await cache.get_messages(SCOPE, f"c{worker}")
        first = held[0].position
        assert [item.position for item in held] == list(range(first, first + len(held)))


async def test_the_breaker_spares_everybody_a_server_that_hangs_and_lets_it_come_back(server):
    clock = FakeClock()
    cache = ResilientSessionCache(RedisMemoryRepository(server.url), monotonic=clock.monotonic)
    await cache.open()
    await answered(lambda: cache.add_messages(SCOPE, "c1", messages(3)))
    server.pause()
    for _ in range(3):
        assert await time_until_unavailable(cache.get_recent_messages(SCOPE, "c1", 5)) < LIMIT_S
    start = time.perf_counter()
    for _ in range(200):
        with pytest.raises(StorageUnavailable, match="left alone"):
            await cache.get_recent_messages(SCOPE, "c1", 5)

    assert time.perf_counter() - start < LIMIT_S
    assert cache.check() is not None
    clock.advance(timedelta(seconds=5))
    assert await time_until_unavailable(cache.get_recent_messages(SCOPE, "c1", 5)) < LIMIT_S  # the trial
    server.resume()
    clock.advance(timedelta(seconds=9.9))
    with pytest.raises(StorageError, match="left alone"):
        await cache.get_recent_messages(SCOPE, "c1", 5)
    clock.advance(timedelta(seconds=0.1))
    assert len(await cache.get_recent_messages(SCOPE, "c1", 5)) == 3
    assert cache.check() is None
    await cache.close()
