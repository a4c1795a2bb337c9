"""A fact extractor that always has an answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import structlog

from lembranca.adapters.outbound.circuit_breaker import CircuitBreaker
from lembranca.domain.errors import ModelError, StorageUnavailable
from lembranca.domain.fact import ExtractedFact, FactRequest
from lembranca.ports.fact_extractor import IFactExtractor, Spent

_log = structlog.get_logger("lembranca.facts")

_SHOWN = 300


class ResilientFactExtractor:
    """
    An `IFactExtractor` around two: what the *first* cannot do, or not in time, the *fallback* does.

    A first that failed three times in a row is left alone for a while (see `CircuitBreaker`), so that nobody waits for
    it.

    Args:
        first: who is asked.
        fallback: who does it otherwise; its errors are passed on.
        timeout: seconds for the first in all, however often it asks a model. Tokens spent by then are not known.
        monotonic: tells the time in seconds, for the breaker.
        pause: seconds for which a failing first is left alone, doubling with every failed trial up to *longest*.

    """

    def __init__(
        self,
        first: IFactExtractor,
        fallback: IFactExtractor,
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

    async def extract(self, request: FactRequest, *, spent: Spent | None = None) -> list[ExtractedFact]:
        """See `IFactExtractor`."""
        try:
            facts = await self._asked(request, spent)
        except (StorageUnavailable, ModelError) as exc:  # the former is how the breaker refuses
            reason = " ".join((str(exc) or type(exc).__name__).split())[:_SHOWN]
            if isinstance(exc, ModelError):
                self._trouble = reason
            _log.warning("facts_by_fallback", fallback=self._fallback.identity, first=self.identity)
            return await self._fallback.extract(request, spent=spent)
        self._trouble = None
        return facts

    async def _asked(self, request: FactRequest, spent: Spent | None) -> list[ExtractedFact]:
        with self._breaker.attempt():
            try:
                async with asyncio.timeout(self._timeout):
                    return await self._first.extract(request, spent=spent)
            except TimeoutError as exc:
                raise ModelError(f"{self.identity} gave no facts within {self._timeout:g} s") from exc
