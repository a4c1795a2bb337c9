"""A counter and a normaliser for computing in a thread: with every call they let others go first."""

from __future__ import annotations

from collections.abc import Callable

from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter


class BreathingTokenCounter:
    """An `ITokenCounter` that calls *breathe* before it counts."""

    def __init__(self, counter: ITokenCounter, breathe: Callable[[], None]) -> None:
        self._counter = counter
        self._breathe = breathe

    @property
    def identity(self) -> str:
        return self._counter.identity

    def count(self, text: str) -> int:
        self._breathe()
        return self._counter.count(text)


class BreathingNormalizer:
    """An `INormalizer` that calls *breathe* before it normalises."""

    def __init__(self, normalizer: INormalizer, breathe: Callable[[], None]) -> None:
        self._normalizer = normalizer
        self._breathe = breathe

    @property
    def identity(self) -> str:
        return self._normalizer.identity

    def terms(self, text: str) -> list[str]:
        self._breathe()
        return self._normalizer.terms(text)

    def forms(self, question: str) -> list[tuple[str, ...]]:
        self._breathe()
        return self._normalizer.forms(question)
