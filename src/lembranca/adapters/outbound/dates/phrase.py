"""Where in a text a date is named, and what of it can be resolved."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Sense: TypeAlias = Literal["given", "past", "this", "next", "span", "range", "numbered", "weekend", "season"]

DAY = r"(?P<d>3[01]|[12][0-9]|0?[1-9])"
YEAR = r"(?P<y>(?:19|20)[0-9]{2})"
_WORD_BEFORE, _WORD_AFTER = r"(?<![\w/.,-])", r"(?![\w/]|[.,][0-9])"


class Core(NamedTuple):
    """
    What is to be resolved.

    *text* is what the library reads, and *sense* how: as *given*; the last that is over (*past*); the one of this year
    (*this*); the first that has not begun (*next*); from then up to now (*span*); from what stands before a bar to what
    stands after it (*range*). What the library does not know is counted in `calendar`: a day by its number in a month
    (*numbered*), and a *weekend* or a *season*, of which *text* says which, and for a season its name after it.
    """

    text: str
    sense: Sense
    language: str


class Offset(NamedTuple):
    """So many units *before* the date that follows in the text, or after it."""

    number: int
    unit: str
    before: bool


class Phrase(NamedTuple):
    """A place of a text, what it names, and how far from that is meant when it is counted from it."""

    start: int
    end: int
    core: Core
    offset: Offset | None = None


class Rule(NamedTuple):
    """*pattern* finds a phrase in levelled text; *text* is filled with its groups, to be resolved in *sense*."""

    pattern: re.Pattern[str]
    text: str
    sense: Sense = "given"


@dataclass(frozen=True, slots=True)
class Tongue:
    """
    How one language names dates.

    Attributes:
        language: as the library calls it.
        cues: words without one of which, or a year, nothing is looked for.
        rules: the most specific first, for a place belongs to the first that finds it.
        numbers: words for numbers.
        names: what seasons and the units of an offset are called here, and what they are called in this package.
        offset: finds by how much something is counted from the date that follows: groups n, u, way.
        before: what group *way* may begin with when it means before.
        is_month: tells from a month as written, and the groups beside it, whether it is one and no other word.

    """

    language: str
    cues: frozenset[str]
    rules: tuple[Rule, ...]
    numbers: Mapping[str, str]
    names: Mapping[str, str]
    offset: re.Pattern[str]
    before: tuple[str, ...]
    is_month: Callable[[str, Mapping[str, str]], bool]


def rule(pattern: str, text: str, sense: Sense = "given") -> Rule:
    """Make a rule that holds between whole words."""
    return Rule(re.compile(f"{_WORD_BEFORE}(?:{pattern}){_WORD_AFTER}"), text, sense)


# Dates in digits; which comes first, day or month, depends on the language.
DIGITS = (
    rule(r"(?P<t>(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:3[01]|[12][0-9]|0[1-9]))", "{t}"),
    rule(r"(?P<t>[0-9]{1,2}/[0-9]{1,2}/(?:[0-9]{4}|[0-9]{2}))", "{t}"),
    rule(r"(?P<t>(?:1[0-2]|0?[1-9])/(?:19|20)[0-9]{2})", "{t}"),
    rule(r"(?:on|no dia|dia|em) (?P<t>[0-9]{1,2}/[0-9]{1,2})", "{t}"),
)


def find(plain: str, written: str, tongue: Tongue) -> list[Phrase]:
    """Give what names dates in *written*, whose levelled twin is *plain*, in its order."""
    taken: list[Phrase] = []
    for one in tongue.rules:
        for found in one.pattern.finditer(plain):
            start, end = found.span()
            filled = {name: value or "" for name, value in found.groupdict().items()}
            if any(start < other.end and other.start < end for other in taken):
                continue
            if filled.get("m") and not tongue.is_month(written[found.start("m") : found.end("m")], filled):
                continue
            taken.append(Phrase(start, end, _core(one, filled, tongue)))
    return _counted(sorted(taken), plain, tongue)


def _core(one: Rule, filled: Mapping[str, str], tongue: Tongue) -> Core:
    words = {"n": tongue.numbers, "d": tongue.numbers, "s": tongue.names}
    known = {name: words.get(name[0], {}).get(value, value) for name, value in filled.items()}
    known["m"] = known.get("m") or known.get("m1", "")
    return Core(" ".join(one.text.format(**known).split()), one.sense, tongue.language)


def _counted(phrases: list[Phrase], plain: str, tongue: Tongue) -> list[Phrase]:
    """Join each date with "two weeks" before "before" in front of it, which may itself look like a date."""
    counting = {found.end(): found for found in tongue.offset.finditer(plain)}
    joined: list[Phrase] = []
    for phrase in phrases:
        found = counting.get(phrase.start)
        if found is None:
            joined.append(phrase)
            continue
        while joined and joined[-1].end > found.start():
            joined.pop()
        number = tongue.numbers.get(found["n"] or "1", found["n"] or "1")
        offset = Offset(int(number), tongue.names.get(found["u"], found["u"]), found["way"].startswith(tongue.before))
        joined.append(phrase._replace(start=found.start(), offset=offset))
    return joined
