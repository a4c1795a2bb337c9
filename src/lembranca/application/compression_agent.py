"""Condenses conversations: carries out the plan, one summary after the other."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any
from weakref import WeakValueDictionary

import structlog

from lembranca.application.condensed import CondensedConversations, Incarnation
from lembranca.application.summary_maker import SummaryMaker
from lembranca.application.tail import TailReader
from lembranca.domain.compression import cut_off, next_step
from lembranca.domain.errors import ConfigurationError, NotFound
from lembranca.domain.event import COMPRESSION_COMPLETED, COMPRESSION_FAILED, COMPRESSION_STARTED, Event
from lembranca.domain.plan import Manner, NoCompression
from lembranca.domain.scope import Scope
from lembranca.domain.summary import Summary
from lembranca.ports.clock import IClock
from lembranca.ports.event_bus import IEventBus
from lembranca.ports.memory_repository import IHistory
from lembranca.ports.summary_repository import ISummaryRepository

_log = structlog.get_logger("lembranca.compression")

_Key = tuple[Scope, str]
_FAILURES = 1_000


class CompressionAgent:
    """
    Condenses what is old, one conversation at a time only once, never touching its messages.

    Each step makes one summary and stores it in one transaction with the end of those that it replaces, so whatever
    interrupts leaves a state from which the plan goes on.
    """

    def __init__(
        self,
        history: IHistory,
        summaries: ISummaryRepository,
        condensed: CondensedConversations,
        tails: TailReader,
        maker: SummaryMaker,
        events: IEventBus,
        clock: IClock,
        manner: Manner,
    ) -> None:
        self._history = history
        self._summaries = summaries
        self._condensed = condensed
        self._tails = tails
        self._maker = maker
        self._events = events
        self._clock = clock
        self._manner = manner
        self._locks: WeakValueDictionary[_Key, asyncio.Lock] = WeakValueDictionary()
        self._failures: OrderedDict[_Key, tuple[Incarnation | None, str]] = OrderedDict()

    async def compress(self, scope: Scope, conversation_id: str, *, force: bool = True) -> list[Summary]:
        """
        Condense what the plan wants, with *force* all that it allows, and give the summaries made, as they came.

        It waits for a compression of the same conversation that is going on. Nothing is done twice.

        Raises:
            ModelError: the summarizer failed; what was made before that is kept.
            StorageError: the history cannot be read or written.

        """
        return await self._told(scope, conversation_id, lambda: self._compress(scope, conversation_id, force=force))

    async def refresh(self, scope: Scope, conversation_id: str) -> list[Summary]:
        """
        Make the summaries anew from the messages themselves, up to the present cut-off, and give those now live.

        They take the place of the former ones in one transaction: an interrupted refresh changes nothing.

        Raises:
            NotFound: the conversation does not exist in this scope.
            ConfigurationError: compression is turned off; nothing has changed.
            ModelError: the summarizer failed; nothing has changed.

        """
        if isinstance(self._manner, NoCompression):
            raise ConfigurationError("compress", "false", "it must be true for summaries to be made anew")
        if await self._history.get_conversation(scope, conversation_id) is None:
            raise NotFound("conversation", conversation_id)
        return await self._told(scope, conversation_id, lambda: self._refresh(scope, conversation_id))

    def failure(self, scope: Scope, conversation_id: str) -> str | None:
        """Tell why the last compression of the conversation failed, None when it did not."""
        incarnation, reason = self._failures.get((scope, conversation_id), (None, None))
        return reason if incarnation == self._condensed.incarnation(scope, conversation_id) else None

    def forget_scope(self, scope: Scope) -> None:
        """Let go of what failed in the scope."""
        for key in [key for key in self._failures if key[0] == scope]:
            del self._failures[key]

    async def _told(
        self, scope: Scope, conversation_id: str, work: Callable[[], Awaitable[list[Summary]]]
    ) -> list[Summary]:
        """Do *work* alone on this conversation, and remember and tell when it fails."""
        key = (scope, conversation_id)
        lock = self._locks.get(key) or self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            incarnation = self._condensed.incarnation(scope, conversation_id)
            try:
                made = await work()
            except asyncio.CancelledError:
                self._publish(COMPRESSION_FAILED, scope, conversation_id, reason="interrupted")
                raise
            except Exception as exc:
                reason = f"{type(exc).__name__}: {exc}"
                _log.warning("compression_failed", conversation=conversation_id, reason=reason)
                self._publish(COMPRESSION_FAILED, scope, conversation_id, reason=reason)
                if incarnation != self._condensed.incarnation(scope, conversation_id):  # deleted meanwhile
                    raise NotFound("conversation", conversation_id) from exc
                self._failures[key] = incarnation, reason
                while len(self._failures) > _FAILURES:
                    self._failures.popitem(last=False)
                raise
            self._failures.pop(key, None)
            return made

    async def _compress(self, scope: Scope, conversation_id: str, *, force: bool) -> list[Summary]:
        made: list[Summary] = []
        before = messages = 0
        incarnation = self._condensed.incarnation(scope, conversation_id)
        while True:
            condensed = await self._condensed.get(scope, conversation_id)
            tail = await self._tails.read(scope, conversation_id, condensed)
            size = tail.shape.tokens + sum(summary.tokens for summary in condensed.summaries)
            step = next_step(self._manner, condensed.summaries, tail.shape, force=force)
            if step is None:
                break
            if not made:
                before = size
                self._publish(COMPRESSION_STARTED, scope, conversation_id)
            summary = await self._maker.make(scope, step, condensed.summaries, tail)
            await self._store(scope, conversation_id, incarnation, step.replaces, [summary])
            known = sum(item.message_count for item in condensed.summaries if item.id in step.replaces)
            messages += summary.message_count - known
            made.append(summary)
        if made:
            self._completed(scope, conversation_id, made, messages=messages, before=before, after=size)
        return made

    async def _refresh(self, scope: Scope, conversation_id: str) -> list[Summary]:
        condensed = await self._condensed.get(scope, conversation_id)
        self._publish(COMPRESSION_STARTED, scope, conversation_id)
        incarnation = self._condensed.incarnation(scope, conversation_id)
        made: list[Summary] = []
        while True:
            state = replace(condensed, summaries=tuple(made), loose=())
            tail = await self._tails.read(scope, conversation_id, state)
            step = next_step(self._manner, made, tail.shape)
            if step is None and cut_off(made) < condensed.cut_off:
                step = next_step(self._manner, made, tail.shape, force=True)
            if step is None:
                break
            summary = await self._maker.make(scope, step, made, tail)
            made = [item for item in made if item.id not in step.replaces] + [summary]
            made.sort(key=lambda item: item.first)
        former = tuple(summary.id for summary in condensed.summaries)
        made = [replace(summary, replaces=former) for summary in made]
        await self._store(scope, conversation_id, incarnation, former, made)
        sizes = [sum(item.tokens for item in summaries) for summaries in (condensed.summaries, made)]
        messages = sum(summary.message_count for summary in made)
        self._completed(scope, conversation_id, made, messages=messages, before=sizes[0], after=sizes[1])
        return made

    async def _store(
        self,
        scope: Scope,
        conversation_id: str,
        incarnation: Incarnation | None,
        retire: Sequence[str],
        add: Sequence[Summary],
    ) -> None:
        async with self._condensed.scopes.writing(scope):
            if incarnation is None or incarnation != self._condensed.incarnation(scope, conversation_id):
                raise NotFound("conversation", conversation_id)
            try:
                await self._summaries.replace(scope, conversation_id, retire=retire, add=add, now=self._clock.now())
            finally:
                self._condensed.forget(scope, conversation_id)

    def _completed(
        self, scope: Scope, conversation_id: str, made: Sequence[Summary], *, messages: int, before: int, after: int
    ) -> None:
        detail = {"summaries": len(made), "messages": messages, "tokens_before": before, "tokens_after": after}
        method, note = (made[-1].method, made[-1].note) if made else ("", None)
        self._publish(COMPRESSION_COMPLETED, scope, conversation_id, **detail, method=method, note=note)

    def _publish(self, kind: str, scope: Scope, conversation_id: str, **detail: Any) -> None:
        self._events.publish(Event(kind, scope, conversation_id, self._clock.now(), detail))
