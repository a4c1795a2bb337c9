"""Tells listeners what happens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Protocol

from lembranca.domain.event import Event

Listener = Callable[[Event], object]


class IEventBus(Protocol):
    """
    Carries events to the listeners there are at that moment; with nobody listening an event is gone.

    Everybody is told in the order of publishing. One who is too slow misses the oldest of more than 1,000 events that
    wait for him, which is logged. All of it happens on the thread of the event loop.
    """

    def publish(self, event: Event) -> None:
        """Tell everybody, without waiting for anybody: callbacks are called later, never from here."""
        ...

    def subscribe(self) -> AsyncIterator[Event]:
        """
        Give the events from this moment on: listening begins with the call, not with the first `anext`.

        The iterator ends when the bus is closed, after what was published before. One that nobody holds any more
        listens no more.
        """
        ...

    def add_listener(self, listener: Listener) -> Callable[[], None]:
        """
        Call *listener*, a function or a coroutine function, for each event; what is given back ends that.

        It is called for one event after the other. One that raises is logged, and hurts neither the publisher nor the
        other listeners, nor itself with the next event.
        """
        ...

    async def close(self) -> None:
        """
        End the iterators there are and wait, for some seconds at most, until callbacks have had what was published.

        The bus may go on to be used; its listeners stay. Closing twice is harmless.
        """
        ...
