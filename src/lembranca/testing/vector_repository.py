"""
What every `IVectorRepository` with `IVectorMaintenance` promises, as tests to run against your own adapter.

Subclass `VectorRepositoryContract` in a test module, fill in the fixture `make` and declare the abilities.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import numpy as np
import pytest

from lembranca.domain.entry import SearchFilter
from lembranca.domain.errors import Closed, InvalidInput
from lembranca.domain.scope import Scope
from lembranca.testing.samples import HOSTILE_IDS, SCOPE
from lembranca.testing.vector_facts import VectorFactsContract
from lembranca.testing.vector_model import (
    DIMENSIONS,
    IDENTITY,
    VectorModelContract,
    at,
    check_answer,
    entry,
    vector,
)

ABILITIES = {
    "exact": "gives the nearest, not only near ones",
    "durable": "keeps its content when it is closed and opened again",
}

_UNUSABLE = {
    "NaN": [float("nan"), 1, 0, 0, 0, 0],
    "infinite": [float("inf"), 1, 0, 0, 0, 0],
    "zero": [0, 0, 0, 0, 0, 0],
    "too short": [1, 0, 0],
    "too long": [1, 0, 0, 0, 0, 0, 0],
    "text": ["a", "b", "c", "d", "e", "f"],
}


class VectorRepositoryContract(VectorModelContract, VectorFactsContract):
    """
    What an `IVectorRepository` promises.

    The fixture `make` gives a function that makes a repository, not yet open; of a durable one, always over the same
    place. *abilities* are those of `ABILITIES` that the adapter has.
    """

    abilities: frozenset[str] = frozenset()

    @pytest.fixture
    def make(self) -> Callable[[], Any]:
        """Give a function that makes a repository, not yet open."""
        raise NotImplementedError

    @pytest.fixture
    async def repository(self, make: Callable[[], Any]) -> AsyncIterator[Any]:
        """Give an open, empty repository."""
        repository = make()
        await repository.open(identity=IDENTITY, dimensions=DIMENSIONS)
        yield repository
        await repository.close()

    def test_the_declared_abilities_are_known(self) -> None:
        assert self.abilities <= ABILITIES.keys()

    # --- searching

    async def test_it_is_empty_at_first(self, repository: Any) -> None:
        assert await repository.search_similar(SCOPE, vector(1), limit=5) == []
        assert await repository.ids(SCOPE) == await repository.all_ids() == set()
        assert (await repository.state()).entries == 0

    async def test_the_nearest_comes_first_with_its_cosine(self, repository: Any) -> None:
        rows = np.stack([vector(0, 1), vector(1, 0), vector(1, 1), vector(-1, 0)])
        await repository.index_entries(SCOPE, [entry(f"m{number}") for number in range(4)], rows)
        found = await repository.search_similar(SCOPE, vector(1, 0.1), limit=4)

        assert [hit.id for hit in found] == ["m1", "m2", "m0", "m3"]
        check_answer(found, vector(1, 0.1), {f"m{number}": row for number, row in enumerate(rows)}, 4)

    async def test_fewer_than_asked_for_come_when_there_are_fewer(self, repository: Any) -> None:
        await repository.index_entries(SCOPE, [entry("m1"), entry("m2")], np.stack([vector(1), vector(0, 1)]))

        assert len(await repository.search_similar(SCOPE, vector(1), limit=100)) == 2

    async def test_equal_ones_come_by_id(self, repository: Any) -> None:
        ids = [f"m{number}" for number in range(37)]
        await repository.index_entries(SCOPE, [entry(id_) for id_ in reversed(ids)], np.stack([vector(3, 1, 2)] * 37))
        found = await repository.search_similar(SCOPE, vector(1, 1, 1), limit=37)

        assert [hit.id for hit in found] == sorted(ids)
        assert len({hit.score for hit in found}) == 1

    async def test_the_length_of_a_vector_does_not_matter(self, repository: Any) -> None:
        rows = np.stack([vector(1e-30, 1e-30), vector(3e38, 3e38), vector(1, 1)])
        await repository.index_entries(SCOPE, [entry("m1"), entry("m2"), entry("m3")], rows)
        found = await repository.search_similar(SCOPE, vector(1e-40, 1e-40), limit=3)

        assert [hit.id for hit in found] == ["m1", "m2", "m3"]
        np.testing.assert_allclose([hit.score for hit in found], 1, atol=1e-6)

    # --- filters

    @pytest.mark.parametrize(
        ("filters", "expected"),
        [
            (SearchFilter(), {"m1", "m2", "m3", "m4"}),
            (SearchFilter(conversation_id="c1"), {"m1", "m2"}),
            (SearchFilter(conversation_id="C1"), set()),
            (SearchFilter(kinds=frozenset({"pref", "bio"})), {"m2", "m4"}),
            (SearchFilter(layers=frozenset({"long"})), {"m3"}),
            (SearchFilter(since=at(2)), {"m2", "m3", "m4"}),
            (SearchFilter(until=at(2)), {"m1", "m2"}),
            (SearchFilter(since=at(2), until=at(2)), {"m2"}),
            (SearchFilter("c2", frozenset({"long"}), frozenset({"message"}), at(3), at(3)), {"m3"}),
            (SearchFilter("c1", kinds=frozenset({"bio"})), set()),
        ],
    )
    async def test_a_filter_admits_what_it_names(self, repository: Any, filters: Any, expected: set[str]) -> None:
        entries = [
            entry("m1", "c1", timestamp=at(1)),
            entry("m2", "c1", timestamp=at(2), kind="pref"),
            entry("m3", "c2", timestamp=at(3), layer="long"),
            entry("m4", "c2", timestamp=at(4), kind="bio"),
        ]
        await repository.index_entries(SCOPE, entries, np.eye(DIMENSIONS, dtype=np.float32)[:4])
        found = await repository.search_similar(SCOPE, vector(1, 2, 3, 4), limit=10, filters=filters)

        assert {hit.id for hit in found} == expected

    async def test_a_filter_is_complete_however_far_away_the_matching_ones_are(self, repository: Any) -> None:
        near = [entry(f"near{number:03}", "c1") for number in range(300)]
        far = [entry(f"far{number}", "c2") for number in range(7)]
        rows = np.concatenate(
            [np.stack([vector(1, number / 1000) for number in range(300)]), -np.stack([vector(1)] * 7)]
        )
        await repository.index_entries(SCOPE, near + far, rows)
        for limit, expected in ((5, 5), (7, 7), (20, 7)):
            only_far = SearchFilter(conversation_id="c2")

            assert len(await repository.search_similar(SCOPE, vector(1), limit=limit, filters=only_far)) == expected

    # --- writing

    async def test_adding_twice_is_adding_once(self, repository: Any) -> None:
        for _ in range(2):
            assert await repository.index_entry(SCOPE, entry("m1"), vector(1)) == "m1"

        assert len(await repository.search_similar(SCOPE, vector(1), limit=10)) == 1
        assert (await repository.state()).entries == 1

    async def test_an_id_that_is_there_is_replaced_wholly(self, repository: Any) -> None:
        await repository.index_entry(SCOPE, entry("m1", "c1"), vector(1))
        await repository.search_similar(SCOPE, vector(1), limit=1)
        await repository.index_entry(SCOPE, entry("m1", "c2", kind="pref"), vector(0, 1))
        [hit] = await repository.search_similar(SCOPE, vector(1), limit=10)

        assert hit.score == pytest.approx(0, abs=1e-6)
        assert await repository.delete_by_conversation(SCOPE, "c1") == 0
        assert await repository.delete_by_conversation(SCOPE, "c2") == 1

    async def test_of_an_id_given_twice_in_a_batch_the_last_counts(self, repository: Any) -> None:
        batch = [entry("m1"), entry("m2"), entry("m1")]
        given = await repository.index_entries(SCOPE, batch, np.stack([vector(1), vector(0, 1), vector(0, 0, 1)]))
        found = await repository.search_similar(SCOPE, vector(0, 0, 1), limit=10)

        assert given == 3
        assert [(hit.id, round(hit.score, 5)) for hit in found] == [("m1", 1.0), ("m2", 0.0)]

    async def test_nothing_may_be_given(self, repository: Any) -> None:
        assert await repository.index_entries(SCOPE, [], np.empty((0, DIMENSIONS), dtype=np.float32)) == 0
        assert await repository.delete_entries(SCOPE, []) == await repository.delete_all([]) == 0

    async def test_what_is_deleted_is_found_no_more(self, repository: Any) -> None:
        entries = [entry(f"m{number}", f"c{number % 2}") for number in range(6)]
        await repository.index_entries(SCOPE, entries, np.eye(DIMENSIONS, dtype=np.float32))
        await repository.search_similar(SCOPE, vector(1), limit=1)

        assert await repository.delete_entries(SCOPE, ["m0", "unknown", "m5"]) == 2
        assert await repository.delete_entries(SCOPE, ["m0"]) == 0
        assert await repository.delete_by_conversation(SCOPE, "c1") == 2
        assert await repository.delete_by_conversation(SCOPE, "c1") == 0
        assert await repository.ids(SCOPE) == {"m2", "m4"}
        assert {hit.id for hit in await repository.search_similar(SCOPE, vector(1), limit=9)} == {"m2", "m4"}

    async def test_inputs_are_not_changed_nor_kept(self, repository: Any) -> None:
        rows, query, one = np.stack([vector(3, 4), vector(0, 5)]), vector(0, 7), vector(0, 0, 2)
        given = [rows.copy(), query.copy(), one.copy()]
        await repository.index_entries(SCOPE, [entry("m1"), entry("m2")], rows)
        await repository.index_entry(SCOPE, entry("m3"), one)
        found = await repository.search_similar(SCOPE, query, limit=3)

        for after, before in zip((rows, query, one), given, strict=True):
            np.testing.assert_array_equal(after, before)
        rows[:], one[:] = 1, 1
        assert await repository.search_similar(SCOPE, query, limit=3) == found

    # --- refusing

    @pytest.mark.parametrize("numbers", _UNUSABLE.values(), ids=_UNUSABLE)
    async def test_an_unusable_vector_is_refused_and_nothing_is_stored(
        self, repository: Any, numbers: list[Any]
    ) -> None:
        bad = np.array(numbers)
        with pytest.raises(InvalidInput):
            await repository.index_entry(SCOPE, entry("m1"), bad)
        if len(bad) == DIMENSIONS:
            mixed = np.stack([np.ones(DIMENSIONS).astype(bad.dtype), bad])
            with pytest.raises(InvalidInput):
                await repository.index_entries(SCOPE, [entry("m1"), entry("m2")], mixed)
        with pytest.raises(InvalidInput):
            await repository.search_similar(SCOPE, bad, limit=1)

        assert await repository.all_ids() == set()

    @pytest.mark.parametrize("limit", [0, -1, 1.5, True, None])
    async def test_a_limit_below_one_is_refused(self, repository: Any, limit: Any) -> None:
        with pytest.raises(InvalidInput, match="limit"):
            await repository.search_similar(SCOPE, vector(1), limit=limit)

    async def test_as_many_vectors_as_entries_are_needed(self, repository: Any) -> None:
        with pytest.raises(InvalidInput):
            await repository.index_entries(SCOPE, [entry("m1")], np.stack([vector(1), vector(0, 1)]))

        assert await repository.ids(SCOPE) == set()

    # --- scopes

    async def test_scopes_never_see_one_another_whatever_their_ids(self, repository: Any) -> None:
        scopes = [Scope(HOSTILE_IDS[place - 1], name) for place, name in enumerate(HOSTILE_IDS)]
        scopes += [Scope("a", "b"), Scope("b", "a"), Scope("a/b", "c"), Scope("a", "b/c")]
        for number, scope in enumerate(scopes):
            await repository.index_entry(scope, entry(f"m{number}", HOSTILE_IDS[number % 7]), vector(1, number))
        for number, scope in enumerate(scopes):
            found = await repository.search_similar(scope, vector(1), limit=10)

            assert await repository.ids(scope) == {f"m{number}"}
            assert [hit.id for hit in found] == [f"m{number}"]

    async def test_deleting_in_one_scope_leaves_the_others(self, repository: Any) -> None:
        other = Scope(SCOPE.tenant_id, "outra")
        await repository.index_entry(SCOPE, entry("m1"), vector(1))

        assert await repository.delete_entries(other, ["m1"]) == 0
        assert await repository.delete_by_conversation(other, "c1") == 0
        assert await repository.ids(SCOPE) == {"m1"}

    @pytest.mark.parametrize("name", HOSTILE_IDS)
    async def test_any_legal_id_names_an_entry_and_a_conversation(self, repository: Any, name: str) -> None:
        entries = [entry(name, name), entry("other", "other")]
        await repository.index_entries(SCOPE, entries, np.stack([vector(1), vector(0, 1)]))
        found = await repository.search_similar(SCOPE, vector(1), limit=5, filters=SearchFilter(conversation_id=name))

        assert [hit.id for hit in found] == [name]
        assert await repository.delete_entries(SCOPE, [name]) == 1
        assert await repository.ids(SCOPE) == {"other"}

    # --- maintenance

    async def test_maintenance_spans_all_scopes(self, repository: Any) -> None:
        other = Scope("outro", "inquilino")
        await repository.index_entries(SCOPE, [entry("m1"), entry("m2")], np.stack([vector(1), vector(0, 1)]))
        await repository.index_entry(other, entry("m3"), vector(1))
        await repository.search_similar(other, vector(1), limit=1)

        assert await repository.all_ids() == {"m1", "m2", "m3"}
        assert await repository.delete_all(["m2", "m3", "m9"]) == 2
        assert await repository.search_similar(other, vector(1), limit=1) == []
        assert (await repository.state()).entries == 1

    async def test_clearing_leaves_nothing(self, repository: Any) -> None:
        await repository.index_entry(SCOPE, entry("m1"), vector(1))
        await repository.search_similar(SCOPE, vector(1), limit=1)
        await repository.clear()

        assert await repository.all_ids() == set()
        assert await repository.search_similar(SCOPE, vector(1), limit=1) == []
        assert await repository.index_entry(SCOPE, entry("m1"), vector(1)) == "m1"

    async def test_memory_stays_within_its_limit_and_is_reported(self, repository: Any) -> None:
        rng = np.random.default_rng(1)
        for number in range(20):
            scope = Scope("acme", f"user{number}")
            entries = [entry(f"m{number}-{place}") for place in range(50)]
            await repository.index_entries(scope, entries, rng.standard_normal((50, DIMENSIONS)).astype(np.float32))
            await repository.search_similar(scope, vector(1), limit=3)
            state = await repository.state()

            assert state.memory_limit_bytes is None or state.memory_bytes <= state.memory_limit_bytes
        assert state.entries == 1000

    # --- opening and closing

    async def test_it_can_be_used_only_while_it_is_open(self, make: Callable[[], Any]) -> None:
        repository = make()
        with pytest.raises(Closed):
            await repository.ids(SCOPE)
        await repository.open(identity=IDENTITY, dimensions=DIMENSIONS)
        await repository.close()
        await repository.close()
        with pytest.raises(Closed):
            await repository.search_similar(SCOPE, vector(1), limit=1)

    async def test_opening_twice_is_harmless(self, repository: Any) -> None:
        await repository.index_entry(SCOPE, entry("m1"), vector(1))
        await repository.open(identity=IDENTITY, dimensions=DIMENSIONS)

        assert await repository.ids(SCOPE) == {"m1"}

    async def test_scrubbing_changes_nothing_that_is_in(self, make: Callable[[], Any], repository: Any) -> None:
        other = Scope("acme", "bia")
        for scope in (SCOPE, other):
            entries = [entry(f"{scope.user_id} {number}") for number in range(40)]
            await repository.index_entries(scope, entries, np.stack([vector(n + 1, 7) for n in range(40)]))
        await repository.search_similar(SCOPE, vector(1), limit=1)  # which may bring it into memory
        before = [hit.id for hit in await repository.search_similar(other, vector(5, 7), limit=40)]
        await repository.delete_entries(SCOPE, sorted(await repository.ids(SCOPE)))
        await repository.scrub()
        await repository.scrub()

        assert await repository.ids(SCOPE) == set()
        assert await repository.search_similar(SCOPE, vector(1), limit=5) == []
        after = [hit.id for hit in await repository.search_similar(other, vector(5, 7), limit=40)]
        assert after == before
        assert (await repository.state()).entries == 40
        await repository.index_entry(SCOPE, entry("new"), vector(1))
        assert len(await repository.search_similar(SCOPE, vector(1), limit=5)) == 1
        await repository.close()
        if "durable" in self.abilities:
            again = make()
            await again.open(identity=IDENTITY, dimensions=DIMENSIONS)
            assert [hit.id for hit in await again.search_similar(other, vector(5, 7), limit=40)] == before
            assert await again.ids(SCOPE) == {"new"}
            await again.close()

    async def test_scrubbing_lets_go_of_the_memory_of_what_is_gone(self, repository: Any) -> None:
        await repository.index_entry(Scope("acme", "bia"), entry("m"), vector(1))
        before = (await repository.state()).memory_bytes
        entries = [entry(f"m{number}") for number in range(500)]
        await repository.index_entries(SCOPE, entries, np.stack([vector(n + 1, 7) for n in range(500)]))
        await repository.search_similar(SCOPE, vector(1), limit=1)
        await repository.delete_entries(SCOPE, [one.id for one in entries])
        await repository.scrub()

        assert (await repository.state()).memory_bytes <= before

    async def test_a_durable_one_keeps_its_content(self, make: Callable[[], Any]) -> None:
        before = await _filled(make())
        await before.close()
        after = make()
        await after.open(identity=IDENTITY, dimensions=DIMENSIONS)
        found = await after.search_similar(SCOPE, vector(1), limit=5)
        state = await after.state()
        await after.close()

        assert [hit.id for hit in found] == (["m1", "m2"] if "durable" in self.abilities else [])
        assert state.set_aside is None

    @pytest.mark.parametrize(("identity", "dimensions"), [("test:v2:6", DIMENSIONS), (IDENTITY, DIMENSIONS + 1)])
    async def test_another_embedder_begins_with_an_empty_index(
        self, make: Callable[[], Any], identity: str, dimensions: int
    ) -> None:
        before = await _filled(make())
        await before.close()
        after = make()
        await after.open(identity=identity, dimensions=dimensions)
        state = await after.state()
        await after.index_entry(SCOPE, entry("m7"), np.ones(dimensions, dtype=np.float32))
        ids = await after.all_ids()
        await after.close()

        assert (state.entries, ids) == (0, {"m7"})
        assert (state.set_aside is not None) == ("durable" in self.abilities)

    # --- at the same time

    async def test_searches_and_writes_at_the_same_time_do_not_disturb_one_another(self, repository: Any) -> None:
        rng = np.random.default_rng(2)
        scopes = [Scope("acme", f"user{number}") for number in range(4)]

        async def write(scope: Scope, batch: int) -> None:
            entries = [entry(f"{scope.user_id}-{batch}-{place}", f"c{batch}") for place in range(10)]
            await repository.index_entries(scope, entries, rng.standard_normal((10, DIMENSIONS)).astype(np.float32))
            if batch % 3 == 0:
                assert await repository.delete_by_conversation(scope, f"c{batch}") == 10

        async def search(scope: Scope) -> None:
            found = await repository.search_similar(scope, vector(1), limit=5)

            assert len(found) in (0, 5)
            assert all(hit.id.startswith(f"{scope.user_id}-") for hit in found)

        work = [write(scope, batch) for batch in range(9) for scope in scopes]
        work += [search(scope) for _ in range(20) for scope in scopes]
        await asyncio.gather(*work)
        for scope in scopes:
            kept = {f"{scope.user_id}-{batch}-{place}" for batch in range(9) if batch % 3 for place in range(10)}

            assert await repository.ids(scope) == kept
            assert {hit.id for hit in await repository.search_similar(scope, vector(1), limit=100)} == kept


async def _filled(repository: Any) -> Any:
    await repository.open(identity=IDENTITY, dimensions=DIMENSIONS)
    await repository.index_entries(SCOPE, [entry("m1"), entry("m2")], np.stack([vector(1), vector(0, 1)]))
    return repository
