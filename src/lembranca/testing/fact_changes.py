"""How facts are changed and how it is taken back: part of `FactRepositoryContract`."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from lembranca.domain.change import Change, Revision, undoing
from lembranca.domain.errors import Conflict, InvalidInput
from lembranca.domain.job import NewJob
from lembranca.domain.known_fact import Fact
from lembranca.domain.scope import Scope
from lembranca.ports.fact_repository import IFactRepository
from lembranca.ports.job_queue import IJobQueue
from lembranca.testing.fact_samples import FOUND, FULL, OTHER, at, changed, fact, learnt, source
from lembranca.testing.samples import HOSTILE_IDS, SCOPE


async def undo(facts: IFactRepository, change_id: str, by: str, scope: Scope = SCOPE) -> Change:
    """Take a change back, as it stands, and give the change that did."""
    change = await facts.get_change(scope, change_id)
    assert change is not None
    known = await facts.get_facts(scope, [revision.after.id for revision in change.revisions])
    made = undoing(change, known, change_id=by, now=at(99))
    await facts.apply(scope, [made])
    return made


async def one(facts: IFactRepository, fact_id: str = "fact-1") -> Fact:
    """Give a fact that is there."""
    return (await facts.get_facts(SCOPE, [fact_id]))[fact_id]


@pytest.mark.asyncio
class FactChangesContract:
    """What is promised of changes."""

    # --- making and changing

    async def test_a_new_fact_is_given_as_it_was_made(self, facts: IFactRepository) -> None:
        await facts.apply(SCOPE, [learnt(FULL)])

        assert await facts.get_facts(SCOPE, [FULL.id, "unknown"]) == {FULL.id: FULL}
        assert await facts.list_facts(SCOPE, statuses=FOUND) == [FULL]

    @pytest.mark.parametrize("status", FOUND)
    @pytest.mark.parametrize("content", ["short", "vai ao mercado de manhã e de tarde, " * 11])
    async def test_a_content_is_the_same_whatever_becomes_of_its_fact(
        self, facts: IFactRepository, content: str, status: str
    ) -> None:
        made = fact(content=content)
        after = made.become(status=status)
        await facts.apply(SCOPE, [learnt(made), changed((made, after), id="2")])
        await facts.apply(SCOPE, [changed((after, made), id="3")])
        await facts.apply(SCOPE, [changed((made, after), id="4")])

        assert await facts.list_facts(SCOPE, statuses=[status]) == [after]
        assert (await one(facts)).content == content

    async def test_several_changes_are_carried_out_in_their_order(self, facts: IFactRepository) -> None:
        first = fact()
        second, third = first.become(weight=0.6), first.become(weight=0.7)
        await facts.apply(SCOPE, [learnt(first), changed((first, second), id="a"), changed((second, third), id="b")])

        assert await one(facts) == third
        assert [change.id for change in await facts.changes(SCOPE)] == ["b", "a", "change of fact-1"]

    async def test_a_change_is_all_or_nothing(self, facts: IFactRepository, queue: IJobQueue) -> None:
        kept = fact("fact-1", "plays the guitar")
        await facts.apply(SCOPE, [learnt(kept)])
        wrong = changed((kept, kept.become(weight=0.9)), (kept, kept.become(weight=0.8)), id="wrong")
        with pytest.raises(Conflict):
            await facts.apply(
                SCOPE,
                [learnt(fact("fact-2", "plays the violin"), id="right"), wrong],
                read=[source("m7")],
                jobs=[NewJob("index", {})],
            )

        assert await facts.list_facts(SCOPE) == [kept]
        assert await facts.get_change(SCOPE, "right") is None
        assert await facts.unread(SCOPE, "c1", ["m7"]) == ["m7"]
        assert await facts.search_keywords(SCOPE, "violin", limit=9) == []
        assert (await queue.counts()).waiting == 0

    async def test_jobs_are_enqueued_with_what_causes_them(self, facts: IFactRepository, queue: IJobQueue) -> None:
        await facts.apply(SCOPE, [learnt(fact())], jobs=[NewJob("index", {"fact_ids": ["fact-1"]})])
        await facts.apply(SCOPE, [])

        assert (await queue.counts()).waiting == 1

    async def test_what_a_change_says_of_accesses_and_of_sources_is_not_looked_at(self, facts: IFactRepository) -> None:
        seen = fact(access_count=7, last_accessed=at(3), sources=(source("elsewhere"),))
        await facts.apply(SCOPE, [learnt(seen, sources=(source("m1"),))])
        found = await one(facts)

        assert (found.access_count, found.last_accessed, found.sources) == (0, None, (source("m1"),))

    # --- conflicts

    @pytest.mark.parametrize(
        "stale",
        [
            {"weight": 0.500001},
            {"status": "archived"},
            {"updated_at": at(1)},
            {"content": "something else"},
            {"tags": ("x",)},
            {"id": "fact-2"},
        ],
    )
    async def test_a_fact_that_is_not_as_it_was_before_is_a_conflict(
        self, facts: IFactRepository, stale: dict[str, Any]
    ) -> None:
        await facts.apply(SCOPE, [learnt(fact())])
        before = fact(**stale)
        with pytest.raises(Conflict):
            await facts.apply(SCOPE, [changed((before, before.become(weight=0.9)), id="c")])

        assert await facts.list_facts(SCOPE, statuses=FOUND) == [fact()]

    async def test_an_id_is_taken_once(self, facts: IFactRepository) -> None:
        await facts.apply(SCOPE, [learnt(fact(), id="c")])
        for again in (learnt(fact(content="new"), id="d"), learnt(fact("fact-2"), id="c")):
            with pytest.raises(Conflict):
                await facts.apply(SCOPE, [again])
        with pytest.raises(Conflict):
            await facts.apply(OTHER, [learnt(fact(content="theirs"), id="d")])
        await facts.apply(OTHER, [learnt(fact("fact-3"), id="c")])

        assert await facts.count_facts() == {"active": 2, "superseded": 0, "archived": 0, "forgotten": 0}

    @pytest.mark.parametrize(
        "after", [{"content": "new"}, {"kind": "bio"}, {"topic": "new"}, {"negated": True}, {"id": "fact-9"}]
    )
    async def test_nothing_but_the_state_of_a_fact_ever_changes(
        self, facts: IFactRepository, after: dict[str, Any]
    ) -> None:
        await facts.apply(SCOPE, [learnt(fact())])
        with pytest.raises(InvalidInput):
            await facts.apply(SCOPE, [changed((fact(), dataclasses.replace(fact(), **after)), id="c")])

        assert await facts.list_facts(SCOPE) == [fact()]

    async def test_a_fact_is_not_called_as_a_message_is(self, facts: IFactRepository) -> None:
        with pytest.raises(InvalidInput):
            await facts.apply(SCOPE, [learnt(fact("m12"))])

    # --- the record

    async def test_changes_are_given_as_they_were_made_the_latest_first(self, facts: IFactRepository) -> None:
        old, new = fact("fact-1", "lives in Recife"), fact("fact-2", "lives in Curitiba")
        gone = old.become(status="superseded", superseded_by=new.id)
        given = [
            learnt(old, sources=(source("m1", channel="web"), source("m2"))),
            changed((old, gone), (None, new), id="2", action="supersede", at=at(5), sources=(source("m3"),)),
            Change("3", at(6), "end", 'it\'s "over"\n', ()),
        ]
        await facts.apply(SCOPE, given)

        assert await facts.changes(SCOPE) == given[::-1]
        assert await facts.changes(SCOPE, fact_id=old.id) == [given[1], given[0]]
        assert await facts.changes(SCOPE, fact_id=new.id) == [given[1]]
        assert await facts.changes(SCOPE, fact_id="unknown") == []
        assert await facts.changes(SCOPE, limit=1, offset=1) == [given[1]]
        assert [await facts.get_change(SCOPE, change.id) for change in given] == given
        assert await facts.get_change(SCOPE, "unknown") is None

    @pytest.mark.parametrize("bounds", [{"limit": 0}, {"offset": -1}, {"limit": True}, {"limit": 2**70}])
    async def test_bounds_of_a_list_are_checked(self, facts: IFactRepository, bounds: dict[str, Any]) -> None:
        with pytest.raises(InvalidInput):
            await facts.changes(SCOPE, **bounds)
        with pytest.raises(InvalidInput):
            await facts.list_facts(SCOPE, **bounds)

    # --- undoing

    async def test_an_undone_change_leaves_everything_as_it_was(self, facts: IFactRepository) -> None:
        old, new = fact("fact-1", "lives in Recife"), fact("fact-2", "lives in Curitiba")
        await facts.apply(SCOPE, [learnt(old, sources=(source("m1"),))])
        gone = old.become(status="superseded", superseded_by=new.id)
        await facts.apply(SCOPE, [changed((old, gone), (None, new), id="2", sources=(source("m2"),))])
        made = await undo(facts, "2", by="3")

        assert await facts.list_facts(SCOPE, statuses=FOUND) == [old]
        assert (await one(facts)).sources == (source("m1"),)
        assert [(change.id, change.undone_by) for change in await facts.changes(SCOPE)] == [
            *(("3", None), ("2", "3"), ("change of fact-1", None))
        ]
        assert (await facts.changes(SCOPE))[0] == made

    async def test_a_withdrawn_fact_is_as_if_it_had_never_been(self, facts: IFactRepository) -> None:
        await facts.apply(SCOPE, [learnt(fact(), id="1")])
        await undo(facts, "1", by="2")

        assert await facts.list_facts(SCOPE, statuses=[*FOUND, "withdrawn"]) == []
        assert await facts.search_keywords(SCOPE, "coriander", limit=9) == []
        assert await facts.count_facts(SCOPE) == dict.fromkeys(FOUND, 0)
        assert await facts.scopes_with_facts() == []
        assert (await one(facts)).state.status == "withdrawn"
        assert len(await facts.changes(SCOPE, fact_id="fact-1")) == 2

    async def test_what_an_undone_change_had_undone_is_in_force_again(self, facts: IFactRepository) -> None:
        made = learnt(fact(), id="1", sources=(source("m1"),))
        await facts.apply(SCOPE, [made])
        await undo(facts, "1", by="2")
        await undo(facts, "2", by="3")

        assert await facts.list_facts(SCOPE) == [fact()]
        assert (await one(facts)).sources == (source("m1"),)
        assert await facts.get_change(SCOPE, "1") == made
        await undo(facts, "1", by="4")
        assert await facts.list_facts(SCOPE) == []
        again = await facts.get_change(SCOPE, "1")
        assert again is not None
        assert again.undone_by == "4"

    async def test_what_is_unknown_or_was_undone_cannot_be_undone(self, facts: IFactRepository) -> None:
        await facts.apply(SCOPE, [learnt(fact(), id="1")])
        await facts.apply(OTHER, [learnt(fact("theirs"), id="theirs")])
        await undo(facts, "1", by="2")
        for name in ("1", "unknown", "theirs", "4"):
            with pytest.raises(Conflict):
                await facts.apply(SCOPE, [Change("4", at(1), "undo", "why not", (), undoes=name)])

        assert len(await facts.changes(SCOPE)) == 2

    async def test_a_change_made_upon_what_was_undone_since_is_a_conflict(self, facts: IFactRepository) -> None:
        heavier = fact().become(weight=0.9)
        await facts.apply(SCOPE, [learnt(fact()), changed((fact(), heavier), id="2")])
        await undo(facts, "2", by="3")

        with pytest.raises(Conflict):
            await facts.apply(SCOPE, [Change("4", at(1), "decay", "time", (Revision(heavier, fact()),))])

    # --- sources

    async def test_sources_are_those_of_changes_that_left_it_active_the_oldest_first_each_once(
        self, facts: IFactRepository
    ) -> None:
        first, second, third = fact(), fact().become(observations=2), fact().become(observations=3)
        away = third.become(status="archived")
        changes = [
            learnt(first, sources=(source("m5", minute=5, channel="web"), source("m4", minute=4))),
            changed((first, second), id="2", sources=(source("m1", minute=1), source("m5", minute=5, channel="web"))),
            changed((second, third), id="3", sources=(source("m1", "c2", minute=9),)),
            changed((third, away), id="4", sources=(source("m6", minute=6),)),
        ]
        await facts.apply(SCOPE, changes)
        expected = (source("m1", minute=1), source("m4", minute=4), source("m5", minute=5, channel="web"))

        assert (await one(facts)).sources == (*expected, source("m1", "c2", minute=9))
        await undo(facts, "4", by="5")
        await undo(facts, "3", by="6")
        assert (await one(facts)).sources == expected

    async def test_ids_of_sources_may_be_anything_legal(self, facts: IFactRepository) -> None:
        given = tuple(source(name, name, minute=place) for place, name in enumerate(HOSTILE_IDS))
        await facts.apply(SCOPE, [learnt(fact(), sources=given)])

        assert (await one(facts)).sources == given
        for name in HOSTILE_IDS:
            assert await facts.unread(SCOPE, name, [name, "new"]) == ["new"]
