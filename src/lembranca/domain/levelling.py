"""Text made comparable without moving a letter, so that what a pattern finds can be cut out of the text as written."""

# ruff: noqa: RUF001 - typographic quotes and dashes are what people type

from __future__ import annotations

import unicodedata

_LAST_LATIN = 0x250
_STRAIGHT = {"‘": "'", "’": "'", "´": "'", "`": "'", "“": '"', "”": '"', "«": '"', "»": '"', "\u00a0": " "}


def _base(letter: str) -> str:
    plain = unicodedata.normalize("NFD", letter)[0].lower()
    return plain if len(plain) == 1 else letter


_LEVEL = str.maketrans(
    {chr(code): _base(chr(code)) for code in range(0x41, _LAST_LATIN) if chr(code) not in _STRAIGHT} | _STRAIGHT
)


def level(text: str) -> str:
    """Give *text* (composed, NFC) in lower case, without accents, quotes straight; each letter keeps its place."""
    return text.translate(_LEVEL)
