"""Facts that are kept together and should not be: those that say the same, and those that cannot both hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count, islice

from lembranca.domain.change import Change, Revision
from lembranca.domain.claim import Claim, Reader, Terms
from lembranca.domain.known_fact import SUPERSEDED, Fact
from lembranca.domain.sameness import AGREEING, Relation, Similarity, relation

MOST_IN_BLOCK = 64
"""So many of the facts that share a term are held against a fact at most: those said last."""

_OPPOSED = frozenset({Relation.VALUE, Relation.ENDS, Relation.RESUMES})


def merge_duplicates(
    facts: Sequence[Fact],
    *,
    now: datetime,
    new_id: Callable[[str], str],
    terms: Terms,
    similarity: Similarity | None = None,
) -> list[Change]:
    """
    Plan the merging of active *facts* of one person that say the same, in the order in which they were made.

    The one that says more survives, of equal ones the older: it gains the observations and sources of the other, the
    greater weight and the later time; the other is superseded by it. What is not active stays as it is.

    Args:
        facts: of all statuses.
        now: when the changes are made.
        new_id: see `IIdGenerator`; asked for `change`.
        terms: see `INormalizer`.
        similarity: see `absorb`.

    """
    reader = Reader(terms)
    kept = _Blocks()
    present: dict[str, Fact] = {}
    changes: list[Change] = []
    for fact in _oldest_first(facts):
        claim = reader.claim(fact)
        twin = kept.alike(claim, similarity)
        present[fact.id] = fact
        if twin is None:
            kept.add(fact.id, claim)
            continue
        other_id, how = twin
        survivor, other = (fact, present[other_id]) if how is Relation.FULLER else (present[other_id], fact)
        change = _merging(survivor, other, now=now, change_id=new_id("change"))
        changes.append(change)
        present |= {revision.after.id: revision.after for revision in change.revisions}
        if how is Relation.FULLER:
            kept.remove(other_id)
            kept.add(fact.id, claim)
    return changes


def contradictions(
    facts: Sequence[Fact], *, terms: Terms, similarity: Similarity | None = None
) -> list[tuple[Fact, Fact]]:
    """Give pairs of active *facts* of one person that cannot both hold, the older first."""
    reader = Reader(terms)
    kept = _Blocks()
    seen: dict[str, Fact] = {}
    found = []
    for fact in _oldest_first(facts):
        claim = reader.claim(fact)
        for other_id, how in kept.related(claim, similarity):
            if how in _OPPOSED:
                found.append((seen[other_id], fact))
        seen[fact.id] = fact
        kept.add(fact.id, claim)
    return found


def _oldest_first(facts: Sequence[Fact]) -> list[Fact]:
    return sorted((fact for fact in facts if fact.is_active), key=_age)


def _age(fact: Fact) -> tuple[datetime, datetime, str]:
    return fact.state.updated_at, fact.created_at, fact.id


def _merging(survivor: Fact, other: Fact, *, now: datetime, change_id: str) -> Change:
    one, two = survivor.state, other.state
    sources = tuple(source for source in other.sources if source not in survivor.sources)
    after = survivor.become(
        observations=one.observations + two.observations,
        weight=max(one.weight, two.weight),
        updated_at=max(one.updated_at, two.updated_at),
        expires_at=None if one.expires_at is None or two.expires_at is None else max(one.expires_at, two.expires_at),
    )
    after = replace(after, sources=(*survivor.sources, *sources))
    revisions = (
        Revision(survivor, after),
        Revision(other, other.become(status=SUPERSEDED, superseded_by=survivor.id)),
    )
    return Change(
        change_id, now, "merge", f"“{other.content}” says the same as “{survivor.content}”", revisions, sources
    )


class _Blocks:
    """Claims by what they are about, so that a claim is held only against those that share something with it."""

    def __init__(self) -> None:
        self._claims: dict[str, tuple[int, Claim]] = {}
        self._number = count()
        self._by_key: dict[str, dict[str, None]] = defaultdict(dict)

    def add(self, fact_id: str, claim: Claim) -> None:
        self._claims[fact_id] = next(self._number), claim
        for key in claim.keys:
            self._by_key[key][fact_id] = None

    def remove(self, fact_id: str) -> None:
        for key in self._claims.pop(fact_id)[1].keys:
            del self._by_key[key][fact_id]

    def related(self, claim: Claim, similarity: Similarity | None) -> Iterator[tuple[str, Relation]]:
        """Give the claims that have something to do with *claim*, and what."""
        return self._of(claim, claim.keys, similarity)

    def alike(self, claim: Claim, similarity: Similarity | None) -> tuple[str, Relation] | None:
        """Give the first of them that says the same, None where none does: what says the same shares a word."""
        keys = frozenset().union(*claim.words) or claim.keys
        return next((found for found in self._of(claim, keys, similarity) if found[1] in AGREEING), None)

    def _of(self, claim: Claim, keys: Iterable[str], similarity: Similarity | None) -> Iterator[tuple[str, Relation]]:
        seen: set[str] = set()
        for key in keys:
            if block := self._by_key.get(key):
                seen.update(islice(reversed(block), MOST_IN_BLOCK))
        for fact_id in sorted(seen, key=lambda name: self._claims[name][0]):
            how = relation(claim, self._claims[fact_id][1], similarity)
            if how is not Relation.BESIDE:
                yield fact_id, how
