"""A summary day by day: the choice, laid out, until it fits its tokens."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from lembranca.adapters.outbound.extractive.dates import written
from lembranca.adapters.outbound.extractive.keywords import fitting, smallest, telling_words
from lembranca.adapters.outbound.extractive.labels import label
from lembranca.adapters.outbound.extractive.layout import laid_out
from lembranca.adapters.outbound.extractive.material import Clause
from lembranca.adapters.outbound.extractive.selection import Choice, choose, without_redundant
from lembranca.adapters.outbound.extractive.weighing import Weights
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter

_LEAST_DATED = 40  # tokens: below, a date of six would take the room of a clause; the summary itself has its times
_ROUNDS = 3  # each uses what the estimate of the former one left; the second leaves next to nothing
_WORTH_FILLING = 4  # tokens
_LEAST_ADDED = 3  # words; fewer, and numbers without what they count, only look odd
_ALSO = {"pt": "Também: ", "en": "Also: "}


class Narrator:
    """
    Writes summaries day by day.

    Args:
        counter: what targets are counted by.
        normalizer: what makes two words the same.

    """

    def __init__(self, counter: ITokenCounter, normalizer: INormalizer) -> None:
        self._counter = counter
        self._normalizer = normalizer

    def narrate(
        self,
        clauses: Sequence[Clause],
        weights: Weights,
        language: str,
        target: int,
        told: frozenset[str] = frozenset(),
    ) -> str:
        """Write what of *clauses* fits *target* tokens; *told* are terms that stand elsewhere already."""
        dated = target >= _LEAST_DATED
        choice = self._choice(clauses, weights, language, dated=dated)
        choice.reconsider(0, told)
        text = ""
        for _ in range(_ROUNDS):
            before = choice.taken[:]
            choose(choice, clauses, target)
            without_redundant(choice)
            text, spent = self._fitted(choice, language, target, dated=dated)
            choice.reconsider(spent, told)
            if choice.taken == before or target - spent < _WORTH_FILLING:
                break
        return self._filled(text, choice, clauses, language, target, told)

    def _choice(self, clauses: Sequence[Clause], weights: Weights, language: str, *, dated: bool) -> Choice:
        count = self._counter.count
        speakers = {clause.speaker for clause in clauses}
        names = {speaker: count(f"{label(speaker, language)}: \n") if speaker else 1 for speaker in speakers}
        heading = count(written(date(2022, 9, 22), language, year=False) + ":\n")
        return Choice(weights, heading if dated else 0, names)

    def _fitted(self, choice: Choice, language: str, target: int, *, dated: bool) -> tuple[str, int]:
        """Lay the choice out, and give its last clauses up until it fits; nothing may be left of it."""
        while choice.taken:
            text = laid_out(choice.taken, language, dated=dated)
            spent = self._counter.count(text)
            if spent <= target:
                return text, spent
            over = spent - target
            while over > 0 and choice.taken:
                over -= choice.taken.pop().tokens
        return "", 0

    def _filled(
        self,
        text: str,
        choice: Choice,
        clauses: Sequence[Clause],
        language: str,
        target: int,
        told: frozenset[str],
    ) -> str:
        """Add telling words where room is left, or give nothing but them where no clause fits."""
        count = self._counter.count
        room = target - count(text + "\n") if text else target
        if text and room < _WORTH_FILLING:
            return text
        covered = {*told, *(term for clause in choice.taken for term in clause.terms)}
        words = telling_words(clauses, choice.weights, covered, self._normalizer)
        spelt = [word for word in words if not word[0].isdigit()]
        if not text:
            only = fitting("", spelt, target, self._counter) or fitting("", words, target, self._counter)
            return only or smallest(clauses[0].text if clauses else "", target, self._counter)
        added = fitting(_ALSO[language], spelt, room, self._counter)
        longer = f"{text}\n{added}"
        return longer if added.count(",") + 1 >= _LEAST_ADDED and count(longer) <= target else text
