"""What a data folder goes through: another process, a damaged file, a full disk, being closed in the middle."""

import asyncio
import contextlib
import hashlib
import json
import os
import random
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from lembranca import Closed, Memory, NotFound, StorageBusy, StorageDamaged, StorageError, StorageUnavailable
from lembranca.adapters.outbound.sqlite import SqliteDatabase, SqliteEmbeddingStore, SqliteHistory
from lembranca.adapters.outbound.sqlite import database as sqlite_database
from lembranca.adapters.outbound.sqlite.database import told_apart
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.testing.samples import SCOPE, messages

PROGRAMS = Path(__file__).parent / "programs"


def opened(folder, **settings):
    return Memory.open(data_dir=folder, **({"vectors": "memory://"} | settings))


def chat_of(memory):
    return memory.for_user("ana").conversation("c1")


def start(name, *arguments):
    command = [sys.executable, str(PROGRAMS / name), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)


async def fill(folder, turns=30):
    async with opened(folder) as memory:
        for turn in range(turns):
            await chat_of(memory).save(user=f"question {turn} " * 40, assistant=f"answer {turn} " * 40)
        await memory.drain()


def contents(folder):
    """What each file of the folder holds, those of the lock apart."""
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
        if path.suffix not in {".lock", ".holder"}
    }


# --- what is acknowledged is durable, what is deleted is gone


async def test_what_is_acknowledged_is_on_the_disk_and_what_is_deleted_is_overwritten(tmp_path):
    database = SqliteDatabase(tmp_path / "history.sqlite3")
    await database.open()
    try:
        names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        in_force = await database.write(
            lambda connection: {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names}
        )
        assert in_force == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "secure_delete": 1}
    finally:
        await database.close()


async def test_no_reader_can_write(tmp_path):
    database = SqliteDatabase(tmp_path / "history.sqlite3")
    await database.open()
    try:
        async with database.reading(), database.reading() as second:
            pragmas = await second.execute_fetchall("PRAGMA query_only")
            assert [tuple(row) for row in pragmas] == [(1,)]
        for _ in range(2):  # lent in turn
            with pytest.raises(StorageUnavailable):
                await database.read("INSERT INTO meta (key, value) VALUES ('a', 'b')")
    finally:
        await database.close()


# --- one process at a time


async def test_a_second_process_is_told_within_two_seconds_who_holds_the_folder(tmp_path):
    holder = start("holding.py", tmp_path)
    try:
        assert holder.stdout.readline() == "open\n"
        before = time.monotonic()
        with pytest.raises(StorageBusy, match=f"process {holder.pid} on .*holding.py"):
            async with opened(tmp_path):
                pass
        assert time.monotonic() - before < 2
    finally:
        holder.communicate("stop\n", timeout=30)

    async with opened(tmp_path) as memory:
        assert await memory.scopes() == []


async def test_the_same_process_cannot_open_a_folder_twice(tmp_path):
    async with opened(tmp_path) as memory:
        with pytest.raises(StorageBusy, match=f"process {os.getpid()} "):
            async with opened(tmp_path):
                pass
        assert await chat_of(memory).save(user="still working")


async def test_a_folder_is_free_again_when_its_process_was_killed(tmp_path):
    holder = start("holding.py", tmp_path)
    assert holder.stdout.readline() == "open\n"
    holder.kill()
    holder.communicate()

    async with opened(tmp_path) as memory:
        assert await chat_of(memory).save(user="mine now")


async def test_a_holder_that_left_no_readable_name_is_still_an_error_of_ours(tmp_path):
    async with opened(tmp_path):
        (tmp_path / "history.sqlite3.holder").write_text("{")
        with pytest.raises(StorageBusy, match="another process"):
            async with opened(tmp_path):
                pass


# --- a damaged file


def replaced_by_text(data):
    return b"dear diary, today the disk failed\n" * (len(data) // 34)


def emptied(_):
    return b""


def truncated(data):
    return data[: len(data) // 2]


def truncated_at_a_page(data):
    return data[: 4096 * (len(data) // 8192)]


def header_overwritten(data):
    return b"\0" * 100 + data[100:]


def only_the_magic_kept(data):
    return data[:16] + b"\xff" * (len(data) - 16)


def garbage_in_the_middle(data):
    noise = random.Random(7).randbytes(8 * 4096)
    middle = 4096 * (len(data) // 8192)
    return data[:middle] + noise + data[middle + len(noise) :]


def page_swapped(data):
    pages = [data[start : start + 4096] for start in range(0, len(data), 4096)]
    pages[3], pages[-2] = pages[-2], pages[3]
    return b"".join(pages)


DAMAGES = [
    replaced_by_text,
    emptied,
    truncated,
    truncated_at_a_page,
    header_overwritten,
    only_the_magic_kept,
    garbage_in_the_middle,
    page_swapped,
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
async def test_a_damaged_history_is_refused_by_name_and_left_byte_for_byte(tmp_path, damage):
    await fill(tmp_path)
    file = tmp_path / "history.sqlite3"
    file.write_bytes(damage(file.read_bytes()))
    before = contents(tmp_path)

    for _ in range(2):
        with pytest.raises(StorageDamaged, match=r"history\.sqlite3"):
            async with opened(tmp_path):
                pass
        assert contents(tmp_path) == before


@pytest.mark.parametrize("damage", [garbage_in_the_middle, truncated, replaced_by_text])
async def test_the_log_beside_a_damaged_history_is_left_alone_too(tmp_path, damage):
    await fill(tmp_path)
    holder = start("holding.py", tmp_path, "saving")
    assert holder.stdout.readline() == "open\n"
    holder.kill()
    holder.communicate()
    file = tmp_path / "history.sqlite3"
    file.write_bytes(damage(file.read_bytes()))
    log = tmp_path / "history.sqlite3-wal"
    before = (file.read_bytes(), log.read_bytes())

    assert len(before[1]) > 0
    with pytest.raises(StorageDamaged, match=r"history\.sqlite3"):
        async with opened(tmp_path):
            pass
    assert (file.read_bytes(), log.read_bytes()) == before


async def test_a_history_that_vanished_beside_its_log_is_not_begun_anew(tmp_path):
    holder = start("holding.py", tmp_path, "saving")
    assert holder.stdout.readline() == "open\n"
    holder.kill()
    holder.communicate()
    (tmp_path / "history.sqlite3").unlink()
    before = contents(tmp_path)

    with pytest.raises(StorageDamaged, match=r"history\.sqlite3"):
        async with opened(tmp_path):
            pass
    assert contents(tmp_path) == before


async def test_somebody_elses_database_is_refused_and_left_byte_for_byte(tmp_path):
    with sqlite3.connect(tmp_path / "history.sqlite3") as other:
        other.execute("CREATE TABLE accounts (name TEXT)")
        other.execute("INSERT INTO accounts VALUES ('precious')")
    other.close()
    before = contents(tmp_path)

    with pytest.raises(StorageDamaged, match="not a database of Lembrança"):
        async with opened(tmp_path):
            pass
    assert contents(tmp_path) == before


async def test_a_history_of_a_later_version_is_refused_and_left_as_it_is(tmp_path):
    await fill(tmp_path, turns=1)
    with sqlite3.connect(tmp_path / "history.sqlite3", isolation_level=None) as later:
        later.execute("PRAGMA user_version = 99")
        later.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    later.close()
    before = contents(tmp_path)

    with pytest.raises(StorageError, match="later version"):
        async with opened(tmp_path):
            pass
    assert contents(tmp_path) == before


async def test_a_start_that_was_cut_short_leaves_nothing_in_the_way(tmp_path):
    (tmp_path / "history.sqlite3.new").write_bytes(b"half a database")
    (tmp_path / "history.sqlite3.new-journal").write_bytes(b"half a journal")

    async with opened(tmp_path) as memory:
        assert await chat_of(memory).save(user="first words")
    assert not (tmp_path / "history.sqlite3.new-journal").exists()


async def test_a_folder_that_cannot_be_made_is_an_error_of_ours(tmp_path):
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StorageUnavailable, match="file"):
        async with opened(tmp_path / "file" / "data"):
            pass


async def test_a_history_that_is_a_folder_is_an_error_of_ours(tmp_path):
    (tmp_path / "history.sqlite3").mkdir()

    with pytest.raises(StorageError, match=r"history\.sqlite3"):
        async with opened(tmp_path):
            pass


def test_only_the_full_text_among_what_a_check_finds_is_no_reason_to_refuse():
    page = "Tree 5 page 9: btreeInitPage() returns error code 11"
    indexes = [f"malformed inverted index for FTS5 table main.{kind}_terms" for kind in ("message", "fact")]
    rows = ["row 3 missing from index messages", "row 3 missing from index facts_by_status"]

    assert told_apart([page, *indexes, *rows]) == ([page, *rows], indexes)


async def test_a_history_whose_full_text_a_newer_sqlite_finds_damaged_opens_with_a_warning(tmp_path, monkeypatch):
    await fill(tmp_path, turns=1)
    found = ["malformed inverted index for FTS5 table main.message_terms"]
    monkeypatch.setattr(sqlite_database, "check_integrity", lambda *_, **__: found)  # what SQLite says depends on it
    with capture_logs() as logs:
        async with opened(tmp_path) as memory:
            assert len(await chat_of(memory).messages()) == 2

    assert [(log["event"], log["fault"]) for log in logs if log["log_level"] == "warning"] == [
        ("full_text_damaged", found[0])
    ]
    found.append("row 3 missing from index messages")
    with pytest.raises(StorageDamaged, match="row 3"):
        async with opened(tmp_path):
            pass


def changed_behind_its_back(folder, sql):
    with contextlib.closing(sqlite3.connect(folder / "history.sqlite3")) as connection, connection:
        assert connection.execute(sql).rowcount == 1


@pytest.mark.parametrize("column", ["metadata", "attachments"])
@pytest.mark.parametrize("value", ["{broken", "[1]", "7"])
async def test_a_stored_value_that_cannot_be_read_is_told_with_its_message_and_the_rest_is_found(
    tmp_path, column, value
):
    await fill(tmp_path, turns=3)
    changed_behind_its_back(tmp_path, f"UPDATE messages SET {column} = '{value}' WHERE position = 5")
    named = r"history\.sqlite3: message '.+' of conversation 'c1' cannot be read"

    async with opened(tmp_path) as memory:
        chat = chat_of(memory)
        await memory.drain()
        for use in (chat.messages(), chat.load()):
            with pytest.raises(StorageDamaged, match=named):
                await use
        assert len(await chat.messages(last=4)) == 4
        assert len(await memory.for_user("ana").search("question 2", limit=9)) >= 3
        await memory.reindex(from_scratch=True)
        assert (await memory.status()).vectors.entries == 6


@pytest.mark.parametrize("vector", ["x''", "x'0000'", "x'00000000'", "zeroblob(9999)"])
async def test_a_vector_of_the_wrong_length_is_made_again(tmp_path, vector):
    await fill(tmp_path, turns=3)
    changed_behind_its_back(tmp_path, f"UPDATE embeddings SET vector = {vector} WHERE message_no = 2")

    async with opened(tmp_path) as memory:
        await memory.drain()
        status = await memory.status()
    with contextlib.closing(sqlite3.connect(tmp_path / "history.sqlite3")) as connection:
        lengths = connection.execute("SELECT length(vector), count(*) FROM embeddings GROUP BY 1").fetchall()

    assert (status.health, status.index.state, status.vectors.entries) == ("ok", "ready", 6)
    assert [count for _, count in lengths] == [6]


# --- a full disk


def test_a_full_disk_is_said_loses_nothing_and_goes_on_once_there_is_room(tmp_path):
    program = start("filling.py", tmp_path)
    told, _ = program.communicate(timeout=120)
    report = json.loads(told.splitlines()[-1])  # behind events that nobody has sent elsewhere

    assert program.returncode == 0
    assert report["refused"] >= 1
    assert report["errors"] == ["StorageFull"]
    assert report["found_while_full"] == report["acknowledged_while_full"]
    assert report["saved_afterwards"] == 20
    assert report["found"] == report["acknowledged"]
    with sqlite3.connect(tmp_path / "history.sqlite3") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    connection.close()


# --- closing in the middle


async def test_after_closing_everything_says_that_it_is_closed(tmp_path):
    async with opened(tmp_path) as memory:
        chat = chat_of(memory)
        await chat.save(user="oi")

    for use in (
        chat.save(user="late"),
        chat.load(),
        chat.messages(),
        memory.status(),
        memory.for_user("ana").search("oi"),
    ):
        with pytest.raises(Closed):
            await use


async def test_closing_in_mid_traffic_keeps_what_was_acknowledged_and_answers_everybody(tmp_path):
    acknowledged, refused, busy = [], [], asyncio.Event()

    async def traffic(chat, number):
        for turn in range(1000):
            try:
                acknowledged.append((await chat.save(user=f"{number}-{turn}"))[0].id)
                await chat.load(f"{number}")
                await chat.messages()
                if len(acknowledged) > 40:
                    busy.set()
            except Closed as exc:
                refused.append(exc)
                return

    async with opened(tmp_path) as memory:
        running = [asyncio.create_task(traffic(chat_of(memory), number)) for number in range(8)]
        await busy.wait()
    await asyncio.wait_for(asyncio.gather(*running), 30)

    assert len(refused) == 8
    async with opened(tmp_path) as memory:
        kept = [message.id for message in await chat_of(memory).messages()]
    assert set(acknowledged) <= set(kept)
    assert len(set(kept)) == len(kept)


async def test_a_close_that_is_cancelled_still_lets_go_of_the_file(tmp_path):
    database = SqliteDatabase(tmp_path / "history.sqlite3")
    history = SqliteHistory(database, SnowballNormalizer())
    await history.open()
    saving = asyncio.create_task(history.append(SCOPE, "c1", messages(500)))
    await asyncio.sleep(0)
    closing = asyncio.create_task(history.close())
    await asyncio.sleep(0)
    closing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await closing

    assert (await saving).added == 500
    await history.open()
    assert len(await history.get_messages(SCOPE, "c1")) == 500
    await history.close()


async def test_an_open_that_is_cancelled_lets_go_of_the_file_and_of_its_connections(tmp_path):
    file = tmp_path / "history.sqlite3"
    for yields in range(12):
        database = SqliteDatabase(file)
        opening = asyncio.create_task(database.open())
        for _ in range(yields):
            await asyncio.sleep(0)
        opening.cancel()
        await asyncio.sleep(0)
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening

        assert not [thread.name for thread in threading.enumerate() if "lembranca-writer" in thread.name]
        with pytest.raises(Closed):
            await database.read("SELECT 1")
        other = SqliteDatabase(file)
        await other.open()
        await other.close()
        assert not (tmp_path / "history.sqlite3-wal").exists()

    await database.open()
    assert [tuple(row) for row in await database.read("SELECT 1")] == [(1,)]
    await database.close()


async def test_a_cancelled_open_takes_nothing_from_another_that_waits(tmp_path):
    database = SqliteDatabase(tmp_path / "history.sqlite3")
    first, second = asyncio.create_task(database.open()), asyncio.create_task(database.open())
    await asyncio.sleep(0)
    first.cancel()
    await second

    assert first.cancelled()
    assert [tuple(row) for row in await database.read("SELECT 1")] == [(1,)]
    await database.close()


async def test_cancelled_reads_give_their_connections_back(tmp_path):
    history = SqliteHistory(SqliteDatabase(tmp_path / "history.sqlite3"), SnowballNormalizer())
    await history.open()
    await history.append(SCOPE, "c1", messages(200))
    for yields in range(60):
        reading = [asyncio.create_task(history.get_messages(SCOPE, "c1")) for _ in range(5)]
        for _ in range(yields % 7):
            await asyncio.sleep(0)
        for task in reading:
            task.cancel()
        await asyncio.gather(*reading, return_exceptions=True)

    assert len(await asyncio.wait_for(history.get_messages(SCOPE, "c1"), 5)) == 200
    await asyncio.wait_for(history.close(), 5)


async def test_a_memory_is_used_on_one_event_loop_after_the_other(tmp_path):
    def session(number):
        async def talk():
            async with opened(tmp_path) as memory:
                await chat_of(memory).save(user=f"session {number}")
                return len(await chat_of(memory).messages())

        return asyncio.run(talk())

    assert [await asyncio.to_thread(session, number) for number in range(3)] == [1, 2, 3]


# --- many at once


async def test_more_messages_in_one_import_than_a_statement_can_bind_are_all_indexed(tmp_path):
    database = SqliteDatabase(tmp_path / "history.sqlite3")
    history, store = SqliteHistory(database, SnowballNormalizer()), SqliteEmbeddingStore(database)
    await history.open()
    try:
        given = messages(33_000)
        await history.append(SCOPE, "c1", given)
        texts = await store.texts_of(SCOPE, "c1", [item.id for item in given])
        ids = [text.entry.id for text in texts]

        assert [text.entry.message_id for text in texts] == [item.id for item in given]
        assert await store.existing(ids) == set(ids)
        assert (await store.load_embeddings("none", ids))[0] == []
    finally:
        await history.close()


async def test_an_unknown_conversation_is_not_found(tmp_path):
    async with opened(tmp_path) as memory:
        with pytest.raises(NotFound):
            await chat_of(memory).messages()
        with pytest.raises(NotFound):
            await chat_of(memory).info()
        with pytest.raises(NotFound):
            await chat_of(memory).pin("m1")
        assert await chat_of(memory).delete() is False
        assert (await chat_of(memory).load()).messages == []


@pytest.mark.skipif(os.name == "nt", reason="permissions as POSIX has them")
async def test_a_new_data_folder_is_its_owner_s_alone(tmp_path):
    async with Memory.open(data_dir=tmp_path / "data"):
        pass

    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
