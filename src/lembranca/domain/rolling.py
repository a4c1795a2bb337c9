"""One summary that takes in whatever grows too long: the manner of `hybrid` and `charhub`."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from lembranca.domain.cycles import Turn
from lembranca.domain.plan import Shape, Step, step_over, up_to
from lembranca.domain.summary import Summary

_SMALLEST = 32  # tokens; less is no prose
_SHARE_OF_SOURCE = 0.5
_MOST_READ = 16_000  # tokens of messages in one step, however large the window: a language model has to read them


@dataclass(frozen=True, slots=True)
class Rolling:
    """
    When summary and uncondensed messages count more than *above*, all but the last *keep* go into the summary.

    A summary has at most *share* of *window*, and at most half of what it condenses (of very little, all), with at most
    *most_events* key events. *above* is the window where it is left out.
    """

    window: int
    keep: int
    share: float = 0.3
    above: int | None = None
    most_events: int = 12
    style: str = "narrative"

    @property
    def threshold(self) -> int:
        """The size that presses."""
        return self.window if self.above is None else self.above

    def next_step(self, summaries: Sequence[Summary], shape: Shape, *, force: bool = False) -> Step | None:
        """See `Manner`. A long backlog is taken in by steps that each read a bounded number of tokens."""
        old = self._old(shape)
        if all(turn.pinned for turn in old):
            return None
        size = shape.tokens + sum(summary.tokens for summary in summaries)
        if not force and size <= self.threshold and not shape.is_crowded:
            return None
        chunk = up_to(old, _MOST_READ if shape.is_crowded else min(self.threshold, _MOST_READ))
        source = sum(summary.source_tokens for summary in summaries)
        source += sum(turn.tokens for turn in chunk if not turn.pinned)
        return step_over(summaries, chunk, tier=1, target=self._target(source))

    def target_for(self, summary: Summary) -> int:
        """See `Manner`."""
        return self._target(summary.source_tokens)

    def _target(self, source_tokens: int) -> int:
        enough = max(_SMALLEST, _SHARE_OF_SOURCE * source_tokens)
        return max(1, math.floor(min(self.share * self.window, source_tokens, enough)))

    def _old(self, shape: Shape) -> Sequence[Turn]:
        kept = max(0, self.keep - shape.beyond)
        return shape.turns[: len(shape.turns) - kept]
