"""Condenses conversations: carries out the plan, one summary after the other."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any
from weakref import WeakValueDictionary

import structlog

from lembranca.application.accounts import Accounts
from lembranca.application.condensed import CondensedConversations
from lembranca.application.tail import Tail, TailReader
from lembranca.domain.compression import cut_off, next_step
from lembranca.domain.errors import ModelError, NotFound
from lembranca.domain.event import COMPRESSION_COMPLETED, COMPRESSION_FAILED, COMPRESSION_STARTED, Event
from lembranca.domain.language import majority
from lembranca.domain.ledger import SUMMARIZE
from lembranca.domain.message import Message
from lembranca.domain.plan import Manner, Step
from lembranca.domain.scope import Scope
from lembranca.domain.summary import Digest, Summary, SummaryRequest
from lembranca.ports.clock import IClock
from lembranca.ports.event_bus import IEventBus
from lembranca.ports.id_generator import IIdGenerator
from lembranca.ports.memory_repository import IHistory
from lembranca.ports.summarizer import ISummarizer
from lembranca.ports.summary_repository import ISummaryRepository
from lembranca.ports.token_counter import ITokenCounter

_log = structlog.get_logger("lembranca.compression")

_Key = tuple[Scope, str]
_MOST_PARTICIPANTS = 50
_FAILURES = 1_000


@dataclass(frozen=True, slots=True)
class CompressionSettings:
    """How conversations are condensed: the *manner*, and the *language* of summaries; `auto` is that of the words."""

    manner: Manner
    language: str = "auto"


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
        summarizer: ISummarizer,
        counter: ITokenCounter,
        events: IEventBus,
        accounts: Accounts,
        clock: IClock,
        ids: IIdGenerator,
        settings: CompressionSettings,
    ) -> None:
        self._history = history
        self._summaries = summaries
        self._condensed = condensed
        self._tails = tails
        self._summarizer = summarizer
        self._counter = counter
        self._events = events
        self._accounts = accounts
        self._clock = clock
        self._ids = ids
        self._settings = settings
        self._locks: WeakValueDictionary[_Key, asyncio.Lock] = WeakValueDictionary()
        self._failures: OrderedDict[_Key, tuple[int | None, str]] = OrderedDict()

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
            ModelError: the summarizer failed; nothing has changed.

        """
        if await self._history.get_conversation(scope, conversation_id) is None:
            raise NotFound("conversation", conversation_id)
        return await self._told(scope, conversation_id, lambda: self._refresh(scope, conversation_id))

    def failure(self, scope: Scope, conversation_id: str) -> str | None:
        """Tell why the last compression of the conversation failed, None when it did not."""
        incarnation, reason = self._failures.get((scope, conversation_id), (None, None))
        return reason if incarnation == self._condensed.incarnation(scope, conversation_id) else None

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
            step = next_step(self._settings.manner, condensed.summaries, tail.shape, force=force)
            if step is None:
                break
            if not made:
                before = size
                self._publish(COMPRESSION_STARTED, scope, conversation_id)
            summary = await self._make(scope, step, condensed.summaries, tail)
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
        manner = self._settings.manner
        made: list[Summary] = []
        while True:
            state = replace(condensed, summaries=tuple(made), loose=())
            tail = await self._tails.read(scope, conversation_id, state)
            step = next_step(manner, made, tail.shape)
            if step is None and cut_off(made) < condensed.cut_off:
                step = next_step(manner, made, tail.shape, force=True)
            if step is None:
                break
            summary = await self._make(scope, step, made, tail)
            made = [item for item in made if item.id not in step.replaces] + [summary]
            made.sort(key=lambda item: item.first)
        former = tuple(summary.id for summary in condensed.summaries)
        made = [replace(summary, replaces=former) for summary in made]
        await self._store(scope, conversation_id, incarnation, former, made)
        sizes = [sum(item.tokens for item in summaries) for summaries in (condensed.summaries, made)]
        messages = sum(summary.message_count for summary in made)
        self._completed(scope, conversation_id, made, messages=messages, before=sizes[0], after=sizes[1])
        return made

    async def _make(self, scope: Scope, step: Step, live: Sequence[Summary], tail: Tail) -> Summary:
        """Carry out one step, without storing anything."""
        replaced = [summary for summary in live if summary.id in step.replaces]
        messages = await self._messages(scope, step, tail)
        former = tuple(summary for summary in replaced if summary.id in step.former)
        request = self._request(step, former, messages)
        try:
            digest = await self._summarizer.summarize(request)
        except ModelError as exc:
            self._spent(scope, self._summarizer.identity, exc.read, exc.written)
            raise
        # Where the offline method stood in for a model, the tokens are what that used in vain.
        spender = self._summarizer.identity if digest.read or digest.written else digest.method
        self._spent(scope, spender, digest.read, digest.written)
        if self._counter.count(digest.body) > step.target_tokens:  # the plan might never end
            raise ModelError(
                f"{digest.method} made a summary of more than the {step.target_tokens} tokens it was given"
            )
        new = [message for message in messages if not any(item.covers(message.position) for item in replaced)]
        return self._summary(step, request, digest, replaced, new, tail)

    def _spent(self, scope: Scope, spender: str, read: int, written: int) -> None:
        self._accounts.note(scope.tenant_id, SUMMARIZE, spender, input_tokens=read, output_tokens=written)

    async def _messages(self, scope: Scope, step: Step, tail: Tail) -> list[Message]:
        """Give the messages of the step: from the tail, and those that are read again from the history."""
        at_hand = {message.position: message for message in tail.messages}
        missing = [position for position in step.positions if position not in at_hand]
        if missing:
            first, last = min(missing), max(missing)
            found = await self._history.get_messages(scope, tail.conversation_id, first=first, last=last)
            at_hand |= {message.position: message for message in found}
        return [at_hand[position] for position in step.positions if position in at_hand]

    def _request(self, step: Step, former: tuple[Summary, ...], messages: Sequence[Message]) -> SummaryRequest:
        manner = self._settings.manner
        language = self._settings.language
        if language == "auto":
            texts = [message.content for message in messages] or [summary.text for summary in former]
            language = majority(texts) or majority(summary.text for summary in former) or "pt"
        return SummaryRequest(
            former=former,
            messages=tuple(messages),
            target_tokens=step.target_tokens,
            language=language,
            style=manner.style,
            most_events=manner.most_events,
        )

    def _summary(
        self,
        step: Step,
        request: SummaryRequest,
        digest: Digest,
        replaced: Sequence[Summary],
        new: Sequence[Message],
        tail: Tail,
    ) -> Summary:
        spoken = [(message.position, message.id, message.timestamp) for message in new]
        begins = [(item.first, item.first_message_id, item.started_at) for item in replaced]
        ends = [(item.last, item.last_message_id, item.ended_at) for item in replaced]
        # A message that was left out may stand where a summary begins or ends: then it is what is said there.
        _, first_id, started_at = min([*spoken, *begins], key=itemgetter(0))
        _, last_id, ended_at = max([*spoken, *ends], key=itemgetter(0))
        known = [name for summary in replaced for name in summary.participants]
        names = tuple(dict.fromkeys([*known, *request.participants]))
        return Summary(
            id=self._ids.new_id("sum"),
            conversation_id=tail.conversation_id,
            first=step.first,
            last=step.last,
            text=digest.text,
            created_at=self._clock.now(),
            key_events=digest.key_events,
            tier=step.tier,
            cycles=step.cycles,
            message_count=sum(summary.message_count for summary in replaced) + len(new),
            tokens=self._counter.count(digest.body),
            source_tokens=sum(summary.source_tokens for summary in replaced) + sum(map(self._tails.size, new)),
            left_out=step.left_out,
            first_message_id=first_id,
            last_message_id=last_id,
            started_at=started_at,
            ended_at=ended_at,
            participants=names[:_MOST_PARTICIPANTS],
            method=digest.method,
            note=digest.note,
            replaces=step.replaces,
        )

    async def _store(
        self,
        scope: Scope,
        conversation_id: str,
        incarnation: int | None,
        retire: Sequence[str],
        add: Sequence[Summary],
    ) -> None:
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
