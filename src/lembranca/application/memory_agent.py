"""The main job: save what was said, load the context for the next answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from lembranca.application.accounts import Accounts
from lembranca.application.compression_agent import CompressionAgent
from lembranca.application.condensed import Condensed, CondensedConversations
from lembranca.application.incarnations import Incarnation, Incarnations
from lembranca.application.pins import Pins
from lembranca.application.precedence import Precedence
from lembranca.application.pressure import Pressure
from lembranca.application.recollection import Recollection
from lembranca.application.sessions import Sessions
from lembranca.application.tail import TailReader
from lembranca.application.worker import Worker
from lembranca.domain.assembly import Layout, assemble
from lembranca.domain.context import MemoryContext
from lembranca.domain.errors import InvalidInput, StorageError
from lembranca.domain.job import NewJob, extract_job, index_job
from lembranca.domain.language import language_in_force
from lembranca.domain.ledger import LOAD
from lembranca.domain.message import Message, NewMessage, check_size
from lembranca.domain.plan import MOST_VERBATIM
from lembranca.domain.preset import Preset
from lembranca.domain.rules import MAX_ID_CHARACTERS, require_id, require_limit, require_text
from lembranca.domain.scope import Scope
from lembranca.ports.clock import IClock
from lembranca.ports.id_generator import IIdGenerator
from lembranca.ports.memory_repository import AppendResult, IHistory
from lembranca.ports.token_counter import ITokenCounter


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """
    What the agent is told once.

    *language* is `pt`, `en` or `auto`: that of most recent messages, `pt` when they do not tell.
    *max_context_tokens* is the budget of a load that brings none. *model* is who contexts are accounted to. *extracts*
    says whether what users say is read for facts.
    """

    preset: Preset
    language: str
    max_context_tokens: int
    max_message_bytes: int
    model: str = ""
    extracts: bool = True


class MemoryAgent:
    """Saves turns and loads contexts, for one scope and conversation a call."""

    def __init__(
        self,
        history: IHistory,
        sessions: Sessions,
        recollection: Recollection,
        worker: Worker,
        reader: Worker,
        compression: CompressionAgent,
        condensed: CondensedConversations,
        tails: TailReader,
        pressure: Pressure,
        pins: Pins,
        accounts: Accounts,
        precedence: Precedence,
        counter: ITokenCounter,
        clock: IClock,
        ids: IIdGenerator,
        settings: AgentSettings,
        incarnations: Incarnations,
    ) -> None:
        self._history = history
        self._sessions = sessions
        self._recollection = recollection
        self._worker = worker
        self._reader = reader
        self._compression = compression
        self._condensed = condensed
        self._tails = tails
        self._pressure = pressure
        self._pins = pins
        self._accounts = accounts
        self._precedence = precedence
        self._counter = counter
        self._clock = clock
        self._ids = ids
        self._settings = settings
        self._incarnations = incarnations

    async def save(
        self,
        scope: Scope,
        conversation_id: str,
        *,
        user: str | None,
        assistant: str | None,
        idempotency_key: str | None = None,
        channel: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> AppendResult:
        """
        Keep one turn: what the user said, what the assistant answered, or both.

        With an *idempotency_key* the same call again gives the first result.

        Raises:
            InvalidInput: neither is given, or one breaks a rule; nothing is stored.
            Conflict: the key was used with other words.

        """
        if idempotency_key is not None:
            require_id("idempotency_key", idempotency_key)
            if len(idempotency_key) > _LONGEST_KEY:
                raise InvalidInput("idempotency_key", idempotency_key, f"must have at most {_LONGEST_KEY} characters")
        said = {"user": user, "assistant": assistant}
        if all(content is None for content in said.values()):
            require_text("user", user)
        turn = []
        for role, content in said.items():
            if content is not None:
                require_text(role, content)
                key = None if idempotency_key is None else f"{idempotency_key}:{role}"
                more = {} if metadata is None else metadata
                turn.append(NewMessage(role, content, id=key, channel=channel, metadata=more))
        return await self.add(scope, conversation_id, turn)

    async def add(
        self,
        scope: Scope,
        conversation_id: str,
        messages: Sequence[NewMessage],
        *,
        extract: bool = True,
        begun_by: Incarnation | None = None,
    ) -> AppendResult:
        """
        Keep messages in the order given, all or none; repeating messages that have ids is harmless.

        Where *extract* is false they are not read for facts.

        Raises:
            InvalidInput: a message is over the size limit, or pinned ones would fill a context; nothing is stored.
            Conflict: a message's id is there already with other content, or the incarnation that this was *begun_by*
                has ended; nothing is stored.

        """
        require_id("conversation_id", conversation_id)
        complete = [self._completed(conversation_id, message) for message in messages]
        if not complete:
            return AppendResult([], 0)
        work = [index_job(conversation_id, [message.id for message in complete])]
        said = [message.id for message in complete if message.role == "user"]
        if said and extract and self._settings.extracts:
            work.append(extract_job(conversation_id, said))
        with self._precedence.first():
            return await self._sessions.finish(self._append(scope, conversation_id, complete, work, begun_by))

    def judge(self, messages: Sequence[NewMessage], name: str) -> None:
        """
        Refuse what `add` would refuse for its size; *name* is what the messages are called in the error.

        Raises:
            InvalidInput: a message is over the size limit.

        """
        for number, message in enumerate(messages):
            try:
                check_size(message, max_bytes=self._settings.max_message_bytes)
            except InvalidInput as exc:
                raise InvalidInput(f"{name}[{number}].{exc.field}", exc.value, exc.rule) from None

    async def load(
        self, scope: Scope, conversation_id: str, query: str | None = None, *, max_tokens: int | None = None
    ) -> MemoryContext:
        """
        Give the context for the next answer, of at most *max_tokens*.

        What is condensed stands as summaries, pinned messages always as they are. With a *query* what matters for it is
        recalled, from all of the person's conversations. A conversation that does not exist yet has no recent messages.
        When a compression failed, or the cache, the index or the embedder, the context is made of what is left, and its
        warnings say so.

        Raises:
            InvalidInput: *max_tokens* is below 1 or below what the pinned messages need, the query is no text, or the
                conversation's id cannot be one.
            StorageError: the history cannot be read.

        """
        require_id("conversation_id", conversation_id)
        limit = self._settings.max_context_tokens if max_tokens is None else max_tokens
        require_limit("max_tokens", limit, maximum=100_000_000)
        with self._precedence.first():
            return await self._load(scope, conversation_id, query, limit)

    async def _load(self, scope: Scope, conversation_id: str, query: str | None, limit: int) -> MemoryContext:
        preset = self._settings.preset
        condensed, no_summaries = await self._standing(scope, conversation_id)
        recent, no_cache = await self._sessions.recent(
            scope, conversation_id, least=preset.recent_messages, most=MOST_VERBATIM, after=condensed.cut_off
        )
        found = await self._recollection.of(scope, query)
        put_together = partial(
            assemble,
            conversation_id,
            recent,
            found.messages,
            summaries=condensed.summaries,
            kept=condensed.kept,
            limit=limit,
            layout=Layout(preset, self._language(recent, query)),
            count=self._counter.count,
            facts=found.facts.chosen,
            profile=found.facts.standing,
            warnings=[*filter(None, (no_summaries, no_cache)), *found.warnings],
        )
        # Counting much text takes long enough to keep everybody else waiting.
        size = sum(len(message.content) for message in recent) + sum(len(entry.content) for entry in found.messages)
        whole = partial(self._whole, condensed, recent)
        if size <= _INLINE:
            context = put_together()
            asyncio.get_running_loop().call_soon(lambda: self._account(scope, context, whole()))
        else:
            context = await asyncio.to_thread(put_together)
            self._account(scope, context, await asyncio.to_thread(whole))
        self._recollection.used(scope, found, context)
        if context.tokens.recent_count < len(recent):
            self._pressure.seen(scope, conversation_id)
        return context

    async def pin(self, scope: Scope, conversation_id: str, message_id: str, *, pinned: bool = True) -> None:
        """
        Pin or unpin a message: a pinned one is never condensed, and always in the context.

        Raises:
            NotFound: there is no such message in this scope.
            InvalidInput: with it the pinned messages alone would fill a whole context.

        """
        await self._sessions.finish(self._pins.pin(scope, conversation_id, message_id, pinned=pinned))

    async def _append(
        self,
        scope: Scope,
        conversation_id: str,
        messages: Sequence[Message],
        work: Sequence[NewJob],
        begun_by: Incarnation | None,
    ) -> AppendResult:
        async with self._incarnations.writing(scope, begun_by=begun_by):
            pinned = [message for message in messages if message.pinned]
            if not pinned:
                return await self._stored(scope, conversation_id, messages, work)
            async with self._pins.admitting(scope, conversation_id, "pinned", pinned):
                return await self._stored(scope, conversation_id, messages, work)

    async def _stored(
        self, scope: Scope, conversation_id: str, messages: Sequence[Message], work: Sequence[NewJob]
    ) -> AppendResult:
        result = await self._history.append(scope, conversation_id, messages, jobs=work)
        if result.added:
            self._sessions.saved(scope, conversation_id, result.messages)
            if any(message.pinned for message in result.messages):
                self._condensed.forget(scope, conversation_id)
            self._pressure.saved(scope, conversation_id, result.messages)
            self._worker.notify()
            self._reader.notify()
        return result

    def _whole(self, condensed: Condensed, recent: Sequence[Message]) -> int:
        """Give the tokens of the whole conversation, or what is known of it."""
        apart = [message for message in recent if message.position > condensed.cut_off]
        apart += [message for message in condensed.kept if message.position <= condensed.cut_off]
        stands = (item for item in apart if not any(summary.covers(item.position) for summary in condensed.summaries))
        return condensed.source_tokens + sum(map(self._tails.size, stands))

    def _account(self, scope: Scope, context: MemoryContext, whole: int) -> None:
        """Note what the context has, and what the whole conversation would have been."""
        sent = context.tokens.total
        self._accounts.note(
            scope.tenant_id, LOAD, self._settings.model, input_tokens=sent, full_tokens=max(sent, whole)
        )

    async def _standing(self, scope: Scope, conversation_id: str) -> tuple[Condensed, str | None]:
        """Give what is condensed, and a warning when it is not what it should be."""
        try:
            condensed = await self._condensed.get(scope, conversation_id)
        except StorageError as exc:
            return Condensed(), f"summaries: {exc}; only the last messages are here"
        failure = self._compression.failure(scope, conversation_id)
        return condensed, failure and f"compression: {failure}; older messages may be missing"

    def _completed(self, conversation_id: str, given: NewMessage) -> Message:
        check_size(given, max_bytes=self._settings.max_message_bytes)
        return Message(
            id=given.id or self._ids.new_id("msg"),
            conversation_id=conversation_id,
            role=given.role,
            content=given.content,
            timestamp=given.timestamp or self._clock.now(),
            author=given.author,
            channel=given.channel,
            attachments=given.attachments,
            metadata=given.metadata,
            pinned=given.pinned,
        )

    def _language(self, recent: Sequence[Message], query: str | None) -> str:
        said = (message.content for message in recent)
        return language_in_force(self._settings.language, said, [query or ""])


_INLINE = 100_000  # characters
# The messages' ids are made of the key and the role.
_LONGEST_KEY = MAX_ID_CHARACTERS - len(":assistant")
