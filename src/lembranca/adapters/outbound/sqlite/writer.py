"""
The one writer of a database: concurrent writes are grouped into one transaction.

It drives `sqlite3` itself, on a thread of its own, because a group must run as one step there: through aiosqlite every
statement of every caller would be a message between threads.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any, TypeVar

from lembranca.adapters.outbound.sqlite.errors import translate
from lembranca.domain.errors import Closed, LembrancaError

T = TypeVar("T")
Operation = Callable[[sqlite3.Connection], Any]

_LARGEST_GROUP = 128


@dataclass(slots=True)
class _Pending:
    operation: Operation
    future: asyncio.Future[Any]
    alone: bool = False


class GroupCommitWriter:
    """
    Runs operations on *connection* one after the other, many in one durable transaction.

    Each operation happens as a whole or not at all: its failure undoes it alone. A caller that is cancelled while its
    operation waits takes it back; once the operation's group has begun it runs to the end without the caller.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._executor: ThreadPoolExecutor | None = None
        self._task: asyncio.Task[None] | None = None
        self._queue: asyncio.Queue[_Pending | None] = asyncio.Queue()
        self._connection: sqlite3.Connection | None = None

    async def open(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """Start; *connect* runs on the writer's thread and gives the connection it will own."""
        self._queue = asyncio.Queue()
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="lembranca-writer")
        try:
            self._connection = await asyncio.get_running_loop().run_in_executor(self._executor, connect)
        except BaseException:
            self._executor.shutdown(wait=False)
            self._executor = None
            raise
        self._task = asyncio.create_task(self._serve(self._connection, self._executor), name="lembranca-writer")

    async def close(self) -> None:
        """Finish what was submitted, fold the write-ahead log into the file, and stop; not to be cancelled."""
        task, self._task = self._task, None
        if task is None or self._executor is None or self._connection is None:
            return
        self._queue.put_nowait(None)
        await asyncio.wait([task])
        await asyncio.get_running_loop().run_in_executor(self._executor, _disconnect, self._connection)
        self._executor.shutdown(wait=True)

    async def run(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        """
        Run *operation* and give its result once it is durable.

        Raises:
            LembrancaError: what the operation raised, or what the database raised, in our words.

        """
        return await self._submit(operation, alone=False)

    async def run_alone(self, operation: Callable[[sqlite3.Connection], T]) -> T:
        """Run *operation* outside of any transaction, as what SQLite does to whole files needs it; else like `run`."""
        return await self._submit(operation, alone=True)

    async def _submit(self, operation: Callable[[sqlite3.Connection], T], *, alone: bool) -> T:
        if self._task is None or self._task.done():
            raise Closed(str(self._path))
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(_Pending(operation, future, alone))
        return await future

    async def _serve(self, connection: sqlite3.Connection, executor: ThreadPoolExecutor) -> None:
        loop = asyncio.get_running_loop()
        stopping = False
        while not stopping:
            group = [await self._queue.get()]
            while not self._queue.empty() and len(group) < _LARGEST_GROUP:
                group.append(self._queue.get_nowait())
            stopping = None in group
            waiting = [item for item in group if item is not None and not item.future.cancelled()]
            for alone, items in groupby(waiting, attrgetter("alone")):
                part = list(items)
                operations = [item.operation for item in part]
                work = self._one_by_one if alone else self._commit
                outcomes = await loop.run_in_executor(executor, work, connection, operations)
                for item, outcome in zip(part, outcomes, strict=True):
                    _settle(item.future, outcome)

    def _one_by_one(self, connection: sqlite3.Connection, operations: Sequence[Operation]) -> list[Any]:
        """Run *operations* without a transaction; give a result or an exception for each."""
        return [self._outside(connection, operation) for operation in operations]

    def _outside(self, connection: sqlite3.Connection, operation: Operation) -> Any:
        _roll_back(connection)
        try:
            return operation(connection)
        except sqlite3.Error as exc:
            return self._named(exc)
        except Exception as exc:  # noqa: BLE001 - it belongs to the one caller, who gets it
            return exc

    def _commit(self, connection: sqlite3.Connection, operations: Sequence[Operation]) -> list[Any]:
        """Run *operations* in one transaction; give a result or an exception for each."""
        if not operations:
            return []
        try:
            return _transaction(connection, operations)
        except sqlite3.Error as exc:
            _roll_back(connection)
            if len(operations) > 1:
                # The whole group failed, perhaps through one of them: let each stand for itself.
                return [outcome for operation in operations for outcome in self._commit(connection, [operation])]
            return [self._named(exc)]
        except Exception as exc:  # noqa: BLE001 - it belongs to the one caller, who gets it
            _roll_back(connection)
            return [exc]

    def _named(self, exc: sqlite3.Error) -> LembrancaError:
        error = translate(exc, self._path)
        error.__cause__ = exc
        return error


def _transaction(connection: sqlite3.Connection, operations: Sequence[Operation]) -> list[Any]:
    _roll_back(connection)
    connection.execute("BEGIN IMMEDIATE")
    if len(operations) == 1:
        outcomes = [operations[0](connection)]
    else:
        outcomes = [_apart(connection, operation) for operation in operations]
    connection.execute("COMMIT")
    return outcomes


def _apart(connection: sqlite3.Connection, operation: Operation) -> Any:
    """Run one operation of a group so that its own failure undoes it alone; a database error ends the group."""
    connection.execute("SAVEPOINT operation")
    try:
        outcome = operation(connection)
    except sqlite3.Error:
        raise
    except Exception as exc:  # noqa: BLE001 - it belongs to the one caller, who gets it
        connection.execute("ROLLBACK TO operation")
        outcome = exc
    connection.execute("RELEASE operation")
    return outcome


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:  # SQLite has rolled back by itself after some errors
        # What cannot be undone now is tried again before the next transaction, which fails by itself otherwise.
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")


def _settle(future: asyncio.Future[Any], outcome: Any) -> None:
    if future.done():
        return
    if isinstance(outcome, BaseException):
        future.set_exception(outcome)
    else:
        future.set_result(outcome)


def _disconnect(connection: sqlite3.Connection) -> None:
    try:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        # Nothing is lost: the log is read at the next start. A full disk must not keep a process from closing.
        pass
    finally:
        connection.close()
