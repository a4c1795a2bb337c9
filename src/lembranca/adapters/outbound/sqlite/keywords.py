"""Ranks the postings that the full-text index gives."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lembranca.adapters.outbound.sqlite.terms import unscoped
from lembranca.domain.fusion import Posting, bm25, same_word
from lembranca.domain.relevance import word_shares
from lembranca.ports.normalizer import INormalizer

_MOST_WORDS = 64

# Scoring more postings than this would hold up the event loop; for fewer, going to a thread costs more than it saves.
_MOST_INLINE = 2_000

Forms = Sequence[tuple[str, ...]]


class RankedRow(NamedTuple):
    """The number of a row that was found; the rest is as in `KeywordHit`."""

    no: int
    score: float
    terms: tuple[str, ...]
    shares: tuple[float, ...]


def forms_of(question: str, normalizer: INormalizer) -> Forms:
    """Give the words of a question, each as the terms under which it may stand; no more than a search can use."""
    return normalizer.forms(question)[:_MOST_WORDS]


async def ranked(
    rows: Sequence[sqlite3.Row], forms: Forms, *, documents: int, terms: int, limit: int
) -> list[RankedRow]:
    """
    Rank by BM25, the best first, equal ones by newest.

    Args:
        rows: for each term and each document that holds it: token, number, frequency, length, and whether the
            document may be among the results.
        forms: the words of the question.
        documents: how many there are in the scope.
        terms: how many terms they have in all.
        limit: the most to give.

    """

    def rank() -> list[RankedRow]:
        return _ranked(rows, forms, documents=documents, average=terms / max(1, documents), limit=limit)

    return await asyncio.to_thread(rank) if len(rows) > _MOST_INLINE else rank()


def _ranked(
    rows: Sequence[sqlite3.Row], forms: Forms, *, documents: int, average: float, limit: int
) -> list[RankedRow]:
    postings: dict[str, list[Posting]] = defaultdict(list)
    admitted: set[str] = set()
    for token, number, frequency, length, is_admitted in rows:
        name = str(number)
        postings[unscoped(token)].append(Posting(name, frequency, length))
        if is_admitted:
            admitted.add(name)
    words = {word[0]: same_word(postings.get(term, ()) for term in word) for word in forms}
    scores = bm25(words, documents=documents, average=average)
    best = sorted(admitted & scores.keys(), key=lambda no: (-scores[no], -int(no)))[:limit]
    terms = _terms_by_document(words, set(best))
    shares = word_shares(documents, {word: len(found) for word, found in words.items()})
    return [RankedRow(int(no), scores[no], terms[no], tuple(shares[term] for term in terms[no])) for no in best]


def _terms_by_document(words: Mapping[str, Sequence[Posting]], documents: set[str]) -> dict[str, tuple[str, ...]]:
    terms: dict[str, tuple[str, ...]] = defaultdict(tuple)
    for word, postings in words.items():
        for posting in postings:
            if posting.id in documents:
                terms[posting.id] += (word,)
    return terms
