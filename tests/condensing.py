"""A conversation that is condensed as the plan says, without texts: only places and sizes."""

import random
from dataclasses import replace
from datetime import UTC, datetime

from lembranca.domain.compression import cut_off, next_step
from lembranca.domain.cycles import Turn
from lembranca.domain.plan import Shape
from lembranca.domain.summary import Summary

NOW = datetime(2026, 3, 2, tzinfo=UTC)
PAGE = 500
MOST_STEPS = 5_000


def speech(seed, count, *, start=1, longest=5_000, pins=0.0, manner="mixed"):
    """Make the shapes of *count* messages: dialogue, several people, monologues, tools, or all of it."""
    chance = random.Random(seed)
    turns = []
    for position in range(start, start + count):
        kind = chance.choice(["dialogue", "people", "monologue", "tools"]) if manner == "mixed" else manner
        if kind == "dialogue":
            role = "user" if position % 2 else "assistant"
            speaker = role
        elif kind == "people":
            role, speaker = "user", chance.choice(["Ana", "Bia", "Caio"])
        elif kind == "monologue":
            role, speaker = "user", "Ana"
        else:
            role = chance.choice(["user", "assistant", "tool", "tool", "system"])
            speaker = role
        tokens = chance.choice([1, chance.randint(1, 60), chance.randint(1, 400), chance.randint(1, longest)])
        turns.append(Turn(position, min(tokens, longest), role, speaker, chance.random() < pins))
    return turns


class Conversation:
    """
    The messages said, the live summaries, and the steps carried out.

    *fill* is the share of its target that a summary takes.
    """

    def __init__(self, manner, *, fill=1.0):
        self.manner = manner
        self.fill = fill
        self.turns = []
        self.live = []
        self.steps = []
        self.read = 0  # tokens that the steps read, of messages and of former summaries
        self._number = 0

    def say(self, turns):
        self.turns += turns

    def pin(self, position, pinned):
        self.turns[position - 1] = replace(self.turns[position - 1], pinned=pinned)

    @property
    def loose(self):
        return [
            self.turns[place - 1] for item in self.live for place in item.left_out if not self.turns[place - 1].pinned
        ]

    @property
    def tail(self):
        return self.turns[cut_off(self.live) :]

    @property
    def shape(self):
        tail = self.tail
        return Shape(tuple(tail[:PAGE]), max(0, len(tail) - PAGE), tuple(self.loose))

    def next_step(self, *, force=False):
        return next_step(self.manner, self.live, self.shape, force=force)

    def condense(self, *, force=False):
        """Carry out steps until none is left."""
        made = []
        while step := self.next_step(force=force):
            made.append(step)
            self.carry_out(step)
            assert len(made) < MOST_STEPS, "it does not end"
        return made

    def carry_out(self, step):
        replaced = [item for item in self.live if item.id in step.replaces]
        assert len(replaced) == len(step.replaces)
        former = [item for item in replaced if item.id in step.former]
        messages = [self.turns[place - 1] for place in step.positions]
        new = [turn for turn in messages if not any(item.covers(turn.position) for item in replaced)]
        read = sum(turn.tokens for turn in messages) + sum(item.tokens for item in former)
        self._number += 1
        made = Summary(
            id=f"s{self._number}",
            conversation_id="c",
            first=step.first,
            last=step.last,
            text="-",
            created_at=NOW,
            tier=step.tier,
            cycles=step.cycles,
            tokens=max(1, int(step.target_tokens * self.fill)),
            source_tokens=sum(item.source_tokens for item in replaced) + sum(turn.tokens for turn in new),
            message_count=sum(item.message_count for item in replaced) + len(new),
            left_out=step.left_out,
        )
        self.live = sorted([item for item in self.live if item not in replaced] + [made], key=lambda item: item.first)
        self.steps.append((step, made, read))
        self.read += read

    def check(self):
        """Fail unless every message is in the tail, pinned, loose, or covered by exactly one live summary."""
        end, covered = 0, {}
        for item in self.live:
            assert item.first == end + 1, "a gap or an overlap"
            assert set(item.left_out) <= set(range(item.first, item.last + 1))
            end = item.last
            for place in range(item.first, item.last + 1):
                if item.covers(place):
                    covered[place] = covered.get(place, 0) + 1
        loose = {turn.position for turn in self.loose}
        for turn in self.turns[:end]:
            count = covered.get(turn.position, 0)
            assert count <= 1
            assert count == 1 or turn.pinned or turn.position in loose
        for item in self.live:
            inside = [turn for turn in self.turns[item.first - 1 : item.last] if item.covers(turn.position)]
            assert item.message_count == len(inside)
            assert item.source_tokens == sum(turn.tokens for turn in inside)
            assert inside, "a summary of nothing"
