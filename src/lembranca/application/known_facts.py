"""What is known of the people who were here last, at hand."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import AsyncIterator, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

from lembranca.application.incarnations import Incarnation, Incarnations
from lembranca.domain.change import Change
from lembranca.domain.choice import standing
from lembranca.domain.job import NewJob
from lembranca.domain.known_fact import ACTIVE, ARCHIVED, FORGOTTEN, SUPERSEDED, WITHDRAWN, Fact, Source, with_sources
from lembranca.domain.scope import Scope
from lembranca.ports.fact_repository import Access, IFactRepository

_REMEMBERED = (ACTIVE, SUPERSEDED, ARCHIVED, FORGOTTEN)
_PAGE = 500
_MOST_FACTS = 100_000


class Known:
    """
    The *facts* of one person by id, in the order in which they were made, and what is often looked up.

    It changes as they do.
    """

    def __init__(self, facts: dict[str, Fact]) -> None:
        self.facts = facts
        self._behind: dict[tuple[str, str], list[str]] | None = None
        self._standing: list[Fact] | None = None

    @property
    def standing(self) -> Sequence[Fact]:
        """What belongs to every context; see `lembranca.domain.choice.standing`."""
        if self._standing is None:
            self._standing = standing(self.facts.values())
        return self._standing

    def learned_from(self, conversation_id: str, message_id: str) -> Sequence[str]:
        """Give the ids of the facts that have this message behind them."""
        if self._behind is None:
            self._behind = defaultdict(list)
            for fact in self.facts.values():
                for source in fact.sources:
                    self._behind[source.conversation_id, source.message_id].append(fact.id)
        return self._behind.get((conversation_id, message_id), ())

    def carry_out(self, change: Change) -> None:
        """Let the facts be as *change* leaves them."""
        self._behind = self._standing = None
        for revision in change.revisions:
            fact = revision.after
            if fact.state.status == WITHDRAWN:
                self.facts.pop(fact.id, None)
                continue
            # Neither sources nor accesses are part of a revision: a new fact has none yet.
            present = self.facts.get(fact.id) or replace(fact, sources=(), access_count=0, last_accessed=None)
            sources = present.sources
            if fact.is_active or revision.before is None:
                sources = with_sources(sources, change.sources)
            self.facts[fact.id] = replace(
                fact, sources=sources, access_count=present.access_count, last_accessed=present.last_accessed
            )

    def count(self, accesses: Mapping[str, Access]) -> None:
        """Note accesses that have been counted."""
        for fact_id, access in accesses.items():
            if fact := self.facts.get(fact_id):
                times = fact.access_count + access.times
                self.facts[fact_id] = replace(
                    fact, access_count=times, last_accessed=max(access.last, fact.last_accessed or access.last)
                )


class KnownFacts:
    """
    All facts of a scope but withdrawn ones, remembered for the scopes used last, up to 100,000 facts.

    The process that holds the history is the only one that changes it; every change goes through `apply`.
    """

    def __init__(self, facts: IFactRepository, scopes: Incarnations) -> None:
        self._facts = facts
        self._scopes = scopes
        self._known: OrderedDict[Scope, Known] = OrderedDict()
        self._count = 0
        self._locks: WeakValueDictionary[Scope, asyncio.Lock] = WeakValueDictionary()

    async def of(self, scope: Scope) -> Known:
        """
        Give the facts of the scope.

        Raises:
            StorageError: they cannot be read.

        """
        known = self._known.get(scope)
        if known is None:
            async with self._scopes.writing(scope), self._lock(scope):
                known = await self._loaded(scope)
        self._known.move_to_end(scope)
        return known

    @asynccontextmanager
    async def changing(
        self, scope: Scope, *, begun_by: Incarnation | None = None
    ) -> AsyncIterator[tuple[Mapping[str, Fact], Incarnation]]:
        """
        Have the facts of the scope for oneself in this block, to plan changes and to `apply` them.

        Raises:
            Conflict: the incarnation that the work was *begun_by* has ended.

        """
        async with self._scopes.writing(scope, begun_by=begun_by) as incarnation, self._lock(scope):
            yield (await self._loaded(scope)).facts, incarnation

    async def apply(
        self, scope: Scope, changes: Sequence[Change], *, read: Sequence[Source] = (), jobs: Sequence[NewJob] = ()
    ) -> None:
        """Carry out *changes*, inside `changing`; see `IFactRepository.apply`."""
        await self._to_its_end(scope, self._facts.apply(scope, changes, read=read, jobs=jobs))
        known = self._known.get(scope)
        if known is None:
            return
        before = len(known.facts)
        for change in changes:
            known.carry_out(change)
        self._count += len(known.facts) - before
        self._make_room()

    async def count(self, scope: Scope, accesses: Mapping[str, Access]) -> None:
        """Count accesses, inside `changing`; see `IFactRepository.touch`."""
        await self._to_its_end(scope, self._facts.touch(scope, accesses))
        if known := self._known.get(scope):
            known.count(accesses)

    def forget_scope(self, scope: Scope) -> None:
        """Let go of the scope; it is read again when it is needed."""
        if known := self._known.pop(scope, None):
            self._count -= len(known.facts)

    def forget_all(self) -> None:
        """Let go of everybody."""
        self._known.clear()
        self._count = 0

    async def _to_its_end(self, scope: Scope, write: Coroutine[Any, Any, None]) -> None:
        """
        Write, to the end even when the caller is cancelled meanwhile.

        Otherwise the next one would read the facts while the write is under way, and take them for what they are.
        """
        task = asyncio.ensure_future(write)
        try:
            await asyncio.shield(task)
        except BaseException:
            self.forget_scope(scope)  # it may have been done all the same
            while not task.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([task])
            raise

    def _lock(self, scope: Scope) -> asyncio.Lock:
        return self._locks.get(scope) or self._locks.setdefault(scope, asyncio.Lock())

    async def _loaded(self, scope: Scope) -> Known:
        known = self._known.get(scope)
        if known is not None:
            return known
        facts: dict[str, Fact] = {}
        while page := await self._facts.list_facts(scope, statuses=_REMEMBERED, limit=_PAGE, offset=len(facts)):
            facts |= {fact.id: fact for fact in page}
            if len(page) < _PAGE:
                break
        self._known[scope] = known = Known(facts)
        self._count += len(facts)
        self._make_room()
        return known

    def _make_room(self) -> None:
        """Let go of those who were here longest ago, but of nobody whose facts are being changed."""
        for scope in list(self._known):
            if self._count <= _MOST_FACTS or len(self._known) == 1:
                return
            if not self._lock(scope).locked():
                self.forget_scope(scope)
