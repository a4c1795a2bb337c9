"""Pinned messages: never condensed, always in the context, and never so many that they fill it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from weakref import WeakValueDictionary

from lembranca.application.condensed import CondensedConversations
from lembranca.application.pressure import Pressure
from lembranca.application.sessions import Sessions
from lembranca.domain.assembly import assemble
from lembranca.domain.errors import InvalidInput, NotFound
from lembranca.domain.layout import Layout
from lembranca.domain.message import Message
from lembranca.domain.preset import Preset
from lembranca.domain.scope import Scope
from lembranca.ports.memory_repository import IHistory
from lembranca.ports.token_counter import ITokenCounter


class Pins:
    """
    Pins messages, one after the other in a conversation: two that fit, each alone, may not fit together.

    Args:
        language: of the labels in contexts: `pt`, `en` or `auto`.

    """

    def __init__(
        self,
        history: IHistory,
        sessions: Sessions,
        condensed: CondensedConversations,
        pressure: Pressure,
        counter: ITokenCounter,
        preset: Preset,
        language: str,
    ) -> None:
        self._history = history
        self._sessions = sessions
        self._condensed = condensed
        self._pressure = pressure
        self._counter = counter
        self._preset = preset
        self._language = language
        self._locks: WeakValueDictionary[tuple[Scope, str], asyncio.Lock] = WeakValueDictionary()

    async def pin(self, scope: Scope, conversation_id: str, message_id: str, *, pinned: bool) -> None:
        """
        Pin or unpin a message.

        Raises:
            NotFound: there is no such message in this scope.
            InvalidInput: with it the pinned messages alone would fill a whole context.

        """
        message = await self._history.get_message(scope, conversation_id, message_id)
        if message is None:
            raise NotFound("message", message_id)
        async with self.admitting(scope, conversation_id, "message_id", [message] if pinned else []):
            try:
                await self._history.pin(scope, conversation_id, message_id, pinned=pinned)
            finally:
                self._condensed.forget(scope, conversation_id)
                self._pressure.changed(scope, conversation_id)
                await self._sessions.forget(scope, conversation_id)

    @asynccontextmanager
    async def admitting(
        self, scope: Scope, conversation_id: str, field: str, pinned: Sequence[Message]
    ) -> AsyncIterator[None]:
        """
        Let *pinned* messages come to those there are in this block, while nobody else's do.

        Raises:
            InvalidInput: names *field*; with them a context of the usual size would have no room for anything else.

        """
        key = (scope, conversation_id)
        async with self._locks.get(key) or self._locks.setdefault(key, asyncio.Lock()):
            if pinned:
                await self._require_room(scope, conversation_id, field, pinned)
            yield

    async def _require_room(self, scope: Scope, conversation_id: str, field: str, pinned: Sequence[Message]) -> None:
        condensed = await self._condensed.get(scope, conversation_id)
        kept = {message.id: message for message in [*condensed.kept, *pinned]}
        limit = self._preset.max_context_tokens
        try:
            self._require_fit(conversation_id, list(kept.values()), limit)
        except InvalidInput as exc:
            rule = f"cannot be pinned: the pinned messages alone would fill a context of {limit} tokens ({exc.rule})"
            raise InvalidInput(field, pinned[-1].id, rule) from None

    def _require_fit(self, conversation_id: str, kept: Sequence[Message], limit: int) -> None:
        """Refuse messages that do not fit beside a newest one, wherever and in whatever language they may stand."""
        placed = [replace(message, position=position) for position, message in enumerate(kept)]
        newest = replace(placed[-1], id="", position=len(placed), pinned=False)
        count = self._counter.count
        for language in ("pt", "en") if self._language == "auto" else (self._language,):
            layout = Layout(self._preset, language)
            for recent in ([newest], [*placed, newest]):  # in their own section, or in the recent conversation
                assemble(conversation_id, recent, [], kept=placed, limit=limit, layout=layout, count=count)
