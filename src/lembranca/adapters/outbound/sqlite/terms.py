"""The full-text index: which terms stand in which message and in which fact."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from lembranca.adapters.outbound.sqlite.fact_rows import FACT_COLUMNS, searchable, to_fact
from lembranca.adapters.outbound.sqlite.rows import SEARCHABLE_COLUMNS, to_searchable
from lembranca.adapters.outbound.sqlite.schema import FACT_FULL_TEXT, FULL_TEXT
from lembranca.domain.errors import StorageDamaged
from lembranca.domain.known_fact import Fact
from lembranca.domain.message import Message
from lembranca.ports.normalizer import INormalizer

_LONGEST_TERM = 64

_PAGE = f"""
    SELECT c.scope_no, c.id, m.no, {SEARCHABLE_COLUMNS} FROM messages m JOIN conversations c ON c.no = m.conversation_no
    WHERE m.no > ? ORDER BY m.no LIMIT 1000"""

_FACTS_PAGE = f"SELECT {FACT_COLUMNS} FROM facts f WHERE f.no > ? ORDER BY f.no LIMIT 1000"

# FTS5 cannot even drop a table whose data it cannot read, so the data of an empty one is put in its place first.
_DISCARD = """
CREATE VIRTUAL TABLE empty_terms USING fts5 (terms);
DELETE FROM {0}_terms_data;
INSERT INTO {0}_terms_data SELECT * FROM empty_terms_data;
DROP TABLE empty_terms;
DROP TABLE {0}_term_instances;
DROP TABLE {0}_terms;
"""

_COUNT_FACTS = """
    UPDATE scopes SET (fact_count, fact_term_count) =
    (SELECT count(*), coalesce(sum(term_count), 0) FROM facts
     WHERE scope_no = scopes.no AND status IN ('active', 'archived'))"""
_GROW_FACTS = "UPDATE scopes SET fact_count = fact_count + ?, fact_term_count = fact_term_count + ? WHERE no = ?"

_TEXTS = "SELECT no, term_count FROM messages WHERE conversation_no = ?"


def scoped(scope_no: int, term: str) -> str:
    """The token under which *term* of a scope stands in the index."""
    return f"{scope_no:x}_{term[:_LONGEST_TERM]}"


def unscoped(token: str) -> str:
    """The term of a token."""
    return token.partition("_")[2]


class TermIndex:
    """Writes the full-text index, inside the caller's transaction."""

    def __init__(self, normalizer: INormalizer) -> None:
        self._normalizer = normalizer

    def bring_up_to_date(self, connection: sqlite3.Connection) -> int:
        """Index everything again when another normalizer made the terms. Returns how many entries were indexed."""
        found = connection.execute("SELECT value FROM meta WHERE key = 'normalizer'").fetchone()
        if found is not None and found[0] == self._normalizer.identity:
            return 0
        return self.rebuild(connection)

    def rebuild(self, connection: sqlite3.Connection) -> int:
        """Throw the index away, however damaged, and index all messages and facts. Returns how many."""
        identity = self._normalizer.identity
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('normalizer', ?)", (identity,))
        script = _DISCARD.format("message") + FULL_TEXT + _DISCARD.format("fact") + FACT_FULL_TEXT
        for statement in filter(str.strip, script.split(";")):
            connection.execute(statement)
        file = connection.execute("PRAGMA database_list").fetchone()[2]
        return self._index_messages(connection, file) + self._index_facts(connection, file)

    def _index_messages(self, connection: sqlite3.Connection, file: str) -> int:
        connection.execute("UPDATE scopes SET message_count = 0, term_count = 0")
        count = last = 0
        while rows := connection.execute(_PAGE, (last,)).fetchall():
            for scope_no, conversation_id, last, *row in rows:
                terms = self.terms(to_searchable(row, conversation_id, file))
                connection.execute("UPDATE messages SET term_count = ? WHERE no = ?", (len(terms), last))
                self.add(connection, scope_no, last, terms)
            count += len(rows)
        return count

    def _index_facts(self, connection: sqlite3.Connection, file: str) -> int:
        scopes = dict(connection.execute("SELECT no, scope_no FROM facts").fetchall())
        last = 0
        while rows := connection.execute(_FACTS_PAGE, (last,)).fetchall():
            for row in rows:
                last = row[0]
                terms = self._readable_terms(row, file)
                connection.execute("UPDATE facts SET term_count = ? WHERE no = ?", (len(terms), last))
                self.add_fact(connection, scopes[last], last, terms)
        connection.execute(_COUNT_FACTS)
        return len(scopes)

    def _readable_terms(self, row: Sequence[Any], file: str) -> list[str]:
        """Give the terms of a fact; none when it is damaged, so that it keeps nothing else from being indexed."""
        try:
            return self.fact_terms(to_fact(row, file))
        except StorageDamaged:
            return []

    def terms(self, message: Message) -> list[str]:
        """What a message is found by: the words said, its attachments' and its author's name."""
        return self._normalizer.terms(message.searchable)

    def add(self, connection: sqlite3.Connection, scope_no: int, message_no: int | None, terms: Sequence[str]) -> None:
        """Enter a message's terms and count them for its scope."""
        tokens = " ".join(scoped(scope_no, term) for term in terms)
        connection.execute("INSERT INTO message_terms (rowid, terms) VALUES (?, ?)", (message_no, tokens))
        connection.execute(
            "UPDATE scopes SET message_count = message_count + 1, term_count = term_count + ? WHERE no = ?",
            (len(terms), scope_no),
        )

    def fact_terms(self, fact: Fact) -> list[str]:
        """What a fact is found by: what it says, what it is about, its tags."""
        return self._normalizer.terms(searchable(fact))

    @staticmethod
    def add_fact(connection: sqlite3.Connection, scope_no: int, fact_no: int, terms: Sequence[str]) -> None:
        """Enter a fact's terms; they stay whatever becomes of it, and `count_fact` tells whether they count."""
        tokens = " ".join(scoped(scope_no, term) for term in terms)
        connection.execute("INSERT INTO fact_terms (rowid, terms) VALUES (?, ?)", (fact_no, tokens))

    @staticmethod
    def count_fact(connection: sqlite3.Connection, scope_no: int, terms: int, *, times: int) -> None:
        """Count for its scope that a fact of so many *terms* can be found from now on (1) or no more (-1)."""
        connection.execute(_GROW_FACTS, (times, times * terms, scope_no))

    def remove_conversation(self, connection: sqlite3.Connection, scope_no: int | None, conversation_no: int) -> None:
        """Take a conversation's messages out."""
        rows = connection.execute(_TEXTS, (conversation_no,)).fetchall()
        connection.executemany("DELETE FROM message_terms WHERE rowid = ?", [(row[0],) for row in rows])
        connection.execute(
            "UPDATE scopes SET message_count = message_count - ?, term_count = term_count - ? WHERE no = ?",
            (len(rows), sum(row[1] for row in rows), scope_no),
        )
