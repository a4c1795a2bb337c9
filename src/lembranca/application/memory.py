"""What the caller holds: a memory, a person's memory in it, and one of the person's conversations."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, cast

from lembranca.application.accounts import Accounts
from lembranca.application.compression_agent import CompressionAgent
from lembranca.application.condensed import CondensedConversations
from lembranca.application.memory_agent import MemoryAgent
from lembranca.application.pressure import Pressure
from lembranca.application.recall import Recall
from lembranca.application.semantic_index import Progress, SemanticIndex
from lembranca.application.sessions import Sessions
from lembranca.application.status import Status
from lembranca.application.worker import Worker
from lembranca.domain.context import MemoryContext
from lembranca.domain.entry import MemoryEntry, SearchFilter
from lembranca.domain.errors import InvalidInput, NotFound
from lembranca.domain.event import Event
from lembranca.domain.job import DeadLetter
from lembranca.domain.ledger import Account
from lembranca.domain.message import Conversation, Message, NewMessage
from lembranca.domain.rules import require_flag, require_id, require_limit, require_text
from lembranca.domain.scope import DEFAULT_TENANT, Scope
from lembranca.domain.summary import Summary
from lembranca.ports.clock import IClock
from lembranca.ports.event_bus import IEventBus, Listener
from lembranca.ports.health import IHealth
from lembranca.ports.job_queue import IJobQueue
from lembranca.ports.language_model import ILanguageModel
from lembranca.ports.memory_repository import AppendResult, IHistory, ISessionCache
from lembranca.ports.summarizer import ISummarizer
from lembranca.ports.summary_repository import ISummaryRepository
from lembranca.ports.token_counter import ITokenCounter

_PAGE = 500
_TITLE_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything a memory is made of; `bootstrap` puts it together. *adapters* names what was chosen."""

    history: IHistory
    cache: ISessionCache
    queue: IJobQueue
    index: SemanticIndex
    sessions: Sessions
    recall: Recall
    worker: Worker
    compressor: Worker
    agent: MemoryAgent
    compression: CompressionAgent
    condensed: CondensedConversations
    pressure: Pressure
    summaries: ISummaryRepository
    summarizer: ISummarizer
    events: IEventBus
    accounts: Accounts
    counter: ITokenCounter
    clock: IClock
    language_model: ILanguageModel | None = None
    adapters: dict[str, str] = field(default_factory=dict)


class ConversationMemory:
    """One conversation of one person. It need not exist yet: the first save creates it."""

    def __init__(self, parts: Parts, scope: Scope, conversation_id: str) -> None:
        self._parts = parts
        self.scope = scope
        self.id = require_id("conversation_id", conversation_id)

    async def load(self, query: str | None = None, *, max_tokens: int | None = None) -> MemoryContext:
        """Give the context for the next answer; see `MemoryAgent.load`."""
        return await self._parts.agent.load(self.scope, self.id, query, max_tokens=max_tokens)

    async def save(
        self,
        *,
        user: str | None = None,
        assistant: str | None = None,
        idempotency_key: str | None = None,
        channel: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> list[Message]:
        """Keep one turn, durably; see `MemoryAgent.save`. Returns its messages as stored."""
        result = await self._parts.agent.save(
            self.scope,
            self.id,
            user=user,
            assistant=assistant,
            idempotency_key=idempotency_key,
            channel=channel,
            metadata=metadata,
        )
        return result.messages

    async def add_messages(self, messages: Iterable[NewMessage | Mapping[str, Any]]) -> AppendResult:
        """
        Keep messages in the order given, all or none, as when importing; see `MemoryAgent.add`.

        Mappings have the fields of `NewMessage`. Returns the messages as stored and how many of them are new.
        """
        if isinstance(messages, str | bytes | Mapping) or not isinstance(messages, Iterable):
            raise InvalidInput("messages", messages, "must be a list of messages or of mappings")
        given = [item if isinstance(item, NewMessage) else NewMessage.from_mapping(item) for item in messages]
        return await self._parts.agent.add(self.scope, self.id, given)

    async def messages(self, *, first: int = 1, last: int | None = None) -> list[Message]:
        """
        Give the messages at the positions *first* to *last* (from 1, both included; to the end by default).

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        require_limit("first", first, maximum=2**53)
        if last is not None:
            require_limit("last", last, maximum=2**53)
        found = await self._parts.history.get_messages(self.scope, self.id, first=first, last=last)
        if not found:
            await self.info()
        return found

    async def history(self) -> AsyncIterator[Message]:
        """Go through all messages, oldest first, without holding them all in memory."""
        first = 1
        while page := await self._parts.history.get_messages(self.scope, self.id, first=first, last=first + _PAGE - 1):
            for message in page:
                yield message
            first += _PAGE

    async def info(self) -> Conversation:
        """
        Give title, times and number of messages.

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        found = await self._parts.history.get_conversation(self.scope, self.id)
        if found is None:
            raise NotFound("conversation", self.id)
        return found

    async def rename(self, title: str) -> None:
        """
        Give the conversation another *title*, of 1 to 200 characters.

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        if len(require_text("title", title)) > _TITLE_CHARACTERS:
            raise InvalidInput("title", title, f"must have at most {_TITLE_CHARACTERS} characters")
        renaming = self._parts.history.rename_conversation(self.scope, self.id, title)
        if not await self._parts.sessions.finish(renaming):
            raise NotFound("conversation", self.id)

    async def pin(self, message_id: str, *, pinned: bool = True) -> None:
        """Pin a message, or unpin it; see `MemoryAgent.pin`."""
        require_id("message_id", message_id)
        await self._parts.agent.pin(self.scope, self.id, message_id, pinned=require_flag("pinned", pinned))

    async def unpin(self, message_id: str) -> None:
        """Unpin a message; it is condensed with the others from now on."""
        await self.pin(message_id, pinned=False)

    async def compress(self) -> list[Summary]:
        """
        Condense now all that may be condensed, and wait for it; see `CompressionAgent.compress`.

        Returns:
            The summaries made; none when nothing could be condensed.

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        await self.info()
        return await self._parts.compression.compress(self.scope, self.id)

    async def refresh(self) -> list[Summary]:
        """Make the summaries anew from the messages; see `CompressionAgent.refresh`. Returns those now live."""
        return await self._parts.compression.refresh(self.scope, self.id)

    async def summaries(self) -> list[Summary]:
        """
        Give the live summaries, oldest turns first.

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        return await self._parts.summaries.live_summaries(self.scope, self.id) or await self._none()

    async def timeline(self, *, limit: int = 100, offset: int = 0) -> list[Summary]:
        """
        Give every summary ever made, in the order in which they were made; retired ones say since when.

        Raises:
            NotFound: the conversation does not exist in this scope.

        """
        require_limit("limit", limit)
        require_limit("offset", offset, minimum=0, maximum=2**53)
        found = await self._parts.summaries.timeline(self.scope, self.id, limit=limit, offset=offset)
        return found or await self._none()

    async def _none(self) -> list[Summary]:
        await self.info()
        return []

    async def delete(self) -> bool:
        """Remove the conversation with all its messages and summaries. Returns whether it was there."""
        return await self._parts.sessions.finish(self._delete())

    async def _delete(self) -> bool:
        with self._parts.condensed.deleting(self.scope, self.id):
            deleted = await self._parts.history.delete_conversation(self.scope, self.id)
        self._parts.pressure.changed(self.scope, self.id)
        await self._parts.sessions.forget(self.scope, self.id)
        if deleted:
            await self._parts.index.forget_conversation(self.scope, self.id)
        return deleted


class UserMemory:
    """The memory of one person: every conversation of one scope, and nothing outside it."""

    def __init__(self, parts: Parts, scope: Scope) -> None:
        self._parts = parts
        self.scope = scope

    def conversation(self, conversation_id: str) -> ConversationMemory:
        """
        Give the conversation of this id; nothing is stored or looked up yet.

        Raises:
            InvalidInput: the id is not a text of 1 to 512 characters.

        """
        return ConversationMemory(self._parts, self.scope, conversation_id)

    async def conversations(self, *, limit: int = 100, offset: int = 0) -> list[Conversation]:
        """List the person's conversations, the last updated first."""
        require_limit("limit", limit)
        require_limit("offset", offset, minimum=0, maximum=2**53)
        return await self._parts.history.list_conversations(self.scope, limit=limit, offset=offset)

    async def search(
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
        """
        Find what was said that matters for *query*, best first, at most *limit* entries.

        *since* and *until* are inclusive. With *explain* each entry tells why it was found. A vector index that
        is not there is logged and done without.

        Raises:
            InvalidInput: the query is not a text, *limit* is below 1, or a filter breaks its rule.
            StorageError: the history cannot be read.

        """
        # The filter judges what it is given, and makes sets of it.
        filters = SearchFilter(conversation_id, cast(frozenset[str], layers), cast(frozenset[str], kinds), since, until)
        found = await self._parts.recall.search(self.scope, query, limit=limit, filters=filters, explain=explain)
        return found.entries


class MemoryService:
    """The whole memory: everybody's, in one process."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def for_user(self, user_id: str, *, tenant_id: str = DEFAULT_TENANT) -> UserMemory:
        """
        Give the memory of one person.

        Raises:
            InvalidInput: an id is not a text of 1 to 512 characters.

        """
        return UserMemory(self._parts, Scope(tenant_id, user_id))

    @property
    def language_model(self) -> ILanguageModel | None:
        """The language model that the settings name, None when they name none."""
        return self._parts.language_model

    async def scopes(self) -> list[Scope]:
        """List all scopes in which something is stored, for maintenance."""
        return await self._parts.history.list_scopes()

    async def drain(self) -> None:
        """Wait until background work is done: every turn indexed, condensed and cached, or given up visibly."""
        await self._parts.worker.drain()
        for _ in range(2):  # what was saved while its conversation was condensed is looked at only after that
            await self._parts.pressure.settled()
            await self._parts.compressor.drain()
        await self._parts.index.settled()
        await self._parts.sessions.drain()

    def events(self) -> AsyncIterator[Event]:
        """Listen to what happens from now on: `async for event in memory.events():`; see `Event`."""
        return self._parts.events.subscribe()

    def on_event(self, listener: Listener) -> Callable[[], None]:
        """Call *listener*, a function or a coroutine function, for each event; what is given back ends that."""
        return self._parts.events.add_listener(listener)

    async def stats(
        self, *, since: date | None = None, until: date | None = None, tenant_id: str | None = None
    ) -> list[Account]:
        """
        Give what contexts and summaries used and saved, per day (UTC), tenant, operation and model.

        *since* and *until* are inclusive. Money is there where the setting `prices` knows the model.
        """
        return await self._parts.accounts.report(since=since, until=until, tenant_id=tenant_id)

    async def reindex(self, progress: Progress | None = None, *, from_scratch: bool = False) -> int:
        """
        Make the vector index hold exactly what the history has.

        *from_scratch* throws the vector index and the keyword index away first, for when one of them is damaged.

        Interrupted, it goes on where it was the next time. Jobs given up are tried again.

        Returns:
            How many entries were added or taken out.

        """
        await self._parts.queue.revive(now=self._parts.clock.now())
        self._parts.worker.notify()
        self._parts.compressor.notify()
        index = self._parts.index
        if from_scratch:
            await self._parts.recall.rebuild_keywords()
        return await (index.rebuild(progress) if from_scratch else index.reconcile(progress))

    async def dead_letters(self, *, limit: int = 100) -> list[DeadLetter]:
        """List the jobs given up, the latest first, with their reasons."""
        return await self._parts.queue.dead_letters(limit=require_limit("limit", limit))

    async def status(self) -> Status:
        """Tell how everything is."""
        parts = self._parts
        counts = await parts.queue.counts()
        return Status(
            health="degraded" if (problems := self._problems(counts.dead)) else "ok",
            problems=tuple(problems),
            entries=await parts.history.count_messages(),
            jobs=counts,
            jobs_done=parts.worker.done + parts.compressor.done,
            job_failures=parts.worker.failed + parts.compressor.failed,
            index=parts.index.status,
            vectors=await parts.index.vector_state(),
            cache_hits=parts.sessions.hits,
            cache_misses=parts.sessions.misses,
            last_job_error=parts.compressor.last_error or parts.worker.last_error,
            adapters={**parts.adapters, "summarizer": parts.summarizer.identity},
        )

    def _problems(self, dead: int) -> Sequence[str]:
        problems = []
        index = self._parts.index.status
        if index.state in {"failed", "incomplete", "rebuilding"}:
            problems.append(f"vector index {index.state} ({index.done}/{index.total}): {index.detail or 'catching up'}")
        if dead:
            problems.append(f"{dead} background jobs were given up; a reindex tries them again")
        cache = self._parts.cache
        if isinstance(cache, IHealth) and (wrong := cache.check()):
            problems.append(f"session cache: {wrong}")
        summarizer = self._parts.summarizer
        if isinstance(summarizer, IHealth) and (wrong := summarizer.check()):
            problems.append(f"summarizer: {wrong}")
        return problems
