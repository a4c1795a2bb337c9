"""What of a conversation is not condensed, and its shape."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from lembranca.application.condensed import Condensed
from lembranca.domain.cycles import Turn
from lembranca.domain.message import Message
from lembranca.domain.plan import Shape
from lembranca.domain.scope import Scope
from lembranca.ports.memory_repository import IHistory
from lembranca.ports.token_counter import ITokenCounter

_PAGE = 500
_INLINE = 100_000  # characters; counting more takes long enough to keep everybody else waiting


@dataclass(frozen=True, slots=True)
class Tail:
    """The *messages* behind the cut-off, the first 500, and the loose ones before it; and their *shape*."""

    conversation_id: str
    messages: tuple[Message, ...]
    shape: Shape


class TailReader:
    """Reads tails from the history, a bounded part at a time."""

    def __init__(self, history: IHistory, counter: ITokenCounter) -> None:
        self._history = history
        self._counter = counter

    async def read(self, scope: Scope, conversation_id: str, condensed: Condensed) -> Tail:
        """
        Give what *condensed* does not cover; nothing of an unknown conversation.

        Raises:
            StorageError: the history cannot be read.

        """
        cut_off = condensed.cut_off
        page = await self._history.get_messages(scope, conversation_id, first=cut_off + 1, last=cut_off + _PAGE)
        beyond = 0
        if len(page) == _PAGE:
            found = await self._history.get_conversation(scope, conversation_id)
            beyond = max(0, found.message_count - cut_off - _PAGE) if found else 0
        turns = await self.turns(page)
        loose = await self.turns(condensed.loose)
        return Tail(conversation_id, (*condensed.loose, *page), Shape(tuple(turns), beyond, tuple(loose)))

    async def turns(self, messages: Sequence[Message]) -> list[Turn]:
        """Give the shapes of *messages*."""
        size = sum(len(message.content) for message in messages)
        if size <= _INLINE:
            return [self.turn(message) for message in messages]
        return await asyncio.to_thread(lambda: [self.turn(message) for message in messages])

    def turn(self, message: Message) -> Turn:
        """Give the shape of a message."""
        return Turn(message.position, self.size(message), message.role, message.speaker, message.pinned)

    def size(self, message: Message) -> int:
        """Give the tokens of a message as a context shows it, with who said it."""
        return self._counter.count(f"{message.speaker}: {message.shown}\n")
