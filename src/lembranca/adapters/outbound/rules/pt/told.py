"""How a frame is written down for Portuguese."""

from __future__ import annotations

from typing import Any

from lembranca.adapters.outbound.rules.frame import Frame, frame
from lembranca.adapters.outbound.rules.pt.words import patterned


def tells(kind: str, pattern: str, topic: str | None = None, weight: float = 0.7, *tags: str, **more: Any) -> Frame:
    """Make a frame whose *pattern* and *refuse* are in the short forms of `patterned`."""
    for part in ("refuse", "needs"):
        if part in more:
            more[part] = patterned(more[part])
    return frame(kind, patterned(pattern), topic, weight, *tags, **more)
