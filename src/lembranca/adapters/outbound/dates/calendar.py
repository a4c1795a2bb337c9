"""Days counted: weeks, weekends, months and seasons as stretches of days, the last one excluded."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TypeAlias

Days: TypeAlias = tuple[date, date]

_SATURDAY = 5
# The first month of each season by hemisphere, in whole months as meteorologists count. Portuguese is read as in
# Brazil, where most of those who speak it live; English as in the north.
_NORTH = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}
_SOUTH = {"spring": 9, "summer": 12, "autumn": 3, "winter": 6}
_LAST_MONTH = 12
_HALF_A_SEASON = timedelta(days=45)


def widened(day: date, width: str) -> Days:
    """Give the week (from Monday), month or year around *day*; for any other *width* the day itself."""
    if width == "week":
        monday = day - timedelta(days=day.weekday())
        return monday, monday + timedelta(days=7)
    if width == "month":
        return day.replace(day=1), months_on(day.replace(day=1), 1)
    if width == "year":
        return date(day.year, 1, 1), date(day.year + 1, 1, 1)
    return day, day + timedelta(days=1)


def months_on(first: date, number: int) -> date:
    """Give the first day of the month *number* months after that of *first*."""
    years, month = divmod(first.month - 1 + number, _LAST_MONTH)
    return date(first.year + years, month + 1, 1)


def numbered(number: int, today: date) -> Days:
    """Give the last day up to *today* that has *number*, from 1 to 31, in its month."""
    first = today.replace(day=1)
    for back in range(4):  # of four months in a row, one has 31 days and has them behind it
        month = months_on(first, -back)
        day = month + timedelta(days=number - 1)
        if day <= today and day.month == month.month:
            return day, day + timedelta(days=1)
    raise ValueError(number)


def weekend(which: str, today: date) -> Days:
    """
    Give a weekend seen from *today*.

    *past* is the last that is over, *before* the one before that, *given* the last that has begun, *this* the one of
    this week, *next* the one after that.
    """
    saturday = today - timedelta(days=today.weekday() - _SATURDAY)
    weeks = {"before": -2, "past": -1, "given": 0 if saturday <= today else -1, "this": 0, "next": 1}[which]
    saturday += timedelta(days=7 * weeks)
    return saturday, saturday + timedelta(days=2)


def season(which: str, name: str, today: date, *, south: bool) -> Days:
    """
    Give a season: the *past* one, over by *today*; *this*, the nearest; the *next* to begin; or that of a year.

    One over the turn of the year is that of the year in which it ends.
    """
    first = (_SOUTH if south else _NORTH)[name]
    if which.isdecimal():
        begin = date(int(which) - (first == _LAST_MONTH), first, 1)
        return begin, months_on(begin, 3)
    near = [date(today.year + years, first, 1) for years in (-2, -1, 0, 1)]
    begin = {
        "past": max(begin for begin in near if months_on(begin, 3) <= today),
        "this": min(near, key=lambda begin: abs(begin + _HALF_A_SEASON - today)),
        "next": min(begin for begin in near if begin > today),
    }[which]
    return begin, months_on(begin, 3)
