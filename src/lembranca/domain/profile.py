"""What is believed of a person, and how firmly: computed from what they said, each time they said it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from lembranca.domain.known_fact import ACTIVE, SUPERSEDED, Fact, Source
from lembranca.domain.words import words

FIRST = 0.7
"""How firmly something is believed that was said once."""

CHALLENGE = 0.5
"""The same, where another value is believed already."""

GAIN = 0.3
"""Said again, a value gains this share of what it lacks to certainty."""

LOSS = 0.7
"""Contradicted, a value keeps this share."""

_LEAST, _MOST = 1e-6, 1 - 1e-6  # nothing is ever certain, however often it is said


@dataclass(frozen=True, slots=True)
class Former:
    """A value that was believed, how firmly at last, the messages behind it, and from when until when."""

    value: str
    confidence: float
    observations: int
    sources: tuple[Source, ...]
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Preference:
    """
    One thing that is believed of a person.

    *key* is what it is about: a topic such as `residence` or `contact_channel`, or the kind of a fact without one, of
    which several values stand side by side. *confidence* lies between 0 and 1. *observations* counts how often *value*
    was said, *sources* are the messages that said so, oldest first. *since* is when it came to be believed, *history*
    what was believed before in its place, oldest first. *entry_id* is the fact that says it.
    """

    key: str
    value: str
    kind: str
    confidence: float
    observations: int
    sources: tuple[Source, ...]
    since: datetime
    history: tuple[Former, ...]
    entry_id: str


@dataclass(frozen=True, slots=True)
class Profile:
    """What is believed of one person, in the order of keys, values of the same key by when they came to be believed."""

    preferences: tuple[Preference, ...] = ()

    def about(self, key: str) -> tuple[Preference, ...]:
        """Give what is believed about *key*."""
        return tuple(each for each in self.preferences if each.key == key)


def profile_of(facts: Iterable[Fact]) -> Profile:
    """
    Compute what is believed of a person from all the *facts* known of them; neither their order nor the time matters.

    Active facts and those that they superseded count, events and interactions only where they tell a value ("moved to
    Curitiba"). What was said once has a confidence of 0.7; each repetition adds 0.3 of what it lacks to 1. A preference
    that is contradicted falls to 0.7 of its confidence; the new value begins with 0.5, grows likewise, and takes its
    place once it is the firmer one. What somebody is, and all but preferences, follows the latest word at once.
    """
    counted = {fact.id: fact for fact in facts if fact.state.status in {ACTIVE, SUPERSEDED} and _tells_a_value(fact)}
    loose: defaultdict[str, dict[str, Fact]] = defaultdict(dict)
    for fact in counted.values():
        if fact.topic is None:
            loose[fact.kind][fact.id] = fact
    strands: defaultdict[tuple[str, bool, str], list[Fact]] = defaultdict(list)
    for fact in counted.values():
        if not _is_told_by_another(fact, counted):
            strands[_strand(fact, loose[fact.kind])].append(fact)
    believed = [
        preference
        for (key, is_preferred, _), strand in strands.items()
        if any(fact.is_active for fact in strand)
        for preference in (_contended if is_preferred else _latest)(key, strand)
    ]
    believed.sort(key=lambda each: (each.key, each.since, each.value, each.entry_id))
    return Profile(tuple(believed))


@dataclass(slots=True)
class _Value:
    """One value as far as it was observed."""

    fact: Fact
    confidence: float
    times: list[datetime] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)

    def former(self, since: datetime, until: datetime) -> Former:
        return Former(self.fact.content, self.confidence, len(self.times), tuple(self.sources), since, until)


class _Values:
    """The values of one key, each with all that was observed of it."""

    def __init__(self) -> None:
        self._values: dict[str, _Value] = {}

    def observe(self, at: datetime, fact: Fact, source: Source | None, *, new: float) -> _Value:
        """Note that *fact* was said; a value that was not said before has the confidence *new*."""
        said = " ".join(words(fact.content)) or fact.content
        value = self._values.get(said)
        if value is None:
            value = self._values[said] = _Value(fact, new)
        else:
            value.confidence = min(_MOST, value.confidence + GAIN * (1 - value.confidence))
            value.fact = fact if fact.is_active or not value.fact.is_active else value.fact
        value.times.append(at)
        if source is not None:
            value.sources.append(source)
        return value

    def standing(self) -> list[_Value]:
        """Give those that a fact says which holds."""
        return [value for value in self._values.values() if value.fact.is_active]

    def gone(self) -> list[_Value]:
        """Give the others."""
        return [value for value in self._values.values() if not value.fact.is_active]


def _tells_a_value(fact: Fact) -> bool:
    return fact.kind != "message" and (fact.kind != "event" or fact.topic is not None)


def _is_told_by_another(fact: Fact, counted: Mapping[str, Fact]) -> bool:
    """Whether *fact* was merged into another, which has its sources: these are observations of that one."""
    holder = counted.get(fact.state.superseded_by or "")
    return holder is not None and bool(fact.sources) and set(fact.sources) <= set(holder.sources)


def _strand(fact: Fact, loose: Mapping[str, Fact]) -> tuple[str, bool, str]:
    """Give what *fact* competes in: its topic, or without one what stands in its place now among the *loose* ones."""
    is_preferred = fact.kind == "pref"
    if fact.topic is not None:
        return fact.topic, is_preferred, ""
    return fact.kind, is_preferred, _leads(fact, loose).id


def _leads(fact: Fact, others: Mapping[str, Fact]) -> Fact:
    """Give what stands in the place of *fact* now, as far as it is one of *others*."""
    seen = {fact.id}
    while (follower := others.get(fact.state.superseded_by or "")) is not None and follower.id not in seen:
        fact = follower
        seen.add(fact.id)
    return fact


def _observed(strand: Iterable[Fact]) -> list[tuple[datetime, Fact, Source | None]]:
    """Give each time that one of the facts was said, in the order of time."""
    found = [(at, fact, source) for fact in strand for at, source in _times(fact)]
    return sorted(found, key=lambda each: (each[0], each[1].created_at, each[1].id))


def _times(fact: Fact) -> Iterator[tuple[datetime, Source | None]]:
    """Tell when *fact* was said: in its messages, and as often as it was given by hand besides."""
    for source in fact.sources:
        yield source.said_at, source
    by_hand = fact.state.observations - len(fact.sources)
    for number in range(by_hand):
        yield (fact.created_at if number == 0 and not fact.sources else fact.state.updated_at), None


def _contended(key: str, strand: Sequence[Fact]) -> list[Preference]:
    """Let the values of one key contend, observation by observation."""
    values, history = _Values(), list[Former]()
    holder: _Value | None = None
    since = strand[0].created_at
    for at, fact, source in _observed(strand):
        value = values.observe(at, fact, source, new=CHALLENGE if holder else FIRST)
        if holder is None:
            holder, since = value, at
        elif value is not holder:
            holder.confidence = max(_LEAST, holder.confidence * LOSS)
            if value.confidence > holder.confidence:
                history.append(holder.former(since, at))
                holder, since = value, at
    if holder is not None and _was_taken_back(holder.fact):
        until = holder.times[-1]
        history.append(holder.former(since, until))
        holder = max(values.standing(), key=lambda value: (value.confidence, value.times[-1], value.fact.id))
        since = until
    return [] if holder is None else [_preference(key, holder, since, history)]


def _was_taken_back(fact: Fact) -> bool:
    """Whether *fact* holds no more although nothing holds in its place."""
    return not fact.is_active and fact.state.superseded_by is None


def _latest(key: str, strand: Sequence[Fact]) -> list[Preference]:
    """Believe what holds now; what was before is its history."""
    values = _Values()
    for at, fact, source in _observed(strand):
        values.observe(at, fact, source, new=FIRST)
    there = {fact.id: fact for fact in strand}
    standing = values.standing()
    believed = []
    for value in standing:
        gone = [each for each in values.gone() if len(standing) == 1 or _leads(each.fact, there).id == value.fact.id]
        other = max((at for each in gone for at in each.times if at < value.times[-1]), default=None)
        since = next(at for at in value.times if other is None or at > other)
        history = [each.former(each.times[0], _until(each, [*gone, value])) for each in gone]
        believed.append(_preference(key, value, since, history))
    return believed


def _until(gone: _Value, others: Iterable[_Value]) -> datetime:
    """Give when another value was first said after *gone* was last, or else when that was."""
    last = gone.times[-1]
    return min((at for other in others for at in other.times if at > last), default=last)


def _preference(key: str, value: _Value, since: datetime, history: Sequence[Former]) -> Preference:
    return Preference(
        key,
        value.fact.content,
        value.fact.kind,
        value.confidence,
        len(value.times),
        tuple(value.sources),
        since,
        tuple(history),
        value.fact.id,
    )
