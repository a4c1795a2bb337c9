"""An event loop beside the main thread, so that typing, reading and Ctrl-C belong to the main thread alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self, TypeVar

from lembranca.adapters.inbound.cli.services import Services
from lembranca.application.memory import MemoryService, UserMemory

T = TypeVar("T")

_PATIENCE = 30.0


class LoopThread:
    """Runs coroutines on a thread of its own while the caller waits; background tasks go on between two calls."""

    def __enter__(self) -> Self:
        """Start the loop."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="lembranca-loop", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Cancel what still runs and end the loop."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE)

    def start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begin *work* and go on; the future gives its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Do *work* and give its result; Ctrl-C cancels it, waits until it has stopped, and is raised here."""
        stopped = threading.Event()

        async def watched() -> T:
            try:
                return await work
            finally:
                stopped.set()

        future = self.start(watched())
        try:
            return future.result()
        except KeyboardInterrupt:
            future.cancel()
            stopped.wait(_PATIENCE)
            raise

    def _run(self) -> None:
        loop = self._loop
        asyncio.set_event_loop(loop)
        try:
            loop.run_forever()
            tasks = asyncio.all_tasks(loop)
            for task in tasks:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
            loop.run_until_complete(loop.shutdown_asyncgens())
            loop.run_until_complete(loop.shutdown_default_executor())
        finally:
            loop.close()


class Session:
    """An open memory and the loop it lives on."""

    def __init__(self, loop: LoopThread, memory: MemoryService) -> None:
        self.loop = loop
        self.memory = memory

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Do *work* on the memory's loop; see `LoopThread.call`."""
        return self.loop.call(work)

    def user(self, tenant: str, user: str) -> UserMemory:
        """Give one person's memory."""
        return self.memory.for_user(user, tenant_id=tenant)

    def settle(self, seconds: float) -> bool:
        """Wait until the index has caught up, at most *seconds*. Returns whether it has."""
        return self.call(_settled(self.memory, seconds))


async def _settled(memory: MemoryService, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await memory.drain()
    except TimeoutError:
        return False
    return True


@contextmanager
def opened(services: Services, **settings: Any) -> Iterator[Session]:
    """
    Open a memory with these settings, and close it whatever happens.

    Raises:
        LembrancaError: it cannot be opened; see `Memory.open`.

    """
    with LoopThread() as loop:
        memory = services.open_memory(**settings)
        session = Session(loop, loop.call(_entered(memory)))
        try:
            yield session
        finally:
            loop.call(_left(memory))


async def _entered(memory: Any) -> MemoryService:
    entered: MemoryService = await memory.__aenter__()
    return entered


async def _left(memory: Any) -> None:
    await memory.__aexit__(None, None, None)
