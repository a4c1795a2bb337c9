"""Time."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class IClock(Protocol):
    """Tells the time, so that tests can decide it."""

    def now(self) -> datetime:
        """Now, aware and in UTC."""
        ...
