"""What reading a file yields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from lembranca.domain.message import NewMessage


@dataclass(frozen=True, slots=True)
class ImportedMessage:
    """
    A message read from a file; `message.id` is always set, and the same for the same file read again.

    *where* is its place as a person would look for it: "line 12", or "conversation 3, message 12" (both from 1).
    *title* is the conversation's, where the format has one.
    """

    conversation_id: str
    title: str | None
    message: NewMessage
    where: str


@dataclass(frozen=True, slots=True)
class BadRecord:
    """A record that cannot be read: its place and the rule it breaks. The records after it are still read."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class UnknownEvidence(BadRecord):
    """A question's evidence that names no message; the question is read without it."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that may still lack its id and its conversation's."""

    conversation_id: str | None
    title: str | None
    message: NewMessage
    where: str


Record: TypeAlias = ImportedMessage | BadRecord
Drafts: TypeAlias = Iterator[Draft | BadRecord]


def place(*parts: str) -> str:
    """Join the parts of a place that are there: `place("conversation 3", "message 12")`."""
    return ", ".join(part for part in parts if part)
