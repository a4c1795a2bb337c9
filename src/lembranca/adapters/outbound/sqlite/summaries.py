"""The summaries of conversations."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from lembranca.adapters.outbound.sqlite.database import SqliteDatabase
from lembranca.adapters.outbound.sqlite.rows import LARGEST, UNREADABLE, marks, to_datetime, to_microseconds
from lembranca.domain.errors import Conflict, InvalidInput, NotFound, StorageDamaged
from lembranca.domain.rules import require_limit
from lembranca.domain.scope import Scope
from lembranca.domain.summary import KeyEvent, Summary

_COLUMNS = (
    "id, first, last, left_out, tier, text, key_events, participants, cycles, message_count, tokens, source_tokens,"
    " first_message_id, last_message_id, started_at, ended_at, method, note, replaces, created_at, retired_at"
)
_NAMES = _COLUMNS.split(", ")

_FIND = """
    SELECT c.no, c.message_count FROM conversations c JOIN scopes s ON s.no = c.scope_no
    WHERE s.tenant_id = ? AND s.user_id = ? AND c.id = ?"""

_OF_CONVERSATION = f"""
    SELECT {_COLUMNS} FROM summaries WHERE conversation_no =
    (SELECT c.no FROM conversations c JOIN scopes s ON s.no = c.scope_no
     WHERE s.tenant_id = ? AND s.user_id = ? AND c.id = ?)"""

_LIVE = f"{_OF_CONVERSATION} AND retired_at IS NULL ORDER BY first, no"
_ALL = f"{_OF_CONVERSATION} ORDER BY no LIMIT ? OFFSET ?"

_RETIRE = "UPDATE summaries SET retired_at = ? WHERE conversation_no = ? AND id = ? AND retired_at IS NULL"
_TAKEN = "SELECT 1 FROM summaries WHERE conversation_no = ? AND id = ?"
_MEETING = f"""
    SELECT {_COLUMNS} FROM summaries
    WHERE conversation_no = ? AND retired_at IS NULL AND first <= ? AND last >= ? ORDER BY first"""
_INSERT = f"INSERT INTO summaries (conversation_no, {_COLUMNS}) VALUES ({marks(['conversation_no', *_NAMES])})"


class SqliteSummaryRepository:
    """`ISummaryRepository` in the history's database."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database

    async def live_summaries(self, scope: Scope, conversation_id: str) -> list[Summary]:
        rows = await self._database.read(_LIVE, (scope.tenant_id, scope.user_id, conversation_id))
        return [_to_summary(row, conversation_id, self._database.path) for row in rows]

    async def timeline(self, scope: Scope, conversation_id: str, *, limit: int = 100, offset: int = 0) -> list[Summary]:
        require_limit("limit", limit, maximum=LARGEST)
        require_limit("offset", offset, minimum=0, maximum=LARGEST)
        rows = await self._database.read(_ALL, (scope.tenant_id, scope.user_id, conversation_id, limit, offset))
        return [_to_summary(row, conversation_id, self._database.path) for row in rows]

    async def replace(
        self,
        scope: Scope,
        conversation_id: str,
        *,
        retire: Sequence[str],
        add: Sequence[Summary],
        now: datetime,
    ) -> None:
        for summary in add:
            if summary.conversation_id != conversation_id:
                raise InvalidInput("conversation_id", summary.conversation_id, f"must be {conversation_id!r}")

        def operation(connection: sqlite3.Connection) -> None:
            found = connection.execute(_FIND, (scope.tenant_id, scope.user_id, conversation_id)).fetchone()
            if found is None:
                raise NotFound("conversation", conversation_id)
            number, count = found
            _retire(connection, number, retire, now)
            for summary in add:
                self._add(connection, number, count, summary)

        await self._database.write(operation)

    def _add(self, connection: sqlite3.Connection, conversation_no: int, count: int, summary: Summary) -> None:
        if connection.execute(_TAKEN, (conversation_no, summary.id)).fetchone() is not None:
            raise Conflict("summary", summary.id, "content")
        if summary.last > count:
            reason = f"covers messages up to {summary.last} of a conversation that has {count}"
            raise Conflict("summary", summary.id, "coverage", reason)
        for row in connection.execute(_MEETING, (conversation_no, summary.last, summary.first)).fetchall():
            other = _to_summary(row, summary.conversation_id, self._database.path)
            if _share(summary, other):
                reason = f"covers what the live summary {other.id!r} covers"
                raise Conflict("summary", summary.id, "coverage", reason)
        connection.execute(_INSERT, (conversation_no, *_from_summary(summary)))


def _retire(connection: sqlite3.Connection, conversation_no: int, ids: Sequence[str], now: datetime) -> None:
    moment = to_microseconds(now)
    for summary_id in dict.fromkeys(ids):
        if connection.execute(_RETIRE, (moment, conversation_no, summary_id)).rowcount != 1:
            raise Conflict("summary", summary_id, "state", "cannot be retired: it is not live")


def _share(one: Summary, other: Summary) -> bool:
    """Whether a message is covered by both."""
    first, last = max(one.first, other.first), min(one.last, other.last)
    left_out = {place for place in one.left_out + other.left_out if first <= place <= last}
    return last - first + 1 > len(left_out)


def _from_summary(summary: Summary) -> tuple[Any, ...]:
    """Give the values of _COLUMNS; it is live."""
    events = [
        {
            "timestamp": event.timestamp.isoformat(),
            "description": event.description,
            "participants": event.participants,
            "importance": event.importance,
        }
        for event in summary.key_events
    ]
    values = {name: getattr(summary, name) for name in _NAMES} | {
        "left_out": _json(summary.left_out),
        "key_events": _json(events),
        "participants": _json(summary.participants),
        "replaces": _json(summary.replaces),
        "started_at": summary.started_at and to_microseconds(summary.started_at),
        "ended_at": summary.ended_at and to_microseconds(summary.ended_at),
        "created_at": to_microseconds(summary.created_at),
        "retired_at": None,
    }
    return tuple(values.values())


def _json(values: Sequence[Any]) -> str | None:
    return json.dumps(values, ensure_ascii=False) if values else None


def _to_summary(row: Sequence[Any], conversation_id: str, file: Path) -> Summary:
    """
    Read a row of _COLUMNS.

    Raises:
        StorageDamaged: a value is not as it was written; the message names *file*, conversation and summary.

    """
    values = dict(zip(_NAMES, row, strict=True))
    try:
        values["left_out"] = _list_of(int, values["left_out"])
        values["key_events"] = tuple(KeyEvent(**event) for event in _list_of(dict, values["key_events"]))
        values["participants"] = _list_of(str, values["participants"])
        values["replaces"] = _list_of(str, values["replaces"])
        for name in ("started_at", "ended_at", "created_at", "retired_at"):
            values[name] = None if values[name] is None else to_datetime(values[name])
        return Summary(conversation_id=conversation_id, **values)
    except UNREADABLE as exc:
        raise StorageDamaged(
            f"{file}: summary {row[0]!r} of conversation {conversation_id!r} cannot be read ({exc})"
        ) from exc


def _list_of(kind: type, text: str | None) -> tuple[Any, ...]:
    values = [] if text is None else json.loads(text)
    if not isinstance(values, list) or not all(isinstance(value, kind) for value in values):
        raise ValueError(f"not a list of {kind.__name__}")
    return tuple(values)
