"""Events for callers that have no event loop: an iterator that any thread may wait on."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator

from lembranca.domain.event import Event

_MOST_WAITING = 1_000


class BlockingEvents(Iterator[Event]):
    """
    Events in the order in which they happened; it ends when the memory is closed.

    Who takes too long misses the oldest of more than 1,000 that wait. One that nobody holds any more listens no more.
    """

    def __init__(self) -> None:
        self._events: deque[Event] = deque(maxlen=_MOST_WAITING)
        self._changed = threading.Condition()
        self._ended = False

    async def follow(self, subscribe: Callable[[], AsyncIterator[Event]]) -> BlockingEvents:
        """Listen from now on, in the loop that this is called in. Returns itself."""
        task = asyncio.get_running_loop().create_task(_told(weakref.ref(self), subscribe()), name="lembranca-events")
        _following.add(task)
        task.add_done_callback(_following.discard)
        return self

    def __next__(self) -> Event:
        with self._changed:
            while not self._events:
                if self._ended:
                    raise StopIteration
                self._changed.wait()
            return self._events.popleft()

    def tell(self, event: Event) -> None:
        """Add an event."""
        with self._changed:
            self._events.append(event)
            self._changed.notify()

    def end(self) -> None:
        """End it, behind the events that wait."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()


_following: set[asyncio.Task[None]] = set()  # a loop holds its tasks only weakly


async def _told(listener: weakref.ref[BlockingEvents], events: AsyncIterator[Event]) -> None:
    """Hand *events* on until they end or nobody holds the listener."""
    try:
        async for event in events:
            if (found := listener()) is None:
                return
            found.tell(event)
            del found  # or it would be held while the next event is waited for
    finally:
        if found := listener():
            found.end()
