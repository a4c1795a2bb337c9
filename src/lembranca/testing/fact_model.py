"""`IFactRepository` against a plain model, over any sequence of changes: part of `FactRepositoryContract`."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lembranca.domain.change import Change, undoing
from lembranca.domain.errors import Conflict
from lembranca.domain.known_fact import Fact, Source
from lembranca.domain.scope import Scope
from lembranca.ports.fact_repository import IFactRepository
from lembranca.testing.fact_samples import FOUND, at, changed, fact, source

_fresh = itertools.count(1)
_CONTENTS = ("plays the guitar", "hates coriander", "lives in Recife, " * 9, "sails in July")
_QUESTION = "guitar coriander Recife July"

_Pairs = list[tuple[Fact | None, Fact]]


class _Model:
    """The port's meaning in the plainest words."""

    def __init__(self) -> None:
        self.facts: dict[str, Fact] = {}
        self.changes: dict[str, Change] = {}
        self.undone_by: dict[str, str | None] = {}

    def apply(self, change: Change) -> None:
        for revision in change.revisions:
            self.facts[revision.after.id] = revision.after
        self.changes[change.id] = change
        self.undone_by[change.id] = None
        self._mark(change.undoes, change.id)

    def _mark(self, undone: str | None, by: str | None) -> None:
        if undone is not None:
            self.undone_by[undone] = by
            self._mark(self.changes[undone].undoes, undone if by is None else None)

    def found(self) -> list[Fact]:
        return [one for one in self.facts.values() if one.state.status in FOUND]

    def sources(self, fact_id: str) -> list[Source]:
        in_force = [change for change in self.changes.values() if self.undone_by[change.id] is None]
        behind = [
            cause
            for change in in_force
            if any(
                item.after.id == fact_id and (item.before is None or item.after.is_active) for item in change.revisions
            )
            for cause in change.sources
        ]
        return sorted(dict.fromkeys(behind), key=lambda cause: cause.said_at)


def _pairs(kind: str, present: list[Fact], pick: int, new: Fact) -> _Pairs:
    """Write a change of *kind* to what is *present* as pairs of before and after."""
    if kind == "learn" or not present:
        return [(None, new)]
    one, other = present[pick % len(present)], present[(pick + 1) % len(present)]
    ways: dict[str, Callable[[], _Pairs]] = {
        "supersede": lambda: [(one, one.become(status="superseded", superseded_by=new.id)), (None, new)],
        "reinforce": lambda: [(one, one.become(observations=one.state.observations + 1, updated_at=at(pick)))],
        "decay": lambda: [(one, one.become(weight=one.state.weight / 3, decayed_at=at(pick)))],
        "promote": lambda: [(one, one.become(layer="long", expires_at=at(pick)))],
        "archive": lambda: [(one, one.become(status="archived"))],
        "revive": lambda: [(one, one.become(status="active"))],
        "forget": lambda: [(one, one.become(status="forgotten"))],
        "merge": lambda: [
            (one, one.become(weight=1)),
            *([(other, other.become(status="superseded"))] * (one != other)),
        ],
    }
    return ways[kind]()


_KINDS = st.sampled_from(
    ["learn", "learn", "supersede", "reinforce", "decay", "promote", "archive", "revive", "forget", "merge", "undo"]
)
_STEPS = st.lists(st.tuples(_KINDS, st.integers(0, 7)), min_size=1, max_size=14)


async def _state(facts: IFactRepository, scope: Scope, until: list[str]) -> Any:
    """Give all that can be seen: facts with their sources, what is found and how well, and what undid *until*."""
    listed = await facts.list_facts(scope, statuses=FOUND)
    hits = await facts.search_keywords(scope, _QUESTION, limit=100)
    changes = await facts.changes(scope, limit=1_000)
    undone = {change.id: change.undone_by for change in changes if change.id in until}
    return [(one, one.sources) for one in listed], hits, await facts.count_facts(scope), undone


class FactModelContract:
    """Whatever is done in whatever order, the outcome is that of the model, and all of it can be taken back."""

    # One repository serves all examples, each in a scope of its own; the class is shared by design.
    @settings(
        deadline=None,
        max_examples=40,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
    )
    @given(steps=_STEPS)
    async def test_any_sequence_of_changes_gives_what_a_plain_model_gives_and_undone_what_was_before(
        self, facts: IFactRepository, steps: list[tuple[str, int]]
    ) -> None:
        number = next(_fresh)
        scope = Scope("model", f"example-{number}")
        model, applied, states = _Model(), list[Change](), list[Any]()
        for place, (kind, pick) in enumerate(steps):
            name, minute = f"change-{place}", pick + place
            if kind == "undo":
                free = [change for change in applied if model.undone_by[change.id] is None]
                change = _undone(free, model, name) if free else None
            else:
                new = fact(f"fact-{number}-{place}", _CONTENTS[pick % len(_CONTENTS)])
                said = () if pick % 3 == 0 else (source(f"m{pick}", minute=pick), source(f"m{minute}", minute=minute))
                pairs = _pairs(kind, model.found(), pick, new)
                change = changed(*pairs, id=name, action=kind, sources=said)
            if change is not None:
                states.append(await _state(facts, scope, [one.id for one in applied]))
                await facts.apply(scope, [change])
                model.apply(change)
                applied.append(change)

            assert await facts.list_facts(scope, statuses=FOUND) == model.found()
            for one in await facts.list_facts(scope, statuses=FOUND):
                assert list(one.sources) == model.sources(one.id)
        await self._taken_back(facts, scope, applied, states)

    @staticmethod
    async def _taken_back(facts: IFactRepository, scope: Scope, applied: list[Change], states: list[Any]) -> None:
        while applied:
            last = applied.pop()
            change = await facts.get_change(scope, last.id)
            assert change is not None
            known = await facts.get_facts(scope, [revision.after.id for revision in change.revisions])
            await facts.apply(scope, [undoing(change, known, change_id=f"undo {last.id}", now=at(0))])

            assert await _state(facts, scope, [one.id for one in applied]) == states.pop()

    @pytest.mark.asyncio
    async def test_a_change_that_is_refused_leaves_no_trace(self, facts: IFactRepository) -> None:
        scope = Scope("model", "refused")
        one = fact("fact-refused", "plays the guitar")
        await facts.apply(scope, [changed((None, one), id="1")])
        before = await _state(facts, scope, ["1"])
        second = fact("fact-second", "hates coriander")
        with pytest.raises(Conflict):
            await facts.apply(scope, [changed((None, second), (one.become(weight=1), one), id="2")])

        assert await _state(facts, scope, ["1", "2"]) == before


def _undone(free: list[Change], model: _Model, name: str) -> Change | None:
    """Take back the latest change that is in force, when its facts are as it left them."""
    try:
        return undoing(free[-1], model.facts, change_id=name, now=at(0))
    except Conflict:
        return None
