"""Look what is known over without changing it, also while another process writes to it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from lembranca.adapters.outbound.sqlite.fact_rows import FACT_COLUMNS, sources_query, to_fact, to_sources
from lembranca.adapters.outbound.sqlite.rows import MESSAGE_COLUMNS, chunks, to_message
from lembranca.adapters.outbound.sqlite.selfcheck import SqliteSelfCheck
from lembranca.domain.known_fact import Fact, Source
from lembranca.domain.message import Message
from lembranca.domain.scope import Scope

_PEOPLE = """
    SELECT tenant_id, user_id FROM scopes s
    WHERE EXISTS (SELECT 1 FROM facts f WHERE f.scope_no = s.no AND f.status = 'active') ORDER BY no"""
_ACTIVE = f"""
    SELECT {FACT_COLUMNS} FROM facts f WHERE f.status = 'active'
    AND f.scope_no = (SELECT no FROM scopes WHERE tenant_id = ? AND user_id = ?) ORDER BY f.no"""
_AROUND = f"""
    SELECT {MESSAGE_COLUMNS} FROM messages source
    JOIN conversations c ON c.no = source.conversation_no JOIN scopes s ON s.no = c.scope_no
    JOIN messages m ON m.conversation_no = source.conversation_no
        AND m.position BETWEEN source.position - ? AND source.position + ?
    WHERE s.tenant_id = ? AND s.user_id = ? AND c.id = ? AND source.id = ? ORDER BY m.position"""


class SqliteFactCheck:
    """`IFactCheck` on the database that *check* examines."""

    def __init__(self, check: SqliteSelfCheck) -> None:
        self._check = check

    async def people(self) -> list[Scope]:
        return await self._check.ask(lambda connection: [Scope(*row) for row in connection.execute(_PEOPLE)])

    async def active_facts(self, scope: Scope) -> list[Fact]:
        return await self._check.ask(lambda connection: _facts(connection, scope, self._check.path))

    async def around(self, scope: Scope, source: Source, *, before: int, after: int) -> list[Message]:
        values = (before, after, scope.tenant_id, scope.user_id, source.conversation_id, source.message_id)
        return await self._check.ask(
            lambda connection: [
                to_message(row, source.conversation_id, self._check.path) for row in connection.execute(_AROUND, values)
            ]
        )


def _facts(connection: sqlite3.Connection, scope: Scope, file: Path) -> list[Fact]:
    rows = connection.execute(_ACTIVE, (scope.tenant_id, scope.user_id)).fetchall()
    found: list[tuple[object, ...]] = []
    for numbers in chunks([row[0] for row in rows]):
        found += connection.execute(sources_query(numbers), numbers)
    sources = to_sources(found)
    return [to_fact(row, file, sources.get(row[0], ())) for row in rows]
