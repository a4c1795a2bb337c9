"""Keyword search and looking up what was found."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import aiosqlite

from lembranca.adapters.outbound.sqlite.database import SqliteDatabase
from lembranca.adapters.outbound.sqlite.fact_reading import find_facts
from lembranca.adapters.outbound.sqlite.fact_rows import to_fact_entry
from lembranca.adapters.outbound.sqlite.keywords import forms_of, ranked
from lembranca.adapters.outbound.sqlite.rows import (
    ENTRY_COLUMNS,
    chunks,
    entry_id,
    marks,
    message_no,
    to_entry,
    to_microseconds,
)
from lembranca.adapters.outbound.sqlite.terms import TermIndex, scoped
from lembranca.domain.entry import MemoryEntry, SearchFilter
from lembranca.domain.fusion import Neighbours
from lembranca.domain.known_fact import FORGOTTEN, WITHDRAWN
from lembranca.domain.scope import Scope
from lembranca.ports.entry_repository import KeywordHit, Surroundings
from lembranca.ports.normalizer import INormalizer

_STATISTICS = "SELECT no, message_count, term_count FROM scopes WHERE tenant_id = ? AND user_id = ?"

_HIDE = """
    UPDATE messages SET forgotten_at = CASE WHEN ? THEN coalesce(forgotten_at, ?) END
    WHERE no = ? AND conversation_no IN
    (SELECT c.no FROM conversations c JOIN scopes s ON s.no = c.scope_no WHERE s.tenant_id = ? AND s.user_id = ?)"""


class SqliteEntryRepository:
    """`IEntryRepository` over the messages of the history, and over the facts for looking up."""

    def __init__(self, database: SqliteDatabase, normalizer: INormalizer) -> None:
        self._database = database
        self._normalizer = normalizer

    async def search_keywords(
        self, scope: Scope, query: str, *, limit: int, filters: SearchFilter | None = None
    ) -> list[KeywordHit]:
        filters = filters or SearchFilter()
        forms = forms_of(query, self._normalizer)
        if not forms or not filters.admits_messages():
            return []
        async with self._database.reading() as connection:
            statistics = list(await connection.execute_fetchall(_STATISTICS, (scope.tenant_id, scope.user_id)))
            if not statistics:
                return []
            scope_no, documents, length = statistics[0]
            rows = await _find_terms(connection, scope_no, [term for word in forms for term in word], filters)
        best = await ranked(rows, forms, documents=documents, terms=length, limit=limit)
        return [KeywordHit(entry_id(row.no), row.score, row.terms, row.shares) for row in best]

    async def rebuild_keywords(self) -> int:
        return await self._database.write(TermIndex(self._normalizer).rebuild)

    async def get_entries(
        self, scope: Scope, ids: Sequence[str], *, with_forgotten: bool = False
    ) -> dict[str, MemoryEntry]:
        found: dict[str, MemoryEntry] = {}
        for numbers in chunks(_numbers(ids)):
            sql = f"""
                SELECT {ENTRY_COLUMNS} FROM messages m
                JOIN conversations c ON c.no = m.conversation_no JOIN scopes s ON s.no = c.scope_no
                WHERE m.no IN ({marks(numbers)}) AND s.tenant_id = ? AND s.user_id = ?"""
            rows = await self._database.read(sql, (*numbers, scope.tenant_id, scope.user_id))
            found |= {entry.id: entry for entry, _ in (to_entry(row, self._database.path) for row in rows)}
        facts = await find_facts(self._database, scope, [name for name in ids if message_no(name) is None])
        found |= {fact.id: to_fact_entry(fact) for fact in facts if fact.state.status != WITHDRAWN}
        refused = () if with_forgotten else (FORGOTTEN,)
        return {name: entry for name, entry in found.items() if entry.status not in refused}

    async def hide(self, scope: Scope, entry_id: str, *, hidden: bool = True, now: datetime) -> bool:
        values = (hidden, to_microseconds(now), message_no(entry_id), scope.tenant_id, scope.user_id)
        return await self._database.write(lambda connection: connection.execute(_HIDE, values).rowcount > 0)

    async def find_surroundings(self, scope: Scope, ids: Sequence[str], *, reach: int) -> Surroundings:
        before: dict[str, dict[int, str]] = defaultdict(dict)
        after: dict[str, dict[int, str]] = defaultdict(dict)
        authors: dict[str, str | None] = {}
        for numbers in chunks(_numbers(ids)):
            sql = f"""
                SELECT m.no, n.position - m.position, n.no, n.author FROM messages m
                JOIN conversations c ON c.no = m.conversation_no JOIN scopes s ON s.no = c.scope_no
                JOIN messages n ON n.conversation_no = m.conversation_no
                    AND n.position BETWEEN m.position - ? AND m.position + ? AND n.forgotten_at IS NULL
                WHERE m.no IN ({marks(numbers)}) AND s.tenant_id = ? AND s.user_id = ?"""
            rows = await self._database.read(sql, (reach, reach, *numbers, scope.tenant_id, scope.user_id))
            for number, distance, neighbour, author in rows:
                name = entry_id(neighbour)
                authors[name] = author
                if distance:
                    side = after if distance > 0 else before
                    side[entry_id(number)][abs(distance)] = name
        neighbours = {name: Neighbours(_nearest_first(before[name]), _nearest_first(after[name])) for name in ids}
        return Surroundings(neighbours, authors)


def _numbers(ids: Sequence[str]) -> list[int]:
    return [number for number in map(message_no, ids) if number is not None]


def _nearest_first(by_distance: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(by_distance[distance] for distance in sorted(by_distance))


async def _find_terms(
    connection: aiosqlite.Connection, scope_no: int, terms: Sequence[str], filters: SearchFilter
) -> list[sqlite3.Row]:
    """Give the postings over the whole scope: term, message, frequency, length, and whether the filters admit it."""
    condition, bounds = _condition(filters)
    tokens = [scoped(scope_no, term) for term in dict.fromkeys(terms)]
    sql = f"""
        SELECT i.term, i.doc, count(*), m.term_count, {condition}
        FROM message_term_instances i JOIN messages m ON m.no = i.doc
        JOIN conversations c ON c.no = m.conversation_no
        WHERE i.term IN ({marks(tokens)}) GROUP BY i.term, i.doc"""
    return list(await connection.execute_fetchall(sql, [*bounds, *tokens]))


def _condition(filters: SearchFilter) -> tuple[str, list[Any]]:
    """Write what the filters admit as an SQL condition, with its values."""
    conditions: list[str] = ["m.forgotten_at IS NULL"]
    values: list[Any] = []
    if filters.channel is not None:
        conditions.append("m.channel = ?")
        values.append(filters.channel)
    if filters.conversation_id is not None:
        conditions.append("c.id = ?")
        values.append(filters.conversation_id)
    if filters.since is not None:
        conditions.append("m.timestamp >= ?")
        values.append(to_microseconds(filters.since))
    if filters.until is not None:
        conditions.append("m.timestamp <= ?")
        values.append(to_microseconds(filters.until))
    return " AND ".join(conditions), values
