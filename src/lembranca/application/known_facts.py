"""What is known of the people who were here last, at hand."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from lembranca.application.incarnations import Incarnation, Incarnations
from lembranca.domain.change import Change
from lembranca.domain.job import NewJob
from lembranca.domain.known_fact import ACTIVE, ARCHIVED, FORGOTTEN, SUPERSEDED, WITHDRAWN, Fact, Source
from lembranca.domain.scope import Scope
from lembranca.ports.fact_repository import Access, IFactRepository

_REMEMBERED = (ACTIVE, SUPERSEDED, ARCHIVED, FORGOTTEN)
_PAGE = 500
_MOST_FACTS = 100_000


class KnownFacts:
    """
    All facts of a scope but withdrawn ones, remembered for the scopes used last, up to 100,000 facts.

    The process that holds the history is the only one that changes it; every change goes through `apply`.
    """

    def __init__(self, facts: IFactRepository, scopes: Incarnations) -> None:
        self._facts = facts
        self._scopes = scopes
        self._known: OrderedDict[Scope, dict[str, Fact]] = OrderedDict()
        self._count = 0
        self._locks: WeakValueDictionary[Scope, asyncio.Lock] = WeakValueDictionary()

    async def of(self, scope: Scope) -> Mapping[str, Fact]:
        """
        Give the facts of the scope by id, in the order in which they were made; it changes as they do.

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
    async def changing(self, scope: Scope) -> AsyncIterator[tuple[Mapping[str, Fact], Incarnation]]:
        """Have the facts of the scope for oneself in this block, to plan changes and to `apply` them."""
        async with self._scopes.writing(scope) as incarnation, self._lock(scope):
            yield await self._loaded(scope), incarnation

    async def apply(
        self, scope: Scope, changes: Sequence[Change], *, read: Sequence[Source] = (), jobs: Sequence[NewJob] = ()
    ) -> None:
        """Carry out *changes*, inside `changing`; see `IFactRepository.apply`."""
        try:
            await self._facts.apply(scope, changes, read=read, jobs=jobs)
        except BaseException:  # cancelled, it may have been done all the same
            self.forget_scope(scope)
            raise
        known = self._known.get(scope)
        if known is None:
            return
        before = len(known)
        for change in changes:
            _carry_out(known, change)
        self._count += len(known) - before

    def count(self, scope: Scope, accesses: Mapping[str, Access]) -> None:
        """Note accesses that have been counted."""
        known = self._known.get(scope, {})
        for fact_id, access in accesses.items():
            if fact := known.get(fact_id):
                times = fact.access_count + access.times
                known[fact_id] = replace(fact, access_count=times, last_accessed=access.last)

    def forget_scope(self, scope: Scope) -> None:
        """Let go of the scope; it is read again when it is needed."""
        self._count -= len(self._known.pop(scope, ()))

    def forget_all(self) -> None:
        """Let go of everybody."""
        self._known.clear()
        self._count = 0

    def _lock(self, scope: Scope) -> asyncio.Lock:
        return self._locks.get(scope) or self._locks.setdefault(scope, asyncio.Lock())

    async def _loaded(self, scope: Scope) -> dict[str, Fact]:
        known = self._known.get(scope)
        if known is not None:
            return known
        known = {}
        while page := await self._facts.list_facts(scope, statuses=_REMEMBERED, limit=_PAGE, offset=len(known)):
            known |= {fact.id: fact for fact in page}
            if len(page) < _PAGE:
                break
        self._known[scope] = known
        self._count += len(known)
        self._make_room()
        return known

    def _make_room(self) -> None:
        """Let go of those who were here longest ago, but of nobody whose facts are being changed."""
        for scope in list(self._known)[:-1]:
            if self._count <= _MOST_FACTS:
                return
            if not self._lock(scope).locked():
                self.forget_scope(scope)


def _carry_out(known: dict[str, Fact], change: Change) -> None:
    for revision in change.revisions:
        fact = revision.after
        if fact.state.status == WITHDRAWN:
            known.pop(fact.id, None)
            continue
        present = known.get(fact.id)
        sources = present.sources if present else ()
        if fact.is_active:
            sources += tuple(source for source in change.sources if source not in sources)
        counted = present or fact
        known[fact.id] = replace(
            fact, sources=sources, access_count=counted.access_count, last_accessed=counted.last_accessed
        )
