"""What was done to what is known of a person, why, and how it is taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from lembranca.domain.errors import Conflict
from lembranca.domain.known_fact import WITHDRAWN, Fact, Source

ACTIONS = (
    "learn",  # a new fact, from a message
    "remember",  # a new fact, given by hand
    "reinforce",  # said again
    "supersede",  # a newer value holds
    "end",  # it was denied or has ended
    "merge",  # two that were kept say the same
    "decay",
    "archive",
    "promote",
    "revive",  # recalled from the archive
    "forget",
    "restore",
    "import",
    "undo",
)


@dataclass(frozen=True, slots=True)
class Revision:
    """One fact *before* a change, None when the change made it, and *after* it."""

    before: Fact | None
    after: Fact


@dataclass(frozen=True, slots=True)
class Change:
    """
    One step: all its *revisions* together or none.

    *action* is one of ACTIONS. *reason* says in one sentence why. *sources* are the messages that caused it; they count
    as sources of the facts that the revisions make or leave active, unless the change is undone. *undoes* is the id of
    the change that this one takes back; *undone_by* that of the one that took this one back.
    """

    id: str
    at: datetime
    action: str
    reason: str
    revisions: tuple[Revision, ...]
    sources: tuple[Source, ...] = ()
    undoes: str | None = None
    undone_by: str | None = None


def undoing(change: Change, known: Mapping[str, Fact], *, change_id: str, now: datetime) -> Change:
    """
    Give the change that takes *change* back, leaving each fact exactly as it was before.

    *known* are the facts as they are now, by id. A fact that the change made becomes withdrawn.

    Raises:
        Conflict: it was undone before, or a fact was changed again since; that is to be undone first.

    """
    if change.undone_by is not None:
        raise Conflict("change", change.id, "state", "was undone before")
    revisions = []
    standing = dict(known)
    for revision in reversed(change.revisions):
        present = standing.get(revision.after.id)
        if present is None or present.state != revision.after.state:
            raise Conflict("change", change.id, "state", f"fact {revision.after.id!r} was changed since")
        before = present.become(status=WITHDRAWN) if revision.before is None else revision.before
        revisions.append(Revision(present, before))
        standing[before.id] = before
    return Change(change_id, now, "undo", f"takes back: {change.reason}", tuple(revisions), undoes=change.id)
