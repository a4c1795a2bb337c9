"""How facts are listed, found, counted and kept apart: part of `FactRepositoryContract`."""

from __future__ import annotations

from typing import Any

import pytest

from lembranca.domain.entry import SearchFilter
from lembranca.domain.known_fact import Fact
from lembranca.domain.scope import Scope
from lembranca.ports.fact_repository import Access, IFactRepository
from lembranca.testing.entry_repository import HOSTILE_TEXTS
from lembranca.testing.fact_samples import FOUND, OTHER, at, changed, fact, learnt, source
from lembranca.testing.samples import HOSTILE_IDS, SCOPE


async def known(facts: IFactRepository, *given: Fact, scope: Scope = SCOPE) -> None:
    """Let these be known."""
    await facts.apply(scope, [learnt(one) for one in given])


@pytest.mark.asyncio
class FactSearchContract:
    """What is promised of reading."""

    @staticmethod
    async def found(facts: IFactRepository, query: str, scope: Scope = SCOPE, **options: Any) -> list[str]:
        """Give the ids found, best first."""
        return [hit.id for hit in await facts.search_keywords(scope, query, **({"limit": 100} | options))]

    # --- listing

    async def test_an_unknown_scope_has_nothing(self, facts: IFactRepository) -> None:
        assert await facts.list_facts(SCOPE) == []
        assert await facts.search_keywords(SCOPE, "coriander", limit=5) == []
        assert await facts.changes(SCOPE) == []
        assert await facts.count_facts(SCOPE) == await facts.count_facts() == dict.fromkeys(FOUND, 0)

    async def test_facts_are_listed_as_they_were_made_by_status_and_kind(self, facts: IFactRepository) -> None:
        given = [
            fact("f3", kind="bio", created_at=at(9)),
            fact("f1", status="archived"),
            fact("f4", status="forgotten", kind="emo"),
            fact("f2", created_at=at(1)),
            fact("f5", status="superseded"),
        ]
        await known(facts, *given)

        assert [one.id for one in await facts.list_facts(SCOPE)] == ["f3", "f2"]
        assert [one.id for one in await facts.list_facts(SCOPE, statuses=FOUND)] == ["f3", "f1", "f4", "f2", "f5"]
        assert [one.id for one in await facts.list_facts(SCOPE, kinds=["bio", "emo"])] == ["f3"]
        assert [one.id for one in await facts.list_facts(SCOPE, statuses=FOUND, limit=2, offset=2)] == ["f4", "f2"]
        assert await facts.list_facts(SCOPE, statuses=()) == []
        assert await facts.count_facts(SCOPE) == {"active": 2, "archived": 1, "forgotten": 1, "superseded": 1}

    async def test_many_facts_are_listed_and_looked_up(self, facts: IFactRepository) -> None:
        given = [fact(f"fact-{number}", f"word{number}") for number in range(1_200)]
        await known(facts, *given)
        asked = [*(f"unknown-{number}" for number in range(40_000)), *(one.id for one in given)]

        assert await facts.list_facts(SCOPE) == given
        assert await facts.get_facts(SCOPE, asked) == {one.id: one for one in given}

    # --- keyword search

    async def test_a_fact_is_found_by_its_words_its_topic_and_its_tags(self, facts: IFactRepository) -> None:
        await known(facts, fact("f1", "hates coriander", topic="diet", tags=("kitchen",)), fact("f2", "plays guitar"))

        for query in ("coriander", "diet", "kitchen"):
            assert await self.found(facts, query) == ["f1"]
        (hit,) = await facts.search_keywords(SCOPE, "guitar coriander's", limit=1)
        assert (len(hit.terms), len(hit.shares)) == (1, 1)
        assert hit.score > 0

    async def test_those_that_share_most_come_first_equal_ones_the_newest_first(self, facts: IFactRepository) -> None:
        contents = ["pizza cinema", "pizza carpet", "pizza carpet", "marble carpet"]
        await known(facts, *(fact(f"f{place}", content) for place, content in enumerate(contents)))

        assert await self.found(facts, "pizza cinema") == ["f0", "f2", "f1"]
        assert await self.found(facts, "pizza cinema", limit=2) == ["f0", "f2"]

    async def test_only_what_is_active_or_archived_is_found_and_counts(self, facts: IFactRepository) -> None:
        given = [fact("f1", "pizza guitar"), fact("f2", "pizza", status="archived"), fact("f3", "carpet marble")]
        await known(facts, *given)
        alone = await facts.search_keywords(SCOPE, "pizza guitar", limit=9)
        for status in ("superseded", "forgotten", "withdrawn"):
            await known(facts, *(fact(f"{status} {n}", "guitar pizza pizza cinema", status=status) for n in range(9)))

        assert [hit.id for hit in alone] == ["f1", "f2"]
        assert await facts.search_keywords(SCOPE, "pizza guitar", limit=9) == alone

    async def test_what_changes_its_status_is_found_and_counts_as_it_stands(self, facts: IFactRepository) -> None:
        one, two = fact("f1", "pizza guitar"), fact("f2", "pizza")
        await known(facts, one, two)
        before = await facts.search_keywords(SCOPE, "pizza guitar", limit=9)
        gone = one.become(status="forgotten")
        await facts.apply(SCOPE, [changed((one, gone), id="forgetting")])

        assert await self.found(facts, "pizza guitar") == ["f2"]
        await facts.apply(SCOPE, [changed((gone, one.become(status="archived")), id="restoring")])
        assert await facts.search_keywords(SCOPE, "pizza guitar", limit=9) == before

    @pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=range(len(HOSTILE_TEXTS)))
    async def test_nothing_in_a_question_is_syntax(self, facts: IFactRepository, text: str) -> None:
        await known(facts, fact("f1", "jantar com Bia"), fact("f2", "almoço"))
        found = await self.found(facts, text)

        assert set(found) <= {"f1", "f2"}
        if "jantar" in text and "1_" not in text:
            assert "f1" in found

    # --- filters

    async def test_filters_of_kind_layer_and_time_leave_what_matches(self, facts: IFactRepository) -> None:
        await known(
            facts,
            fact("f1", "pizza", kind="bio", layer="long", updated_at=at(1)),
            fact("f2", "pizza", kind="message", layer="medium", updated_at=at(2)),
            fact("f3", "pizza", kind="pref", layer="semantic", updated_at=at(3)),
        )
        cases: list[tuple[dict[str, Any], set[str]]] = [
            ({"kinds": frozenset({"bio", "pref"})}, {"f1", "f3"}),
            ({"kinds": frozenset({"message"})}, {"f2"}),
            ({"kinds": frozenset({"message"}), "layers": frozenset({"short"})}, set()),
            ({"layers": frozenset({"long", "medium"})}, {"f1", "f2"}),
            ({"layers": frozenset({"short"})}, set()),
            ({"since": at(2), "until": at(2)}, {"f2"}),
            ({"since": at(2)}, {"f2", "f3"}),
            ({"until": at(2)}, {"f1", "f2"}),
        ]
        for filters, expected in cases:
            assert set(await self.found(facts, "pizza", filters=SearchFilter(**filters))) == expected

    async def test_a_conversation_or_channel_must_be_that_of_a_source(self, facts: IFactRepository) -> None:
        first, second = fact("f1", "pizza"), fact("f2", "pizza")
        await facts.apply(
            SCOPE,
            [
                learnt(first, sources=(source("m1", "c1", channel="web"), source("m2", "c2", channel="app"))),
                learnt(second, sources=(source("m3", "c2"),)),
            ],
        )

        assert await self.found(facts, "pizza", filters=SearchFilter(conversation_id="c1")) == ["f1"]
        assert await self.found(facts, "pizza", filters=SearchFilter(conversation_id="c2")) == ["f2", "f1"]
        assert await self.found(facts, "pizza", filters=SearchFilter(channel="app")) == ["f1"]
        assert await self.found(facts, "pizza", filters=SearchFilter(channel="web", conversation_id="c2")) == ["f1"]
        assert await self.found(facts, "pizza", filters=SearchFilter(channel="Web")) == []

    async def test_a_filter_changes_no_score(self, facts: IFactRepository) -> None:
        await known(facts, fact("f1", "pizza", kind="bio"), fact("f2", "pizza cinema"), fact("f3", "guitar"))
        free = {hit.id: hit.score for hit in await facts.search_keywords(SCOPE, "pizza", limit=9)}
        filters = SearchFilter(kinds=frozenset({"bio"}))
        (bound,) = await facts.search_keywords(SCOPE, "pizza", limit=9, filters=filters)

        assert bound.score == free["f1"]

    # --- reading messages once

    async def test_messages_are_read_once_whether_they_told_something_or_not(self, facts: IFactRepository) -> None:
        await facts.apply(SCOPE, [learnt(fact(), sources=(source("m1"),))], read=[source("m2")])
        await facts.apply(SCOPE, [], read=[source("m2"), source("m3"), source("m3")])

        assert await facts.unread(SCOPE, "c1", ["m9", "m3", "m1", "m8", "m2"]) == ["m9", "m8"]
        assert await facts.unread(SCOPE, "c2", ["m1"]) == ["m1"]
        await facts.apply(OTHER, [], read=[source("m8")])
        assert await facts.unread(OTHER, "c1", ["m1", "m8"]) == ["m1"]
        assert await facts.unread(SCOPE, "c1", ["m8"]) == ["m8"]
        assert await facts.unread(SCOPE, "c1", []) == []

    # --- accesses

    async def test_accesses_add_up_and_change_nothing_else(self, facts: IFactRepository) -> None:
        await known(facts, fact())
        await facts.touch(SCOPE, {"fact-1": Access(2, at(5)), "unknown": Access(1, at(9))})
        await facts.touch(SCOPE, {"fact-1": Access(1, at(3))})
        await facts.touch(OTHER, {"fact-1": Access(9, at(9))})
        await facts.touch(SCOPE, {})
        (found,) = await facts.list_facts(SCOPE)

        assert (found.access_count, found.last_accessed) == (3, at(5))
        assert found == fact()
        await facts.apply(SCOPE, [changed((fact(), fact().become(weight=0.9)), id="2")])
        assert [one.access_count for one in await facts.list_facts(SCOPE)] == [3]

    # --- scopes

    async def test_nobodys_facts_change_anothers_ranking(self, facts: IFactRepository) -> None:
        await known(facts, fact("f1", "pizza guitar"), fact("f2", "pizza window"))
        alone = await facts.search_keywords(SCOPE, "pizza guitar", limit=9)
        await known(facts, *(fact(f"o{n}", "guitar guitar carpet") for n in range(40)), scope=OTHER)

        assert await facts.search_keywords(SCOPE, "pizza guitar", limit=9) == alone

    async def test_nobody_sees_or_changes_what_is_anothers(self, facts: IFactRepository) -> None:
        scopes = [Scope(name, "u") for name in HOSTILE_IDS] + [Scope("t", name) for name in HOSTILE_IDS]
        for place, scope in enumerate(scopes):
            await known(facts, fact(f"f{place}", f"pizza canary{place}"), scope=scope)

        assert await facts.scopes_with_facts() == scopes
        for place, scope in enumerate(scopes):
            other = f"f{(place + 1) % len(scopes)}"
            assert await self.found(facts, "pizza", scope) == [f"f{place}"]
            assert [one.id for one in await facts.list_facts(scope)] == [f"f{place}"]
            assert await facts.get_facts(scope, [other]) == {}
            assert await facts.get_change(scope, f"change of {other}") is None
            assert await facts.changes(scope, fact_id=other) == []
            assert (await facts.count_facts(scope))["active"] == 1
