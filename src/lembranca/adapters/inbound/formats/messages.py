"""One chat message, in our own form or in the one that chat services use, read into a domain message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lembranca.adapters.inbound.formats.content import read_content
from lembranca.adapters.inbound.formats.moments import read_time
from lembranca.adapters.inbound.formats.records import BadRecord, Draft, Drafts, place
from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import NewMessage

_OWN = ("author", "channel", "pinned")
_READ = {"role", "content", "id", "conversation_id", "attachments", "metadata", "timestamp", *_OWN}
_SAME_ROLE = {"developer": "system", "function": "tool"}
_OTHER_NAMES = {"author": ("name",), "timestamp": ("created_at", "create_time")}


def read_message(value: object) -> NewMessage:
    """
    Read a mapping with *role* and *content*; keys that are not ours are kept in the metadata.

    A text *title* is that of the conversation, and is not read here. The content may be text or a list of
    parts (text, image, audio, file); parts that are not text become attachments.
    *name* serves as author, *created_at* or *create_time* as timestamp; the role *developer* is read as system and
    *function* as tool. A number as id is taken as its digits.

    Raises:
        InvalidInput: a value breaks its rule.

    """
    if not isinstance(value, Mapping):
        raise InvalidInput("message", value, "must be an object with role and content")
    content, attachments = read_content(value)
    fields: dict[str, Any] = {key: value.get(key) for key in _OWN}
    return NewMessage.from_mapping(
        fields
        | {
            "role": _role(value.get("role")),
            "content": content,
            "id": read_id(value.get("id")),
            "author": _first(value, "author"),
            "timestamp": read_time(_first(value, "timestamp")),
            "attachments": attachments,
            "metadata": _metadata(value),
        }
    )


def read_id(value: object) -> Any:
    """Give an id as text: a whole number becomes its digits, all else stays as it is, to be judged by the domain."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def read_draft(value: object, where: str, conversation_id: str | None = None) -> Draft | BadRecord:
    """Read one message at *where*; its own *conversation_id* goes before the one given."""
    try:
        message = read_message(value)
    except InvalidInput as exc:
        return BadRecord(where, str(exc))
    own = read_id(value.get("conversation_id")) if isinstance(value, Mapping) else None
    title = value.get("title") if isinstance(value, Mapping) else None
    name = conversation_id if own is None else own
    return Draft(name, title if isinstance(title, str) else None, message, where)


def read_chat(value: object, where: str) -> Drafts:
    """Read `{"messages": [...]}`, with *id* or *conversation_id* and *title* where they are given."""
    messages = value.get("messages") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(messages, list):
        yield BadRecord(where, 'must be an object with a list of "messages"')
        return
    named = value.get("conversation_id", value.get("id"))
    title = value.get("title")
    for number, item in enumerate(messages, 1):
        draft = read_draft(item, place(where, f"message {number}"), read_id(named))
        if isinstance(draft, Draft) and isinstance(title, str):
            draft = Draft(draft.conversation_id, title, draft.message, draft.where)
        yield draft


def _role(value: object) -> object:
    return _SAME_ROLE.get(value, value) if isinstance(value, str) else value


def _first(value: Mapping[str, Any], name: str) -> Any:
    for key in (name, *_OTHER_NAMES[name]):
        if value.get(key) is not None:
            return value[key]
    return None


def _metadata(value: Mapping[str, Any]) -> dict[str, Any]:
    given = value.get("metadata")
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise InvalidInput("metadata", given, "must be a mapping with text keys")
    kept = {key: item for key, item in value.items() if key not in _READ}
    if isinstance(kept.get("title"), str):
        del kept["title"]
    return kept | dict(given)
