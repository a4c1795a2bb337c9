"""A text as the words and concepts that it says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from lembranca.domain import equivalents_en, equivalents_pt
from lembranca.domain.equivalents import Lexicon, expressions
from lembranca.domain.language import language_of
from lembranca.domain.numerals import numerals
from lembranca.domain.words import words

_TABLES = {"pt": equivalents_pt, "en": equivalents_en}

ENDING = frozenset({"~quit", "~past"})
TURNING = ENDING | {"~not"}
"""What makes a denial of a statement; what "hates" has in it, `~un`, is no word of denial."""

MARKS = frozenset({"~also", "~reached", "~instead", "~taken_back"})
UNSAID = frozenset({*TURNING, *MARKS, "~un", "~status"})
"""What is said of how something is said, and not of what."""

_CLAUSES = re.compile(r"[,;:.]\s|\s[-\u2013\u2014]\s")
_SPAN = r"(?:dias?|semanas?|mes|meses|anos?|days?|weeks?|months?|years?)"
_DURATION = re.compile(
    r"(?<!^)\b(?:ha|faz|tem|for|since|desde|por)"
    r" (?:(?:mais|menos|cerca|quase|about|almost|over|os|the) (?:de )?)*"
    rf"(?:\d+|uns|umas|poucos|alguns|muitos|a few|many|some)(?: {_SPAN})?\b|\b\d+ {_SPAN} ago\b"
)


def clauses(text: str) -> list[list[str]]:
    """
    Read the clauses of folded *text*, one list of tokens for each.

    Numbers are in digits, expressions that the tables know are replaced by their concepts, and how long something has
    been so is left out. A text that does not tell its language is read in the one whose tables know more of it.
    """
    return [_tokens(clause, text) for clause in _CLAUSES.split(text)]


def _tokens(clause: str, text: str) -> list[str]:
    plain = " ".join(numerals(words(clause)))
    said = _DURATION.sub(" ", plain).split()
    language = language_of(text, said)
    if language is not None:
        return _lexicons()[language].read(said)[0]
    return max((lexicon.read(said) for lexicon in _lexicons().values()), key=lambda reading: reading[1])[0]


def taken_apart(tokens: Sequence[str], kind: str) -> tuple[frozenset[str], list[str]]:
    """Part the concepts of what is said from what it is said of, each of these once."""
    frames = (_frames() - UNSAID).intersection(tokens)
    objects = [token for token in dict.fromkeys(tokens) if token not in _frames() and token not in UNSAID]
    if kind == "obj":
        frames -= {"~want"}
    if "~like" in frames:
        frames -= {"~favourite"}
    if kind == "event" and any(token.isdigit() for token in objects):
        objects = [token for token in objects if not token.startswith(_WEEKDAYS)]
    if frames & _WIDE and objects:  # to like to play football is to like football
        frames -= _LIGHT_FRAMES
        objects = [token for token in objects if token not in _light()] or objects
    return frames, objects


_WIDE = frozenset({"~like", "~fear", "~prefer"})
_LIGHT_FRAMES = frozenset({"~eat", "~drink", "~play"})
_WEEKDAYS = (
    *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
    *("segunda", "terca", "quarta", "quinta", "sexta", "sabado", "domingo"),
)


@cache
def _lexicons() -> dict[str, Lexicon]:
    return {
        language: Lexicon([expressions(table.FRAMES), expressions(table.THINGS), expressions({"": table.FILLERS})])
        for language, table in _TABLES.items()
    }


@cache
def _frames() -> frozenset[str]:
    said = (token for table in _TABLES.values() for tokens in table.FRAMES for token in tokens.split())
    return frozenset(token for token in said if token[:1] == "~")


@cache
def _light() -> frozenset[str]:
    return frozenset(word for table in _TABLES.values() for word in words(table.LIGHT))
