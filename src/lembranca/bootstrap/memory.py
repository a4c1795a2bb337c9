"""The facade: settings in, a memory out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self

from lembranca.application.memory import MemoryService
from lembranca.domain.errors import Closed
from lembranca.domain.event import Event


class Memory(MemoryService):
    """
    Conversational memory: `async with Memory.open() as memory:`.

    One process at a time opens a data folder; inside it, any number of tasks share one memory.
    """

    _opened: AsyncExitStack | None = None

    @classmethod
    def open(cls, *, customize: Callable[[Any], None] | None = None, **settings: Any) -> Self:
        """
        Prepare a memory; `async with` opens it and closes it.

        Args:
            customize: is given the container before anything is made, to override its providers.
            settings: any of the settings, in lower case; see `lembranca.bootstrap.settings.Settings`.

        Raises:
            ConfigurationError: a setting cannot be used.

        """
        # They import drivers and pydantic, which `import lembranca` must not wait for.
        from lembranca.bootstrap.container import Container
        from lembranca.bootstrap.settings import load_settings

        container = Container(settings=load_settings(**settings))
        if customize is not None:
            customize(container)
        return cls(container.parts())

    async def __aenter__(self) -> Self:
        """
        Open the stores and start the background work.

        Raises:
            StorageBusy: another process holds the data folder.
            StorageDamaged: the history cannot be read; it was left as it is.
            ConfigurationError: a chosen model or library cannot be loaded.
            RuntimeError: it is open already.

        """
        if self._opened is not None:
            raise RuntimeError("this memory is open already: share it, or make another with Memory.open()")
        parts = self._parts
        # A vocabulary is loaded with its first use; a missing one should be told now.
        await asyncio.to_thread(parts.counter.count, "oi")
        async with AsyncExitStack() as opened:
            opened.push_async_callback(parts.history.close)
            await parts.history.open()
            opened.push_async_callback(parts.cache.close)
            await parts.cache.open()
            opened.push_async_callback(parts.events.close)
            opened.push_async_callback(parts.accounts.close)
            parts.known.forget_all()
            if parts.language_model is not None:
                opened.push_async_callback(parts.language_model.close)
            opened.push_async_callback(parts.reranking.stop)
            await parts.reranking.start()
            opened.push_async_callback(parts.index.stop)
            await parts.index.start()
            opened.push_async_callback(parts.sessions.drain)
            opened.push_async_callback(parts.worker.stop)
            await parts.worker.start()
            opened.push_async_callback(parts.pressure.stop)
            opened.push_async_callback(parts.compressor.stop)
            parts.pressure.start(parts.compressor.notify)
            await parts.compressor.start()
            opened.push_async_callback(parts.accesses.close)
            opened.push_async_callback(parts.reader.stop)
            await parts.reader.start()
            opened.push_async_callback(parts.rounds.stop)
            await parts.rounds.start()
            opened.push_async_callback(parts.eraser.stop)
            await parts.eraser.start()
            self._opened = opened.pop_all()
        return self

    def events(self) -> AsyncIterator[Event]:
        """
        Listen to what happens from now on, until the memory closes; see `MemoryService.events`.

        Raises:
            Closed: the memory is not open.

        """
        if self._opened is None:
            raise Closed("the memory")
        return super().events()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Finish the work at hand and close everything; what waits goes on at the next start."""
        opened, self._opened = self._opened, None
        if opened is not None:
            await opened.aclose()
