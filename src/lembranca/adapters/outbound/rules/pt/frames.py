"""All that tells a fact in Portuguese, in the order in which it is tried: what says most exactly comes first."""

from __future__ import annotations

from lembranca.adapters.outbound.rules.frame import Frame
from lembranca.adapters.outbound.rules.pt import (
    doing,
    events,
    family,
    feelings,
    goals,
    health,
    likes,
    statements,
    who,
    work,
)

FRAMES: tuple[Frame, ...] = (
    doing.NEVER,
    *who.SELF,
    *events.MOVES,
    *who.HOME,
    *family.ANIMALS,
    *family.FAMILY,
    *health.FOOD[:1],
    *health.HEALTH[:9],
    *who.NATURE,
    *likes.LIKES[3:6],
    who.ORIGIN[0],
    doing.MEMBER,
    *work.JOB,
    *work.STUDIES,
    *who.ORIGIN,
    *events.EVENTS,
    *feelings.FEELINGS[:6],
    *likes.LIKES,
    *feelings.FEELINGS[6:],
    *goals.GOALS,
    *health.HEALTH[9:],
    *health.FOOD[1:],
    *doing.DOING,
    *doing.OWNING,
    *doing.OTHER,
)
STATEMENTS: tuple[Frame, ...] = (
    *likes.CONTACT,
    *likes.CONTACT_STATEMENTS,
    *statements.IDENTITY,
    *statements.FAMILY,
    *statements.DAYS,
    *statements.HEALTH,
    *goals.GOAL_STATEMENTS,
    *feelings.FEELING_STATEMENTS,
    *statements.TASTE,
)
