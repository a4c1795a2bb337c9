"""An open memory beside the main thread, so that typing, reading and Ctrl-C belong to the main thread alone."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

from lembranca.adapters.inbound.cli.services import Services
from lembranca.adapters.inbound.loop_thread import LoopThread
from lembranca.application.memory import MemoryService
from lembranca.application.user_memory import UserMemory

_T = TypeVar("_T")


class Session:
    """An open memory and the loop it lives on."""

    def __init__(self, loop: LoopThread[MemoryService], memory: MemoryService) -> None:
        self._loop = loop
        self.memory = memory

    def call(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Do *work* on the memory's loop; see `LoopThread.call`."""
        return self._loop.call(work)

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
    loop = LoopThread("the memory", services.open_memory(**settings))
    memory = loop.start()
    with closing(loop):
        yield Session(loop, memory)


@contextmanager
def opened_apart(services: Services, purpose: str, **settings: Any) -> Iterator[Session]:
    """Open a memory in a temporary folder, away from everything the user has and without a language model."""
    chosen = {item.name: item.value for item in services.settings_in_force({})}
    vectors = "memory://" if chosen.get("vectors", "").startswith("memory:") else "duckdb:///vectors.duckdb"
    apart = {"history": "sqlite:///history.sqlite3", "vectors": vectors, "cache": "memory://"}
    offline = {"llm": "none", "summarizer": "extractive"}
    with (
        tempfile.TemporaryDirectory(prefix=f"lembranca-{purpose}-") as folder,
        opened(services, data_dir=Path(folder), **apart, **offline, **settings) as session,
    ):
        yield session
