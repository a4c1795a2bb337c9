"""
How what keyword and vector search found becomes one ranking.

A score of either search is brought to 0..1, both are added, each message is lent a share of the scores around it, and
messages by a person the question names are preferred.  Mappings go from an id to a score, higher is better; nothing
here depends on the order in which they were filled.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

# The usual value (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, 3.2).
K1 = 1.2
# Below the usual 0.75: a long chat message says more rather than the same in more words, the case for which the same
# paper gives a low b (its "scope hypothesis").
B = 0.3


@dataclass(frozen=True, slots=True)
class FusionWeights:
    """
    How much each part counts.

    Attributes:
        vector: share of the vector score from 0 to 1; the keyword score has the rest.
        from_before: what a message is lent of the score of the one before it, of the one before that, and so on. Turns
            alternate, so the second is the same person going on.
        from_after: likewise of those after it. Less, since an answer explains its question more than the reverse.
        author: what a message gains when the question names its author.
        time: what a message gains at most when the question names its time. Half of what meeting every word would give,
            so that it decides between what fits and does not bring up what does not.

    """

    vector: float = 0.3
    from_before: tuple[float, ...] = (0.4, 0.25)
    from_after: tuple[float, ...] = (0.3, 0.15)
    author: float = 0.3
    time: float = 0.5

    @property
    def reach(self) -> int:
        """How many messages away a score is still lent."""
        return max(len(self.from_before), len(self.from_after))

    @property
    def most(self) -> float:
        """The highest score that can come out before it is brought to 0..1."""
        return 1 + sum(self.from_before) + sum(self.from_after) + self.author


DEFAULT_WEIGHTS = FusionWeights()


class Posting(NamedTuple):
    """One document that holds a term: its id, how often it does, and how many terms it has."""

    id: str
    frequency: int
    length: int


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The ids said before and after a message in its conversation, the nearest first, fewer at the ends."""

    before: Sequence[str] = ()
    after: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Blend:
    """
    One message of the ranking and how its score came about.

    Attributes:
        id: of the message.
        score: of 0..1, comparable within one ranking only.
        keyword: its keyword score brought to 0..1, 0 when keyword search did not find it.
        vector: likewise for vector search.
        lent: what its neighbours lent it, on the scale of the two.
        author: what it gained because the question names its author.
        time: what it gained because the question names its time.

    """

    id: str
    score: float
    keyword: float = 0.0
    vector: float = 0.0
    lent: float = 0.0
    author: float = 0.0
    time: float = 0.0


def rarity(documents: int, containing: int) -> float:
    """
    Weigh a term by how few of *documents* contain it: ln(1 + (N - n + 0.5) / (n + 0.5)).

    The Robertson-Sparck Jones weight with 1 added, as Lucene does, so that a term in most documents counts little but
    never against them.
    """
    return math.log(1 + (documents - containing + 0.5) / (containing + 0.5))


def saturation(frequency: int, length: int, average: float, *, k1: float = K1, b: float = B) -> float:
    """
    Weigh how often a term stands in a document of *length* terms, where *average* is usual.

    f (k1 + 1) / (f + k1 (1 - b + b length / average)); Robertson and Zaragoza, 2009, equation 3.15.
    """
    relative = length / average if average > 0 else 1.0
    return frequency * (k1 + 1) / (frequency + k1 * (1 - b + b * relative))


def same_word(forms: Iterable[Iterable[Posting]]) -> list[Posting]:
    """
    Join the postings of terms that stand for one word, such as its stems in two languages.

    A document that holds several of them holds the word as often as the most frequent one, for each of its words may
    be indexed under all. Sorted by id.
    """
    joined: dict[str, Posting] = {}
    for posting in (posting for form in forms for posting in form):
        known = joined.get(posting.id)
        if known is None or known.frequency < posting.frequency:
            joined[posting.id] = posting
    return [joined[id_] for id_ in sorted(joined)]


def bm25(
    postings: Mapping[str, Sequence[Posting]],
    *,
    documents: int,
    average: float,
    k1: float = K1,
    b: float = B,
) -> dict[str, float]:
    """
    Score every document that holds a word of the question: the sum of rarity times saturation over its words.

    Args:
        postings: for each different word of the question, all documents of the scope that hold it, each once.
        documents: how many documents the scope has.
        average: their mean length in terms.
        k1: how soon repeating a term stops to count.
        b: how much length counts against a document, from 0 to 1.

    """
    scores: dict[str, float] = {}
    # In the order of the terms, for a sum of floats depends on it in its last bits.
    for term in sorted(postings):
        weight = rarity(documents, len(postings[term]))
        for id_, frequency, length in postings[term]:
            gained = weight * saturation(frequency, length, average, k1=k1, b=b)
            scores[id_] = scores.get(id_, 0.0) + gained
    return scores


def min_max(scores: Mapping[str, float], *, floor: float | None = None) -> dict[str, float]:
    """
    Bring *scores* to 0..1: (s - low) / (high - low), the lowest being 0 and the highest 1.

    Args:
        scores: finite numbers.
        floor: what counts as the lowest, where the scale has a natural zero; lower scores become 0.

    Returns:
        All 1 when they are equal, as there is nothing to tell them apart; all 0 when none is above *floor*.

    """
    if not scores:
        return {}
    high = max(scores.values())
    low = min(scores.values()) if floor is None else floor
    if high <= low:
        return dict.fromkeys(scores, 1.0 if floor is None else 0.0)
    return {id_: max(0.0, (score - low) / (high - low)) for id_, score in scores.items()}


def lend(
    scores: Mapping[str, float], around: Mapping[str, Neighbours], weights: FusionWeights = DEFAULT_WEIGHTS
) -> dict[str, float]:
    """
    Work out what every message is lent: the sum of share(d) times the score of its neighbour d messages away.

    Args:
        scores: of the messages found.
        around: the neighbours of each of them; one left out lends nothing.
        weights: the shares by distance.

    Returns:
        What is lent, without their own score, to messages found and to neighbours that were not.

    """
    gains: dict[str, list[float]] = {}
    for id_, score in scores.items():
        neighbours = around.get(id_, Neighbours())
        for borrower, share in zip(neighbours.after, weights.from_before, strict=False):
            gains.setdefault(borrower, []).append(share * score)
        for borrower, share in zip(neighbours.before, weights.from_after, strict=False):
            gains.setdefault(borrower, []).append(share * score)
    return {borrower: math.fsum(shares) for borrower, shares in gains.items()}


def names(question_terms: Container[str], author_terms: Iterable[str]) -> bool:
    """Tell whether a question names an author: by any part of the name, as people do."""
    return any(term in question_terms for term in author_terms)


def blend(
    keyword: Mapping[str, float],
    vector: Mapping[str, float],
    *,
    around: Mapping[str, Neighbours],
    named: Container[str] = (),
    weights: FusionWeights = DEFAULT_WEIGHTS,
    order: Callable[[str], Any] = str,
) -> list[Blend]:
    """
    Rank what two searches found, and what stands around it.

    Args:
        keyword: BM25 scores; 0 means nothing in common, so that is their floor.
        vector: cosines or any other similarity; it has no such zero, so the lowest found is the floor.
        around: the neighbours of every id in the two.
        named: the ids whose author the question names.
        weights: how much each part counts.
        order: what decides between equal scores, the smaller first.

    Returns:
        Every id found or lent to, once, the best first.

    """
    by_keyword, by_vector = min_max(keyword, floor=0.0), min_max(vector)
    own = {
        id_: (1 - weights.vector) * by_keyword.get(id_, 0.0) + weights.vector * by_vector.get(id_, 0.0)
        for id_ in by_keyword.keys() | by_vector.keys()
    }
    lent = lend(own, around, weights)
    most = weights.most
    ranking = []
    for id_ in own.keys() | lent.keys():
        borrowed, gained = lent.get(id_, 0.0), weights.author if id_ in named else 0.0
        score = (own.get(id_, 0.0) + borrowed + gained) / most
        ranking.append(Blend(id_, score, by_keyword.get(id_, 0.0), by_vector.get(id_, 0.0), borrowed, gained))
    return sorted(ranking, key=lambda blended: (-blended.score, order(blended.id)))


def timely(
    ranking: Sequence[Blend], timed: Container[str], *, looked_at: int, weights: FusionWeights = DEFAULT_WEIGHTS
) -> list[Blend]:
    """
    Rank anew when the question names a time: those of *timed* gain, the more the fewer of those *looked_at* they are.

    weights.time (1 - n / N), n of the first N being of that time: a year in which everything was said tells nothing.
    Scores stay within 0..1. Nothing changes where nothing, or everything, is of that time.
    """
    hits = [blended.id for blended in ranking[:looked_at] if blended.id in timed]
    share = 1 - len(hits) / max(1, len(ranking[:looked_at]))
    if not hits or not share:
        return list(ranking)
    most, gained = weights.most + weights.time, dict.fromkeys(hits, weights.time * share)
    raised = [
        replace(
            blended,
            score=(blended.score * weights.most + gained.get(blended.id, 0.0)) / most,
            time=gained.get(blended.id, 0.0),
        )
        for blended in ranking
    ]
    return sorted(raised, key=lambda blended: -blended.score)
