"""What is known of a person, as it is kept: what was said never changes, where it stands does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from operator import attrgetter

from lembranca.domain.entry import KINDS, LAYERS, MemoryEntry
from lembranca.domain.errors import InvalidInput
from lembranca.domain.fact import MAX_FACT_CHARACTERS
from lembranca.domain.rules import require_id, require_limit, require_one_of, require_share, require_text

ACTIVE, SUPERSEDED, ARCHIVED, FORGOTTEN, WITHDRAWN = "active", "superseded", "archived", "forgotten", "withdrawn"
STATUSES = (ACTIVE, SUPERSEDED, ARCHIVED, FORGOTTEN, WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Source:
    """The message that something was learned from, the *channel* it came by and when it was said."""

    conversation_id: str
    message_id: str
    said_at: datetime
    channel: str | None = None

    def __post_init__(self) -> None:
        require_id("source.conversation_id", self.conversation_id)
        require_id("source.message_id", self.message_id)
        if self.said_at.tzinfo is None:
            raise InvalidInput("source.said_at", self.said_at, "must have a zone")


@dataclass(frozen=True, slots=True)
class FactState:
    """
    Where a fact stands now; everything about it that can change, and be changed back.

    *status* is one of

    - active: it holds and is recalled;
    - superseded: a newer one holds in its place, or it has ended; it stays in the history;
    - archived: it faded or its time is over; it comes back when a search wants it;
    - forgotten: the person wished it so; it is not found any more;
    - withdrawn: what had made it was undone.

    *weight* is its importance from 0 to 1. *observations* counts how often it was said, from 1. *updated_at* is when it
    was last said. *decayed_at* is up to when its decay has been counted, None before the first. *expires_at* is when
    its time is over, None when never. *superseded_by* is the id of the fact that holds in its place.
    """

    status: str
    layer: str
    weight: float
    observations: int
    updated_at: datetime
    expires_at: datetime | None = None
    decayed_at: datetime | None = None
    superseded_by: str | None = None

    def __post_init__(self) -> None:
        require_one_of("fact.status", self.status, STATUSES)
        require_one_of("fact.layer", self.layer, LAYERS)
        object.__setattr__(self, "weight", require_share("fact.weight", self.weight))
        require_limit("fact.observations", self.observations, maximum=2**53)
        for moment in (self.updated_at, self.expires_at, self.decayed_at):
            if moment is not None and moment.tzinfo is None:
                raise InvalidInput("fact.state", moment, "must have times with a zone")


@dataclass(frozen=True, slots=True)
class Fact:
    """
    One thing known of a person.

    *kind* is bio, pref, emo, obj or event, or *message* for an interaction in the medium-term memory. *content*,
    *topic*, *negated* and *tags* are as in `ExtractedFact`. *sources* are the messages behind it, oldest first; one
    that was given by hand has none. *access_count* and *last_accessed* tell how often and when it was recalled: they
    are counted in passing, are no part of what it is, and do not come into comparing two facts.

    Raises:
        InvalidInput: a value breaks its rule.

    """

    id: str
    kind: str
    content: str
    created_at: datetime
    state: FactState
    topic: str | None = None
    negated: bool = False
    tags: tuple[str, ...] = ()
    sources: tuple[Source, ...] = field(default=(), compare=False)
    access_count: int = field(default=0, compare=False)
    last_accessed: datetime | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        require_id("fact.id", self.id)
        require_one_of("fact.kind", self.kind, KINDS)
        if len(require_text("fact.content", self.content)) > MAX_FACT_CHARACTERS or not self.content.strip():
            rule = f"must have 1 to {MAX_FACT_CHARACTERS} characters, not all blank"
            raise InvalidInput("fact.content", self.content, rule)

    def become(self, **changes: object) -> Fact:
        """Give the fact with another state: the fields of `FactState` that *changes* names."""
        return replace(self, state=replace(self.state, **changes))  # type: ignore[arg-type]  # as their fields say

    @property
    def entry(self) -> MemoryEntry:
        """The fact as what a search gives."""
        first = self.sources[0] if self.sources else None
        return MemoryEntry(
            id=self.id,
            conversation_id=first.conversation_id if first else "",
            message_id=first.message_id if first else "",
            content=self.content,
            timestamp=self.state.updated_at,
            layer=self.state.layer,
            kind=self.kind,
            weight=self.state.weight,
            tags=self.tags,
            channel=first.channel if first else None,
            status=self.state.status,
            topic=self.topic,
            sources=tuple((source.conversation_id, source.message_id) for source in self.sources),
            access_count=self.access_count,
        )

    @property
    def is_active(self) -> bool:
        """Whether it holds now."""
        return self.state.status == ACTIVE

    @property
    def is_found(self) -> bool:
        """Whether a search may give it: it holds, or lies in the archive."""
        return self.state.status in {ACTIVE, ARCHIVED}


def with_sources(sources: Iterable[Source], more: Iterable[Source]) -> tuple[Source, ...]:
    """Give *sources* with *more*, the oldest first and each message once."""
    found: dict[tuple[str, str], Source] = {}
    for source in (*sources, *more):
        found.setdefault((source.conversation_id, source.message_id), source)
    return tuple(sorted(found.values(), key=attrgetter("said_at")))
