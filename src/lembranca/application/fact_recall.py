"""Finds what is known of a person that matters for a question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lembranca.application.known_facts import Known, KnownFacts
from lembranca.domain.choice import Candidate
from lembranca.domain.entry import ScoredId, SearchFilter
from lembranca.domain.fusion import DEFAULT_WEIGHTS, min_max
from lembranca.domain.known_fact import Fact
from lembranca.domain.scope import Scope
from lembranca.ports.entry_repository import KeywordHit
from lembranca.ports.fact_repository import IFactRepository

Said = Mapping[tuple[str, str], float]


class FactRecall:
    """Searches the facts of a person, beside the messages."""

    def __init__(self, facts: IFactRepository, known: KnownFacts) -> None:
        self._facts = facts
        self._known = known

    async def with_words(
        self, scope: Scope, question: str, *, limit: int, filters: SearchFilter
    ) -> Sequence[KeywordHit]:
        """Find facts that share words with the question; see `IFactRepository.search_keywords`."""
        return await self._facts.search_keywords(scope, question, limit=limit, filters=filters)

    async def candidates(
        self,
        scope: Scope,
        keyword: Iterable[KeywordHit],
        near: Sequence[ScoredId] | None,
        said: Said,
        filters: SearchFilter,
    ) -> list[Candidate]:
        """
        Put together what was found, the best first; facts that *filters* do not admit are left out.

        The score of a fact is the share of the question's words in it and its nearness among the facts found, weighed
        as those of messages are, and it is lent of the score of the messages behind it, of which *said* has those
        found by (conversation, message), as a message is of the one before it. *near* is None where vectors cannot be
        asked.
        """
        words = {hit.id: min(1.0, sum(hit.shares)) for hit in keyword}
        cosines = {hit.id: hit.score for hit in near or ()}
        closeness = min_max(cosines)
        known = await self._known.of(scope)
        behind = _lent(known, said)
        found = []
        for fact_id in words.keys() | cosines.keys() | behind.keys():
            fact = known.facts.get(fact_id)
            if fact is None or not fact.is_found or not _admitted(fact, filters):
                continue
            own = (1 - _VECTOR) * words.get(fact_id, 0.0) + _VECTOR * closeness.get(fact_id, 0.0)
            score = (own + _LENDING * behind.get(fact_id, 0.0)) / (1 + _LENDING)
            vector = None if near is None else cosines.get(fact_id, 0.0)
            found.append(Candidate(fact, score, vector, words.get(fact_id, 0.0)))
        return sorted(found, key=lambda each: (-each.score, each.fact.id))


def _lent(known: Known, said: Said) -> dict[str, float]:
    """Give, per fact, the score of the best message behind it, where one was found."""
    lent: dict[str, float] = {}
    for place, score in said.items():
        for fact_id in known.learned_from(*place):
            lent[fact_id] = max(score, lent.get(fact_id, 0.0))
    return lent


def _admitted(fact: Fact, filters: SearchFilter) -> bool:
    sources = fact.sources
    return (
        (not filters.kinds or fact.kind in filters.kinds)
        and (not filters.layers or fact.state.layer in filters.layers)
        and filters.admits_time(fact.state.updated_at)
        and (filters.channel is None or any(source.channel == filters.channel for source in sources))
        and (
            filters.conversation_id is None
            or any(source.conversation_id == filters.conversation_id for source in sources)
        )
    )


_VECTOR = DEFAULT_WEIGHTS.vector
_LENDING = DEFAULT_WEIGHTS.from_before[0]
