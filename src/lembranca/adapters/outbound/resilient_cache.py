"""A session cache that never makes anybody wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from lembranca.adapters.outbound.circuit_breaker import CircuitBreaker
from lembranca.domain.errors import LembrancaError, StorageError, StorageUnavailable
from lembranca.domain.message import Conversation, Message
from lembranca.domain.scope import Scope
from lembranca.ports.memory_repository import ISessionCache


class ResilientSessionCache:
    """
    An `ISessionCache` around another one that limits each call in time and leaves a failing one alone.

    A call takes at most *timeout* seconds and then raises `StorageUnavailable`; so does, at once, every call while the
    circuit is open (see `CircuitBreaker`: three failures in a row open it for 5 s, doubling up to 60 s).
    Opening and closing are limited in time only.

    Args:
        inner: the cache.
        timeout: seconds for each call.
        monotonic: tells the time in seconds, for the breaker.

    """

    def __init__(
        self,
        inner: ISessionCache,
        *,
        timeout: float = 0.25,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._inner = inner
        self._timeout = timeout
        self._breaker = CircuitBreaker("the session cache", monotonic=monotonic)
        self._trouble: str | None = None

    def check(self) -> str | None:
        """Say why calls are refused now, or else how the last call failed; None when it was answered."""
        return self._breaker.check() or self._trouble

    async def open(self) -> None:
        """Open the inner cache."""
        async with self._limited("open"):
            await self._inner.open()

    async def close(self) -> None:
        """Close the inner cache."""
        async with self._limited("close"):
            await self._inner.close()

    async def save_conversation(self, scope: Scope, conversation: Conversation) -> str:
        """See `IMemoryRepository`."""
        async with self._guarded("save_conversation"):
            return await self._inner.save_conversation(scope, conversation)

    async def get_conversation(self, scope: Scope, conversation_id: str) -> Conversation | None:
        """See `IMemoryRepository`."""
        async with self._guarded("get_conversation"):
            return await self._inner.get_conversation(scope, conversation_id)

    async def list_conversations(self, scope: Scope, *, limit: int = 100, offset: int = 0) -> list[Conversation]:
        """See `IMemoryRepository`."""
        async with self._guarded("list_conversations"):
            return await self._inner.list_conversations(scope, limit=limit, offset=offset)

    async def delete_conversation(self, scope: Scope, conversation_id: str) -> bool:
        """See `IMemoryRepository`."""
        async with self._guarded("delete_conversation"):
            return await self._inner.delete_conversation(scope, conversation_id)

    async def add_message(self, scope: Scope, message: Message) -> str:
        """See `IMemoryRepository`."""
        async with self._guarded("add_message"):
            return await self._inner.add_message(scope, message)

    async def add_messages(self, scope: Scope, conversation_id: str, messages: Sequence[Message]) -> list[Message]:
        """See `IMemoryRepository`."""
        async with self._guarded("add_messages"):
            return await self._inner.add_messages(scope, conversation_id, messages)

    async def get_recent_messages(self, scope: Scope, conversation_id: str, limit: int) -> list[Message]:
        """See `IMemoryRepository`."""
        async with self._guarded("get_recent_messages"):
            return await self._inner.get_recent_messages(scope, conversation_id, limit)

    async def get_messages(
        self, scope: Scope, conversation_id: str, *, first: int = 1, last: int | None = None
    ) -> list[Message]:
        """See `IMemoryRepository`."""
        async with self._guarded("get_messages"):
            return await self._inner.get_messages(scope, conversation_id, first=first, last=last)

    async def pin(self, scope: Scope, conversation_id: str, message_id: str, *, pinned: bool = True) -> bool:
        """See `IMemoryRepository`."""
        async with self._guarded("pin"):
            return await self._inner.pin(scope, conversation_id, message_id, pinned=pinned)

    async def replace(self, scope: Scope, conversation: Conversation, messages: Sequence[Message]) -> None:
        """See `ISessionCache`."""
        async with self._guarded("replace"):
            await self._inner.replace(scope, conversation, messages)

    async def erase_scope(self, scope: Scope) -> int:
        """See `ISessionCache`."""
        async with self._guarded("erase_scope"):
            return await self._inner.erase_scope(scope)

    @asynccontextmanager
    async def _guarded(self, operation: str) -> AsyncIterator[None]:
        with self._breaker.attempt():
            try:
                async with self._limited(operation):
                    yield
            except StorageError as exc:
                self._trouble = str(exc) or type(exc).__name__
                raise
            except LembrancaError:  # an answer
                self._trouble = None
                raise
            else:
                self._trouble = None

    @asynccontextmanager
    async def _limited(self, operation: str) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(self._timeout):
                yield
        except TimeoutError as exc:
            text = f"the session cache did not {operation} within {self._timeout:g} s"
            raise StorageUnavailable(text) from exc
