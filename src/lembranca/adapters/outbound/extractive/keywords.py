"""What is left when not even a clause fits: the most telling words, or a single character."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from lembranca.adapters.outbound.extractive.material import Clause
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter

_WORD = re.compile(r"[^\W_][\w'’.-]{0,62}[^\W_]|[^\W_]")  # noqa: RUF001
_MOST_LOOKED_AT = 400


def telling_words(
    clauses: Iterable[Clause], weights: Mapping[str, float], covered: set[str], normalizer: INormalizer
) -> list[str]:
    """Give the words of *clauses* whose terms are not *covered* yet, the heaviest first."""
    rated: dict[str, tuple[float, str]] = {}
    for clause in clauses:
        for word in _WORD.findall(clause.text):
            if len(rated) >= _MOST_LOOKED_AT:
                break
            if word in rated:
                continue
            terms = [term for term in normalizer.terms(word) if term not in covered]
            worth = max((weights.get(term, 0.0) for term in terms), default=0.0)
            if worth > 0:
                rated[word] = (-worth * clause.worth, terms[0])
    best: dict[str, str] = {}
    for word, (_, term) in sorted(rated.items(), key=lambda item: item[1][0]):
        best.setdefault(term, word)
    return list(best.values())


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
