"""What becomes of newly told facts beside those already known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from lembranca.domain.change import Change, Revision
from lembranca.domain.claim import Reader, Terms
from lembranca.domain.corrections import added, corrected
from lembranca.domain.duplicates import contradictions, merge_duplicates
from lembranca.domain.fact import ADDITION, CORRECTION, ExtractedFact
from lembranca.domain.known_fact import ACTIVE, ARCHIVED, SUPERSEDED, WITHDRAWN, Fact, FactState, Source
from lembranca.domain.layers import LAYER_OF_KIND, SEMANTIC, expiry
from lembranca.domain.sameness import AGREEING, REPLACING, Relation, Similarity, relation

__all__ = ["PATTERN", "STRENGTHENING", "absorb", "contradictions", "merge_duplicates"]

STRENGTHENING = 0.25
"""What is said again gains this share of what its weight lacks to 1."""

PATTERN = 3
"""A feeling that meets the same topic so many times is a pattern."""

_REASON = {
    Relation.VALUE: "a newer value holds",
    Relation.ENDS: "it was denied or has ended",
    Relation.RESUMES: "it holds after all, or again",
    Relation.REACHES: "the goal is reached",
}


def absorb(
    known: Sequence[Fact],
    told: Sequence[ExtractedFact],
    sources: Mapping[str, Source],
    *,
    now: datetime,
    new_id: Callable[[str], str],
    terms: Terms,
    reader: Reader | None = None,
    similarity: Similarity | None = None,
) -> list[Change]:
    """
    Plan what becomes of *told* facts, one after the other, beside all that is *known* of the person.

    What is said again is reinforced and becomes active again if it was archived or superseded; a newer value takes the
    place of the older; a denial ends what it denies; anything else is learned beside the rest. Forgotten facts stay
    forgotten. What one message told and did already does nothing when it comes again.

    Args:
        known: facts of all statuses; those that are left out cannot be found to be the same.
        told: in the order in which they were said; of any number of messages.
        sources: by message id; a fact whose message is not among them was given by hand.
        now: when the changes are made, and when what was given by hand was said.
        new_id: see `IIdGenerator`; asked for `fact` and `change`.
        terms: see `INormalizer`.
        reader: one that has read the known facts before, so that they need not be read again; it has terms of its own.
        similarity: of two contents, by embeddings; without it words alone decide.

    """
    order = {message_id: place for place, message_id in enumerate(dict.fromkeys(fact.message_id for fact in told))}
    plan = _Plan(known, now=now, new_id=new_id, reader=reader or Reader(terms), similarity=similarity)
    for fact in sorted(told, key=lambda fact: (order[fact.message_id], fact.topic not in {CORRECTION, ADDITION})):
        plan.take(fact, sources.get(fact.message_id))
    return plan.changes


class _Plan:
    """The facts as they become, change by change."""

    def __init__(
        self,
        known: Sequence[Fact],
        *,
        now: datetime,
        new_id: Callable[[str], str],
        reader: Reader,
        similarity: Similarity | None,
    ) -> None:
        self.changes: list[Change] = []
        self._facts = {fact.id: fact for fact in known if fact.state.status != WITHDRAWN}
        self._now = now
        self._new_id = new_id
        self._reader = reader
        self._similarity = similarity

    def take(self, told: ExtractedFact, source: Source | None) -> None:
        """Plan what becomes of one fact."""
        if told.topic == CORRECTION:
            self._correct(told, source)
        elif told.topic == ADDITION:
            self._add(told, source)
        else:
            self._place(told, source, self._related(told, source))

    def _correct(self, told: ExtractedFact, source: Source | None) -> None:
        """Put a corrected value in the place of what was said last; a value that corrects nothing tells nothing."""
        found = corrected(told, source, self._facts.values(), self._reader) if source else None
        if found is not None:
            wrong, right = found
            others = [(fact, how) for fact, how in self._related(right, source) if fact.id != wrong.id]
            self._place(right, source, [*others, (wrong, Relation.VALUE)])

    def _add(self, told: ExtractedFact, source: Source | None) -> None:
        """Put a thing beside what was said last; a thing that adds to nothing tells nothing."""
        right = added(told, source, self._facts.values(), self._reader) if source else None
        if right is not None:
            self._place(right, source, self._related(right, source))

    def _place(self, told: ExtractedFact, source: Source | None, related: Sequence[tuple[Fact, Relation]]) -> None:
        if source is not None and any(how in _TAKEN and _tells(fact, source) for fact, how in related):
            return
        if self._reader.claim(told).is_retraction:
            self._take_back([fact for fact, how in related if how is Relation.TAKES_BACK], source)
            return
        replaced = [(fact, how) for fact, how in related if how in REPLACING and fact.is_active]
        holder = _holder(related)
        newer = [fact for fact, _ in replaced if source and fact.state.updated_at > source.said_at]
        if newer and holder is None:
            self._note(told, source, max(newer, key=lambda fact: fact.state.updated_at))
        elif newer and holder is not None and not holder[0].is_active:
            return
        elif holder is None or (holder[1] is Relation.FULLER and not holder[0].is_active):
            self._learn(told, source, replaced)
        elif holder[1] is Relation.FULLER:
            self._learn(told, source, replaced, fuller=holder[0])
        else:
            self._reinforce(holder[0], told, source, [] if newer else replaced)

    def _related(self, told: ExtractedFact, source: Source | None) -> list[tuple[Fact, Relation]]:
        """Give the facts that *told* has something to do with; what one message says side by side stands so."""
        claim = self._reader.claim(told)
        found: list[tuple[Fact, Relation]] = []
        for fact in self._facts.values():
            how = relation(claim, self._reader.claim(fact), self._similarity)
            if how is Relation.VALUE and source is not None and _tells(fact, source):
                continue
            if how is not Relation.BESIDE:
                found.append((fact, how))
        return found

    def _take_back(self, facts: Sequence[Fact], source: Source | None) -> None:
        """End what is to be taken back, but for what was said again since, and what the same message says."""
        said = [fact for fact in facts if fact.is_active]
        if source is not None:
            said = [fact for fact in said if fact.state.updated_at <= source.said_at and not _tells(fact, source)]
        if said:
            reason = f"{', '.join(map(_quoted, said))} was taken back"
            revisions = [Revision(fact, fact.become(status=SUPERSEDED)) for fact in said]
            self._do("end", reason, revisions, (source,) if source else ())

    def _learn(
        self,
        told: ExtractedFact,
        source: Source | None,
        replaced: Sequence[tuple[Fact, Relation]],
        fuller: Fact | None = None,
    ) -> None:
        fact = self._new(told, source)
        sources: tuple[Source, ...] = (source,) if source else ()
        if fuller is not None:
            observations = fuller.state.observations + (0 if source and _tells(fuller, source) else 1)
            weight = max(fact.state.weight, fuller.state.weight)
            fact = replace(
                fact.become(observations=observations, weight=weight),
                created_at=min(fact.created_at, fuller.created_at),
            )
            sources = (*fuller.sources, *(s for s in sources if s not in fuller.sources))
            replaced = [*replaced, (fuller, Relation.FULLER)]
        fact = replace(fact, sources=sources)
        revisions = [Revision(None, fact)]
        revisions += [Revision(old, old.become(status=SUPERSEDED, superseded_by=fact.id)) for old, _ in _once(replaced)]
        if not replaced:
            action = "learn" if source else "remember"
            reason = f"learned {_quoted(fact)}" if source else f"given by hand: {_quoted(fact)}"
        else:
            old, how = replaced[0]
            action = "end" if how in {Relation.ENDS, Relation.REACHES} else "supersede"
            reason = (
                f"{_quoted(fact)} takes the place of {_quoted(old)}: {_REASON.get(how, 'it says the same more fully')}"
            )
        self._do(action, reason, revisions, sources)
        self._notice_pattern(fact)

    def _notice_pattern(self, fact: Fact) -> None:
        if fact.kind == "emo" and fact.state.observations >= PATTERN and fact.state.layer != SEMANTIC:
            pattern = fact.become(layer=SEMANTIC, expires_at=None)
            reason = f"{_quoted(fact)} was felt {fact.state.observations} times: a pattern"
            self._do("promote", reason, [Revision(fact, pattern)], ())

    def _reinforce(
        self, fact: Fact, told: ExtractedFact, source: Source | None, replaced: Sequence[tuple[Fact, Relation]]
    ) -> None:
        said_at = source.said_at if source else self._now
        state = fact.state
        after = fact.become(
            status=ACTIVE,
            superseded_by=None,
            observations=state.observations + 1,
            updated_at=max(state.updated_at, said_at),
            weight=_strengthened(fact, told),
            expires_at=expiry(state.layer, said_at),
        )
        sources = (source,) if source else ()
        after = replace(after, sources=(*fact.sources, *(s for s in sources if s not in fact.sources)))
        revisions = [Revision(fact, after)]
        revisions += [
            Revision(old, old.become(status=SUPERSEDED, superseded_by=fact.id))
            for old, _ in _once(replaced)
            if old.id != fact.id
        ]
        action = "supersede" if len(revisions) > 1 else "reinforce" if fact.is_active else "revive"
        if fact.is_active:
            reason = f"{_quoted(fact)} was said again"
        else:
            reason = f"{_quoted(fact)}, {fact.state.status} before, was said again"
        if len(revisions) > 1:
            reason += f" and takes the place of {_quoted(replaced[0][0])}: {_REASON[replaced[0][1]]}"
        self._do(action, reason, revisions, sources)
        self._notice_pattern(after)

    def _note(self, told: ExtractedFact, source: Source | None, newer: Fact) -> None:
        """Keep in the history what was said before *newer* and comes to be known only after it."""
        fact = self._new(told, source).become(status=SUPERSEDED, superseded_by=newer.id)
        fact = replace(fact, sources=(source,) if source else ())
        reason = f"{_quoted(fact)} was said before {_quoted(newer)}, which holds"
        self._do("learn", reason, [Revision(None, fact)], fact.sources)

    def _new(self, told: ExtractedFact, source: Source | None) -> Fact:
        said_at = source.said_at if source else self._now
        layer = LAYER_OF_KIND[told.kind]
        state = FactState(ACTIVE, layer, told.weight, 1, said_at, expiry(layer, said_at))
        return Fact(
            id=self._new_id("fact"),
            kind=told.kind,
            content=told.content,
            created_at=said_at,
            state=state,
            topic=told.topic,
            negated=told.negated,
            tags=told.tags,
        )

    def _do(self, action: str, reason: str, revisions: Sequence[Revision], sources: Sequence[Source]) -> None:
        change = Change(self._new_id("change"), self._now, action, reason, tuple(revisions), tuple(sources))
        self.changes.append(change)
        self._facts |= {revision.after.id: revision.after for revision in revisions}


_KEPT = (ACTIVE, ARCHIVED, SUPERSEDED)
_TAKEN = frozenset({Relation.SAME, Relation.NARROWER})
_ORDER = (Relation.SAME, Relation.NARROWER, Relation.FULLER)


def _holder(related: Sequence[tuple[Fact, Relation]]) -> tuple[Fact, Relation] | None:
    """Of the facts that say it, give the one that is to go on: active before archived, the same before others."""
    agreeing = [(fact, how) for fact, how in related if how in AGREEING and fact.state.status in _KEPT]
    return min(agreeing, key=lambda found: (_KEPT.index(found[0].state.status), _ORDER.index(found[1])), default=None)


def _strengthened(fact: Fact, told: ExtractedFact) -> float:
    """Give the weight of a fact that is told again: nearer to 1, never lower; what somebody is stays as it was."""
    if fact.kind == "bio":
        return fact.state.weight
    weight = max(fact.state.weight, told.weight)
    return weight + (1 - weight) * STRENGTHENING


def _once(replaced: Sequence[tuple[Fact, Relation]]) -> list[tuple[Fact, Relation]]:
    return list({fact.id: (fact, how) for fact, how in replaced}.values())


def _tells(fact: Fact, source: Source) -> bool:
    return any(_is_same(source, other) for other in fact.sources)


def _is_same(source: Source, other: Source) -> bool:
    return (source.conversation_id, source.message_id) == (other.conversation_id, other.message_id)


def _quoted(fact: Fact) -> str:
    return f"“{fact.content}”"
