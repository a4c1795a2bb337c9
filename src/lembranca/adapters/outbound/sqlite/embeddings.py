"""The vectors, kept beside the messages they were made from."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from lembranca.adapters.outbound.sqlite.database import SqliteDatabase
from lembranca.adapters.outbound.sqlite.rows import ENTRY_COLUMNS, chunks, entry_id, marks, message_no, to_entry
from lembranca.adapters.outbound.sqlite.scopes import COUNT_MESSAGES
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatMatrix
from lembranca.ports.entry_repository import EntryText

_FROM = """
    FROM messages m JOIN conversations c ON c.no = m.conversation_no JOIN scopes s ON s.no = c.scope_no"""

_MISSING = f"""
    SELECT s.tenant_id, s.user_id, {ENTRY_COLUMNS} {_FROM}
    WHERE m.no > ? AND NOT EXISTS (
        SELECT 1 FROM embeddings e JOIN embedders b ON b.no = e.embedder_no
        WHERE e.message_no = m.no AND b.identity = ? AND length(e.vector) = ?)
    ORDER BY m.no LIMIT ?"""

_KEEP = """
    INSERT INTO embeddings (message_no, embedder_no, vector) SELECT no, ?, ? FROM messages WHERE no = ?
    ON CONFLICT (message_no) DO UPDATE SET embedder_no = excluded.embedder_no, vector = excluded.vector"""

_OF_EMBEDDER = "FROM embeddings e JOIN embedders b ON b.no = e.embedder_no WHERE b.identity = ?"

# All vectors of an embedder are of one length: what is of another than most was damaged, and counts as missing.
_LENGTH = f"SELECT length(e.vector) {_OF_EMBEDDER} GROUP BY 1 ORDER BY count(*) DESC, 1 DESC LIMIT 1"

EMBEDDED_IDS = f"SELECT e.message_no {_OF_EMBEDDER} AND length(e.vector) = ({_LENGTH})"
"""The numbers of the messages that have a sound vector of an embedder; its identity is bound twice."""

# Vectors are kept as little-endian float32, whatever the machine.
_STORED = np.dtype("<f4")


class SqliteEmbeddingStore:
    """`IEmbeddingStore` in the history's database."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        self._lengths: dict[str, int] = {}

    async def texts_of(self, scope: Scope, conversation_id: str, message_ids: Sequence[str]) -> list[EntryText]:
        found: list[EntryText] = []
        for chunk in chunks(message_ids):
            sql = f"""
                SELECT s.tenant_id, s.user_id, {ENTRY_COLUMNS} {_FROM}
                WHERE s.tenant_id = ? AND s.user_id = ? AND c.id = ? AND m.id IN ({marks(chunk)}) ORDER BY m.no"""
            rows = await self._database.read(sql, (scope.tenant_id, scope.user_id, conversation_id, *chunk))
            found += [_text(row, self._database.path) for row in rows]
        return found

    async def missing(self, identity: str, *, after: str | None = None, limit: int = 256) -> list[EntryText]:
        number = (message_no(after) if after else None) or 0
        rows = await self._database.read(_MISSING, (number, identity, await self._length(identity), limit))
        return [_text(row, self._database.path) for row in rows]

    async def save_embeddings(self, identity: str, ids: Sequence[str], embeddings: FloatMatrix) -> int:
        numbers = [message_no(entry) for entry in ids]
        blobs = [row.astype(_STORED).tobytes() for row in embeddings]

        def operation(connection: sqlite3.Connection) -> int:
            embedder = _embedder_no(connection, identity)
            rows = zip(blobs, numbers, strict=True)
            return sum(connection.execute(_KEEP, (embedder, blob, number)).rowcount for blob, number in rows)

        if not ids:
            return 0
        kept = await self._database.write(operation)
        self._lengths[identity] = len(blobs[0])
        return kept

    async def load_embeddings(self, identity: str, ids: Sequence[str]) -> tuple[list[EntryText], FloatMatrix]:
        rows: list[sqlite3.Row] = []
        length = await self._length(identity)
        for chunk in chunks([number for number in map(message_no, ids) if number is not None]):
            sql = f"""
                SELECT e.vector, s.tenant_id, s.user_id, {ENTRY_COLUMNS} {_FROM}
                JOIN embeddings e ON e.message_no = m.no JOIN embedders b ON b.no = e.embedder_no
                WHERE b.identity = ? AND length(e.vector) = ? AND m.no IN ({marks(chunk)}) ORDER BY m.no"""
            rows += await self._database.read(sql, (identity, length, *chunk))
        vectors = [np.frombuffer(row[0], dtype=_STORED) for row in rows]
        matrix = np.stack(vectors).astype(np.float32) if vectors else np.empty((0, 0), dtype=np.float32)
        return [_text(row[1:], self._database.path) for row in rows], matrix

    async def embedded_ids(self, identity: str) -> set[str]:
        return {entry_id(row[0]) for row in await self._database.read(EMBEDDED_IDS, (identity, identity))}

    async def existing(self, ids: Sequence[str]) -> set[str]:
        found: set[str] = set()
        for chunk in chunks([number for number in map(message_no, ids) if number is not None]):
            rows = await self._database.read(f"SELECT no FROM messages WHERE no IN ({marks(chunk)})", chunk)
            found |= {entry_id(row[0]) for row in rows}
        return found

    async def count_entries(self) -> int:
        rows = await self._database.read(COUNT_MESSAGES)
        return int(rows[0][0])

    async def _length(self, identity: str) -> int:
        """The bytes of a vector of *identity*; 0 when there is none."""
        if identity not in self._lengths:
            rows = await self._database.read(_LENGTH, (identity,))
            if not rows:
                return 0
            self._lengths[identity] = int(rows[0][0])
        return self._lengths[identity]


def _embedder_no(connection: sqlite3.Connection, identity: str) -> int:
    connection.execute("INSERT OR IGNORE INTO embedders (identity) VALUES (?)", (identity,))
    return int(connection.execute("SELECT no FROM embedders WHERE identity = ?", (identity,)).fetchone()[0])


def _text(row: Sequence[object], file: Path) -> EntryText:
    entry, message = to_entry(row[2:], file)
    return EntryText(Scope(str(row[0]), str(row[1])), entry, message.searchable)
