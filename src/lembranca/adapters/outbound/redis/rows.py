"""Keys, and messages as bytes and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from lembranca.domain.message import Attachment, Conversation, Message
from lembranca.domain.scope import Scope


def conversation_key(scope: Scope, conversation_id: str) -> str:
    """Give the key of a conversation; what stands in braces alone decides the slot of a cluster."""
    return f"lembranca:1:{{{_digest(scope.tenant_id, scope.user_id, conversation_id)}}}"


def index_key(scope: Scope) -> str:
    """Give the key of the list of a scope's conversations."""
    return f"lembranca:1:{{{_digest(scope.tenant_id, scope.user_id)}}}:conversations"


def pack(message: Message) -> bytes:
    """Give *message* as it is stored, see `scripts`."""
    identifier = message.id.encode()
    same = _digest(message.role, message.content, message.author or "", str(message.author is None))[:32]
    return f"{int(message.pinned)}{same}{len(identifier):08d}".encode() + identifier + pack_body(message)


def pack_body(message: Message) -> bytes:
    """Give as JSON all of *message* but its pin, its conversation and its position, which its place tells."""
    attachments = [[item.type, item.uri, item.description, item.transcript] for item in message.attachments]
    fields: list[Any] = [message.id, message.role, message.content, pack_time(message.timestamp)]
    fields += [message.author, message.channel, attachments, dict(message.metadata)]
    while not fields[-1]:  # most messages have none of these
        fields.pop()
    return pack_json(fields)


def unpack(rows: bytes | str, conversation_id: str, first: int) -> list[Message]:
    """
    Give back messages that scripts return as JSON, a pin and a body each, from position *first* on.

    Raises:
        ValueError, TypeError: it is something else.

    """
    text = rows.decode() if isinstance(rows, bytes) else rows
    return [
        _message(conversation_id, position, bool(pinned), *fields)
        for position, (pinned, fields) in enumerate(json.loads(text), start=first)
    ]


def _message(
    conversation_id: str,
    position: int,
    pinned: bool,  # noqa: FBT001
    identifier: str,
    role: str,
    content: str,
    timestamp: str,
    author: str | None = None,
    channel: str | None = None,
    attachments: Sequence[Sequence[Any]] = (),
    metadata: dict[str, Any] | None = None,
) -> Message:
    return Message(
        id=identifier,
        conversation_id=conversation_id,
        role=role,
        content=content,
        timestamp=datetime.fromisoformat(timestamp),
        author=author,
        channel=channel,
        attachments=tuple(Attachment(*item) for item in attachments),
        metadata=metadata or {},
        pinned=pinned,
        position=position,
    )


def unpack_conversation(fields: Sequence[bytes | str | None], conversation_id: str) -> Conversation | None:
    """Give the conversation of its fields a, u, t and n, None when they are absent."""
    created, updated, title, count = (item.decode() if isinstance(item, bytes) else item for item in fields)
    if created is None or updated is None or title is None or count is None:
        return None
    times = datetime.fromisoformat(created), datetime.fromisoformat(updated)
    return Conversation(conversation_id, *times, title=json.loads(title), message_count=int(count))


def pack_time(time: datetime) -> str:
    """Give *time* in UTC as text of one length, so that texts compare as times."""
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def pack_json(value: object) -> bytes:
    """Give compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _digest(*parts: str) -> str:
    # Each part with its length before it, so that no two lists of parts are one text.
    texts = [part.encode() for part in parts]
    return hashlib.sha256(b"".join(b"%d:%b" % (len(text), text) for text in texts)).hexdigest()
