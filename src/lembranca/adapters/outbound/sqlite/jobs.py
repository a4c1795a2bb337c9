"""The job queue."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta

from lembranca.adapters.outbound.sqlite.database import SqliteDatabase
from lembranca.adapters.outbound.sqlite.rows import marks, to_datetime, to_microseconds
from lembranca.adapters.outbound.sqlite.scopes import make_scope
from lembranca.domain.job import DeadLetter, Job, JobCounts, NewJob
from lembranca.domain.scope import Scope

_INSERT = "INSERT INTO jobs (kind, scope_no, payload, due_at) VALUES (?, ?, ?, ?)"

# A lease is a due time in the future: when it runs out, the job is simply due again.
_LEASE = """
    UPDATE jobs SET attempts = attempts + 1, due_at = ?, leased = 1 WHERE no IN
    (SELECT no FROM jobs WHERE died_at IS NULL AND due_at <= ? AND {} ORDER BY due_at, no LIMIT ?)
    RETURNING no, kind, scope_no, payload, attempts"""

# Not min(due_at): with a limit the index ends the search at the first job that counts. The plus keeps SQLite from
# walking over all jobs by their numbers instead.
_NEXT_DUE = "SELECT due_at FROM jobs WHERE died_at IS NULL AND +no <= ? AND {} ORDER BY due_at, no LIMIT 1"
_NEWEST = "SELECT no FROM jobs WHERE {} ORDER BY no DESC LIMIT 1"
_RELEASE = "UPDATE jobs SET leased = 0, due_at = 0 WHERE leased = 1 AND died_at IS NULL AND {}"
_NO_BOUND = 2**63 - 1  # SQLite's highest integer

_SCOPES = "SELECT no, tenant_id, user_id FROM scopes WHERE no = ?"

_RETRY = "UPDATE jobs SET due_at = ?, leased = 0, reason = ? WHERE no = ? AND died_at IS NULL"
_BURY = "UPDATE jobs SET died_at = ?, leased = 0, reason = ? WHERE no = ? AND died_at IS NULL"

_DEAD = """
    SELECT j.no, j.kind, s.tenant_id, s.user_id, j.payload, j.attempts, j.reason, j.died_at
    FROM jobs j JOIN scopes s ON s.no = j.scope_no
    WHERE j.died_at IS NOT NULL ORDER BY j.died_at DESC, j.no DESC LIMIT ?"""

_REVIVE = "UPDATE jobs SET died_at = NULL, attempts = 0, leased = 0, due_at = ? WHERE died_at IS NOT NULL"

# What a write causes is due whatever the clock says: one that is set back must not hold it up.
AT_ONCE = datetime(1970, 1, 1, tzinfo=UTC)


class SqliteJobQueue:
    """`IJobQueue` in the history's own database, so that a job is as durable as what caused it."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database

    async def enqueue(self, scope: Scope, jobs: Sequence[NewJob], *, now: datetime) -> list[int]:
        def operation(connection: sqlite3.Connection) -> list[int]:
            return insert_jobs(connection, make_scope(connection, scope), jobs, now)

        return await self._database.write(operation) if jobs else []

    async def lease(
        self,
        *,
        limit: int,
        now: datetime,
        lease: timedelta,
        kinds: Collection[str] | None = None,
        without: Collection[str] = (),
    ) -> list[Job]:
        counts, names = _of(kinds, without)
        values = (to_microseconds(now + lease), to_microseconds(now), *names, limit)

        def operation(connection: sqlite3.Connection) -> list[Job]:
            rows = sorted(connection.execute(_LEASE.format(counts), values).fetchall())
            numbers = {row[2] for row in rows}
            scopes = {no: Scope(*connection.execute(_SCOPES, (no,)).fetchone()[1:]) for no in numbers}
            return [Job(no, kind, scopes[scope], json.loads(load), tries) for no, kind, scope, load, tries in rows]

        return await self._database.write(operation)

    async def complete(self, ids: Sequence[int]) -> None:
        def operation(connection: sqlite3.Connection) -> None:
            connection.executemany("DELETE FROM jobs WHERE no = ?", [(number,) for number in ids])

        if ids:
            await self._database.write(operation)

    async def fail(self, job_id: int, *, reason: str, now: datetime, delay: timedelta | None) -> None:
        sql = _BURY if delay is None else _RETRY
        moment = to_microseconds(now if delay is None else now + delay)
        await self._database.write(lambda connection: connection.execute(sql, (moment, reason, job_id)))

    async def release_all(self, *, kinds: Collection[str] | None = None, without: Collection[str] = ()) -> int:
        counts, names = _of(kinds, without)
        return await self._database.write(
            lambda connection: connection.execute(_RELEASE.format(counts), names).rowcount
        )

    async def newest_id(self, *, kinds: Collection[str] | None = None, without: Collection[str] = ()) -> int:
        counts, names = _of(kinds, without)
        rows = await self._database.read(_NEWEST.format(counts), names)
        return int(rows[0][0]) if rows else 0

    async def next_due(
        self, *, up_to: int | None = None, kinds: Collection[str] | None = None, without: Collection[str] = ()
    ) -> datetime | None:
        counts, names = _of(kinds, without)
        bound = _NO_BOUND if up_to is None else up_to
        rows = await self._database.read(_NEXT_DUE.format(counts), (bound, *names))
        return to_datetime(rows[0][0]) if rows else None

    async def counts(self) -> JobCounts:
        rows = await self._database.read("SELECT count(*) - count(died_at), count(died_at) FROM jobs")
        return JobCounts(*rows[0])

    async def dead_letters(self, *, limit: int = 100) -> list[DeadLetter]:
        rows = await self._database.read(_DEAD, (limit,))
        return [
            DeadLetter(no, kind, Scope(tenant, user), json.loads(load), attempts, reason, to_datetime(died))
            for no, kind, tenant, user, load, attempts, reason, died in rows
        ]

    async def revive(self, ids: Sequence[int] | None = None, *, now: datetime) -> int:
        moment = to_microseconds(now)

        def operation(connection: sqlite3.Connection) -> int:
            if ids is None:
                return connection.execute(_REVIVE, (moment,)).rowcount
            return sum(connection.execute(f"{_REVIVE} AND no = ?", (moment, number)).rowcount for number in ids)

        return await self._database.write(operation)


def _of(kinds: Collection[str] | None, without: Collection[str]) -> tuple[str, tuple[str, ...]]:
    """Give the condition for a job to count, and the values that it binds."""
    refused = tuple(without)
    if kinds is None:
        return f"kind NOT IN ({marks(refused)})", refused
    named = tuple(kinds)
    return f"kind IN ({marks(named)}) AND kind NOT IN ({marks(refused)})", named + refused


def insert_jobs(connection: sqlite3.Connection, scope_no: int, jobs: Sequence[NewJob], due: datetime) -> list[int]:
    """Put jobs into the queue inside the caller's transaction. Returns their numbers."""
    moment = to_microseconds(due)
    return [
        connection.execute(
            _INSERT, (job.kind, scope_no, json.dumps(dict(job.payload), ensure_ascii=False), moment)
        ).lastrowid
        or 0
        for job in jobs
    ]
