"""Background work that survives."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from lembranca.domain.job import DeadLetter, Job, JobCounts, NewJob
from lembranca.domain.scope import Scope


class IJobQueue(Protocol):
    """
    A durable queue, at least once: a job is done when it is completed, and offered again when its lease runs out.

    Effects of jobs are idempotent, since one may run twice.

    Workers share a queue by the kinds of their jobs. Where there are *kinds* and *without*, only jobs of *kinds* count
    (all where it is None, none where it is empty), and never those of a kind that *without* names.
    """

    async def enqueue(self, scope: Scope, jobs: Sequence[NewJob], *, now: datetime) -> list[int]:
        """
        Put jobs at the end, durable on return. Returns their ids in the order given.

        Ids grow: each is above every id given before, even of jobs that are gone.
        """
        ...

    async def lease(
        self,
        *,
        limit: int,
        now: datetime,
        lease: timedelta,
        kinds: Collection[str] | None = None,
        without: Collection[str] = (),
    ) -> list[Job]:
        """
        Take up to *limit* jobs that are due at *now* and held by nobody, oldest first, until *now* + *lease*.

        Each one's attempts go up by one. An empty list when there is nothing to do.
        """
        ...

    async def complete(self, ids: Sequence[int]) -> None:
        """Remove finished jobs; unknown ids are passed over."""
        ...

    async def fail(self, job_id: int, *, reason: str, now: datetime, delay: timedelta | None) -> None:
        """Give the job back, due again at *now* + *delay*; with no delay it becomes a dead letter."""
        ...

    async def release_all(self, *, kinds: Collection[str] | None = None, without: Collection[str] = ()) -> int:
        """End all leases, when the process that held them is known to be gone. Returns how many there were."""
        ...

    async def newest_id(self, *, kinds: Collection[str] | None = None, without: Collection[str] = ()) -> int:
        """The highest id among the jobs that count, dead letters included; 0 when there is none."""
        ...

    async def next_due(
        self, *, up_to: int | None = None, kinds: Collection[str] | None = None, without: Collection[str] = ()
    ) -> datetime | None:
        """
        When the next waiting job is due (a leased one when its lease ends), None when none waits.

        With *up_to* only jobs with this id or a lower one count.
        """
        ...

    async def counts(self) -> JobCounts:
        """How many jobs there are."""
        ...

    async def dead_letters(self, *, limit: int = 100) -> list[DeadLetter]:
        """The jobs given up, the latest first."""
        ...

    async def revive(self, ids: Sequence[int] | None = None, *, now: datetime) -> int:
        """Make dead letters due again with fresh attempts, all of them when *ids* is None. Returns how many."""
        ...
