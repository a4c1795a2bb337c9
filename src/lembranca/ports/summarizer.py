"""Turns to a summary."""

from __future__ import annotations

from typing import Protocol

from lembranca.domain.summary import Digest, SummaryRequest


class ISummarizer(Protocol):
    """Condenses turns, and former summaries with them."""

    @property
    def identity(self) -> str:
        """Who condenses, such as `extractive:v1` or `openai:llama-3.3-70b`."""
        ...

    async def summarize(self, request: SummaryRequest) -> Digest:
        """
        Condense what the request brings.

        The digest's body counts at most the request's target by the token counter, its text is never empty nor has it
        empty lines, and it has at most as many key events as the request allows, in the order of their times. Key
        events name only participants of the request and names that occur in it. Without a model the same request gives
        the same digest. Nothing of the request is changed. It does not hold up the event loop.

        Raises:
            ModelError: a model that was to do it does not answer usefully.

        """
        ...
