"""What it means that a person was removed everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from lembranca.domain.scope import Scope

CACHE = "session cache"
INDEX = "vector index"
FILES = "files"
STORES = (CACHE, INDEX, FILES)


@dataclass(frozen=True, slots=True)
class Erasure:
    """
    The receipt: a person was removed, from *begun_at* to *ended_at*.

    *removed* counts what there was, by kind: conversations, messages, summaries, facts, changes (of facts),
    messages_read (notes that they were read for facts), words (full-text rows), embeddings, jobs, dead_letters, vectors
    (of the index), sessions (conversations in the session cache). *unreached* tells by
    store what could not be done and why; while there is any, *ended_at* is None, and it is tried again in the
    background and after every start. What belongs to *number* and holds no more than that is kept as the record.
    """

    number: int
    begun_at: datetime
    ended_at: datetime | None
    removed: Mapping[str, int]
    unreached: Mapping[str, str]

    @property
    def complete(self) -> bool:
        """Whether nothing is left of the person anywhere that Lembrança can reach."""
        return self.ended_at is not None


@dataclass(frozen=True, slots=True)
class PendingErasure:
    """
    An erasure that has begun: the history is without the person, the *stores* are still to be done.

    *scope* is None once no store but the files is to be done: nothing has to know the person any more.
    """

    number: int
    scope: Scope | None
    begun_at: datetime
    removed: Mapping[str, int]
    stores: tuple[str, ...]
