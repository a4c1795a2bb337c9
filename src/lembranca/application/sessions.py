"""The newest messages of a conversation: from the cache when it is surely right, else from the history."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

import structlog

from lembranca.application.incarnations import Incarnation, Incarnations
from lembranca.domain.errors import LembrancaError
from lembranca.domain.message import Message
from lembranca.domain.scope import Scope
from lembranca.ports.health import IHealth
from lembranca.ports.memory_repository import IHistory, ISessionCache

_log = structlog.get_logger("lembranca.sessions")

T = TypeVar("T")
_Key = tuple[Scope, str]
_KNOWN = 20_000


class Sessions:
    """
    Keeps the session cache in step with the history, and never trusts it blindly.

    The process that holds the history knows the newest message of every conversation it touched. What the cache gives
    counts only when this process filled it, when everything since has been passed on to it in order, and when it ends
    with that message; else it is filled again. So a cache may fail, restart, be emptied or shared by mistake at any
    moment without a stale context.
    """

    def __init__(
        self, history: IHistory, cache: ISessionCache, *, window: int, incarnations: Incarnations | None = None
    ) -> None:
        self._history = history
        self._cache = cache
        self._window = window
        self._incarnations = incarnations or Incarnations()
        self._newest: OrderedDict[_Key, tuple[int, str]] = OrderedDict()
        self._trusted: OrderedDict[_Key, None] = OrderedDict()
        self._generation: OrderedDict[_Key, int] = OrderedDict()
        self._filling: set[_Key] = set()
        self._waiting: dict[_Key, list[Message]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._failing = False
        self.hits = 0
        self.misses = 0

    async def recent(
        self, scope: Scope, conversation_id: str, *, least: int, most: int, after: int = 0
    ) -> tuple[list[Message], str | None]:
        """
        Give the newest messages, oldest first, and a warning when the cache could not be asked.

        They are those behind the position *after*, but not fewer than *least*, where there are so many, nor more than
        *most*. A cache that tells its health is warned of from its first failure, in the background too, to its next
        success.

        Raises:
            StorageError: the history cannot be read.

        """
        key = (scope, conversation_id)
        known = self._newest.get(key)
        cached, warning = await self._cached(key, _clamped(known[0] - after if known else least, least, most))
        if cached is not None:
            self.hits += 1
            return cached, None
        self.misses += 1
        conversation = await self._history.get_conversation(scope, conversation_id)
        if conversation is None or not conversation.message_count:
            return [], warning
        limit = _clamped(conversation.message_count - after, least, most)
        first = max(1, conversation.message_count - limit + 1)
        # To the end: a message that was added since must not push out the one that follows *after*.
        messages = (await self._history.get_messages(scope, conversation_id, first=first))[-max(least, most) :]
        if messages and key not in self._filling:
            self._filling.add(key)
            self._spawn(self._fill(key))
        return messages, warning

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """
        Run *work*, a write with the note of it, to its end even when the caller is cancelled.

        A write that happened without being noted would leave an older window trusted.
        """
        return await asyncio.shield(self._spawn(work))

    def saved(self, scope: Scope, conversation_id: str, messages: Sequence[Message]) -> None:
        """Note what was just stored, so that no older window is trusted, and pass it on to the cache."""
        key = (scope, conversation_id)
        known = self._newest.get(key, (0, ""))[0]
        new = [message for message in messages if message.position > known]
        if not new:
            return
        self._note(key, max(new, key=lambda message: message.position))
        if key in self._waiting:
            self._waiting[key] += new
        elif key in self._trusted or key in self._filling:
            self._waiting[key] = new
            self._spawn(self._pass_on(key, self._incarnations.of(scope)))

    async def forget(self, scope: Scope, conversation_id: str) -> None:
        """Trust nothing that is cached of the conversation, after something else than an addition changed it."""
        key = (scope, conversation_id)
        self._newest.pop(key, None)
        self._distrust(key)
        await self._drop(key)

    async def erase(self, scope: Scope) -> int:
        """
        Forget the scope here and in the cache; the caller has it for itself. Returns how many conversations it held.

        Raises:
            StorageError: the cache could not be asked; nothing of it counts any more, and it may be tried again.

        """
        for known in (self._newest, self._trusted, self._generation, self._waiting):
            for key in [key for key in known if key[0] == scope]:
                del known[key]
        return await self._cache.erase_scope(scope)

    async def drain(self) -> None:
        """Wait until everything noted by now has reached the cache, or failed to; what comes later is not chased."""
        for _ in range(2):  # what is at hand, then what stood behind it
            if self._tasks:
                await asyncio.wait(set(self._tasks))

    async def _cached(self, key: _Key, limit: int) -> tuple[list[Message] | None, str | None]:
        newest = self._newest.get(key)
        if newest is None or key not in self._trusted:
            wrong = self._cache.check() if isinstance(self._cache, IHealth) else None
            return None, f"session cache: {wrong}" if wrong else None
        try:
            messages = await self._cache.get_recent_messages(*key, limit)
        except LembrancaError as exc:
            return None, f"session cache: {exc}"
        if not messages or (messages[-1].position, messages[-1].id) != newest:
            return None, None
        complete = len(messages) == limit or messages[0].position == 1
        return (messages if complete else None), None

    async def _pass_on(self, key: _Key, incarnation: Incarnation) -> None:
        """Append to the cache, one batch at a time: side by side they might arrive in another order."""
        async with self._incarnations.writing(key[0]):
            if not incarnation.ended:  # else nothing waits any more, or for another
                await self._pass_one_on(key, incarnation)

    async def _pass_one_on(self, key: _Key, incarnation: Incarnation) -> None:
        messages, self._waiting[key] = self._waiting[key], []
        more = False
        try:
            await self._cache.add_messages(*key, messages)
            more = bool(self._waiting[key])
        except LembrancaError as exc:
            # The cache may still carry it out later, behind what comes next: nothing but filling it again counts.
            self._distrust(key)
            self._note_failure(exc)
        finally:
            if more:
                self._spawn(self._pass_on(key, incarnation))
            else:
                del self._waiting[key]

    async def _fill(self, key: _Key) -> None:
        try:
            async with self._incarnations.writing(key[0]):
                await self._fill_now(key)
        except LembrancaError as exc:
            self._note_failure(exc)
        finally:
            self._filling.discard(key)

    async def _fill_now(self, key: _Key) -> None:
        generation = self._generation.get(key)
        conversation = await self._history.get_conversation(*key)
        messages = await self._history.get_recent_messages(*key, self._window)
        if conversation is None or not messages:
            return
        await self._cache.replace(key[0], conversation, messages)
        self._note_success()
        if generation != self._generation.get(key):
            await self._drop(key)
            return
        self._trusted[key] = None
        _bound(self._trusted)
        if messages[-1].position >= self._newest.get(key, (0, ""))[0]:
            self._note(key, messages[-1])

    async def _drop(self, key: _Key) -> None:
        try:
            await self._cache.delete_conversation(*key)
        except LembrancaError as exc:
            self._note_failure(exc)

    def _note_failure(self, exc: LembrancaError) -> None:
        """Log the first of a row: while the cache is down every load and save would be one."""
        if not self._failing:
            self._failing = True
            _log.warning("session_cache_failing", error=str(exc))

    def _note_success(self) -> None:
        if self._failing:
            self._failing = False
            _log.info("session_cache_back")

    def _distrust(self, key: _Key) -> None:
        """Let nothing count that is cached now or being put there."""
        self._trusted.pop(key, None)
        self._generation[key] = self._generation.pop(key, 0) + 1
        _bound(self._generation)

    def _note(self, key: _Key, newest: Message) -> None:
        self._newest[key] = (newest.position, newest.id)
        self._newest.move_to_end(key)
        _bound(self._newest)

    def _spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _clamped(number: int, least: int, most: int) -> int:
    return max(least, min(number, most))


def _bound(known: OrderedDict[_Key, Any]) -> None:
    while len(known) > _KNOWN:
        known.popitem(last=False)
