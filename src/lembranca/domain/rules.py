"""The rules that every value from outside has to pass, each with the error that names it."""

from __future__ import annotations

from datetime import UTC, date, datetime

from lembranca.domain.errors import InvalidInput

MAX_ID_CHARACTERS = 512
DEFAULT_MAX_MESSAGE_BYTES = 1 << 20


def require_text(field: str, value: object) -> str:
    """Give *value* back when it is text that UTF-8 can carry; the empty text is refused."""
    if not isinstance(value, str):
        raise InvalidInput(field, value, "must be a text")
    if not value:
        raise InvalidInput(field, value, "must not be empty")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise InvalidInput(field, value, "must be valid Unicode without lone surrogates") from None
    return value


def require_id(field: str, value: object) -> str:
    """Give *value* back when it is a text of 1 to 512 characters without NUL."""
    text = require_text(field, value)
    if len(text) > MAX_ID_CHARACTERS:
        raise InvalidInput(field, value, f"must have at most {MAX_ID_CHARACTERS} characters")
    if "\0" in text:
        raise InvalidInput(field, value, "must not contain the NUL character")
    return text


def require_content(field: str, value: object, *, max_bytes: int = DEFAULT_MAX_MESSAGE_BYTES) -> str:
    """Give *value* back when it is text of 1 to *max_bytes* bytes in UTF-8."""
    text = require_text(field, value)
    if len(text) > max_bytes or len(text.encode()) > max_bytes:
        raise InvalidInput(field, value, f"must have at most {max_bytes} bytes in UTF-8")
    return text


def require_limit(field: str, value: object, *, minimum: int = 1, maximum: int = 100_000) -> int:
    """Give *value* back when it is a whole number from *minimum* to *maximum*."""
    if isinstance(value, bool) or not isinstance(value, int) or not minimum <= value <= maximum:
        raise InvalidInput(field, value, f"must be a whole number from {minimum} to {maximum}")
    return value


def require_share(field: str, value: object) -> float:
    """Give *value* as a float when it is a number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidInput(field, value, "must be a number from 0 to 1")
    return float(value)


def require_flag(field: str, value: object) -> bool:
    """Give *value* back when it is true or false."""
    if not isinstance(value, bool):
        raise InvalidInput(field, value, "must be true or false")
    return value


def require_time(field: str, value: object) -> datetime:
    """Give *value* in UTC when it is a date and time; one without a zone is taken as UTC. ISO 8601 text is read."""
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            raise InvalidInput(field, value, "must be a date and time such as 2026-03-02T19:04:00-03:00") from None
    if not isinstance(value, datetime):
        raise InvalidInput(field, value, "must be a datetime or an ISO 8601 text")
    try:
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
    except (OverflowError, ValueError):
        raise InvalidInput(field, value, "must lie between the years 1 and 9999 in UTC") from None


def require_day(field: str, value: object) -> date:
    """Give *value* back when it is a date; a datetime is refused, since its day depends on the zone."""
    if isinstance(value, datetime) or not isinstance(value, date):
        raise InvalidInput(field, value, "must be a date without a time")
    return value


def require_one_of(field: str, value: object, allowed: tuple[str, ...]) -> str:
    """Give *value* back when it is one of *allowed*."""
    if not isinstance(value, str) or value not in allowed:
        raise InvalidInput(field, value, f"must be one of {', '.join(map(str, allowed))}")
    return value
