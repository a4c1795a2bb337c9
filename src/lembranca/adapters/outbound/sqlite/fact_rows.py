"""Facts as rows: their columns, their states, their sources, and the entries that they are recalled as."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any

from lembranca.adapters.outbound.sqlite.rows import UNREADABLE, marks, to_datetime, to_microseconds
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.errors import StorageDamaged
from lembranca.domain.known_fact import ARCHIVED, Fact, FactState, Source

_STATE_COLUMNS = "status, layer, weight, observations, updated_at, expires_at, decayed_at, superseded_by"
_COLUMNS = f"id, kind, content, topic, negated, tags, created_at, {_STATE_COLUMNS}, access_count, last_accessed"

FACT_COLUMNS = "f.no, " + ", ".join(f"f.{name}" for name in _COLUMNS.split(", "))
INSERT_FACT = f"""
    INSERT INTO facts (scope_no, id, kind, content, topic, negated, tags, created_at, term_count, {_STATE_COLUMNS})
    VALUES ({marks(range(17))})"""
REVISE_FACT = f"UPDATE facts SET ({_STATE_COLUMNS}, content) = ({marks(range(9))}) WHERE no = ?"

_SOURCES = """
    SELECT r.fact_no, s.conversation_id, s.message_id, s.said_at, s.channel
    FROM fact_revisions r JOIN change_sources s ON s.change_no = r.change_no
    WHERE r.is_source = 1 AND r.fact_no IN ({}) ORDER BY r.fact_no, r.change_no, s.place"""

_FIRST_OF_STATE = 8  # its place among FACT_COLUMNS
_AFTER_STATE = 16
_RAW = -zlib.MAX_WBITS  # deflated bytes alone: short texts would pay for a header

Sources = dict[int, tuple[Source, ...]]


def sources_query(numbers: Sequence[int]) -> str:
    """Give the query for the sources of so many facts, bound by number; its rows are for `to_sources`."""
    return _SOURCES.format(marks(numbers))


def to_sources(rows: Iterable[Sequence[Any]]) -> Sources:
    """Give the sources by the fact's number, oldest first, a message that came up again once."""
    found: dict[int, tuple[Source, ...]] = {}
    for fact_no, conversation_id, message_id, said_at, channel in rows:
        source = Source(conversation_id, message_id, to_datetime(said_at), channel)
        others = found.get(fact_no)
        found[fact_no] = (source,) if others is None else _with(others, source)
    return found


def _with(sources: tuple[Source, ...], one: Source) -> tuple[Source, ...]:
    """Give *sources* with *one* more in its place."""
    if any((one.conversation_id, one.message_id) == (known.conversation_id, known.message_id) for known in sources):
        return sources
    return tuple(sorted((*sources, one), key=attrgetter("said_at")))


def from_fact(fact: Fact, scope_no: int, term_count: int) -> tuple[Any, ...]:
    """Give the values that INSERT_FACT binds."""
    tags = json.dumps(fact.tags, ensure_ascii=False) if fact.tags else None
    what = (scope_no, fact.id, fact.kind, stored_content(fact), fact.topic, int(fact.negated), tags)
    return (*what, to_microseconds(fact.created_at), term_count, *from_state(fact.state))


def to_fact(row: Sequence[Any], file: Path | str, sources: tuple[Source, ...] = ()) -> Fact:
    """
    Read a row of FACT_COLUMNS.

    Raises:
        StorageDamaged: a value is not as it was written; the message names *file* and fact.

    """
    try:
        _, identifier, kind, content, topic, negated, tags, created_at = row[:_FIRST_OF_STATE]
        access_count, last_accessed = row[_AFTER_STATE:]
        return Fact(
            identifier,
            kind,
            content if isinstance(content, str) else zlib.decompress(content, _RAW).decode(),
            to_datetime(created_at),
            to_state(row[_FIRST_OF_STATE:_AFTER_STATE]),
            topic,
            bool(negated),
            tuple(json.loads(tags)) if tags else (),
            sources,
            access_count,
            None if last_accessed is None else to_datetime(last_accessed),
        )
    except (*UNREADABLE, zlib.error) as exc:
        raise StorageDamaged(f"{file}: fact {row[1]!r} cannot be read ({exc})") from exc


def stored_content(fact: Fact) -> str | bytes:
    """Give the content as it is kept: deflated when the fact is archived and that is shorter."""
    if fact.state.status != ARCHIVED:
        return fact.content
    packer = zlib.compressobj(9, zlib.DEFLATED, _RAW)
    text = fact.content.encode()
    packed = packer.compress(text) + packer.flush()
    return packed if len(packed) < len(text) else fact.content


def from_state(state: FactState) -> tuple[Any, ...]:
    """Give a state's values in the order of its columns."""
    return (
        state.status,
        state.layer,
        state.weight,
        state.observations,
        to_microseconds(state.updated_at),
        None if state.expires_at is None else to_microseconds(state.expires_at),
        None if state.decayed_at is None else to_microseconds(state.decayed_at),
        state.superseded_by,
    )


def to_state(values: Sequence[Any]) -> FactState:
    """Read what `from_state` gave."""
    status, layer, weight, observations, updated_at, expires_at, decayed_at, superseded_by = values
    return FactState(
        status,
        layer,
        weight,
        observations,
        to_datetime(updated_at),
        None if expires_at is None else to_datetime(expires_at),
        None if decayed_at is None else to_datetime(decayed_at),
        superseded_by,
    )


def searchable(fact: Fact) -> str:
    """Give the text whose words a fact is found by: what it says, what it is about, its tags."""
    return " ".join((fact.content, fact.topic or "", *fact.tags))


def to_fact_entry(fact: Fact) -> MemoryEntry:
    """Give the entry that a fact is recalled as."""
    first = fact.sources[0] if fact.sources else None
    return MemoryEntry(
        id=fact.id,
        conversation_id=first.conversation_id if first else "",
        message_id=first.message_id if first else "",
        content=fact.content,
        timestamp=fact.state.updated_at,
        layer=fact.state.layer,
        kind=fact.kind,
        weight=fact.state.weight,
        tags=fact.tags,
        channel=first.channel if first else None,
        status=fact.state.status,
        topic=fact.topic,
        sources=tuple((source.conversation_id, source.message_id) for source in fact.sources),
        access_count=fact.access_count,
    )
