"""What the terms and clauses of one request are worth."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from lembranca.adapters.outbound.extractive.cues import EMPTY, denies
from lembranca.adapters.outbound.extractive.material import Clause
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter

# Against 1 for any other term that says something.
# Once more for what is denied or changed, and for what one wants, decided or tried and an assistant speaks of as well:
# that it was said before does not make it a repetition.
_TURNED = 0.5
_OWN_ACTS = {"want", "decided", "tried"}
_SPECIFIC = 2.0  # a name or a number: what cannot be guessed
# Factors on what a clause covers: half as much again for each kind of cue, half for questions, which their answers
# mostly repeat, and for words about the one who is spoken to, which are mostly praise and advice.
_CUE_BONUS = 0.5
_QUESTION = 0.5
_OTHERS = 0.5
_SOCIAL = 0.1
_SELF = 1.25  # what is told of oneself cannot be had again
_ADVISER = 0.6  # what an assistant explains or advises can, unless it is agreed or done
_ADVICE = 0.6

# RUF001: people type both apostrophes.
_PROPER = re.compile(r"(?<=[a-zà-ÿ0-9,] )[A-ZÀ-Þ][\w'’-]{1,40}(?: [A-ZÀ-Þ][\w'’-]{1,40}){0,4}")  # noqa: RUF001


class Weights(dict[str, float]):
    """The weight of each term; one that was not met weighs like any other word."""

    def __missing__(self, term: str) -> float:
        return 1.0


def weigh(
    clauses: Sequence[Clause], participants: Iterable[str], counter: ITokenCounter, normalizer: INormalizer
) -> Weights:
    """Weigh all terms of *clauses*, and note in each clause its terms, tokens and worth."""
    proper: set[str] = set()
    for clause in clauses:
        clause.terms = tuple(dict.fromkeys(normalizer.terms(clause.text)))
        clause.tokens = counter.count(clause.text + "?" * clause.question)
        clause.worth = _worth(clause)
        for name in _PROPER.findall(clause.text):
            proper.update(normalizer.terms(name))
    empty = _empty(normalizer.terms)
    named = {term for name in participants for term in normalizer.terms(name)}
    weights = Weights((term, 1.0) for clause in clauses for term in clause.terms)
    weights.update((term, _SPECIFIC) for term in weights if term in proper or term[0].isdigit())
    weights.update(dict.fromkeys(empty | named, 0.0))
    echoed = {term for clause in clauses if clause.by_assistant for term in clause.terms}
    for clause in clauses:
        if not clause.by_assistant and not clause.question and not _OWN_ACTS.isdisjoint(clause.cues):
            own = {f"={term}": _TURNED * weights[term] for term in clause.terms if term in echoed and weights[term]}
            clause.terms += tuple(own)
            weights.update(own)
        if "changed" in clause.cues or denies(clause.text):
            turned = {f"!{term}": _TURNED * weights[term] for term in clause.terms if weights[term] and term[0] != "="}
            clause.terms += tuple(turned)
            weights.update(turned)
    return weights


def _worth(clause: Clause) -> float:
    worth = 1 + _CUE_BONUS * len(clause.cues)
    if clause.about_self and not clause.advice:
        worth *= _SELF
    elif clause.by_assistant and not clause.commits:
        worth *= _ADVISER * (_ADVICE if clause.advice else 1)
    if clause.question:
        worth *= _QUESTION
    if clause.about_others:
        worth *= _OTHERS
    return worth * _SOCIAL if clause.social else worth


@lru_cache(maxsize=8)
def _empty(terms: Callable[[str], list[str]]) -> frozenset[str]:
    return frozenset(term for word in EMPTY for term in terms(word))
