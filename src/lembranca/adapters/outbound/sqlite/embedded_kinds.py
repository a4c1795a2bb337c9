"""The kinds of entries that have vectors: where each lies in the database, and what is asked of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lembranca.adapters.outbound.sqlite.fact_rows import FACT_COLUMNS, to_fact, to_fact_entry
from lembranca.adapters.outbound.sqlite.rows import ENTRY_COLUMNS, to_entry
from lembranca.domain.scope import Scope
from lembranca.ports.entry_repository import EntryText


@dataclass(frozen=True, slots=True)
class EmbeddedKind:
    """
    One kind.

    *table* holds its rows, numbered by *no*, found and ordered by *key*, their entries called *name*; *there* is the
    condition for one not to be gone. *joined* adds what the *columns* need. *vectors* is the table of its vectors, with
    the row's number in *owner*. *read* reads a row of tenant, user and *columns*.
    """

    table: str
    joined: str
    columns: str
    no: str
    key: str
    name: str
    there: str
    vectors: str
    owner: str
    read: Callable[[Sequence[Any], Path], EntryText]

    @property
    def select(self) -> str:
        """The query for all that is there, to be narrowed by further conditions."""
        return f"SELECT s.tenant_id, s.user_id, {self.columns} FROM {self.table} {self.joined} WHERE {self.there}"

    @property
    def missing(self) -> str:
        """The query for what has no vector; it binds the last key, the embedder, a vector's bytes and a limit."""
        return f"""
            {self.select} AND {self.key} > ? AND NOT EXISTS (
                SELECT 1 FROM {self.vectors} e JOIN embedders b ON b.no = e.embedder_no
                WHERE e.{self.owner} = {self.no} AND b.identity = ? AND length(e.vector) = ?)
            ORDER BY {self.key} LIMIT ?"""

    @property
    def keep(self) -> str:
        """The statement that keeps a vector; it binds the embedder's number, the vector and the key."""
        return f"""
            INSERT INTO {self.vectors} ({self.owner}, embedder_no, vector)
            SELECT {self.no}, ?, ? FROM {self.table} WHERE {self.key} = ? AND {self.there}
            ON CONFLICT ({self.owner}) DO UPDATE SET embedder_no = excluded.embedder_no, vector = excluded.vector"""

    def with_vectors(self, keys: str) -> str:
        """Give the query for vectors and entries; it binds the embedder, a vector's bytes and the *keys*."""
        return f"""
            SELECT e.vector, s.tenant_id, s.user_id, {self.columns} FROM {self.table} {self.joined}
            JOIN {self.vectors} e ON e.{self.owner} = {self.no} JOIN embedders b ON b.no = e.embedder_no
            WHERE b.identity = ? AND length(e.vector) = ? AND {self.key} IN ({keys}) AND {self.there}
            ORDER BY {self.key}"""


def _message(row: Sequence[Any], file: Path) -> EntryText:
    entry, message = to_entry(row[2:], file)
    return EntryText(Scope(row[0], row[1]), entry, message.searchable)


def _fact(row: Sequence[Any], file: Path) -> EntryText:
    fact = to_fact(row[2:], file)  # without sources, as an index needs it: it outlives its conversations
    return EntryText(Scope(row[0], row[1]), to_fact_entry(fact), fact.content)


MESSAGES = EmbeddedKind(
    table="messages m",
    joined="JOIN conversations c ON c.no = m.conversation_no JOIN scopes s ON s.no = c.scope_no",
    columns=ENTRY_COLUMNS,
    no="m.no",
    key="m.no",
    name="'m' || m.no",
    there="m.forgotten_at IS NULL",
    vectors="embeddings",
    owner="message_no",
    read=_message,
)

FACTS = EmbeddedKind(
    table="facts f",
    joined="JOIN scopes s ON s.no = f.scope_no",
    columns=FACT_COLUMNS,
    no="f.no",
    key="f.id",
    name="f.id",
    there="f.status NOT IN ('forgotten', 'withdrawn')",
    vectors="fact_embeddings",
    owner="fact_no",
    read=_fact,
)

KINDS = (MESSAGES, FACTS)
