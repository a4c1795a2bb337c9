"""Loading and searching in a store of 100,000 messages."""

from pathlib import Path

from benchmarks.texts import batches, messages
from benchmarks.timing import median_ms, timed
from lembranca import Memory
from lembranca.application.conversation_memory import ConversationMemory

_REPEATED = 200
_QUESTIONS = [message["content"][:80] for message in messages(50, seed=7)]


async def measure(folder: Path) -> dict[str, float]:
    """Measure loads from the cache and from SQLite, and searches in a scope of 500 entries."""
    async with Memory.open(data_dir=folder / "loading") as memory:
        large = await _filled(memory, "large", 100_000)
        small = await _filled(memory, "small", 1_000)
        scope = await _filled(memory, "scope", 500)
        await memory.drain()
        figures = {
            "load_cache_1k_ms": await _load(memory, small, cached=True),
            "load_cache_100k_ms": await _load(memory, large, cached=True),
            "load_sqlite_1k_ms": await _load(memory, small, cached=False),
            "load_sqlite_100k_ms": await _load(memory, large, cached=False),
            "search_500_ms": await _search(memory, "scope", 500),
            "search_100k_ms": await _search(memory, "large", 100_000),
            "load_with_query_500_ms": await _load_with_query(scope),
        }
    figures["load_100k_to_1k"] = figures["load_sqlite_100k_ms"] / figures["load_sqlite_1k_ms"]
    return figures


async def _filled(memory: Memory, user: str, count: int) -> ConversationMemory:
    chat = memory.for_user(user).conversation("c")
    for part in batches(messages(count, seed=count), 1_000):
        await chat.add_messages(part)
    return chat


async def _load(memory: Memory, chat: ConversationMemory, *, cached: bool) -> float:
    seconds = []
    for _ in range(_REPEATED):
        if not cached:
            await memory._parts.sessions.forget(chat.scope, chat.id)  # noqa: SLF001 - nothing public empties the cache
        seconds.append(await timed(chat.load))
        await memory._parts.sessions.drain()  # noqa: SLF001 - the filling belongs to no load
    return median_ms(seconds)


async def _search(memory: Memory, user: str, entries: int) -> float:
    ana = memory.for_user(user)
    await ana.search(f"warm up {entries}")
    return median_ms([await timed(lambda q=question: ana.search(q, limit=10)) for question in _QUESTIONS])


async def _load_with_query(chat: ConversationMemory) -> float:
    return median_ms([await timed(lambda q=question: chat.load(q, max_tokens=2_000)) for question in _QUESTIONS])
