"""Keeps what is known of people in order: learns, merges, revises, lets fade, and takes back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from lembranca.application.heard import Heard
from lembranca.application.incarnations import Incarnation
from lembranca.application.known_facts import KnownFacts
from lembranca.domain.absorption import absorb, merge_duplicates
from lembranca.domain.aging import age, renewed, revive
from lembranca.domain.change import Change, Revision, undoing
from lembranca.domain.claim import Reader
from lembranca.domain.errors import NotFound
from lembranca.domain.fact import ExtractedFact
from lembranca.domain.interactions import kept
from lembranca.domain.job import INDEX, NewJob
from lembranca.domain.known_fact import ACTIVE, ARCHIVED, FORGOTTEN, Fact, Source
from lembranca.domain.scope import Scope
from lembranca.ports.clock import IClock
from lembranca.ports.fact_repository import Access, IFactRepository
from lembranca.ports.id_generator import IIdGenerator
from lembranca.ports.normalizer import INormalizer

Terms = Callable[[str], Sequence[str]]


class Gardener:
    """
    Plans and carries out every change of what is known of a person, one after the other for each.

    Args:
        normalizer: tells when two wordings say the same; it is called from a thread.
        notify: called when there is something new to index.

    """

    def __init__(
        self,
        facts: IFactRepository,
        known: KnownFacts,
        normalizer: INormalizer,
        clock: IClock,
        ids: IIdGenerator,
        notify: Callable[[], None] = lambda: None,
    ) -> None:
        self._facts = facts
        self._known = known
        self._terms: Terms = normalizer.terms
        self._reader = Reader(normalizer.terms)
        self._clock = clock
        self._ids = ids
        self._notify = notify

    async def absorb(
        self,
        scope: Scope,
        heard: Sequence[Heard],
        *,
        heard_by: Incarnation | None = None,
    ) -> list[Change]:
        """
        Take in what messages told, in their order, and note that they were read.

        Messages of a person erased since, whose incarnation *heard_by* has ended, are passed over.

        Raises:
            StorageError: it could not be kept; nothing was changed.

        """
        async with self._known.changing(scope) as (known, incarnation):
            if heard_by is not None and heard_by is not incarnation:
                return []
            changes = await asyncio.to_thread(self._absorbed, dict(known), heard)
            await self._apply(scope, changes, read=[each.source for each in heard])
            return changes

    async def remember(self, scope: Scope, fact: ExtractedFact) -> Fact:
        """
        Keep what is given by hand, and give the fact as it is known now: a new one, or the one that says so already.

        Raises:
            StorageError: it could not be kept.

        """
        async with self._known.changing(scope) as (known, _):
            now = self._clock.now()
            changes = await asyncio.to_thread(self._planned, list(known.values()), [fact], {}, now)
            await self._apply(scope, changes)
            return known[_kept(changes)]

    async def forget(self, scope: Scope, fact_id: str) -> Fact:
        """
        Let a fact be found no more, until it is restored.

        Raises:
            NotFound: there is no such fact in this scope.

        """
        return await self._turn(scope, fact_id, "forget", "the person wished it to be forgotten", _forgotten)

    async def restore(self, scope: Scope, fact_id: str) -> Fact:
        """
        Let a forgotten, archived or superseded fact hold again; one that does so already stays as it is.

        Raises:
            NotFound: there is no such fact in this scope.

        """
        return await self._turn(scope, fact_id, "restore", "the person wished it to hold again", self._restored)

    async def undo(self, scope: Scope, change_id: str) -> Change:
        """
        Take one change back: every fact that it touched is exactly as it was before.

        Raises:
            NotFound: there is no such change in this scope.
            Conflict: it was taken back before, or a later change of the same facts is to be taken back first.

        """
        async with self._known.changing(scope):
            change = await self._facts.get_change(scope, change_id)
            if change is None:
                raise NotFound("change", change_id)
            touched = [revision.after.id for revision in change.revisions]
            present = await self._facts.get_facts(scope, touched)
            undo = undoing(change, present, change_id=self._ids.new_id("change"), now=self._clock.now())
            await self._apply(scope, [undo])
            self._known.forget_scope(scope)  # its facts have other sources now
            return undo

    async def recalled(self, scope: Scope, accesses: Mapping[str, Access]) -> None:
        """
        Count accesses, and let what was recalled from the archive hold again.

        Raises:
            StorageError: it could not be done; it may be tried again.

        """
        async with self._known.changing(scope) as (known, _):
            there = {fact_id: access for fact_id, access in accesses.items() if fact_id in known}
            if not there:
                return
            await self._known.count(scope, there)
            archived = [known[fact_id] for fact_id in there if known[fact_id].state.status == ARCHIVED]
            now = self._clock.now()
            await self._apply(scope, [revive(fact, now=now, change_id=self._ids.new_id("change")) for fact in archived])

    async def take_in(self, scope: Scope, facts: Sequence[Fact], *, begun_by: Incarnation | None = None) -> int:
        """
        Keep facts that were exported, as they are but with ids of their own.

        Those that are there already are passed over. Returns how many were new.

        Raises:
            StorageError: they could not be kept; none was.
            Conflict: the incarnation that it was *begun_by* has ended; none was.

        """
        async with self._known.changing(scope, begun_by=begun_by) as (known, _):
            there = {_identity(fact): fact.id for fact in known.values()}
            ids = {fact.id: there.get(_identity(fact)) or self._ids.new_id("fact") for fact in facts}
            new = {ids[fact.id]: fact for fact in facts if _identity(fact) not in there}
            now = self._clock.now()
            changes = [
                Change(
                    self._ids.new_id("change"),
                    now,
                    "import",
                    "it was imported",
                    _arrival(_renamed(fact, name, ids)),
                    fact.sources,
                )
                for name, fact in new.items()
            ]
            await self._apply(scope, changes, read=[source for fact in facts for source in fact.sources])
            await self._known.count(scope, {name: used for name, fact in new.items() if (used := _used(fact))})
            return len(changes)

    async def tend(self, scope: Scope, *, dry_run: bool = False) -> list[Change]:
        """
        Go once through what is known of a person: merge duplicates, let fade, archive, promote.

        Returns:
            What was changed, or with *dry_run* what would be.

        Raises:
            StorageError: it could not be done; nothing was changed.

        """
        async with self._known.changing(scope) as (known, _):
            changes = await asyncio.to_thread(self._tended, dict(known))
            if not dry_run:
                await self._apply(scope, changes)
            return changes

    async def _apply(self, scope: Scope, changes: Sequence[Change], *, read: Sequence[Source] = ()) -> None:
        if not changes and not read:
            return
        moved = {each.after.id for change in changes for each in change.revisions if _is_indexed_anew(each)}
        jobs = [NewJob(INDEX, {"fact_ids": sorted(moved)})] if moved else []
        await self._known.apply(scope, changes, read=read, jobs=jobs)
        if jobs:
            self._notify()

    async def _turn(self, scope: Scope, fact_id: str, action: str, reason: str, turned: Callable[[Fact], Fact]) -> Fact:
        async with self._known.changing(scope) as (known, _):
            fact = known.get(fact_id)
            if fact is None:
                raise NotFound("entry", fact_id)
            after = turned(fact)
            if after.state != fact.state:
                change_id = self._ids.new_id("change")
                await self._apply(
                    scope, [Change(change_id, self._clock.now(), action, reason, (Revision(fact, after),))]
                )
            return known[fact_id]

    def _restored(self, fact: Fact) -> Fact:
        return fact if fact.is_active else renewed(fact, self._clock.now())

    def forget_texts(self) -> None:
        """See `ITextMemory`."""
        self._reader.forget_texts()

    def _planned(
        self, known: Sequence[Fact], told: Sequence[ExtractedFact], sources: Mapping[str, Source], now: datetime
    ) -> list[Change]:
        return absorb(known, told, sources, now=now, new_id=self._ids.new_id, terms=self._terms, reader=self._reader)

    def _absorbed(self, known: dict[str, Fact], heard: Sequence[Heard]) -> list[Change]:
        done: list[Change] = []
        for each in heard:
            plan: list[Change] = []
            said_at, sources = each.source.said_at, {each.source.message_id: each.source}
            if each.facts:
                plan = self._planned(list(known.values()), each.facts, sources, said_at)
            if each.interaction is not None:
                plan.append(kept(each.interaction, each.source, now=said_at, new_id=self._ids.new_id))
            _fold(known, plan)
            done += plan
        return done

    def _tended(self, known: dict[str, Fact]) -> list[Change]:
        now = self._clock.now()
        done: list[Change] = []
        for step in (partial(merge_duplicates, terms=self._terms), age):
            plan = step(list(known.values()), now=now, new_id=self._ids.new_id)
            _fold(known, plan)
            done += plan
        return done


def _forgotten(fact: Fact) -> Fact:
    return fact.become(status=FORGOTTEN)


def _identity(fact: Fact) -> tuple[object, ...]:
    """Give what two copies of one fact have in common."""
    return fact.kind, fact.content, fact.created_at, fact.negated, fact.topic


def _renamed(fact: Fact, name: str, ids: Mapping[str, str]) -> Fact:
    """Give an imported fact its own id, and that of its successor where that came with it."""
    successor = fact.state.superseded_by
    return replace(fact, id=name).become(superseded_by=ids.get(successor) if successor else None)


def _arrival(fact: Fact) -> tuple[Revision, ...]:
    """Give the revisions that bring *fact* as it is: it was active once, and that is when it got its sources."""
    if fact.is_active:
        return (Revision(None, fact),)
    active = fact.become(status=ACTIVE, superseded_by=None)
    return Revision(None, active), Revision(active, fact)


def _used(fact: Fact) -> Access | None:
    return Access(fact.access_count, fact.last_accessed) if fact.access_count and fact.last_accessed else None


def _is_indexed_anew(revision: Revision) -> bool:
    """Whether the index has to learn of it: it holds what filters need, and only what may be found."""
    before, after = revision.before, revision.after
    if before is None or before.is_found != after.is_found:
        return True
    return (before.state.layer, before.state.updated_at) != (after.state.layer, after.state.updated_at)


def _fold(known: dict[str, Fact], changes: Collection[Change]) -> None:
    for change in changes:
        for revision in change.revisions:
            known[revision.after.id] = revision.after


def _kept(changes: Sequence[Change]) -> str:
    """Give the id of the fact that the last change leaves active."""
    return next(r.after.id for change in reversed(changes) for r in reversed(change.revisions) if r.after.is_active)
