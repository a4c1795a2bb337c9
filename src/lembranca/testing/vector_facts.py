"""Facts in an index, which belong to no conversation: part of `VectorRepositoryContract`."""

from __future__ import annotations

from typing import Any

import numpy as np

from lembranca.domain.entry import KINDS, LAYERS, SearchFilter
from lembranca.testing.samples import SCOPE
from lembranca.testing.vector_model import DIMENSIONS, at, entry, vector


class VectorFactsContract:
    """What is promised of entries of every kind and layer, and of those without a conversation."""

    async def test_every_kind_and_layer_can_be_filtered(self, repository: Any) -> None:
        ids = {f"{kind} {layer}": (kind, layer) for kind in KINDS for layer in LAYERS}
        entries = [entry(name, "", message_id="", kind=kind, layer=layer) for name, (kind, layer) in ids.items()]
        await repository.index_entries(SCOPE, entries, np.stack([vector(1, n + 1) for n in range(len(ids))]))
        for name, (kind, layer) in ids.items():
            filters = SearchFilter(kinds=frozenset({kind}), layers=frozenset({layer}))
            found = await repository.search_similar(SCOPE, vector(1), limit=99, filters=filters)

            assert [hit.id for hit in found] == [name]

    async def test_what_belongs_to_no_conversation_stays_when_one_is_deleted(self, repository: Any) -> None:
        entries = [entry("m1", "c1"), entry("f1", "", kind="pref", layer="semantic", timestamp=at(2))]
        await repository.index_entries(SCOPE, entries, np.eye(DIMENSIONS, dtype=np.float32)[:2])
        of_conversation = await repository.search_similar(
            SCOPE, vector(1, 1), limit=9, filters=SearchFilter(conversation_id="c1")
        )

        assert [hit.id for hit in of_conversation] == ["m1"]
        assert await repository.delete_by_conversation(SCOPE, "c1") == 1
        found = await repository.search_similar(SCOPE, vector(1, 1), limit=9, filters=SearchFilter(since=at(2)))
        assert [hit.id for hit in found] == ["f1"]
        await repository.index_entry(SCOPE, entry("f1", "", kind="pref", layer="long"), vector(0, 0, 1))
        assert await repository.ids(SCOPE) == {"f1"}
        assert await repository.delete_entries(SCOPE, ["f1"]) == 1

    async def test_a_channel_is_not_looked_at(self, repository: Any) -> None:
        await repository.index_entry(SCOPE, entry("m1", channel="web"), vector(1))
        found = await repository.search_similar(SCOPE, vector(1), limit=9, filters=SearchFilter(channel="app"))

        assert [hit.id for hit in found] == ["m1"]
