"""What is known of people, to be looked over without being changed."""

from __future__ import annotations

from typing import Protocol

from lembranca.domain.known_fact import Fact, Source
from lembranca.domain.message import Message
from lembranca.domain.scope import Scope


class IFactCheck(Protocol):
    """Reads a store of facts that nobody need have open, and never changes it."""

    async def people(self) -> list[Scope]:
        """Give the scopes that have an active fact, in a fixed order."""
        ...

    async def active_facts(self, scope: Scope) -> list[Fact]:
        """Give the active facts of a scope with their sources, in the order in which they were made."""
        ...

    async def around(self, scope: Scope, source: Source, *, before: int, after: int) -> list[Message]:
        """
        Give the message that *source* names among those *before* and *after* it in its conversation, in their order.

        Nothing when it is gone.
        """
        ...
