"""Accesses are gathered, passed on together, and never lost for a failure."""

from datetime import timedelta

import pytest

from lembranca.application.accesses import Accesses
from lembranca.domain.errors import StorageUnavailable
from lembranca.domain.scope import Scope
from lembranca.ports.fact_repository import Access
from lembranca.testing.fakes import FakeClock

ANA, BIA = Scope("acme", "ana"), Scope("acme", "bia")


class Counted:
    """Takes what it is told, or fails."""

    def __init__(self):
        self.told = []
        self.failing = False

    async def __call__(self, scope, accesses):
        if self.failing:
            raise StorageUnavailable("full")
        self.told.append((scope, dict(accesses)))


@pytest.fixture
def counted():
    return Counted()


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
async def accesses(counted, clock):
    accesses = Accesses(counted, clock)
    yield accesses
    counted.failing = False
    await accesses.close()


async def test_accesses_of_one_fact_are_added_up_with_the_last_time(accesses, counted, clock):
    accesses.note(ANA, ["f1", "f2"])
    later = clock.advance(timedelta(minutes=1))
    accesses.note(ANA, ["f1"])
    await accesses.flush()

    [(scope, told)] = counted.told
    assert (scope, told["f1"], told["f2"].times) == (ANA, Access(2, later), 1)


async def test_nothing_is_passed_on_twice(accesses, counted):
    accesses.note(ANA, ["f1"])
    await accesses.flush()
    await accesses.flush()

    assert len(counted.told) == 1


async def test_what_failed_is_added_to_what_comes_later(accesses, counted, clock):
    accesses.note(ANA, ["f1"])
    counted.failing = True
    await accesses.flush()
    counted.failing = False
    later = clock.advance(timedelta(minutes=1))
    accesses.note(ANA, ["f1"])
    await accesses.flush()

    assert counted.told == [(ANA, {"f1": Access(2, later)})]


async def test_the_last_ones_are_passed_on_when_it_closes(accesses, counted):
    accesses.note(ANA, ["f1"])
    await accesses.close()

    assert [scope for scope, _ in counted.told] == [ANA]


async def test_those_of_a_forgotten_scope_are_dropped(accesses, counted):
    accesses.note(ANA, ["f1"])
    accesses.note(BIA, ["f2"])
    accesses.forget_scope(ANA)
    await accesses.flush()

    assert [scope for scope, _ in counted.told] == [BIA]
