"""
The `conversations.json` of a ChatGPT data export.

Each conversation is a tree, since an edited question or a regenerated answer opens a branch; `current_node` is the
end of the one that was on the screen last. Only that branch is read: what was taken back was not said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from lembranca.adapters.inbound.formats.content import said_without_words, shortened_uri
from lembranca.adapters.inbound.formats.messages import read_id
from lembranca.adapters.inbound.formats.moments import read_time
from lembranca.adapters.inbound.formats.records import BadRecord, Draft, Drafts, place
from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import Attachment, NewMessage

# Shown by the interface beside the conversation or not at all, never said in it.
_NOT_SAID = {"thoughts", "reasoning_recap", "user_editable_context", "model_editable_context"}
_ASSETS = {"image_asset_pointer": "image", "audio_asset_pointer": "audio", "video_container_asset_pointer": "video"}


def read_conversation(value: object, where: str) -> Drafts:
    """
    Read the live branch of one conversation, oldest first.

    Messages without content (the empty system message, a call whose text is elsewhere), hidden ones and the model's
    notes to itself are left out. A message without a time has that of the one before it.
    """
    mapping = value.get("mapping") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(mapping, Mapping):
        yield BadRecord(where, 'must be an object with a "mapping" of messages')
        return
    branch, problem = _branch(mapping, value.get("current_node"))
    if problem:
        yield BadRecord(where, problem)
    time = _started(value)
    nodes = [(key, node["message"]) for key, node in branch if node.get("message") is not None]
    for number, (key, message) in enumerate(nodes, 1):
        spot = place(where, f"message {number}")
        try:
            time = read_time(_of(message, "create_time")) or time
            read = _message(message, key, time)
        except InvalidInput as exc:
            yield BadRecord(spot, str(exc))
            continue
        if read is not None:
            yield Draft(_conversation_id(value), _text_or_none(value.get("title")), read, spot)


def _started(value: Mapping[str, Any]) -> datetime | None:
    """Tell when the conversation began; only a stand-in for its messages' own times, so nothing is lost without it."""
    try:
        return read_time(value.get("create_time"))
    except InvalidInput:
        return None


def _conversation_id(value: Mapping[str, Any]) -> Any:
    return read_id(value.get("conversation_id") or value.get("id") or None)


def _branch(mapping: Mapping[str, Any], leaf: object) -> tuple[list[tuple[str, Mapping[str, Any]]], str | None]:
    """Climb from the leaf to the root; also say what broke the way, if anything did."""
    key = leaf if isinstance(leaf, str) and leaf in mapping else _last_leaf(mapping)
    climbed: dict[str, Mapping[str, Any]] = {}
    problem = None
    while key is not None:
        node = mapping.get(key)
        if key in climbed or not isinstance(node, Mapping):
            problem = f"its messages before node {key!r:.60} are lost: the tree is broken there"
            break
        climbed[key] = node
        parent = node.get("parent")
        key = parent if isinstance(parent, str) else None
    return list(reversed(climbed.items())), problem


def _last_leaf(mapping: Mapping[str, Any]) -> str | None:
    """Without a usable `current_node`: the last node in the file that has no children."""
    leaves = [key for key, node in mapping.items() if isinstance(node, Mapping) and not node.get("children")]
    return leaves[-1] if leaves else None


def _message(value: object, key: str, time: datetime | None) -> NewMessage | None:
    if not isinstance(value, Mapping):
        raise InvalidInput("message", value, "must be an object")
    content = value.get("content")
    hidden = _of(value.get("metadata"), "is_visually_hidden_from_conversation") is True
    if hidden or not isinstance(content, Mapping) or content.get("content_type") in tuple(_NOT_SAID):
        return None
    texts, attachments = _content(content)
    attachments += _files(value.get("metadata"))
    text = "\n".join(texts) or said_without_words(attachments)
    if not text:
        return None
    author = value.get("author")
    return NewMessage.from_mapping(
        {
            "role": _of(author, "role"),
            "content": text,
            "id": value.get("id") or key,
            "author": _text_or_none(_of(author, "name")),
            "timestamp": time,
            "attachments": attachments,
            "metadata": _kept(value, content),
        }
    )


def _content(content: Mapping[str, Any]) -> tuple[list[str], list[Attachment]]:
    parts = content.get("parts")
    if not isinstance(parts, list):
        parts = [content.get("text") or content.get("result")]
    texts: list[str] = []
    attachments: list[Attachment] = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, Mapping) and isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif isinstance(part, Mapping):
            attachments.extend(_assets(part))
    return [text for text in texts if text], attachments


def _assets(part: Mapping[str, Any]) -> Iterator[Attachment]:
    kind = part.get("content_type")
    spoken = part.get("audio_asset_pointer")
    if isinstance(spoken, Mapping):
        yield Attachment("audio", shortened_uri(spoken.get("asset_pointer")))
    elif isinstance(kind, str):
        prompt = _of(_of(part.get("metadata"), "dalle"), "prompt")
        uri = shortened_uri(part.get("asset_pointer"))
        yield Attachment(_ASSETS.get(kind, "other"), uri, _text_or_none(prompt))


def _files(metadata: object) -> list[Attachment]:
    listed = _of(metadata, "attachments")
    files = [item for item in listed if isinstance(item, Mapping)] if isinstance(listed, list) else []
    # Images are already there as parts of the content.
    return [
        Attachment("document", shortened_uri(file.get("id")), _text_or_none(file.get("name")))
        for file in files
        if not str(file.get("mime_type", file.get("mimeType", ""))).startswith("image/")
    ]


def _kept(value: Mapping[str, Any], content: Mapping[str, Any]) -> dict[str, Any]:
    kept = {
        "content_type": content.get("content_type"),
        "model": _of(value.get("metadata"), "model_slug"),
        "recipient": value.get("recipient"),
    }
    usual = {"content_type": "text", "recipient": "all"}
    return {key: item for key, item in kept.items() if isinstance(item, str) and item != usual.get(key)}


def _text_or_none(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _of(value: object, key: str) -> Any:
    return value.get(key) if isinstance(value, Mapping) else None
