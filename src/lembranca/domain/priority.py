"""
How important something known is now, and how well it fits: the scores by which facts are chosen for a context.

All of them are pure and take the time from outside. Weight (0 to 1) and priority (1 to 10) are the same quantity on
two scales.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import datetime, timedelta

from lembranca.domain.known_fact import Fact
from lembranca.domain.layers import EPISODIC, LONG, MEDIUM, SEMANTIC, SHORT
from lembranca.domain.words import words

HALF_LIFE: Mapping[str, timedelta] = {
    SHORT: timedelta(hours=1),
    MEDIUM: timedelta(days=7),  # half of the time that the layer keeps anything
    EPISODIC: timedelta(days=90),
    LONG: timedelta(days=180),
    SEMANTIC: timedelta(days=365),
}
"""The time in which a layer's entries lose half of their recency, and unused ones half of their priority."""

LASTING = frozenset({"bio"})
"""Kinds of which time takes nothing: what somebody is does not fade."""

LEAST, MOST = 1.0, 10.0
"""The ends of the scale of priorities."""

USES_HALVING = 10
"""So many uses halve what an entry lacks to the highest priority."""


def recency(fact: Fact, now: datetime) -> float:
    """Give 0.5 ** (time since it was last said / half-life of its layer), above 0 to 1; 1 for lasting kinds."""
    return _halved(fact, now - fact.state.updated_at)


def priority(fact: Fact, now: datetime) -> float:
    """
    Give the weight on the scale from 1 to 10, grown with use and decayed with the time since the last use.

    10 x (1 - (1 - weight) x 0.5 ** (uses / 10)) x 0.5 ** (time since last said or recalled / half-life of its layer),
    at least 1; lasting kinds do not decay. Never recalled and just said it is ten times the weight.
    """
    used = max(fact.state.updated_at, fact.last_accessed or fact.state.updated_at)
    grown = 1 - (1 - fact.state.weight) * math.exp2(-fact.access_count / USES_HALVING)
    return min(MOST, max(LEAST, MOST * grown * _halved(fact, now - used)))


def usage(uses: int) -> float:
    """Give ln(uses + 1) / 10, at most 1."""
    return min(1.0, math.log1p(max(0, uses)) / 10)


def overlap(text: str, other: str) -> float:
    """Give the share of the words of either that are words of both (Jaccard), 0 where there is none."""
    here, there = set(words(text)), set(words(other))
    return len(here & there) / len(here | there) if here and there else 0.0


def layered_score(priority: float, recency: float, semantic: float, usage: float) -> float:
    """Give min(10, priority x (0.4 recency + 0.4 semantic + 0.2 usage)), from 0 to 10."""
    return min(MOST, priority * (0.4 * recency + 0.4 * semantic + 0.2 * usage))


def weighed_score(vector: float, weight: float, recency: float) -> float:
    """Give vector x weight x recency; a vector score below 0 counts as 0."""
    return max(0.0, vector) * weight * recency


def _halved(fact: Fact, idle: timedelta) -> float:
    if fact.kind in LASTING or idle <= timedelta():
        return 1.0
    return math.exp2(-(idle / HALF_LIFE[fact.state.layer]))
