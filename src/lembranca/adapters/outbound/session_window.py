"""What every session cache does alike: check what comes in, and know where a conversation goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import Conversation, Message


def require_same_conversation(conversation_id: str, messages: Sequence[Message]) -> None:
    """Raise `InvalidInput` when one of *messages* names another conversation."""
    for message in messages:
        if message.conversation_id != conversation_id:
            raise InvalidInput("conversation_id", message.conversation_id, f"must be {conversation_id!r} as asked for")


def require_window(conversation: Conversation, messages: Sequence[Message]) -> None:
    """Raise `InvalidInput` unless *messages* are of *conversation*, at positions n, n+1, ..., no id twice."""
    require_same_conversation(conversation.id, messages)
    first = messages[0].position if messages else 1
    for expected, message in enumerate(messages, start=max(1, first)):
        if message.position != expected:
            raise InvalidInput(
                "position", message.position, f"must be {expected}: positions are an unbroken run from 1 on"
            )
    if len({message.id for message in messages}) != len(messages):
        raise InvalidInput("messages", [message.id for message in messages], "must not hold an id twice")


def last_position(conversation: Conversation, messages: Sequence[Message]) -> int:
    """Give the position after which the conversation goes on: that of the newest message, else its count."""
    return messages[-1].position if messages else conversation.message_count


def begun_by(conversation_id: str, messages: Sequence[Message]) -> Conversation:
    """Make the conversation that *messages* (at least one) begin: made with the first, updated with the latest."""
    latest = max(message.timestamp for message in messages)
    return Conversation(id=conversation_id, created_at=messages[0].timestamp, updated_at=latest)


def touched_by(conversation: Conversation, messages: Sequence[Message]) -> Conversation:
    """Give *conversation* updated at the time of the latest of *messages*, never set back."""
    latest = max((message.timestamp for message in messages), default=conversation.updated_at)
    return replace(conversation, updated_at=max(conversation.updated_at, latest))
