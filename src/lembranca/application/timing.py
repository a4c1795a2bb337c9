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

_LOOKED_AT = 200  # of a ranking: beyond, nothing of the time named would come among the first all the same


class Timing:
    """Reads the times that a question names, and prefers what was said then or speaks of then."""

    def __init__(self, dates: IDateReader, entries: IEntryRepository, clock: IClock) -> None:
        self._dates = dates
        self._entries = entries
        self._clock = clock

    async def preferred(self, scope: Scope, question: str, ranking: Sequence[Blend]) -> list[Blend]:
        """
        Give *ranking* with what is of a time that *question* names further up; as it is where it names none.

        An entry is of a time when it was said then, if that time is over, or when it names a time, seen from when it
        was said, that overlaps with it: "we go next week" is of the week after. So "today" does not bring up all that
        was said today.

        Raises:
            StorageError: the entries cannot be read.

        """
        named = await self._dates.periods(question, self._clock.now())
        if not named:
            return list(ranking)
        known = await self._entries.get_entries(scope, [blended.id for blended in ranking[:_LOOKED_AT]])
        timed = await self._timed(list(known.values()), named)
        return timely(ranking, timed, looked_at=_LOOKED_AT)

    async def _timed(self, entries: Sequence[MemoryEntry], named: Sequence[Period]) -> set[str]:
        now = self._clock.now()
        over = [period for period in named if period.until <= now]
        timed = {entry.id for entry in entries if any(period.holds(entry.timestamp) for period in over)}
        others = [entry for entry in entries if entry.id not in timed]
        told = await self._dates.periods_of_each([(entry.content, entry.timestamp) for entry in others])
        return timed | {entry.id for entry, periods in zip(others, told, strict=True) if _meet(periods, named)}


def _meet(told: Iterable[Period], named: Sequence[Period]) -> bool:
    return any(period.overlaps(other) for period in told for other in named)
