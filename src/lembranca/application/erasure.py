"""Removes a person everywhere."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog

from lembranca.application.incarnations import Incarnations
from lembranca.application.semantic_index import SemanticIndex
from lembranca.application.sessions import Sessions
from lembranca.domain.erasure import CACHE, FILES, INDEX, STORES, Erasure, PendingErasure
from lembranca.domain.errors import LembrancaError
from lembranca.domain.scope import Scope
from lembranca.ports.clock import IClock
from lembranca.ports.erasure import IErasureLog, ITextMemory

_log = structlog.get_logger("lembranca.erasure")

_RETRIES = (1.0, 10.0, 60.0, 300.0)  # seconds; the last goes on

Forgetting = Callable[[Scope], None]


class Eraser:
    """
    Erases people, one after the other.

    The history comes first, in one transaction that also notes what is left to do, so that whatever interrupts, even
    the end of the process, the work goes on: in the background, and at the next start.

    Args:
        forgetting: what lets go of all that is remembered of a scope in this process.
        texts: what remembers texts of anybody.

    """

    def __init__(
        self,
        log: IErasureLog,
        sessions: Sessions,
        index: SemanticIndex,
        incarnations: Incarnations,
        clock: IClock,
        *,
        forgetting: Sequence[Forgetting] = (),
        texts: Sequence[ITextMemory] = (),
    ) -> None:
        self._log = log
        self._sessions = sessions
        self._index = index
        self._incarnations = incarnations
        self._clock = clock
        self._forgetting = forgetting
        self._texts = texts
        self._one_at_a_time = asyncio.Lock()
        self._reasons: dict[int, dict[str, str]] = {}
        self._tasks: set[asyncio.Task[Erasure]] = set()
        self._retrying: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """
        Go on, in the background, with what a former process did not finish.

        Raises:
            StorageError: the history cannot be read.

        """
        self._reasons = {pending.number: _at_hand(pending) for pending in await self._log.pending()}
        if self._reasons:
            self._retry_later(0.0)

    async def stop(self) -> None:
        """Stop; what is not finished goes on at the next start."""
        running = [*self._tasks, *([self._retrying] if self._retrying else [])]
        for task in running:
            task.cancel()
        if running:
            await asyncio.wait(running)

    async def erase(self, scope: Scope) -> Erasure:
        """
        Remove all of *scope*; it goes on to its end even when the caller is cancelled.

        What is saved for the scope after it is called is a new beginning: kept, and never mixed with what was.

        Raises:
            StorageError: the history could not be changed; nothing was removed.

        """
        task = asyncio.create_task(self._erase(scope), name="lembranca-erase")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    def problems(self) -> list[str]:
        """Tell which erasures are not complete, and what they wait for."""
        return [
            f"erasure {number} is not complete: " + "; ".join(f"{store}: {why}" for store, why in reasons.items())
            for number, reasons in sorted(self._reasons.items())
        ]

    async def _erase(self, scope: Scope) -> Erasure:
        async with self._one_at_a_time:
            async with self._incarnations.alone(scope):
                pending = await self._log.begin(scope, STORES, now=self._clock.now())
                self._incarnations.end(scope)
                self._reasons[pending.number] = _at_hand(pending)
                self._forget(scope)
                pending = await self._clear(pending)
            return await self._finish(pending)

    def _forget(self, scope: Scope) -> None:
        for forget in self._forgetting:
            forget(scope)
        for memory in self._texts:
            memory.forget_texts()

    async def _clear(self, pending: PendingErasure) -> PendingErasure:
        """Remove the scope from the stores that know it by name; the caller has the scope for itself."""
        if CACHE in pending.stores:
            pending = await self._done(pending, CACHE, "sessions", self._sessions.erase)
        if INDEX in pending.stores:
            pending = await self._done(pending, INDEX, "vectors", self._index.erase)
        return pending

    async def _done(
        self, pending: PendingErasure, store: str, kind: str, erase: Callable[[Scope], Awaitable[int]]
    ) -> PendingErasure:
        assert pending.scope is not None  # noqa: S101 - the record names the scope while a store has to know it
        try:
            count = await erase(pending.scope)
            pending = await self._log.done(pending.number, store, kind=kind, count=count)
        except LembrancaError as exc:
            self._missed(pending, store, exc)
            return pending
        self._reasons[pending.number].pop(store, None)
        return pending

    async def _finish(self, pending: PendingErasure) -> Erasure:
        """Remove what deleting left in the files, and end the erasure when nothing else is to be done."""
        ended = None
        try:
            await self._log.scrub()
            if pending.stores == (FILES,):
                ended = self._clock.now()
                await self._log.end(pending.number, now=ended)
        except LembrancaError as exc:
            self._missed(pending, FILES, exc)
            ended = None
        else:
            self._reasons[pending.number].pop(FILES, None)
        unreached = dict(self._reasons[pending.number])
        if ended is not None:
            del self._reasons[pending.number]
        else:
            self._retry_later(_RETRIES[0])
        return Erasure(pending.number, pending.begun_at, ended, pending.removed, unreached)

    def _missed(self, pending: PendingErasure, store: str, exc: LembrancaError) -> None:
        self._reasons[pending.number][store] = str(exc)
        _log.warning("erasure_incomplete", erasure=pending.number, store=store, error=str(exc))

    def _retry_later(self, delay: float) -> None:
        if self._retrying is None or self._retrying.done():
            self._retrying = asyncio.create_task(self._retry(delay), name="lembranca-erasures")

    async def _retry(self, delay: float) -> None:
        waits = iter(_RETRIES)
        while self._reasons:
            await asyncio.sleep(delay)
            delay = next(waits, _RETRIES[-1])
            try:
                for pending in await self._log.pending():
                    async with self._one_at_a_time:
                        await self._go_on(pending)
            except LembrancaError as exc:
                _log.warning("erasures_blocked", error=str(exc))

    async def _go_on(self, pending: PendingErasure) -> None:
        """Do what is left. The person may have begun anew meanwhile: only what the history has no more is removed."""
        if pending.number not in self._reasons:  # ended since it was listed
            return
        if pending.scope is not None:
            async with self._incarnations.alone(pending.scope):
                pending = await self._clear(pending)
        await self._finish(pending)


def _at_hand(pending: PendingErasure) -> dict[str, str]:
    return dict.fromkeys(pending.stores, "at hand")
