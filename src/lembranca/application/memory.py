"""What the caller holds: the whole memory."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import date

from lembranca.application.parts import Parts
from lembranca.application.semantic_index import Progress
from lembranca.application.status import Status
from lembranca.application.user_memory import UserMemory
from lembranca.domain.errors import InvalidInput
from lembranca.domain.event import Event
from lembranca.domain.job import DeadLetter
from lembranca.domain.ledger import Account
from lembranca.domain.rules import require_day, require_id, require_limit
from lembranca.domain.scope import DEFAULT_TENANT, Scope
from lembranca.ports.event_bus import Listener
from lembranca.ports.health import IHealth
from lembranca.ports.language_model import ILanguageModel


class MemoryService:
    """The whole memory: everybody's, in one process."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def for_user(self, user_id: str, *, tenant_id: str = DEFAULT_TENANT) -> UserMemory:
        """
        Give the memory of one person.

        Raises:
            InvalidInput: an id is not a text of 1 to 512 characters.

        """
        return UserMemory(self._parts, Scope(tenant_id, user_id))

    @property
    def language_model(self) -> ILanguageModel | None:
        """The language model that the settings name, None when they name none."""
        return self._parts.language_model

    async def scopes(self) -> list[Scope]:
        """List all scopes in which something is stored, for maintenance."""
        return await self._parts.history.list_scopes()

    async def drain(self) -> None:
        """Wait until background work is done: every turn read, indexed, condensed and cached, or given up visibly."""
        await self._parts.reader.drain()
        await self._parts.worker.drain()
        for _ in range(2):  # what was saved while its conversation was condensed is looked at only after that
            await self._parts.pressure.settled()
            await self._parts.compressor.drain()
        await self._parts.index.settled()
        await self._parts.sessions.drain()
        await self._parts.accesses.flush()

    async def tend(self, *, dry_run: bool = False) -> int:
        """
        Let the gardener go once through what is known of everybody.

        It does so by itself from time to time; see the setting `garden_interval`.

        Returns:
            How many changes were made, or with *dry_run* would be.

        """
        return await self._parts.rounds.go_round(dry_run=dry_run)

    def events(self) -> AsyncIterator[Event]:
        """Listen to what happens from now on: `async for event in memory.events():`; see `Event`."""
        return self._parts.events.subscribe()

    def on_event(self, listener: Listener) -> Callable[[], None]:
        """
        Call *listener*, a function or a coroutine function, for each event; what is given back ends that.

        Raises:
            InvalidInput: it cannot be called.

        """
        if not callable(listener):
            raise InvalidInput("listener", listener, "must be a function")
        return self._parts.events.add_listener(listener)

    async def stats(
        self, *, since: date | None = None, until: date | None = None, tenant_id: str | None = None
    ) -> list[Account]:
        """
        Give what contexts and summaries used and saved, per day (UTC), tenant, operation and model.

        *since* and *until* are inclusive. Money is there where the setting `prices` knows the model.

        Raises:
            InvalidInput: *since* or *until* is no date, *since* is after *until*, or *tenant_id* cannot be an id.

        """
        for name, day in (("since", since), ("until", until)):
            if day is not None:
                require_day(name, day)
        if since is not None and until is not None and since > until:
            raise InvalidInput("since", since.isoformat(), f"must not be after until ({until.isoformat()})")
        if tenant_id is not None:
            require_id("tenant_id", tenant_id)
        return await self._parts.accounts.report(since=since, until=until, tenant_id=tenant_id)

    async def reindex(self, progress: Progress | None = None, *, from_scratch: bool = False) -> int:
        """
        Make the vector index hold exactly what the history has.

        *from_scratch* throws the vector index and the keyword index away first, for when one of them is damaged.

        Interrupted, it goes on where it was the next time. Jobs given up are tried again.

        Returns:
            How many entries were added or taken out.

        """
        await self._parts.queue.revive(now=self._parts.clock.now())
        self._parts.worker.notify()
        self._parts.compressor.notify()
        self._parts.reader.notify()
        index = self._parts.index
        if from_scratch:
            await self._parts.recall.rebuild_keywords()
        return await (index.rebuild(progress) if from_scratch else index.reconcile(progress))

    async def dead_letters(self, *, limit: int = 100) -> list[DeadLetter]:
        """List the jobs given up, the latest first, with their reasons."""
        return await self._parts.queue.dead_letters(limit=require_limit("limit", limit))

    async def status(self) -> Status:
        """Tell how everything is."""
        parts = self._parts
        counts = await parts.queue.counts()
        lanes = (parts.compressor, parts.reader, parts.worker)
        return Status(
            health="degraded" if (problems := self._problems(counts.dead)) else "ok",
            problems=tuple(problems),
            entries=await parts.history.count_messages(),
            jobs=counts,
            jobs_done=sum(lane.done for lane in lanes),
            job_failures=sum(lane.failed for lane in lanes),
            index=parts.index.status,
            vectors=await parts.index.vector_state(),
            cache_hits=parts.sessions.hits,
            cache_misses=parts.sessions.misses,
            last_job_error=next((lane.last_error for lane in lanes if lane.last_error), None),
            adapters={
                **parts.adapters,
                "summarizer": parts.summarizer.identity,
                "extractor": parts.extractor.identity if parts.extractor else "none",
            },
            facts=await parts.facts.count_facts(),
        )

    def _problems(self, dead: int) -> Sequence[str]:
        problems = []
        index = self._parts.index.status
        if index.state in {"failed", "incomplete", "rebuilding"}:
            problems.append(f"vector index {index.state} ({index.done}/{index.total}): {index.detail or 'catching up'}")
        if dead:
            problems.append(f"{dead} background jobs were given up; a reindex tries them again")
        cache = self._parts.cache
        if isinstance(cache, IHealth) and (wrong := cache.check()):
            problems.append(f"session cache: {wrong}")
        helpers: dict[str, object] = {"summarizer": self._parts.summarizer, "extractor": self._parts.extractor}
        for name, part in helpers.items():
            if isinstance(part, IHealth) and (wrong := part.check()):
                problems.append(f"{name}: {wrong}")
        return [*problems, *self._parts.rounds.problems(), *self._parts.eraser.problems()]
