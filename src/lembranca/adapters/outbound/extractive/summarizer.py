"""The offline summarizer."""

from __future__ import annotations

import asyncio

from lembranca.adapters.outbound.extractive.events import key_events
from lembranca.adapters.outbound.extractive.material import read_material
from lembranca.adapters.outbound.extractive.narrative import Narrator
from lembranca.adapters.outbound.extractive.paragraph import ParagraphWriter
from lembranca.adapters.outbound.extractive.standing import stands_alone
from lembranca.adapters.outbound.extractive.weighing import weigh
from lembranca.domain.summary import Digest, SummaryRequest, event_line
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter


class ExtractiveSummarizer:
    """
    `ISummarizer` without a model: chooses the clauses that say most for their tokens, in Portuguese and English.

    Args:
        counter: what the target is counted by.
        normalizer: what makes two words the same.

    """

    def __init__(self, counter: ITokenCounter, normalizer: INormalizer) -> None:
        self._counter = counter
        self._normalizer = normalizer
        self._narrator = Narrator(counter, normalizer)
        self._paragraphs = ParagraphWriter(counter, normalizer)

    @property
    def identity(self) -> str:
        return "extractive:v1"

    async def summarize(self, request: SummaryRequest) -> Digest:
        return await asyncio.to_thread(self._condense, request)

    def forget_texts(self) -> None:
        """See `ITextMemory`."""
        stands_alone.cache_clear()

    def _condense(self, request: SummaryRequest) -> Digest:
        clauses = read_material(request)
        weights = weigh(clauses, request.participants, self._counter, self._normalizer)
        events = key_events(request, clauses, weights, self._counter, self._normalizer)
        lines = [event_line(event) for event in events]
        # Lines add up when each is counted with its line break (see `ITokenCounter`); the text's break is the 1.
        left = request.target_tokens - sum(self._counter.count(line + "\n") for line in lines) - bool(lines)
        if request.style == "paragraph":
            text = self._paragraphs.write(request, clauses, weights, left)
        else:
            told = frozenset(term for line in lines for term in self._normalizer.terms(line))
            text = self._narrator.narrate(clauses, weights, request.language, left, told)
        digest = Digest(text, events, self.identity)
        if self._counter.count(digest.body) <= request.target_tokens:
            return digest
        return Digest(text, (), self.identity)
