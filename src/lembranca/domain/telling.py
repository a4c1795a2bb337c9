"""How much of what is known of a person goes into a context, and on which lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lembranca.domain.budget import Budget
from lembranca.domain.choice import in_order
from lembranca.domain.context import ContextItem, Section
from lembranca.domain.known_fact import Fact
from lembranca.domain.layout import Layout, Place, on_one_line


class Telling:
    """The facts that a section has so far, line by line."""

    def __init__(self, section: Section, layout: Layout, budget: Budget) -> None:
        self._section = section
        self._layout = layout
        self._budget = budget
        self._lines: dict[Place, list[Fact]] = {}

    def take(self, fact: Fact, room: int) -> bool:
        """Take *fact* when what it adds to the section is at most *room* tokens, and say whether it was."""
        budget, place = self._budget, self._layout.place(fact)
        there = self._lines.get(place, [])
        fellows = in_order([*there, fact])
        cost = self._cost(fellows) - self._cost(there) + self._heading_cost(place)
        if cost + budget.frame(self._section) > min(room, budget.left):
            return False
        budget.open(self._section)
        budget.spend(self._section, cost)
        self._lines[place] = fellows
        return True

    def lines(self) -> list[str]:
        """Give the lines of the section, those between its facts included."""
        lines, last = [], ""
        for place, facts in sorted(self._lines.items()):
            heading = self._layout.heading(place)
            if heading != last:
                lines.append(heading)
            lines.append("".join(self._layout.known(facts)))
            last = heading
        return lines

    def items(self) -> list[ContextItem]:
        """Give the facts in the order of their lines."""
        return [item for _, facts in sorted(self._lines.items()) for item in self._of_line(facts)]

    def _of_line(self, facts: Sequence[Fact]) -> Iterator[ContextItem]:
        before = 0
        for number, (fact, text) in enumerate(zip(facts, self._layout.known(facts), strict=True), start=1):
            until = self._cost(facts[:number])
            conversation_id = fact.sources[0].conversation_id if fact.sources else ""
            yield ContextItem(
                self._section,
                text,
                fact.content,
                until - before,
                tuple(one.message_id for one in fact.sources if one.conversation_id == conversation_id),
                "system",
                conversation_id=conversation_id,
                entry_id=fact.id,
            )
            before = until

    def _cost(self, facts: Sequence[Fact]) -> int:
        return self._budget.line("".join(self._layout.known(facts))) if facts else 0

    def _heading_cost(self, place: Place) -> int:
        """Give what the line above the facts of a layer costs where it is not there yet."""
        heading = self._layout.heading(place)
        is_there = not heading or any(self._layout.heading(other) == heading for other in self._lines)
        return 0 if is_there else self._budget.line(heading)


def take_known(
    facts: Sequence[Fact], profile: Sequence[Fact], layout: Layout, budget: Budget
) -> Mapping[Section, Telling]:
    """
    Spend the preset's share of the *budget*, or what is left of it, on *facts* and *profile*.

    Both have the first ones first. The profile has half of it while there are facts, and what these leave. What says
    the same stands once.
    """
    tellings = {section: Telling(section, layout, budget) for section in (Section.FACTS, Section.PROFILE)}
    share = int(budget.limit * layout.preset.fact_share)
    told: set[str] = set()

    def take(section: Section, given: Sequence[Fact], most: int) -> None:
        for fact in given:
            said = on_one_line(fact.content).casefold()
            spent = sum(budget.spent.get(each, 0) for each in tellings)
            if said not in told and tellings[section].take(fact, most - spent):
                told.add(said)

    take(Section.PROFILE, profile, share // 2 if facts else share)
    take(Section.FACTS, facts, share)
    take(Section.PROFILE, profile, share)
    return tellings
