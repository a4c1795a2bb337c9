"""Words for dates to times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from lembranca.domain.period import Period


class IDateReader(Protocol):
    """Reads which periods a text names: "semana passada", "last May", "on 7 May 2023"."""

    async def periods(self, text: str, now: datetime, *, language: str | None = None) -> list[Period]:
        """
        Give the periods that *text*, said at *now*, names, each once, in the order in which they stand; 20 at most.

        A period is as wide as its words: a day, a week from Monday to Sunday, a weekend, a month, a season, a year;
        "the last 3 days" reach up to now. Days begin at midnight in the zone of *now*, which is UTC where it has none.
        A date without a year or a week is the last that has begun, so that "on Tuesday" and "in May" look back, but
        "next" looks forward. A bound such as "since May" names May.

        What is vague ("recently", "the other day"), no date, or cannot be one ("31 February") names nothing. *language*
        (`pt` or `en`) decides only what both write alike, such as 5/7/2023; else the text's own language does. Any text
        is legal. Nothing is remembered of a text but the dates in it. It does not hold up the event loop.
        """
        ...

    async def periods_of_each(self, said: Sequence[tuple[str, datetime]]) -> list[list[Period]]:
        """Give for each text, and the time at which it was said, what `periods` gives for it."""
        ...
