"""Periods in a text, resolved by dateparser."""

from __future__ import annotations

import asyncio
import re
import threading
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any

from lembranca.adapters.outbound.dates.calendar import Days, numbered, season, weekend, widened
from lembranca.adapters.outbound.dates.english import ENGLISH
from lembranca.adapters.outbound.dates.phrase import Core, Offset, Phrase, Tongue, find
from lembranca.adapters.outbound.dates.portuguese import PORTUGUESE
from lembranca.domain.errors import InvalidInput
from lembranca.domain.language import language_of
from lembranca.domain.levelling import level
from lembranca.domain.period import Period
from lembranca.domain.words import words

MOST_PERIODS = 20
_LONGEST = 10_000  # characters of a text that are read, from its beginning
_REMEMBERED = 1 << 13
_TONGUES = {"pt": PORTUGUESE, "en": ENGLISH}
_DIGITS = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])|[0-9]/[0-9]|[0-9](?:st|nd|rd|th)\b")
_WORDS = re.compile(r"[a-z]{3,}|ha")
_SPACE = re.compile(r"\s")
_PREFERENCE = {"past": "past", "given": "past", "span": "past", "this": "current_period", "next": "future"}
_NOON = time(12)


class DateparserDateReader:
    """
    An `IDateReader`: finds phrases by the rules of Portuguese and English and has dateparser say which dates they are.

    A text without a word for a date costs microseconds. The library is loaded in a thread by the first text that has
    one, which takes about half a second; what it said of a phrase on a day is remembered.
    """

    def __init__(self) -> None:
        self._read: dict[int, tuple[Period, ...]] = {}

    async def periods(self, text: str, now: datetime, *, language: str | None = None) -> list[Period]:
        """See `IDateReader`."""
        read = _Text.of(text, language)
        return await asyncio.to_thread(read.periods, now) if read.tongues else []

    async def periods_of_each(self, said: Sequence[tuple[str, datetime]]) -> list[list[Period]]:
        """See `IDateReader`."""
        return await asyncio.to_thread(lambda: [list(self._once(text, when)) for text, when in said])

    def _once(self, text: str, when: datetime) -> tuple[Period, ...]:
        """Read what was said before from memory: entries do not change, and many questions meet the same ones."""
        key = hash((text, when))  # of 64 bits, so that the text itself is not remembered
        found = self._read.get(key)
        if found is None:
            found = tuple(_Text.of(text, None).periods(when))
            if len(self._read) >= _REMEMBERED:
                self._read.clear()
            self._read[key] = found
        return found


@dataclass(frozen=True, slots=True)
class _Text:
    """A text as *written*, its levelled twin, and the *tongues* in which it may name dates."""

    written: str
    plain: str
    tongues: list[Tongue]

    @classmethod
    def of(cls, text: str, language: str | None) -> _Text:
        written = text[:_LONGEST]
        if not written.isascii():
            written = unicodedata.normalize("NFC", written)
        plain = _SPACE.sub(" ", level(written))
        return cls(written, plain, _tongues(plain, language))

    def periods(self, now: datetime) -> list[Period]:
        if not self.tongues:
            return []
        return _resolved(_found(self.plain, self.written, self.tongues), now if now.tzinfo else now.replace(tzinfo=UTC))


def _tongues(plain: str, language: str | None) -> list[Tongue]:
    """Give the languages in which *plain* may name dates, first the one that decides between them."""
    said = set(_WORDS.findall(plain))
    cued = [tongue for tongue in _TONGUES.values() if not tongue.cues.isdisjoint(said)]
    digits = _DIGITS.search(plain) is not None
    if not (cued or digits):
        return []
    known = language or language_of(plain, words(plain))
    first = _TONGUES[known or "pt"]
    asked = [tongue for tongue in _TONGUES.values() if tongue in cued or (digits and known is None)]
    return [first] * (digits or first in cued) + [tongue for tongue in asked if tongue is not first]


def _found(plain: str, written: str, tongues: Iterable[Tongue]) -> list[Phrase]:
    phrases: list[Phrase] = []
    for tongue in tongues:
        free = [
            phrase
            for phrase in find(plain, written, tongue)
            if not any(phrase.start < other.end and other.start < phrase.end for other in phrases)
        ]
        phrases += free
    return sorted(phrases)[:MOST_PERIODS]


def _resolved(phrases: Iterable[Phrase], now: datetime) -> list[Period]:
    found: dict[Period, None] = {}
    for phrase in phrases:
        days = _days(phrase.core, phrase.offset, now.date())
        if days is None:
            continue
        since, until = (datetime.combine(day, time(), now.tzinfo) for day in days)
        try:
            found[Period(since, until)] = None
        except InvalidInput:  # in UTC it would lie before the first day there is, or after the last
            continue
    return list(found)


@lru_cache(_REMEMBERED)
def _days(core: Core, offset: Offset | None, today: date) -> Days | None:
    try:
        named = _named(core, today)
        if named is None or offset is None:
            return named
        return _away(named, offset, core.language)
    except (OverflowError, ValueError):  # next to the first or the last day there is
        return None


def _named(core: Core, today: date) -> Days | None:
    match core.sense:
        case "weekend":
            return weekend(core.text, today)
        case "numbered":
            return numbered(int(core.text), today)
        case "season":
            which, name = core.text.split()
            return season(which, name, today, south=core.language == "pt")
        case "range":
            return _from_to(core, today)
        case _:
            return _asked(core, today)


def _asked(core: Core, today: date) -> Days | None:
    found = _LIBRARY.day(core.text, core.language, today, _PREFERENCE[core.sense])
    if found is None:
        return None
    if core.sense == "span":
        return found[0], today + timedelta(days=1)
    days = widened(*found)
    if core.sense == "past" and days[1] > today:
        return _looked_up(core.text, core.language, days[0] - timedelta(days=1), "past")
    return days


def _from_to(core: Core, today: date) -> Days | None:
    first, _, last = core.text.partition("|")
    end = _looked_up(last, core.language, today, "past")
    # What begins a stretch without its own year lies before what ends it.
    begin = end and _looked_up(first, core.language, end[1] - timedelta(days=1), "past")
    return (begin[0], end[1]) if begin and end and begin[0] < end[1] else None


def _looked_up(text: str, language: str, today: date, prefer: str) -> Days | None:
    found = _LIBRARY.day(text, language, today, prefer)
    return widened(*found) if found else None


def _away(named: Days, offset: Offset, language: str) -> Days | None:
    """Give what lies so many units before or after the days *named*: of one week, the seven days next to them."""
    number, unit, before = offset
    if unit == "weekend":
        return weekend("past", named[0]) if before else weekend("this", named[1])
    if unit == "week" and number == 1:
        week = timedelta(days=7)
        return (named[0] - week, named[0]) if before else (named[1], named[1] + week)
    if unit not in {"day", "week", "month", "year"}:
        if before:
            return _looked_up(unit, language, named[0], "past")
        return _looked_up(unit, language, named[1] - timedelta(days=1), "future")
    if before:
        return _looked_up(f"{number} {unit}s ago", "en", named[0], "past")
    return _looked_up(f"in {number} {unit}s", "en", named[1] - timedelta(days=1), "future")


class _Library:
    """dateparser, imported when it is first asked; it is not made for several threads at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def day(self, text: str, language: str, today: date, prefer: str) -> tuple[date, str] | None:
        """Say which day *text* is, seen from *today*, and whether it is a day, week, month or year; None if none."""
        settings: dict[str, Any] = {
            "RELATIVE_BASE": datetime.combine(today, _NOON),
            "PREFER_DATES_FROM": prefer,
            "TIMEZONE": "UTC",
        }
        with self._lock:
            # It takes long to load, and most texts name no date.
            from dateparser.date import DateDataParser  # type: ignore[import-untyped]  # noqa: PLC0415

            found = DateDataParser(languages=[language], settings=settings).get_date_data(text)
        return (found.date_obj.date(), found.period) if found.date_obj else None


_LIBRARY = _Library()
