"""Nothing acknowledged is lost or doubled, whenever the process dies and whatever becomes of the index."""

import asyncio
import contextlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from lembranca import Memory
from lembranca.testing.samples import message

PROGRAMS = Path(__file__).parent / "programs"
SAVERS = 8
CYCLES = 25


def start(name, *arguments):
    command = [sys.executable, str(PROGRAMS / name), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def faults(folder, scratch):
    """What SQLite finds wrong with a copy of the history as it lies there, its full-text index included."""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    for name in ("history.sqlite3", "history.sqlite3-wal"):
        if (folder / name).exists():
            shutil.copy(folder / name, scratch)
    with contextlib.closing(sqlite3.connect(scratch / "history.sqlite3")) as connection:
        found = [text for (text,) in connection.execute("PRAGMA integrity_check")]
        found += [str(row) for row in connection.execute("PRAGMA foreign_key_check")]
        # Raises when the full-text index does not agree with what it holds.
        for terms in ("message_terms", "fact_terms"):
            connection.execute(f"INSERT INTO {terms} ({terms}) VALUES ('integrity-check')")
        counted = "SELECT (SELECT count(*) FROM messages), (SELECT sum(message_count) FROM conversations), "
        counted += "(SELECT sum(message_count) FROM scopes), (SELECT count(*) FROM message_terms)"
        if len(set(connection.execute(counted).fetchone())) > 1:
            found.append(f"counts differ: {connection.execute(counted).fetchone()}")
        counted = "SELECT (SELECT count(*) FROM facts), (SELECT count(*) FROM fact_terms)"
        if len(set(connection.execute(counted).fetchone())) > 1:
            found.append(f"counts of facts differ: {connection.execute(counted).fetchone()}")
    return [text for text in found if text != "ok"]


async def ids_everywhere(memory):
    """The ids that have a vector in the history and those in the index, once nothing waits any more."""
    await memory.drain()
    index = memory._parts.index
    return await index._store.embedded_ids(index._embedder.identity), await index._vectors.all_ids()


# --- kill -9


class Ledger:
    """What the savers were told: by saver and turn, the ids of the two messages."""

    def __init__(self):
        self.turns = defaultdict(dict)

    def next_turns(self):
        return [max(self.turns[saver], default=-1) + 1 for saver in range(SAVERS)]

    def enter(self, line):
        saver, turn, *ids = line.split()
        known = self.turns[int(saver)].setdefault(int(turn), ids)
        assert known == ids


def killed_after(folder, ledger, seconds):
    """Let the savers work for a while after they are ready, kill them, and enter all that they said."""
    process = start("saving.py", folder, *ledger.next_turns())
    first = process.stdout.readline()
    assert first == b"ready\n", process.stderr.read()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=seconds)
    process.send_signal(signal.SIGKILL)
    told, complaints = process.communicate()
    assert process.returncode == -signal.SIGKILL, complaints
    for line in told.decode().splitlines():
        ledger.enter(line)


@pytest.mark.slow
async def test_25_kills_under_8_savers_lose_nothing_and_double_nothing(tmp_path):
    folder, ledger, chance = tmp_path / "data", Ledger(), random.Random(5)
    for _ in range(CYCLES):
        await asyncio.to_thread(killed_after, folder, ledger, chance.uniform(0.05, 0.3))
        assert faults(folder, tmp_path / "copy") == []

    acknowledged = {name for turns in ledger.turns.values() for ids in turns.values() for name in ids}
    async with Memory.open(data_dir=folder) as memory:
        ana = memory.for_user("ana")
        stored = {item.id: await ana.conversation(item.id).messages() for item in await ana.conversations()}
        kept, indexed = await ids_everywhere(memory)
        entries = (await memory.status()).entries
    messages = [message for found in stored.values() for message in found]
    times = Counter(message.content for message in messages)

    assert len(acknowledged) > CYCLES * SAVERS
    assert acknowledged - {message.id for message in messages} == set()
    assert [content for content, count in times.items() if count > 1] == []
    for found in stored.values():
        assert [message.position for message in found] == list(range(1, len(found) + 1))
        questions, answers = found[::2], found[1::2]
        assert [m.content.replace("question", "answer") for m in questions] == [m.content for m in answers]
    assert kept == indexed
    assert len(kept) == entries == len(messages)
    assert faults(folder, tmp_path / "copy") == []


# --- cancellation


async def cancelled_somewhere(chance, saving):
    """Start *saving* and cancel it at a random point: between two steps of the loop, or while the disk is at work."""
    task = asyncio.create_task(saving)
    for _ in range(chance.randrange(12)):
        await asyncio.sleep(0)
    if chance.random() < 0.5:
        await asyncio.sleep(chance.uniform(0, 0.004))
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        return await task
    return None


async def whole_turns(chat):
    """The turns that are there; fails when one is there in half."""
    contents = [message.content for message in await chat.messages()]
    questions, answers = contents[::2], contents[1::2]
    assert [text.replace("question", "answer") for text in questions] == answers
    return questions


@pytest.mark.slow
@pytest.mark.parametrize("way", ["memory", "history"])
async def test_1000_cancelled_saves_leave_whole_turns_and_no_open_transaction(tmp_path, way):
    async with Memory.open(data_dir=tmp_path, vectors="memory://") as memory:
        chats = [memory.for_user("ana").conversation(f"c{saver}") for saver in range(SAVERS)]
        history = memory._parts.history
        writer = history._database._writer

        def saving(chat, name):
            if way == "memory":
                return chat.save(user=f"question {name}", assistant=f"answer {name}")
            return history.append(chat.scope, chat.id, _turn(chat.id, name))

        async def save_and_cancel(saver):
            chance = random.Random(saver)
            chat, finished = chats[saver], set()
            for turn in range(1000 // SAVERS):
                if await cancelled_somewhere(chance, saving(chat, f"{saver}-{turn}")) is not None:
                    finished.add(f"question {saver}-{turn}")
            return finished

        finished = await asyncio.gather(*(save_and_cancel(saver) for saver in range(SAVERS)))
        last = [(await saving(chat, "last")) for chat in chats]

        assert all(last)
        assert sum(map(len, finished)) < 900  # or hardly any was cancelled
        await memory.drain()  # what is written in the background is in transactions of its own
        assert not writer._connection.in_transaction
        for chat, done in zip(chats, finished, strict=True):
            turns = await whole_turns(chat)
            assert done <= set(turns)
            assert len(set(turns)) == len(turns)
            if way == "memory":
                newest = (await chat.messages())[-1]
                context = await chat.load()
                assert context.items[-1].message_ids == (newest.id,)
        await memory.drain()
        status = await memory.status()

    assert (status.jobs.waiting, status.jobs.dead, status.job_failures) == (0, 0, 0)
    assert faults(tmp_path, tmp_path / "copy") == []


def _turn(conversation_id, name):
    return [
        message(f"{name}-q", conversation_id, content=f"question {name}"),
        message(f"{name}-a", conversation_id, role="assistant", content=f"answer {name}"),
    ]


async def test_a_save_that_is_cancelled_too_late_is_in_the_next_context(tmp_path):
    async with Memory.open(data_dir=tmp_path, vectors="memory://") as memory:
        chat = memory.for_user("ana").conversation("c1")
        await chat.save(user="first")
        await chat.load()
        await memory.drain()
        saving = asyncio.create_task(chat.save(user="cancelled too late"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        saving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await saving
        await memory.drain()
        kept = [message.content for message in await chat.messages()]

        assert kept == ["first", "cancelled too late"]
        assert [item.content for item in (await chat.load()).items] == kept


# --- a crash between the history and the index

STEPS = [
    ("queue", "lease"),
    ("embedder", "embed"),
    ("embeddings", "save_embeddings"),
    ("vectors", "index_entries"),
    ("embeddings", "existing"),
    ("queue", "complete"),
]


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize(("port", "method"), STEPS, ids=[f"{port}.{method}" for port, method in STEPS])
async def test_after_a_crash_at_any_step_history_and_index_hold_the_same_ids(tmp_path, port, method, moment):
    process = start("crashing.py", tmp_path, port, method, moment)
    _, complaints = await asyncio.to_thread(process.communicate)
    assert process.returncode == 9, complaints

    async with Memory.open(data_dir=tmp_path) as memory:
        chat = memory.for_user("ana").conversation("c1")
        for turn in range(5):  # as a client does that got no answer
            await chat.save(user=f"about guitars {turn}", assistant=f"strings {turn}", idempotency_key=str(turn))
        kept, indexed = await ids_everywhere(memory)
        found = await memory.for_user("ana").search("guitars", limit=20, explain=True)
        status = await memory.status()

    assert len(kept) == status.entries == 10
    assert kept == indexed
    assert (status.jobs.waiting, status.jobs.dead) == (0, 0)
    assert {entry.message_id for entry in found if entry.explanation.vector > 0}
