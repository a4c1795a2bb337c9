"""A person's memory out of here, as a document, and into here again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lembranca.application.gardener import Gardener
from lembranca.application.known_facts import KnownFacts
from lembranca.application.memory_agent import MemoryAgent
from lembranca.domain.errors import InvalidInput
from lembranca.domain.known_fact import Fact
from lembranca.domain.message import Conversation, NewMessage
from lembranca.domain.portable import FORMAT, VERSION, fact_record, message_record, read_fact
from lembranca.domain.rules import require_id
from lembranca.domain.scope import Scope
from lembranca.ports.clock import IClock
from lembranca.ports.memory_repository import IHistory

_PAGE = 500


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import added; what was there already is not counted."""

    conversations: int = 0
    messages: int = 0
    facts: int = 0


class Portability:
    """Exports and imports all that is remembered of a person but what can be worked out again."""

    def __init__(
        self, history: IHistory, known: KnownFacts, gardener: Gardener, agent: MemoryAgent, clock: IClock
    ) -> None:
        self._history = history
        self._known = known
        self._gardener = gardener
        self._agent = agent
        self._clock = clock

    async def export(self, scope: Scope) -> dict[str, Any]:
        """
        Give the person's conversations, oldest first, and facts of every status, as what JSON can carry.

        Summaries, vectors and search indexes are not in it: they are made again from it.

        Raises:
            StorageError: it cannot be read.

        """
        conversations = [await self._conversation(scope, found) for found in await self._conversations(scope)]
        known = await self._known.of(scope)
        return {
            "format": FORMAT,
            "version": VERSION,
            "exported_at": self._clock.now().isoformat(),
            "user_id": scope.user_id,
            "tenant_id": scope.tenant_id,
            "conversations": conversations,
            "facts": [fact_record(fact) for fact in known.facts.values()],
        }

    async def import_(self, scope: Scope, document: object) -> Imported:
        """
        Take in what `export` gave, whoever's it was, as memory of *scope*; repeating it is harmless.

        All of it is judged before anything is stored. Facts get ids of their own. Messages are not read for facts
        again.

        Raises:
            InvalidInput: it is no such document, or something in it breaks a rule; nothing is stored.
            Conflict: a message is there already with other content; what came before it stays.
            StorageError: it could not be kept.

        """
        conversations, facts = _judged(document)
        before = {found.id for found in await self._conversations(scope)}
        added = 0
        for conversation_id, title, messages in conversations:
            result = await self._agent.add(scope, conversation_id, messages, extract=False)
            added += result.added
            if title and conversation_id not in before:
                await self._history.rename_conversation(scope, conversation_id, title)
        taken = await self._gardener.take_in(scope, facts)
        new = sum(conversation_id not in before for conversation_id, _, messages in conversations if messages)
        return Imported(new, added, taken)

    async def _conversations(self, scope: Scope) -> list[Conversation]:
        found: list[Conversation] = []
        while page := await self._history.list_conversations(scope, limit=_PAGE, offset=len(found)):
            found += page
        return found[::-1]

    async def _conversation(self, scope: Scope, found: Conversation) -> dict[str, Any]:
        messages = []
        for first in range(1, found.message_count + 1, _PAGE):
            page = await self._history.get_messages(scope, found.id, first=first, last=first + _PAGE - 1)
            messages += [message_record(message) for message in page]
        return {"id": found.id, "title": found.title, "messages": messages}


def _judged(document: object) -> tuple[list[tuple[str, str | None, list[NewMessage]]], list[Fact]]:
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise InvalidInput("document", _kind(document), f"must be a mapping whose format is {FORMAT!r}")
    if document.get("version") != VERSION:
        raise InvalidInput("version", document.get("version"), f"must be {VERSION}")
    conversations = []
    for record in _list(document, "conversations"):
        if not isinstance(record, Mapping):
            raise InvalidInput("conversation", record, "must be a mapping of id, title and messages")
        messages = [NewMessage.from_mapping(message) for message in _list(record, "messages")]
        conversations.append((require_id("conversation.id", record.get("id")), record.get("title"), messages))
    return conversations, [read_fact(record) for record in _list(document, "facts")]


def _list(mapping: Mapping[str, Any], name: str) -> Sequence[Any]:
    value = mapping.get(name, [])
    if not isinstance(value, list):
        raise InvalidInput(name, value, "must be a list")
    return value


def _kind(document: object) -> object:
    return document.get("format") if isinstance(document, Mapping) else document
