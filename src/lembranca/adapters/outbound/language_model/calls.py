"""The calls of a model for one piece of work, and what they cost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from lembranca.domain.errors import ModelError
from lembranca.ports.language_model import ILanguageModel
from lembranca.ports.token_counter import ITokenCounter

Chat: TypeAlias = list[dict[str, str]]

_LONGEST_ANSWER = 1 << 20  # characters; more is a model that does not stop


@dataclass(slots=True)
class Calls:
    """The calls of the *model* for one piece of work: tokens *read* and *written*, and what is to be said of them."""

    model: ILanguageModel
    counter: ITokenCounter
    read: int = 0
    written: int = 0
    notes: list[str] = field(default_factory=list)

    async def ask(self, chat: Chat) -> str:
        """
        Give the whole answer; one that broke off is counted too, a call that nobody answered is not.

        Raises:
            ModelError: there is none, or it does not end.

        """
        pieces: list[str] = []
        length = 0
        asked = [message["content"] for message in chat]
        try:
            async for piece in self.model.stream(chat):
                pieces.append(piece)
                length += len(piece)
                self._require_an_end(length)
        except ModelError:
            if pieces:
                self.read += await asyncio.to_thread(self._count, asked)
                self.written += await asyncio.to_thread(self._count, pieces)
            raise
        answer = "".join(pieces)
        self.read += await asyncio.to_thread(self._count, asked)
        self.written += await asyncio.to_thread(self._count, [answer])
        return answer

    def _require_an_end(self, length: int) -> None:
        if length > _LONGEST_ANSWER:
            raise ModelError(f"{self.model.identity}: the answer is longer than {_LONGEST_ANSWER} characters")

    def _count(self, texts: Sequence[str]) -> int:
        return sum(map(self.counter.count, texts))


def said(role: str, content: str) -> dict[str, str]:
    """Give one message of a chat."""
    return {"role": role, "content": content}
