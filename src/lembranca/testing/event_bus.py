"""What every `IEventBus` promises, as tests to run against your own adapter; see `memory_repository`."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from structlog.testing import capture_logs

from lembranca.domain.event import COMPRESSION_COMPLETED, Event
from lembranca.ports.event_bus import IEventBus
from lembranca.testing.samples import SCOPE, START

MOST_WAITING = 1_000


def event(number: int = 1) -> Event:
    """Make an event that tells itself apart by its detail."""
    return Event(COMPRESSION_COMPLETED, SCOPE, "c1", START, {"number": number})


def numbers(events: list[Event]) -> list[int]:
    """Tell them apart."""
    return [item.detail["number"] for item in events]


async def rest_of(events: AsyncIterator[Event]) -> list[Event]:
    """Give all that comes until the iterator ends."""
    return [item async for item in events]


@pytest.mark.asyncio
class EventBusContract:
    """Every sentence of the port's docstrings. Fill in the fixture `bus`: an `IEventBus` without listeners."""

    @pytest.fixture
    async def bus(self) -> Any:
        """Give an `IEventBus` that nobody listens to."""
        raise NotImplementedError

    async def test_with_nobody_listening_an_event_is_gone(self, bus: IEventBus) -> None:
        bus.publish(event())
        found: list[Event] = []
        bus.add_listener(found.append)
        events = bus.subscribe()
        await bus.close()

        assert await rest_of(events) == found == []

    async def test_an_iterator_gives_what_is_published_from_its_making_on(self, bus: IEventBus) -> None:
        events = bus.subscribe()
        bus.publish(event(1))
        bus.publish(event(2))

        assert await anext(events) == event(1)
        assert await anext(events) == event(2)

    async def test_an_iterator_waits_for_the_next_event(self, bus: IEventBus) -> None:
        events = bus.subscribe()
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        assert not waiting.done()
        bus.publish(event())

        assert await asyncio.wait_for(waiting, 5) == event()

    async def test_one_who_is_cancelled_while_waiting_misses_nothing(self, bus: IEventBus) -> None:
        events = bus.subscribe()
        waiting = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        waiting.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await waiting
        bus.publish(event())

        assert await asyncio.wait_for(anext(events), 5) == event()

    async def test_every_listener_is_told_everything_in_the_order_of_publishing(self, bus: IEventBus) -> None:
        one, other = bus.subscribe(), bus.subscribe()
        called: list[Event] = []
        awaited: list[Event] = []

        async def listen(item: Event) -> None:
            await asyncio.sleep(0)  # another one may begin meanwhile, but not for this listener
            awaited.append(item)

        bus.add_listener(called.append)
        bus.add_listener(listen)
        for number in range(20):
            bus.publish(event(number))
        await bus.close()

        expected = list(range(20))
        for found in (await rest_of(one), await rest_of(other), called, awaited):
            assert numbers(found) == expected

    async def test_a_listener_is_called_for_one_event_after_the_other(self, bus: IEventBus) -> None:
        busy = 0
        most = 0

        async def listen(_: Event) -> None:
            nonlocal busy, most
            busy += 1
            most = max(most, busy)
            await asyncio.sleep(0)
            busy -= 1

        bus.add_listener(listen)
        for number in range(5):
            bus.publish(event(number))
        await bus.close()

        assert most == 1

    async def test_publishing_calls_nobody_itself(self, bus: IEventBus) -> None:
        found: list[Event] = []
        bus.add_listener(found.append)
        bus.publish(event())

        assert found == []
        await bus.close()
        assert found == [event()]

    async def test_a_listener_that_raises_is_logged_and_hurts_nobody(self, bus: IEventBus) -> None:
        found: list[Event] = []

        def broken(item: Event) -> None:
            found.append(item)
            raise KeyError("defect")

        async def broken_later(item: Event) -> None:
            broken(item)

        healthy: list[Event] = []
        for listener in (broken, broken_later, healthy.append):
            bus.add_listener(listener)
        with capture_logs() as logs:
            bus.publish(event(1))
            bus.publish(event(2))
            await bus.close()

        assert numbers(healthy) == [1, 2]
        assert sorted(numbers(found)) == [1, 1, 2, 2]
        assert sum("defect" in str(log) for log in logs) == 4

    async def test_a_listener_that_was_ended_is_told_no_more(self, bus: IEventBus) -> None:
        ended: list[Event] = []
        going_on: list[Event] = []
        end = bus.add_listener(ended.append)
        bus.add_listener(going_on.append)
        bus.publish(event(1))
        await bus.close()
        end()
        end()
        bus.publish(event(2))
        await bus.close()

        assert (numbers(ended), numbers(going_on)) == ([1], [1, 2])

    async def test_ending_one_of_two_equal_listeners_leaves_the_other(self, bus: IEventBus) -> None:
        found: list[Event] = []
        end = bus.add_listener(found.append)
        bus.add_listener(found.append)
        end()
        end()
        bus.publish(event())
        await bus.close()

        assert found == [event()]

    async def test_a_listener_may_add_and_end_listeners_and_publish(self, bus: IEventBus) -> None:
        found: list[Event] = []

        def listen(item: Event) -> None:
            end()
            bus.add_listener(found.append)
            bus.publish(event(item.detail["number"] + 1))

        end = bus.add_listener(listen)
        bus.publish(event(1))
        await bus.close()
        await bus.close()

        assert numbers(found) == [2]

    async def test_a_slow_reader_misses_the_oldest_which_is_logged(self, bus: IEventBus) -> None:
        slow = bus.subscribe()
        gate = asyncio.Event()
        called: list[Event] = []

        async def listen(item: Event) -> None:
            await gate.wait()
            called.append(item)

        bus.add_listener(listen)
        with capture_logs() as logs:
            bus.publish(event(0))
            for _ in range(3):
                await asyncio.sleep(0)  # the callback takes the first
            for number in range(1, MOST_WAITING + 5):
                bus.publish(event(number))
        gate.set()
        await bus.close()

        newest = list(range(5, MOST_WAITING + 5))
        assert numbers(await rest_of(slow)) == newest
        assert numbers(called) == [0, *newest]
        assert logs

    async def test_up_to_a_thousand_events_wait_for_everybody(self, bus: IEventBus) -> None:
        slow = bus.subscribe()
        with capture_logs() as logs:
            for number in range(MOST_WAITING):
                bus.publish(event(number))
        await bus.close()

        assert numbers(await rest_of(slow)) == list(range(MOST_WAITING))
        assert logs == []

    async def test_closing_ends_iterators_that_wait(self, bus: IEventBus) -> None:
        reading = asyncio.create_task(rest_of(bus.subscribe()))
        await asyncio.sleep(0)
        bus.publish(event())
        await bus.close()

        assert await asyncio.wait_for(reading, 5) == [event()]

    async def test_closing_waits_for_callbacks_at_hand(self, bus: IEventBus) -> None:
        found: list[Event] = []

        async def listen(item: Event) -> None:
            for _ in range(10):
                await asyncio.sleep(0)
            found.append(item)

        bus.add_listener(listen)
        bus.publish(event())
        await bus.close()

        assert found == [event()]

    async def test_closing_twice_is_harmless_and_the_bus_goes_on_to_be_used(self, bus: IEventBus) -> None:
        before = bus.subscribe()
        await bus.close()
        await bus.close()
        after = bus.subscribe()
        bus.publish(event())

        assert await rest_of(before) == []
        assert await anext(after) == event()
