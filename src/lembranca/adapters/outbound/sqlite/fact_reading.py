"""Reads facts with the messages behind them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from lembranca.adapters.outbound.sqlite.database import SqliteDatabase
from lembranca.adapters.outbound.sqlite.fact_rows import FACT_COLUMNS, Sources, sources_query, to_fact, to_sources
from lembranca.adapters.outbound.sqlite.rows import chunks, marks
from lembranca.domain.known_fact import Fact
from lembranca.domain.scope import Scope

OF_SCOPE = "f.scope_no = (SELECT no FROM scopes WHERE tenant_id = ? AND user_id = ?)"
"""The condition for a fact to be of a scope, with its tenant and user bound."""

# Making more facts than this would hold up the event loop.
_MOST_INLINE = 200


async def find_facts(database: SqliteDatabase, scope: Scope, ids: Sequence[str]) -> list[Fact]:
    """Give the facts of these ids that the scope has, whatever their status, in no order."""
    rows: list[sqlite3.Row] = []
    for chunk in chunks(list(dict.fromkeys(ids))):
        sql = f"SELECT {FACT_COLUMNS} FROM facts f WHERE f.id IN ({marks(chunk)}) AND {OF_SCOPE}"
        rows += await database.read(sql, (*chunk, scope.tenant_id, scope.user_id))
    return await read_facts(database, rows)


async def read_facts(database: SqliteDatabase, rows: Sequence[sqlite3.Row]) -> list[Fact]:
    """Make facts of rows of FACT_COLUMNS, with their sources."""
    found: list[sqlite3.Row] = []
    for numbers in chunks([row[0] for row in rows]):
        found += await database.read(sources_query(numbers), numbers)
    if len(rows) > _MOST_INLINE:
        return await asyncio.to_thread(_made, rows, to_sources(found), database.path)
    return _made(rows, to_sources(found), database.path)


def _made(rows: Sequence[sqlite3.Row], sources: Sources, file: Path) -> list[Fact]:
    return [to_fact(row, file, sources.get(row[0], ())) for row in rows]
