"""
A circuit breaker: what fails again and again is left alone for a while.

Our own, because those on PyPI (purgatory, aiobreaker, circuitbreaker, pybreaker) pause for a fixed time and then let
every caller try at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from lembranca.domain.errors import LembrancaError, StorageError, StorageUnavailable


class CircuitBreaker:
    """
    Opens after *failures* in a row, then refuses at once; after a pause one trial is let through.

    The trial closes the circuit when it succeeds; when it fails the pause doubles, from *first* to *longest* seconds.
    One of *failing*, or a `TimeoutError`, is a failure; any other `LembrancaError` is an answer, hence a success; what
    else ends a call, such as its cancellation, says nothing about the other side.

    Args:
        name: of what is behind it, for messages.
        monotonic: tells the time in seconds.
        failing: the error that tells that the other side failed.

    """

    def __init__(
        self,
        name: str,
        *,
        monotonic: Callable[[], float],
        failures: int = 3,
        first: float = 5.0,
        longest: float = 60.0,
        failing: type[LembrancaError] = StorageError,
    ) -> None:
        self._name = name
        self._monotonic = monotonic
        self._tolerated = failures
        self._first = first
        self._longest = longest
        self._failing = failing
        self._failed = 0
        self._pause = first
        self._retry_at: float | None = None
        self._on_trial = False
        self._reason = ""

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """
        Let a call through and learn from how it ends.

        Raises:
            StorageUnavailable: the circuit is open, or another call is on trial.

        """
        trial = self._admit()
        try:
            yield
        except (self._failing, TimeoutError) as exc:
            self._learn_failure(exc, trial=trial)
            raise
        except LembrancaError:
            self._learn_success(trial=trial)
            raise
        else:
            self._learn_success(trial=trial)
        finally:
            if trial:
                self._on_trial = False

    def check(self) -> str | None:
        """Say why the circuit is open and when it is tried again, None when it is closed."""
        if self._retry_at is None:
            return None
        wait = max(0, math.ceil(self._retry_at - self._monotonic()))
        return f"{self._name} is left alone after {self._failed} failures ({self._reason}); next try in {wait} s"

    def _admit(self) -> bool:
        if self._retry_at is None:
            return False
        if self._on_trial or self._monotonic() < self._retry_at:
            raise StorageUnavailable(self.check())
        self._on_trial = True
        return True

    def _learn_failure(self, exc: Exception, *, trial: bool) -> None:
        if self._retry_at is not None and not trial:
            return  # begun before the circuit opened, so nothing new
        self._failed += 1
        self._reason = str(exc) or type(exc).__name__
        if trial:
            self._pause = min(2 * self._pause, self._longest)
        if self._failed >= self._tolerated:
            self._retry_at = self._monotonic() + self._pause

    def _learn_success(self, *, trial: bool) -> None:
        if self._retry_at is not None and not trial:
            return
        self._failed, self._pause, self._retry_at = 0, self._first, None
