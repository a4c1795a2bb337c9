"""A summarizer that always has an answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace

from lembranca.adapters.outbound.circuit_breaker import CircuitBreaker
from lembranca.domain.errors import ModelError, StorageUnavailable
from lembranca.domain.summary import Digest, SummaryRequest
from lembranca.ports.summarizer import ISummarizer

_SHOWN = 300


class ResilientSummarizer:
    """
    An `ISummarizer` around two: what the *first* cannot do, or not in time, the *fallback* does.

    A digest of the fallback says in its *note* why, and counts the tokens that the first spent in vain. A first that
    failed three times in a row is left alone for a while (see `CircuitBreaker`), so that nobody waits for it.

    Args:
        first: who is asked.
        fallback: who does it otherwise; its errors are passed on.
        timeout: seconds for the first in all, however often it asks a model. Tokens spent by then are not known.
        monotonic: tells the time in seconds, for the breaker.
        pause: seconds for which a failing first is left alone, doubling with every failed trial up to *longest*.

    """

    def __init__(
        self,
        first: ISummarizer,
        fallback: ISummarizer,
        *,
        timeout: float = 180.0,
        monotonic: Callable[[], float] = time.monotonic,
        pause: float = 30.0,
        longest: float = 600.0,
    ) -> None:
        self._first = first
        self._fallback = fallback
        self._timeout = timeout
        self._breaker = CircuitBreaker(
            first.identity, monotonic=monotonic, first=pause, longest=longest, failing=ModelError
        )
        self._trouble: str | None = None

    @property
    def identity(self) -> str:
        """The first's."""
        return self._first.identity

    def check(self) -> str | None:
        """Say why the first is left alone now, or else how it failed last; None when it answered."""
        return self._breaker.check() or self._trouble

    async def summarize(self, request: SummaryRequest) -> Digest:
        """See `ISummarizer`."""
        try:
            digest = await self._asked(request)
        except StorageUnavailable as exc:  # how the breaker refuses
            return await self._instead(request, str(exc))
        except ModelError as exc:
            self._trouble = _line(str(exc) or type(exc).__name__)
            return await self._instead(request, self._trouble, read=exc.read, written=exc.written)
        self._trouble = None
        return digest

    async def _asked(self, request: SummaryRequest) -> Digest:
        with self._breaker.attempt():
            try:
                async with asyncio.timeout(self._timeout):
                    return await self._first.summarize(request)
            except TimeoutError as exc:
                raise ModelError(f"{self.identity} made no summary within {self._timeout:g} s") from exc

    async def _instead(self, request: SummaryRequest, reason: str, *, read: int = 0, written: int = 0) -> Digest:
        digest = await self._fallback.summarize(request)
        note = "; ".join(filter(None, [_line(reason), digest.note]))
        return replace(digest, note=note, read=digest.read + read, written=digest.written + written)


def _line(text: str) -> str:
    return " ".join(text.split())[:_SHOWN]
