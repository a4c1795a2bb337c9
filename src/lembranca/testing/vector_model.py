"""`IVectorRepository` against plain NumPy, over any sequence of operations: part of `VectorRepositoryContract`."""

from __future__ import annotations

import dataclasses
import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lembranca.domain.entry import MemoryEntry, ScoredId, SearchFilter
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatMatrix, FloatVector
from lembranca.ports.vector_repository import IVectorRepository

DIMENSIONS = 6
IDENTITY = "test:v1:6"
_START = datetime(2026, 3, 2, 19, 4, 5, 123456, tzinfo=UTC)
_fresh = itertools.count(1)


def entry(id: str = "m1", conversation_id: str = "c1", **changes: Any) -> MemoryEntry:  # noqa: A002
    """Make an entry; *changes* are fields of `MemoryEntry`."""
    values: dict[str, Any] = {"message_id": id, "content": f"content of {id}", "timestamp": _START}
    return MemoryEntry(id=id, conversation_id=conversation_id, **(values | changes))


def vector(*numbers: float) -> FloatVector:
    """Make a vector of *numbers*, filled up with zeros."""
    return np.array([*numbers, *([0.0] * (DIMENSIONS - len(numbers)))], dtype=np.float32)


def at(minutes: int) -> datetime:
    """Give a moment *minutes* after that of `entry`."""
    return _START + timedelta(minutes=minutes)


@dataclasses.dataclass
class _Model:
    """The port's meaning in the plainest words."""

    held: dict[str, tuple[MemoryEntry, FloatVector]] = dataclasses.field(default_factory=dict)

    def matching(self, filters: SearchFilter | None) -> dict[str, FloatVector]:
        return {key: row for key, (item, row) in self.held.items() if filters is None or _admits(filters, item)}

    async def index_entries(self, entries: list[MemoryEntry], embeddings: FloatMatrix) -> int:
        self.held |= {item.id: (item, row) for item, row in zip(entries, embeddings, strict=True)}
        return len(entries)

    async def delete_entries(self, ids: list[str]) -> int:
        return sum(self.held.pop(key, None) is not None for key in ids)

    async def delete_by_conversation(self, conversation_id: str) -> int:
        return await self.delete_entries(
            [key for key, (item, _) in self.held.items() if item.conversation_id == conversation_id]
        )


def _admits(filters: SearchFilter, item: MemoryEntry) -> bool:
    return (
        filters.conversation_id in (None, item.conversation_id)
        and (not filters.layers or item.layer in filters.layers)
        and (not filters.kinds or item.kind in filters.kinds)
        and (filters.since is None or item.timestamp >= filters.since)
        and (filters.until is None or item.timestamp <= filters.until)
    )


def _cosine(one: FloatVector, other: FloatVector) -> float:
    left, right = one.astype(np.float64), other.astype(np.float64)
    return float(left @ right / np.linalg.norm(left) / np.linalg.norm(right))


def check_answer(
    found: list[ScoredId], query: FloatVector, candidates: dict[str, FloatVector], limit: int, *, exact: bool = True
) -> None:
    """Assert that *found* are the *limit* nearest of *candidates* with their cosine, equal ones by id."""
    cosines = {key: _cosine(query, row) for key, row in candidates.items()}
    names = [hit.id for hit in found]

    assert len(found) == len(set(names)) == min(limit, len(candidates))
    assert set(names) <= set(candidates)
    np.testing.assert_allclose([hit.score for hit in found], [cosines[name] for name in names], atol=1e-5)
    assert found == sorted(found, key=lambda hit: (-hit.score, hit.id))
    if exact:
        nearest = sorted(cosines.values(), reverse=True)[:limit]
        np.testing.assert_allclose([hit.score for hit in found], nearest, atol=1e-5)
        for left_out in set(candidates) - set(names):
            twins = [name for name in names if np.array_equal(candidates[name], candidates[left_out])]
            assert all(twin < left_out for twin in twins)


_IDS = st.sampled_from([f"m{number}" for number in range(12)])
_CONVERSATIONS = st.sampled_from(["c1", "c2", "c3"])
_LAYERS = st.sampled_from(["short", "long", "semantic"])
_KINDS = st.sampled_from(["message", "pref", "event"])
_MOMENTS = st.integers(-3, 3).map(at)
_VECTORS = (
    st.lists(st.integers(-2, 2), min_size=DIMENSIONS, max_size=DIMENSIONS)
    .filter(any)
    .map(lambda numbers: np.array(numbers, dtype=np.float32))
)
_ENTRIES = st.builds(entry, _IDS, _CONVERSATIONS, layer=_LAYERS, kind=_KINDS, timestamp=_MOMENTS)
_FILTERS = st.none() | st.builds(
    lambda conversation_id, layers, kinds, times: SearchFilter(
        conversation_id,
        layers,
        kinds,
        times[0] and min(filter(None, times)),
        times[1] and max(filter(None, times)),
    ),
    st.none() | _CONVERSATIONS,
    st.frozensets(_LAYERS, max_size=2),
    st.frozensets(_KINDS, max_size=2),
    st.tuples(st.none() | _MOMENTS, st.none() | _MOMENTS),
)
_STEPS = st.one_of(
    st.tuples(st.just("index_entries"), st.lists(st.tuples(_ENTRIES, _VECTORS), max_size=8)),
    st.tuples(st.just("delete_entries"), st.lists(_IDS | st.just("unknown"), max_size=5)),
    st.tuples(st.just("delete_by_conversation"), _CONVERSATIONS),
    st.tuples(st.just("search_similar"), _VECTORS, st.integers(1, 15), _FILTERS),
)


class VectorModelContract:
    """Whatever is done in whatever order, the outcome is that of plain NumPy."""

    abilities: frozenset[str] = frozenset()

    # One repository serves all examples, each in a scope of its own; the class is shared by design.
    @settings(
        deadline=None,
        max_examples=60,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
    )
    @given(steps=st.lists(_STEPS, max_size=14))
    async def test_any_sequence_of_operations_gives_what_plain_numpy_gives(
        self, repository: IVectorRepository, steps: list[tuple[Any, ...]]
    ) -> None:
        scope = Scope("model", f"example-{next(_fresh)}")
        model = _Model()
        for name, *arguments in steps:
            if name == "search_similar":
                query, limit, filters = arguments
                found = await repository.search_similar(scope, query, limit=limit, filters=filters)
                check_answer(found, query, model.matching(filters), limit, exact="exact" in self.abilities)
                continue
            if name == "index_entries":
                rows = [row for _, row in arguments[0]]
                embeddings = np.array(rows, dtype=np.float32).reshape(-1, DIMENSIONS)
                values: list[Any] = [[item for item, _ in arguments[0]], embeddings]
            else:
                values = arguments
            given = await getattr(repository, name)(scope, *values)

            assert given == await getattr(model, name)(*values), name
            assert await repository.ids(scope) == set(model.held)
