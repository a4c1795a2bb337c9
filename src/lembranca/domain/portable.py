"""A person's memory as a document that anybody can read and any Lembrança can take in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from lembranca.domain.errors import InvalidInput
from lembranca.domain.known_fact import STATUSES, WITHDRAWN, Fact, FactState, Source
from lembranca.domain.message import Message
from lembranca.domain.rules import require_flag, require_id, require_limit, require_one_of, require_text, require_time

FORMAT = "lembranca-memory"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import added; what was there already is not counted."""

    conversations: int = 0
    messages: int = 0
    facts: int = 0


def message_record(message: Message) -> dict[str, Any]:
    """Give a message as a mapping that `NewMessage.from_mapping` reads; what is not there is left out."""
    record = {
        "id": message.id,
        "role": message.role,
        "author": message.author,
        "content": message.content,
        "timestamp": message.timestamp.isoformat(),
        "channel": message.channel,
        "attachments": [_known(asdict(attachment)) for attachment in message.attachments],
        "metadata": dict(message.metadata),
        "pinned": message.pinned,
    }
    return {name: value for name, value in record.items() if value not in (None, [], {}, False)}


def fact_record(fact: Fact) -> dict[str, Any]:
    """Give a fact as a mapping that `read_fact` reads; what is not there is left out."""
    state = fact.state
    record = {
        "id": fact.id,
        "kind": fact.kind,
        "content": fact.content,
        "status": state.status,
        "layer": state.layer,
        "weight": state.weight,
        "topic": fact.topic,
        "negated": fact.negated,
        "tags": list(fact.tags),
        "observations": state.observations,
        "created_at": fact.created_at.isoformat(),
        "updated_at": state.updated_at.isoformat(),
        "expires_at": _moment(state.expires_at),
        "decayed_at": _moment(state.decayed_at),
        "superseded_by": state.superseded_by,
        "access_count": fact.access_count,
        "last_accessed": _moment(fact.last_accessed),
        "sources": [_source_record(source) for source in fact.sources],
    }
    return {name: value for name, value in record.items() if value not in (None, [], False, 0)} | {
        "weight": state.weight
    }


def read_fact(record: object) -> Fact:
    """
    Read what `fact_record` wrote. Kind, content, status and the times are required.

    Raises:
        InvalidInput: it is no mapping, a key is unknown or missing, or a value breaks its rule.

    """
    if not isinstance(record, Mapping):
        raise InvalidInput("fact", record, "must be a mapping")
    if unknown := set(record) - _KEYS:
        raise InvalidInput("fact", min(map(str, unknown)), f"is no key of a fact; known are {', '.join(sorted(_KEYS))}")
    for name in _REQUIRED:
        if name not in record:
            raise InvalidInput(name, None, "is required")
    state = FactState(
        status=require_one_of("status", record["status"], _STATUSES),
        layer=record["layer"],
        weight=record.get("weight", 0.5),
        observations=record.get("observations", 1),
        updated_at=require_time("updated_at", record["updated_at"]),
        expires_at=_read_moment("expires_at", record.get("expires_at")),
        decayed_at=_read_moment("decayed_at", record.get("decayed_at")),
        superseded_by=_read_id("superseded_by", record.get("superseded_by")),
    )
    return Fact(
        id=record["id"],
        kind=record["kind"],
        content=record["content"],
        created_at=require_time("created_at", record["created_at"]),
        state=state,
        topic=None if record.get("topic") is None else require_text("topic", record["topic"]),
        negated=require_flag("negated", record.get("negated", False)),
        tags=tuple(require_text("tags", tag) for tag in _read_list("tags", record)),
        sources=tuple(_read_source(source) for source in _read_list("sources", record)),
        access_count=require_limit("access_count", record.get("access_count", 0), minimum=0, maximum=2**53),
        last_accessed=_read_moment("last_accessed", record.get("last_accessed")),
    )


def _source_record(source: Source) -> dict[str, Any]:
    return _known(
        {
            "conversation_id": source.conversation_id,
            "message_id": source.message_id,
            "said_at": source.said_at.isoformat(),
            "channel": source.channel,
        }
    )


def _read_source(record: object) -> Source:
    if not isinstance(record, Mapping) or not _SOURCE_KEYS.issuperset(record):
        raise InvalidInput("sources", record, f"each must be a mapping of {', '.join(sorted(_SOURCE_KEYS))}")
    said_at = require_time("said_at", record.get("said_at"))
    channel = record.get("channel")
    if channel is not None:
        require_text("channel", channel)
    return Source(record.get("conversation_id", ""), record.get("message_id", ""), said_at, channel)


def _read_list(name: str, record: Mapping[str, Any]) -> list[Any]:
    value = record.get(name, [])
    if not isinstance(value, list):
        raise InvalidInput(name, value, "must be a list")
    return value


def _read_id(name: str, value: object) -> str | None:
    return None if value is None else require_id(name, value)


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _read_moment(name: str, value: object) -> datetime | None:
    return None if value is None else require_time(name, value)


def _known(record: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if value is not None}


_STATUSES = tuple(status for status in STATUSES if status != WITHDRAWN)
_SOURCE_KEYS = frozenset({"conversation_id", "message_id", "said_at", "channel"})
_REQUIRED = ("id", "kind", "content", "status", "layer", "created_at", "updated_at")
_KEYS = frozenset(_REQUIRED) | {
    "weight", "topic", "negated", "tags", "observations", "expires_at", "decayed_at", "superseded_by", "access_count",
    "last_accessed", "sources",
}  # fmt: skip
