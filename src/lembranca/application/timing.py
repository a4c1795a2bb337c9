"""When a question names a time, what is of that time comes first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lembranca.domain.entry import MemoryEntry
from lembranca.domain.fusion import Blend, timely
from lembranca.domain.period import Period
from lembranca.domain.scope import Scope
from lembranca.ports.clock import IClock
from lembranca.ports.date_reader import IDateReader
from lembranca.ports.entry_repository import IEntryRepository

_MOST_SEARCHED = 3
_LOOKED_AT = 100  # of a ranking; recall is the same from 100 to 400


class Timing:
    """Reads the times that a question names, and prefers what was said then or speaks of then."""

    def __init__(self, dates: IDateReader, entries: IEntryRepository, clock: IClock) -> None:
        self._dates = dates
        self._entries = entries
        self._clock = clock

    async def named(self, question: str) -> list[Period]:
        """Give the periods that *question* names."""
        return await self._dates.periods(question, self._clock.now())

    def over(self, named: Sequence[Period]) -> list[Period]:
        """Give the first three of *named* that are over: the times in which something can have been said."""
        now = self._clock.now()
        return [period for period in named if period.until <= now][:_MOST_SEARCHED]

    async def preferred(self, scope: Scope, ranking: Sequence[Blend], named: Sequence[Period]) -> list[Blend]:
        """
        Give *ranking* with what is of one of the periods *named* further up; as it is where there is none.

        An entry is of a time when it was said then, if that time is over, or when it names a time, seen from when it
        was said, that overlaps with it: "we go next week" is of the week after. So "today" does not bring up all that
        was said today.

        Raises:
            StorageError: the entries cannot be read.

        """
        if not named:
            return list(ranking)
        known = await self._entries.get_entries(scope, [blended.id for blended in ranking[:_LOOKED_AT]])
        timed = await self._timed(list(known.values()), named)
        return timely(ranking, timed, looked_at=_LOOKED_AT)

    async def _timed(self, entries: Sequence[MemoryEntry], named: Sequence[Period]) -> set[str]:
        over = self.over(named)
        timed = {entry.id for entry in entries if any(period.holds(entry.timestamp) for period in over)}
        others = [entry for entry in entries if entry.id not in timed]
        told = await self._dates.periods_of_each([(entry.content, entry.timestamp) for entry in others])
        return timed | {entry.id for entry, periods in zip(others, told, strict=True) if _meet(periods, named)}


def _meet(told: Iterable[Period], named: Sequence[Period]) -> bool:
    return any(period.overlaps(other) for period in told for other in named)
