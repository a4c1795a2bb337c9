"""Notices when a conversation has grown so long that it is to be condensed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence

import structlog

from lembranca.application.compression_agent import CompressionAgent
from lembranca.application.condensed import CondensedConversations
from lembranca.application.tail import TailReader
from lembranca.domain.compression import next_step
from lembranca.domain.cycles import Turn
from lembranca.domain.errors import LembrancaError, NotFound
from lembranca.domain.job import COMPRESS, Job, NewJob, RetryPolicy
from lembranca.domain.message import Message
from lembranca.domain.plan import Manner, NoCompression, Shape
from lembranca.domain.scope import Scope
from lembranca.ports.clock import IClock
from lembranca.ports.job_queue import IJobQueue

_log = structlog.get_logger("lembranca.pressure")

_Key = tuple[Scope, str]
_KNOWN = 1_000
_ATTEMPTS = RetryPolicy().attempts


class Pressure:
    """
    Follows the sizes of conversations, behind the acknowledgement of a save, and enqueues their compression.

    What it knows it remembers for the conversations used last, and can read again: when a process ends between a save
    and the enqueuing, the next save of the conversation makes up for it.
    """

    def __init__(
        self,
        agent: CompressionAgent,
        condensed: CondensedConversations,
        tails: TailReader,
        queue: IJobQueue,
        clock: IClock,
        manner: Manner,
    ) -> None:
        self._agent = agent
        self._condensed = condensed
        self._tails = tails
        self._queue = queue
        self._clock = clock
        self._manner = manner
        self._notify: Callable[[], None] = _nobody
        self._known: OrderedDict[_Key, list[Turn]] = OrderedDict()
        self._new: dict[_Key, list[Message]] = {}
        self._queued: set[_Key] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self, notify: Callable[[], None]) -> None:
        """Begin anew; *notify* is called when there is work for a worker."""
        self._notify = notify
        self._condensed.forget_all()
        self._known.clear()
        self._new.clear()
        self._queued.clear()

    def saved(self, scope: Scope, conversation_id: str, messages: Sequence[Message]) -> None:
        """Note what was just stored; the size is looked at later."""
        key = (scope, conversation_id)
        if key in self._queued or isinstance(self._manner, NoCompression):
            return  # what is queued is looked at again when it has been condensed
        self._new.setdefault(key, []).extend(messages)
        self._begin()

    def seen(self, scope: Scope, conversation_id: str) -> None:
        """Look at a conversation of which nothing is known, such as one saved by a version that did not condense."""
        if (scope, conversation_id) not in self._known:
            self.saved(scope, conversation_id, [])

    def changed(self, scope: Scope, conversation_id: str) -> None:
        """Look at the conversation again, after something else than an addition changed it."""
        key = (scope, conversation_id)
        self._known.pop(key, None)
        self._queued.discard(key)
        self._new.setdefault(key, [])
        self._begin()

    def forget_scope(self, scope: Scope) -> None:
        """Let go of all that is known of the scope."""
        for known in (self._known, self._new):
            for key in [key for key in known if key[0] == scope]:
                del known[key]
        self._queued -= {key for key in self._queued if key[0] == scope}

    async def handle(self, jobs: Sequence[Job]) -> None:
        """
        Carry out jobs, side by side: condense the conversation of each as far as the plan wants it.

        Raises:
            LembrancaError: one of them failed; the others are done all the same.

        """
        done = await asyncio.gather(*map(self._carry_out, jobs), return_exceptions=True)
        for outcome in done:
            if outcome is not None:
                raise outcome

    async def _carry_out(self, job: Job) -> None:
        key = (job.scope, job.payload["conversation_id"])
        try:
            await self._agent.compress(*key, force=False)
        except NotFound:  # deleted meanwhile
            _log.info("compression_of_what_is_gone", conversation=key[1])
        except Exception:
            if job.attempts >= _ATTEMPTS:  # it is given up: the next save tries again
                self._queued.discard(key)
            raise
        self.changed(*key)

    async def settled(self) -> None:
        """Wait until everything noted by now has been looked at."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    async def stop(self) -> None:
        """Stop looking; the next save in the conversation makes up for it."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    def _begin(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._look(), name="lembranca-pressure")

    async def _look(self) -> None:
        while self._new:
            key = next(iter(self._new))
            messages = self._new.pop(key)
            if key in self._queued:  # since it was noted
                continue
            try:
                await self._look_at(key, messages)
            except LembrancaError as exc:
                self._known.pop(key, None)
                self._queued.discard(key)
                _log.warning("size_unknown", conversation=key[1], error=str(exc))

    async def _look_at(self, key: _Key, messages: Sequence[Message]) -> None:
        incarnation = self._condensed.scopes.of(key[0])
        condensed = await self._condensed.get(*key)
        loose = tuple(await self._tails.turns(condensed.loose))
        known = self._known.get(key)
        beyond = 0
        if known is not None and messages and _continues(known, condensed.cut_off, messages):
            known += await self._tails.turns(messages)
        else:
            tail = await self._tails.read(*key, condensed)
            known, beyond = list(tail.shape.turns), tail.shape.beyond
        if next_step(self._manner, condensed.summaries, Shape(tuple(known), beyond, loose)) is None:
            if not incarnation.ended:
                self._remember(key, known)
            return
        async with self._condensed.scopes.writing(key[0]):
            if incarnation.ended:  # what was looked at is no more
                return
            self._known.pop(key, None)
            self._queued.add(key)
            work = NewJob(COMPRESS, {"conversation_id": key[1]})
            await self._queue.enqueue(key[0], [work], now=self._clock.now())
        self._notify()

    def _remember(self, key: _Key, turns: list[Turn]) -> None:
        if not turns:  # of what is gone nothing is kept
            self._known.pop(key, None)
            return
        self._known[key] = turns
        self._known.move_to_end(key)
        while len(self._known) > _KNOWN:
            self._known.popitem(last=False)


def _nobody() -> None:
    """Before the start nobody is told; a worker looks for work when it starts."""


def _continues(known: Sequence[Turn], cut_off: int, messages: Sequence[Message]) -> bool:
    """Whether *messages* go on, one after the other, where what is *known* behind the cut-off ends."""
    begins = known[0].position if known else messages[0].position
    ends = known[-1].position if known else cut_off
    places = [message.position for message in messages]
    return begins == cut_off + 1 and places == list(range(ends + 1, ends + 1 + len(places)))
