"""Messages, conversations and ids that the contract suites use."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime, timedelta
from typing import Any

from lembranca.domain.message import Conversation, Message
from lembranca.domain.scope import Scope

START = datetime(2026, 3, 2, 19, 4, 5, 123456, tzinfo=UTC)
SCOPE = Scope("acme", "ana")

HOSTILE_IDS = (
    "a",
    "A",
    "b",
    "a\n",
    " a",
    "a ",
    "a/b",
    "a:b",
    "a:b:c",
    "b:c",
    "a|b",
    "a,b",
    "%",
    "_",
    "*",
    "?",
    "[ab]",
    "..",
    "../a",
    "a\\b",
    "'",
    '"',
    "';--",
    "{",
    "}",
    "{}",
    "{a}",
    "{a}b",
    "$1",
    "0",
    "00",
    "None",
    "null",
    "José",  # one character é
    "Jose\u0301",  # e and a combining accent: looks the same
    "\u202eana",  # right-to-left override
    "\ufeffa",
    "😀",
    "x" * 512,
    "x" * 511 + "y",
    "😀" * 512,
)
"""Ids that are legal, and that a careless adapter confuses with one another or takes for syntax."""


def message(id: str = "m1", conversation_id: str = "c1", **changes: Any) -> Message:  # noqa: A002
    """Make a message; *changes* are fields of `Message`."""
    values: dict[str, Any] = {"role": "user", "content": f"content of {id}", "timestamp": START}
    return Message(id=id, conversation_id=conversation_id, **(values | changes))


def messages(count: int, conversation_id: str = "c1", *, first: int = 1) -> list[Message]:
    """Make *count* messages `m<first>`, ..., a minute apart, roles alternating."""
    return [
        message(
            f"m{number}",
            conversation_id,
            role="user" if number % 2 else "assistant",
            timestamp=START + timedelta(minutes=number),
        )
        for number in range(first, first + count)
    ]


def conversation(id: str = "c1", **changes: Any) -> Conversation:  # noqa: A002
    """Make a conversation; *changes* are fields of `Conversation`."""
    values: dict[str, Any] = {"created_at": START, "updated_at": START}
    return Conversation(id=id, **(values | changes))


def placed(given: list[Message], *, first: int = 1) -> list[Message]:
    """Give the messages with the positions *first*, *first* + 1, ... that a repository gives them."""
    return [dataclasses.replace(item, position=place) for place, item in enumerate(given, start=first)]


def ids(found: list[Message]) -> list[str]:
    """Give their ids."""
    return [item.id for item in found]
