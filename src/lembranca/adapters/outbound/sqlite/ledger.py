"""The ledger."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from datetime import date

from lembranca.adapters.outbound.sqlite.database import SqliteDatabase
from lembranca.domain.errors import StorageDamaged
from lembranca.domain.ledger import LedgerEntry

_ADD = """
    INSERT INTO ledger (day, tenant_id, operation, model, calls, input_tokens, output_tokens, full_tokens)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (day, tenant_id, operation, model) DO UPDATE
    SET calls = calls + excluded.calls, input_tokens = input_tokens + excluded.input_tokens,
        output_tokens = output_tokens + excluded.output_tokens, full_tokens = full_tokens + excluded.full_tokens"""

_ENTRIES = """
    SELECT day, tenant_id, operation, model, calls, input_tokens, output_tokens, full_tokens FROM ledger
    WHERE day >= ? AND day <= ? AND (? IS NULL OR tenant_id = ?) ORDER BY day, tenant_id, operation, model"""


class SqliteLedger:
    """`ILedger` in the history's database."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database

    async def add(self, entries: Sequence[LedgerEntry]) -> None:
        rows = [
            (
                entry.day.isoformat(),
                entry.tenant_id,
                entry.operation,
                entry.model,
                entry.calls,
                entry.input_tokens,
                entry.output_tokens,
                entry.full_tokens,
            )
            for entry in entries
        ]

        def operation(connection: sqlite3.Connection) -> None:
            connection.executemany(_ADD, rows)

        if rows:
            await self._database.write(operation)

    async def entries(
        self, *, since: date | None = None, until: date | None = None, tenant_id: str | None = None
    ) -> list[LedgerEntry]:
        bounds = ((since or date.min).isoformat(), (until or date.max).isoformat())
        rows = await self._database.read(_ENTRIES, (*bounds, tenant_id, tenant_id))
        try:
            return [LedgerEntry(date.fromisoformat(row[0]), *row[1:]) for row in rows]
        except ValueError as exc:
            raise StorageDamaged(f"{self._database.path}: a day of the ledger cannot be read ({exc})") from exc
