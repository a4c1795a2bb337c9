"""The blocking twin of the whole memory."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from datetime import date
from types import TracebackType
from typing import Any, Self

from lembranca.adapters.inbound.blocking_events import BlockingEvents
from lembranca.adapters.inbound.loop_thread import LoopThread
from lembranca.application.semantic_index import Progress
from lembranca.application.status import Status
from lembranca.bootstrap.memory import Memory as AsyncMemory
from lembranca.domain.errors import Closed
from lembranca.domain.event import Event
from lembranca.domain.job import DeadLetter
from lembranca.domain.ledger import Account
from lembranca.domain.scope import DEFAULT_TENANT, Scope
from lembranca.ports.event_bus import Listener
from lembranca.sync.language_model import LanguageModel
from lembranca.sync.user_memory import UserMemory


class Memory:
    """
    Conversational memory that is waited for: `with Memory.open() as memory:`; see `lembranca.Memory`.

    Where a block does not fit, as in a notebook, `start` opens it and `close` closes it; one that was left open is
    closed when the interpreter ends.
    """

    def __init__(self, inner: AsyncMemory) -> None:
        self._inner = inner
        self._loop = LoopThread("the memory", inner)

    @classmethod
    def open(cls, *, customize: Callable[[Any], None] | None = None, **settings: Any) -> Self:
        """Prepare a memory; see `lembranca.Memory.open`."""
        return cls(AsyncMemory.open(customize=customize, **settings))

    def start(self) -> Self:
        """Open the stores and start the background work; starting twice is harmless. Raises what `async with` does."""
        self._loop.start()
        return self

    def close(self) -> None:
        """
        Finish the work at hand and close everything; closing twice is harmless.

        Calls that other threads wait for have five seconds to end, then they end with `Closed`.
        """
        self._loop.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def for_user(self, user_id: str, *, tenant_id: str = DEFAULT_TENANT) -> UserMemory:
        """Give the memory of one person."""
        return UserMemory(self._inner.for_user(user_id, tenant_id=tenant_id), self._loop)

    @property
    def language_model(self) -> LanguageModel | None:
        """The language model that the settings name, None when they name none."""
        model = self._inner.language_model
        return None if model is None else LanguageModel(model, self._loop)

    def scopes(self) -> list[Scope]:
        """List all scopes in which something is stored, for maintenance."""
        return self._loop.call(self._inner.scopes())

    def drain(self) -> None:
        """Wait until background work is done."""
        self._loop.call(self._inner.drain())

    def tend(self, *, dry_run: bool = False) -> int:
        """Let the gardener go once through what is known of everybody. Returns how many changes were made."""
        return self._loop.call(self._inner.tend(dry_run=dry_run))

    def events(self) -> Iterator[Event]:
        """Listen to what happens from now on: `for event in memory.events():`; it ends when the memory is closed."""
        return self._loop.call(BlockingEvents().follow(self._inner.events))

    def on_event(self, listener: Listener) -> Callable[[], None]:
        """
        Call *listener* for each event, in the memory's own thread; what is given back ends that.

        There it may not use this memory, which would wait for itself: what is to be done with it, another thread does.
        """
        end = self._loop.do(lambda: self._inner.on_event(listener))

        def ended() -> None:
            with contextlib.suppress(Closed):  # nobody is told any more
                self._loop.do(end)

        return ended

    def stats(
        self, *, since: date | None = None, until: date | None = None, tenant_id: str | None = None
    ) -> list[Account]:
        """Give what contexts and summaries used and saved, per day (UTC), tenant, operation and model."""
        return self._loop.call(self._inner.stats(since=since, until=until, tenant_id=tenant_id))

    def reindex(self, progress: Progress | None = None, *, from_scratch: bool = False) -> int:
        """Make the vector index hold exactly what the history has; *progress* is told in the memory's own thread."""
        return self._loop.call(self._inner.reindex(progress, from_scratch=from_scratch))

    def dead_letters(self, *, limit: int = 100) -> list[DeadLetter]:
        """List the jobs given up, the latest first, with their reasons."""
        return self._loop.call(self._inner.dead_letters(limit=limit))

    def status(self) -> Status:
        """Tell how everything is."""
        return self._loop.call(self._inner.status())
