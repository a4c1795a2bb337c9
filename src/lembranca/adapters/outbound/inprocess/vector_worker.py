"""Where the work of a vector index runs, so that the event loop is never held up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from lembranca.adapters.outbound.inprocess.scope_matrix import ScopeMatrix
from lembranca.domain.entry import ScoredId, SearchFilter
from lembranca.ports.embedder import FloatVector

# A product of this many floats takes less than 0.1 ms: handing it to a thread would gain nothing.
_FLOATS_ON_THE_LOOP = 300_000

_T = TypeVar("_T")


class VectorWorker:
    """
    One thread for everything that changes an index, in the order given, and a few for searches in memory.

    What was begun is carried through when its caller is cancelled.
    """

    def __init__(self, name: str) -> None:
        self._writing = ThreadPoolExecutor(1, thread_name_prefix=f"{name}-write")
        self._searching = ThreadPoolExecutor(2, thread_name_prefix=f"{name}-search")

    async def run(self, work: Callable[[], _T]) -> _T:
        """Run *work* after all that was given before it."""
        return await asyncio.get_running_loop().run_in_executor(self._writing, work)

    async def search(
        self, matrix: ScopeMatrix, unit: FloatVector, limit: int, filters: SearchFilter | None
    ) -> list[ScoredId]:
        """Search *matrix*: at once when it is small and nobody writes to it, else in a thread."""
        small = len(matrix) * len(unit) <= _FLOATS_ON_THE_LOOP
        if small and limit <= len(unit) and matrix.lock.acquire(blocking=False):
            try:
                return matrix.search(unit, limit, filters)
            finally:
                matrix.lock.release()
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._searching, matrix.search, unit, limit, filters)

    async def close(self) -> None:
        """Wait for what was begun and end the threads."""
        for executor in (self._writing, self._searching):
            await asyncio.to_thread(executor.shutdown)
