"""
The blocking twin of the memory, for scripts and notebooks.

    with Memory.open() as memory:
        chat = memory.for_user("ana").conversation("conv-1")
        chat.save(user="Sou vegetariana.", assistant="Anotado!")
        context = chat.load("O que você sugere pro jantar?", max_tokens=2000)

The methods, their arguments and results are those of `lembranca.Memory`, and do what is said there. Everything runs on
an event loop in a thread of its own, so any number of threads share one memory, and it works where a loop runs already.
Every method that waits raises `Closed` before the memory is opened and after it is closed. Ctrl-C ends the call at hand
and leaves the memory as it is.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from types import TracebackType
from typing import Any, Self, TypeVar

from lembranca.adapters.inbound.blocking_events import BlockingEvents
from lembranca.adapters.inbound.loop_thread import LoopThread
from lembranca.application import conversation_memory, user_memory
from lembranca.application.semantic_index import Progress
from lembranca.application.status import Status
from lembranca.bootstrap.memory import Memory as AsyncMemory
from lembranca.domain.context import MemoryContext
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.erasure import Erasure
from lembranca.domain.errors import Closed
from lembranca.domain.event import Event
from lembranca.domain.job import DeadLetter
from lembranca.domain.ledger import Account
from lembranca.domain.message import Conversation, Message, NewMessage
from lembranca.domain.scope import DEFAULT_TENANT, Scope
from lembranca.domain.summary import Summary
from lembranca.ports.event_bus import Listener
from lembranca.ports.language_model import ILanguageModel
from lembranca.ports.memory_repository import AppendResult

__all__ = ["ConversationMemory", "LanguageModel", "Memory", "UserMemory"]

_T = TypeVar("_T")

_PAGE = 500


def _iterate(loop: LoopThread[Any], items: AsyncIterator[_T], at_once: int) -> Iterator[_T]:
    """Go through *items*, fetching *at_once* of them at a time."""
    while taken := loop.call(_next(items, at_once)):
        yield from taken
        if len(taken) < at_once:
            return


async def _next(items: AsyncIterator[_T], most: int) -> list[_T]:
    taken: list[_T] = []
    async for item in items:
        taken.append(item)
        if len(taken) == most:
            break
    return taken


class LanguageModel:
    """A chat model, waited for; see `lembranca.ports.language_model.ILanguageModel`."""

    def __init__(self, inner: ILanguageModel, loop: LoopThread[Any]) -> None:
        self._inner = inner
        self._loop = loop

    @property
    def identity(self) -> str:
        """Which model it is."""
        return self._inner.identity

    def stream(self, messages: Sequence[Mapping[str, str]]) -> Iterator[str]:
        """Answer chat *messages* piece by piece."""
        return _iterate(self._loop, self._inner.stream(messages), 1)


class ConversationMemory:
    """One conversation of one person; see `lembranca.application.memory.ConversationMemory`."""

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
        return _iterate(self._loop, self._inner.history(), _PAGE)

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


class UserMemory:
    """The memory of one person; see `lembranca.application.memory.UserMemory`."""

    def __init__(self, inner: user_memory.UserMemory, loop: LoopThread[Any]) -> None:
        self._inner = inner
        self._loop = loop
        self.scope = inner.scope

    def conversation(self, conversation_id: str) -> ConversationMemory:
        """Give the conversation of this id; nothing is stored or looked up yet."""
        return ConversationMemory(self._inner.conversation(conversation_id), self._loop)

    def conversations(self, *, limit: int = 100, offset: int = 0) -> list[Conversation]:
        """List the person's conversations, the last updated first."""
        return self._loop.call(self._inner.conversations(limit=limit, offset=offset))

    def search(
        self,
        query: str,
        *,
        limit: int = 10,
        conversation_id: str | None = None,
        layers: Collection[str] = (),
        kinds: Collection[str] = (),
        since: datetime | None = None,
        until: datetime | None = None,
        explain: bool = False,
    ) -> list[MemoryEntry]:
        """Find what was said that matters for *query*, best first, at most *limit* entries."""
        return self._loop.call(
            self._inner.search(
                query,
                limit=limit,
                conversation_id=conversation_id,
                layers=layers,
                kinds=kinds,
                since=since,
                until=until,
                explain=explain,
            )
        )

    def erase(self) -> Erasure:
        """Remove the person everywhere, down to the bytes of every file. Returns the receipt."""
        return self._loop.call(self._inner.erase())


class Memory:
    """
    Conversational memory that is waited for: `with Memory.open() as memory:`; see `lembranca.Memory`.

    Where a block does not fit, as in a notebook, `start` opens it and `close` closes it; one that was left open is
    closed when the interpreter ends.
    """

    def __init__(self, inner: AsyncMemory) -> None:
        self._inner = inner
        self._loop = LoopThread("the memory", inner)

    @classmethod
    def open(cls, *, customize: Callable[[Any], None] | None = None, **settings: Any) -> Self:
        """Prepare a memory; see `lembranca.Memory.open`."""
        return cls(AsyncMemory.open(customize=customize, **settings))

    def start(self) -> Self:
        """Open the stores and start the background work; starting twice is harmless. Raises what `async with` does."""
        self._loop.start()
        return self

    def close(self) -> None:
        """
        Finish the work at hand and close everything; closing twice is harmless.

        Calls that other threads wait for have five seconds to end, then they end with `Closed`.
        """
        self._loop.close()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def for_user(self, user_id: str, *, tenant_id: str = DEFAULT_TENANT) -> UserMemory:
        """Give the memory of one person."""
        return UserMemory(self._inner.for_user(user_id, tenant_id=tenant_id), self._loop)

    @property
    def language_model(self) -> LanguageModel | None:
        """The language model that the settings name, None when they name none."""
        model = self._inner.language_model
        return None if model is None else LanguageModel(model, self._loop)

    def scopes(self) -> list[Scope]:
        """List all scopes in which something is stored, for maintenance."""
        return self._loop.call(self._inner.scopes())

    def drain(self) -> None:
        """Wait until background work is done."""
        self._loop.call(self._inner.drain())

    def events(self) -> Iterator[Event]:
        """Listen to what happens from now on: `for event in memory.events():`; it ends when the memory is closed."""
        return self._loop.call(BlockingEvents().follow(self._inner.events))

    def on_event(self, listener: Listener) -> Callable[[], None]:
        """
        Call *listener* for each event, in the memory's own thread; what is given back ends that.

        There it may not use this memory, which would wait for itself: what is to be done with it, another thread does.
        """
        end = self._loop.do(lambda: self._inner.on_event(listener))

        def ended() -> None:
            with contextlib.suppress(Closed):  # nobody is told any more
                self._loop.do(end)

        return ended

    def stats(
        self, *, since: date | None = None, until: date | None = None, tenant_id: str | None = None
    ) -> list[Account]:
        """Give what contexts and summaries used and saved, per day (UTC), tenant, operation and model."""
        return self._loop.call(self._inner.stats(since=since, until=until, tenant_id=tenant_id))

    def reindex(self, progress: Progress | None = None, *, from_scratch: bool = False) -> int:
        """Make the vector index hold exactly what the history has; *progress* is told in the memory's own thread."""
        return self._loop.call(self._inner.reindex(progress, from_scratch=from_scratch))

    def dead_letters(self, *, limit: int = 100) -> list[DeadLetter]:
        """List the jobs given up, the latest first, with their reasons."""
        return self._loop.call(self._inner.dead_letters(limit=limit))

    def status(self) -> Status:
        """Tell how everything is."""
        return self._loop.call(self._inner.status())
