"""
How extracted facts are judged against the labelled sets.

Everything is counted from words: nothing here calls a model, so that two people who score the same results agree.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from labelled.labels import Extracted, Fact, Message, Update

PLAIN = "plain"


@dataclass(slots=True)
class Tally:
    """
    Counts behind precision and recall; a rate of nothing is 1, and the junk rate of nothing is 0.

    *facts* are the required ones and *found* those of them that an entry tells; *entries* is all that was extracted,
    *right* tells a required or an optional fact, *double* tells again what another entry told, *misfiled* tells a fact
    under a wrong kind, and *junk* tells no fact about the user.
    """

    facts: int = 0
    found: int = 0
    entries: int = 0
    right: int = 0
    double: int = 0
    misfiled: int = 0
    junk: int = 0

    @property
    def precision(self) -> float:
        """The share of the entries that are right."""
        return self.right / self.entries if self.entries else 1.0

    @property
    def recall(self) -> float:
        """The share of the required facts that were found."""
        return self.found / self.facts if self.facts else 1.0

    @property
    def junk_rate(self) -> float:
        """The share of the entries that are no facts about the user."""
        return self.junk / self.entries if self.entries else 0.0


@dataclass(frozen=True, slots=True)
class Score:
    """The whole, per kind (a fact counts under its first kind, an entry under its own), and per trap (or `plain`)."""

    total: Tally
    kinds: Mapping[str, Tally]
    traps: Mapping[str, Tally]
    missed: Sequence[tuple[str, Fact]]
    wrong: Sequence[tuple[str, Extracted, str]]


@dataclass(frozen=True, slots=True)
class Judgement:
    """
    What is wrong with the state after one sequence.

    *missing* should be active and are not, *stale* are active and should not be, *excess* is how many entries are too
    many, *lost* are neither active nor in the history.
    """

    missing: tuple[Fact, ...] = ()
    stale: tuple[Extracted, ...] = ()
    excess: int = 0
    lost: tuple[Fact, ...] = ()

    @property
    def right(self) -> bool:
        """Whether the state is the wanted one."""
        return not (self.missing or self.stale or self.excess or self.lost)


@dataclass(frozen=True, slots=True)
class UpdateScore:
    """The judgement of each sequence by its id; how many there are and how many are right per kind of change."""

    judgements: Mapping[str, Judgement]
    changes: Mapping[str, tuple[int, int]]
    lost: int

    @property
    def share_right(self) -> float:
        """The share of the sequences that end in the right state."""
        return sum(j.right for j in self.judgements.values()) / len(self.judgements) if self.judgements else 1.0


def score(messages: Sequence[Message], results: Iterable[tuple[str, Sequence[Extracted]]]) -> Score:
    """
    Count *results* (message id, its entries) against the labels of *messages*. A message without a result has none.

    Raises:
        ValueError: an id is unknown or comes twice.

    """
    extracted = _by_id({message.id for message in messages}, results)
    total, kinds, traps = Tally(), defaultdict[str, Tally](Tally), defaultdict[str, Tally](Tally)
    missed: list[tuple[str, Fact]] = []
    wrong: list[tuple[str, Extracted, str]] = []
    for message in messages:
        entries = extracted.get(message.id, ())
        told = _pairs(message.facts, entries, Fact.told_by)
        here = traps[message.trap or PLAIN]
        for index, fact in enumerate(message.facts):
            if not fact.optional:
                _count((total, kinds[fact.kinds[0]], here), "facts", "found" if index in told else None)
                missed += [] if index in told else [(message.id, fact)]
        for position, entry in enumerate(entries):
            outcome = _outcome(position, message.facts, entries, told)
            _count((total, kinds[entry.kind], here), "entries", outcome)
            wrong += [] if outcome == "right" else [(message.id, entry, outcome)]
    return Score(total, dict(kinds), dict(traps), missed, wrong)


def judge(update: Update, active: Sequence[Extracted], history: Sequence[Extracted]) -> Judgement:
    """
    Judge the entries that are *active* after *update*, and those that its *history* keeps.

    An event beside a fact of another kind is no double: the move and the new home are both worth keeping.
    """
    told = _pairs(update.final, active, Fact.told_by)
    missing = tuple(f for i, f in enumerate(update.final) if i not in told and not f.optional)
    taken = set(told.values())
    stale = tuple(
        entry
        for position, entry in enumerate(active)
        if position not in taken and any(fact.told_by(entry) for fact in update.superseded)
    )
    everything = (*active, *history)
    required = [fact for fact in (*update.final, *update.superseded) if not fact.optional]
    lost = tuple(fact for fact in required if not any(fact.said_in(entry.content) for entry in everything))
    return Judgement(missing, stale, max(0, _about(update, active, told) - update.count), lost)


def score_updates(
    updates: Sequence[Update], states: Mapping[str, tuple[Sequence[Extracted], Sequence[Extracted]]]
) -> UpdateScore:
    """
    Judge the state (active entries, history) after each sequence; one without a state has nothing in it.

    Raises:
        ValueError: a state belongs to no sequence.

    """
    if unknown := set(states) - {update.id for update in updates}:
        raise ValueError(f"no such sequence: {sorted(unknown)}")
    judgements = {update.id: judge(update, *states.get(update.id, ((), ()))) for update in updates}
    of_each = Counter(update.change for update in updates)
    right = Counter(update.change for update in updates if judgements[update.id].right)
    lost = sum(len(judgement.lost) for judgement in judgements.values())
    return UpdateScore(judgements, {change: (of_each[change], right[change]) for change in of_each}, lost)


def _by_id(known: set[str], results: Iterable[tuple[str, Sequence[Extracted]]]) -> dict[str, Sequence[Extracted]]:
    found: dict[str, Sequence[Extracted]] = {}
    for message_id, entries in results:
        if message_id not in known or message_id in found:
            raise ValueError(f"message id {message_id!r} is unknown or comes twice")
        found[message_id] = entries
    return found


def _pairs(
    facts: Sequence[Fact], entries: Sequence[Extracted], tells: Callable[[Fact, Extracted], bool]
) -> dict[int, int]:
    """Pair facts with entries, each at most once and as many as possible, required facts first (Kuhn's algorithm)."""
    fact_of: dict[int, int] = {}

    def place(fact: int, tried: set[int]) -> bool:
        for position, entry in enumerate(entries):
            if position in tried or not tells(facts[fact], entry):
                continue
            tried.add(position)
            if position not in fact_of or place(fact_of[position], tried):
                fact_of[position] = fact
                return True
        return False

    for index in sorted(range(len(facts)), key=lambda i: facts[i].optional):
        place(index, set())
    return {fact: position for position, fact in fact_of.items()}


def _outcome(position: int, facts: Sequence[Fact], entries: Sequence[Extracted], told: Mapping[int, int]) -> str:
    entry = entries[position]
    if position in told.values():
        return "right"
    again = [index for index, fact in enumerate(facts) if fact.told_by(entry)]
    if again:
        # Two right kinds of one fact ("moved to X", "lives in X") may both be kept; the same kind twice is a double.
        return "double" if any(entries[told[index]].kind == entry.kind for index in again) else "right"
    return "misfiled" if any(fact.said_in(entry.content) for fact in facts) else "junk"


def _count(tallies: Iterable[Tally], whole: str, part: str | None) -> None:
    for tally in tallies:
        for name in (whole, part):
            if name is not None:
                setattr(tally, name, getattr(tally, name) + 1)


def _about(update: Update, active: Sequence[Extracted], told: Mapping[int, int]) -> int:
    facts = (*update.final, *update.superseded)
    optional = {position for index, position in told.items() if update.final[index].optional}
    events = any(fact.kinds[0] == "event" for fact in update.final)
    return sum(
        any(fact.said_in(entry.content) for fact in facts) and (events or entry.kind != "event")
        for position, entry in enumerate(active)
        if position not in optional
    )
