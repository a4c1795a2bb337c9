"""What is wrong with what is known: measured on the whole store, nothing changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count, pairwise

from lembranca.domain.absorption import contradictions, merge_duplicates
from lembranca.domain.change import Change
from lembranca.domain.claim import Reader
from lembranca.domain.contact import with_contact
from lembranca.domain.fact import ExtractedFact, FactRequest
from lembranca.domain.interactions import EVENT_TAG
from lembranca.domain.known_fact import Fact
from lembranca.domain.message import Message
from lembranca.domain.sameness import AGREEING, relation
from lembranca.domain.scope import Scope
from lembranca.ports.clock import IClock
from lembranca.ports.fact_check import IFactCheck
from lembranca.ports.fact_extractor import IFactExtractor
from lembranca.ports.normalizer import INormalizer

LONGEST = 200
"""A fact of more characters is none that the rules would write."""

_BEFORE, _AFTER = 3, 1  # messages around one that is read again
_MOST_READ = 2_000  # facts whose messages are read again: the newest


@dataclass(frozen=True, slots=True)
class Suspect:
    """A fact that something is wrong with, whose it is, and the fact it disagrees with, where it is that."""

    scope: Scope
    fact: Fact
    other: Fact | None = None


class FactCheckup:
    """
    Looks over the facts of everybody.

    Args:
        extractor: who reads messages again, always with the same outcome; None when they are not to be.
        language: see `FactRequest`.

    """

    def __init__(
        self,
        facts: IFactCheck,
        normalizer: INormalizer,
        extractor: IFactExtractor | None,
        clock: IClock,
        language: str | None = None,
    ) -> None:
        self._facts = facts
        self._normalizer = normalizer
        self._extractor = extractor
        self._clock = clock
        self._language = language

    async def duplicates(self) -> list[tuple[Scope, Change]]:
        """Give the merges that the gardener would make."""
        number = count(1)
        plan = partial(merge_duplicates, now=self._clock.now(), new_id=lambda kind: f"{kind}-{next(number)}")
        found = []
        async for scope, facts in self._people():
            changes = await asyncio.to_thread(plan, facts, terms=self._normalizer.terms)
            found += [(scope, change) for change in changes]
        return found

    async def contradictions(self) -> list[Suspect]:
        """Give pairs of facts that cannot both hold, the older as *fact*, the newer as *other*."""
        found = []
        async for scope, facts in self._people():
            pairs = await asyncio.to_thread(contradictions, facts, terms=self._normalizer.terms)
            found += [Suspect(scope, older, newer) for older, newer in pairs]
        return found

    async def orphans(self) -> list[Suspect]:
        """Give the facts that came from messages, all of which are gone."""
        found = []
        async for scope, facts in self._people():
            found += [Suspect(scope, fact) for fact in facts if fact.sources and not await self._behind(scope, fact)]
        return found

    async def junk(self) -> list[Suspect]:
        """
        Give the facts that are too long, and those that reading their messages again does not give any more.

        What has no message any more, interactions, and significant events are no matter of that.
        """
        found = []
        left = _MOST_READ
        async for scope, facts in self._people():
            for fact in reversed(facts):
                if len(fact.content) > LONGEST:
                    found.append(Suspect(scope, fact))
                elif left and self._extractor is not None and fact.sources and _was_read(fact):
                    left -= 1
                    behind = await self._behind(scope, fact)
                    if behind and not await self._is_told(self._extractor, fact, behind):
                        found.append(Suspect(scope, fact))
        return found

    async def _people(self) -> AsyncIterator[tuple[Scope, list[Fact]]]:
        for scope in await self._facts.people():
            yield scope, await self._facts.active_facts(scope)

    async def _behind(self, scope: Scope, fact: Fact) -> list[tuple[str, list[Message]]]:
        """Give what was said around each message behind *fact* that is still there."""
        found = []
        for source in fact.sources:
            around = await self._facts.around(scope, source, before=_BEFORE, after=_AFTER)
            if around:
                found.append((source.message_id, around))
        return found

    async def _is_told(
        self, extractor: IFactExtractor, fact: Fact, behind: Sequence[tuple[str, list[Message]]]
    ) -> bool:
        reader = Reader(self._normalizer.terms)
        known = reader.claim(fact)
        for message_id, around in behind:
            for told in await self._read(extractor, message_id, around):
                if told.content == fact.content or relation(reader.claim(told), known) in AGREEING:
                    return True
        return False

    async def _read(self, extractor: IFactExtractor, message_id: str, around: Sequence[Message]) -> list[ExtractedFact]:
        said = tuple(message for message in around if message.role == "user")
        context = {after.id: before.content for before, after in pairwise(around) if before.role == "assistant"}
        told = await extractor.extract(FactRequest(said, context, self._language))
        text = next((message.content for message in said if message.id == message_id), "")
        return with_contact([one for one in told if one.message_id == message_id], text, message_id)


def _was_read(fact: Fact) -> bool:
    return fact.kind != "message" and EVENT_TAG not in fact.tags
