"""Blocks of cycles, each condensed further the older it gets: the manner of `cycles`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lembranca.domain.cycles import Cycle, cycles_of
from lembranca.domain.plan import Shape, Step, step_over
from lembranca.domain.summary import Summary

_LABEL = 12  # tokens that a context adds to each summary: its cycles and ratio
_MOST_READ = 4_000  # tokens in one step
_MOST_SUNK = 3  # blocks in one step
_SHARE_OF_SUMMARIES = 0.25  # of the total, at least: a long message pasted today must not crush all that is older


@dataclass(frozen=True, slots=True)
class Tiers:
    """
    The last *whole* cycles stay as they are; older ones are condensed in blocks of *block* cycles.

    The newest block has *ratio* of its original size, the next older *ratio* squared, and so on down to the tier
    *depth*. What is older still is one summary, the oldest: each block that goes into it adds *deposit* tokens, or its
    last ratio where that is more, to what it may have, up to *oldest_share* of the total: it is read again with each
    block, so it has to stop growing for the cost of a turn to do so. Everything together has at most *total* tokens:
    above that the oldest summaries are merged first.
    """

    whole: int = 4
    block: int = 3
    ratio: float = 0.25
    depth: int = 3
    total: int = 3_000
    deposit: int = 32
    oldest_share: float = 1 / 3
    most_events: int = 0
    style: str = "narrative"

    def next_step(self, summaries: Sequence[Summary], shape: Shape, *, force: bool = False) -> Step | None:
        """See `Manner`. *force* also condenses a block that is not full yet."""
        old = self._old(shape)
        blocks = self._blocks(old, force=force)
        if not blocks and shape.is_crowded:
            blocks = self._blocks(old, force=True)
        return (
            self._sink(summaries, shape, len(blocks))
            or self._demote(summaries, len(blocks))
            or self._take_in(summaries, shape, blocks)
            or self._squeeze(summaries, shape)
        )

    def target_for(self, summary: Summary) -> int:
        """See `Manner`."""
        if summary.tier <= self.depth:
            return self._target(summary.source_tokens, summary.tier)
        return min(self._allowance(summary.cycles, summary.source_tokens), int(self.oldest_share * self.total))

    def _old(self, shape: Shape) -> list[Cycle]:
        """Give the cycles that need not stay whole."""
        cycles = cycles_of(shape.turns)
        if shape.beyond:  # the last one listed may go on, and far more than those to stay follow
            return cycles[:-1] or cycles
        complete = [number for number, cycle in enumerate(cycles) if cycle.is_complete]
        if len(complete) > self.whole:
            return cycles[: complete[-self.whole]]
        return cycles[:-1] if shape.is_crowded else []

    def _blocks(self, cycles: Sequence[Cycle], *, force: bool) -> list[Sequence[Cycle]]:
        blocks = [cycles[start : start + self.block] for start in range(0, len(cycles), self.block)]
        if blocks and len(blocks[-1]) < self.block and not force:
            blocks.pop()
        return _with_something_to_condense(blocks)

    def _sink(self, summaries: Sequence[Summary], shape: Shape, new: int) -> Step | None:
        """
        Merge what is beyond the last tier into the oldest summary.

        Its messages are read once more, as far as they are no more than a step reads: what is left of them at the last
        tier would be too little to be worth keeping.
        """
        separate = [summary for summary in summaries if summary.tier <= self.depth]
        gone = separate[: max(0, len(separate) + new - self.depth)][:_MOST_SUNK]
        if not gone:
            return None
        oldest = [*(summary for summary in summaries if summary.tier > self.depth), *gone]
        others = sum(summary.tokens + _LABEL for summary in separate[len(gone) :])
        target = self._oldest_target(oldest, 0, 0, self._room(shape) - others)
        again = [summary for summary in gone if summary.source_tokens <= _MOST_READ]
        return step_over(oldest, (), tier=self.depth + 1, target=target, again=again)

    def _demote(self, summaries: Sequence[Summary], new: int) -> Step | None:
        """Condense a block that has got older to the tier where it belongs now."""
        separate = [summary for summary in summaries if summary.tier <= self.depth]
        for summary, tier in zip(separate, range(len(separate) + new, new, -1), strict=True):
            if summary.tier < tier:
                return step_over([summary], (), tier=tier, target=self._target(summary.source_tokens, tier))
        return None

    def _take_in(self, summaries: Sequence[Summary], shape: Shape, blocks: Sequence[Sequence[Cycle]]) -> Step | None:
        """Condense the oldest block that still stands whole; of a long backlog, much of it into the oldest summary."""
        if not blocks:
            return None
        if len(blocks) <= self.depth:
            turns = [turn for cycle in blocks[0] for turn in cycle.turns]
            size = sum(turn.tokens for turn in turns if not turn.pinned)
            return step_over((), turns, tier=len(blocks), target=self._target(size, len(blocks)))
        sunk = [cycle for block in blocks[: len(blocks) - self.depth] for cycle in block]
        turns = [turn for cycle in _up_to(sunk, _MOST_READ) for turn in cycle.turns]
        size = sum(turn.tokens for turn in turns if not turn.pinned)
        oldest = [summary for summary in summaries if summary.tier > self.depth]
        target = self._oldest_target(oldest, len(cycles_of(turns)), size, self._room(shape))
        return step_over(oldest, turns, tier=self.depth + 1, target=target)

    def _squeeze(self, summaries: Sequence[Summary], shape: Shape) -> Step | None:
        """Where all is more than the total, merge the two oldest summaries, or shorten the only one."""
        room = self._room(shape)
        excess = _size(summaries) - room
        if excess <= 0:
            return None
        two = summaries[:2]
        size = sum(summary.tokens for summary in two)
        target = max(self.deposit, size + (len(two) - 1) * _LABEL - excess)
        if len(two) < 2 and size <= target:  # noqa: PLR2004 - the two oldest
            return None
        return step_over(two, (), tier=self.depth + 1, target=min(target, size))

    def _room(self, shape: Shape) -> int:
        """Give the tokens that the turns which stay whole leave to summaries."""
        return max(self.total - shape.tokens, int(self.total * _SHARE_OF_SUMMARIES))

    def _target(self, source_tokens: int, tier: int) -> int:
        return max(1, round(source_tokens * self.ratio**tier))

    def _allowance(self, cycles: int, source_tokens: int) -> int:
        return round(max(self.deposit * cycles / self.block, source_tokens * self.ratio**self.depth))

    def _oldest_target(self, merged: Sequence[Summary], cycles: int, size: int, room: int) -> int:
        cycles += sum(summary.cycles for summary in merged)
        size += sum(summary.source_tokens for summary in merged)
        most = min(room - _LABEL, int(self.oldest_share * self.total))
        return max(self.deposit, min(self._allowance(cycles, size), most))


def _with_something_to_condense(blocks: Iterable[Sequence[Cycle]]) -> list[Sequence[Cycle]]:
    """Put each block of which all is pinned together with the next, so that no gap is left; the last ones can wait."""
    found: list[Sequence[Cycle]] = []
    pinned: list[Cycle] = []
    for block in blocks:
        if all(turn.pinned for cycle in block for turn in cycle.turns):
            pinned += block
        else:
            found.append([*pinned, *block])
            pinned = []
    return found


def _up_to(cycles: Sequence[Cycle], tokens: int) -> Sequence[Cycle]:
    """Give as many *cycles* from the first as have at most *tokens*, at least up to one that is not all pinned."""
    size, unpinned = 0, False
    for number, cycle in enumerate(cycles):
        if unpinned and size + cycle.tokens > tokens:
            return cycles[:number]
        size += cycle.tokens
        unpinned = unpinned or any(not turn.pinned for turn in cycle.turns)
    return cycles


def _size(summaries: Iterable[Summary]) -> int:
    return sum(summary.tokens + _LABEL for summary in summaries)
