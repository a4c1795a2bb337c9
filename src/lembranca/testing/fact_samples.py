"""Facts and changes that the contract suites use."""

from __future__ import annotations

import dataclasses
from datetime import datetime, timedelta
from typing import Any

from lembranca.domain.change import Change, Revision
from lembranca.domain.entry import LAYERS
from lembranca.domain.known_fact import STATUSES, WITHDRAWN, Fact, FactState, Source
from lembranca.domain.scope import Scope
from lembranca.testing.samples import START

OTHER = Scope("acme", "bia")
FOUND = tuple(status for status in STATUSES if status != WITHDRAWN)
"""The statuses that a list of facts can give."""

_STATE_FIELDS = {field.name for field in dataclasses.fields(FactState)}


def at(minute: float) -> datetime:
    """Give a moment so many minutes after START."""
    return START + timedelta(minutes=minute)


def fact(id: str = "fact-1", content: str = "hates coriander", **changes: Any) -> Fact:  # noqa: A002
    """Make an active fact; *changes* are fields of `Fact` or of its state."""
    state: dict[str, Any] = {"status": "active", "layer": "semantic", "weight": 0.5, "observations": 1}
    state |= {"updated_at": START} | {name: changes.pop(name) for name in list(changes) if name in _STATE_FIELDS}
    values: dict[str, Any] = {"kind": "pref", "created_at": START, "state": FactState(**state)}
    return Fact(id=id, content=content, **(values | changes))


def source(message_id: str = "m1", conversation_id: str = "c1", minute: float = 0, **changes: Any) -> Source:
    """Make the source that a message is."""
    return Source(conversation_id, message_id, at(minute), **changes)


def learnt(*facts: Fact, sources: tuple[Source, ...] = (), **changes: Any) -> Change:
    """Make the change that makes *facts*; it is called after the first of them."""
    return changed(*((None, made) for made in facts), sources=sources, **{"action": "learn"} | changes)


def changed(*revisions: tuple[Fact | None, Fact], **changes: Any) -> Change:
    """Make a change of the pairs *revisions*; *changes* are its fields."""
    made = tuple(Revision(before, after) for before, after in revisions)
    values: dict[str, Any] = {"id": f"change of {made[0].after.id}", "at": START, "action": "reinforce"}
    return Change(revisions=made, **(values | {"reason": "it was said"} | changes))


FULL = fact(
    "f'\"\n😀",
    "não suporta\tcoentro; \"já\" 'foi' ç😀\0",
    kind="emo",
    created_at=datetime.fromisoformat("0001-01-01T00:00:00+00:00"),
    topic="dieta; 'x'",
    negated=True,
    tags=("comida", "", "José", '"[1]"'),
    status="superseded",
    layer=LAYERS[-1],
    weight=0.1 + 0.2,
    observations=2**53,
    updated_at=datetime.fromisoformat("9999-12-31T23:59:59.999999+00:00"),
    expires_at=at(1),
    decayed_at=at(2),
    superseded_by="another'",
)
"""A fact with something unusual in every field."""
