"""The session cache on Redis."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.cluster import RedisCluster

from lembranca.adapters.outbound.redis import rows
from lembranca.adapters.outbound.redis.connection import Call, RedisConnection
from lembranca.adapters.outbound.redis.scripts import ADD, INDEX, PIN, READ, REPLACE, SAVE, Script
from lembranca.adapters.outbound.session_window import (
    last_position,
    require_same_conversation,
    require_window,
)
from lembranca.domain.errors import Conflict, StorageDamaged
from lembranca.domain.message import Conversation, Message, difference
from lembranca.domain.rules import require_limit
from lembranca.domain.scope import Scope

_HEADER = ("a", "u", "t", "n")
_ALL = (1 << 53) - 1  # the largest whole number that Lua knows


class RedisMemoryRepository:
    """
    An `ISessionCache` on Redis 5 or later, shared by any number of processes.

    Each operation is one round trip, and atomic within its conversation, which is one key. The list of a scope's
    conversations is another key, in a cluster on another node: it is written first, and what it names but is gone is
    left out when it is read and removed when its time is over. A message that has left the window is unknown: only
    repeats within the window are recognised.

    Opening does not connect, so that a server that is down costs nothing at the start: calls raise
    `StorageUnavailable` until it is back.

    Args:
        url: `redis://[user:password@]host:port/db`, `rediss://` for TLS, `unix://`, or `redis+cluster://` and
            `rediss+cluster://` with any node of a cluster.
        ttl: how long a conversation is held after its last write.
        window: the newest messages held of one conversation.
        timeout: the seconds that any call may take, connecting included.
        client: used instead of *url*, and never closed.

    """

    def __init__(
        self,
        url: str = "redis://localhost:6379/0",
        *,
        ttl: timedelta = timedelta(hours=1),
        window: int = 200,
        timeout: float = 0.2,
        client: Redis | RedisCluster | None = None,
    ) -> None:
        self._connection = RedisConnection(url, timeout=timeout, client=client)
        self._ttl = max(1, round(ttl / timedelta(milliseconds=1)))
        self._window = window

    def __repr__(self) -> str:
        return f"RedisMemoryRepository({self._connection.address!r})"

    async def open(self) -> None:
        """
        Prepare the client.

        Raises:
            ConfigurationError: the URL cannot be used.

        """
        await self._connection.open()

    async def close(self) -> None:
        """Close the connections, unless the client was passed in."""
        await self._connection.close()

    async def save_conversation(self, scope: Scope, conversation: Conversation) -> str:
        """See `IMemoryRepository`."""
        await self._write("save_conversation", scope, conversation.id, SAVE, *_header(conversation))
        return conversation.id

    async def get_conversation(self, scope: Scope, conversation_id: str) -> Conversation | None:
        """See `IMemoryRepository`; the count is of the whole conversation, what left the window included."""
        key = rows.conversation_key(scope, conversation_id)
        async with self._connection.edge("get_conversation"):
            fields = await self._connection.client.hmget(key, _HEADER)
        return self._conversation(key, fields, conversation_id)

    async def list_conversations(self, scope: Scope, *, limit: int = 100, offset: int = 0) -> list[Conversation]:
        """See `IMemoryRepository`; two round trips, over all conversations of the scope that are held."""
        require_limit("limit", limit, maximum=sys.maxsize)
        require_limit("offset", offset, minimum=0, maximum=sys.maxsize)
        async with self._connection.edge("list_conversations"):
            members = await self._connection.client.zrange(rows.index_key(scope), 0, -1)
            names = [name.decode() if isinstance(name, bytes) else name for name in members]
            keys = [rows.conversation_key(scope, name) for name in names]
            pipeline = self._connection.client.pipeline(transaction=False)
            for key in keys:
                pipeline.hmget(key, _HEADER)
            headers = await pipeline.execute() if keys else []
        held = map(self._conversation, keys, headers, names)
        found = sorted((item for item in held if item), key=lambda item: item.id)
        found.sort(key=lambda item: item.updated_at, reverse=True)
        return found[offset : offset + limit]

    async def delete_conversation(self, scope: Scope, conversation_id: str) -> bool:
        """See `IMemoryRepository`."""
        async with self._connection.edge("delete_conversation"):
            pipeline = self._connection.client.pipeline(transaction=False)
            pipeline.delete(rows.conversation_key(scope, conversation_id))
            pipeline.zrem(rows.index_key(scope), conversation_id)
            deleted, _ = await pipeline.execute()
        return bool(deleted)

    async def add_message(self, scope: Scope, message: Message) -> str:
        """See `IMemoryRepository`."""
        await self.add_messages(scope, message.conversation_id, [message])
        return message.id

    async def add_messages(self, scope: Scope, conversation_id: str, messages: Sequence[Message]) -> list[Message]:
        """See `IMemoryRepository`."""
        require_same_conversation(conversation_id, messages)
        if not messages:
            _ = self._connection.client  # closed is closed, whatever is asked for
            return []
        given = (part for item in messages for part in (rows.pack(item), rows.pack_time(item.timestamp)))
        added, first, second = await self._write("add_messages", scope, conversation_id, ADD, self._window, *given)
        key = rows.conversation_key(scope, conversation_id)
        if not added:
            message = messages[first]
            (stored,) = self._messages(key, _listed(second), conversation_id, 0)
            raise Conflict("message", message.id, difference(stored, message) or "content")
        return [
            self._messages(key, _listed(known), conversation_id, place)[0]
            if known
            else replace(message, position=place)
            for message, place, known in zip(messages, first, second, strict=True)
        ]

    async def get_recent_messages(self, scope: Scope, conversation_id: str, limit: int) -> list[Message]:
        """See `IMemoryRepository`."""
        require_limit("limit", limit, maximum=sys.maxsize)
        return await self._read("get_recent_messages", scope, conversation_id, limit=limit)

    async def get_messages(
        self, scope: Scope, conversation_id: str, *, first: int = 1, last: int | None = None
    ) -> list[Message]:
        """See `IMemoryRepository`; positions before the window give nothing."""
        require_limit("first", first, maximum=sys.maxsize)
        return await self._read("get_messages", scope, conversation_id, first=first, last=last)

    async def pin(self, scope: Scope, conversation_id: str, message_id: str, *, pinned: bool = True) -> bool:
        """See `IMemoryRepository`."""
        return bool(await self._write("pin", scope, conversation_id, PIN, message_id, int(pinned)))

    async def replace(self, scope: Scope, conversation: Conversation, messages: Sequence[Message]) -> None:
        """
        See `ISessionCache`; the conversation goes on after its count of messages when *messages* is empty.

        Raises:
            InvalidInput: a message is of another conversation, an id comes twice, or the positions are not an
                unbroken run.

        """
        require_window(conversation, messages)
        last = last_position(conversation, messages)
        newest = map(rows.pack, messages[-self._window :])
        await self._write("replace", scope, conversation.id, REPLACE, *_header(conversation), last, *newest)

    async def erase_scope(self, scope: Scope) -> int:
        """
        See `ISessionCache`; two round trips.

        What the server wrote to its disk before that is its own until it writes the next dump (`BGSAVE`) or rewrites
        its log (`BGREWRITEAOF`).
        """
        index = rows.index_key(scope)
        async with self._connection.edge("erase_scope"):
            members = await self._connection.client.zrange(index, 0, -1)
            names = [name.decode() if isinstance(name, bytes) else name for name in members]
            pipeline = self._connection.client.pipeline(transaction=False)
            for name in names:
                pipeline.delete(rows.conversation_key(scope, name))
            pipeline.delete(index)
            *deleted, _ = await pipeline.execute()
        return sum(map(int, deleted))

    async def _write(
        self, operation: str, scope: Scope, conversation_id: str, script: Script, *args: bytes | str | int
    ) -> Any:
        index = Call(INDEX, rows.index_key(scope), (self._ttl, conversation_id))
        call = Call(script, rows.conversation_key(scope, conversation_id), (self._ttl, *args))
        async with self._connection.edge(operation):
            _, result = await self._connection.run(index, call)
        return result

    async def _read(
        self,
        operation: str,
        scope: Scope,
        conversation_id: str,
        *,
        first: int = 1,
        last: int | None = None,
        limit: int = _ALL,
    ) -> list[Message]:
        key = rows.conversation_key(scope, conversation_id)
        bounds = (first, _ALL if last is None else last, limit)
        call = Call(READ, key, tuple(max(-_ALL, min(_ALL, bound)) for bound in bounds))
        async with self._connection.edge(operation):
            start, found = await self._connection.run_one(call)
        return self._messages(key, found, conversation_id, start)

    def _messages(self, key: str, found: bytes | str, conversation_id: str, first: int) -> list[Message]:
        try:
            return rows.unpack(found, conversation_id, first)
        except (ValueError, TypeError) as exc:
            raise StorageDamaged(f"redis {self._connection.address}: {key} does not hold messages") from exc

    def _conversation(self, key: str, fields: Iterable[Any], conversation_id: str) -> Conversation | None:
        try:
            return rows.unpack_conversation(list(fields), conversation_id)
        except (ValueError, TypeError) as exc:
            raise StorageDamaged(f"redis {self._connection.address}: {key} does not hold a conversation") from exc


def _listed(row: bytes | str) -> str:
    return f"[{row.decode() if isinstance(row, bytes) else row}]"


def _header(conversation: Conversation) -> tuple[str, str, bytes]:
    times = rows.pack_time(conversation.created_at), rows.pack_time(conversation.updated_at)
    return *times, rows.pack_json(conversation.title)
