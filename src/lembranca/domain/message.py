"""Conversations and what was said in them."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any

from lembranca.domain.errors import InvalidInput
from lembranca.domain.rules import (
    DEFAULT_MAX_MESSAGE_BYTES,
    require_content,
    require_flag,
    require_id,
    require_one_of,
    require_text,
    require_time,
)

ROLES = ("user", "assistant", "system", "tool")
ATTACHMENT_TYPES = ("image", "audio", "video", "document", "other")
MAX_AUTHOR_CHARACTERS = 200
MAX_TITLE_CHARACTERS = 200
_TITLE_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Attachment:
    """Something that came with a message: its *type*, where it lies, and what it says in words, as far as known."""

    type: str
    uri: str | None = None
    description: str | None = None
    transcript: str | None = None

    def __post_init__(self) -> None:
        require_one_of("attachment.type", self.type, ATTACHMENT_TYPES)
        for name in ("uri", "description", "transcript"):
            value = getattr(self, name)
            if value is not None:
                require_text(f"attachment.{name}", value)

    @property
    def text(self) -> str:
        """What the attachment says in words; empty when nothing is known."""
        return " ".join(part for part in (self.description, self.transcript) if part)

    @property
    def line(self) -> str:
        """The type and the text on one line, such as `[image: a cat]`; empty when nothing is known."""
        text = " ".join(self.text.split())
        return f"[{self.type}: {text}]" if text else ""


@dataclass(frozen=True, slots=True)
class NewMessage:
    """
    A message as the caller gives it; what is left out is filled in when it is saved.

    Args:
        role: *user*, *assistant*, *system* or *tool*.
        content: what was said, kept byte for byte; 1 byte to 1 MiB (a setting).
        id: unique in its conversation; the same id again with the same content is harmless.
        author: the name of who speaks, where the role does not tell.
        timestamp: when it was said; without a zone it is taken as UTC.
        channel: where it was said (*whatsapp*, *web*, ...).
        metadata: a mapping of anything JSON can carry, kept as JSON has it (a tuple comes back as a list).

    Raises:
        InvalidInput: names the field, the value and the rule.

    """

    role: str
    content: str
    id: str | None = None
    author: str | None = None
    timestamp: datetime | None = None
    channel: str | None = None
    attachments: tuple[Attachment, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    pinned: bool = False

    def __post_init__(self) -> None:
        require_one_of("role", self.role, ROLES)
        require_text("content", self.content)
        if self.id is not None:
            require_id("id", self.id)
        for name in ("author", "channel"):
            value = getattr(self, name)
            if value is not None and len(require_text(name, value)) > MAX_AUTHOR_CHARACTERS:
                raise InvalidInput(name, value, f"must have at most {MAX_AUTHOR_CHARACTERS} characters")
        if self.timestamp is not None:
            object.__setattr__(self, "timestamp", require_time("timestamp", self.timestamp))
        require_flag("pinned", self.pinned)
        object.__setattr__(self, "attachments", _attachments(self.attachments))
        object.__setattr__(self, "metadata", _as_json("metadata", self.metadata))

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> NewMessage:
        """
        Read a chat message such as `{"role": "user", "content": "Oi"}`.

        The keys are this class's fields; *attachments* is a list of mappings. An unknown key is refused.

        Raises:
            InvalidInput: a key is missing or unknown, or a value breaks its rule.

        """
        if not isinstance(mapping, Mapping):
            raise InvalidInput("message", mapping, "must be a mapping with role and content")
        unknown = mapping.keys() - _FIELDS
        if unknown:
            rule = f"has an unknown key; known are {', '.join(sorted(_FIELDS))}"
            raise InvalidInput("message", min(map(str, unknown)), rule)
        values = {key: value for key, value in mapping.items() if value is not None}
        for required in ("role", "content"):
            if required not in values:
                raise InvalidInput(required, None, "is required")
        return cls(**values)


_FIELDS = frozenset(item.name for item in fields(NewMessage))


def _attachments(given: object) -> tuple[Attachment, ...]:
    if isinstance(given, str | bytes | Mapping) or not hasattr(given, "__iter__"):
        raise InvalidInput("attachments", given, "must be a list")
    return tuple(_attachment(item) for item in given)


def _attachment(given: object) -> Attachment:
    if isinstance(given, Attachment):
        return given
    known = {"type", "uri", "description", "transcript"}
    if not isinstance(given, Mapping) or "type" not in given or not known.issuperset(given):
        raise InvalidInput("attachment", given, "must be a mapping of type and of uri, description, transcript")
    return Attachment(**given)


def _as_json(name: str, value: object) -> dict[str, Any]:
    """Give a copy of *value* as JSON brings it back, so that nothing can change what was kept."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InvalidInput(name, value, "must be a mapping with text keys")
    if not value:
        return {}
    try:
        text = json.dumps(value, allow_nan=False, ensure_ascii=False)
        text.encode()
    except (TypeError, ValueError, RecursionError) as exc:
        raise InvalidInput(name, value, f"must be what JSON can carry ({exc})") from None
    copy: dict[str, Any] = json.loads(text)
    return copy


def require_title(value: object) -> str:
    """Give *value* back when it can be a conversation's title: a text of 1 to 200 characters."""
    title = require_text("title", value)
    if len(title) > MAX_TITLE_CHARACTERS:
        raise InvalidInput("title", title, f"must have at most {MAX_TITLE_CHARACTERS} characters")
    return title


def check_size(message: NewMessage, *, max_bytes: int = DEFAULT_MAX_MESSAGE_BYTES) -> NewMessage:
    """Give *message* back when its content has at most *max_bytes* in UTF-8, and all else that it brings has."""
    require_content("content", message.content, max_bytes=max_bytes)
    if not message.attachments and not message.metadata:
        return message
    words = [part for item in message.attachments for part in (item.uri, item.description, item.transcript) if part]
    brought = sum(len(part.encode()) for part in words)
    brought += len(json.dumps(message.metadata, ensure_ascii=False).encode()) if message.metadata else 0
    if brought > max_bytes:
        raise InvalidInput("message", message.id, f"its attachments and metadata must have at most {max_bytes} bytes")
    return message


@dataclass(frozen=True, slots=True)
class Message:
    """
    What was said, as it is kept: immutable, byte for byte.

    *position* is the 1-based place in its conversation, given by the repository; 0 until it is stored.
    *timestamp* is aware and in UTC.
    """

    id: str
    conversation_id: str
    role: str
    content: str
    timestamp: datetime
    author: str | None = None
    channel: str | None = None
    attachments: tuple[Attachment, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    pinned: bool = False
    position: int = 0

    @property
    def speaker(self) -> str:
        """The author's name, else the role."""
        return self.author or self.role

    @property
    def searchable(self) -> str:
        """What the message is found by: who spoke, the words, and what its attachments say."""
        said = [attachment.text for attachment in self.attachments]
        words = "\n".join([self.content, *(text for text in said if text)])
        return f"{self.author}: {words}" if self.author else words

    @property
    def shown(self) -> str:
        """What a model is shown: the content, then a line for each attachment of which something is known."""
        if not self.attachments:
            return self.content
        lines = [attachment.line for attachment in self.attachments]
        return "\n".join([self.content, *(line for line in lines if line)])


def difference(stored: Message, given: Message) -> str | None:
    """Name the first field in which a repeated message differs from the stored one; None when it is the same."""
    for name in ("role", "content", "author"):
        if getattr(stored, name) != getattr(given, name):
            return name
    return None


def placed(message: Message, position: int) -> Message:
    """Give *message* at its *position*."""
    return replace(message, position=position)


def title_of(messages: Sequence[Message]) -> str | None:
    """Title a conversation after what the user says first, in at most 60 characters; None when there is nothing."""
    for message in messages:
        words = message.content.split()
        if message.role == "user" and words:
            return textwrap.shorten(" ".join(words)[:400], _TITLE_CHARACTERS, placeholder="…")
    return None


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation of one user. *message_count* is given by the repository."""

    id: str
    created_at: datetime
    updated_at: datetime
    title: str | None = None
    message_count: int = 0
