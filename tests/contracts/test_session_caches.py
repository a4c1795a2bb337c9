"""Every session cache keeps the contract."""

from datetime import timedelta

import pytest

from lembranca.adapters.outbound.inprocess.session_cache import InProcessMemoryRepository
from lembranca.testing.fakes import FakeClock
from lembranca.testing.session_cache import SessionCacheContract


@pytest.fixture
def clock():
    return FakeClock()


class _InProcess:
    @pytest.fixture
    async def pass_time(self, clock):
        async def pass_time(step: timedelta) -> None:
            clock.advance(step)

        return pass_time


class TestInProcessMemoryRepository(_InProcess, SessionCacheContract):
    @pytest.fixture
    async def repository(self, clock):
        cache = InProcessMemoryRepository(clock)
        await cache.open()
        yield cache
        await cache.close()
