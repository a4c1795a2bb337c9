"""Keys, and messages as bytes and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from lembranca.domain.message import Attachment, Conversation, Message
from lembranca.domain.scope import Scope

_ID_LENGTH = slice(33, 41)
_ID_START = 41


def conversation_key(scope: Scope, conversation_id: str) -> str:
    """Give the key of a conversation; what stands in braces alone decides the slot of a cluster."""
    return f"lembranca:1:{{{_digest(scope.tenant_id, scope.user_id, conversation_id)}}}"


def index_key(scope: Scope) -> str:
    """Give the key of the list of a scope's conversations."""
    return f"lembranca:1:{{{_digest(scope.tenant_id, scope.user_id)}}}:conversations"


def pack(message: Message) -> bytes:
    """Give *message* without its conversation and position, which its place in the store tells."""
    identifier = message.id.encode()
    attachments = [[item.type, item.uri, item.description, item.transcript] for item in message.attachments]
    fields: list[Any] = [message.role, message.content, pack_time(message.timestamp)]
    fields += [message.author, message.channel, attachments, dict(message.metadata)]
    while not fields[-1]:  # most messages have none of them
        fields.pop()
    same = _digest(message.role, message.content, message.author or "", str(message.author is None))[:32]
    head = f"{int(message.pinned)}{same}{len(identifier):08d}".encode()
    return head + identifier + pack_json(fields)


def unpack(value: bytes | str, conversation_id: str, position: int) -> Message:
    """Give back the message; raises ValueError, TypeError or IndexError when *value* is not one."""
    data = value.encode() if isinstance(value, str) else value
    end = _ID_START + int(data[_ID_LENGTH])
    role, content, timestamp, *rest = json.loads(data[end:])
    author, channel, attachments, metadata = rest + [None, None, (), {}][len(rest) :]
    return Message(
        id=data[_ID_START:end].decode(),
        conversation_id=conversation_id,
        role=role,
        content=content,
        timestamp=datetime.fromisoformat(timestamp),
        author=author,
        channel=channel,
        attachments=tuple(Attachment(*item) for item in attachments),
        metadata=metadata,
        pinned=data[:1] == b"1",
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
