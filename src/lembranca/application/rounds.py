"""The gardener's rounds: everybody's facts, again and again, in the background."""

from __future__ import annotations

import asyncio

import structlog

from lembranca.application.gardener import Gardener
from lembranca.domain.errors import LembrancaError
from lembranca.domain.scope import Scope
from lembranca.ports.fact_repository import IFactRepository

_log = structlog.get_logger("lembranca.garden")

_FIRST = 5.0  # seconds after the start, which has enough to do


class Rounds:
    """
    Tends each scope in turn, the first time soon after the start.

    Args:
        interval: seconds between two rounds; 0 when there are to be none.

    """

    def __init__(self, gardener: Gardener, facts: IFactRepository, interval: float) -> None:
        self._gardener = gardener
        self._facts = facts
        self._interval = interval
        self._task: asyncio.Task[None] | None = None
        self._failures: dict[Scope, str] = {}
        self._blocked: str | None = None

    async def start(self) -> None:
        """Begin."""
        if self._interval:
            self._task = asyncio.create_task(self._run(), name="lembranca-garden")

    async def stop(self) -> None:
        """Stop; the next start begins anew."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None

    def problems(self) -> list[str]:
        """Tell what the last round could not do."""
        found = [] if self._blocked is None else [f"garden: {self._blocked}"]
        if self._failures:
            found.append(
                f"garden: {len(self._failures)} people could not be tended: {next(iter(self._failures.values()))}"
            )
        return found

    def forget_scope(self, scope: Scope) -> None:
        """Let go of what is known of the scope."""
        self._failures.pop(scope, None)

    async def go_round(self, *, dry_run: bool = False) -> int:
        """
        Tend everybody once; a scope that fails is logged, stands in `problems` and is tried again in the next round.

        Returns:
            How many changes were made, or with *dry_run* would be.

        Raises:
            StorageError: it cannot be read whose facts there are.

        """
        count = 0
        for scope in await self._facts.scopes_with_facts():
            try:
                count += len(await self._gardener.tend(scope, dry_run=dry_run))
            except Exception as exc:  # noqa: BLE001 - whatever is wrong with one person must not keep back the others
                self._failures[scope] = str(exc) if isinstance(exc, LembrancaError) else repr(exc)
                _log.warning("scope_not_tended", error=self._failures[scope])
            else:
                self._failures.pop(scope, None)
            await asyncio.sleep(0)
        return count

    async def _run(self) -> None:
        delay = min(_FIRST, self._interval)
        while True:
            await asyncio.sleep(delay)
            delay = self._interval
            try:
                count = await self.go_round()
            except LembrancaError as exc:
                self._blocked = str(exc)
                _log.warning("round_failed", error=str(exc))
            else:
                self._blocked = None
                _log.info("garden_tended", changes=count)
