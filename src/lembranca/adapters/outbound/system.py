"""Time and ids of the machine."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from uuid import UUID

_RANDOM_BITS = 80
_VERSION_7 = 0x7 << 76
_VARIANT = 0b10 << 62
_CLEARED = ~((0xF << 76) | (0b11 << 62))


class SystemClock:
    """The `IClock` of the machine."""

    def now(self) -> datetime:
        """Now, aware and in UTC."""
        return datetime.now(UTC)


class UuidGenerator:
    """
    The `IIdGenerator` for production: UUIDs of version 7 (RFC 9562).

    They begin with the time in milliseconds, so that ids made later sort later and lie together in an index;
    the other 74 bits are random.
    """

    def new_id(self, prefix: str) -> str:
        """Give an id such as `msg-01993c5e1f7a7cd3a1b2c3d4e5f60718`."""
        value = (time.time_ns() // 1_000_000) << _RANDOM_BITS | secrets.randbits(_RANDOM_BITS)
        return f"{prefix}-{UUID(int=value & _CLEARED | _VERSION_7 | _VARIANT).hex}"
