"""What the caller holds of one conversation."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any

from lembranca.application.parts import Parts
from lembranca.domain.context import MemoryContext
from lembranca.domain.errors import InvalidInput, NotFound
from lembranca.domain.message import Conversation, Message, NewMessage, require_title
from lembranca.domain.rules import require_flag, require_id, require_limit
from lembranca.domain.scope import Scope
from lembranca.domain.summary import Summary
from lembranca.ports.memory_repository import AppendResult

_PAGE = 500


class ConversationMemory:
    """One conversation of one person. It need not exist yet: the first save creates it."""

    def __init__(self, parts: Parts, scope: Scope, conversation_id: str) -> None:
        self._parts = parts
        self.scope = scope
        self.id = require_id("conversation_id", conversation_id)

    async def load(self, query: str | None = None, *, max_tokens: int | None = None) -> MemoryContext:
        """Give the context for the next answer; see `MemoryAgent.load`."""
        return await self._parts.agent.load(self.scope, self.id, query, max_tokens=max_tokens)

    async def save(
        self,
        *,
        user: str | None = None,
        assistant: str | None = None,
        idempotency_key: str | None = None,
        channel: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> list[Message]:
        """Keep one turn, durably; see `MemoryAgent.save`. Returns its messages as stored."""
        result = await self._parts.agent.save(
            self.scope,
            self.id,
            user=user,
            assistant=assistant,
            idempotency_key=idempotency_key,
            channel=channel,
            metadata=metadata,
        )
        return result.messages

    async def add_messages(self, messages: Iterable[NewMessage | Mapping[str, Any]]) -> AppendResult:
        """
        Keep messages in the order given, all or none, as when importing; see `MemoryAgent.add`.

        Mappings have the fields of `NewMessage`. Returns the messages as stored and how many of them are new.
        """
        if isinstance(messages, str | bytes | Mapping) or not isinstance(messages, Iterable):
            raise InvalidInput("messages", messages, "must be a list of messages or of mappings")
        given = [item if isinstance(item, NewMessage) else NewMessage.from_mapping(item) for item in messages]
        return await self._parts.agent.add(self.scope, self.id, given)

    async def messages(self, *, first: int = 1, last: int | None = None) -> list[Message]:
        """
        Give the messages at the positions *first* to *last* (from 1, both included; to the end by default).

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        require_limit("first", first, maximum=2**53)
        if last is not None:
            require_limit("last", last, maximum=2**53)
        found = await self._parts.history.get_messages(self.scope, self.id, first=first, last=last)
        if not found:
            await self.info()
        return found

    async def history(self) -> AsyncIterator[Message]:
        """Go through all messages, oldest first, without holding them all in memory."""
        first = 1
        while page := await self._parts.history.get_messages(self.scope, self.id, first=first, last=first + _PAGE - 1):
            for message in page:
                yield message
            first += _PAGE

    async def info(self) -> Conversation:
        """
        Give title, times and number of messages.

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        found = await self._parts.history.get_conversation(self.scope, self.id)
        if found is None:
            raise NotFound("conversation", self.id)
        return found

    async def rename(self, title: str) -> None:
        """
        Give the conversation another *title*, of 1 to 200 characters.

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        require_title(title)
        if not await self._parts.sessions.finish(self._rename(title)):
            raise NotFound("conversation", self.id)

    async def _rename(self, title: str) -> bool:
        async with self._parts.incarnations.writing(self.scope):
            return await self._parts.history.rename_conversation(self.scope, self.id, title)

    async def pin(self, message_id: str, *, pinned: bool = True) -> None:
        """Pin a message, or unpin it; see `MemoryAgent.pin`."""
        require_id("message_id", message_id)
        await self._parts.agent.pin(self.scope, self.id, message_id, pinned=require_flag("pinned", pinned))

    async def unpin(self, message_id: str) -> None:
        """Unpin a message; it is condensed with the others from now on."""
        await self.pin(message_id, pinned=False)

    async def compress(self) -> list[Summary]:
        """
        Condense now all that may be condensed, and wait for it; see `CompressionAgent.compress`.

        Returns:
            The summaries made; none when nothing could be condensed.

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        await self.info()
        return await self._parts.compression.compress(self.scope, self.id)

    async def refresh(self) -> list[Summary]:
        """Make the summaries anew from the messages; see `CompressionAgent.refresh`. Returns those now live."""
        return await self._parts.compression.refresh(self.scope, self.id)

    async def summaries(self) -> list[Summary]:
        """
        Give the live summaries, oldest turns first.

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        return await self._parts.summaries.live_summaries(self.scope, self.id) or await self._none()

    async def timeline(self, *, limit: int = 100, offset: int = 0) -> list[Summary]:
        """
        Give every summary ever made, in the order in which they were made; retired ones say since when.

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        require_limit("limit", limit)
        require_limit("offset", offset, minimum=0, maximum=2**53)
        found = await self._parts.summaries.timeline(self.scope, self.id, limit=limit, offset=offset)
        return found or await self._none()

    async def _none(self) -> list[Summary]:
        await self.info()
        return []

    async def delete(self) -> bool:
        """Remove the conversation with all its messages and summaries. Returns whether it was there."""
        return await self._parts.sessions.finish(self._delete())

    async def _delete(self) -> bool:
        with self._parts.condensed.deleting(self.scope, self.id):
            deleted = await self._parts.history.delete_conversation(self.scope, self.id)
        self._parts.pressure.changed(self.scope, self.id)
        await self._parts.sessions.forget(self.scope, self.id)
        if deleted:
            await self._parts.index.forget_conversation(self.scope, self.id)
        return deleted
