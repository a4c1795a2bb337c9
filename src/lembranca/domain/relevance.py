"""
How likely it is that an entry answers a question, so that "nothing relevant" can be said.

A ranking always has a best; its scores say nothing of whether that is any good.  Here each hit gets a number from 0 to
1 that can be compared between questions.  It is worked out as one does with odds: the *evidence* (how much of what is
asked for is in the hit) is the first guess, and signs of whom it is about multiply its odds.

    evidence = 1 - (1 - words) (1 - VECTOR_SHARE near)            at most MOST_EVIDENCE
    odds     = evidence / (1 - evidence) * e^(LEAD lead) * (e^-OTHER when somebody else said it)
    relevance = odds / (1 + odds)

None of it depends on the scale of a search's scores: words count by their share of the question, cosines by how far
they stand above the others of the same search.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from lembranca.domain.fusion import Neighbours, rarity

# Constants are round numbers near to what logistic regressions give, fitted to questions with and without an answer,
# each time with one conversation left out; any of them half or twice as large moves the AUROC by 0.02 at most.

RELEVANT = 0.3
"""Below this little speaks for a hit: of questions about somebody else's memory most best hits lie below it."""

# Even what holds every word of a question may be about something else.
MOST_EVIDENCE = 0.9
# A neighbour by the same person goes on with the subject, yet is not what was found; half is what fits.
SUPPORT = 0.5
# Nearness of meaning alone never makes an answer likelier than not: where all share a subject, so do those without it.
VECTOR_SHARE = 0.5
# Every 0.17 by which the person asked about covers the question better than others do doubles the odds (fits: 3.0 to
# 3.3, where the evidence counts less than here).
LEAD = 4.0
# Of messages that answer a question about somebody, about one in twenty was said by somebody else, who said half of
# all: odds about seven times lower are a careful reading of that (fits: 2.1 to 2.7).
OTHER = 2.0
# Few entries do not tell which words are common; a memory counts as though it held so many more, without these words.
_MORE_DOCUMENTS = 100
# How many cosines it takes to tell what is usual: with this many found, the lowest counts half.
_USUAL_FROM = 5


@dataclass(frozen=True, slots=True)
class Signs:
    """
    What tells whether a hit answers the question.

    Attributes:
        words: share of the question's words in it, each by its rarity, from 0 to 1; the same person's neighbours add
            half of what they have besides.
        near: its cosine above what is usual, from 0 (usual) to 1 (the same).
        lead: the best share of words in what those said whom the question names, less the best in what others said,
            from -1 to 1; 0 when it names nobody or everybody. Below 0, the question seems to confuse two people.
        other: whether it was said by somebody else than those whom the question names.

    """

    words: float = 0.0
    near: float = 0.0
    lead: float = 0.0
    other: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """
    What the searches found for one question; all ids are of the same kind.

    Attributes:
        shares: of each entry found by keyword, the words of the question in it with their share of the question.
        vector: cosines of what was found by vector; empty when it could not be asked.
        around: the neighbours of entries that have any.
        authors: who said each entry; nobody where it is not known, or was not said.
        asked: the authors whom the question names.
        naming: words of the question that name them, which say nothing of what is asked.

    """

    shares: Mapping[str, Mapping[str, float]]
    vector: Mapping[str, float]
    around: Mapping[str, Neighbours] = field(default_factory=dict)
    authors: Mapping[str, str | None] = field(default_factory=dict)
    asked: Collection[str] = ()
    naming: Collection[str] = ()


def word_shares(documents: int, containing: Mapping[str, int]) -> dict[str, float]:
    """
    Give each word of a question its share of it, by its rarity; all shares add up to 1.

    Args:
        documents: how many there are in the scope.
        containing: for every word of the question, in how many of them it stands; 0 is the rarest.

    """
    rarities = {word: rarity(documents + _MORE_DOCUMENTS, count) for word, count in containing.items()}
    whole = math.fsum(rarities.values())
    return {word: value / whole for word, value in rarities.items()}


def relevance(signs: Signs) -> float:
    """Weigh *signs*: 0 for nothing in common; never less for more words, nearness or lead."""
    evidence = min(MOST_EVIDENCE, 1 - (1 - signs.words) * (1 - VECTOR_SHARE * signs.near))
    odds = evidence / (1 - evidence) * math.exp(LEAD * signs.lead - (OTHER if signs.other else 0.0))
    return odds / (1 + odds)


def read_signs(ids: Iterable[str], found: Findings) -> dict[str, Signs]:
    """Read the signs of entries, whether the searches found them or only what stands around them."""
    naming = set(found.naming)
    named = max((_sum(shares, naming) for shares in found.shares.values()), default=0.0)
    rest = 1 - named  # a question of nothing but names has no words to share
    shares = {
        id_: {word: share / rest for word, share in words.items() if word not in naming}
        for id_, words in (found.shares.items() if rest > _NOTHING else ())
    }
    lead = _lead(shares, found)
    usual = _usual(found.vector)
    return {
        id_: Signs(
            words=_words(id_, shares, found),
            near=_near(found.vector.get(id_), usual),
            lead=lead,
            other=_by_other(found.authors.get(id_), found.asked),
        )
        for id_ in ids
    }


_NOTHING = 1e-9


def _sum(shares: Mapping[str, float], words: Collection[str]) -> float:
    return math.fsum(share for word, share in shares.items() if word in words)


def _words(id_: str, shares: Mapping[str, Mapping[str, float]], found: Findings) -> float:
    own = shares.get(id_, {})
    neighbours = found.around.get(id_, Neighbours())
    added: dict[str, float] = {}
    for near in (*neighbours.before, *neighbours.after):
        if found.authors.get(near) == found.authors.get(id_):
            added.update(shares.get(near, {}))
    more = math.fsum(share for word, share in added.items() if word not in own)
    return min(1.0, math.fsum(own.values()) + SUPPORT * more)


def _lead(shares: Mapping[str, Mapping[str, float]], found: Findings) -> float:
    if not found.asked or not any(_by_other(author, found.asked) for author in found.authors.values()):
        return 0.0
    best = {True: 0.0, False: 0.0}
    for id_, words in shares.items():
        author = found.authors.get(id_)
        if author is not None:
            by_asked = author in found.asked
            best[by_asked] = max(best[by_asked], min(1.0, math.fsum(words.values())))
    return best[True] - best[False]


def _by_other(author: str | None, asked: Collection[str]) -> bool:
    return bool(asked) and author is not None and author not in asked


def _usual(vector: Mapping[str, float]) -> float:
    """
    Give the cosine that says nothing: the lowest found, drawn towards 0 when few were.

    Models differ in what they give texts that have nothing to do with each other, and the lowest of a hundred shows
    it; the lowest of one or two may well be an answer.
    """
    if not vector:
        return 0.0
    return max(0.0, min(vector.values())) * len(vector) / (len(vector) + _USUAL_FROM)


def _near(cosine: float | None, usual: float) -> float:
    if cosine is None or usual >= 1:
        return 0.0
    return min(1.0, max(0.0, (cosine - usual) / (1 - usual)))
