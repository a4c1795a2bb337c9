"""A fact extractor that is loaded when it is first needed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from lembranca.domain.fact import ExtractedFact, FactRequest
from lembranca.ports.fact_extractor import IFactExtractor, Spent


class DeferredFactExtractor:
    """
    An `IFactExtractor` that *make* makes for the first request, in a thread.

    The rules of a language are a thousand patterns, which a program that reads nothing need not compile.
    """

    def __init__(self, identity: str, make: Callable[[], IFactExtractor]) -> None:
        self._identity = identity
        self._make = make
        self._made: asyncio.Future[IFactExtractor] | None = None

    @property
    def identity(self) -> str:
        return self._identity

    async def extract(self, request: FactRequest, *, spent: Spent | None = None) -> list[ExtractedFact]:
        if self._made is None:
            self._made = asyncio.ensure_future(asyncio.to_thread(self._make))
        inner = await asyncio.shield(self._made)
        return await inner.extract(request, spent=spent)
