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
    health.DIET,
    *health.HEALTH,
    *who.NATURE,
    *likes.DEVOTION,
    who.ORIGIN[0],
    doing.MEMBER,
    *work.JOB,
    *work.STUDIES,
    *who.ORIGIN,
    *events.EVENTS,
    *feelings.STATES,
    *likes.LIKES,
    *feelings.FEELINGS,
    *goals.GOALS,
    *health.CARE,
    *health.FOOD,
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
