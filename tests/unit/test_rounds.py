"""The rounds tend everybody; who cannot be tended is told of, and tried again."""

import asyncio

import pytest

from lembranca.application.rounds import Rounds
from lembranca.domain.errors import StorageDamaged, StorageUnavailable
from lembranca.domain.scope import Scope

ANA, BIA = Scope("acme", "ana"), Scope("acme", "bia")


class People:
    """Stands for gardener and repository: who there is, who was tended, and who cannot be."""

    def __init__(self):
        self.tended = []
        self.broken = set()
        self.away = False
        self.came, self.gone = asyncio.Event(), asyncio.Event()

    async def scopes_with_facts(self):
        if self.away:
            self.gone.set()
            raise StorageUnavailable("away")
        return [ANA, BIA]

    async def tend(self, scope, *, dry_run=False):
        if scope in self.broken:
            raise StorageDamaged("broken row")
        self.tended.append((scope, dry_run))
        self.came.set()
        return ["change"]


@pytest.fixture
def people():
    return People()


@pytest.fixture
def rounds(people):
    return Rounds(people, people, interval=0)


async def test_everybody_is_tended_once_in_a_round(rounds, people):
    assert await rounds.go_round() == 2
    assert people.tended == [(ANA, False), (BIA, False)]


async def test_a_dry_round_only_counts(rounds, people):
    assert await rounds.go_round(dry_run=True) == 2
    assert {dry for _, dry in people.tended} == {True}


async def test_one_that_fails_keeps_nobody_else_from_being_tended_and_is_told_of(rounds, people):
    people.broken = {ANA}
    count = await rounds.go_round()
    told = rounds.problems()
    people.broken = set()
    await rounds.go_round()

    assert count == 1
    assert told == ["garden: 1 people could not be tended: broken row"]
    assert rounds.problems() == []


async def test_a_failure_of_somebody_erased_is_forgotten(rounds, people):
    people.broken = {ANA}
    await rounds.go_round()
    rounds.forget_scope(ANA)

    assert rounds.problems() == []


async def test_a_round_that_cannot_begin_raises(rounds, people):
    people.away = True
    with pytest.raises(StorageUnavailable):
        await rounds.go_round()


async def test_rounds_go_on_by_themselves_and_tell_when_they_cannot(people):
    rounds = Rounds(people, people, interval=0.001)
    await rounds.start()
    await people.came.wait()
    people.away = True
    async with asyncio.timeout(5):
        await people.gone.wait()
        await asyncio.sleep(0)
    await rounds.stop()

    assert rounds.problems() == ["garden: away"]


async def test_without_an_interval_there_are_none(rounds, people):
    await rounds.start()
    await rounds.stop()

    assert people.tended == []


async def test_neither_does_one_with_whom_something_unforeseen_happens(rounds, people):
    def overflow(scope):
        raise OverflowError("date value out of range")

    tend = people.tend
    people.tend = lambda scope, **more: overflow(scope) if scope == ANA else tend(scope, **more)

    assert await rounds.go_round() == 1
    assert "date value out of range" in rounds.problems()[0]
