"""A conversation cut into cycles: what somebody said and the answer to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

# A cycle of more messages, such as a monologue or a tool that is called over and over, is cut: each must stay bounded.
_LONGEST = 32


@dataclass(frozen=True, slots=True)
class Turn:
    """The shape of a message: its place, its size as rendered, who spoke, and whether it is pinned."""

    position: int
    tokens: int
    role: str = "user"
    speaker: str = "user"
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class Cycle:
    """
    A user's message and the answer to it, or as much of it as there is; several messages in a row belong together.

    Where everybody speaks as *user*, a cycle goes on until who began it speaks again after somebody else.
    """

    turns: tuple[Turn, ...]

    @property
    def is_complete(self) -> bool:
        """Whether somebody answered who began it."""
        return any(_answers(self.turns[0], turn) for turn in self.turns[1:])

    @property
    def tokens(self) -> int:
        """Its size."""
        return sum(turn.tokens for turn in self.turns)


def cycles_of(turns: Sequence[Turn]) -> list[Cycle]:
    """Cut *turns*, in their order, into cycles; only the last can be incomplete, or one that was cut for its length."""
    cycles: list[list[Turn]] = []
    for turn in turns:
        if not cycles or _begins(cycles[-1], turn):
            cycles.append([])
        cycles[-1].append(turn)
    return [Cycle(tuple(cycle)) for cycle in cycles]


def _begins(cycle: Sequence[Turn], turn: Turn) -> bool:
    """Whether *turn* begins the next cycle after *cycle*."""
    if len(cycle) >= _LONGEST:
        return True
    if turn.role != "user":
        return False
    last = cycle[-1]
    if last.role in {"assistant", "tool"}:
        return True
    return turn.speaker == cycle[0].speaker != last.speaker


def _answers(first: Turn, turn: Turn) -> bool:
    return turn.role != "system" and (turn.role != first.role or turn.speaker != first.speaker)
