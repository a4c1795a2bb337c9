"""Writes facts, inside the caller's transaction."""

from __future__ import annotations

import dataclasses
import sqlite3
from pathlib import Path

from lembranca.adapters.outbound.sqlite.fact_rows import (
    FACT_COLUMNS,
    INSERT_FACT,
    REVISE_FACT,
    from_fact,
    from_state,
    stored_content,
    to_fact,
)
from lembranca.adapters.outbound.sqlite.rows import message_no
from lembranca.adapters.outbound.sqlite.terms import TermIndex
from lembranca.domain.change import Change, Revision
from lembranca.domain.errors import Conflict, InvalidInput
from lembranca.domain.known_fact import Fact

_FIND = f"SELECT {FACT_COLUMNS}, f.term_count FROM facts f WHERE f.id = ? AND f.scope_no = ?"
_TAKEN = "SELECT 1 FROM facts WHERE id = ?"


class FactWriter:
    """Makes facts and changes their states; *file* is what errors name."""

    def __init__(self, terms: TermIndex, file: Path) -> None:
        self._terms = terms
        self._file = file

    def revise(self, connection: sqlite3.Connection, scope_no: int, change: Change, revision: Revision) -> int:
        """
        Carry out one revision of *change*. Returns the fact's number.

        Raises:
            Conflict: the fact is not as it was *before*, or the id of a new one is taken.
            InvalidInput: more than the state differs between before and after, or the id cannot be a fact's.

        """
        if revision.before is None:
            return self._make(connection, scope_no, revision.after)
        return self._change(connection, scope_no, change, revision.before, revision.after)

    def _make(self, connection: sqlite3.Connection, scope_no: int, fact: Fact) -> int:
        if message_no(fact.id) is not None:
            raise InvalidInput("fact.id", fact.id, "must not be an m and a number: those are the entries of messages")
        if connection.execute(_TAKEN, (fact.id,)).fetchone() is not None:
            raise Conflict("fact", fact.id, "content")
        terms = self._terms.fact_terms(fact)
        number = connection.execute(INSERT_FACT, from_fact(fact, scope_no, len(terms))).lastrowid or 0
        self._terms.add_fact(connection, scope_no, number, terms)
        self._terms.count_fact(connection, scope_no, len(terms), times=int(fact.is_found))
        return number

    def _change(self, connection: sqlite3.Connection, scope_no: int, change: Change, before: Fact, after: Fact) -> int:
        if dataclasses.replace(after, state=before.state) != before:
            raise InvalidInput("revision.after", after, "must be the same fact, in another state")
        row = connection.execute(_FIND, (before.id, scope_no)).fetchone()
        if row is None or to_fact(row[:-1], self._file) != before:
            reason = f"cannot be carried out: fact {before.id!r} is not in the state that it begins with"
            raise Conflict("change", change.id, "state", reason)
        number, term_count = int(row[0]), int(row[-1])
        connection.execute(REVISE_FACT, (*from_state(after.state), stored_content(after), number))
        if times := int(after.is_found) - int(before.is_found):
            self._terms.count_fact(connection, scope_no, term_count, times=times)
        return number
