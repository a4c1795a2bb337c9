"""Text to terms."""

from __future__ import annotations

from typing import Protocol


class INormalizer(Protocol):
    """Reduces text to what keyword search compares."""

    @property
    def identity(self) -> str:
        """What made the terms, such as `snowball3:v1:auto`; an index of another identity is built again."""
        ...

    def terms(self, text: str) -> list[str]:
        """
        Give the terms of *text* in their order, repeated ones included.

        Terms are lower-case, accents folded, stemmed, without stop words; a query and a text that say the same word get
        the same term. Any text is legal; one without words has no terms.
        """
        ...

    def forms(self, question: str) -> list[tuple[str, ...]]:
        """
        Give each word of *question* once, as all the terms under which a text may hold it.

        They count as one word: a text that holds any of them holds it. A question without words has none.
        """
        ...
