"""Goes through, from any thread, what comes one by one on the memory's loop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, TypeVar

from lembranca.adapters.inbound.loop_thread import LoopThread

_T = TypeVar("_T")


def iterate(loop: LoopThread[Any], items: AsyncIterator[_T], at_once: int) -> Iterator[_T]:
    """Go through *items*, fetching *at_once* of them at a time."""
    while taken := loop.call(_next(items, at_once)):
        yield from taken
        if len(taken) < at_once:
            return


async def _next(items: AsyncIterator[_T], most: int) -> list[_T]:
    taken: list[_T] = []
    async for item in items:
        taken.append(item)
        if len(taken) == most:
            break
    return taken
