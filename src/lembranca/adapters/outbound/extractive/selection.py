"""
The choice: clauses that cover most that is worth knowing for their tokens.

Coverage is monotone and submodular, so the greedy choice by gain per token is within a constant of the best one (Lin
and Bilmes, "A Class of Submodular Functions for Document Summarization", ACL 2011; the ratio of gain to cost is that of
their "Multi-document Summarization via Budgeted Maximization of Submodular Functions", NAACL 2010). Gains are only
worked out again when they come up (Minoux, "Accelerated Greedy Algorithms", 1978).
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lembranca.adapters.outbound.extractive.material import Clause
from lembranca.adapters.outbound.extractive.weighing import Weights

_SEPARATOR = 1  # token between two clauses
# Tokens added to each clause when clauses are compared, not when they are counted: what a reader pays for a fragment.
_FRAGMENT = 10


@dataclass(slots=True)
class Choice:
    """What was chosen so far, in the order of choosing, and what it covers."""

    weights: Weights
    heading_tokens: int
    name_tokens: Mapping[str, int]
    taken: list[Clause] = field(default_factory=list)
    covered: set[str] = field(default_factory=set)
    days: set[object] = field(default_factory=set)
    groups: set[object] = field(default_factory=set)
    tokens: int = 0

    def gain(self, clause: Clause) -> float:
        """What *clause* adds: the weight of its terms that are not covered yet."""
        weights, covered = self.weights, self.covered
        return clause.worth * sum(weights[term] for term in clause.terms if term not in covered)

    def cost(self, clause: Clause) -> int:
        """What *clause* costs in tokens, its heading and name included where they do not stand yet."""
        tokens = clause.tokens + _SEPARATOR
        if (clause.day, clause.speaker) in self.groups:
            return tokens
        tokens += self.name_tokens[clause.speaker]
        return tokens if clause.day in self.days or clause.day is None else tokens + self.heading_tokens

    def ratio(self, clause: Clause) -> float:
        """What *clause* gains for its tokens."""
        return self.gain(clause) / (self.cost(clause) + _FRAGMENT)

    def take(self, clause: Clause) -> None:
        """Choose *clause*."""
        self.tokens += self.cost(clause)
        self.taken.append(clause)
        self.covered.update(clause.terms)
        self.days.add(clause.day)
        self.groups.add((clause.day, clause.speaker))

    def reconsider(self, tokens: int, told: Iterable[str]) -> None:
        """Start again from what is taken, which is known to be of *tokens* tokens, and what is *told* elsewhere."""
        self.tokens = tokens
        self.covered = {*told, *(term for clause in self.taken for term in clause.terms)}
        self.days = {clause.day for clause in self.taken}
        self.groups = {(clause.day, clause.speaker) for clause in self.taken}


def without_redundant(choice: Choice) -> None:
    """Drop the clauses that cover nothing which the others do not: a longer one chosen later may say it all again."""
    counted = Counter(term for clause in choice.taken for term in clause.terms if choice.weights[term])
    kept = []
    for clause in choice.taken:
        telling = [term for term in clause.terms if choice.weights[term]]
        if all(counted[term] > 1 for term in telling):
            counted.subtract(telling)
        else:
            kept.append(clause)
    choice.taken = kept


def choose(choice: Choice, clauses: Sequence[Clause], budget: int) -> None:
    """Add to *choice* the clauses that gain most for their tokens, as long as they fit into *budget* tokens in all."""
    taken = {clause.place for clause in choice.taken}
    of_day: dict[object, list[Clause]] = {}
    for clause in clauses:
        of_day.setdefault(clause.day, []).append(clause)
    heap = _entries(choice, (clause for clause in clauses if clause.place not in taken))
    heapq.heapify(heap)
    while heap:
        ratio, place, clause = heapq.heappop(heap)
        if place in taken or choice.tokens + choice.cost(clause) > budget:
            continue
        now = -choice.ratio(clause)
        if now >= 0:
            continue
        if now > ratio and heap and now > heap[0][0]:
            heapq.heappush(heap, (now, place, clause))
            continue
        known = (clause.day, clause.speaker) in choice.groups
        choice.take(clause)
        taken.add(place)
        if not known:  # its neighbours have become cheaper: the one case in which a ratio rises
            cheaper = [other for other in of_day[clause.day] if other.place not in taken]
            for entry in _entries(choice, cheaper):
                heapq.heappush(heap, entry)


def _entries(choice: Choice, clauses: Iterable[Clause]) -> list[tuple[float, int, Clause]]:
    rated = ((-choice.ratio(clause), clause.place, clause) for clause in clauses)
    return [entry for entry in rated if entry[0] < 0]
