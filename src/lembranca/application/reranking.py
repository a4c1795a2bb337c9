"""A second opinion on the best of a search, where there is a reranker."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import structlog

from lembranca.domain.entry import MemoryEntry
from lembranca.domain.errors import LembrancaError
from lembranca.domain.reranking import rescored
from lembranca.ports.reranker import IReranker

_log = structlog.get_logger("lembranca.recall")

_CANDIDATES = 30  # what is further down seldom answers, and every text costs time


@dataclass(frozen=True, slots=True)
class Reranked:
    """Entries, best first, what the reranker gave those that it read, and why it did not where it failed."""

    entries: list[MemoryEntry]
    scores: Mapping[str, float] = field(default_factory=dict)
    warning: str | None = None


class Reranking:
    """
    Lets a reranker read the best entries again; without one it leaves everything as it is.

    Args:
        reranker: None where there is none.
        patience: seconds it may take; after that the first ranking stands.

    """

    def __init__(self, reranker: IReranker | None = None, *, patience: float = 2.0) -> None:
        self._reranker = reranker
        self._patience = patience

    @property
    def candidates(self) -> int:
        """How many entries it wants to see."""
        return 0 if self._reranker is None else _CANDIDATES

    async def start(self) -> None:
        """
        Open the reranker.

        Raises:
            ConfigurationError: it cannot be loaded.

        """
        if self._reranker is not None:
            await self._reranker.open()

    async def stop(self) -> None:
        """Close it."""
        if self._reranker is not None:
            await self._reranker.close()

    async def reordered(self, question: str, entries: Sequence[MemoryEntry]) -> Reranked:
        """Order *entries*, best first, by both opinions; when the second fails or is slow, by the first alone."""
        read = entries[: self.candidates]
        if self._reranker is None or len(entries) < 2:  # noqa: PLR2004 - one entry needs no order
            return Reranked(list(entries))
        try:
            async with asyncio.timeout(self._patience):
                given = await self._reranker.rerank(question, [_said(entry) for entry in read])
            scores = {entry.id: score for entry, score in zip(read, given, strict=True)}
        except TimeoutError:
            reason = f"no answer within {self._patience:g} s"
        except LembrancaError as exc:
            reason = str(exc)
        except Exception as exc:  # noqa: BLE001 - a helper that breaks, however it does, must not keep back an answer
            reason = f"{type(exc).__name__}: {exc}"
        else:
            return Reranked(_by_both(entries, scores), scores)
        _log.warning("search_without_reranker", reason=reason)
        return Reranked(list(entries), warning=f"reranker: {reason}")


def _said(entry: MemoryEntry) -> str:
    return f"{entry.author}: {entry.content}" if entry.author else entry.content


def _by_both(entries: Sequence[MemoryEntry], scores: Mapping[str, float]) -> list[MemoryEntry]:
    by_id = {entry.id: entry for entry in entries}
    order = rescored([(entry.id, entry.score) for entry in entries], scores)
    return [replace(by_id[id_], score=score) for id_, score in order]
