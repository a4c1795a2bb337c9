"""The session cache on Redis, one server or a cluster."""

from __future__ import annotations

from lembranca.adapters.outbound.redis.repository import RedisMemoryRepository

__all__ = ["RedisMemoryRepository"]
