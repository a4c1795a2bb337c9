"""Small real stand-ins for time and ids, so that a test decides them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


class FakeClock:
    """An `IClock` that stands still until it is told to move."""

    def __init__(self, now: datetime = datetime(2026, 3, 2, 19, 4, tzinfo=UTC)) -> None:
        self._now = now

    def now(self) -> datetime:
        """Give the time it was set to."""
        return self._now

    def advance(self, step: timedelta) -> datetime:
        """Move on by *step* (backwards when negative) and give the new time."""
        self._now += step
        return self._now

    def monotonic(self) -> float:
        """Give the same time in seconds, for what counts in `time.monotonic`."""
        return self._now.timestamp()


class SequentialIds:
    """An `IIdGenerator` that counts: `msg-1`, `msg-2`, `conv-3`, ..."""

    def __init__(self) -> None:
        self._count = 0

    def new_id(self, prefix: str) -> str:
        """Give the next id."""
        self._count += 1
        return f"{prefix}-{self._count}"
