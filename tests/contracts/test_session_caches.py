"""Every session cache keeps the contract."""

import contextlib
from datetime import timedelta

import pytest
from redis import Redis

from lembranca.adapters.outbound.inprocess.session_cache import InProcessMemoryRepository
from lembranca.adapters.outbound.redis import RedisMemoryRepository
from lembranca.adapters.outbound.resilient_cache import ResilientSessionCache
from lembranca.testing.fakes import FakeClock
from lembranca.testing.session_cache import SessionCacheContract

UNHURRIED = 20.0  # how fast an answer comes is not the question here


@pytest.fixture
def clock():
    return FakeClock()


@contextlib.asynccontextmanager
async def opened(cache):
    await cache.open()
    try:
        yield cache
    finally:
        await cache.close()


class _OnFakeClock:
    @pytest.fixture
    async def pass_time(self, clock):
        async def pass_time(step: timedelta) -> None:
            clock.advance(step)

        return pass_time


class _OnRedis:
    """Time passes in a server by shortening what is left of each key's life; Redis itself lets it expire."""

    @pytest.fixture
    async def pass_time(self, server):
        async def pass_time(step: timedelta) -> None:
            for key in server.scan_iter():
                left = server.pttl(key)
                if left != -1:  # a key without a time to live stays, and the test will tell
                    server.pexpire(key, max(0, left - round(step / timedelta(milliseconds=1))))

        return pass_time


@pytest.fixture
def server(redis_server):
    with Redis(port=redis_server.port) as client:
        client.flushall()
        client.script_flush()
        yield client


@pytest.fixture
def cluster(redis_cluster):
    with Redis(port=redis_cluster.port) as client:
        client.flushall()
        yield client


class TestInProcessMemoryRepository(_OnFakeClock, SessionCacheContract):
    @pytest.fixture
    async def repository(self, clock):
        async with opened(InProcessMemoryRepository(clock)) as cache:
            yield cache


class TestInProcessMemoryRepositoryWithASmallWindow(_OnFakeClock, SessionCacheContract):
    ttl = timedelta(minutes=3)
    window = 45

    @pytest.fixture
    async def repository(self, clock):
        async with opened(InProcessMemoryRepository(clock, ttl=self.ttl, max_messages=self.window)) as cache:
            yield cache


class TestRedisMemoryRepository(_OnRedis, SessionCacheContract):
    @pytest.fixture
    async def repository(self, server, redis_server):
        async with opened(RedisMemoryRepository(redis_server.url, timeout=UNHURRIED)) as cache:
            yield cache


class TestRedisMemoryRepositoryOnACluster(_OnRedis, SessionCacheContract):
    ttl = timedelta(minutes=3)
    window = 45

    @pytest.fixture
    def server(self, cluster):
        return cluster

    @pytest.fixture
    async def repository(self, server, redis_cluster):
        url = f"redis+cluster://127.0.0.1:{redis_cluster.port}"
        cache = RedisMemoryRepository(url, ttl=self.ttl, window=self.window, timeout=UNHURRIED)
        async with opened(cache):
            yield cache


class TestResilientSessionCacheAroundInProcess(_OnFakeClock, SessionCacheContract):
    @pytest.fixture
    async def repository(self, clock):
        inner = InProcessMemoryRepository(clock)
        async with opened(ResilientSessionCache(inner, timeout=UNHURRIED)) as cache:
            yield cache


class TestResilientSessionCacheAroundRedis(_OnRedis, SessionCacheContract):
    @pytest.fixture
    async def repository(self, server, redis_server):
        inner = RedisMemoryRepository(redis_server.url, timeout=UNHURRIED)
        async with opened(ResilientSessionCache(inner, timeout=UNHURRIED)) as cache:
            yield cache
