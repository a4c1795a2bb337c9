"""Events inside the process keep the contract of their port."""

import asyncio
import functools
import gc

import pytest
from structlog.testing import capture_logs

from lembranca.adapters.outbound.inprocess.event_bus import InProcessEventBus
from lembranca.testing.event_bus import EventBusContract, event, numbers


class TestInProcessEventBus(EventBusContract):
    @pytest.fixture
    async def bus(self):
        bus = InProcessEventBus()
        yield bus
        await bus.close()


async def test_an_iterator_that_nobody_holds_listens_no_more():
    bus = InProcessEventBus()
    events = bus.subscribe()
    bus.publish(event())
    async for _ in events:
        break
    del events
    gc.collect()
    with capture_logs() as logs:
        for number in range(2_000):
            bus.publish(event(number))

    assert logs == []


async def test_a_listener_that_never_ends_is_cut_off_at_closing():
    bus = InProcessEventBus(grace=0.0)
    ended = asyncio.Event()

    async def hang(_):
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    bus.add_listener(hang)
    bus.publish(event())
    await asyncio.sleep(0)
    with capture_logs() as logs:
        await bus.close()
    await asyncio.wait_for(ended.wait(), 5)

    assert [log["event"] for log in logs] == ["listener_cut_off"]
    assert "hang" in logs[0]["task"]


async def test_a_listener_may_close_the_bus_itself():
    bus = InProcessEventBus()
    closed = asyncio.Event()

    async def close(_):
        await bus.close()
        closed.set()

    bus.add_listener(close)
    bus.publish(event())

    await asyncio.wait_for(closed.wait(), 2)

    assert closed.is_set()


async def test_whatever_can_be_called_can_listen():
    found = []

    class Listening:
        async def __call__(self, item):
            found.append(item)

    async def keep(place, item):
        found.insert(place, item)

    bus = InProcessEventBus()
    for listener in (Listening(), functools.partial(keep, 0), lambda item: keep(0, item)):
        bus.add_listener(listener)
    bus.publish(event())
    await bus.close()

    assert found == [event()] * 3


async def test_slowness_is_told_once_until_the_listener_has_caught_up():
    bus = InProcessEventBus()
    events = bus.subscribe()
    with capture_logs() as logs:
        for _ in range(2):
            for number in range(1_500):
                bus.publish(event(number))
            waiting = [await anext(events) for _ in range(1_000)]
            assert numbers(waiting) == list(range(500, 1_500))
            next_one = asyncio.ensure_future(anext(events))
            await asyncio.sleep(0)
            bus.publish(event())
            await next_one

    assert [log["event"] for log in logs] == ["listener_too_slow"] * 2


async def test_a_listener_that_answers_each_event_with_another_holds_up_nobody():
    answered = []

    def answer(item):
        answered.append(item)
        bus.publish(item)

    bus = InProcessEventBus(grace=0.0)
    bus.add_listener(answer)
    bus.publish(event())
    for _ in range(10):
        await asyncio.sleep(0)
    await bus.close()
    at_the_end = len(answered)
    for _ in range(10):
        await asyncio.sleep(0)

    assert len(answered) == at_the_end >= 1
