"""Adds up what memory costs and saves, off the request path."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from datetime import date

import structlog

from lembranca.domain.errors import LembrancaError
from lembranca.domain.ledger import Account, LedgerEntry, Price, added, priced
from lembranca.ports.clock import IClock
from lembranca.ports.ledger import ILedger

_log = structlog.get_logger("lembranca.accounts")

_PAUSE = 2.0  # seconds that uses are gathered: a crash loses at most so much of the account, and nothing else


class Accounts:
    """
    The account of tokens. Uses are added up in memory and written a few seconds later, or when the memory closes.

    *prices* are those of models, by identity; `default` is that of all others.
    """

    def __init__(self, ledger: ILedger, clock: IClock, prices: Mapping[str, Price] | None = None) -> None:
        self._ledger = ledger
        self._clock = clock
        self._prices = prices or {}
        self._open: dict[tuple[date, str, str, str], LedgerEntry] = {}
        self._writing: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    def note(
        self,
        tenant_id: str,
        operation: str,
        model: str = "",
        *,
        input_tokens: int = 0,
        output_tokens: int = 0,
        full_tokens: int = 0,
    ) -> None:
        """Add one use to the account."""
        today = self._clock.now().date()
        use = LedgerEntry(today, tenant_id, operation, model, 1, input_tokens, output_tokens, full_tokens)
        before = self._open.get(use.key)
        self._open[use.key] = added(before, use) if before else use
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_later(), name="lembranca-accounts")

    async def report(
        self, *, since: date | None = None, until: date | None = None, tenant_id: str | None = None
    ) -> list[Account]:
        """
        Give the account from *since* to *until*, both included, with its money where prices are known.

        Raises:
            StorageError: it cannot be written or read.

        """
        await self.flush()
        return priced(await self._ledger.entries(since=since, until=until, tenant_id=tenant_id), self._prices)

    async def flush(self) -> None:
        """
        Write what was noted.

        Raises:
            StorageError: it cannot be written; it is kept for the next time.

        """
        # To its end even when the caller is cancelled: what is written then would be kept, and written twice.
        await asyncio.shield(asyncio.ensure_future(self._write()))

    async def close(self) -> None:
        """Write what was noted, as far as it can be."""
        task, self._writing = self._writing, None
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
        await self._written()

    async def _write(self) -> None:
        async with self._one_at_a_time:
            uses, self._open = self._open, {}
            try:
                await self._ledger.add(list(uses.values()))
            except BaseException:
                for key, use in uses.items():
                    self._open[key] = added(use, self._open[key]) if key in self._open else use
                raise

    async def _write_later(self) -> None:
        await asyncio.sleep(_PAUSE)
        await self._written()

    async def _written(self) -> None:
        try:
            await self.flush()
        except LembrancaError as exc:
            _log.warning("account_not_written", error=str(exc))
