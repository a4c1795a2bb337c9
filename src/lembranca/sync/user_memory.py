"""The blocking twin of what the caller holds of one person."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from lembranca.adapters.inbound.loop_thread import LoopThread
from lembranca.application import user_memory
from lembranca.domain.change import Change
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.erasure import Erasure
from lembranca.domain.known_fact import ACTIVE
from lembranca.domain.message import Conversation
from lembranca.domain.portable import Imported
from lembranca.domain.profile import Profile
from lembranca.sync.conversation_memory import ConversationMemory


class UserMemory:
    """The memory of one person; see `lembranca.UserMemory`."""

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
        channel: str | None = None,
        explain: bool = False,
    ) -> list[MemoryEntry]:
        """Find what was said, and what is known, that matters for *query*, best first, at most *limit* entries."""
        return self._loop.call(
            self._inner.search(
                query,
                limit=limit,
                conversation_id=conversation_id,
                layers=layers,
                kinds=kinds,
                since=since,
                until=until,
                channel=channel,
                explain=explain,
            )
        )

    def remember(
        self,
        content: str,
        *,
        kind: str = "pref",
        weight: float | None = None,
        topic: str | None = None,
        tags: Collection[str] = (),
        negated: bool = False,
    ) -> MemoryEntry:
        """Keep something about the person, given by hand. Returns the entry as it is known now."""
        return self._loop.call(
            self._inner.remember(content, kind=kind, weight=weight, topic=topic, tags=tags, negated=negated)
        )

    def facts(self, *, kinds: Collection[str] = (), statuses: Collection[str] = (ACTIVE,)) -> list[MemoryEntry]:
        """List what is known of the person, in the order in which it was learned."""
        return self._loop.call(self._inner.facts(kinds=kinds, statuses=statuses))

    def profile(self) -> Profile:
        """Give what is believed of the person, each value with its confidence and the messages behind it."""
        return self._loop.call(self._inner.profile())

    def forget(self, entry_id: str) -> None:
        """Let an entry be found no more; `restore` brings it back."""
        self._loop.call(self._inner.forget(entry_id))

    def restore(self, entry_id: str) -> None:
        """Let a forgotten, archived or superseded entry hold again."""
        self._loop.call(self._inner.restore(entry_id))

    def history(self, entry_id: str | None = None, *, limit: int = 100, offset: int = 0) -> list[Change]:
        """List what was changed in what is known, and why, the latest first."""
        return self._loop.call(self._inner.history(entry_id, limit=limit, offset=offset))

    def undo(self, change_id: str) -> Change:
        """Take one change of `history` back. Returns the change that did so."""
        return self._loop.call(self._inner.undo(change_id))

    def tend(self, *, dry_run: bool = False) -> list[Change]:
        """Let the gardener go through what is known now; with *dry_run* only tell what would be changed."""
        return self._loop.call(self._inner.tend(dry_run=dry_run))

    def export(self) -> dict[str, Any]:
        """Give all that is remembered of the person as what JSON can carry."""
        return self._loop.call(self._inner.export())

    def import_(self, document: Mapping[str, Any]) -> Imported:
        """Take in what `export` gave. Returns what was added."""
        return self._loop.call(self._inner.import_(document))

    def erase(self) -> Erasure:
        """Remove the person everywhere, down to the bytes of every file. Returns the receipt."""
        return self._loop.call(self._inner.erase())
