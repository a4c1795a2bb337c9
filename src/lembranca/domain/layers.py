"""The five layers: what goes where, for how long, how important, and how many of each a context takes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

SHORT, MEDIUM, LONG, EPISODIC, SEMANTIC = "short", "medium", "long", "episodic", "semantic"

LAYER_OF_KIND: Mapping[str, str] = {
    "message": MEDIUM,  # an interaction; messages themselves are the short-term memory
    "bio": LONG,
    "obj": LONG,
    "emo": LONG,
    "event": EPISODIC,
    "pref": SEMANTIC,
}
"""Where a new fact of a kind goes. A recurrent feeling, which is a pattern, goes to the semantic layer later."""

DURATION: Mapping[str, timedelta] = {SHORT: timedelta(hours=1), MEDIUM: timedelta(days=14)}
"""How long a layer keeps what is in it; the others keep it for good, or until the archive."""

QUOTA: Mapping[str, int] = {SHORT: 5, MEDIUM: 3, LONG: 2, EPISODIC: 2, SEMANTIC: 3}
"""How many entries of a layer a context takes where it is made layer by layer."""

_LAST = datetime.max.replace(tzinfo=UTC)

WEIGHT: Mapping[str, float] = {SHORT: 1.0, MEDIUM: 0.7, LONG: 0.7, EPISODIC: 0.8, SEMANTIC: 0.6}
"""The importance of an entry of which nothing else is known; ten times that is its priority."""


def weight_of(kind: str) -> float:
    """The weight of a fact of which nothing else is known: that of its layer, but 1 for what somebody is."""
    return 1.0 if kind == "bio" else WEIGHT[LAYER_OF_KIND[kind]]


def expiry(layer: str, since: datetime) -> datetime | None:
    """When the time in *layer* is over of an entry that has been there *since*; None when never."""
    duration = DURATION.get(layer)
    if duration is None or since > _LAST - duration:
        return None
    return since + duration
