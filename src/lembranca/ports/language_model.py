"""A model that answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Protocol


class ILanguageModel(Protocol):
    """A chat model."""

    @property
    def identity(self) -> str:
        """Which model it is, such as `openai:llama-3.3-70b`."""
        ...

    async def close(self) -> None:
        """Let go of connections; closing twice is harmless."""
        ...

    def stream(self, messages: Sequence[Mapping[str, str]]) -> AsyncIterator[str]:
        """
        Answer chat *messages* piece by piece.

        Raises:
            ModelError: the model does not answer, or answers with an error.

        """
        ...
