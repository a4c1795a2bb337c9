"""What the caller holds of one person."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, cast

from lembranca.application.conversation_memory import ConversationMemory
from lembranca.application.parts import Parts
from lembranca.domain.change import Change
from lembranca.domain.entry import KINDS, MemoryEntry, SearchFilter
from lembranca.domain.erasure import Erasure
from lembranca.domain.errors import InvalidInput, NotFound
from lembranca.domain.fact import ADDITION, CORRECTION, FACT_KINDS, RETRACTION, ExtractedFact
from lembranca.domain.job import index_job
from lembranca.domain.known_fact import ACTIVE, STATUSES, WITHDRAWN
from lembranca.domain.layers import weight_of
from lembranca.domain.message import Conversation
from lembranca.domain.portable import Imported
from lembranca.domain.profile import Profile, profile_of
from lembranca.domain.relevance import RELEVANT
from lembranca.domain.rules import require_id, require_limit, require_one_of
from lembranca.domain.scope import Scope

_HELD = tuple(status for status in STATUSES if status != WITHDRAWN)


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
        channel: str | None = None,
        explain: bool = False,
    ) -> list[MemoryEntry]:
        """
        Find what was said, and what is known, that matters for *query*, best first, at most *limit* entries.

        A fact and the message that it was learned from are one entry: the message, which says it in full. An archived
        fact that answers the query more likely than not is found as well, and holds again from then on. *since* and
        *until* are inclusive. With *explain* each entry tells why it was found. A vector index that is not there is
        logged and done without.

        Raises:
            InvalidInput: the query is not a text, *limit* is below 1, or a filter breaks its rule.
            StorageError: the history cannot be read.

        """
        # The filter judges what it is given, and makes sets of it.
        places = cast(frozenset[str], layers), cast(frozenset[str], kinds)
        filters = SearchFilter(conversation_id, *places, since, until, channel)
        found = await self._parts.search.search(self.scope, query, limit=limit, filters=filters, explain=explain)
        used = [entry.id for entry in found.entries if entry.is_fact and entry.relevance >= RELEVANT]
        self._parts.accesses.note(self.scope, used)
        return found.entries

    async def remember(
        self,
        content: str,
        *,
        kind: str = "pref",
        weight: float | None = None,
        topic: str | None = None,
        tags: Collection[str] = (),
        negated: bool = False,
    ) -> MemoryEntry:
        """
        Keep something about the person, given by hand; see `ExtractedFact` for what the arguments mean.

        What says the same as something known is no second entry, but makes that one stronger; a newer value of the
        same *topic* takes the place of the older. Without a *weight* it has that of its layer, what
        somebody is (`bio`) has 1.

        Returns:
            The entry as it is known now.

        Raises:
            InvalidInput: a value breaks its rule; nothing is stored.
            StorageError: it could not be kept.

        """
        require_one_of("kind", kind, FACT_KINDS)
        if isinstance(tags, str) or not isinstance(tags, Collection):
            raise InvalidInput("tags", tags, "must be a list of texts")
        if topic in _MARKS:
            raise InvalidInput("topic", topic, f"must not be one of {', '.join(_MARKS)}: those tell of other facts")
        importance = weight_of(kind) if weight is None else weight
        fact = ExtractedFact(kind, content, _BY_HAND, importance, tuple(tags), topic, negated)
        return (await self._parts.gardener.remember(self.scope, fact)).entry

    async def facts(self, *, kinds: Collection[str] = (), statuses: Collection[str] = (ACTIVE,)) -> list[MemoryEntry]:
        """
        List what is known of the person, in the order in which it was learned.

        *kinds* are all when empty; *statuses* are active, superseded, archived or forgotten.

        Raises:
            InvalidInput: an unknown kind or status.

        """
        wanted = {require_one_of("kinds", kind, KINDS) for kind in kinds} or set(KINDS)
        standing = {require_one_of("statuses", status, _HELD) for status in statuses}
        known = await self._parts.known.of(self.scope)
        return [fact.entry for fact in known.facts.values() if fact.kind in wanted and fact.state.status in standing]

    async def profile(self) -> Profile:
        """Give what is believed of the person, each value with its confidence and the messages behind it."""
        known = await self._parts.known.of(self.scope)
        return profile_of(known.facts.values())

    async def forget(self, entry_id: str) -> None:
        """
        Let an entry be found no more: a fact, or a message, which stays in its conversation all the same.

        Nothing is removed: `restore` brings it back, and `erase` removes for good.

        Raises:
            NotFound: there is no such entry in this scope.

        """
        if await self._hidden(entry_id, hidden=True):
            return
        await self._parts.gardener.forget(self.scope, entry_id)

    async def restore(self, entry_id: str) -> None:
        """
        Let a forgotten, archived or superseded entry hold again; one that does so already stays as it is.

        Raises:
            NotFound: there is no such entry in this scope.

        """
        if await self._hidden(entry_id, hidden=False):
            return
        await self._parts.gardener.restore(self.scope, entry_id)

    async def history(self, entry_id: str | None = None, *, limit: int = 100, offset: int = 0) -> list[Change]:
        """
        List what was changed in what is known, and why, the latest first; of one fact, where its id is given.

        Raises:
            NotFound: there is no such fact in this scope.

        """
        require_limit("limit", limit)
        require_limit("offset", offset, minimum=0, maximum=2**53)
        facts = self._parts.facts
        if entry_id is not None and not await facts.get_facts(self.scope, [require_id("entry_id", entry_id)]):
            raise NotFound("entry", entry_id)
        return await facts.changes(self.scope, fact_id=entry_id, limit=limit, offset=offset)

    async def undo(self, change_id: str) -> Change:
        """
        Take one change of `history` back: what it touched is exactly as it was before. Returns the change that did so.

        Raises:
            NotFound: there is no such change in this scope.
            Conflict: it was taken back before, or a later change of the same facts is to be taken back first.

        """
        return await self._parts.gardener.undo(self.scope, require_id("change_id", change_id))

    async def tend(self, *, dry_run: bool = False) -> list[Change]:
        """Let the gardener go through what is known now; with *dry_run* only tell what would be changed."""
        return await self._parts.gardener.tend(self.scope, dry_run=dry_run)

    async def export(self) -> dict[str, Any]:
        """Give all that is remembered of the person as what JSON can carry; see `Portability.export`."""
        return await self._parts.portability.export(self.scope)

    async def import_(self, document: Mapping[str, Any]) -> Imported:
        """Take in what `export` gave; see `Portability.import_`. Returns what was added."""
        return await self._parts.portability.import_(self.scope, document)

    async def erase(self) -> Erasure:
        """
        Remove the person everywhere, down to the bytes of every file: there is no way back.

        Everybody else's memory stays exactly as it is. What is said from now on is a new beginning. What could not be
        reached stands in the receipt's *unreached*, is tried again in the background and after every start, and
        `status` says so meanwhile.

        Returns:
            The receipt.

        Raises:
            StorageError: the history could not be changed; nothing was removed.

        """
        return await self._parts.eraser.erase(self.scope)

    async def _hidden(self, entry_id: str, *, hidden: bool) -> bool:
        """Hide or show a message's entry; whether it is one of this scope."""
        parts, name = self._parts, require_id("entry_id", entry_id)
        async with parts.incarnations.writing(self.scope):
            if not await parts.entries.hide(self.scope, name, hidden=hidden, now=parts.clock.now()):
                return False
            if hidden:
                await parts.index.forget_entries(self.scope, [name])
                return True
            shown = (await parts.entries.get_entries(self.scope, [name])).values()
            jobs = [index_job(entry.conversation_id, [entry.message_id]) for entry in shown]
            await parts.queue.enqueue(self.scope, jobs, now=parts.clock.now())
        parts.worker.notify()
        return True


_MARKS = (RETRACTION, CORRECTION, ADDITION)
_BY_HAND = "remembered"  # a fact that was given by hand comes from no message
