"""Removing a person from the database, down to the bytes of its files."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from lembranca.adapters.outbound.sqlite.database import SqliteDatabase
from lembranca.adapters.outbound.sqlite.rows import to_datetime, to_microseconds
from lembranca.adapters.outbound.sqlite.schema import FULL_TEXTS
from lembranca.adapters.outbound.sqlite.scopes import find_scope
from lembranca.domain.erasure import FILES, PendingErasure
from lembranca.domain.errors import StorageBusy
from lembranca.domain.scope import Scope

_CONVERSATIONS = "SELECT no FROM conversations WHERE scope_no = :scope"
_MESSAGES = f"SELECT no FROM messages WHERE conversation_no IN ({_CONVERSATIONS})"

_FACTS = "SELECT no FROM facts WHERE scope_no = :scope"

# What is removed, by kind, in an order that foreign keys allow: revisions and sources go with their changes. The last
# statement is refused by them when a table that belongs to a scope is missing here.
_REMOVALS = (
    ("dead_letters", "DELETE FROM jobs WHERE scope_no = :scope AND died_at IS NOT NULL"),
    ("jobs", "DELETE FROM jobs WHERE scope_no = :scope"),
    ("words", f"DELETE FROM message_terms WHERE rowid IN ({_MESSAGES})"),
    ("embeddings", f"DELETE FROM embeddings WHERE message_no IN ({_MESSAGES})"),
    ("words", f"DELETE FROM fact_terms WHERE rowid IN ({_FACTS})"),
    ("embeddings", f"DELETE FROM fact_embeddings WHERE fact_no IN ({_FACTS})"),
    ("changes", "DELETE FROM fact_changes WHERE scope_no = :scope"),
    ("facts", "DELETE FROM facts WHERE scope_no = :scope"),
    ("messages_read", "DELETE FROM messages_read WHERE scope_no = :scope"),
    ("summaries", f"DELETE FROM summaries WHERE conversation_no IN ({_CONVERSATIONS})"),
    ("messages", f"DELETE FROM messages WHERE conversation_no IN ({_CONVERSATIONS})"),
    ("conversations", "DELETE FROM conversations WHERE scope_no = :scope"),
    ("scopes", "DELETE FROM scopes WHERE no = :scope"),
)

_COLUMNS = "no, tenant_id, user_id, begun_at, removed, stores"
_BEGIN = "INSERT INTO erasures (tenant_id, user_id, begun_at, removed, stores) VALUES (?, ?, ?, ?, ?)"
_GET = f"SELECT {_COLUMNS} FROM erasures WHERE no = ?"
_PENDING = f"SELECT {_COLUMNS} FROM erasures WHERE ended_at IS NULL ORDER BY no"
_DONE = "UPDATE erasures SET tenant_id = ?, user_id = ?, removed = ?, stores = ? WHERE no = ?"
_END = "UPDATE erasures SET ended_at = ?, stores = '[]' WHERE no = ?"

# FTS5 keeps deleted words until it merges its segments: a negative number of pages begins a merge of all of them, and
# positive ones go on with it, a few milliseconds at a time.
_MERGE = "INSERT INTO {0} ({0}, rank) VALUES ('merge', ?)"
_OPTIMIZE = "INSERT INTO {0} ({0}) VALUES ('optimize')"
_PAGES = 500
_IDLE = 2  # changes that a merge makes to its own record when there is nothing left to do


class SqliteErasures:
    """
    `IErasureLog` on SQLite.

    SQLite overwrites what it deletes (`secure_delete`), but not the copies that it leaves where rows were moved from
    page to page, and the write-ahead log has the pages as they were: so the file is written anew (`VACUUM`) and the log
    cut to nothing. FTS5's own `secure-delete` is not used: older SQLite could not read the index any more, and merging
    does the same.
    """

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database

    async def begin(self, scope: Scope, stores: Sequence[str], *, now: datetime) -> PendingErasure:
        def operation(connection: sqlite3.Connection) -> PendingErasure:
            removed = json.dumps(_remove(connection, find_scope(connection, scope)))
            values = (scope.tenant_id, scope.user_id, to_microseconds(now), removed, json.dumps(stores))
            number = connection.execute(_BEGIN, values).lastrowid
            return _to_pending(connection.execute(_GET, (number,)).fetchone())

        return await self._database.write(operation)

    async def pending(self) -> list[PendingErasure]:
        return [_to_pending(row) for row in await self._database.read(_PENDING)]

    async def done(self, number: int, store: str, *, kind: str, count: int) -> PendingErasure:
        def operation(connection: sqlite3.Connection) -> PendingErasure:
            before = _to_pending(connection.execute(_GET, (number,)).fetchone())
            left = tuple(name for name in before.stores if name != store)
            named = before.scope if before.scope and left != (FILES,) else None
            owner = (named.tenant_id, named.user_id) if named else (None, None)
            removed = {**before.removed, kind: before.removed.get(kind, 0) + count}
            connection.execute(_DONE, (*owner, json.dumps(removed), json.dumps(left), number))
            return PendingErasure(number, named, before.begun_at, removed, left)

        return await self._database.write(operation)

    async def scrub(self) -> None:
        for table in FULL_TEXTS:
            await self._merge(table)
        await self._database.maintain(_vacuum)

    async def _merge(self, table: str) -> None:
        """Merge a full-text index in steps, between which others write; in one when they leave it no rest."""
        most = await self._database.write(lambda connection: _begin_merging(connection, table))
        for _ in range(most):
            if not await self._database.write(lambda connection: _merged(connection, table)):
                return
        await self._database.write(lambda connection: connection.execute(_OPTIMIZE.format(table)))

    async def end(self, number: int, *, now: datetime) -> None:
        await self._database.write(lambda connection: connection.execute(_END, (to_microseconds(now), number)))


def _remove(connection: sqlite3.Connection, scope_no: int | None) -> dict[str, int]:
    counts = dict.fromkeys((kind for kind, _ in _REMOVALS), 0)
    if scope_no is not None:
        for kind, sql in _REMOVALS:
            counts[kind] += connection.execute(sql, {"scope": scope_no}).rowcount
    del counts["scopes"]
    return counts


def _begin_merging(connection: sqlite3.Connection, table: str) -> int:
    """Begin to merge all of a full-text index. Returns in how many steps it should be done."""
    [(pages,)] = connection.execute(f"SELECT count(*) FROM {table}_data").fetchall()
    connection.execute(_MERGE.format(table), (-_PAGES,))
    return 10 + 2 * int(pages) // _PAGES


def _merged(connection: sqlite3.Connection, table: str) -> bool:
    """Merge some pages of a full-text index; whether there was anything to merge."""
    before = connection.total_changes
    connection.execute(_MERGE.format(table), (_PAGES,))
    return connection.total_changes - before >= _IDLE


def _vacuum(connection: sqlite3.Connection) -> None:
    connection.execute("VACUUM")
    busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    if busy:  # somebody has been reading since before the deletion, for seconds
        raise StorageBusy("the write-ahead log could not be cut: another connection is reading")


def _to_pending(row: Sequence[Any]) -> PendingErasure:
    number, tenant, user, begun_at, removed, stores = row
    scope = None if tenant is None or user is None else Scope(tenant, user)
    return PendingErasure(number, scope, to_datetime(begun_at), json.loads(removed), tuple(json.loads(stores)))
