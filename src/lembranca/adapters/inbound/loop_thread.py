"""An event loop in a thread of its own, for callers that have none: the blocking twin and the command line."""

from __future__ import annotations

import asyncio
import concurrent.futures.thread
import contextlib
import threading
import weakref
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import AbstractAsyncContextManager
from typing import Any, Generic, TypeVar

from lembranca.domain.errors import Closed

_T = TypeVar("_T")
_R = TypeVar("_R")

_BEGIN_S = 1.0
_GRACE_S = 5.0
_PATIENCE_S = 30.0
_AT_EXIT_S = 10.0


class LoopThread(Generic[_R]):
    """
    Holds an async context manager open in a thread, and runs coroutines there for any other thread.

    What they leave running there goes on between two calls, until it is closed; one that is still open when the
    interpreter ends is closed then.

    Args:
        what: the name of what is held, for errors.
        resource: is entered and left in the thread, both in one task.

    """

    def __init__(self, what: str, resource: AbstractAsyncContextManager[_R]) -> None:
        self._what = what
        self._resource = resource
        self._lock = threading.Lock()  # a call begins before the stopping or is refused
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None  # made in the thread, where no Ctrl-C can come between
        self._begun = threading.Event()
        self._holder: asyncio.Task[Any] | None = None
        self._started: Future[_R] = Future()
        self._stop = asyncio.Event()
        self._stopping = False
        self._calls: set[_Call[Any]] = set()
        self._failure: BaseException | None = None

    def start(self) -> _R:
        """
        Enter the context manager; starting twice is harmless. What it raises is raised here; Ctrl-C cancels it.

        Returns:
            What entering gave, each time.

        Raises:
            Closed: it was closed, or did not start, before.
            RuntimeError: called in the very thread that it would wait for.

        """
        if self._is_inside():
            raise self._own_thread()
        try:  # all of it: Ctrl-C may come before there is anything to wait for
            self._launch()
            return self._started.result()
        except BaseException:
            self._end(self._give_up, _PATIENCE_S)
            raise

    def call(self, work: Coroutine[Any, Any, _T]) -> _T:
        """
        Run *work* and wait for it.

        An interrupted wait, as by Ctrl-C, cancels *work*, waits until it has stopped, at most half a minute, and then
        raises what interrupted it.

        Raises:
            Closed: it is not open, or was closed before *work* could end.
            RuntimeError: called in the very thread that would have to do the work.

        """
        call = _Call(work, self._what)
        try:  # all of it: Ctrl-C may come before the work has begun
            self._begin(call)
            return call.outcome.result()
        except BaseException:
            if not call.outcome.done():
                self._cancel(call)
            raise

    def do(self, work: Callable[[], _T]) -> _T:
        """
        Call the function *work* in the thread and wait for it; at once when this is that very thread.

        Raises:
            Closed: it is not open.

        """
        return work() if self._is_inside() else self.call(_awaitable(work))

    def close(self, timeout: float | None = None) -> None:
        """
        Leave the context manager and end the thread; closing twice is harmless.

        Calls at hand have five seconds to end; what else runs there is cancelled. What leaving raises is raised here.

        Args:
            timeout: seconds to wait for all that; without end by default.

        Raises:
            RuntimeError: called in the very thread that would have to end.

        """
        if self._is_inside():
            raise self._own_thread()
        self._end(self._stop.set, timeout)
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _launch(self) -> None:
        with self._lock:
            if self._stopping:
                raise Closed(self._what)
            if self._thread is None:
                _running.add(self)
                self._thread = threading.Thread(target=self._run, name="lembranca-loop", daemon=True)
                self._thread.start()

    def _begin(self, call: _Call[Any]) -> None:
        if self._is_inside():
            call.refuse(self._own_thread())
            return
        with self._lock:
            opened = self._started.done() and self._thread is not None and self._thread.is_alive()  # a fork has none
            if opened and not self._stopping and self._loop is not None:
                self._calls.add(call)
                call.outcome.add_done_callback(lambda _: self._calls.discard(call))
                self._loop.call_soon_threadsafe(call.begin)
                return
        call.refuse(Closed(self._what))

    def _cancel(self, call: _Call[Any]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and the call with it
            if self._loop is not None:
                self._loop.call_soon_threadsafe(call.cancel)
                concurrent.futures.wait([call.outcome], _PATIENCE_S)

    def _is_inside(self) -> bool:
        return threading.current_thread() is self._thread

    def _own_thread(self) -> RuntimeError:
        return RuntimeError(f"{self._what} was called inside its own event loop, which would wait for itself for ever")

    def _end(self, stop: Callable[[], None], timeout: float | None) -> None:
        with self._lock:
            self._stopping = True
        if self._thread is None or not self._begun.wait(_BEGIN_S) or self._loop is None:
            return
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(stop)
        self._thread.join(timeout)

    def _give_up(self) -> None:
        self._stop.set()
        if self._holder is not None and not self._started.done():
            self._holder.cancel()

    def _run(self) -> None:
        try:
            with asyncio.Runner() as runner:
                self._loop = runner.get_loop()
                self._begun.set()
                runner.run(self._hold())
        except BaseException as exc:  # noqa: BLE001 - raised again in the thread that waits for it
            if self._started.done():
                self._failure = exc
            else:
                self._started.set_exception(exc)
        finally:
            self._begun.set()
            _running.discard(self)
            for call in list(self._calls):  # the loop was ended from inside before they began
                call.refuse(Closed(self._what))

    async def _hold(self) -> None:
        self._holder = asyncio.current_task()
        try:
            async with self._resource as held:
                self._started.set_result(held)
                await self._stop.wait()
                await self._finish()
        finally:
            with self._lock:
                self._stopping = True

    async def _finish(self) -> None:
        """Give the calls at hand time to end, then time to be cancelled."""
        for cancels in (False, True):
            tasks = [call.task for call in self._calls if call.task is not None]
            if cancels:
                for task in tasks:
                    task.cancel()
            if tasks:
                await asyncio.wait(tasks, timeout=_GRACE_S)


async def _awaitable(work: Callable[[], _T]) -> _T:
    return work()


class _Call(Generic[_T]):
    """Work on its way through the loop; all but `refuse` is done in the loop's thread."""

    def __init__(self, work: Coroutine[Any, Any, _T], what: str) -> None:
        self.outcome: Future[_T] = Future()  # is there as soon as nothing of the work runs any more
        self.task: asyncio.Task[_T] | None = None
        self._work = work
        self._what = what

    def begin(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self._work)
        self.task.add_done_callback(self._settle)

    def cancel(self) -> None:
        if self.task is not None:
            self.task.cancel()
        elif not self.outcome.done():
            self.refuse(Closed(self._what))

    def refuse(self, reason: Exception) -> None:
        """Give the work up before it has begun."""
        if self.task is None:
            self._work.close()
        self.outcome.set_exception(reason)

    def _settle(self, task: asyncio.Task[_T]) -> None:
        if task.cancelled():
            self.outcome.set_exception(Closed(self._what))
        elif (error := task.exception()) is not None:
            self.outcome.set_exception(error)
        else:
            self.outcome.set_result(task.result())


_running: weakref.WeakSet[LoopThread[Any]] = weakref.WeakSet()


def _close_all() -> None:
    with contextlib.ExitStack() as closing:
        for thread in list(_running):
            closing.callback(thread.close, timeout=_AT_EXIT_S)


# `atexit` is too late: by then Python has ended the pools that closing needs, and waits for drivers' threads that only
# closing ends.  Pools of concurrent.futures end in the same way; imported above, they are asked after us.
threading._register_atexit(_close_all)  # type: ignore[attr-defined]  # noqa: SLF001
