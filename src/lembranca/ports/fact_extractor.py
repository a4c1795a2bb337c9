"""What somebody says to what is known of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from lembranca.domain.fact import ExtractedFact, FactRequest

# Told which model was asked, and how many tokens it was sent and answered.
Spent: TypeAlias = Callable[[str, int, int], None]


class IFactExtractor(Protocol):
    """Draws lasting facts about the user from what the user says."""

    @property
    def identity(self) -> str:
        """Who extracts, such as `rules:v1` or `openai:llama-3.3-70b`."""
        ...

    async def extract(self, request: FactRequest, *, spent: Spent | None = None) -> list[ExtractedFact]:
        """
        Give the facts that the request's messages tell about the user, in the order in which they are said.

        Only the user's own words in earnest are a source: not the assistant's, third persons, suppositions, questions,
        quotations, played roles, system prompts, nor recalled context that was pasted back. Each fact names a message
        of the request. Nothing worth keeping gives an empty list, and so does any text that cannot be understood. One
        message gives at most 20 facts, none of them twice. Without a model the same request gives the same facts.
        Nothing of the request is changed. It does not hold up the event loop. Where a model was asked, *spent* is told
        what it cost, also when nothing came of it.

        Raises:
            ModelError: a model that was to do it does not answer usefully.

        """
        ...
