"""What is left when not even a clause fits: the most telling words, or a single character."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from heapq import nlargest

from lembranca.adapters.outbound.extractive.cues import EMPTY, denies
from lembranca.adapters.outbound.extractive.material import Clause
from lembranca.adapters.outbound.extractive.weighing import Weights
from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import fold, words
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter

_WORD = re.compile(r"[^\W_][\w'’.-]{0,62}[^\W_]|[^\W_]")  # noqa: RUF001 - people type both apostrophes
_LINKING = ENGLISH | PORTUGUESE
_MOST_CLAUSES = 40  # looked at: their words fill what room there is
_REACH = 4  # words
_BARE_NUMBER = 0.2  # against a word: alone it says nothing


def telling_words(clauses: Iterable[Clause], weights: Weights, covered: set[str], normalizer: INormalizer) -> list[str]:
    """Give the words of *clauses* whose terms are not *covered* yet, the heaviest first."""
    rated: dict[str, tuple[float, str]] = {}
    for clause in nlargest(_MOST_CLAUSES, clauses, key=lambda one: _gain(one, weights, covered)):
        for word in _candidates(clause.text):
            if word in rated:
                continue
            terms = normalizer.terms(word)
            if not covered.isdisjoint(terms) or all(part in _LINKING for part in words(word)):
                continue
            known = [weights[term] for term in terms if term in weights]
            worth = max(known, default=0.0) * (_BARE_NUMBER if word.isdigit() else 1)
            if worth > 0:
                rated[word] = (-worth * clause.worth, terms[-1])
    best: dict[str, str] = {}
    for word, (_, term) in sorted(rated.items(), key=lambda item: item[1][0]):
        best.setdefault(term, word)
    return list(best.values())


def _gain(clause: Clause, weights: Weights, covered: set[str]) -> float:
    return clause.worth * sum(weights[term] for term in clause.terms if term not in covered)


def _candidates(text: str) -> list[str]:
    """
    Give the words of a clause that can stand alone.

    A word that is negated is none, so of what follows a negation there are only names, and the negation with all up
    to the first telling word: "did not sell".
    """
    found = _WORD.findall(text)
    if not denies(text):
        return found
    start = next((index for index, word in enumerate(found) if denies(word)), len(found))
    kept, following = found[:start], found[start + 1 :]
    reach = next((index for index, word in enumerate(following) if fold(word) not in _LINKING | EMPTY), None)
    if reach is not None and reach < _REACH:
        kept.append(" ".join(found[start : start + reach + 2]))
    return kept + [word for word in following if word[0].isupper()]


def fitting(start: str, words: Sequence[str], target: int, counter: ITokenCounter) -> str:
    """Add to *start* as many *words* as fit into *target* tokens by count, with commas; *start* when none does."""
    kept = start
    for word in words:
        longer = f"{kept}, {word}" if kept and not kept.endswith(": ") else f"{kept}{word}"
        if counter.count(longer) <= target:
            kept = longer
    return kept


def smallest(text: str, target: int, counter: ITokenCounter) -> str:
    """Give a piece of *text* that fits whatever *target* is: its first characters, else a full stop."""
    word = next(iter(text.split()), "")[: target * 4]
    while word:
        if counter.count(word) <= target:
            return word
        word = word[: len(word) // 2]
    return "."
