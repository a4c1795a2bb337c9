"""A stretch of time that a text names: a day, a week, a summer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from lembranca.domain.errors import InvalidInput
from lembranca.domain.rules import require_time


@dataclass(frozen=True, slots=True, order=True)
class Period:
    """
    The time from *since*, which belongs to it, to *until*, which does not; both in UTC.

    Raises:
        InvalidInput: one of them is no time, or *since* is not before *until*.

    """

    since: datetime
    until: datetime

    def __post_init__(self) -> None:
        for name in ("since", "until"):
            object.__setattr__(self, name, require_time(f"period.{name}", getattr(self, name)))
        if self.since >= self.until:
            raise InvalidInput("period.since", self.since.isoformat(), f"must be before {self.until.isoformat()}")

    def holds(self, moment: datetime) -> bool:
        """Whether *moment*, which knows its zone, lies within."""
        return self.since <= moment < self.until

    def overlaps(self, other: Period) -> bool:
        """Whether the two have any time in common."""
        return self.since < other.until and other.since < self.until
