"""The offline summarizer."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from lembranca.adapters.outbound.extractive.cues import EMPTY
from lembranca.adapters.outbound.extractive.keywords import fitting, smallest, telling_words
from lembranca.adapters.outbound.extractive.layout import laid_out
from lembranca.adapters.outbound.extractive.material import Clause, read_material
from lembranca.adapters.outbound.extractive.selection import Choice, choose
from lembranca.domain.summary import Digest, SummaryRequest
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter

_PROPER = re.compile(r"(?<=[a-zà-ÿ,] )[A-ZÀ-Þ][\w'’-]+(?: [A-ZÀ-Þ][\w'’-]+)*")  # noqa: RUF001
_CUE_BONUS = 0.25
_QUESTION = 0.5
_SOCIAL = 0.2
_SPECIFIC = 2.0  # a name or a number, against 1 for any other word that says something


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
        self._empty: frozenset[str] | None = None

    @property
    def identity(self) -> str:
        return "extractive:v1"

    async def summarize(self, request: SummaryRequest) -> Digest:
        return await asyncio.to_thread(self._condense, request)

    def _condense(self, request: SummaryRequest) -> Digest:
        clauses = read_material(request)
        weights = self._weigh(clauses, request)
        text = self._narrative(clauses, weights, request, request.target_tokens)
        return Digest(text, (), self.identity)

    def _narrative(
        self, clauses: Sequence[Clause], weights: Mapping[str, float], request: SummaryRequest, target: int
    ) -> str:
        count = self._counter.count
        dated = target >= 40
        names = {clause.speaker: count(f"{clause.speaker}: ") if clause.speaker else 0 for clause in clauses}
        names = dict.fromkeys(names, 0) | {n: c + 1 for n, c in names.items()}
        choice = Choice(weights, count("22 September:\n") if dated else 0, names)
        text, budget, spent = "", target, 0
        for _ in range(6):
            before = len(choice.taken)
            choose(choice, clauses, budget)
            if len(choice.taken) == before:
                break
            while True:
                longer = laid_out(choice.taken, request.language, dated=dated)
                spent = count(longer)
                if spent <= target or not choice.taken:
                    break
                over = spent - target
                while over > 0 and choice.taken:
                    over -= choice.taken.pop().tokens + 1
            if choice.taken:
                text = longer
            choice.tokens = spent
            if len(choice.taken) < before + 1 or target - spent < 4:
                break
            budget = target
        rest = [clause for clause in clauses if clause not in choice.taken] if len(clauses) < 0 else clauses
        words = (
            telling_words(rest, weights, choice.covered, self._normalizer) if target - spent >= 4 or not text else []
        )
        if not text:
            return fitting("", words, target, self._counter) or smallest(
                " ".join(c.text for c in clauses[:1]) or ".", target, self._counter
            )
        label = "\nTambém: " if request.language == "pt" else "\nAlso: "
        tail = fitting(text + label, words[:40], target, self._counter)
        return text if tail.endswith(": ") else tail

    def _weigh(self, clauses: Sequence[Clause], request: SummaryRequest) -> dict[str, float]:
        """Weigh the terms of *clauses*, and note in each clause its terms, tokens and worth."""
        terms_of, count = self._normalizer.terms, self._counter.count
        if self._empty is None:
            self._empty = frozenset(t for w in EMPTY for t in terms_of(w))
        proper: set[str] = set()
        seen: Counter[str] = Counter()
        for clause in clauses:
            clause.terms = tuple(dict.fromkeys(terms_of(clause.text)))
            clause.tokens = count(clause.text)
            seen.update(clause.terms)
            for name in _PROPER.findall(clause.text):
                proper.update(terms_of(name))
            clause.worth = (
                (1 + _CUE_BONUS * len(clause.cues))
                * (_QUESTION if clause.question else 1)
                * (_SOCIAL if clause.social else 1)
            )
        nothing = self._empty | {t for name in request.participants for t in terms_of(name)}
        return {t: 0.0 if t in nothing else (_SPECIFIC if t in proper or t.isdigit() else 1.0) for t in seen}
