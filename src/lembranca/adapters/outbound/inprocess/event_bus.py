"""Events, told inside this process."""

from __future__ import annotations

import asyncio
import inspect
import weakref
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator

import structlog

from lembranca.domain.event import Event
from lembranca.ports.event_bus import Listener

_log = structlog.get_logger("lembranca.events")

_MOST_WAITING = 1_000
_GRACE = 5.0  # seconds that callbacks have to end when the bus is closed


class InProcessEventBus:
    """`IEventBus` for listeners in this process; *grace* is how many seconds `close` waits for callbacks."""

    def __init__(self, *, grace: float = _GRACE) -> None:
        self._grace = grace
        # Weakly, since one who breaks out of `async for` tells nobody that he listens no more.
        self._subscriptions: weakref.WeakSet[_Subscription] = weakref.WeakSet()
        self._callbacks: list[_Callback] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def publish(self, event: Event) -> None:
        for subscription in self._subscriptions:
            subscription.tell(event)
        for callback in self._callbacks:
            callback.tell(event)

    def subscribe(self) -> AsyncIterator[Event]:
        subscription = _Subscription()
        self._subscriptions.add(subscription)
        return subscription

    def add_listener(self, listener: Listener) -> Callable[[], None]:
        callback = _Callback(listener, self._tasks)
        self._callbacks.append(callback)

        def end() -> None:
            if callback in self._callbacks:
                self._callbacks.remove(callback)
                callback.forget()

        return end

    async def close(self) -> None:
        for subscription in self._subscriptions:
            subscription.end()
        self._subscriptions.clear()
        others = self._tasks - {asyncio.current_task()}  # a callback may itself be who closes
        if others:
            await self._settle(others)

    async def _settle(self, tasks: set[asyncio.Task[None]]) -> None:
        _, late = await asyncio.wait(tasks, timeout=self._grace)
        if late:
            for callback in self._callbacks:
                callback.forget()
            for task in late:
                _log.warning("listener_cut_off", task=task.get_name())
                task.cancel()


class _Backlog:
    """What waits for one listener, the oldest given up when it is too much."""

    def __init__(self, listener: str) -> None:
        self._listener = listener
        self._events: deque[Event] = deque()
        self._missing = False

    def put(self, event: Event) -> None:
        if len(self._events) >= _MOST_WAITING:
            self._events.popleft()
            if not self._missing:  # told once, until he has caught up
                _log.warning("listener_too_slow", listener=self._listener, waiting=_MOST_WAITING)
            self._missing = True
        self._events.append(event)

    def take(self) -> Iterator[Event]:
        """Give what waits, and what comes meanwhile."""
        while self._events:
            yield self._events.popleft()
        self._missing = False

    def clear(self) -> None:
        self._events.clear()


class _Subscription:
    """An iterator over the events that come."""

    def __init__(self) -> None:
        self._backlog = _Backlog("iterator")
        self._changed = asyncio.Event()
        self._ended = False

    def tell(self, event: Event) -> None:
        self._backlog.put(event)
        self._changed.set()

    def end(self) -> None:
        self._ended = True
        self._changed.set()

    def __aiter__(self) -> AsyncIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        while True:
            for event in self._backlog.take():
                return event
            if self._ended:
                raise StopAsyncIteration
            self._changed.clear()
            await self._changed.wait()


class _Callback:
    """Calls a listener in a task of its own, which lives while events wait and is one of *tasks* meanwhile."""

    def __init__(self, listener: Listener, tasks: set[asyncio.Task[None]]) -> None:
        self._listener = listener
        self._name = getattr(listener, "__qualname__", None) or type(listener).__name__
        self._backlog = _Backlog(self._name)
        self._tasks = tasks
        self._task: asyncio.Task[None] | None = None

    def tell(self, event: Event) -> None:
        self._backlog.put(event)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._call(), name=f"lembranca-listener-{self._name}")
            self._tasks.add(self._task)
            self._task.add_done_callback(self._tasks.discard)

    def forget(self) -> None:
        """Give up what waits; a call at hand goes on."""
        self._backlog.clear()

    async def _call(self) -> None:
        for event in self._backlog.take():
            try:
                answer = self._listener(event)
                if inspect.isawaitable(answer):
                    await answer
            except Exception as exc:  # noqa: BLE001 - whoever listens must not hurt whoever works
                error = f"{type(exc).__name__}: {exc}"
                _log.warning("listener_failed", listener=self._name, kind=event.kind, error=error, exc_info=True)
            await asyncio.sleep(0)  # a plain function with much to hear must not hold up everybody else
