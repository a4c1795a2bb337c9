"""Work for a person is finished before an erasure, or begins after it."""

import asyncio

import pytest

from faults import settled
from lembranca.application.incarnations import Incarnations
from lembranca.domain.scope import Scope

ANA, BIA = Scope("acme", "ana"), Scope("acme", "bia")


@pytest.fixture
def incarnations():
    return Incarnations()


async def test_many_write_at_once_and_who_wants_to_be_alone_waits_for_them_all(incarnations):
    said = []
    release = [asyncio.Event(), asyncio.Event()]

    async def write(number):
        async with incarnations.writing(ANA):
            said.append(f"begins {number}")
            await release[number].wait()
        said.append(f"ends {number}")

    async def erase():
        async with incarnations.alone(ANA):
            said.append("alone")

    writing = [asyncio.create_task(write(number)) for number in range(2)]
    await settled()
    erasing = asyncio.create_task(erase())
    await settled()
    release[0].set()
    await settled()
    release[1].set()
    await asyncio.gather(*writing, erasing)

    assert said == ["begins 0", "begins 1", "ends 0", "ends 1", "alone"]


async def test_who_comes_meanwhile_waits_and_writes_to_the_next_incarnation(incarnations):
    found = []

    async def write(scope):
        async with incarnations.writing(scope) as present:
            found.append((scope, present.ended))

    before = incarnations.of(ANA)
    async with incarnations.alone(ANA):
        coming = [asyncio.create_task(write(scope)) for scope in (ANA, BIA)]
        await settled()
        incarnations.end(ANA)
        assert found == [(BIA, False)]
    await asyncio.gather(*coming)

    assert before.ended
    assert found == [(BIA, False), (ANA, False)]
    assert incarnations.of(ANA) is not before


async def test_an_incarnation_goes_on_when_somebody_was_alone_without_ending_it(incarnations):
    before = incarnations.of(ANA)
    async with incarnations.alone(ANA):
        pass

    assert incarnations.of(ANA) is before
    assert not before.ended


async def test_a_writer_who_fails_or_is_cancelled_keeps_nobody_waiting(incarnations):
    with pytest.raises(ZeroDivisionError):
        async with incarnations.writing(ANA):
            raise ZeroDivisionError
    with pytest.raises(ZeroDivisionError):
        async with incarnations.alone(ANA):
            raise ZeroDivisionError
    async with asyncio.timeout(5), incarnations.alone(ANA):
        pass
    async with asyncio.timeout(5), incarnations.writing(ANA):
        pass


async def test_nothing_is_held_of_anybody_for_whom_nothing_is_in_flight(incarnations):
    async with incarnations.writing(ANA):
        pass
    incarnations.of(BIA)
    incarnations.end(BIA)

    assert list(incarnations._present) == []
    assert incarnations._closed == {}
