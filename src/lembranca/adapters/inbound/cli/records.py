"""Domain values as JSON: what `--json` and `export` write. Fields are stable; what is unknown is left out."""

from __future__ import annotations

from collections import deque
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import Any

from lembranca.domain.context import MemoryContext
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.message import Conversation, Message


def exported(message: Message) -> dict[str, Any]:
    """Give a message as a line of our own format, as `import` reads it."""
    record: dict[str, Any] = {
        "conversation_id": message.conversation_id,
        "id": message.id,
        "role": message.role,
        "author": message.author,
        "content": message.content,
        "timestamp": message.timestamp.isoformat(),
        "channel": message.channel,
        "attachments": [_known(asdict(attachment)) for attachment in message.attachments] or None,
        "metadata": dict(message.metadata) or None,
        "pinned": message.pinned or None,
    }
    return _known(record)


def shown_message(message: Message) -> dict[str, Any]:
    """Give a message with its position."""
    return {"position": message.position, **exported(message)}


def conversation(found: Conversation) -> dict[str, Any]:
    """Give a conversation."""
    return _object(found)


def entry(found: MemoryEntry) -> dict[str, Any]:
    """Give something found, with its score."""
    return _known(_object(found))


def context(loaded: MemoryContext) -> dict[str, Any]:
    """Give a whole context: text, chat messages, items, tokens and warnings."""
    tokens = loaded.tokens
    parts = {name: getattr(tokens, name) for name in ("compressed", "pinned", "recalled", "recent", "facts")}
    return _object(loaded) | {"tokens": plain(tokens) | parts}


def plain(value: Any) -> Any:
    """Give *value* as JSON can carry it: dataclasses as objects, moments in ISO 8601."""
    if is_dataclass(value) and not isinstance(value, type):
        return plain(asdict(value))
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset | deque):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, datetime) else value


def rounded(share: float | None) -> float | None:
    """Give a share to four places."""
    return None if share is None else round(share, 4)


def _object(value: Any) -> dict[str, Any]:
    return {name: plain(item) for name, item in asdict(value).items()}


def _known(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not None}
