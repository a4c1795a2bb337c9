"""Carries out the background work of the job queue."""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import TypedDict

import structlog

from lembranca.domain.errors import LembrancaError
from lembranca.domain.job import Job, RetryPolicy
from lembranca.ports.clock import IClock
from lembranca.ports.job_queue import IJobQueue

_log = structlog.get_logger("lembranca.worker")

Handler = Callable[[Sequence[Job]], Awaitable[None]]

_LONGEST_WAIT = 30.0
_BLOCKED = 1.0  # seconds until a queue that failed is asked again


class _Lane(TypedDict):
    kinds: Collection[str] | None
    without: Collection[str]


class Worker:
    """
    Leases jobs, up to *batch* at once, and hands those of a kind to its handler.

    Slow work has a worker of its own, a *lane*, which takes jobs of the kinds that it has handlers for and no others.
    Beside lanes there is one worker that is none: it takes all kinds but the lanes', which it is to be made *without*,
    so that jobs that nobody knows become dead letters.

    A batch that fails is tried job by job, so that one bad job does not hold up the others; a job that fails is tried
    again later, as the policy says, and becomes a dead letter after its last attempt. Nothing is marked done that was
    not done.
    """

    def __init__(
        self,
        queue: IJobQueue,
        handlers: Mapping[str, Handler],
        clock: IClock,
        *,
        policy: RetryPolicy | None = None,
        linger: float = 0.1,
        batch: int = 64,
        lane: bool = False,
        without: Collection[str] = (),
    ) -> None:
        self._queue = queue
        self._handlers = handlers
        self._clock = clock
        self._policy = policy or RetryPolicy()
        self._linger = linger
        self._batch = batch
        self._lane: _Lane = {"kinds": tuple(handlers) if lane else None, "without": tuple(without)}
        self._wake = asyncio.Event()
        self._one_at_a_time = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None
        self._batches: set[asyncio.Task[int]] = set()
        self.done = 0
        self.failed = 0
        self.last_error: str | None = None

    async def start(self) -> None:
        """Take back what a former process left unfinished, and begin."""
        await self._queue.release_all(**self._lane)
        self._wake.set()
        self._task = asyncio.create_task(self._run(), name="lembranca-worker")

    async def stop(self) -> None:
        """Stop; what waits or is not finished stays in the queue."""
        task, self._task = self._task, None
        running = [*self._batches] if task is None else [task, *self._batches]
        for each in running:
            each.cancel()
        if running:
            await asyncio.wait(running)

    def forget_error(self) -> None:
        """Let go of the last error, whose words may be somebody's."""
        self.last_error = None

    def notify(self) -> None:
        """Tell that there may be work."""
        self._wake.set()

    async def drain(self) -> None:
        """Wait until each job that is in the queue now is done or a dead letter; what comes later is not chased."""
        newest = await self._queue.newest_id(**self._lane)
        while True:
            tried = await self.run_once()
            async with self._one_at_a_time:  # with no batch at hand, what is due later was put off
                due = await self._queue.next_due(up_to=newest, **self._lane)
            if due is None:
                return
            if not tried:
                await self._sleep_until(due)

    async def run_once(self) -> int:
        """
        Carry out one batch of what is due, after a batch at hand.

        Its jobs are held until it ends, so it runs to its end even when the caller is cancelled. Returns how many jobs
        were tried.
        """
        batch = asyncio.create_task(self._run_batch(), name="lembranca-worker-batch")
        self._batches.add(batch)
        batch.add_done_callback(self._batches.discard)
        return await asyncio.shield(batch)

    async def _run_batch(self) -> int:
        async with self._one_at_a_time:
            now = self._clock.now()
            jobs = await self._queue.lease(limit=self._batch, now=now, lease=self._policy.lease, **self._lane)
            by_kind = defaultdict(list)
            for job in jobs:
                by_kind[job.kind].append(job)
            for kind, group in by_kind.items():
                await self._carry_out(kind, group)
            return len(jobs)

    async def _run(self) -> None:
        while True:
            try:
                if await self.run_once() < self._batch:
                    await self._pause()
            except LembrancaError as exc:
                self.last_error = str(exc)
                _log.warning("worker_blocked", error=str(exc))
                await asyncio.sleep(_BLOCKED)

    async def _pause(self) -> None:
        """Sleep until something is due or somebody calls; then linger, so that what comes together goes together."""
        await self._sleep_until(await self._queue.next_due(**self._lane))
        await asyncio.sleep(self._linger)

    async def _sleep_until(self, due: datetime | None) -> None:
        seconds = _LONGEST_WAIT if due is None else (due - self._clock.now()).total_seconds()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, min(seconds, _LONGEST_WAIT))):
                await self._wake.wait()
        self._wake.clear()

    async def _carry_out(self, kind: str, jobs: Sequence[Job]) -> None:
        try:
            await self._handle(kind, jobs)
        except Exception as exc:  # noqa: BLE001 - recorded with the job, which is tried again or buried with the reason
            if len(jobs) == 1:
                await self._fail(jobs[0], exc)
                return
            for job in jobs:
                await self._carry_out(kind, [job])
        else:
            await self._queue.complete([job.id for job in jobs])
            self.done += len(jobs)

    async def _handle(self, kind: str, jobs: Sequence[Job]) -> None:
        handler = self._handlers.get(kind)
        if handler is None:
            raise LembrancaError(f"no handler for jobs of kind {kind!r}")
        await handler(jobs)

    async def _fail(self, job: Job, exc: Exception) -> None:
        reason = f"{type(exc).__name__}: {exc}"
        delay = self._policy.delay(job.attempts)
        self.failed += 1
        self.last_error = reason
        _log.warning("job_failed", kind=job.kind, job=job.id, attempts=job.attempts, reason=reason, dead=delay is None)
        await self._queue.fail(job.id, reason=reason, now=self._clock.now(), delay=delay)
