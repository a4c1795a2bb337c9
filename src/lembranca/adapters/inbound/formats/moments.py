"""Times as files write them: ISO 8601, seconds or milliseconds since 1970, LoCoMo's own words."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from lembranca.domain.errors import InvalidInput
from lembranca.domain.rules import require_time

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECONDS_FROM = 1e11  # as seconds it is the year 5138, as milliseconds 1973
_DIGITS = re.compile(r"-?(\d{10}|\d{13})(\.\d{1,9})?")
_MONTHS = (
    "january february march april may june july august september october november december".split()  # noqa: SIM905
)
_LOCOMO = re.compile(r"(\d{1,2}):(\d{2})\s*([ap])m on (\d{1,2}) ([a-z]+),? (\d{4})", re.IGNORECASE)


def read_time(value: object) -> datetime | None:
    """
    Read ISO 8601 text (without a zone: UTC) or a number of seconds or milliseconds since 1970; None stays None.

    Raises:
        InvalidInput: it is neither, or outside the years 1 to 9999.

    """
    if value is None:
        return None
    if isinstance(value, str) and _DIGITS.fullmatch(value):
        value = float(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _since_epoch(value)
    return require_time("timestamp", value)


def read_locomo_time(value: object) -> datetime:
    """
    Read LoCoMo's session times, such as "4:05 pm on 7 June, 2021", as UTC.

    Raises:
        InvalidInput: it is written otherwise or is no such day.

    """
    found = _LOCOMO.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None or found[5].lower() not in _MONTHS:
        raise InvalidInput("session date", value, 'must be written like "4:05 pm on 7 June, 2021"')
    hour = int(found[1]) % 12 + (12 if found[3].lower() == "p" else 0)
    month = _MONTHS.index(found[5].lower()) + 1
    try:
        return datetime(int(found[6]), month, int(found[4]), hour, int(found[2]), tzinfo=UTC)
    except ValueError:
        raise InvalidInput("session date", value, "must be a day and an hour that exist") from None


def _since_epoch(number: float) -> datetime:
    try:
        seconds = number / 1000 if abs(number) >= _MILLISECONDS_FROM else number
        return _EPOCH + timedelta(seconds=seconds)
    except (OverflowError, ValueError):  # too far away; not a number at all
        rule = "must be seconds or milliseconds since 1970, within the years 1 to 9999"
        raise InvalidInput("timestamp", number, rule) from None
