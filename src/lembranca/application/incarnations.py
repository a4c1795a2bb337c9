"""Keeps work for a person that was begun before an erasure from being finished after it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from lembranca.domain.errors import Conflict
from lembranca.domain.scope import Scope


class Incarnation:
    """A person's time in the memory: from the first word, or from the one before's erasure, to the next erasure."""

    def __init__(self) -> None:
        self.ended = False
        self.writers = 0
        self.idle = asyncio.Event()


class Incarnations:
    """
    The present incarnation of each scope for which work is in flight; of nobody else anything is held.

    Whoever writes for a scope does so inside `writing`: it is finished before an erasure begins, or begins after it.
    Whoever takes long asks `of` when he begins, and writes only when that has not ended.
    """

    def __init__(self) -> None:
        self._present: WeakValueDictionary[Scope, Incarnation] = WeakValueDictionary()
        self._closed: dict[Scope, asyncio.Event] = {}

    def of(self, scope: Scope) -> Incarnation:
        """Give the present incarnation; it stays the same one for as long as anybody holds it."""
        return self._present.get(scope) or self._present.setdefault(scope, Incarnation())

    @asynccontextmanager
    async def writing(self, scope: Scope, *, begun_by: Incarnation | None = None) -> AsyncIterator[Incarnation]:
        """
        Write in this block, which nobody has for himself meanwhile; it gives the incarnation written to.

        Raises:
            Conflict: the incarnation that the work was *begun_by* has ended.

        """
        while (opened := self._closed.get(scope)) is not None:
            await opened.wait()
        present = self.of(scope)
        if begun_by is not None and begun_by is not present:
            raise Conflict("user", scope.user_id, "state", "was erased since this was begun")
        present.writers += 1
        try:
            yield present
        finally:
            present.writers -= 1
            if not present.writers:
                present.idle.set()

    @asynccontextmanager
    async def alone(self, scope: Scope) -> AsyncIterator[None]:
        """Have the scope for oneself in this block, once those who write in it are done; one at a time may ask."""
        present = self.of(scope)
        self._closed[scope] = opened = asyncio.Event()
        try:
            while present.writers:
                present.idle.clear()
                await present.idle.wait()
            yield
        finally:
            del self._closed[scope]
            opened.set()

    def end(self, scope: Scope) -> None:
        """Begin another incarnation: what comes of work of the present one counts no more."""
        present = self._present.pop(scope, None)
        if present is not None:
            present.ended = True
