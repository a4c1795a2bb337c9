"""The blocking twin of what the caller holds of one conversation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from lembranca.adapters.inbound.loop_thread import LoopThread
from lembranca.application import conversation_memory
from lembranca.domain.context import MemoryContext
from lembranca.domain.message import Conversation, Message, NewMessage
from lembranca.domain.summary import Summary
from lembranca.ports.memory_repository import AppendResult
from lembranca.sync.iteration import iterate

_PAGE = 500


class ConversationMemory:
    """One conversation of one person; see `lembranca.ConversationMemory`."""

    def __init__(self, inner: conversation_memory.ConversationMemory, loop: LoopThread[Any]) -> None:
        self._inner = inner
        self._loop = loop
        self.scope = inner.scope
        self.id = inner.id

    def load(self, query: str | None = None, *, max_tokens: int | None = None) -> MemoryContext:
        """Give the context for the next answer."""
        return self._loop.call(self._inner.load(query, max_tokens=max_tokens))

    def save(
        self,
        *,
        user: str | None = None,
        assistant: str | None = None,
        idempotency_key: str | None = None,
        channel: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> list[Message]:
        """Keep one turn, durably. Returns its messages as stored."""
        return self._loop.call(
            self._inner.save(
                user=user, assistant=assistant, idempotency_key=idempotency_key, channel=channel, metadata=metadata
            )
        )

    def add_messages(self, messages: Iterable[NewMessage | Mapping[str, Any]]) -> AppendResult:
        """Keep messages in the order given, all or none."""
        return self._loop.call(self._inner.add_messages(list(messages)))  # what is lazy is made in the caller's thread

    def messages(self, *, first: int = 1, last: int | None = None) -> list[Message]:
        """Give the messages at the positions *first* to *last*."""
        return self._loop.call(self._inner.messages(first=first, last=last))

    def history(self) -> Iterator[Message]:
        """Go through all messages, oldest first, without holding them all in memory."""
        return iterate(self._loop, self._inner.history(), _PAGE)

    def info(self) -> Conversation:
        """Give title, times and number of messages."""
        return self._loop.call(self._inner.info())

    def rename(self, title: str) -> None:
        """Give the conversation another *title*, of 1 to 200 characters."""
        self._loop.call(self._inner.rename(title))

    def pin(self, message_id: str, *, pinned: bool = True) -> None:
        """Pin a message, or unpin it."""
        self._loop.call(self._inner.pin(message_id, pinned=pinned))

    def unpin(self, message_id: str) -> None:
        """Unpin a message; it is condensed with the others from now on."""
        self._loop.call(self._inner.unpin(message_id))

    def compress(self) -> list[Summary]:
        """Condense now all that may be condensed. Returns the summaries made."""
        return self._loop.call(self._inner.compress())

    def refresh(self) -> list[Summary]:
        """Make the summaries anew from the messages. Returns those now live."""
        return self._loop.call(self._inner.refresh())

    def summaries(self) -> list[Summary]:
        """Give the live summaries, oldest turns first."""
        return self._loop.call(self._inner.summaries())

    def timeline(self, *, limit: int = 100, offset: int = 0) -> list[Summary]:
        """Give every summary ever made, in the order in which they were made; retired ones say since when."""
        return self._loop.call(self._inner.timeline(limit=limit, offset=offset))

    def delete(self) -> bool:
        """Remove the conversation with all its messages. Returns whether it was there."""
        return self._loop.call(self._inner.delete())
