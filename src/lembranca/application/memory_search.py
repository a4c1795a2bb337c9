"""Search over everything that is remembered: what was said and what is known."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

import structlog

from lembranca.application.fact_recall import FactRecall
from lembranca.application.recall import Recall, Recalled
from lembranca.application.semantic_index import SemanticIndex
from lembranca.domain.choice import Candidate
from lembranca.domain.entry import LAYERS, Explanation, MemoryEntry, ScoredId, SearchFilter
from lembranca.domain.errors import LembrancaError, StorageError
from lembranca.domain.layers import SHORT
from lembranca.domain.relevance import Findings, read_signs, relevance
from lembranca.domain.rules import require_limit, require_text
from lembranca.domain.scope import Scope
from lembranca.ports.entry_repository import KeywordHit

_log = structlog.get_logger("lembranca.search")

_LENDERS = 30  # messages that lend their score to the facts learned from them
_CANDIDATES = 50  # facts, of each search
_WANTED = 0.5  # an archived fact comes back for a search that it answers more likely than not
_PATIENCE = 5.0  # seconds; see `Recall`
_FACT_LAYERS = frozenset(LAYERS) - {SHORT}


@dataclass(frozen=True, slots=True)
class Found:
    """The *messages* and *facts* found, best first, these with why and how likely they answer; what was not asked."""

    messages: list[MemoryEntry]
    facts: list[tuple[Candidate, Explanation, float]]
    warnings: tuple[str, ...] = ()


class MemorySearch:
    """Searches messages and facts for a question."""

    def __init__(self, messages: Recall, facts: FactRecall, index: SemanticIndex) -> None:
        self._messages = messages
        self._facts = facts
        self._index = index

    async def search(
        self, scope: Scope, query: str, *, limit: int, filters: SearchFilter, explain: bool = False
    ) -> Recalled:
        """
        Find at most *limit* entries of the scope that *filters* admit, best first.

        A fact and the message that it was learned from are one: the message, which says it in full.

        Raises:
            InvalidInput: the query is no text, or *limit* is below 1.
            StorageError: nothing can be asked, or what was found cannot be read.

        """
        found = await self.find(scope, query, limit=limit, filters=filters, explain=explain)
        shown = {(entry.conversation_id, entry.message_id) for entry in found.messages}
        facts = [
            replace(entry, explanation=why if explain else None)
            for candidate, why, likely in found.facts
            if shown.isdisjoint((entry := _entry(candidate, likely)).sources)
        ]
        # Both are sorted, and stay so among themselves.
        entries = sorted([*found.messages, *facts], key=lambda entry: -entry.score)
        return Recalled(entries[:limit], found.warnings)

    async def find(
        self, scope: Scope, query: str, *, limit: int, filters: SearchFilter, explain: bool = False
    ) -> Found:
        """
        Find at most *limit* messages, and the facts that may matter, of the scope, that *filters* admit.

        Raises:
            InvalidInput: the query is no text, or *limit* is below 1.
            StorageError: messages cannot be asked, or what was found cannot be read.

        """
        require_limit("limit", limit)
        require_text("query", query)
        messages = Recalled([])
        if filters.admits_messages():
            said = replace(filters, layers=frozenset({SHORT}))
            messages = await self._messages.search(
                scope, query, limit=max(limit, _LENDERS), filters=said, explain=explain
            )
        facts, warnings = await self._known(scope, query, messages.entries, filters)
        return Found(messages.entries[:limit], facts, (*messages.warnings, *warnings))

    async def _known(
        self, scope: Scope, query: str, said: Sequence[MemoryEntry], filters: SearchFilter
    ) -> tuple[list[tuple[Candidate, Explanation, float]], list[str]]:
        if not filters.admits_facts() or query.isspace():
            return [], []
        known = replace(filters, layers=(filters.layers or _FACT_LAYERS) & _FACT_LAYERS)
        try:
            keyword = await self._facts.with_words(scope, query, limit=_CANDIDATES, filters=known)
            near = await self._nearest(scope, query, known)
            scores = {(entry.conversation_id, entry.message_id): entry.score for entry in said}
            candidates = await self._facts.candidates(scope, keyword, near, scores, known)
        except StorageError as exc:
            _log.warning("search_without_facts", reason=str(exc))
            return [], [f"facts: {exc}"]
        return _judged(candidates, keyword, near or ()), []

    async def _nearest(self, scope: Scope, query: str, filters: SearchFilter) -> list[ScoredId] | None:
        """Give the facts nearest in meaning, None where that cannot be asked, which the search for messages tells."""
        unplaced = replace(filters, conversation_id=None, channel=None)
        try:
            async with asyncio.timeout(_PATIENCE):
                return await self._index.search(scope, query, limit=_CANDIDATES, filters=unplaced)
        except (LembrancaError, TimeoutError):
            return None
        except Exception as exc:  # noqa: BLE001 - a helper that breaks, however it does, must not keep back an answer
            _log.warning("facts_without_vectors", reason=repr(exc))
            return None


def _judged(
    candidates: Sequence[Candidate], keyword: Sequence[KeywordHit], near: Sequence[ScoredId]
) -> list[tuple[Candidate, Explanation, float]]:
    """Give each candidate why it was found and how likely it answers; archived ones only where they likely do."""
    shares = {hit.id: dict(zip(hit.terms, hit.shares, strict=True)) for hit in keyword}
    cosines = {hit.id: hit.score for hit in near}
    signs = read_signs([each.fact.id for each in candidates], Findings(shares, cosines))
    judged = []
    for each in candidates:
        likely = relevance(signs[each.fact.id])
        if each.fact.is_active or likely >= _WANTED:
            name = each.fact.id
            why = Explanation(
                each.keyword, cosines.get(name, 0.0), terms=tuple(shares.get(name, ())), signs=signs[name]
            )
            judged.append((each, why, likely))
    return judged


def _entry(candidate: Candidate, likely: float) -> MemoryEntry:
    """Give the fact as an entry; of two found as well, the more important stands first."""
    score = candidate.score * (1 + candidate.fact.state.weight) / 2
    return replace(candidate.fact.entry, score=score, relevance=likely)
