"""The one writer: many operations in one durable transaction, each as if it were alone."""

import asyncio
import contextlib
import sqlite3
import threading

import pytest

from lembranca.adapters.outbound.sqlite.writer import GroupCommitWriter
from lembranca.domain.errors import Closed, Conflict, StorageDamaged, StorageError, StorageFull


class Watched(sqlite3.Connection):
    """A connection that notes its transactions and, when told to, fails a statement as the driver would."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.statements = []
        self.failing = {}

    def execute(self, sql, *args):
        self.statements.append(sql)
        if self.failing.get(sql, 0):
            self.failing[sql] -= 1
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return super().execute(sql, *args)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "file.sqlite3"


@pytest.fixture
def connections():
    return []


@pytest.fixture
async def writer(path, connections):
    def connect():
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Watched)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE said (word TEXT PRIMARY KEY)")
        connection.statements.clear()
        connections.append(connection)
        return connection

    writer = GroupCommitWriter(path)
    await writer.open(connect)
    yield writer
    await writer.close()


@pytest.fixture
def connection(writer, connections):
    return connections[0]


def say(word):
    return lambda connection: connection.execute("INSERT INTO said VALUES (?)", (word,)).rowcount


async def words(writer):
    return await writer.run(lambda connection: [row[0] for row in connection.execute("SELECT word FROM said")])


@contextlib.asynccontextmanager
async def busy(writer):
    """Keep the writer at work, so that what is submitted inside becomes one group."""
    entered, leave = threading.Event(), threading.Event()

    def hold(_):
        entered.set()
        leave.wait(10)

    holding = asyncio.create_task(writer.run(hold))
    await asyncio.to_thread(entered.wait, 10)
    try:
        yield
        await settled()
    finally:
        leave.set()
        await holding


async def settled():
    """Let every task that can run now reach its next wait."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_an_operation_gives_its_result_when_it_is_durable(writer, path):
    assert await writer.run(say("one")) == 1

    with contextlib.closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT word FROM said").fetchall() == [("one",)]


async def test_operations_that_wait_share_one_transaction_in_the_order_they_came(writer, connection):
    async with busy(writer):
        saving = [asyncio.create_task(writer.run(say(word))) for word in "abcde"]
    await asyncio.gather(*saving)

    assert connection.statements.count("COMMIT") == 2  # the one that held it up, and the group
    assert await words(writer) == list("abcde")


async def test_no_group_is_larger_than_128(writer, connection):
    async with busy(writer):
        saving = [asyncio.create_task(writer.run(say(str(number)))) for number in range(300)]
    await asyncio.gather(*saving)

    assert connection.statements.count("COMMIT") == 1 + 3
    assert len(await words(writer)) == 300


async def test_an_operation_that_fails_undoes_itself_and_nobody_else(writer):
    def half_done(connection):
        connection.execute("INSERT INTO said VALUES ('half')")
        raise Conflict("message", "m1", "content")

    async with busy(writer):
        operations = [say("before"), half_done, say("after")]
        saving = [asyncio.create_task(writer.run(operation)) for operation in operations]
    results = await asyncio.gather(*saving, return_exceptions=True)

    assert results[0] == results[2] == 1
    assert isinstance(results[1], Conflict)
    assert await words(writer) == ["before", "after"]


async def test_a_database_error_of_one_operation_hurts_nobody_else(writer):
    async with busy(writer):
        operations = [say("one"), say("one"), lambda connection: connection.execute("nonsense"), say("two")]
        saving = [asyncio.create_task(writer.run(operation)) for operation in operations]
    results = await asyncio.gather(*saving, return_exceptions=True)

    assert [results[0], results[3]] == [1, 1]
    assert isinstance(results[1], StorageError)
    assert isinstance(results[2], StorageError)
    assert await words(writer) == ["one", "two"]


async def test_an_error_alone_in_its_group_undoes_it(writer, connection):
    def half_done(connection):
        connection.execute("INSERT INTO said VALUES ('half')")
        raise KeyError("a defect of the operation is its caller's")

    with pytest.raises(KeyError):
        await writer.run(half_done)

    assert not connection.in_transaction
    assert await words(writer) == []


async def test_when_the_commit_fails_each_operation_is_tried_alone(writer, connection):
    armed = []

    def no_room_for_the_group_and_for_me_alone(connection):
        connection.execute("INSERT INTO said VALUES ('a')")
        if not armed:
            armed.append(True)
            connection.failing["COMMIT"] = 2

    async with busy(writer):
        operations = [no_room_for_the_group_and_for_me_alone, say("b"), say("c")]
        saving = [asyncio.create_task(writer.run(operation)) for operation in operations]
    results = await asyncio.gather(*saving, return_exceptions=True)

    assert isinstance(results[0], StorageFull)
    assert results[1:] == [1, 1]
    assert await words(writer) == ["b", "c"]


async def test_a_failed_undo_ends_neither_the_writer_nor_what_comes_next(writer, connection):
    connection.failing["COMMIT"] = 1
    connection.failing["ROLLBACK"] = 1
    with pytest.raises(StorageFull):
        await writer.run(say("lost"))

    assert connection.in_transaction
    assert await writer.run(say("kept")) == 1
    assert not connection.in_transaction
    assert await words(writer) == ["kept"]


async def test_errors_of_the_driver_come_out_as_ours_with_the_file_and_the_cause(writer, path):
    def damaged(_):
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    with pytest.raises(StorageDamaged) as caught:
        await writer.run(damaged)

    assert str(path) in str(caught.value)
    assert isinstance(caught.value.__cause__, sqlite3.DatabaseError)


async def test_a_caller_cancelled_while_it_waits_takes_its_operation_back(writer):
    async with busy(writer):
        kept = asyncio.create_task(writer.run(say("kept")))
        taken = asyncio.create_task(writer.run(say("taken back")))
        await settled()
        taken.cancel()
    await kept
    with pytest.raises(asyncio.CancelledError):
        await taken

    assert await words(writer) == ["kept"]


async def test_an_operation_that_has_begun_runs_to_its_end_without_its_caller(writer, connection):
    begun, go_on = threading.Event(), threading.Event()

    def slow(connection):
        connection.execute("INSERT INTO said VALUES ('first')")
        begun.set()
        go_on.wait(10)
        connection.execute("INSERT INTO said VALUES ('second')")

    saving = asyncio.create_task(writer.run(slow))
    await asyncio.to_thread(begun.wait, 10)
    saving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await saving
    go_on.set()

    assert await words(writer) == ["first", "second"]
    assert not connection.in_transaction


async def test_closing_finishes_what_was_submitted(writer, path):
    async with busy(writer):
        saving = [asyncio.create_task(writer.run(say(word))) for word in "abc"]
        await settled()
        closing = asyncio.create_task(writer.close())
        await settled()
        with pytest.raises(Closed):
            await writer.run(say("too late"))
    await closing

    assert await asyncio.gather(*saving) == [1, 1, 1]
    with contextlib.closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM said").fetchone() == (3,)


async def test_closing_folds_the_log_into_the_file(writer, path):
    await writer.run(say("one"))
    await writer.close()

    assert not path.with_name(path.name + "-wal").exists()


async def test_a_writer_that_is_not_open_says_so(path):
    with pytest.raises(Closed):
        await GroupCommitWriter(path).run(say("one"))


async def test_a_closed_writer_can_be_opened_again(writer, path):
    await writer.close()
    await writer.close()
    await writer.open(lambda: sqlite3.connect(path, isolation_level=None, check_same_thread=False))

    assert await writer.run(say("again")) == 1


async def test_what_connecting_raises_comes_out_and_nothing_is_open(path):
    def connect():
        raise StorageDamaged("no")

    writer = GroupCommitWriter(path)
    with pytest.raises(StorageDamaged):
        await writer.open(connect)
    with pytest.raises(Closed):
        await writer.run(say("one"))
