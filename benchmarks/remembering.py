"""What is known of many people: a load that chooses from it, saves while it grows, and the gardener's round."""

import asyncio
import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.texts import messages
from benchmarks.timing import median_ms, percentile, timed
from lembranca import Memory

_PEOPLE = 98
_OF_EACH = 1_000
_OF_ANA = 2_000
_LOADS = 100
_SAVES = 400

_ABOUT = ("likes", "hates", "wants to learn", "owns", "works with", "is afraid of", "is allergic to", "collects")
_KINDS = {"likes": "pref", "hates": "pref", "wants to learn": "obj", "is afraid of": "emo"}
_NOW = datetime(2026, 6, 1, tzinfo=UTC)


async def measure(folder: Path) -> dict[str, float]:
    """Measure with 100,000 facts, 2,000 of them ana's."""
    async with Memory.open(data_dir=folder / "remembering", garden_interval=0) as memory:
        await _fill(memory)
        ana = memory.for_user("ana").conversation("now")
        await _saves(memory, "warm")  # what follows an import of so much is not what a save takes otherwise
        await memory.drain()
        alone = await _saves(memory, "before")
        loads = await _loads(ana)
        beside, seconds, changes = await _tended(memory)
    return {
        "load_with_query_p50_ms": median_ms(loads),
        "load_with_query_p95_ms": percentile(loads, 0.95) * 1_000,
        "garden_seconds": seconds,
        "garden_changes": changes,
        "save_p99_ms": percentile(alone, 0.99) * 1_000,
        "save_p99_beside_garden_ms": percentile(beside, 0.99) * 1_000,
        "save_p99_beside_garden_to_alone": percentile(beside, 0.99) / percentile(alone, 0.99),
        "save_p50_beside_garden_to_alone": median_ms(beside) / median_ms(alone),
    }


async def _fill(memory: Memory) -> None:
    for number in range(_PEOPLE):
        await memory.for_user(f"user {number}").import_(_document(_OF_EACH, seed=number))
    await memory.for_user("ana").import_(_document(_OF_ANA, seed=_PEOPLE))
    await memory.drain()


async def _loads(chat: Any) -> list[float]:
    asked = [message["content"] for message in messages(_LOADS, seed=3)]
    for query in asked[:5]:
        await chat.load(query)
    return [await timed(lambda query=query: chat.load(query)) for query in asked]


async def _saves(memory: Memory, conversation: str, until: asyncio.Task[Any] | None = None) -> list[float]:
    """Save a turn at a time, each read for facts in the background: so many of them, or until a task ends."""
    said = [message["content"] for message in messages(2 * _SAVES, seed=4)]
    chat = memory.for_user("bia").conversation(conversation)
    took = []
    for number, (user, assistant) in enumerate(zip(said[::2], said[1::2], strict=True)):
        took.append(await timed(lambda u=user, a=assistant, n=number: chat.save(user=f"{u} {n}", assistant=a)))
        if until is not None and until.done():
            break
        await asyncio.sleep(0.01)
    return took


async def _tended(memory: Memory) -> tuple[list[float], float, int]:
    begin = time.perf_counter()

    async def round_() -> tuple[float, int]:
        changes = await memory.tend()
        return time.perf_counter() - begin, changes

    task = asyncio.create_task(round_())
    took: list[float] = []
    while not task.done():
        took += await _saves(memory, f"beside {len(took)}", until=task)
    seconds, changes = await task
    return took, seconds, changes


def _document(count: int, seed: int) -> Mapping[str, Any]:
    random = Random(seed)
    words = sorted({word for message in messages(400, seed=5) for word in message["content"].split()})
    facts = [_fact(random, words, number) for number in range(count)]
    return {"format": "lembranca-memory", "version": 1, "conversations": [], "facts": facts}


def _fact(random: Random, words: list[str], number: int) -> dict[str, Any]:
    about = random.choice(_ABOUT)
    said_at = (_NOW - timedelta(days=random.randrange(400))).isoformat()
    return {
        "id": f"fact-{number}",
        "kind": _KINDS.get(about, "bio"),
        "content": f"{about} {' '.join(random.sample(words, 3))}",
        "status": "active",
        "layer": "long",
        "weight": round(random.uniform(0.4, 1.0), 2),
        "created_at": said_at,
        "updated_at": said_at,
    }
