"""How the server is reached: URL, pool, time limits; a round trip of scripts; errors at the edge."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.cluster import RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError

from lembranca.adapters.outbound.redis.errors import ERRORS, translated
from lembranca.adapters.outbound.redis.scripts import Script
from lembranca.domain.errors import Closed, ConfigurationError, StorageUnavailable

_SCHEMES = "redis://, rediss://, unix://, redis+cluster:// or rediss+cluster://"
_MAX_CONNECTIONS = 32
_SHOWN = 200
_CAUGHT: tuple[type[Exception], ...] = tuple(ERRORS)


@dataclass(frozen=True, slots=True)
class Call:
    """A *script* to run on *key* with *args*."""

    script: Script
    key: str
    args: tuple[bytes | str | int, ...]


class RedisConnection:
    """
    A client with its time limit, and errors of ours only.

    A *client* that is passed in is used as it is and never closed. Without one, `open` makes a pool of connections
    that retries once on another connection, within the same time limit; it connects with the first call.
    """

    def __init__(self, url: str, *, timeout: float, client: Redis | RedisCluster | None = None) -> None:
        self._url = url
        self._timeout = timeout
        self._given = client
        self._client: Redis | RedisCluster | None = None
        self.address = "the given client" if client else _address(url)

    async def open(self) -> None:
        """Make the client; a server that is down is no reason to fail here."""
        if self._client is None:
            self._client = self._given or self._connect()

    async def close(self) -> None:
        """Close the client unless it was passed in."""
        client, self._client = self._client, None
        if client is not None and client is not self._given:
            async with self.edge("close"):
                await client.aclose()

    @property
    def client(self) -> Any:  # what both clients share has no type of its own
        """The client; raises `Closed` outside of `open` and `close`."""
        if self._client is None:
            raise Closed("RedisMemoryRepository")
        return self._client

    async def run(self, *calls: Call) -> list[Any]:
        """
        Run scripts in order, in one round trip (one per node of a cluster), each of them atomic.

        A script that the server does not know is sent whole in a second one, so scripts have to be idempotent.
        """
        pipeline = self.client.pipeline(transaction=False)
        for call in calls:
            pipeline.execute_command("EVALSHA", call.script.sha, 1, call.key, *call.args)
        results: list[Any] = await pipeline.execute(raise_on_error=False)
        for place, call in enumerate(calls):
            if isinstance(results[place], NoScriptError):
                results[place] = await self.client.execute_command("EVAL", call.script.text, 1, call.key, *call.args)
        for result in results:
            if isinstance(result, Exception):
                raise result
        return results

    async def run_one(self, call: Call) -> Any:
        """Run one script, like `run`, at less cost."""
        try:
            return await self.client.execute_command("EVALSHA", call.script.sha, 1, call.key, *call.args)
        except NoScriptError:
            return await self.client.execute_command("EVAL", call.script.text, 1, call.key, *call.args)

    @asynccontextmanager
    async def edge(self, operation: str) -> AsyncIterator[None]:
        """Limit what runs inside in time, and translate what the driver raises."""
        try:
            async with asyncio.timeout(self._timeout) as limit:
                yield
        except _CAUGHT as exc:
            if isinstance(exc, TimeoutError) and limit.expired():
                text = f"no answer within {self._timeout:g} s"
                raise StorageUnavailable(f"redis {self.address}: {operation}: {text}") from exc
            text = f"{type(exc).__name__}: {self._without_secrets(str(exc))[:_SHOWN]}"
            raise translated(exc)(f"redis {self.address}: {operation}: {text}") from exc

    def _connect(self) -> Redis | RedisCluster:
        # `edge` keeps the limit, and it alone: with a timeout of its own the driver sends within `asyncio.wait_for`,
        # which before Python 3.12 loses a cancellation that comes when the sending is just done; the call went on.
        limits: dict[str, Any] = {
            "socket_timeout": None,
            "socket_connect_timeout": None,
            "retry": Retry(NoBackoff(), 1),
            "protocol": 2,  # no push messages wanted, and one round trip less for a new connection
        }
        try:
            if "+cluster://" in self._url:
                return RedisCluster.from_url(self._url.replace("+cluster://", "://", 1), **limits)
            return Redis.from_pool(
                BlockingConnectionPool.from_url(self._url, max_connections=_MAX_CONNECTIONS, timeout=None, **limits)
            )
        except (ValueError, TypeError, AttributeError):
            # The driver's own words may repeat the URL, and with it the password.
            raise ConfigurationError("cache", self.address, f"must be a URL of {_SCHEMES}") from None

    def _without_secrets(self, text: str) -> str:
        password = _split(self._url).password
        for secret in {password, unquote(password)} if password else ():
            text = text.replace(secret, "***")
        return text


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # read now, because it is checked only when it is read
    except ValueError:
        return urlsplit("")
    return parts


def _address(url: str) -> str:
    """Give the part of *url* that may be shown: no user, no password, no query."""
    parts = _split(url)
    if not parts.netloc and parts.scheme != "unix":
        return "(unreadable URL)"
    host = parts.hostname or ""
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{host}{port}{parts.path}"
