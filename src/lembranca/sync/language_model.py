"""The blocking twin of a language model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lembranca.adapters.inbound.loop_thread import LoopThread
from lembranca.ports.language_model import ILanguageModel
from lembranca.sync.iteration import iterate


class LanguageModel:
    """A chat model, waited for; see `lembranca.ports.language_model.ILanguageModel`."""

    def __init__(self, inner: ILanguageModel, loop: LoopThread[Any]) -> None:
        self._inner = inner
        self._loop = loop

    @property
    def identity(self) -> str:
        """Which model it is."""
        return self._inner.identity

    def stream(self, messages: Sequence[Mapping[str, str]]) -> Iterator[str]:
        """Answer chat *messages* piece by piece."""
        return iterate(self._loop, self._inner.stream(messages), 1)
