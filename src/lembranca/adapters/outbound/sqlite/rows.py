"""Rows to domain values and back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

from lembranca.domain.entry import MemoryEntry
from lembranca.domain.errors import StorageDamaged
from lembranca.domain.known_fact import ACTIVE, FORGOTTEN
from lembranca.domain.message import Attachment, Conversation, Message

_T = TypeVar("_T")

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_NUMBER_DIGITS = 19
_ATTACHMENTS = 6  # their place among the columns
_MOST_BOUND = 10_000

LARGEST = 2**63 - 1
"""The largest whole number that SQLite can bind."""

CONVERSATION_COLUMNS = "c.id, c.created_at, c.updated_at, c.title, c.message_count"
MESSAGE_COLUMNS = (
    "m.id, m.role, m.content, m.timestamp, m.author, m.channel, m.attachments, m.metadata, m.pinned, m.position"
)
SEARCHABLE_COLUMNS = MESSAGE_COLUMNS.replace("m.metadata", "NULL")
ENTRY_COLUMNS = f"m.no, m.forgotten_at, c.id, {SEARCHABLE_COLUMNS}"

UNREADABLE = (ValueError, TypeError, OverflowError, RecursionError)
"""What reading a damaged value raises."""


def marks(values: Sequence[Any]) -> str:
    """Give a parameter mark for each of *values*."""
    return ", ".join("?" * len(values))


def chunks(values: Sequence[_T]) -> Iterator[Sequence[_T]]:
    """Cut a list to be bound into lengths that one statement takes (SQLite allows 32,766 values)."""
    for start in range(0, len(values), _MOST_BOUND):
        yield values[start : start + _MOST_BOUND]


def to_microseconds(moment: datetime) -> int:
    """Whole microseconds since 1970 of an aware *moment*."""
    return (moment - _EPOCH) // _MICROSECOND


def to_datetime(microseconds: int) -> datetime:
    """The moment, aware and in UTC."""
    return _EPOCH + timedelta(0, 0, microseconds)


def to_conversation(row: Sequence[Any]) -> Conversation:
    """Read a row of CONVERSATION_COLUMNS."""
    identifier, created_at, updated_at, title, count = row
    return Conversation(identifier, to_datetime(created_at), to_datetime(updated_at), title, count)


def to_message(row: Sequence[Any], conversation_id: str, file: Path | str) -> Message:
    """
    Read a row of MESSAGE_COLUMNS.

    Raises:
        StorageDamaged: a value is not as it was written; the message names *file*, conversation and message.

    """
    try:
        return _message(row, conversation_id)
    except UNREADABLE as exc:
        raise StorageDamaged(
            f"{file}: message {row[0]!r} of conversation {conversation_id!r} cannot be read ({exc})"
        ) from exc


def to_searchable(row: Sequence[Any], conversation_id: str, file: Path | str) -> Message:
    """
    Read a row of SEARCHABLE_COLUMNS: the message without its metadata.

    Attachments that cannot be read are left out, so that one damaged value keeps nothing else from being indexed.
    """
    try:
        return _message(row, conversation_id)
    except UNREADABLE:
        bare = list(row)
        bare[_ATTACHMENTS] = None
        return to_message(bare, conversation_id, file)


def _message(row: Sequence[Any], conversation_id: str) -> Message:
    identifier, role, content, timestamp, author, channel, attachments, metadata, pinned, position = row
    return Message(
        id=identifier,
        conversation_id=conversation_id,
        role=role,
        content=content,
        timestamp=to_datetime(timestamp),
        author=author,
        channel=channel,
        attachments=tuple(Attachment(**item) for item in json.loads(attachments)) if attachments else (),
        metadata=dict(json.loads(metadata)) if metadata else {},
        pinned=bool(pinned),
        position=position,
    )


def from_message(message: Message) -> tuple[Any, ...]:
    """Give the values of MESSAGE_COLUMNS, the position left out."""
    attachments = [asdict(item) for item in message.attachments]
    return (
        message.id,
        message.role,
        message.content,
        to_microseconds(message.timestamp),
        message.author,
        message.channel,
        json.dumps(attachments, ensure_ascii=False) if attachments else None,
        json.dumps(dict(message.metadata), ensure_ascii=False) if message.metadata else None,
        int(message.pinned),
    )


def entry_id(message_no: int) -> str:
    """The id under which a message is recalled."""
    return f"m{message_no}"


def message_no(entry: str) -> int | None:
    """The message's number in an entry's id; None when it is not one of ours."""
    digits = entry[1:]
    return (
        int(digits)
        if entry[:1] == "m" and digits.isascii() and digits.isdigit() and len(digits) < _NUMBER_DIGITS
        else None
    )


def to_entry(row: Sequence[Any], file: Path | str) -> tuple[MemoryEntry, Message]:
    """Read a row of ENTRY_COLUMNS: the message and the entry it is recalled as; see `to_searchable`."""
    message = to_searchable(row[3:], row[2], file)
    entry = MemoryEntry(
        id=entry_id(row[0]),
        conversation_id=message.conversation_id,
        message_id=message.id,
        content=message.content,
        timestamp=message.timestamp,
        role=message.role,
        author=message.author,
        position=message.position,
        channel=message.channel,
        status=ACTIVE if row[1] is None else FORGOTTEN,
    )
    return entry, message
