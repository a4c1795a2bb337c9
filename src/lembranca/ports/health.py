"""Whatever can tell how it is."""

from __future__ import annotations

from typing import Protocol, runtime_checkable


@runtime_checkable
class IHealth(Protocol):
    """An adapter that notices when it cannot be used, such as one with a circuit breaker."""

    def check(self) -> str | None:
        """Tell in one line what is wrong now, None when all is well; at once, without asking anybody."""
        ...
