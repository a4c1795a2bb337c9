"""
Ids for what comes without one, made from the content alone, so that importing a file twice changes nothing.

A conversation is named after its first messages (role and content of at most `ANONYMOUS_HEAD` of them): the file may be
renamed, moved or, once it is that long, grow at its end, and its conversation keeps its id. A shorter one that grows
is taken for another conversation, since merging two that merely begin alike would be worse.

A message is named after its conversation, its role, its content and how many equal ones came before it. Its position
is left out on purpose: when a line that could not be read is repaired, the lines after it keep their ids.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from lembranca.adapters.inbound.formats.records import BadRecord, Draft, Drafts, ImportedMessage, Record
from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import NewMessage
from lembranca.domain.rules import require_id

ANONYMOUS_HEAD = 8


def conversation_id_of(messages: Sequence[NewMessage]) -> str:
    """Name a conversation after its first messages."""
    head = messages[:ANONYMOUS_HEAD]
    return "import-" + _digest(part for message in head for part in (message.role, message.content))


def message_id_of(conversation_id: str, message: NewMessage, repeated: int) -> str:
    """Name a message of *conversation_id* before which *repeated* equal ones came."""
    return "import-" + _digest((conversation_id, message.role, message.content, str(repeated)))


def identified(drafts: Iterable[Draft | BadRecord]) -> Iterator[Record]:
    """Give every draft its ids. Those without a conversation belong to one, and keep their order within it."""
    seen: Counter[bytes] = Counter()
    for draft in _with_conversation(drafts):
        yield draft if isinstance(draft, BadRecord) else _with_message_id(draft, seen)


def _with_conversation(drafts: Iterable[Draft | BadRecord]) -> Drafts:
    held: list[Draft] = []
    name: str | None = None
    for draft in drafts:
        if isinstance(draft, BadRecord) or draft.conversation_id is not None:
            yield draft
        elif name is not None:
            yield replace(draft, conversation_id=name)
        else:
            held.append(draft)
            if len(held) == ANONYMOUS_HEAD:
                name = conversation_id_of([item.message for item in held])
                yield from _named(held, name)
    if name is None and held:
        yield from _named(held, conversation_id_of([item.message for item in held]))


def _named(drafts: Sequence[Draft], name: str) -> Iterator[Draft]:
    return (replace(draft, conversation_id=name) for draft in drafts)


def _with_message_id(draft: Draft, seen: Counter[bytes]) -> Record:
    message = draft.message
    try:
        conversation_id = require_id("conversation_id", draft.conversation_id)
    except InvalidInput as exc:
        return BadRecord(draft.where, str(exc))
    if message.id is None:
        # A short key: a long file without ids keeps one of these per message in memory.
        key = bytes.fromhex(_digest((conversation_id, message.role, message.content)))
        message = replace(message, id=message_id_of(conversation_id, message, seen[key]))
        seen[key] += 1
    return ImportedMessage(conversation_id, draft.title, message, draft.where)


def _digest(parts: Iterable[str]) -> str:
    digest = hashlib.blake2b(digest_size=12)
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()
