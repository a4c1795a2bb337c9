"""What a plan of compression is made from and made of."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from lembranca.domain.cycles import Turn, cycles_of
from lembranca.domain.summary import Summary

# A conversation never has more messages than this outside its summaries for long, however short they are.
MOST_VERBATIM = 400


@dataclass(frozen=True, slots=True)
class Shape:
    """
    What of a conversation is not condensed: the *turns* behind the cut-off, in order, and how many follow *beyond*.

    *loose* are messages before the cut-off that no live summary covers, having been pinned when it was made and no
    longer.
    """

    turns: tuple[Turn, ...] = ()
    beyond: int = 0
    loose: tuple[Turn, ...] = ()

    @property
    def tokens(self) -> int:
        """The size of the turns listed."""
        return sum(turn.tokens for turn in self.turns)

    @property
    def is_crowded(self) -> bool:
        """Whether there are more messages than any manner leaves standing."""
        return bool(self.beyond) or len(self.turns) > MOST_VERBATIM


@dataclass(frozen=True, slots=True)
class Step:
    """
    One summary to be made: of the texts of *former* ones, oldest first, and of the messages at *positions*, in order.

    It *replaces* the former ones and those whose messages are read again. It will cover the positions *first* to *last*
    without those *left_out*, which are pinned. At most *target_tokens*.
    """

    replaces: tuple[str, ...]
    former: tuple[str, ...]
    positions: tuple[int, ...]
    first: int
    last: int
    left_out: tuple[int, ...]
    tier: int
    cycles: int
    target_tokens: int


class Manner(Protocol):
    """A way to condense. Settings of one are its fields."""

    @property
    def style(self) -> str:
        """How a summary is written; see `SummaryRequest`."""
        ...

    @property
    def most_events(self) -> int:
        """How many key events a summary may have."""
        ...

    def next_step(self, summaries: Sequence[Summary], shape: Shape, *, force: bool = False) -> Step | None:
        """
        Give what is to be condensed next, None when nothing is: the same for the same state.

        *summaries* are the live ones, oldest first. *force* condenses what could be, though nothing presses yet.
        """
        ...

    def target_for(self, summary: Summary) -> int:
        """Give the size at which *summary*, with the sources that it is to have, is made again."""
        ...


@dataclass(frozen=True, slots=True)
class NoCompression:
    """Nothing is condensed."""

    style: str = "narrative"
    most_events: int = 0

    # ARG002: it has the form of the others and looks at nothing.
    def next_step(self, summaries: Sequence[Summary], shape: Shape, *, force: bool = False) -> Step | None:  # noqa: ARG002
        """See `Manner`."""
        return None

    def target_for(self, summary: Summary) -> int:
        """See `Manner`."""
        return summary.tokens


def step_over(
    replaced: Sequence[Summary],
    turns: Sequence[Turn],
    *,
    tier: int,
    target: int,
    loose: Collection[int] = (),
    again: Sequence[Summary] = (),
) -> Step:
    """
    Give the step that puts one summary in the place of those *replaced* and of the *turns* behind them.

    Of those of the replaced that are to be read *again* the messages count, not the text.
    """
    reread = [position for summary in again for position in positions_of(summary)]
    kept = [position for summary in replaced for position in summary.left_out if position not in loose]
    pinned = [turn.position for turn in turns if turn.pinned]
    starts = [*(summary.first for summary in replaced), *(turn.position for turn in turns)]
    ends = [*(summary.last for summary in replaced), *(turn.position for turn in turns)]
    return Step(
        replaces=tuple(summary.id for summary in replaced),
        former=tuple(summary.id for summary in replaced if summary not in again),
        positions=(*reread, *(turn.position for turn in turns if not turn.pinned)),
        first=min(starts),
        last=max(ends),
        left_out=tuple(sorted([*kept, *pinned])),
        tier=tier,
        cycles=sum(summary.cycles for summary in replaced) + (len(cycles_of(turns)) if not loose else 0),
        target_tokens=max(1, target),
    )


def positions_of(summary: Summary) -> list[int]:
    """Give the positions of the messages that *summary* covers."""
    return [position for position in range(summary.first, summary.last + 1) if summary.covers(position)]


def fold_loose(manner: Manner, summaries: Iterable[Summary], shape: Shape) -> Step | None:
    """Give the step that takes messages into the summary which left them out, None when there are none."""
    for summary in summaries:
        loose = [turn for turn in shape.loose if turn.position in summary.left_out]
        if loose:
            positions = {turn.position for turn in loose}
            size = summary.source_tokens + sum(turn.tokens for turn in loose)
            target = manner.target_for(replace(summary, source_tokens=size))
            return step_over([summary], loose, tier=summary.tier, target=target, loose=positions)
    return None


def up_to(turns: Sequence[Turn], tokens: int) -> Sequence[Turn]:
    """Give as many *turns* from the first as reach *tokens*, at least one that is not pinned where there is any."""
    sum_, unpinned = 0, False
    for number, turn in enumerate(turns):
        if unpinned and sum_ + turn.tokens > tokens:
            return turns[:number]
        if not turn.pinned:
            sum_, unpinned = sum_ + turn.tokens, True
    return turns
