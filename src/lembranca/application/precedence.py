"""Lets what somebody waits for go before background work that computes in a thread."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

_SLICE = 0.0005  # seconds of computing between two breaths
_BREATH = 0.0001  # seconds; long enough for a waiting thread to wake up and take over
_PATIENCE = 0.05  # seconds; then a slice is due whatever else goes on, so that background work never stands still


class Precedence:
    """
    One thread computes at a time in Python, and one that computes gives way only every 5 milliseconds.

    A save changes threads several times, so beside a computation it would take ten times as long. Work in a thread
    therefore calls `breathe` every fraction of a millisecond, which waits while something is done `first`.
    """

    def __init__(self) -> None:
        self._first = 0
        self._last_breath = 0.0

    @contextmanager
    def first(self) -> Iterator[None]:
        """Let what is done in this block go first."""
        self._first += 1
        try:
            yield
        finally:
            self._first -= 1

    def breathe(self) -> None:
        """Give way, as often as is right; from a thread that computes."""
        now = time.monotonic()
        if now - self._last_breath < _SLICE:
            return
        time.sleep(_BREATH)
        while self._first and time.monotonic() - now < _PATIENCE:
            time.sleep(_BREATH)
        self._last_breath = time.monotonic()
