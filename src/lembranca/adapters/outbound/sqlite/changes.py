"""The record of what was done to facts, inside the caller's transaction; and how it is read."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from lembranca.adapters.outbound.sqlite.fact_rows import FACT_COLUMNS, from_state, to_fact, to_state
from lembranca.adapters.outbound.sqlite.rows import UNREADABLE, marks, to_datetime, to_microseconds
from lembranca.domain.change import Change, Revision
from lembranca.domain.errors import Conflict, StorageDamaged
from lembranca.domain.known_fact import Fact, FactState, Source

CHANGE_COLUMNS = "h.no, h.id, h.at, h.action, h.reason, h.undoes, h.undone_by"

_INSERT = "INSERT INTO fact_changes (scope_no, id, at, action, reason, undoes) VALUES (?, ?, ?, ?, ?, ?)"
_INSERT_REVISION = "INSERT INTO fact_revisions VALUES (?, ?, ?, ?, ?, ?)"
_INSERT_SOURCE = "INSERT INTO change_sources VALUES (?, ?, ?, ?, ?, ?)"
_FIND = "SELECT undone_by FROM fact_changes WHERE scope_no = ? AND id = ?"

_MARK = "UPDATE fact_changes SET undone_by = ? WHERE scope_no = ? AND id = ? RETURNING no, undoes"
_NO_SOURCE = "UPDATE fact_revisions SET is_source = 0 WHERE change_no = ?"
_SOURCE_AGAIN = """
    UPDATE fact_revisions SET is_source = 1
    WHERE change_no = ?1 AND (before IS NULL OR json_extract(after, '$[0]') = 'active')
    AND EXISTS (SELECT 1 FROM change_sources WHERE change_no = ?1)"""

_REVISIONS = f"""
    SELECT r.change_no, r.before, r.after, {FACT_COLUMNS} FROM fact_revisions r JOIN facts f ON f.no = r.fact_no
    WHERE r.change_no IN ({{}}) ORDER BY r.change_no, r.place"""
_SOURCES = """
    SELECT change_no, conversation_id, message_id, said_at, channel FROM change_sources
    WHERE change_no IN ({}) ORDER BY change_no, place"""


def begin_change(connection: sqlite3.Connection, scope_no: int, change: Change) -> int:
    """
    Record a change without its revisions. Returns its number.

    Raises:
        Conflict: its id is taken, or what it undoes is unknown or was undone.

    """
    if connection.execute(_FIND, (scope_no, change.id)).fetchone() is not None:
        raise Conflict("change", change.id, "content")
    if change.undoes is not None:
        _take_back(connection, scope_no, change.undoes, change.id)
    values = (scope_no, change.id, to_microseconds(change.at), change.action, change.reason, change.undoes)
    number = connection.execute(_INSERT, values).lastrowid or 0
    for place, source in enumerate(change.sources):
        said_at = to_microseconds(source.said_at)
        row = (number, place, source.conversation_id, source.message_id, said_at, source.channel)
        connection.execute(_INSERT_SOURCE, row)
    return number


def record_revision(
    connection: sqlite3.Connection, change_no: int, place: int, fact_no: int, revision: Revision, *, is_source: bool
) -> None:
    """Record how a change left one fact; *is_source* when the change's sources are that fact's."""
    before = None if revision.before is None else _json(revision.before.state)
    row = (change_no, place, fact_no, before, _json(revision.after.state), int(is_source))
    connection.execute(_INSERT_REVISION, row)


def _take_back(connection: sqlite3.Connection, scope_no: int, undone: str, by: str) -> None:
    """Mark a change as undone; what that one had undone is in force again, and so on."""
    found = connection.execute(_FIND, (scope_no, undone)).fetchone()
    if found is None:
        raise Conflict("change", undone, "state", "cannot be undone: it is unknown")
    if found[0] is not None:
        raise Conflict("change", undone, "state", "was undone before")
    name: str | None = undone
    mark: str | None = by
    while name is not None:
        number, undoes = connection.execute(_MARK, (mark, scope_no, name)).fetchone()
        connection.execute(_SOURCE_AGAIN if mark is None else _NO_SOURCE, (number,))
        name, mark = undoes, (name if mark is None else None)


def revisions_query(numbers: Sequence[int]) -> str:
    """Give the query for the revisions of so many changes, bound by number."""
    return _REVISIONS.format(marks(numbers))


def sources_query(numbers: Sequence[int]) -> str:
    """Give the query for the sources of so many changes, bound by number."""
    return _SOURCES.format(marks(numbers))


def to_changes(
    rows: Sequence[Sequence[Any]], revisions: Iterable[Sequence[Any]], sources: Iterable[Sequence[Any]], file: Path
) -> list[Change]:
    """
    Read rows of CHANGE_COLUMNS with those of their revisions and sources.

    Raises:
        StorageDamaged: a value is not as it was written; the message names *file* and the fact.

    """
    revised: dict[int, list[Revision]] = defaultdict(list)
    for change_no, before, after, *row in revisions:
        revised[change_no].append(_to_revision(to_fact(row, file), before, after, file))
    caused: dict[int, list[Source]] = defaultdict(list)
    for change_no, conversation_id, message_id, said_at, channel in sources:
        caused[change_no].append(Source(conversation_id, message_id, to_datetime(said_at), channel))
    return [
        Change(id_, to_datetime(at), action, reason, tuple(revised[no]), tuple(caused[no]), undoes, undone_by)
        for no, id_, at, action, reason, undoes, undone_by in rows
    ]


def _to_revision(fact: Fact, before: str | None, after: str, file: Path) -> Revision:
    try:
        return Revision(None if before is None else _with(fact, before), _with(fact, after))
    except UNREADABLE as exc:
        raise StorageDamaged(f"{file}: a revision of fact {fact.id!r} cannot be read ({exc})") from exc


def _with(fact: Fact, state: str) -> Fact:
    found = to_state(json.loads(state))
    return Fact(fact.id, fact.kind, fact.content, fact.created_at, found, fact.topic, fact.negated, fact.tags)


def _json(state: FactState) -> str:
    return json.dumps(from_state(state), ensure_ascii=False)
