"""Text as it can be sent, kept and cut."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SURROGATE = re.compile("[\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1b\x7f]")  # without those that end a line
_END = re.compile(r"""[.!?…。！？]+["'”’»)\]]*(?=\s|$)|[。！？]|(?=\n)|$""")  # noqa: RUF001 - signs of several scripts
_ABBREVIATION = re.compile(r"\b(?:[A-Z]|[Ss]ra?|[Dd]ra?|[Pp]rofa?|[Mm]rs?|[Mm]s|St|Av|[Nn]o|etc|e\.g|i\.e|p\.ex|vs)\.$")


def clean(text: str) -> str:
    """Give *text* as UTF-8 can carry it, without control characters."""
    return _CONTROL.sub(" ", _SURROGATE.sub("\ufffd", text))


def lines_of(text: str) -> list[str]:
    """Give the lines of *text* that are not blank, without white space around them."""
    return [stripped for line in clean(text).splitlines() if (stripped := line.strip())]


def one_line(text: str) -> str:
    """Give *text* on one line, single spaces between words."""
    return " ".join(clean(text).split())


def says_something(text: str) -> bool:
    """Whether there is a letter or a digit in *text*."""
    return any(character.isalnum() for character in text)


def sentence_ends(text: str) -> Iterator[int]:
    """Give the offsets after which *text* may be cut, ascending; the last one is its length."""
    for match in _END.finditer(text):
        if match.end() == len(text) or not _ABBREVIATION.search(text, max(0, match.end() - 6), match.end()):
            yield match.end()
