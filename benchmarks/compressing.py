"""Condensing: what each turn of a long conversation reads, how fast it goes, and what saving feels of it."""

import asyncio
import contextlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dependency_injector import providers

from benchmarks.saving import Bare
from benchmarks.texts import messages
from benchmarks.timing import median_ms, timed
from lembranca import Memory
from lembranca.adapters.outbound.extractive import ExtractiveSummarizer
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.domain.summary import Digest, SummaryRequest
from lembranca.ports.summarizer import ISummarizer
from lembranca.ports.token_counter import ITokenCounter

PRESETS = ("charhub", "cycles", "katherine")
_MESSAGES = 2_000
_WINDOW = 20  # turns that a figure "at message n" is the mean of
_SAVES = 300


class Counting:
    """An `ISummarizer` that adds up the tokens which another one is given to read, and the seconds that it takes."""

    def __init__(self, inner: ISummarizer, counter: ITokenCounter) -> None:
        self._inner = inner
        self._counter = counter
        self.read = 0
        self.seconds = 0.0

    @property
    def identity(self) -> str:
        """The other's."""
        return self._inner.identity

    async def summarize(self, request: SummaryRequest) -> Digest:
        """See `ISummarizer`."""
        self.read += sum(summary.tokens for summary in request.former)
        self.read += sum(self._counter.count(message.content) for message in request.messages)
        begin = time.perf_counter()
        digest = await self._inner.summarize(request)
        self.seconds += time.perf_counter() - begin
        return digest


async def measure(folder: Path) -> dict[str, Any]:
    """Measure the reading turn by turn for every manner, the speed, and saves beside a compression."""
    results: dict[str, Any] = {}
    for preset in PRESETS:
        results[preset] = await _turn_by_turn(folder, preset)
    results["tokens_per_second"] = results["charhub"].pop("tokens_per_second")
    results |= await _saving_beside(folder)
    return results


async def _turn_by_turn(folder: Path, preset: str) -> dict[str, Any]:
    """Condense after every turn; give the tokens read per turn, and their share of reading all from the beginning."""
    counter = EstimatingTokenCounter()
    counting = Counting(ExtractiveSummarizer(counter, SnowballNormalizer()), counter)
    reads: list[int] = []
    from_scratch = said = 0

    def customize(container: Any) -> None:
        container.summarizer.override(providers.Object(counting))

    async with Memory.open(data_dir=folder / preset, preset=preset, customize=customize) as memory:
        chat = memory.for_user("ana").conversation("long")
        for user, assistant in _turns(_MESSAGES):
            before = counting.read
            await chat.save(user=user, assistant=assistant)
            made = await chat.compress()
            await memory.drain()
            reads.append(counting.read - before)
            said += counter.count(user) + counter.count(assistant)
            from_scratch += said if made else 0
    at_200, at_2000 = _mean(reads, 100), _mean(reads, len(reads))
    return {
        "read_per_turn": [round(_mean(reads, turn)) for turn in range(20, len(reads) + 1, 20)],
        "most_read_in_a_turn": max(reads),
        "read_at_message_200": at_200,
        "read_at_message_2000": at_2000,
        "message_2000_to_200": at_2000 / at_200,
        "share_of_from_scratch": sum(reads) / from_scratch,
        "tokens_per_second": counting.read / counting.seconds,
    }


def _turns(count: int) -> Iterator[tuple[str, str]]:
    said = [message["content"] for message in messages(count, seed=3)]
    return zip(said[::2], said[1::2], strict=True)


def _mean(reads: list[int], turn: int) -> float:
    window = reads[max(0, turn - _WINDOW) : turn]
    return sum(window) / len(window)


async def _saving_beside(folder: Path) -> dict[str, float]:
    bare = Bare(folder / "bare.sqlite3")
    async with Memory.open(data_dir=folder / "beside") as memory:
        ana = memory.for_user("ana")
        long = ana.conversation("long")
        await long.add_messages(messages(_MESSAGES, seed=4))
        await memory.drain()
        chat = ana.conversation("saved")
        plain, alone, beside = [], [], []
        for user, assistant in _turns(2 * _SAVES):
            plain.append(bare.save(user, assistant))
            alone.append(await timed(lambda u=user, a=assistant: chat.save(user=u, assistant=a)))
        with _refreshing(long):
            for user, assistant in _turns(2 * _SAVES):
                beside.append(await timed(lambda u=user, a=assistant: chat.save(user=u, assistant=a)))
    return {
        "save_to_bare": median_ms(alone) / median_ms(plain),
        "save_to_bare_beside_compression": median_ms(beside) / median_ms(plain),
    }


@contextmanager
def _refreshing(chat: Any) -> Iterator[None]:
    async def again_and_again() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            while True:
                await chat.refresh()

    task = asyncio.create_task(again_and_again())
    try:
        yield
    finally:
        task.cancel()
