"""What is known of people, and every change of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import aiosqlite

from lembranca.adapters.outbound.sqlite.changes import (
    CHANGE_COLUMNS,
    begin_change,
    record_revision,
    revisions_query,
    sources_query,
    to_changes,
)
from lembranca.adapters.outbound.sqlite.database import SqliteDatabase
from lembranca.adapters.outbound.sqlite.fact_reading import OF_SCOPE, find_facts, read_facts
from lembranca.adapters.outbound.sqlite.fact_rows import FACT_COLUMNS
from lembranca.adapters.outbound.sqlite.fact_writing import FactWriter
from lembranca.adapters.outbound.sqlite.jobs import AT_ONCE, insert_jobs
from lembranca.adapters.outbound.sqlite.keywords import forms_of, ranked
from lembranca.adapters.outbound.sqlite.rows import LARGEST, chunks, marks, to_microseconds
from lembranca.adapters.outbound.sqlite.scopes import make_scope
from lembranca.adapters.outbound.sqlite.terms import TermIndex, scoped
from lembranca.domain.change import Change
from lembranca.domain.entry import SearchFilter
from lembranca.domain.job import NewJob
from lembranca.domain.known_fact import ACTIVE, STATUSES, WITHDRAWN, Fact, Source
from lembranca.domain.rules import require_limit
from lembranca.domain.scope import Scope
from lembranca.ports.entry_repository import KeywordHit
from lembranca.ports.fact_repository import Access
from lembranca.ports.normalizer import INormalizer

_STATISTICS = "SELECT no, fact_count, fact_term_count FROM scopes WHERE tenant_id = ? AND user_id = ?"

_CHANGES = f"""
    SELECT {CHANGE_COLUMNS} FROM fact_changes h
    WHERE h.scope_no = (SELECT no FROM scopes WHERE tenant_id = ? AND user_id = ?)"""
_OF_FACT = """
    AND h.no IN (SELECT r.change_no FROM fact_revisions r JOIN facts f ON f.no = r.fact_no WHERE f.id = ?)"""

_NOTE = "INSERT OR IGNORE INTO messages_read (scope_no, conversation_id, message_id) VALUES (?, ?, ?)"
_NOTED = """
    SELECT message_id FROM messages_read WHERE conversation_id = ? AND message_id IN ({})
    AND scope_no = (SELECT no FROM scopes WHERE tenant_id = ? AND user_id = ?)"""

_TOUCH = """
    UPDATE facts SET access_count = access_count + ?1, last_accessed = max(coalesce(last_accessed, ?2), ?2)
    WHERE id = ?3 AND scope_no = (SELECT no FROM scopes WHERE tenant_id = ?4 AND user_id = ?5)"""

_SCOPES = """
    SELECT tenant_id, user_id FROM scopes s
    WHERE EXISTS (SELECT 1 FROM facts f WHERE f.scope_no = s.no AND f.status <> 'withdrawn') ORDER BY no"""

_HAS_SOURCE = """
    EXISTS (SELECT 1 FROM fact_revisions r JOIN change_sources o ON o.change_no = r.change_no
            WHERE r.fact_no = f.no AND r.is_source = 1 AND o.{} = ?)"""


class SqliteFactRepository:
    """`IFactRepository` in the history's database."""

    def __init__(self, database: SqliteDatabase, normalizer: INormalizer) -> None:
        self._database = database
        self._normalizer = normalizer
        self._writer = FactWriter(TermIndex(normalizer), database.path)

    async def apply(
        self, scope: Scope, changes: Sequence[Change], *, read: Sequence[Source] = (), jobs: Sequence[NewJob] = ()
    ) -> None:
        noted = {
            (source.conversation_id, source.message_id)
            for sources in (read, *(change.sources for change in changes))
            for source in sources
        }

        def operation(connection: sqlite3.Connection) -> None:
            scope_no = make_scope(connection, scope)
            for change in changes:
                self._carry_out(connection, scope_no, change)
            connection.executemany(_NOTE, [(scope_no, *message) for message in sorted(noted)])
            insert_jobs(connection, scope_no, jobs, AT_ONCE)

        if changes or read or jobs:
            await self._database.write(operation)

    async def unread(self, scope: Scope, conversation_id: str, message_ids: Sequence[str]) -> list[str]:
        noted: set[str] = set()
        for chunk in chunks(message_ids):
            values = (conversation_id, *chunk, scope.tenant_id, scope.user_id)
            noted |= {row[0] for row in await self._database.read(_NOTED.format(marks(chunk)), values)}
        return [message_id for message_id in message_ids if message_id not in noted]

    async def get_facts(self, scope: Scope, ids: Sequence[str]) -> dict[str, Fact]:
        return {fact.id: fact for fact in await find_facts(self._database, scope, ids)}

    async def list_facts(
        self,
        scope: Scope,
        *,
        statuses: Collection[str] = (ACTIVE,),
        kinds: Collection[str] = (),
        limit: int = 100_000,
        offset: int = 0,
    ) -> list[Fact]:
        require_limit("limit", limit, maximum=LARGEST)
        require_limit("offset", offset, minimum=0, maximum=LARGEST)
        wanted = [status for status in STATUSES if status in statuses and status != WITHDRAWN]
        conditions = [OF_SCOPE, f"f.status IN ({marks(wanted)})"]
        if kinds:
            conditions.append(f"f.kind IN ({marks([*kinds])})")
        sql = f"SELECT {FACT_COLUMNS} FROM facts f WHERE {' AND '.join(conditions)} ORDER BY f.no LIMIT ? OFFSET ?"
        values = (scope.tenant_id, scope.user_id, *wanted, *kinds, limit, offset)
        return await read_facts(self._database, await self._database.read(sql, values))

    async def search_keywords(
        self, scope: Scope, query: str, *, limit: int, filters: SearchFilter | None = None
    ) -> list[KeywordHit]:
        filters = filters or SearchFilter()
        forms = forms_of(query, self._normalizer)
        if not forms or not filters.admits_facts():
            return []
        async with self._database.reading() as connection:
            statistics = list(await connection.execute_fetchall(_STATISTICS, (scope.tenant_id, scope.user_id)))
            if not statistics:
                return []
            scope_no, documents, length = statistics[0]
            rows = await _find_terms(connection, scope_no, [term for word in forms for term in word], filters)
        best = await ranked(rows, forms, documents=documents, terms=length, limit=limit)
        names = await self._names([row.no for row in best])
        return [KeywordHit(names[row.no], row.score, row.terms, row.shares) for row in best]

    async def changes(
        self, scope: Scope, *, fact_id: str | None = None, limit: int = 100, offset: int = 0
    ) -> list[Change]:
        require_limit("limit", limit, maximum=LARGEST)
        require_limit("offset", offset, minimum=0, maximum=LARGEST)
        of_fact = () if fact_id is None else (fact_id,)
        sql = f"{_CHANGES} {_OF_FACT if of_fact else ''} ORDER BY h.no DESC LIMIT ? OFFSET ?"
        return await self._read_changes(sql, (scope.tenant_id, scope.user_id, *of_fact, limit, offset))

    async def get_change(self, scope: Scope, change_id: str) -> Change | None:
        found = await self._read_changes(f"{_CHANGES} AND h.id = ?", (scope.tenant_id, scope.user_id, change_id))
        return found[0] if found else None

    async def touch(self, scope: Scope, accesses: Mapping[str, Access]) -> None:
        owner = (scope.tenant_id, scope.user_id)
        rows = [(access.times, to_microseconds(access.last), name, *owner) for name, access in accesses.items()]
        if rows:
            await self._database.write(lambda connection: connection.executemany(_TOUCH, rows))

    async def scopes_with_facts(self) -> list[Scope]:
        return [Scope(*row) for row in await self._database.read(_SCOPES)]

    async def count_facts(self, scope: Scope | None = None) -> dict[str, int]:
        condition, values = ("1", ()) if scope is None else (OF_SCOPE, (scope.tenant_id, scope.user_id))
        sql = f"SELECT f.status, count(*) FROM facts f WHERE {condition} GROUP BY f.status"
        counts = dict(map(tuple, await self._database.read(sql, values)))
        return {status: counts.get(status, 0) for status in STATUSES if status != WITHDRAWN}

    def _carry_out(self, connection: sqlite3.Connection, scope_no: int, change: Change) -> None:
        number = begin_change(connection, scope_no, change)
        for place, revision in enumerate(change.revisions):
            fact_no = self._writer.revise(connection, scope_no, change, revision)
            is_source = bool(change.sources) and (revision.before is None or revision.after.is_active)
            record_revision(connection, number, place, fact_no, revision, is_source=is_source)

    async def _names(self, numbers: Sequence[int]) -> dict[int, str]:
        names: dict[int, str] = {}
        for chunk in chunks(numbers):
            rows = await self._database.read(f"SELECT no, id FROM facts WHERE no IN ({marks(chunk)})", chunk)
            names |= dict(map(tuple, rows))
        return names

    async def _read_changes(self, sql: str, values: Sequence[Any]) -> list[Change]:
        rows = await self._database.read(sql, values)
        revisions: list[sqlite3.Row] = []
        sources: list[sqlite3.Row] = []
        for numbers in chunks([row[0] for row in rows]):
            revisions += await self._database.read(revisions_query(numbers), numbers)
            sources += await self._database.read(sources_query(numbers), numbers)
        return to_changes(rows, revisions, sources, self._database.path)


async def _find_terms(
    connection: aiosqlite.Connection, scope_no: int, terms: Sequence[str], filters: SearchFilter
) -> list[sqlite3.Row]:
    """Give the postings of all facts that can be found: see `keywords.ranked`."""
    condition, bounds = _condition(filters)
    tokens = [scoped(scope_no, term) for term in dict.fromkeys(terms)]
    sql = f"""
        SELECT i.term, i.doc, count(*), f.term_count, {condition}
        FROM fact_term_instances i JOIN facts f ON f.no = i.doc
        WHERE i.term IN ({marks(tokens)}) AND f.status IN ('active', 'archived') GROUP BY i.term, i.doc"""
    return list(await connection.execute_fetchall(sql, [*bounds, *tokens]))


def _condition(filters: SearchFilter) -> tuple[str, list[Any]]:
    """Write what the filters admit as an SQL condition, with its values."""
    conditions: list[str] = ["1"]
    values: list[Any] = []
    for column, wanted in (("layer", filters.layers), ("kind", filters.kinds)):
        if wanted:
            conditions.append(f"f.{column} IN ({marks([*wanted])})")
            values += sorted(wanted)
    for column, text in (("conversation_id", filters.conversation_id), ("channel", filters.channel)):
        if text is not None:
            conditions.append(_HAS_SOURCE.format(column))
            values.append(text)
    if filters.since is not None:
        conditions.append("f.updated_at >= ?")
        values.append(to_microseconds(filters.since))
    if filters.until is not None:
        conditions.append("f.updated_at <= ?")
        values.append(to_microseconds(filters.until))
    return " AND ".join(conditions), values
