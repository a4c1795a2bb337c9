"""An event loop in a thread of its own, for callers that have none."""

from __future__ import annotations

import asyncio
import concurrent.futures.thread
import contextlib
import threading
import weakref
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeVar

from lembranca.domain.errors import Closed

_T = TypeVar("_T")

_GRACE_S = 5.0
_AT_EXIT_S = 10.0


class LoopThread:
    """
    Holds an async context manager open in a thread, and runs coroutines there for any other thread.

    One that is still open when the interpreter ends is closed then.

    Args:
        what: the name of what is held, for errors.
        resource: is entered and left in the thread.

    """

    def __init__(self, what: str, resource: AbstractAsyncContextManager[Any]) -> None:
        self._what = what
        self._resource = resource
        self._lock = threading.Lock()  # a call begins before the stopping or is refused
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._started: concurrent.futures.Future[None] = concurrent.futures.Future()
        self._stop = asyncio.Event()
        self._stopping = False
        self._calls: set[asyncio.Task[Any]] = set()
        self._failure: BaseException | None = None

    def start(self) -> None:
        """
        Enter the context manager; starting twice is harmless. What it raises is raised here.

        Raises:
            Closed: it was closed, or did not start, before.

        """
        with self._lock:
            if self._stopping:
                raise Closed(self._what)
            if self._thread is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._run, args=[self._loop], name="lembranca-sync", daemon=True)
                self._thread.start()
                _running.add(self)
        try:
            self._started.result()
        except BaseException:  # not only its own errors: Ctrl-C too
            self.close()
            raise

    def call(self, work: Coroutine[Any, Any, _T]) -> _T:
        """
        Run *work* and wait for it; an interrupted wait cancels it.

        Raises:
            Closed: it is not open, or was closed before *work* could end.
            RuntimeError: called in the very thread that would have to do the work.

        """
        try:
            future = self._submit(work)
        except BaseException:
            work.close()
            raise
        try:
            return future.result()
        except concurrent.futures.CancelledError:
            raise Closed(self._what) from None
        except BaseException:
            future.cancel()
            raise

    def close(self, timeout: float | None = None) -> None:
        """
        Leave the context manager and end the thread; closing twice is harmless.

        Calls at hand have five seconds to end. What leaving raises is raised here.

        Args:
            timeout: seconds to wait for all that; without end by default.

        Raises:
            RuntimeError: called in the very thread that would have to end.

        """
        self._refuse_own_thread()
        with self._lock:
            self._stopping = True
        if self._thread is None or self._loop is None:
            return
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(timeout)
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _submit(self, work: Coroutine[Any, Any, _T]) -> concurrent.futures.Future[_T]:
        self._refuse_own_thread()
        with self._lock:
            opened = self._started.done() and self._thread is not None and self._thread.is_alive()  # a fork has none
            if self._stopping or not opened or self._loop is None:
                raise Closed(self._what)
            return asyncio.run_coroutine_threadsafe(self._noted(work), self._loop)

    def _refuse_own_thread(self) -> None:
        if threading.current_thread() is self._thread:
            raise RuntimeError(
                f"{self._what} was called inside its own event loop, which would wait for itself for ever"
            )

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(self._hold())
        except BaseException as exc:  # noqa: BLE001 - raised again in the thread that waits for it
            if self._started.done():
                self._failure = exc
            else:
                self._started.set_exception(exc)
        finally:
            _running.discard(self)

    async def _hold(self) -> None:
        async with self._resource:
            self._started.set_result(None)
            await self._stop.wait()
            if self._calls:
                await asyncio.wait(self._calls, timeout=_GRACE_S)
            for call in self._calls:
                call.cancel()
            if self._calls:
                await asyncio.wait(self._calls, timeout=_GRACE_S)

    async def _noted(self, work: Coroutine[Any, Any, _T]) -> _T:
        task = asyncio.current_task()
        if task is not None:
            self._calls.add(task)
            task.add_done_callback(self._calls.discard)
        return await work


_running: weakref.WeakSet[LoopThread] = weakref.WeakSet()


def _close_all() -> None:
    with contextlib.ExitStack() as closing:
        for thread in list(_running):
            closing.callback(thread.close, timeout=_AT_EXIT_S)


# `atexit` is too late: by then Python has ended the pools that closing needs, and waits for drivers' threads that only
# closing ends.  Pools of concurrent.futures end in the same way; imported above, they are asked after us.
threading._register_atexit(_close_all)  # type: ignore[attr-defined]  # noqa: SLF001
