"""The vectors, kept beside the messages and facts they were made from."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lembranca.adapters.outbound.sqlite.database import SqliteDatabase
from lembranca.adapters.outbound.sqlite.embedded_kinds import FACTS, KINDS, MESSAGES, EmbeddedKind
from lembranca.adapters.outbound.sqlite.rows import chunks, marks, message_no
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatMatrix
from lembranca.ports.entry_repository import EntryText

_OF_EMBEDDER = "JOIN embedders b ON b.no = e.embedder_no WHERE b.identity = ?1"
_LENGTHS = " UNION ALL ".join(
    f"SELECT length(e.vector) AS bytes FROM {kind.vectors} e {_OF_EMBEDDER}" for kind in KINDS
)

# All vectors of an embedder are of one length: what is of another than most was damaged, and counts as missing.
_LENGTH = f"SELECT bytes FROM ({_LENGTHS}) GROUP BY bytes ORDER BY count(*) DESC, bytes DESC LIMIT 1"

EMBEDDED_IDS = " UNION ALL ".join(
    f"""
    SELECT {kind.name} FROM {kind.vectors} e JOIN {kind.table} ON {kind.no} = e.{kind.owner} {_OF_EMBEDDER}
    AND length(e.vector) = ({_LENGTH}) AND {kind.there}"""
    for kind in KINDS
)
"""The ids of the entries that have a sound vector of an embedder, whose identity is bound."""

COUNT_ENTRIES = f"""
    SELECT (SELECT coalesce(sum(message_count), 0) FROM scopes)
        - (SELECT count(*) FROM messages WHERE forgotten_at IS NOT NULL)
        + (SELECT count(*) FROM {FACTS.table} WHERE {FACTS.there})"""
"""How many entries there are that are to have a vector."""

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
            condition = f"s.tenant_id = ? AND s.user_id = ? AND c.id = ? AND m.id IN ({marks(chunk)}) ORDER BY m.no"
            values = (scope.tenant_id, scope.user_id, conversation_id, *chunk)
            found += await self._texts(MESSAGES, f"{MESSAGES.select} AND {condition}", values)
        return found

    async def texts_of_facts(self, scope: Scope, fact_ids: Sequence[str]) -> list[EntryText]:
        found: list[EntryText] = []
        for chunk in chunks(fact_ids):
            condition = f"s.tenant_id = ? AND s.user_id = ? AND f.id IN ({marks(chunk)}) ORDER BY f.id"
            values = (scope.tenant_id, scope.user_id, *chunk)
            found += await self._texts(FACTS, f"{FACTS.select} AND {condition}", values)
        return found

    async def missing(self, identity: str, *, after: str | None = None, limit: int = 256) -> list[EntryText]:
        length = await self._length(identity)
        number = 0 if after is None else message_no(after)
        found: list[EntryText] = []
        if number is not None:  # messages come first
            found = await self._texts(MESSAGES, MESSAGES.missing, (number, identity, length, limit))
        if len(found) < limit:
            last = after if number is None else ""
            found += await self._texts(FACTS, FACTS.missing, (last, identity, length, limit - len(found)))
        return found

    async def save_embeddings(self, identity: str, ids: Sequence[str], embeddings: FloatMatrix) -> int:
        blobs = [row.astype(_STORED).tobytes() for row in embeddings]

        def operation(connection: sqlite3.Connection) -> int:
            embedder = _embedder_no(connection, identity)
            rows = zip(blobs, ids, strict=True)
            return sum(_keep(connection, embedder, blob, name) for blob, name in rows)

        if not ids:
            return 0
        kept = await self._database.write(operation)
        self._lengths[identity] = len(blobs[0])
        return kept

    async def load_embeddings(self, identity: str, ids: Sequence[str]) -> tuple[list[EntryText], FloatMatrix]:
        texts: list[EntryText] = []
        vectors: list[NDArray[np.float32]] = []
        length = await self._length(identity)
        for kind, keys in _by_kind(ids):
            for chunk in chunks(keys):
                rows = await self._database.read(kind.with_vectors(marks(chunk)), (identity, length, *chunk))
                texts += [kind.read(row[1:], self._database.path) for row in rows]
                vectors += [np.frombuffer(row[0], dtype=_STORED) for row in rows]
        matrix = np.stack(vectors).astype(np.float32) if vectors else np.empty((0, 0), dtype=np.float32)
        return texts, matrix

    async def embedded_ids(self, identity: str) -> set[str]:
        return {row[0] for row in await self._database.read(EMBEDDED_IDS, (identity,))}

    async def existing(self, ids: Sequence[str]) -> set[str]:
        found: set[str] = set()
        for kind, keys in _by_kind(ids):
            for chunk in chunks(keys):
                sql = f"SELECT {kind.name} FROM {kind.table} WHERE {kind.key} IN ({marks(chunk)}) AND {kind.there}"
                found |= {row[0] for row in await self._database.read(sql, chunk)}
        return found

    async def count_entries(self) -> int:
        rows = await self._database.read(COUNT_ENTRIES)
        return int(rows[0][0])

    async def _texts(self, kind: EmbeddedKind, sql: str, values: Sequence[object]) -> list[EntryText]:
        return [kind.read(row, self._database.path) for row in await self._database.read(sql, values)]

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


def _by_kind(ids: Sequence[str]) -> list[tuple[EmbeddedKind, list[int] | list[str]]]:
    """Sort entries' ids by what they are of, each as the key that its rows are found by."""
    numbers = [number for number in map(message_no, ids) if number is not None]
    return [(MESSAGES, numbers), (FACTS, [name for name in ids if message_no(name) is None])]


def _keep(connection: sqlite3.Connection, embedder_no: int, blob: bytes, name: str) -> int:
    number = message_no(name)
    sql, key = (FACTS.keep, name) if number is None else (MESSAGES.keep, number)
    return connection.execute(sql, (embedder_no, blob, key)).rowcount
