"""How tables of expressions that say the same are written, and how they are found in a text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lembranca.domain.words import words

NUMBER = "#"
"""Stands in an expression for any number, and in its tokens for the one that was found."""

_KEY = 3  # letters by which beginnings of words are found; none is shorter


@dataclass(frozen=True, slots=True)
class Expression:
    """
    An expression and what it stands for.

    Each of *pattern* is a folded word, the beginning of one where it ends with `*`, or NUMBER. Of *tokens* one that
    begins with `~` is a concept and any other a word.
    """

    pattern: tuple[str, ...]
    tokens: tuple[str, ...]

    @property
    def length(self) -> tuple[int, int]:
        """How much it says: words, then letters."""
        return len(self.pattern), sum(len(part.rstrip("*")) for part in self.pattern)


def expressions(table: Mapping[str, str]) -> list[Expression]:
    """
    Read a *table*: what is stood for, as words and concepts, and the expressions for it with commas between.

    `{"~like": "gosta de, adora*, é fã de"}`: an asterisk stands for any ending of the word.
    """
    return [
        Expression(_pattern(phrase), tuple(tokens.split()))
        for tokens, phrases in table.items()
        for phrase in phrases.split(",")
        if phrase.strip()
    ]


def _pattern(phrase: str) -> tuple[str, ...]:
    parts: list[str] = []
    for written in phrase.split():
        *before, last = words(written) or [NUMBER]
        parts += [*before, last + "*" if written.endswith("*") else last]
    return tuple(parts)


class Lexicon:
    """Finds expressions in texts; of those that begin at a word the longest is meant."""

    def __init__(self, tables: Iterable[Iterable[Expression]]) -> None:
        self._whole: dict[str, list[Expression]] = defaultdict(list)
        self._beginning: dict[str, list[Expression]] = defaultdict(list)
        for expression in sorted((e for table in tables for e in table), key=lambda e: e.length, reverse=True):
            first = expression.pattern[0]
            if first.endswith("*"):
                self._beginning[first[:_KEY]].append(expression)
            else:
                self._whole[first].append(expression)

    def read(self, said: Sequence[str]) -> tuple[list[str], int]:
        """Give *said*, folded words, with the expressions replaced, and how many words belong to one."""
        read: list[str] = []
        place = known = 0
        while place < len(said):
            found = self._at(said, place)
            if found is None:
                read.append(said[place])
                place += 1
                continue
            end = place + len(found.pattern)
            number = next((word for word in said[place:end] if word.isdigit()), "")
            read += [number if token == NUMBER else token for token in found.tokens]
            known += end - place
            place = end
        return read, known

    def _at(self, said: Sequence[str], place: int) -> Expression | None:
        word = said[place]
        whole = _longest(self._whole.get(word, ()), said, place)
        beginning = _longest(self._beginning.get(word[:_KEY], ()), said, place)
        if whole is None or beginning is None:
            return whole or beginning
        return max(whole, beginning, key=lambda found: found.length)


def _longest(found: Iterable[Expression], said: Sequence[str], place: int) -> Expression | None:
    return next((expression for expression in found if _fits(expression.pattern, said, place)), None)


def _fits(pattern: Sequence[str], said: Sequence[str], place: int) -> bool:
    if len(pattern) > len(said) - place:
        return False
    for part in pattern:  # a loop, because this is asked tens of times for each fact
        word = said[place]
        if part != word and not (word.startswith(part[:-1]) if part[-1] == "*" else part == NUMBER and word.isdigit()):
            return False
        place += 1
    return True
