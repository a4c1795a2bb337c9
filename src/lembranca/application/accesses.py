"""Counts what is recalled, off the request path."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping

import structlog

from lembranca.domain.errors import LembrancaError
from lembranca.domain.scope import Scope
from lembranca.ports.clock import IClock
from lembranca.ports.fact_repository import Access

_log = structlog.get_logger("lembranca.accesses")

_PAUSE = 2.0  # seconds that accesses are gathered: a crash loses at most so much of the counts, and nothing else

Recalled = Callable[[Scope, Mapping[str, Access]], Awaitable[None]]


class Accesses:
    """
    Gathers the accesses to facts and passes them on every two seconds, and when the memory closes.

    Args:
        recalled: what is told how often each fact of a scope was recalled.

    """

    def __init__(self, recalled: Recalled, clock: IClock) -> None:
        self._recalled = recalled
        self._clock = clock
        self._noted: dict[Scope, dict[str, Access]] = defaultdict(dict)
        self._writing: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    def note(self, scope: Scope, ids: Collection[str]) -> None:
        """Count one access to each fact."""
        if not ids:
            return
        now = self._clock.now()
        noted = self._noted[scope]
        for fact_id in ids:
            before = noted.get(fact_id)
            noted[fact_id] = Access(1 + (before.times if before else 0), now)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_later(), name="lembranca-accesses")

    async def flush(self) -> None:
        """Pass on what was noted; what fails is kept for the next time, and logged."""
        async with self._one_at_a_time:
            for scope in list(self._noted):
                accesses = self._noted.pop(scope)
                try:
                    await self._recalled(scope, accesses)
                except LembrancaError as exc:
                    _log.warning("accesses_not_counted", error=str(exc))
                    self._keep(scope, accesses)

    def forget_scope(self, scope: Scope) -> None:
        """Let go of what was noted of the scope."""
        self._noted.pop(scope, None)

    async def close(self) -> None:
        """Pass on what was noted, as far as it can be."""
        task, self._writing = self._writing, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        await self.flush()

    async def _write_later(self) -> None:
        while self._noted:  # what comes while others are passed on, and what could not be, waits for the next time
            await asyncio.sleep(_PAUSE)
            await self.flush()

    def _keep(self, scope: Scope, accesses: Mapping[str, Access]) -> None:
        noted = self._noted[scope]
        for fact_id, access in accesses.items():
            later = noted.get(fact_id)
            noted[fact_id] = Access(access.times + later.times, later.last) if later else access
