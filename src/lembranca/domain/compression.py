"""
The plan of compression: what is to be condensed next, into what, to how many tokens.

Pure: from the shape of what is not condensed yet and the summaries there are follows the next step, if any. Carrying it
out leaves a state from which the following one follows, until nothing is left to do; so an interrupted compression goes
on where it was, and one that is done is not done again.
"""

from __future__ import annotations

from collections.abc import Sequence

from lembranca.domain.plan import Manner, Shape, Step, fold_loose
from lembranca.domain.summary import Summary


def next_step(manner: Manner, summaries: Sequence[Summary], shape: Shape, *, force: bool = False) -> Step | None:
    """
    Give what is to be condensed next; None when nothing is.

    Args:
        manner: how this conversation is condensed.
        summaries: the live ones, oldest turns first.
        shape: what they do not cover.
        force: condense what could be, though nothing presses yet.

    """
    return fold_loose(manner, summaries, shape) or manner.next_step(summaries, shape, force=force)


def cut_off(summaries: Sequence[Summary]) -> int:
    """Give the position up to which a conversation is condensed, 0 when nothing of it is."""
    return max((summary.last for summary in summaries), default=0)
