"""The circuit breaker, and the cache it guards, on a clock that stands still."""

import asyncio
import contextlib
import time
from datetime import timedelta

import pytest

from lembranca.adapters.outbound.circuit_breaker import CircuitBreaker
from lembranca.adapters.outbound.inprocess.session_cache import InProcessMemoryRepository
from lembranca.adapters.outbound.resilient_cache import ResilientSessionCache
from lembranca.domain.errors import Conflict, InvalidInput, StorageFull, StorageUnavailable
from lembranca.testing.fakes import FakeClock
from lembranca.testing.samples import SCOPE, message


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def breaker(clock):
    return CircuitBreaker("the server", monotonic=clock.monotonic)


def fail(breaker, error=None):
    """Let a call through that fails; gives what came out."""
    error = error or StorageFull("no room")
    with pytest.raises(type(error)) as caught, breaker.attempt():
        raise error
    return caught.value


def succeed(breaker):
    with breaker.attempt():
        pass


def is_refused(breaker):
    let_through = False
    with contextlib.suppress(StorageUnavailable), breaker.attempt():
        let_through = True
    return not let_through


def seconds(number):
    return timedelta(seconds=number)


def test_three_failures_in_a_row_open_it_for_five_seconds(breaker, clock):
    for _ in range(3):
        assert breaker.check() is None
        fail(breaker)

    assert is_refused(breaker)
    clock.advance(seconds(4.9))
    assert is_refused(breaker)
    clock.advance(seconds(0.1))
    succeed(breaker)
    assert breaker.check() is None


def test_failures_with_a_success_between_them_do_not_open_it(breaker):
    for _ in range(5):
        fail(breaker)
        fail(breaker, TimeoutError())
        succeed(breaker)

    assert breaker.check() is None


def test_each_failed_trial_doubles_the_pause_up_to_a_minute(breaker, clock):
    for _ in range(3):
        fail(breaker)

    for pause in (5, 10, 20, 40, 60, 60):
        clock.advance(seconds(pause - 0.01))
        assert is_refused(breaker)
        clock.advance(seconds(0.01))
        fail(breaker)


def test_after_it_closed_everything_begins_anew(breaker, clock):
    for _ in range(3):
        fail(breaker)
    clock.advance(seconds(5))
    fail(breaker)
    clock.advance(seconds(10))
    succeed(breaker)

    fail(breaker)
    fail(breaker)
    assert breaker.check() is None
    fail(breaker)
    clock.advance(seconds(5))
    succeed(breaker)


def test_one_call_at_a_time_is_on_trial(breaker, clock):
    for _ in range(3):
        fail(breaker)
    clock.advance(seconds(5))

    with breaker.attempt():
        assert is_refused(breaker)

    assert breaker.check() is None


def test_a_cancelled_trial_lets_the_next_one_try(breaker, clock):
    for _ in range(3):
        fail(breaker)
    clock.advance(seconds(5))
    fail(breaker, asyncio.CancelledError())

    assert breaker.check() is not None
    succeed(breaker)
    assert breaker.check() is None


@pytest.mark.parametrize("error", [InvalidInput("limit", 0, "must be 1"), Conflict("message", "m1", "content")])
def test_an_answer_that_refuses_the_request_is_no_failure(breaker, error):
    fail(breaker)
    fail(breaker)
    fail(breaker, error)
    fail(breaker)

    assert breaker.check() is None


def test_what_began_before_it_opened_changes_nothing_when_it_ends(breaker, clock):
    early_failure, early_success = breaker.attempt(), breaker.attempt()
    early_failure.__enter__()
    early_success.__enter__()
    for _ in range(3):
        fail(breaker)
    clock.advance(seconds(3))
    error = StorageFull("late")
    assert not early_failure.__exit__(type(error), error, None)
    early_success.__exit__(None, None, None)

    assert is_refused(breaker)
    clock.advance(seconds(2))
    succeed(breaker)


def test_it_says_why_it_is_open_and_when_it_is_tried_again(breaker, clock):
    for _ in range(3):
        fail(breaker)
    clock.advance(seconds(1))

    assert breaker.check() == "the server is left alone after 3 failures (no room); next try in 4 s"


class _Hanging(InProcessMemoryRepository):
    hanging = True

    async def get_recent_messages(self, scope, conversation_id, limit):
        if self.hanging:
            await asyncio.Event().wait()
        return await super().get_recent_messages(scope, conversation_id, limit)


async def test_a_cache_that_hangs_costs_three_times_the_limit_and_then_nothing(clock):
    inner = _Hanging(clock)
    cache = ResilientSessionCache(inner, timeout=0.02, monotonic=clock.monotonic)
    await cache.open()
    for _ in range(3):
        with pytest.raises(StorageUnavailable, match=r"did not get_recent_messages within 0\.02 s"):
            await cache.get_recent_messages(SCOPE, "c1", 1)
    inner.hanging = False
    start = time.perf_counter()
    for _ in range(100):
        with pytest.raises(StorageUnavailable, match="left alone"):
            await cache.add_message(SCOPE, message())

    assert time.perf_counter() - start < 0.1
    assert cache.check() is not None
    clock.advance(seconds(5))
    assert await cache.get_recent_messages(SCOPE, "c1", 1) == []
    assert cache.check() is None
    await cache.close()
