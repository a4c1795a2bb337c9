"""A person's memory out of here, as a document, and into here again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from lembranca.application.gardener import Gardener
from lembranca.application.incarnations import Incarnations
from lembranca.application.known_facts import KnownFacts
from lembranca.application.memory_agent import MemoryAgent
from lembranca.domain.errors import InvalidInput
from lembranca.domain.known_fact import Fact
from lembranca.domain.message import Conversation, NewMessage, require_title
from lembranca.domain.portable import FORMAT, VERSION, Imported, fact_record, message_record, read_fact
from lembranca.domain.rules import require_flag, require_id
from lembranca.domain.scope import Scope
from lembranca.ports.clock import IClock
from lembranca.ports.entry_repository import IEmbeddingStore, IEntryRepository
from lembranca.ports.memory_repository import IHistory

_T = TypeVar("_T")

_PAGE = 500
_ALL = 2**53


class Portability:
    """Exports and imports all that is remembered of a person but what can be worked out again."""

    def __init__(
        self,
        history: IHistory,
        entries: IEntryRepository,
        texts: IEmbeddingStore,
        known: KnownFacts,
        gardener: Gardener,
        agent: MemoryAgent,
        clock: IClock,
        incarnations: Incarnations,
    ) -> None:
        self._history = history
        self._entries = entries
        self._texts = texts
        self._known = known
        self._gardener = gardener
        self._agent = agent
        self._clock = clock
        self._incarnations = incarnations

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
            InvalidInput: it is no such document, or something in it breaks a rule; nothing is stored. Pinned messages
                that together would fill a context are noticed only as they come; what came before them stays.
            Conflict: a message is there already with other content; what came before it stays. Or the person was erased
                meanwhile: nothing of it stays.
            StorageError: it could not be kept.

        """
        present = self._incarnations.of(scope)
        told, facts = _judged(document)
        for number, conversation in enumerate(told):
            self._agent.judge(conversation.messages, f"conversations[{number}].messages")
        before = {found.id for found in await self._conversations(scope)}
        added = 0
        for conversation in told:
            for start in range(0, len(conversation.messages), _PAGE):  # so that others can save in between
                part = conversation.messages[start : start + _PAGE]
                result = await self._agent.add(scope, conversation.id, part, extract=False, begun_by=present)
                added += result.added
            async with self._incarnations.writing(scope, begun_by=present):
                await self._forget(scope, conversation)
                if conversation.title and conversation.id not in before:
                    await self._history.rename_conversation(scope, conversation.id, conversation.title)
        taken = await self._gardener.take_in(scope, facts, begun_by=present)
        return Imported(sum(each.id not in before for each in told if each.messages), added, taken)

    async def _forget(self, scope: Scope, told: _Told) -> None:
        """Let those messages be found no more that were forgotten where they come from."""
        now = self._clock.now()
        for text in await self._texts.texts_of(scope, told.id, told.forgotten):
            await self._entries.hide(scope, text.entry.id, now=now)

    async def _conversations(self, scope: Scope) -> list[Conversation]:
        # At once: page by page, what is updated meanwhile would stand there twice, or not at all.
        return (await self._history.list_conversations(scope, limit=_ALL))[::-1]

    async def _conversation(self, scope: Scope, found: Conversation) -> dict[str, Any]:
        messages = []
        for first in range(1, found.message_count + 1, _PAGE):
            page = await self._history.get_messages(scope, found.id, first=first, last=first + _PAGE - 1)
            # What has no text to be indexed by was forgotten.
            texts = await self._texts.texts_of(scope, found.id, [message.id for message in page])
            there = {text.entry.message_id for text in texts}
            messages += [
                message_record(message) | ({} if message.id in there else {"forgotten": True}) for message in page
            ]
        return {"id": found.id, "title": found.title, "messages": messages}


@dataclass(frozen=True, slots=True)
class _Told:
    """A conversation of a document, judged."""

    id: str
    title: str | None
    messages: list[NewMessage]
    forgotten: list[str]


def _judged(document: object) -> tuple[list[_Told], list[Fact]]:
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        found = document.get("format") if isinstance(document, Mapping) else document
        raise InvalidInput("format", found, f"must be {FORMAT!r}, as the document of an export has it")
    if document.get("version") != VERSION:
        raise InvalidInput("version", document.get("version"), f"must be {VERSION}")
    if unknown := document.keys() - _KEYS:
        raise InvalidInput("document", min(map(str, unknown)), f"is no key of it; known are {', '.join(sorted(_KEYS))}")
    told = list(_each(document, "conversations", _conversation))
    facts = list(_each(document, "facts", read_fact))
    _require_once("conversations", [conversation.id for conversation in told])
    _require_once("facts", [fact.id for fact in facts])
    return told, facts


def _conversation(record: object) -> _Told:
    if not isinstance(record, Mapping):
        raise InvalidInput("conversation", record, "must be a mapping of id, title and messages")
    title = record.get("title")
    if title is not None:
        require_title(title)
    messages = list(_each(record, "messages", _message))
    forgotten = [message.id for message, is_forgotten in messages if message.id and is_forgotten]
    return _Told(require_id("id", record.get("id")), title, [message for message, _ in messages], forgotten)


def _message(record: object) -> tuple[NewMessage, bool]:
    if not isinstance(record, Mapping):
        raise InvalidInput("message", record, "must be a mapping with id, role, content and timestamp")
    for required in ("id", "timestamp"):  # without them the same message would be another the next time
        if record.get(required) is None:
            raise InvalidInput(required, None, "is required")
    plain = {name: value for name, value in record.items() if name != "forgotten"}
    return NewMessage.from_mapping(plain), require_flag("forgotten", record.get("forgotten", False))


def _each(mapping: Mapping[str, Any], name: str, read: Callable[[object], _T]) -> Iterator[_T]:
    """Read the elements of a list; what is wrong with one is named with its place."""
    value = mapping.get(name, [])
    if not isinstance(value, list):
        raise InvalidInput(name, value, "must be a list")
    for number, record in enumerate(value):
        try:
            yield read(record)
        except InvalidInput as exc:
            raise InvalidInput(f"{name}[{number}].{exc.field}", exc.value, exc.rule) from None


def _require_once(name: str, ids: Sequence[str]) -> None:
    seen: set[str] = set()
    for each in ids:
        if each in seen:
            raise InvalidInput(f"{name}.id", each, "must stand there only once")
        seen.add(each)


_KEYS = frozenset({"format", "version", "exported_at", "user_id", "tenant_id", "conversations", "facts"})
