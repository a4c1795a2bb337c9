"""What can be recalled."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from lembranca.domain.errors import InvalidInput
from lembranca.domain.period import Period
from lembranca.domain.relevance import Signs
from lembranca.domain.rules import require_id, require_one_of, require_text, require_time

LAYERS = ("short", "medium", "long", "episodic", "semantic")
KINDS = ("bio", "pref", "emo", "obj", "event", "message")


@dataclass(frozen=True, slots=True)
class Explanation:
    """
    Why an entry was found; a part is 0 where it had no share.

    *keyword* and *vector* are its scores from 0 to 1 among all that was found, *lent* what the messages around it gave
    it, *author* what it gained because the question names who said it, *time* because it names when, *terms* the words
    of the question in it.

    *signs* is what its relevance was worked out from, *reranked* what the reranker gave it, None where it was not read.
    """

    keyword: float = 0.0
    vector: float = 0.0
    lent: float = 0.0
    author: float = 0.0
    terms: tuple[str, ...] = ()
    signs: Signs = field(default_factory=Signs)
    time: float = 0.0
    reranked: float | None = None


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """
    One thing that can be recalled: a message, a fact or an event.

    *score* orders what one search found, higher is better, comparable within one answer only. *relevance* is how likely
    it answers, from 0 to 1, comparable between answers: see `lembranca.domain.relevance`. *weight* is its importance
    from 0 to 1. *explanation* is there when the search asked for it.

    A message has the *conversation_id* and *message_id* of itself; a fact those of the first message behind it, empty
    texts when it was given by hand, and all of them as *sources*. A fact's *timestamp* is when it was last said, its
    *status* one of `lembranca.domain.known_fact.STATUSES`; *topic* is what a newer value would replace.
    """

    id: str
    conversation_id: str
    message_id: str
    content: str
    timestamp: datetime
    layer: str = "short"
    kind: str = "message"
    role: str = "user"
    author: str | None = None
    position: int = 0
    weight: float = 0.5
    tags: tuple[str, ...] = ()
    score: float = 0.0
    explanation: Explanation | None = None
    channel: str | None = None
    status: str = "active"
    topic: str | None = None
    sources: tuple[tuple[str, str], ...] = ()
    access_count: int = 0
    relevance: float = 0.0

    @property
    def priority(self) -> float:
        """The weight on the scale from 1 to 10."""
        return max(1.0, round(10 * self.weight, 6))

    @property
    def is_fact(self) -> bool:
        """Whether it is something known of the person, and no message."""
        return self.kind != "message" or self.layer != "short"


@dataclass(frozen=True, slots=True)
class ScoredId:
    """The id of an entry and how well it matched, higher is better."""

    id: str
    score: float


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """
    What a search may return; a field left out allows everything.

    *since* and *until* are inclusive; a time without a zone is taken as UTC.

    Raises:
        InvalidInput: an unknown layer or kind, an id that cannot be one, or *since* after *until*.

    """

    conversation_id: str | None = None
    layers: frozenset[str] = field(default_factory=frozenset)
    kinds: frozenset[str] = field(default_factory=frozenset)
    since: datetime | None = None
    until: datetime | None = None
    channel: str | None = None

    def __post_init__(self) -> None:
        if self.conversation_id is not None:
            require_id("conversation_id", self.conversation_id)
        if self.channel is not None:
            require_text("channel", self.channel)
        object.__setattr__(self, "layers", _subset("layers", self.layers, LAYERS))
        object.__setattr__(self, "kinds", _subset("kinds", self.kinds, KINDS))
        for name in ("since", "until"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, require_time(name, getattr(self, name)))
        if self.since and self.until and self.since > self.until:
            raise InvalidInput("since", self.since.isoformat(), f"must not be after until ({self.until.isoformat()})")

    def admits_time(self, moment: datetime) -> bool:
        """Whether *moment* lies within the bounds."""
        return (self.since is None or moment >= self.since) and (self.until is None or moment <= self.until)

    def within(self, period: Period) -> SearchFilter | None:
        """Give the filter that admits of *period* what this one does; None when they have no time in common."""
        since = max(filter(None, (self.since, period.since)))
        until = min(filter(None, (self.until, period.until - timedelta.resolution)))
        return replace(self, since=since, until=until) if since <= until else None

    def admits_messages(self) -> bool:
        """Whether messages, which are of kind *message* and layer *short*, can be among the results."""
        return (not self.kinds or "message" in self.kinds) and (not self.layers or "short" in self.layers)

    def admits_facts(self) -> bool:
        """Whether anything but messages can be among the results."""
        return self.layers != {"short"} and (self.kinds != {"message"} or not self.layers or "medium" in self.layers)


def _subset(name: str, given: object, allowed: tuple[str, ...]) -> frozenset[str]:
    if isinstance(given, str) or not isinstance(given, Collection):
        raise InvalidInput(name, given, f"must be a list of {', '.join(allowed)}")
    return frozenset(require_one_of(name, item, allowed) for item in given)
