"""What a message says: text, or the parts that chat services send."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import Attachment

_TEXT_PARTS = {"text", "input_text", "output_text", "refusal"}
_LONGEST_URI = 2048


def read_content(message: Mapping[str, Any]) -> tuple[Any, list[Any]]:
    """
    Give the text of a message and its attachments, those listed under *attachments* first.

    Texts of several parts are joined by a line break. Where nothing is written, a message of attachments only says
    "[image]" and the like, and a call of tools says what is called: "search({...})". Anything else that is no text is
    given back as it is, for the domain to refuse.

    Raises:
        InvalidInput: the attachments are no list, or a part is neither text nor an object.

    """
    content, attachments = message.get("content"), message.get("attachments")
    if attachments is None:
        attachments = []
    if not isinstance(attachments, list):
        raise InvalidInput("attachments", attachments, "must be a list")
    if isinstance(content, list):
        texts, parts = read_parts(content)
        content, attachments = "\n".join(texts), [*attachments, *parts]
    return content or said_without_words(attachments) or _calls(message) or content, attachments


def read_parts(parts: Sequence[object]) -> tuple[list[str], list[Attachment]]:
    """Part the texts from what came with them."""
    texts: list[str] = []
    attachments: list[Attachment] = []
    for number, part in enumerate(parts, 1):
        if isinstance(part, str):
            texts.append(part)
        elif not isinstance(part, Mapping):
            raise InvalidInput(f"content part {number}", part, "must be a text or an object with a type")
        elif isinstance(text := _text(part), str):
            texts.append(text)
        else:
            attachments.append(_attachment(part))
    return [text for text in texts if text], attachments


def said_without_words(attachments: Sequence[object]) -> str:
    """Name the attachments of a message without text: "[image] [audio]"; empty when there are none."""
    types = [item.type if isinstance(item, Attachment) else _of(item, "type") for item in attachments]
    return " ".join(f"[{kind}]" for kind in types if isinstance(kind, str))


def shortened_uri(uri: object) -> str | None:
    """Keep an address as it is; data embedded in a long one is named by its digest instead."""
    if not isinstance(uri, str) or not uri:
        return None
    if len(uri) <= _LONGEST_URI:
        return uri
    return f"urn:sha256:{hashlib.sha256(uri.encode(errors='surrogatepass')).hexdigest()}"


def _text(part: Mapping[str, Any]) -> object:
    kind = part.get("type")
    return part.get("refusal", part.get("text")) if isinstance(kind, str) and kind in _TEXT_PARTS else None


def _attachment(part: Mapping[str, Any]) -> Attachment:
    kind = part.get("type")
    if kind in ("image_url", "input_image"):
        image = part.get("image_url")
        return Attachment("image", shortened_uri(_of(image, "url") or image or part.get("file_id")))
    if kind == "input_audio":
        heard = _of(part.get("input_audio"), "transcript")
        return Attachment("audio", transcript=heard if isinstance(heard, str) and heard else None)
    if kind in ("file", "input_file"):
        file = part.get("file", part)
        name = _of(file, "filename")
        return Attachment(
            "document", shortened_uri(_of(file, "file_id")), name if isinstance(name, str) and name else None
        )
    return Attachment("other", description=kind if isinstance(kind, str) and kind else None)


def _calls(message: Mapping[str, Any]) -> str:
    calls = message.get("tool_calls")
    functions = [_of(call, "function") for call in calls] if isinstance(calls, list) else []
    functions.append(message.get("function_call"))
    return "\n".join(_call(function) for function in functions if isinstance(function, Mapping))


def _call(function: Mapping[str, Any]) -> str:
    arguments = function.get("arguments")
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments, ensure_ascii=False)
    return f"{function.get('name')}({arguments})"


def _of(value: object, key: str) -> Any:
    return value.get(key) if isinstance(value, Mapping) else None
