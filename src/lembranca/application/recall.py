"""Search: by keyword and by meaning, fused."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import structlog

from lembranca.application.reranking import Reranking
from lembranca.application.semantic_index import SemanticIndex
from lembranca.application.timing import Timing
from lembranca.domain.entry import Explanation, MemoryEntry, ScoredId, SearchFilter
from lembranca.domain.errors import LembrancaError, StorageError, StorageUnavailable
from lembranca.domain.fusion import DEFAULT_WEIGHTS, Blend, blend, names
from lembranca.domain.period import Period
from lembranca.domain.relevance import Findings, Signs, read_signs, relevance
from lembranca.domain.rules import require_limit, require_text
from lembranca.domain.scope import Scope
from lembranca.ports.entry_repository import IEntryRepository, KeywordHit
from lembranca.ports.normalizer import INormalizer

_log = structlog.get_logger("lembranca.recall")

# A system prompt is what a bot was told to be, not what was said: recalled, it would speak with authority again.
_NOT_RECALLED = frozenset({"system"})
_CANDIDATES = 100  # of each search; recall is the same from 50 to 400
_MOST_CANDIDATES = 10_000  # the vector index knows no channels: of what it gives, those of others are left out
_FEWER = 3  # so many times fewer candidates in a time that the question names; recall is the same with all of them
_MOST_CHARACTERS = 4_000
_PATIENCE = 5.0  # seconds; a query waits for an index that is being opened, but not for ever


@dataclass(frozen=True, slots=True)
class Recalled:
    """What was found, best first, and what could not be asked."""

    entries: list[MemoryEntry]
    warnings: tuple[str, ...] = ()


class Recall:
    """Finds what was said that matters for a question."""

    def __init__(
        self,
        entries: IEntryRepository,
        index: SemanticIndex,
        normalizer: INormalizer,
        timing: Timing | None = None,
        reranking: Reranking | None = None,
    ) -> None:
        self._entries = entries
        self._index = index
        self._normalizer = normalizer
        self._timing = timing
        self._reranking = reranking or Reranking()

    async def search(
        self, scope: Scope, query: str, *, limit: int, filters: SearchFilter, explain: bool = False
    ) -> Recalled:
        """
        Find at most *limit* entries of the scope that *filters* admit, best first.

        Of a query longer than 4,000 characters the last 4,000 count. When keywords or the vector index cannot be asked,
        the other decides and a warning says so. Where there is a reranker it reads the best again.

        Raises:
            InvalidInput: the query is no text, or *limit* is below 1.
            StorageError: neither can be asked, or what was found cannot be read.

        """
        require_limit("limit", limit)
        question = require_text("query", query)[-_MOST_CHARACTERS:]
        if not filters.admits_messages() or question.isspace():
            return Recalled([])
        wanted = max(_CANDIDATES if filters.channel is None else _MOST_CANDIDATES, 2 * limit)
        named = await self._named(question)
        (keyword, no_keywords), (vector, no_vectors) = await self._candidates(scope, question, wanted, filters, named)
        if no_keywords and no_vectors:
            raise StorageUnavailable(f"nothing can be searched: {no_keywords}; {no_vectors}")
        ranking, found = await self._fused(scope, question, keyword, vector)
        if self._timing is not None:
            ranking = await self._timing.preferred(scope, ranking, named)
        reranked = await self._reranking.reordered(
            question, await self._looked_up(scope, ranking, max(limit, self._reranking.candidates), filters)
        )
        entries = reranked.entries[:limit]
        signs = read_signs([entry.id for entry in entries], found)
        entries = [replace(entry, relevance=relevance(signs[entry.id])) for entry in entries]
        if explain:
            entries = _explained(entries, ranking, keyword, signs, reranked.scores)
        return Recalled(entries, tuple(filter(None, (no_keywords, no_vectors, reranked.warning))))

    async def rebuild_keywords(self) -> int:
        """Make the keyword index again. Returns how many entries are in it."""
        return await self._entries.rebuild_keywords()

    async def _named(self, question: str) -> Sequence[Period]:
        """Give the times that the question names."""
        if self._timing is None:
            return ()
        try:
            return await self._timing.named(question)
        except Exception as exc:  # noqa: BLE001 - a library that stumbles over a date must not keep back an answer
            _log.warning("search_without_dates", reason=f"{type(exc).__name__}: {exc}")
            return ()

    async def _candidates(
        self, scope: Scope, question: str, wanted: int, filters: SearchFilter, named: Sequence[Period]
    ) -> tuple[tuple[Sequence[KeywordHit], str | None], tuple[Sequence[ScoredId], str | None]]:
        """Search everywhere, and once more in each time named, where among all that was ever said little would show."""
        times = self._timing.over(named) if self._timing else ()
        narrowed = filter(None, map(filters.within, times))
        within = [(wanted, filters), *((wanted // _FEWER, one) for one in narrowed)]
        words, near = await asyncio.gather(
            asyncio.gather(*(self._with_words(scope, question, most, one) for most, one in within)),
            self._nearest_of_each(scope, question, within),
        )
        keyword = {hit.id: hit for hits, _ in reversed(words) for hit in hits}
        vector = {hit.id: hit for hits, _ in reversed(near) for hit in hits}
        return (list(keyword.values()), words[0][1]), (list(vector.values()), near[0][1])

    async def _with_words(
        self, scope: Scope, question: str, limit: int, filters: SearchFilter
    ) -> tuple[Sequence[KeywordHit], str | None]:
        try:
            return await self._entries.search_keywords(scope, question, limit=limit, filters=filters), None
        except StorageError as exc:
            _log.warning("search_without_keywords", reason=str(exc))
            return (), f"keyword search: {exc}"

    async def _nearest_of_each(
        self, scope: Scope, question: str, within: Sequence[tuple[int, SearchFilter]]
    ) -> list[tuple[Sequence[ScoredId], str | None]]:
        # The first embeds the question, which the others then need not do again.
        first = await self._nearest(scope, question, *within[0])
        return [first, *await asyncio.gather(*(self._nearest(scope, question, *one) for one in within[1:]))]

    async def _nearest(
        self, scope: Scope, question: str, limit: int, filters: SearchFilter
    ) -> tuple[Sequence[ScoredId], str | None]:
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._index.search(scope, question, limit=limit, filters=filters), None
        except TimeoutError:
            reason = f"no answer within {_PATIENCE:g} s"
        except LembrancaError as exc:
            reason = str(exc)
        except Exception as exc:  # noqa: BLE001 - a helper that breaks, however it does, must not keep back an answer
            reason = f"{type(exc).__name__}: {exc}"
        _log.warning("search_without_vectors", reason=reason)
        return (), f"vector search: {reason}"

    async def _fused(
        self, scope: Scope, question: str, keyword: Sequence[KeywordHit], vector: Sequence[ScoredId]
    ) -> tuple[list[Blend], Findings]:
        found = {hit.id: hit.score for hit in keyword}
        near = {hit.id: hit.score for hit in vector}
        reach = DEFAULT_WEIGHTS.reach
        surroundings = await self._entries.find_surroundings(scope, [*(found.keys() | near.keys())], reach=reach)
        authors, around = surroundings.authors, surroundings.neighbours
        asked = self._asked(question, authors.values())
        ranking = blend(found, near, around=around, named={id_ for id_ in authors if authors[id_] in asked})
        shares = {hit.id: dict(zip(hit.terms, hit.shares, strict=False)) for hit in keyword}
        naming = {term for author in asked for term in self._normalizer.terms(author)}
        return ranking, Findings(shares, near, around, authors, asked, naming)

    def _asked(self, question: str, authors: Iterable[str | None]) -> set[str]:
        """Give the authors whom the question names."""
        terms = set(self._normalizer.terms(question))
        return {author for author in set(authors) if author and names(terms, self._normalizer.terms(author))}

    async def _looked_up(
        self, scope: Scope, ranking: Sequence[Blend], limit: int, filters: SearchFilter
    ) -> list[MemoryEntry]:
        """Look up the best; those deleted since, or lent a score but not admitted, make room for the next."""
        entries: list[MemoryEntry] = []
        for start in range(0, len(ranking), limit):
            page = ranking[start : start + limit]
            known = await self._entries.get_entries(scope, [blended.id for blended in page])
            entries += _in_order(page, known, filters)
            if len(entries) >= limit:
                break
        return entries[:limit]


def _in_order(page: Sequence[Blend], known: Mapping[str, MemoryEntry], filters: SearchFilter) -> list[MemoryEntry]:
    found = [(blended, known[blended.id]) for blended in page if blended.id in known]
    return [
        replace(entry, score=blended.score)
        for blended, entry in found
        if filters.admits_time(entry.timestamp)
        and filters.channel in {None, entry.channel}
        and entry.role not in _NOT_RECALLED
    ]


def _explained(
    entries: Sequence[MemoryEntry],
    ranking: Sequence[Blend],
    keyword: Sequence[KeywordHit],
    signs: Mapping[str, Signs],
    reranked: Mapping[str, float],
) -> list[MemoryEntry]:
    blends = {blended.id: blended for blended in ranking}
    terms = {hit.id: hit.terms for hit in keyword}
    why = {
        entry.id: _why(blends[entry.id], terms.get(entry.id, ()), signs[entry.id], reranked.get(entry.id))
        for entry in entries
    }
    return [replace(entry, explanation=why[entry.id]) for entry in entries]


def _why(blended: Blend, terms: tuple[str, ...], signs: Signs, reranked: float | None) -> Explanation:
    parts = blended.keyword, blended.vector, blended.lent, blended.author
    return Explanation(*parts, terms, signs, time=blended.time, reranked=reranked)
