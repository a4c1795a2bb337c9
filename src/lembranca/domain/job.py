"""Background work that must not be lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from lembranca.domain.scope import Scope

INDEX = "index"
COMPRESS = "compress"
EXTRACT = "extract"


@dataclass(frozen=True, slots=True)
class NewJob:
    """Work of a *kind* that a write causes; *payload* is what JSON can carry."""

    kind: str
    payload: Mapping[str, Any]


def index_job(conversation_id: str, message_ids: Sequence[str]) -> NewJob:
    """Give the work of bringing messages into the index."""
    return NewJob(INDEX, {"conversation_id": conversation_id, "message_ids": list(message_ids)})


def extract_job(conversation_id: str, message_ids: Sequence[str]) -> NewJob:
    """Give the work of reading messages for facts."""
    return NewJob(EXTRACT, {"conversation_id": conversation_id, "message_ids": list(message_ids)})


@dataclass(frozen=True, slots=True)
class Job:
    """A job that a worker holds. *attempts* counts this one."""

    id: int
    kind: str
    scope: Scope
    payload: Mapping[str, Any]
    attempts: int


@dataclass(frozen=True, slots=True)
class DeadLetter:
    """A job given up after its last attempt, with the reason."""

    id: int
    kind: str
    scope: Scope
    payload: Mapping[str, Any]
    attempts: int
    reason: str
    died_at: datetime


@dataclass(frozen=True, slots=True)
class JobCounts:
    """How many jobs wait (leased ones included) and how many were given up."""

    waiting: int = 0
    dead: int = 0


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """
    When a failed job is tried again.

    The delay doubles from *first* with each attempt up to *longest* (exponential backoff); after *attempts* in all the
    job becomes a dead letter.
    """

    attempts: int = 5
    first: timedelta = timedelta(seconds=1)
    longest: timedelta = timedelta(minutes=5)
    lease: timedelta = timedelta(minutes=2)

    def delay(self, attempts: int) -> timedelta | None:
        """How long to wait after the failure of attempt number *attempts* (from 1); None when it was the last."""
        if attempts >= self.attempts:
            return None
        return min(self.longest, self.first * 2.0 ** (attempts - 1))
