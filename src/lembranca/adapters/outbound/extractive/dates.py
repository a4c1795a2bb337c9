"""Days written for readers, read back, and put in the place of words such as "yesterday"."""

from __future__ import annotations

import re
from datetime import date, timedelta

from lembranca.domain.words import fold

_MONTHS = {
    # SIM905: a list of twelve quoted words is read by nobody.
    "en": "January February March April May June July August September October November December".split(),  # noqa: SIM905
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro".split(),  # noqa: SIM905
}
_NUMBER = {fold(name): number for names in _MONTHS.values() for number, name in enumerate(names, 1)}
_NAMES = "|".join(sorted(_NUMBER, key=len, reverse=True))
_HEADING = re.compile(rf"(\d{{1,2}})(?: de)? ({_NAMES})(?:(?: de)? (\d{{4}}))?:")
_DAYS = {"yesterday": -1, "tomorrow": 1, "ontem": -1, "amanhã": 1, "anteontem": -2, "last night": -1}
_RELATIVE = re.compile(
    r"(?<!like )(?:\b(from|since|until|till|by|de|desde|até) )?"
    r"\b(last night|yesterday|tomorrow|anteontem|ontem|amanhã)\b(?!-)",
    re.IGNORECASE,
)
_YEARS = re.compile(r"\b(?:(?:no )?ano (passado|que vem)|(last|next) year)\b", re.IGNORECASE)


def written(day: date, language: str, *, year: bool = True) -> str:
    """Write *day* as "7 May 2023" or "7 de maio de 2023", or without its year."""
    month = _MONTHS[language][day.month - 1]
    if language == "pt":
        return f"{day.day} de {month} de {day.year}" if year else f"{day.day} de {month}"
    return f"{day.day} {month} {day.year}" if year else f"{day.day} {month}"


def heading(day: date, before: date | None, language: str) -> str:
    """Write the line above what was said on *day*; the year only where it differs from the day *before*."""
    return written(day, language, year=before is None or before.year != day.year) + ":"


def read_heading(line: str, before: date | None) -> date | None:
    """Read a line that `heading` wrote, in either language; None when it is none."""
    found = _HEADING.fullmatch(fold(line.strip()))
    if not found or not (found[3] or before):
        return None
    year = int(found[3]) if found[3] else before.year  # type: ignore[union-attr] # one of both is there
    try:
        return date(year, _NUMBER[found[2]], int(found[1]))
    except ValueError:
        return None


def with_dates(text: str, day: date, language: str) -> str:
    """Put dates in the place of "yesterday", "tomorrow", "last year" and their like, as said on *day*."""
    try:
        text = _RELATIVE.sub(lambda found: _on(found, day, language), text)
    except OverflowError:  # next to the first or last day there is
        return text
    return _YEARS.sub(lambda found: _year(found, day, language), text)


def _on(found: re.Match[str], day: date, language: str) -> str:
    other = day + timedelta(days=_DAYS[found[2].lower()])
    name = written(other, language, year=other.year != day.year)
    return f"{found[1] or ('on' if language == 'en' else 'em')} {name}"


def _year(found: re.Match[str], day: date, language: str) -> str:
    past = (found[1] or found[2]).lower() in ("passado", "last")
    return f"{'in' if language == 'en' else 'em'} {day.year - 1 if past else day.year + 1}"
