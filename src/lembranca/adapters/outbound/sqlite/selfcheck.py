"""Look a history over without changing it, also while another process writes to it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from lembranca.adapters.outbound.sqlite.database import check_integrity
from lembranca.adapters.outbound.sqlite.embeddings import COUNT_ENTRIES, EMBEDDED_IDS
from lembranca.adapters.outbound.sqlite.errors import translated
from lembranca.adapters.outbound.sqlite.lock import FileHolder
from lembranca.adapters.outbound.sqlite.schema import APPLICATION_ID, MIGRATIONS
from lembranca.domain.errors import StorageDamaged, StorageError

T = TypeVar("T")

_WORDS_ADRIFT = """
    SELECT (SELECT count(*) FROM {0} WHERE no NOT IN (SELECT id FROM {1}_docsize))
        + (SELECT count(*) FROM {1}_docsize WHERE id NOT IN (SELECT no FROM {0}))"""
_INDEXED = (("messages", "message_terms"), ("facts", "fact_terms"))
_LETTER = "SELECT count(*), (SELECT reason FROM jobs WHERE died_at IS NOT NULL ORDER BY died_at DESC LIMIT 1) FROM jobs"


@dataclass(frozen=True, slots=True)
class DeadJobs:
    """How many jobs were given up, and why the last one was."""

    count: int
    last_reason: str | None


class SqliteSelfCheck:
    """Examines the database at *path*; it is only ever read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._holder = FileHolder(path)

    @staticmethod
    def library() -> tuple[str, bool]:
        """Give SQLite's version, and whether it can search full text."""
        with contextlib.closing(sqlite3.connect(":memory:")) as connection:
            try:
                connection.execute("CREATE VIRTUAL TABLE t USING fts5 (x)")
            except sqlite3.OperationalError:
                return sqlite3.sqlite_version, False
            return sqlite3.sqlite_version, True

    async def hold(self) -> None:
        """
        Take the file, as a memory does, so that nobody else opens it meanwhile.

        Raises:
            StorageBusy: another process holds it; the message names the holder.

        """
        await asyncio.to_thread(self._holder.acquire)

    def release(self) -> None:
        """Let the file go; harmless when it is not held."""
        self._holder.release()

    async def version(self) -> tuple[int, int]:
        """
        Give the file's schema version, and the one that this program writes.

        Raises:
            StorageDamaged: it is no database of ours.
            StorageError: it was made by a later version.

        """
        found = await self.ask(_version)
        if found > len(MIGRATIONS):
            raise StorageError(f"{self.path}: made by a later version (schema {found}); upgrade")
        return found, len(MIGRATIONS)

    async def faults(self) -> list[str]:
        """Read the whole file and give what is wrong with it; an empty list when nothing is."""
        return await self.ask(check_integrity)

    async def words_adrift(self) -> int:
        """Count the messages and facts without full-text words and the words without what they are of."""
        return await self.ask(
            lambda connection: sum(
                int(connection.execute(_WORDS_ADRIFT.format(table, terms)).fetchone()[0]) for table, terms in _INDEXED
            )
        )

    async def messages(self) -> int:
        """Count the messages."""
        return await self.ask(lambda connection: int(connection.execute("SELECT count(*) FROM messages").fetchone()[0]))

    async def entries(self) -> int:
        """Count the messages and facts that are to have a vector."""
        return await self.ask(lambda connection: int(connection.execute(COUNT_ENTRIES).fetchone()[0]))

    async def embedded_ids(self, identity: str) -> set[str]:
        """Give the ids of all entries that have a vector of the embedder *identity*."""
        return await self.ask(lambda connection: {name for (name,) in connection.execute(EMBEDDED_IDS, (identity,))})

    async def dead_jobs(self) -> DeadJobs:
        """Count the jobs given up."""
        return await self.ask(
            lambda connection: DeadJobs(*connection.execute(f"{_LETTER} WHERE died_at IS NOT NULL").fetchone())
        )

    async def ask(self, question: Callable[[sqlite3.Connection], T]) -> T:
        """Give the answer to *question*, asked in a thread of a connection that cannot write."""

        def asked() -> T:
            with self._reading() as connection:
                return question(connection)

        return await asyncio.to_thread(asked)

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with translated(self.path):
            connection = sqlite3.connect(f"file:{quote(str(self.path.absolute()))}?mode=ro", uri=True)
            with contextlib.closing(connection):
                connection.execute("PRAGMA busy_timeout = 5000")
                yield connection


def _version(connection: sqlite3.Connection) -> int:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise StorageDamaged("this is not a database of Lembrança")
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
