"""Tells listeners what happens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Protocol

from lembranca.domain.event import Event

Listener = Callable[[Event], object]


class IEventBus(Protocol):
    """Carries events to the listeners there are at that moment; with nobody listening an event is gone."""

    def publish(self, event: Event) -> None:
        """
        Tell everybody, without waiting for anybody, in the order of publishing.

        A callback that raises is logged and hurts neither the publisher nor the other listeners.
        """
        ...

    def subscribe(self) -> AsyncIterator[Event]:
        """
        Give the events from this moment on: listening begins with the call, not with the first `anext`.

        One who reads too slowly misses the oldest of more than 1,000 that wait, which is logged. The iterator ends
        when the bus is closed.
        """
        ...

    def add_listener(self, listener: Listener) -> Callable[[], None]:
        """Call *listener*, a function or a coroutine function, for each event; what is given back ends that."""
        ...

    async def close(self) -> None:
        """End all iterators and wait for callbacks at hand; closing twice is harmless."""
        ...
