"""How much of the summaries goes into a context."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lembranca.domain.budget import Budget
from lembranca.domain.context import ContextItem, Section
from lembranca.domain.layout import CUT_MARK, Layout, Numbered, numbered
from lembranca.domain.summary import Summary, event_line

_CLAUSE = re.compile(r"(?<=[.!?…;])\s+|\n")
_WORD = re.compile(r"\s+")
_LEAST = 16  # tokens; less of a summary says nothing


def take_summaries(summaries: Sequence[Summary], layout: Layout, budget: Budget) -> list[ContextItem]:
    """
    Spend the preset's share of the *budget*, or what is left of it, on *summaries*; both have the oldest first.

    The newest come first. One that does not fit goes without its key events, at first without the less important ones;
    then it is cut. Where not even an end of one fits, nothing older follows. What the preset's format adds to a summary
    does not count against the share, so that one that was made to fill it stands whole.
    """
    share = int(budget.limit * layout.preset.summary_share)
    taken: list[ContextItem] = []
    for each in reversed(numbered(summaries)):
        versions = _versions(each.summary, layout)
        if not versions:
            continue
        form = _form(each, versions[0], layout, budget)
        room = min(share + form, budget.left - budget.frame(Section.SUMMARIES))
        item = _Fitting(each, layout, budget, room).longest(versions, room - form)
        if item is None:
            break
        budget.open(Section.SUMMARIES)
        budget.spend(Section.SUMMARIES, item.tokens)
        taken.append(item)
        share -= max(0, item.tokens - form)
    return taken[::-1]


def _versions(summary: Summary, layout: Layout) -> list[str]:
    """Give what *summary* says, longest first, on lines none of which is empty or begins with white space."""
    lines = [line.strip() for line in summary.text.splitlines()]
    above, events = layout.wording.events, summary.key_events
    high = [event for event in events if event.importance == "high"]
    shown = [some for some in (events, high) if some and above]
    versions = [*(_joined([*lines, above, *map(event_line, some)]) for some in shown), _joined(lines)]
    return [version for version in dict.fromkeys(versions) if version]


def _joined(lines: Sequence[str]) -> str:
    return "\n".join(line for line in lines if line)


def _form(each: Numbered, said: str, layout: Layout, budget: Budget) -> int:
    """
    Give what the format may add to what is said: the label, the line above the events and a token for each line.

    A line counted by itself may count a part of a token more than among others.
    """
    above = layout.wording.events if each.summary.key_events else ""
    return budget.line(layout.summary(each, "")) + (budget.line(above) if above else 0) + said.count("\n")


@dataclass(frozen=True, slots=True)
class _Fitting:
    """A summary to be fitted into *room*."""

    each: Numbered
    layout: Layout
    budget: Budget
    room: int

    def longest(self, versions: Sequence[str], words: int) -> ContextItem | None:
        """Give the first of *versions* that fits, else an end of the last one if there is room for some *words*."""
        for said in versions:
            item = self._item(said, whole=said == versions[0])
            if item:
                return item
        if words < _LEAST:
            return None
        return self._end(versions[-1], _CLAUSE) or self._end(versions[-1], _WORD)

    def _end(self, text: str, marks: re.Pattern[str]) -> ContextItem | None:
        """
        Give the longest end of *text* behind one of *marks* that was counted and fits.

        The end stays because it is next to what stands verbatim: as everywhere in a context, what is oldest goes first.
        """
        starts = [mark.end() for mark in marks.finditer(text)]
        best, low, high = None, 0, len(starts) - 1
        while low <= high:
            middle = (low + high) // 2
            item = self._item(f"{CUT_MARK} {text[starts[middle] :]}", whole=False)
            if item:
                best, high = item, middle - 1
            else:
                low = middle + 1
        return best

    def _item(self, said: str, *, whole: bool) -> ContextItem | None:
        if len(said) > self.budget.longest:
            return None
        text = self.layout.summary(self.each, said)
        # Line by line, as counters remember short texts only.
        tokens = sum(self.budget.line(line) for line in text.split("\n"))
        if tokens > self.room:
            return None
        summary = self.each.summary
        return ContextItem(
            Section.SUMMARIES,
            text,
            said,
            tokens,
            (),
            "system",
            truncated=not whole,
            conversation_id=summary.conversation_id,
            summary_id=summary.id,
        )
