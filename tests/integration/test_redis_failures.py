"""A session cache that is killed, paused or emptied in mid-traffic costs no answer, and no answer is an old one."""

import asyncio
import time
from datetime import timedelta

import pytest
from dependency_injector import providers

from lembranca import Memory
from lembranca.adapters.outbound.redis import RedisMemoryRepository
from lembranca.adapters.outbound.resilient_cache import ResilientSessionCache
from lembranca.bootstrap.adapters import WINDOW
from lembranca.testing.fakes import FakeClock
from servers import start_redis, stop_redis

TIMEOUT = 0.25
# On a busy machine everything takes a little longer; the bar is the timeout.
SLACK = 0.35
# For what is not about the limit.
unhurried = pytest.mark.parametrize("limit", [2.0])
TALKERS = 6


@pytest.fixture
def server():
    server = start_redis()
    yield server
    stop_redis(server)


@pytest.fixture
def clock():
    """What the circuit breaker takes for the time, so that its pauses need no waiting."""
    return FakeClock()


@pytest.fixture
def limit():
    return TIMEOUT


@pytest.fixture
async def memory(tmp_path, server, clock, limit):
    def customize(container):
        inner = RedisMemoryRepository(server.url, window=WINDOW, timeout=limit)
        cache = ResilientSessionCache(inner, timeout=limit, monotonic=clock.monotonic)
        container.cache.override(providers.Object(cache))

    opened = Memory.open(data_dir=tmp_path, vectors="memory://", cache=server.url, customize=customize)
    async with opened as memory:
        yield memory


class Traffic:
    """Conversations that go on: each saves and loads in turn, and checks that what it was told is in what it gets."""

    def __init__(self, memory):
        self.memory = memory
        self.waits = []
        self.warned = 0
        self.said = {}

    async def run(self, rounds):
        await asyncio.gather(*(self._talk(talker, rounds) for talker in range(TALKERS)))

    async def _talk(self, talker, rounds):
        chat = self.memory.for_user(f"user {talker % 2}").conversation(f"c{talker}")
        for _ in range(rounds):
            said = self.said.setdefault(talker, [])
            stored = await chat.save(user=f"{talker}: question {len(said)}", assistant=f"{talker}: answer {len(said)}")
            said += [message.content for message in stored]
            for _ in range(3):
                await self.load(chat, said)

    async def load(self, chat, said):
        before = time.perf_counter()
        context = await chat.load()
        self.waits.append(time.perf_counter() - before)
        self.warned += bool(context.warnings)
        seen = [item.content for item in context.items]
        assert seen == said[-len(seen) :]
        assert len(seen) >= min(len(said), 10)

    async def check_all(self):
        """Everybody's context is right, asked twice: from wherever it comes, and once more."""
        for _ in range(2):
            for talker, said in self.said.items():
                await self.load(self.memory.for_user(f"user {talker % 2}").conversation(f"c{talker}"), said)
            await self.memory.drain()


@pytest.fixture
async def traffic(memory):
    traffic = Traffic(memory)
    await traffic.run(5)
    assert memory._parts.sessions.hits > 0
    return traffic


def pass_the_breakers_pause(clock):
    clock.advance(timedelta(seconds=61))


async def hits_again(memory, traffic):
    """The cache serves again, and rightly."""
    await traffic.check_all()
    before = memory._parts.sessions.hits
    await traffic.check_all()
    return memory._parts.sessions.hits - before


async def test_killed_in_mid_traffic(memory, server, clock, traffic):
    going_on = asyncio.create_task(traffic.run(20))
    await asyncio.sleep(0.05)
    server.kill()
    await going_on
    await traffic.run(3)

    assert max(traffic.waits) < TIMEOUT + SLACK
    assert traffic.warned > len(traffic.waits) / 4
    assert (await memory.status()).health == "degraded"
    server.start()
    pass_the_breakers_pause(clock)
    assert await hits_again(memory, traffic) >= TALKERS
    assert (await memory.status()).health == "ok"


async def test_paused_in_mid_traffic(memory, server, clock, traffic):
    going_on = asyncio.create_task(traffic.run(20))
    await asyncio.sleep(0.05)
    server.pause()
    try:
        await going_on
        await traffic.run(3)
    finally:
        server.resume()

    assert max(traffic.waits) < TIMEOUT + SLACK
    assert (await memory.status()).health == "degraded"
    pass_the_breakers_pause(clock)
    assert await hits_again(memory, traffic) >= TALKERS
    assert (await memory.status()).health == "ok"


async def test_paused_and_resumed_again_and_again_in_mid_traffic(memory, server, clock, traffic):
    for _ in range(3):
        going_on = asyncio.create_task(traffic.run(6))
        await asyncio.sleep(0.02)
        server.pause()
        try:
            await going_on
        finally:
            server.resume()
        pass_the_breakers_pause(clock)
        await traffic.run(2)

    assert max(traffic.waits) < TIMEOUT + SLACK
    assert await hits_again(memory, traffic) >= TALKERS


@unhurried
async def test_flushed_in_mid_traffic(memory, server, traffic):
    going_on = asyncio.create_task(traffic.run(20))
    for _ in range(10):
        await asyncio.sleep(0.01)
        await asyncio.to_thread(server.say, "FLUSHALL")
    await going_on

    assert traffic.warned == 0
    assert await hits_again(memory, traffic) >= TALKERS


@unhurried
async def test_one_conversation_loses_its_place_in_the_cache(memory, server, traffic):
    """What an eviction does: one key is gone, the next save begins it anew with a part only."""
    await asyncio.to_thread(server.say, "FLUSHALL")
    await traffic.run(1)
    await traffic.check_all()


async def test_a_message_deleted_while_the_cache_hung_does_not_come_back(memory, server, clock):
    ana = memory.for_user("ana")
    chat = ana.conversation("c1")
    first = [{"id": f"m{n}", "role": "user", "content": f"first {n}"} for n in range(4)]
    second = [item | {"content": "other words"} if item["id"] == "m1" else item for item in first]
    await chat.add_messages(first)
    await chat.load()
    await memory.drain()
    server.pause()
    try:
        await chat.delete()
        await chat.add_messages(second)
    finally:
        server.resume()
    pass_the_breakers_pause(clock)

    for _ in range(3):
        context = await chat.load()
        assert [item.content for item in context.items] == [item["content"] for item in second]
        await memory.drain()


@unhurried
async def test_saves_side_by_side_stand_in_the_context_in_their_order(memory, server):
    chat = memory.for_user("ana").conversation("c1")
    await chat.save(user="begin")
    await chat.load()
    await memory.drain()
    for batch in range(30):
        await asyncio.gather(*(chat.save(user=f"{batch}-{number}") for number in range(5)))
        await memory.drain()
        kept = [message.content for message in await chat.messages()]
        context = await chat.load()
        seen = [item.content for item in context.items]
        assert seen == kept[-len(seen) :]

    assert memory._parts.sessions.hits > 20


async def test_a_memory_opens_saves_and_closes_while_the_cache_is_down(tmp_path, server):
    server.kill()
    before = time.monotonic()
    async with Memory.open(data_dir=tmp_path, vectors="memory://", cache=server.url) as memory:
        chat = memory.for_user("ana").conversation("c1")
        await chat.save(user="oi")
        assert [item.content for item in (await chat.load()).items] == ["oi"]
        await memory.drain()

    assert time.monotonic() - before < 5


@unhurried
async def test_a_cache_that_is_down_from_the_start_is_told_from_the_first_fill_that_failed(memory, server, clock):
    server.kill()
    chat = memory.for_user("ana").conversation("c1")
    await chat.save(user="oi")
    await chat.load()
    await memory.drain()
    for number in range(3):
        assert (await memory.status()).health == "degraded"
        await chat.save(user=f"still here {number}")
        context = await chat.load()
        assert [warning for warning in context.warnings if warning.startswith("session cache: ")]
        await memory.drain()
    server.start()
    pass_the_breakers_pause(clock)
    await chat.load()
    await memory.drain()

    assert (await chat.load()).warnings == ()
    assert (await memory.status()).health == "ok"


async def test_a_memory_closes_while_the_cache_hangs(tmp_path, server):
    async with Memory.open(data_dir=tmp_path, vectors="memory://", cache=server.url) as memory:
        chat = memory.for_user("ana").conversation("c1")
        await chat.save(user="oi")
        await chat.load()
        await memory.drain()
        server.pause()
        await chat.save(user="still here")
        before = time.monotonic()
    server.resume()

    assert time.monotonic() - before < 5
