"""Which of the facts go into a context: one way for each kind of preset, as data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from lembranca.domain.entry import KINDS
from lembranca.domain.known_fact import ARCHIVED, Fact
from lembranca.domain.layers import QUOTA, SHORT
from lembranca.domain.priority import layered_score, overlap, priority, recency, usage, weighed_score

ARCHIVED_FROM = 0.5
"""An archived fact is chosen only when a search gave it at least this fused score."""

PROFILE_TOPICS = (
    "name",
    "form_of_address",
    "pronouns",
    "language",
    "contact_channel",
    "contact_time",
    "answer_style",
)
"""Topics of facts that belong to every context, whatever it is about, the most important first."""

PROFILE_TAG = "communication"
"""The tag of preferences about how to be written to and answered, which belong to every context too."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """
    A fact that a search found, and how well.

    *score* is the fused one and *keyword* that of the keyword search, both from 0 to 1 among all that was found;
    *vector* is the cosine, None where there is no embedding.
    """

    fact: Fact
    score: float = 0.0
    vector: float | None = None
    keyword: float = 0.0


class Choice(Protocol):
    """A way to choose. Settings of one are its fields."""

    @property
    def considers_all(self) -> bool:
        """Whether it looks at what a search did not find, since importance alone may outweigh likeness."""
        ...

    def choose(self, candidates: Sequence[Candidate], *, query: str | None, now: datetime) -> list[Fact]:
        """
        Give those of *candidates*, no fact twice, that go into a context, the most wanted first.

        Where the room is short the first ones have it; in the context all stand in the order of `in_order`. Without a
        *query* scores are not looked at: what is most important is chosen. Only active facts are, and archived ones
        that the search clearly wants; those that belong to every context are no matter of choice. The order of the
        candidates does not matter.
        """
        ...


@dataclass(frozen=True, slots=True)
class Weighed:
    """
    The best by vector, in the order of vector x weight x recency.

    Of the *candidates* nearest to the query (by keyword where they have no vector) the first *least* are chosen, and up
    to *most* where they reach the share *floor* of the first one's score. Cosines of two embedders do not compare, so
    the floor is no number of its own. Without a query the order is that of weight x recency.
    """

    candidates: int = 10
    least: int = 3
    most: int = 5
    floor: float = 0.5
    archived_from: float = ARCHIVED_FROM

    @property
    def considers_all(self) -> bool:
        """See `Choice`."""
        return False

    def choose(self, candidates: Sequence[Candidate], *, query: str | None, now: datetime) -> list[Fact]:
        """See `Choice`."""
        admitted = _admitted(candidates, query, self.archived_from)
        if not query:
            ranked = _ranked([(each, each.fact.state.weight * recency(each.fact, now)) for each in admitted])
            return [each.fact for each, _ in ranked[: self.most]]
        near = [(each, _nearness(each)) for each in admitted if _nearness(each) > 0]
        nearest = _ranked(near)[: self.candidates]
        ranked = _ranked(
            [(each, weighed_score(score, each.fact.state.weight, recency(each.fact, now))) for each, score in nearest]
        )
        enough = self.floor * ranked[0][1] if ranked else 0.0
        chosen = ranked[: self.least] + [pair for pair in ranked[self.least : self.most] if pair[1] >= enough]
        return [each.fact for each, _ in chosen]


@dataclass(frozen=True, slots=True)
class Layered:
    """
    So many of each layer as the *quota* says, by priority x (0.4 recency + 0.4 semantic + 0.2 usage).

    The semantic part is the cosine, or the overlap of words where there is no embedding; without a query it is 0. The
    short-term memory is the recent conversation itself.
    """

    quota: Mapping[str, int] = field(
        default_factory=lambda: {layer: most for layer, most in QUOTA.items() if layer != SHORT}
    )
    archived_from: float = ARCHIVED_FROM

    @property
    def considers_all(self) -> bool:
        """See `Choice`."""
        return True

    def choose(self, candidates: Sequence[Candidate], *, query: str | None, now: datetime) -> list[Fact]:
        """See `Choice`."""
        admitted = _admitted(candidates, query, self.archived_from)
        left = dict(self.quota)
        chosen = []
        for each, _ in _ranked([(each, self._score(each, query, now)) for each in admitted]):
            layer = each.fact.state.layer
            if left.get(layer, 0) > 0:
                left[layer] -= 1
                chosen.append(each.fact)
        return chosen

    def _score(self, candidate: Candidate, query: str | None, now: datetime) -> float:
        fact = candidate.fact
        if not query:
            semantic = 0.0
        elif candidate.vector is None:
            semantic = overlap(query, fact.content)
        else:
            semantic = max(0.0, candidate.vector)
        return layered_score(priority(fact, now), recency(fact, now), semantic, usage(fact.access_count))


@dataclass(frozen=True, slots=True)
class Blended:
    """
    The best by the search's fused score x weight, at most *most*, each of at least the share *floor* of the first.

    Without a query those of the highest priority.
    """

    most: int = 12
    floor: float = 0.25
    archived_from: float = ARCHIVED_FROM

    @property
    def considers_all(self) -> bool:
        """See `Choice`."""
        return False

    def choose(self, candidates: Sequence[Candidate], *, query: str | None, now: datetime) -> list[Fact]:
        """See `Choice`."""
        admitted = _admitted(candidates, query, self.archived_from)
        if query:
            ranked = _ranked([(each, each.score * each.fact.state.weight) for each in admitted if each.score > 0])
        else:
            ranked = _ranked([(each, priority(each.fact, now)) for each in admitted])
        enough = self.floor * ranked[0][1] if ranked else 0.0
        return [each.fact for each, score in ranked[: self.most] if score >= enough]


@dataclass(frozen=True, slots=True)
class ChosenFacts:
    """What of the known a context has: the *chosen* ones, and those *standing* in every one; the most wanted first."""

    chosen: Sequence[Fact] = ()
    standing: Sequence[Fact] = ()


def choose(
    choice: Choice, known: Collection[Fact], found: Sequence[Candidate], query: str | None, now: datetime
) -> list[Fact]:
    """
    Choose for one context from all that is *known*, of which a search for *query* gave those *found*.

    What was not found is looked at without a query, and where importance alone may outweigh likeness.
    """
    if query and not choice.considers_all:
        return choice.choose(found, query=query, now=now)
    there = {each.fact.id for each in found}
    nearness = 0.0 if query else None
    others = (fact for fact in known if fact.is_active and fact.id not in there)
    return choice.choose([*found, *(Candidate(fact, vector=nearness) for fact in others)], query=query, now=now)


def in_order(facts: Iterable[Fact]) -> list[Fact]:
    """Give *facts* in the order in which a context has them: by kind, then as they were made, then by id."""
    return sorted(facts, key=lambda fact: (KINDS.index(fact.kind), fact.created_at, fact.id))


def always_belongs(fact: Fact) -> bool:
    """Whether *fact* belongs to every context: who it is and how they want to be written to and answered."""
    if not fact.is_active:
        return False
    return fact.topic in PROFILE_TOPICS or (fact.kind == "pref" and PROFILE_TAG in fact.tags)


def standing(facts: Iterable[Fact]) -> list[Fact]:
    """Give those of *facts* that belong to every context: by topic as in PROFILE_TOPICS, then the newest first."""
    found = [fact for fact in facts if always_belongs(fact)]
    found.sort(key=lambda fact: (fact.state.updated_at, fact.id), reverse=True)
    return sorted(
        found,
        key=lambda fact: PROFILE_TOPICS.index(fact.topic) if fact.topic in PROFILE_TOPICS else len(PROFILE_TOPICS),
    )


def _admitted(candidates: Sequence[Candidate], query: str | None, archived_from: float) -> list[Candidate]:
    """Give the candidates that may be chosen."""
    return [
        each
        for each in candidates
        if not always_belongs(each.fact)
        and (each.fact.is_active or (query and each.fact.state.status == ARCHIVED and each.score >= archived_from))
    ]


def _nearness(candidate: Candidate) -> float:
    return candidate.keyword if candidate.vector is None else candidate.vector


def _ranked(scored: Iterable[tuple[Candidate, float]]) -> list[tuple[Candidate, float]]:
    """Sort by score, the best first; of equal ones the newest, then by id."""
    return sorted(scored, key=lambda pair: (-pair[1], -pair[0].fact.state.updated_at.timestamp(), pair[0].fact.id))
