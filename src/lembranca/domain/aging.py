"""What time does to what is known of a person: feelings fade, the medium-term memory ends, what is used stays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from lembranca.domain.change import Change, Revision
from lembranca.domain.known_fact import ACTIVE, ARCHIVED, Fact
from lembranca.domain.layers import LONG, MEDIUM, expiry

FADING = frozenset({"emo"})
"""Kinds that lose weight; all others keep theirs."""

WEEK = timedelta(weeks=1)
LOSS = 0.1
"""The weight that a fading fact loses in a week in which it was not said."""

FADED = 0.3
"""A fading fact whose weight falls below this goes into the archive; one that is revived has it again."""

USES_TO_STAY = 3
"""Used so often, a fact is kept for good when its time is over."""

MOST_MEDIUM = 20
"""So many entries the medium-term memory holds; of more, those said longest ago are archived."""

# Weights are counted in millionths, so that seven times a tenth is seven tenths.
_UNIT = 1_000_000


def age(facts: Iterable[Fact], now: datetime, new_id: Callable[[str], str]) -> list[Change]:
    """
    Give what time has done to the *facts* of one scope up to *now*, each change to be folded after those before it.

    - An active feeling loses 0.1 of its weight for each whole week since it was last said, or since its decay was last
      counted; in the week that takes it below 0.3 it is archived. However long nobody looked, the outcome is the same.
    - An active fact whose time is over, from that very moment on, is archived; when it was used at least 3 times it
      moves to the long-term memory for good instead.
    - Of more than 20 active facts of the medium-term memory, those said longest ago are archived.

    Facts of any status may be given; again at the same time there is nothing to do. *new_id* makes the changes' ids.
    """
    changes = []
    recent = []
    for fact in facts:
        for step in (_faded, _over):
            change = step(fact, now, new_id) if fact.is_active else None
            if change is not None:
                changes.append(change)
                fact = change.revisions[0].after  # noqa: PLW2901 - the next step is about what has become of it
        if fact.is_active and fact.state.layer == MEDIUM:
            recent.append(fact)
    recent.sort(key=lambda fact: (fact.state.updated_at, fact.id), reverse=True)
    full = f"the medium-term memory holds {MOST_MEDIUM}, which were said later"
    return changes + [
        _change("archive", full, fact, fact.become(status=ARCHIVED), now, new_id) for fact in recent[MOST_MEDIUM:]
    ]


def revive(fact: Fact, now: datetime, change_id: str) -> Change:
    """Give the change by which an archived *fact* that was recalled holds again; see `renewed`."""
    after = renewed(fact, now)
    until = "" if after.state.expires_at is None else f", until {_day(after.state.expires_at)}"
    return Change(
        change_id, now, "revive", f"recalled from the archive: it holds again{until}", (Revision(fact, after),)
    )


def renewed(fact: Fact, now: datetime) -> Fact:
    """
    Give *fact* as it holds again from *now* on, so that what had ended it does not end it at once again.

    It has the whole time of its layer before it, where that has one; a feeling has at least 0.3 of weight, and its
    decay is counted from *now* on.
    """
    state = fact.state
    changes: dict[str, object] = {"status": ACTIVE, "superseded_by": None}
    if state.expires_at is not None:
        changes["expires_at"] = expiry(state.layer, now)
    if fact.kind in FADING:
        changes |= {"weight": max(state.weight, FADED), "decayed_at": now}
    return fact.become(**changes)


def _faded(fact: Fact, now: datetime, new_id: Callable[[str], str]) -> Change | None:
    state = fact.state
    since = max(state.updated_at, state.decayed_at or state.updated_at)
    weeks = (now - since) // WEEK
    if fact.kind not in FADING or weeks < 1:
        return None
    weight, loss, least = round(state.weight * _UNIT), round(LOSS * _UNIT), round(FADED * _UNIT)
    # In the week in which it goes below the least it leaves for the archive, where nothing decays.
    weeks = min(weeks, max(1, (weight - least) // loss + 1))
    left = max(0, weight - weeks * loss)
    after = fact.become(weight=left / _UNIT, decayed_at=since + weeks * WEEK)
    reason = f"not said again for {_counted(weeks, 'week')}: its weight falls from {state.weight:g} to {left / _UNIT:g}"
    if left >= least:
        return _change("decay", reason, fact, after, now, new_id)
    return _change("archive", f"{reason}, below {FADED:g}", fact, after.become(status=ARCHIVED), now, new_id)


def _over(fact: Fact, now: datetime, new_id: Callable[[str], str]) -> Change | None:
    ends = fact.state.expires_at
    if ends is None or now < ends:
        return None
    used = f"its time was over on {_day(ends)} and it was used {_counted(fact.access_count, 'time')}"
    if fact.access_count < USES_TO_STAY:
        return _change("archive", used, fact, fact.become(status=ARCHIVED), now, new_id)
    after = fact.become(layer=LONG, expires_at=None)
    return _change("promote", f"{used}: it is kept for good", fact, after, now, new_id)


def _change(action: str, reason: str, before: Fact, after: Fact, now: datetime, new_id: Callable[[str], str]) -> Change:
    return Change(new_id("change"), now, action, reason, (Revision(before, after),))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _day(moment: datetime) -> str:
    return moment.date().isoformat()
