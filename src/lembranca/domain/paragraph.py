"""One dense paragraph, renewed every few exchanges: the manner of `katherine`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lembranca.domain.cycles import cycles_of
from lembranca.domain.plan import Shape, Step, step_over, up_to
from lembranca.domain.summary import Summary

_LONGEST_EXCHANGE = 4  # messages; so many for each exchange due press also where nobody answers
_MOST_READ = 4_000  # tokens in one step


@dataclass(frozen=True, slots=True)
class Paragraph:
    """
    After every *exchanges* exchanges the paragraph is made anew of itself and of them, in at most *tokens*.

    It takes in all that was said until then; the newest messages stand beside it all the same.
    """

    exchanges: int
    tokens: int
    most_events: int = 0
    style: str = "paragraph"

    def next_step(self, summaries: Sequence[Summary], shape: Shape, *, force: bool = False) -> Step | None:
        """See `Manner`."""
        cycles = cycles_of(shape.turns)
        complete = [cycle for cycle in cycles if cycle.is_complete]
        long = len(shape.turns) >= _LONGEST_EXCHANGE * self.exchanges
        if not (force or long or len(complete) >= self.exchanges):
            return None
        spoken = cycles if force or long or shape.beyond else cycles[: cycles.index(complete[-1]) + 1]
        turns = up_to([turn for cycle in spoken for turn in cycle.turns], _MOST_READ)
        if all(turn.pinned for turn in turns):
            return None
        return step_over(summaries, turns, tier=1, target=self.tokens)

    def target_for(self, summary: Summary) -> int:  # noqa: ARG002 - all are of one size
        """See `Manner`."""
        return self.tokens
