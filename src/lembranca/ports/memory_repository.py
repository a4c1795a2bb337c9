"""Where conversations are kept: the history, and the session caches before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from lembranca.domain.job import NewJob
from lembranca.domain.message import Conversation, Message
from lembranca.domain.scope import Scope


@dataclass(frozen=True, slots=True)
class AppendResult:
    """The *messages* as stored, in the order given, and how many of them were *added* (the others were there)."""

    messages: list[Message]
    added: int


class IMemoryRepository(Protocol):
    """
    Conversations and their messages, each inside a scope.

    Messages of a conversation have an order, that of their arrival, and positions 1, 2, 3, ... in it. A repository with
    a time to live forgets a conversation as a whole, never a part of its newest messages. Errors of the driver come out
    as `StorageError`.
    """

    async def open(self) -> None:
        """Connect, create what is missing; opening twice is harmless."""
        ...

    async def close(self) -> None:
        """Let go of what `open` took; closing twice is harmless."""
        ...

    async def save_conversation(self, scope: Scope, conversation: Conversation) -> str:
        """
        Create the conversation or replace its title and times; its messages stay.

        Returns:
            Its id.

        """
        ...

    async def get_conversation(self, scope: Scope, conversation_id: str) -> Conversation | None:
        """Give the conversation with its number of messages, None when it is unknown in this scope."""
        ...

    async def list_conversations(self, scope: Scope, *, limit: int = 100, offset: int = 0) -> list[Conversation]:
        """
        List the scope's conversations, the last updated first, equal ones by id.

        Raises:
            InvalidInput: *limit* is below 1 or *offset* below 0.

        """
        ...

    async def delete_conversation(self, scope: Scope, conversation_id: str) -> bool:
        """Remove the conversation and its messages. Returns whether it was there."""
        ...

    async def add_message(self, scope: Scope, message: Message) -> str:
        """Add one message: `add_messages` for one. Returns its id."""
        ...

    async def add_messages(self, scope: Scope, conversation_id: str, messages: Sequence[Message]) -> list[Message]:
        """
        Append *messages* in the order given; all or none. The conversation is created when it is unknown.

        A message whose id is there already with the same role, content and author is passed over, so repeating is
        harmless. Positions that the messages bring are ignored; an unbroken run of positions is given.

        Returns:
            The messages as stored, with positions, in the order given; for a repeated one, the first.

        Raises:
            Conflict: an id is there already with other content; nothing is stored.
            InvalidInput: a message names another conversation; nothing is stored.
            StorageFull: no room; nothing is stored.

        """
        ...

    async def get_recent_messages(self, scope: Scope, conversation_id: str, limit: int) -> list[Message]:
        """
        Give the newest *limit* messages, oldest first; an empty list when the conversation is unknown.

        Raises:
            InvalidInput: *limit* is below 1.

        """
        ...

    async def get_messages(
        self, scope: Scope, conversation_id: str, *, first: int = 1, last: int | None = None
    ) -> list[Message]:
        """
        Give the messages at the positions *first* to *last*, both included, to the end when *last* is None.

        A *last* before *first* gives nothing.

        Raises:
            InvalidInput: *first* is below 1.

        """
        ...

    async def pin(self, scope: Scope, conversation_id: str, message_id: str, *, pinned: bool = True) -> bool:
        """Pin or unpin a message; repeating is harmless. Returns whether the message is there."""
        ...


class ISessionCache(IMemoryRepository, Protocol):
    """
    A repository that may forget: it holds the newest messages of conversations that are going on.

    Each write starts the time to live of its conversation again, in the same atomic step.
    """

    async def replace(self, scope: Scope, conversation: Conversation, messages: Sequence[Message]) -> None:
        """
        Put *messages* in the place of all that is held of the conversation, in one atomic step.

        They are its newest, oldest first, and keep the positions they bring.
        """
        ...

    async def erase_scope(self, scope: Scope) -> int:
        """
        Forget all conversations of the scope, and that there were any; repeating it is harmless.

        Returns:
            How many conversations were held.

        """
        ...


class IHistory(IMemoryRepository, Protocol):
    """The truth: never forgets, acknowledges only what is durable, and keeps work with what causes it."""

    async def append(
        self, scope: Scope, conversation_id: str, messages: Sequence[Message], *, jobs: Sequence[NewJob] = ()
    ) -> AppendResult:
        """
        Do `add_messages` and enqueue *jobs*, in one durable transaction.

        The jobs are enqueued only when at least one message is new. A caller that is cancelled finds the turn whole or
        absent, never in part.
        """
        ...

    async def get_message(self, scope: Scope, conversation_id: str, message_id: str) -> Message | None:
        """Give one message, None when it is not there."""
        ...

    async def get_pinned(self, scope: Scope, conversation_id: str) -> list[Message]:
        """Give the pinned messages, in the order of their positions; none when the conversation is unknown."""
        ...

    async def rename_conversation(self, scope: Scope, conversation_id: str, title: str) -> bool:
        """Give the conversation another *title* and change nothing else. Returns whether it is there."""
        ...

    async def count_messages(self) -> int:
        """How many messages there are in all."""
        ...

    async def list_scopes(self) -> list[Scope]:
        """All scopes there are, for maintenance."""
        ...
