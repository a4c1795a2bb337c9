"""Saving, against a bare transaction that inserts the same two rows with the same durability."""

import asyncio
import sqlite3
import time
from pathlib import Path

from benchmarks.texts import batches, messages
from benchmarks.timing import median_ms, percentile, timed
from lembranca import Memory

_TURNS = 800
_SAVERS = 16
_IMPORTED = 10_000


class Bare:
    """A table of messages and nothing else."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute(
            "CREATE TABLE messages"
            " (no INTEGER PRIMARY KEY, id TEXT, conversation TEXT, role TEXT, content TEXT, at REAL)"
        )

    def save(self, user: str, assistant: str) -> float:
        """Insert a turn in one transaction; give the seconds it took."""
        begin = time.perf_counter()
        self._connection.execute("BEGIN IMMEDIATE")
        for role, content in (("user", user), ("assistant", assistant)):
            self._connection.execute(
                "INSERT INTO messages (id, conversation, role, content, at) VALUES (?, ?, ?, ?, ?)",
                (f"{role}-{begin}", "c", role, content, begin),
            )
        self._connection.execute("COMMIT")
        return time.perf_counter() - begin


async def measure(folder: Path) -> dict[str, float]:
    """Measure single saves, concurrent saves and an import."""
    bare = Bare(folder / "bare.sqlite3")
    said = [message["content"] for message in messages(2 * _TURNS, seed=1)]
    turns = list(zip(said[::2], said[1::2], strict=True))
    async with Memory.open(data_dir=folder / "saving") as memory:
        chat = memory.for_user("ana").conversation("one by one")
        alone, plain = [], []
        for user, assistant in turns:
            plain.append(bare.save(user, assistant))
            alone.append(await timed(lambda u=user, a=assistant: chat.save(user=u, assistant=a)))
        await memory.drain()
        together = await _together(memory, turns)
        imported = await _imported(memory)
    bare_rate = len(plain) / sum(plain)
    return {
        "bare_p50_ms": median_ms(plain),
        "save_p50_ms": median_ms(alone),
        "save_p99_ms": percentile(alone, 0.99) * 1_000,
        "save_to_bare": median_ms(alone) / median_ms(plain),
        "bare_turns_per_second": bare_rate,
        "concurrent_turns_per_second": together,
        "concurrent_to_bare": together / bare_rate,
        "imported_messages_per_second": imported,
    }


async def _together(memory: Memory, turns: list[tuple[str, str]]) -> float:
    async def saver(number: int) -> None:
        chat = memory.for_user(f"user {number}").conversation("together")
        for user, assistant in turns[number::_SAVERS]:
            await chat.save(user=user, assistant=assistant)

    begin = time.perf_counter()
    await asyncio.gather(*(saver(number) for number in range(_SAVERS)))
    return len(turns) / (time.perf_counter() - begin)


async def _imported(memory: Memory) -> float:
    chat = memory.for_user("bia").conversation("imported")
    parts = batches(messages(_IMPORTED, seed=2), 500)
    begin = time.perf_counter()
    for part in parts:
        await chat.add_messages(part)
    return _IMPORTED / (time.perf_counter() - begin)
