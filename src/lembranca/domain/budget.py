"""The tokens of a context: what was spent on each section and what is left."""

from __future__ import annotations

from collections.abc import Callable

from lembranca.domain.context import Section
from lembranca.domain.wording import Wording

Count = Callable[[str], int]

# No vocabulary has a token of more characters (cl100k_base and o200k_base: 128 spaces), so a longer text surely counts
# more than it has multiples of this; it need not be counted to know that it does not fit.
_TOKEN_CHARACTERS = 128


class Budget:
    """
    At most *limit* tokens.

    Every line is counted as rendered, with its line break; by the token counter's contract the whole text never counts
    more than its lines do, so the sum is a safe total and nothing is counted twice.
    """

    def __init__(self, limit: int, wording: Wording, count: Count) -> None:
        self.limit = limit
        self.left = limit
        self.longest = limit * _TOKEN_CHARACTERS
        self.spent: dict[Section, int] = {}
        self.framed: dict[Section, int] = {}
        self.count = count
        self._wording = wording

    def line(self, text: str) -> int:
        """Give what *text* costs."""
        return self.count(text + "\n")

    def spend(self, section: Section, tokens: int) -> None:
        """Spend *tokens* on *section*; negative ones are given back."""
        self.left -= tokens
        self.spent[section] = self.spent.get(section, 0) + tokens

    def frame(self, section: Section) -> int:
        """Give what header and footer of *section* still cost, 0 once they are there."""
        if section in self.framed:
            return 0
        footer = self._wording.footers.get(section)
        return self.line(self._wording.headers[section]) + (self.line(footer) if footer else 0)

    def open(self, section: Section) -> None:
        """Spend what header and footer of *section* cost, once."""
        if section not in self.framed:
            self.framed[section] = self.frame(section)
            self.spend(section, self.framed[section])

    def close(self, section: Section) -> None:
        """Do without header and footer of *section*."""
        self.spend(section, -self.framed.pop(section, 0))

    def lines(self, section: Section, pieces: list[str]) -> list[str]:
        """Give the *pieces* of a section between its header and its footer."""
        if section not in self.framed:
            return pieces
        footer = self._wording.footers.get(section)
        return [self._wording.headers[section], *pieces, *([footer] if footer else [])]
