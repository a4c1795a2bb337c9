"""How tables of expressions that say the same are written, and how they are found in a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lembranca.domain.words import words

NUMBER = "#"
"""Stands in an expression for any number, and in its tokens for the one that was found."""

_SHORTEST_BEGINNING = 2
_REMEMBERED = 20_000  # words whose expressions are at hand


@dataclass(frozen=True, slots=True)
class Expression:
    """
    An expression and what it stands for.

    Each of *pattern* is a folded word, or the beginning of one where it ends with `*`. Of *tokens* one that begins with
    `~` is a concept and any other a word.
    """

    pattern: tuple[str, ...]
    tokens: tuple[str, ...]


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
    parts = []
    for written in phrase.split():
        *before, last = words(written) or [NUMBER]
        parts += [*before, last + "*" if written.endswith("*") else last]
    return tuple(parts)


class Lexicon:
    """Finds expressions in texts; the longest one that begins at a word is the one that is meant."""

    def __init__(self, tables: Iterable[Sequence[Expression]]) -> None:
        self._whole: dict[str, list[Expression]] = {}
        self._beginning: dict[str, list[Expression]] = {}
        for table in tables:
            for expression in table:
                first = expression.pattern[0]
                by_first = self._beginning if first.endswith("*") else self._whole
                by_first.setdefault(first.rstrip("*"), []).append(expression)
        self._lengths = sorted({len(first) for first in self._beginning})
        self._candidates: dict[str, list[Expression]] = {}

    def read(self, said: Sequence[str]) -> tuple[list[str], int]:
        """Give *said*, folded words, with the expressions replaced, and how many words belong to one."""
        read: list[str] = []
        place = known = 0
        while place < len(said):
            found = next((e for e in self._beginning_at(said[place]) if _fits(e.pattern, said, place)), None)
            if found is None:
                read.append(said[place])
                place += 1
                continue
            end = place + len(found.pattern)
            number = next((word for word in said[place:end] if word.isdigit()), "")
            read += [number if token == NUMBER else token for token in found.tokens]
            known += len(found.pattern)
            place = end
        return read, known

    def _beginning_at(self, word: str) -> list[Expression]:
        known = self._candidates.get(word)
        if known is None:
            known = list(self._whole.get(word, ()))
            for length in self._lengths:
                if _SHORTEST_BEGINNING <= length <= len(word):
                    known += self._beginning.get(word[:length], ())
            known.sort(key=lambda e: (-len(e.pattern), -len(" ".join(e.pattern).replace("*", ""))))
            if known or len(self._candidates) < _REMEMBERED:
                self._candidates[word] = known
        return known


def _fits(pattern: Sequence[str], said: Sequence[str], place: int) -> bool:
    if len(pattern) > len(said) - place:
        return False
    for offset, part in enumerate(pattern):
        word = said[place + offset]
        if part.endswith("*"):
            fits = word.startswith(part[:-1])
        else:
            fits = word.isdigit() if part == NUMBER else word == part
        if not fits:
            return False
    return True
