"""Question and text, read together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class IReranker(Protocol):
    """
    Tells of each text how well it answers a question, better and dearer than comparing vectors.

    It is asked about a few dozen texts at a time, never about a whole memory.
    """

    @property
    def identity(self) -> str:
        """What gives the scores, such as `cross-encoder:NAME`; known after `open`."""
        ...

    async def open(self) -> None:
        """
        Make ready; opening twice is harmless.

        Raises:
            ConfigurationError: the model or its library cannot be found, or the model is none for this.

        """
        ...

    async def close(self) -> None:
        """Let go of everything; closing twice is harmless."""
        ...

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """
        Score *texts* off the event loop; a call that is cancelled soon stops to compute.

        Returns:
            A score from 0 to 1 for each text in the order given, higher is better, comparable between calls. A text
            without a visible character has 0, and so has every text where *query* is such. The same pair gets the same
            score among any others, up to the arithmetic's rounding; what exceeds the model's length is not read.

        Raises:
            Closed: it is not open.
            ModelError: the model failed.

        """
        ...
