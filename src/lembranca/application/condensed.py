"""What of a conversation stands before its newest messages: its live summaries and the messages kept out of them."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from lembranca.application.incarnations import Incarnations
from lembranca.domain.compression import cut_off
from lembranca.domain.message import Message
from lembranca.domain.scope import Scope
from lembranca.domain.summary import Summary
from lembranca.ports.memory_repository import IHistory
from lembranca.ports.summary_repository import ISummaryRepository

_Key = tuple[Scope, str]
_KNOWN = 1_000


@dataclass(frozen=True, slots=True)
class Condensed:
    """
    The live *summaries*, oldest first, and the messages that no summary stands for.

    *pinned* are all that are pinned, *loose* those at or before the cut-off that were pinned when it moved over them
    and are no longer.
    """

    summaries: tuple[Summary, ...] = ()
    pinned: tuple[Message, ...] = ()
    loose: tuple[Message, ...] = ()

    @property
    def cut_off(self) -> int:
        """The position up to which the conversation is condensed, 0 when nothing of it is."""
        return cut_off(self.summaries)

    @property
    def kept(self) -> list[Message]:
        """The messages that every context shows, in their order."""
        return sorted([*self.pinned, *self.loose], key=lambda message: message.position)

    @property
    def source_tokens(self) -> int:
        """The size of the messages condensed, as they were said."""
        return sum(summary.source_tokens for summary in self.summaries)


class Incarnation:
    """One life of a conversation: another one of the same id, after a deletion, has another."""


class CondensedConversations:
    """
    Remembers what is condensed, for the conversations used last.

    The process that holds the history is the only one that changes it, and calls `forget` after each change.
    """

    def __init__(
        self, history: IHistory, summaries: ISummaryRepository, incarnations: Incarnations | None = None
    ) -> None:
        self._history = history
        self._summaries = summaries
        self.scopes = incarnations or Incarnations()
        self._known: OrderedDict[_Key, Condensed] = OrderedDict()
        self._changes = 0
        # Weakly: only who works on a conversation while it is deleted has to know one life from the next.
        self._incarnations: WeakValueDictionary[_Key, Incarnation] = WeakValueDictionary()
        self._being_deleted: Counter[_Key] = Counter()

    async def get(self, scope: Scope, conversation_id: str) -> Condensed:
        """
        Give what is condensed; nothing is of an unknown conversation.

        Raises:
            StorageError: it cannot be read.

        """
        key = (scope, conversation_id)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        changes = self._changes
        found = await self._read(scope, conversation_id)
        if changes == self._changes:  # else it may be what was before the change
            self._known[key] = found
            while len(self._known) > _KNOWN:
                self._known.popitem(last=False)
        return found

    def forget(self, scope: Scope, conversation_id: str) -> None:
        """Read the conversation again the next time."""
        self._changes += 1
        self._known.pop((scope, conversation_id), None)

    def forget_scope(self, scope: Scope) -> None:
        """Let go of all that is known of the scope, what is being read included; the caller has it for itself."""
        self._changes += 1
        for key in [key for key in (*self._known, *self._incarnations) if key[0] == scope]:
            self._known.pop(key, None)
            self._incarnations.pop(key, None)

    def forget_all(self) -> None:
        """Read every conversation again: another process may have held the history."""
        self._changes += 1
        self._known.clear()

    @contextmanager
    def deleting(self, scope: Scope, conversation_id: str) -> Iterator[None]:
        """Delete the conversation in this block: what is read before its end is of another one of the same id."""
        key = (scope, conversation_id)
        self._being_deleted[key] += 1
        try:
            yield
        finally:
            self._being_deleted[key] -= 1
            if not self._being_deleted[key]:
                del self._being_deleted[key]
            self._incarnations.pop(key, None)
            self.forget(scope, conversation_id)

    def incarnation(self, scope: Scope, conversation_id: str) -> Incarnation | None:
        """
        Give the conversation's present life, the same object for as long as somebody holds it and nobody deletes it.

        None while it is being deleted. What was read in another life is of another conversation.
        """
        key = (scope, conversation_id)
        if key in self._being_deleted:
            return None
        found = self._incarnations.get(key)
        if found is None:
            found = self._incarnations[key] = Incarnation()
        return found

    async def _read(self, scope: Scope, conversation_id: str) -> Condensed:
        summaries = await self._summaries.live_summaries(scope, conversation_id)
        pinned = await self._history.get_pinned(scope, conversation_id)
        left_out = {position for summary in summaries for position in summary.left_out}
        loose: list[Message] = []
        for position in sorted(left_out - {message.position for message in pinned}):
            loose += await self._history.get_messages(scope, conversation_id, first=position, last=position)
        return Condensed(tuple(summaries), tuple(pinned), tuple(loose))
