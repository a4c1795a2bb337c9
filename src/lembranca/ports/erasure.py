"""Removing a person, so that nothing is left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol, runtime_checkable

from lembranca.domain.erasure import PendingErasure
from lembranca.domain.scope import Scope


class IErasureLog(Protocol):
    """
    Removes a person from the history and all that is kept with it, and remembers what is to be done elsewhere.

    The record outlives the process: what has begun is pending until it is ended.
    """

    async def begin(self, scope: Scope, stores: Sequence[str], *, now: datetime) -> PendingErasure:
        """
        Remove the scope from the history with everything kept there: all or nothing, in one durable transaction.

        The same transaction notes that *stores* are still to be done. A scope of which nothing is known is legal: it
        may be known elsewhere. Other scopes are left exactly as they are.
        """
        ...

    async def pending(self) -> list[PendingErasure]:
        """Give those that have begun and not ended, oldest first."""
        ...

    async def done(self, number: int, store: str, *, kind: str, count: int) -> PendingErasure:
        """
        Note that a *store* is done and that *count* of a *kind* were there; repeating adds to the count only.

        When no more than the files are left, the record forgets whose erasure it is.
        """
        ...

    async def scrub(self) -> None:
        """
        Remove from the files of the history every byte of what was deleted from it; others may read and write.

        Raises:
            StorageError: it could not be done, or not wholly; it may be tried again.

        """
        ...

    async def end(self, number: int, *, now: datetime) -> None:
        """Note that everything is done; the record keeps the number, the times and the counts."""
        ...


@runtime_checkable
class ITextMemory(Protocol):
    """Whatever remembers texts or words, in this process, to be faster."""

    def forget_texts(self) -> None:
        """Let go of them all; they are worked out again when they are needed."""
        ...
