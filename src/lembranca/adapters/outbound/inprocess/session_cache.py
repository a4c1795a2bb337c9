"""The session cache in the memory of this process: the embedded default."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from lembranca.adapters.outbound.session_window import (
    begun_by,
    last_position,
    require_same_conversation,
    require_window,
    touched_by,
)
from lembranca.domain.errors import Closed, Conflict
from lembranca.domain.message import Conversation, Message, difference
from lembranca.domain.rules import require_limit
from lembranca.domain.scope import Scope
from lembranca.ports.clock import IClock

_Key = tuple[str, str, str]

# What a message weighs beside its texts: the object, its timestamp, its places in list and dict.
_MESSAGE_BYTES = 350
_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(slots=True)
class _Held:
    """A conversation as held: its newest *messages*, the position of each by id, and the *last* one given."""

    conversation: Conversation
    messages: list[Message] = field(default_factory=list)
    positions: dict[str, int] = field(default_factory=dict)
    last: int = 0
    size: int = 0
    counted_size: int = 0
    expires_at: datetime = _NEVER

    def find(self, message_id: str) -> Message | None:
        position = self.positions.get(message_id)
        return None if position is None else self.messages[position - self.messages[0].position]

    def append(self, messages: Sequence[Message]) -> None:
        for message in messages:
            self.messages.append(message)
            self.positions[message.id] = self.last = message.position
            self.size += _size(message)

    def trim(self, window: int) -> None:
        surplus = self.messages[: max(0, len(self.messages) - window)]
        del self.messages[: len(surplus)]
        for message in surplus:
            del self.positions[message.id]
            self.size -= _size(message)


class InProcessMemoryRepository:
    """
    An `ISessionCache` that needs nothing but this process; for one event loop.

    A message that has left the window is unknown to it: only repeats within the window are recognised. Beyond
    its bounds it forgets whole conversations, the one not used for the longest time first.

    Args:
        clock: tells when the time to live is over.
        ttl: how long a conversation is held after its last write.
        max_messages: the newest messages held of one conversation (the window).
        max_conversations: how many conversations are held at most, over all scopes.
        max_bytes: about how much memory they may take together.

    """

    def __init__(
        self,
        clock: IClock,
        *,
        ttl: timedelta = timedelta(hours=1),
        max_messages: int = 200,
        max_conversations: int = 10_000,
        max_bytes: int = 64 << 20,
    ) -> None:
        self._clock = clock
        self._ttl = ttl
        self._max_messages = max_messages
        self._max_conversations = max_conversations
        self._max_bytes = max_bytes
        self._opened: OrderedDict[_Key, _Held] | None = None
        self._bytes = 0

    @property
    def memory_bytes(self) -> int:
        """About how much memory the held messages take."""
        return self._bytes

    async def open(self) -> None:
        """Begin empty."""
        if self._opened is None:
            self._opened = OrderedDict()

    async def close(self) -> None:
        """Forget everything."""
        self._opened = None
        self._bytes = 0

    async def save_conversation(self, scope: Scope, conversation: Conversation) -> str:
        """See `IMemoryRepository`."""
        key = _key(scope, conversation.id)
        held = self._find(key) or _Held(conversation)
        held.conversation = dataclasses.replace(conversation, message_count=0)
        self._keep(key, held)
        return conversation.id

    async def get_conversation(self, scope: Scope, conversation_id: str) -> Conversation | None:
        """See `IMemoryRepository`; the count is of the whole conversation, what left the window included."""
        held = self._find(_key(scope, conversation_id))
        return _counted(held) if held else None

    async def list_conversations(self, scope: Scope, *, limit: int = 100, offset: int = 0) -> list[Conversation]:
        """See `IMemoryRepository`; it looks at everything held, so it is not for the request path."""
        require_limit("limit", limit, maximum=sys.maxsize)
        require_limit("offset", offset, minimum=0, maximum=sys.maxsize)
        owner = (scope.tenant_id, scope.user_id)
        now = self._clock.now()
        found = [_counted(held) for key, held in self._all().items() if key[:2] == owner and held.expires_at > now]
        found.sort(key=lambda item: item.id)
        found.sort(key=lambda item: item.updated_at, reverse=True)
        return found[offset : offset + limit]

    async def delete_conversation(self, scope: Scope, conversation_id: str) -> bool:
        """See `IMemoryRepository`."""
        key = _key(scope, conversation_id)
        known = self._find(key) is not None
        self._drop(key)
        return known

    async def add_message(self, scope: Scope, message: Message) -> str:
        """See `IMemoryRepository`."""
        await self.add_messages(scope, message.conversation_id, [message])
        return message.id

    async def add_messages(self, scope: Scope, conversation_id: str, messages: Sequence[Message]) -> list[Message]:
        """See `IMemoryRepository`."""
        require_same_conversation(conversation_id, messages)
        key = _key(scope, conversation_id)
        held = self._find(key)
        if not messages:
            return []
        held = held or _Held(begun_by(conversation_id, messages))
        stored, new = _place(held, messages)
        held.append(new)
        held.conversation = touched_by(held.conversation, new)
        self._keep(key, held)
        return [_copied(message) for message in stored]

    async def get_recent_messages(self, scope: Scope, conversation_id: str, limit: int) -> list[Message]:
        """See `IMemoryRepository`."""
        require_limit("limit", limit, maximum=sys.maxsize)
        held = self._find(_key(scope, conversation_id))
        return [_copied(message) for message in held.messages[-limit:]] if held else []

    async def get_messages(
        self, scope: Scope, conversation_id: str, *, first: int = 1, last: int | None = None
    ) -> list[Message]:
        """See `IMemoryRepository`; positions before the window give nothing."""
        require_limit("first", first, maximum=sys.maxsize)
        held = self._find(_key(scope, conversation_id))
        if not held or not held.messages:
            return []
        offset = held.messages[0].position
        end = held.last if last is None else last
        return [_copied(message) for message in held.messages[max(0, first - offset) : max(0, end + 1 - offset)]]

    async def pin(self, scope: Scope, conversation_id: str, message_id: str, *, pinned: bool = True) -> bool:
        """See `IMemoryRepository`."""
        key = _key(scope, conversation_id)
        held = self._find(key)
        message = held and held.find(message_id)
        if not held or not message:
            return False
        held.messages[message.position - held.messages[0].position] = dataclasses.replace(message, pinned=pinned)
        self._keep(key, held)
        return True

    async def replace(self, scope: Scope, conversation: Conversation, messages: Sequence[Message]) -> None:
        """
        See `ISessionCache`; the conversation goes on after its count of messages when *messages* is empty.

        Raises:
            InvalidInput: a message is of another conversation, an id comes twice, or the positions are not an
                unbroken run.

        """
        require_window(conversation, messages)
        held = _Held(dataclasses.replace(conversation, message_count=0), last=last_position(conversation, messages))
        held.append([_copied(message) for message in messages])
        self._keep(_key(scope, conversation.id), held)

    async def erase_scope(self, scope: Scope) -> int:
        """See `ISessionCache`; it looks at everything held, so it is not for the request path."""
        owner = (scope.tenant_id, scope.user_id)
        keys = [key for key in self._all() if key[:2] == owner]
        held = sum(self._find(key) is not None for key in keys)
        for key in keys:
            self._drop(key)
        return held

    def _all(self) -> OrderedDict[_Key, _Held]:
        if self._opened is None:
            raise Closed("InProcessMemoryRepository")
        return self._opened

    def _find(self, key: _Key) -> _Held | None:
        conversations = self._all()
        held = conversations.get(key)
        if held is None:
            return None
        if held.expires_at <= self._clock.now():
            self._drop(key)
            return None
        conversations.move_to_end(key)
        return held

    def _keep(self, key: _Key, held: _Held) -> None:
        conversations = self._all()
        now = self._clock.now()
        self._drop(key)
        held.trim(self._max_messages)
        held.counted_size = held.size
        held.expires_at = now + self._ttl
        conversations[key] = held
        self._bytes += held.counted_size
        while conversations and self._is_surplus(next(iter(conversations.values())), now):
            self._drop(next(iter(conversations)))

    def _is_surplus(self, oldest: _Held, now: datetime) -> bool:
        crowded = len(self._all()) > self._max_conversations or self._bytes > self._max_bytes
        return crowded or oldest.expires_at <= now

    def _drop(self, key: _Key) -> None:
        held = self._all().pop(key, None)
        if held:
            self._bytes -= held.counted_size


def _key(scope: Scope, conversation_id: str) -> _Key:
    return scope.tenant_id, scope.user_id, conversation_id


def _counted(held: _Held) -> Conversation:
    return dataclasses.replace(held.conversation, message_count=held.last)


def _place(held: _Held, messages: Sequence[Message]) -> tuple[list[Message], list[Message]]:
    """Give *messages* as they will be stored, the first for a repeated one, and the new ones among them."""
    stored: list[Message] = []
    new: dict[str, Message] = {}
    for message in messages:
        known = held.find(message.id) or new.get(message.id)
        if known is None:
            known = new[message.id] = dataclasses.replace(_copied(message), position=held.last + len(new) + 1)
        elif changed := difference(known, message):
            raise Conflict("message", message.id, changed)
        stored.append(known)
    return stored, list(new.values())


def _copied(message: Message) -> Message:
    # Metadata is the only part of a message that somebody could change later. Through JSON, because that is
    # what every other repository makes of it: a tuple comes back as a list.
    if not message.metadata:
        return message
    return dataclasses.replace(message, metadata=json.loads(json.dumps(message.metadata)))


def _size(message: Message) -> int:
    texts = [message.id, message.content, *(attachment.text for attachment in message.attachments)]
    described = sum(sys.getsizeof(text) for text in texts) + len(message.attachments) * _MESSAGE_BYTES
    return _MESSAGE_BYTES + described + (len(json.dumps(message.metadata)) if message.metadata else 0)
