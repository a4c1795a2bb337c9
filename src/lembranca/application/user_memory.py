"""What the caller holds of one person."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import cast

from lembranca.application.conversation_memory import ConversationMemory
from lembranca.application.parts import Parts
from lembranca.domain.entry import MemoryEntry, SearchFilter
from lembranca.domain.erasure import Erasure
from lembranca.domain.message import Conversation
from lembranca.domain.rules import require_limit
from lembranca.domain.scope import Scope


class UserMemory:
    """The memory of one person: every conversation of one scope, and nothing outside it."""

    def __init__(self, parts: Parts, scope: Scope) -> None:
        self._parts = parts
        self.scope = scope

    def conversation(self, conversation_id: str) -> ConversationMemory:
        """
        Give the conversation of this id; nothing is stored or looked up yet.

        Raises:
            InvalidInput: the id is not a text of 1 to 512 characters.

        """
        return ConversationMemory(self._parts, self.scope, conversation_id)

    async def conversations(self, *, limit: int = 100, offset: int = 0) -> list[Conversation]:
        """List the person's conversations, the last updated first."""
        require_limit("limit", limit)
        require_limit("offset", offset, minimum=0, maximum=2**53)
        return await self._parts.history.list_conversations(self.scope, limit=limit, offset=offset)

    async def search(
        self,
        query: str,
        *,
        limit: int = 10,
        conversation_id: str | None = None,
        layers: Collection[str] = (),
        kinds: Collection[str] = (),
        since: datetime | None = None,
        until: datetime | None = None,
        explain: bool = False,
    ) -> list[MemoryEntry]:
        """
        Find what was said that matters for *query*, best first, at most *limit* entries.

        *since* and *until* are inclusive. With *explain* each entry tells why it was found. A vector index that
        is not there is logged and done without.

        Raises:
            InvalidInput: the query is not a text, *limit* is below 1, or a filter breaks its rule.
            StorageError: the history cannot be read.

        """
        # The filter judges what it is given, and makes sets of it.
        filters = SearchFilter(conversation_id, cast(frozenset[str], layers), cast(frozenset[str], kinds), since, until)
        found = await self._parts.recall.search(self.scope, query, limit=limit, filters=filters, explain=explain)
        return found.entries

    async def erase(self) -> Erasure:
        """
        Remove the person everywhere, down to the bytes of every file: there is no way back.

        Everybody else's memory stays exactly as it is. What is said from now on is a new beginning. What could not be
        reached stands in the receipt's *unreached*, is tried again in the background and after every start, and
        `status` says so meanwhile.

        Returns:
            The receipt.

        Raises:
            StorageError: the history could not be changed; nothing was removed.

        """
        return await self._parts.eraser.erase(self.scope)
