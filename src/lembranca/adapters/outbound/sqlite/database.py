"""The database file: opening, checking, migrating, reading and writing."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
import structlog

from lembranca.adapters.outbound.sqlite.errors import translate_system, translated
from lembranca.adapters.outbound.sqlite.lock import FileHolder
from lembranca.adapters.outbound.sqlite.schema import APPLICATION_ID, FULL_TEXTS, MIGRATIONS
from lembranca.adapters.outbound.sqlite.writer import GroupCommitWriter
from lembranca.domain.errors import Closed, StorageDamaged, StorageError

_log = structlog.get_logger("lembranca.history")

T = TypeVar("T")

_READERS = 2
_CHECKED_BYTES = 256 << 20


class SqliteDatabase:
    """
    One SQLite file in WAL mode, held by this process alone.

    All writes go through one writer with `synchronous=FULL`, which also does all the checkpoints; reads have their own
    connections (aiosqlite), so a search never waits for a save.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._holder = FileHolder(path)
        self._writer = GroupCommitWriter(path)
        self._readers: asyncio.Queue[aiosqlite.Connection | None] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def open(self) -> None:
        """
        Open the file, making or migrating it as needed; opening twice is harmless.

        Raises:
            StorageBusy: another process holds it; the message names the holder.
            StorageDamaged: it is not ours, or not readable; it was left as it is.
            StorageError: it was made by a later version, or cannot be created.

        """
        async with self._one_at_a_time:
            if self._readers is not None:
                return
            opening = asyncio.create_task(self._connect(), name="lembranca-database-open")
            try:
                await asyncio.shield(opening)
            except BaseException:
                # A thread cannot be stopped: what it goes on to take is given back before the caller goes on.
                await _ended(opening)
                await _ended(asyncio.create_task(self._shut(), name="lembranca-database-shut"))
                raise

    async def close(self) -> None:
        """Finish what was submitted and let go of the file, even when the caller is cancelled; twice is harmless."""
        await asyncio.shield(asyncio.create_task(self._closed(), name="lembranca-database-close"))

    async def write(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        """Run *operation* in a durable transaction; see `GroupCommitWriter.run`."""
        return await self._writer.run(operation)

    async def maintain(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        """Run *operation* on the writer's connection outside of any transaction; see `GroupCommitWriter.run_alone`."""
        return await self._writer.run_alone(operation)

    async def read(self, sql: str, parameters: Sequence[Any] = ()) -> list[sqlite3.Row]:
        """Run one query on a connection of its own and give all its rows."""
        async with self.reading() as connection:
            return list(await connection.execute_fetchall(sql, parameters))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[aiosqlite.Connection]:
        """Lend a read-only connection."""
        if self._readers is None:
            raise Closed(str(self.path))
        readers = self._readers
        connection = await readers.get()
        try:
            if connection is None:
                raise Closed(str(self.path))
            with translated(self.path):
                yield connection
        finally:
            readers.put_nowait(connection)

    async def _connect(self) -> None:
        await self._writer.open(self._prepare)
        readers: asyncio.Queue[aiosqlite.Connection | None] = asyncio.Queue()
        async with contextlib.AsyncExitStack() as undo:
            for _ in range(_READERS):
                reader = await self._reader()
                undo.push_async_callback(reader.close)
                readers.put_nowait(reader)
            undo.pop_all()
        self._readers = readers

    async def _reader(self) -> aiosqlite.Connection:
        with translated(self.path):
            connection = await aiosqlite.connect(self.path, isolation_level=None)
            try:
                for pragma in ("query_only = ON", "busy_timeout = 5000", "cache_size = -16000"):
                    await connection.execute_fetchall(f"PRAGMA {pragma}")
            except BaseException:
                await connection.close()
                raise
            return connection

    async def _closed(self) -> None:
        async with self._one_at_a_time:
            await self._shut()

    async def _shut(self) -> None:
        readers, self._readers = self._readers, None
        if readers is not None:
            for _ in range(_READERS):  # those lent out come back when their query is done
                connection = await readers.get()
                if connection is not None:
                    await connection.close()
            readers.put_nowait(None)  # goes from hand to hand: whoever waited in line learns that it is closed
        await self._writer.close()
        self._holder.release()

    def _prepare(self) -> sqlite3.Connection:
        """On the writer's thread: take the file, check it, bring it up to date."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)  # conversations are private
            self._holder.acquire()
            with translated(self.path):
                self._refuse_emptied()
                self._check()
                connection = _connect(self.path)
                try:
                    _migrate(connection)
                except BaseException:
                    connection.close()
                    raise
                return connection
        except OSError as exc:
            self._holder.release()
            raise translate_system(exc, self.path) from exc
        except BaseException:
            self._holder.release()
            raise

    def _refuse_emptied(self) -> None:
        """Refuse what SQLite would take for a new database: ours is moved into place when it is complete."""
        if self.path.exists():
            if self.path.stat().st_size == 0:
                raise StorageDamaged(f"{self.path}: the file is empty, its content is gone; it was left as it is")
            return
        if self.path.with_name(self.path.name + "-wal").exists():
            raise StorageDamaged(f"{self.path}: the file is gone while its write-ahead log is still there")
        _create(self.path)

    def _check(self) -> None:
        """Look before touching: a read-only connection neither changes the file nor folds its log into it."""
        companions = [self.path.with_name(self.path.name + ending) for ending in ("-wal", "-shm")]
        made_here = [path for path in companions if not path.exists()]
        try:
            url = f"{self.path.absolute().as_uri()}?mode=ro"
            with contextlib.closing(sqlite3.connect(url, uri=True)) as connection:
                self._refuse_foreign(connection)
                self._refuse_damaged(connection)
        finally:
            for path in made_here:
                path.unlink(missing_ok=True)

    def _refuse_foreign(self, connection: sqlite3.Connection) -> None:
        found = connection.execute("PRAGMA application_id").fetchone()[0]
        if found != APPLICATION_ID:
            raise StorageDamaged(f"{self.path}: this is not a database of Lembrança; it was left as it is")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise StorageError(
                f"{self.path}: made by a later version (schema {version}, this one knows {len(MIGRATIONS)}); upgrade"
            )

    def _refuse_damaged(self, connection: sqlite3.Connection) -> None:
        # Reading everything costs about a second for each GB: a large file is checked by `lembranca doctor` alone.
        if self.path.stat().st_size <= _CHECKED_BYTES:
            faults, mendable = told_apart(check_integrity(connection, quick=True))
            if mendable:
                _log.warning("full_text_damaged", file=str(self.path), fault=mendable[0])
            if faults:
                raise StorageDamaged(f"{self.path}: the file is damaged; it was left as it is ({faults[0]})")


def check_integrity(connection: sqlite3.Connection, *, quick: bool = False) -> list[str]:
    """Ask SQLite what is wrong with the file; an empty list when nothing is."""
    pragma = "PRAGMA quick_check(5)" if quick else "PRAGMA integrity_check(20)"
    rows: Iterable[tuple[str]] = connection.execute(pragma).fetchall()
    return [text for (text,) in rows if text != "ok"]


def told_apart(faults: Iterable[str]) -> tuple[list[str], list[str]]:
    """
    Tell the *faults* of what cannot be replaced from those of the full text, which can be made again.

    SQLite from 3.44 on also looks into virtual tables, and names the one that is not well.
    """
    lost: list[str] = []
    mendable: list[str] = []
    for fault in faults:
        (mendable if any(table in fault for table in FULL_TEXTS) else lost).append(fault)
    return lost, mendable


async def _ended(task: asyncio.Task[None]) -> None:
    """Wait until *task* has ended, whatever happens to the caller meanwhile; its outcome is not told."""
    while not task.done():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait([task])
    if not task.cancelled():
        task.exception()  # looked at, so that nobody reports it as overlooked


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=256)
    connection.execute("PRAGMA busy_timeout = 5000")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA secure_delete = ON")
    connection.execute("PRAGMA cache_size = -32000")
    return connection


def _create(path: Path) -> None:
    """Make a complete, empty database under another name and move it into place."""
    unfinished = path.with_name(path.name + ".new")
    for leftover in (unfinished, path.with_name(unfinished.name + "-journal")):
        leftover.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        _migrate(connection)
    unfinished.replace(path)


def _migrate(connection: sqlite3.Connection) -> None:
    """Apply the migrations that the database has not seen, each in its own transaction."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        connection.executescript(f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
