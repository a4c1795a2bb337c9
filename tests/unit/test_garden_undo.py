"""Whatever a gardener does can be taken back: 200 random sequences of its operations, each undone step by step."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from contexts import START, known
from lembranca.domain.aging import age, renewed, revive
from lembranca.domain.change import Change, Revision, undoing
from lembranca.domain.errors import Conflict
from lembranca.domain.known_fact import ACTIVE, ARCHIVED, FORGOTTEN, SUPERSEDED, WITHDRAWN, Fact, Source
from lembranca.domain.layers import LAYER_OF_KIND, expiry
from lembranca.testing.fakes import SequentialIds

SEQUENCES = 200
STEPS = 40


class Garden:
    """What is known of one person, every change of it, and a clock; *chance* decides what happens next."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now = START
        self.facts: dict[str, Fact] = {}
        self.changes: list[Change] = []
        self.before: list[dict[str, Fact]] = []  # what was known before each change
        self._new_id = SequentialIds().new_id

    def grow(self, steps: int) -> None:
        """Let time pass and something happen, so many times."""
        for _ in range(steps):
            self.now += self.chance.choice([timedelta(minutes=1), timedelta(days=3), timedelta(weeks=1)])
            often = [self.learn, self.learn, self.pass_time, self.pass_time]
            others = [self.reinforce, self.merge, self.supersede, self.forget, self.restore, self.recall, self.use]
            self.chance.choice([*often, *others])()

    def learn(self) -> None:
        kind = self.chance.choice(sorted(LAYER_OF_KIND))
        fact = known(0, f"fato {len(self.facts)}", kind, weight=self.chance.randint(0, 10) / 10, updated_at=self.now)
        fact = replace(fact, id=f"f{len(self.facts)}", created_at=self.now)
        fact = fact.become(expires_at=expiry(fact.state.layer, self.now))
        self.do("learn", (Revision(None, fact),), (Source("c", f"m{len(self.changes)}", self.now),))

    def pass_time(self) -> None:
        for change in age(list(self.facts.values()), self.now, self._new_id):
            self.carry_out(change)

    def reinforce(self) -> None:
        for fact in self.some(ACTIVE):
            said = fact.become(
                updated_at=self.now, observations=fact.state.observations + 1, weight=min(1, fact.state.weight + 0.1)
            )
            self.do("reinforce", (Revision(fact, said),))

    def merge(self) -> None:
        """Of two that say the same one holds, weightier, and the other stands behind it."""
        pair = self.some(ACTIVE, most=2)
        if len(pair) == 2:
            kept, other = pair
            seen = kept.state.observations + other.state.observations
            heavier = kept.become(observations=seen, weight=max(kept.state.weight, other.state.weight))
            behind = other.become(status=SUPERSEDED, superseded_by=kept.id)
            self.do("merge", (Revision(kept, heavier), Revision(other, behind)))

    def supersede(self) -> None:
        """A new value takes the place of an old one, in one step."""
        for fact in self.some(ACTIVE):
            new = replace(fact, id=f"f{len(self.facts)}", content="outro valor", created_at=self.now)
            new = new.become(updated_at=self.now, observations=1, decayed_at=None)
            old = fact.become(status=SUPERSEDED, superseded_by=new.id)
            self.do("supersede", (Revision(fact, old), Revision(None, new)))

    def forget(self) -> None:
        for fact in self.some(ACTIVE, ARCHIVED, SUPERSEDED):
            self.do("forget", (Revision(fact, fact.become(status=FORGOTTEN)),))

    def restore(self) -> None:
        for fact in self.some(FORGOTTEN, ARCHIVED, SUPERSEDED):
            self.do("restore", (Revision(fact, renewed(fact, self.now)),))

    def recall(self) -> None:
        for fact in self.some(ARCHIVED):
            self.carry_out(revive(fact, self.now, self._new_id("change")))

    def use(self) -> None:
        """Count accesses, which is no change: it is not taken back."""
        for fact in self.some(ACTIVE):
            times = fact.access_count + self.chance.randint(1, 3)
            self.facts[fact.id] = replace(fact, access_count=times, last_accessed=self.now)

    def undo(self, change: Change) -> Change:
        undone = undoing(change, self.facts, change_id=self._new_id("change"), now=self.now)
        self.fold(undone)
        return undone

    def some(self, *statuses: str, most: int = 1) -> list[Fact]:
        """Choose at most so many of the facts that stand so."""
        there = [fact for fact in self.facts.values() if fact.state.status in statuses]
        return self.chance.sample(there, min(most, len(there)))

    def do(self, action: str, revisions: tuple[Revision, ...], sources: tuple[Source, ...] = ()) -> None:
        self.carry_out(Change(self._new_id("change"), self.now, action, f"{action} by chance", revisions, sources))

    def carry_out(self, change: Change) -> None:
        self.before.append(self.standing())
        self.changes.append(change)
        self.fold(change)

    def fold(self, change: Change) -> None:
        """Let the facts be what *change* says, but for how often they were used."""
        for revision in change.revisions:
            present = self.facts.get(revision.after.id)
            assert (present and present.state) == (revision.before and revision.before.state)
            used = present or revision.after
            self.facts[revision.after.id] = replace(
                revision.after, access_count=used.access_count, last_accessed=used.last_accessed
            )

    def standing(self) -> dict[str, Fact]:
        """All that is known; what is withdrawn is as if it had never been."""
        return {fact.id: fact for fact in self.facts.values() if fact.state.status != WITHDRAWN}


def grown(seed: int) -> Garden:
    garden = Garden(seed)
    garden.grow(STEPS)
    return garden


@pytest.mark.parametrize("seed", range(SEQUENCES))
def test_a_sequence_undone_step_by_step_gives_each_former_state_exactly(seed):
    garden = grown(seed)
    assert garden.changes

    for change, before in zip(reversed(garden.changes), reversed(garden.before), strict=True):
        garden.now += timedelta(days=garden.chance.randint(0, 400))
        garden.undo(change)
        assert garden.standing() == before
    assert garden.standing() == {}


@pytest.mark.parametrize("seed", range(0, SEQUENCES, 10))
def test_an_undoing_can_be_taken_back_too(seed):
    garden = grown(seed)
    last = garden.standing()
    taken_back = [garden.undo(change) for change in reversed(garden.changes)]

    for undo in reversed(taken_back):
        garden.undo(undo)
    assert garden.standing() == last


@pytest.mark.parametrize("seed", range(0, SEQUENCES, 10))
def test_a_change_is_undone_by_itself_unless_its_facts_were_changed_since(seed):
    garden = grown(seed)
    for change in garden.changes:
        ids = {revision.after.id for revision in change.revisions}
        now = {id_: garden.facts[id_].state for id_ in ids}
        if now == {revision.after.id: revision.after.state for revision in change.revisions}:
            others = {id_: fact for id_, fact in garden.standing().items() if id_ not in ids}
            undo = garden.undo(change)
            assert {id_: fact for id_, fact in garden.standing().items() if id_ not in ids} == others
            garden.undo(undo)
        else:
            with pytest.raises(Conflict):
                garden.undo(change)


def test_the_sequences_hold_every_operation():
    done = {change.action for seed in range(SEQUENCES) for change in grown(seed).changes}

    assert done >= {"learn", "reinforce", "merge", "supersede", "decay", "archive", "promote", "revive"}
    assert done >= {"forget", "restore"}
