"""What `IEntryRepository` and `IEmbeddingStore` promise of facts, as tests to run against your own adapters."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
import pytest

from lembranca.ports.embedder import FloatMatrix
from lembranca.ports.entry_repository import IEmbeddingStore, IEntryRepository
from lembranca.ports.fact_repository import Access, IFactRepository
from lembranca.ports.memory_repository import IHistory
from lembranca.testing.fact_samples import OTHER, at, changed, fact, learnt, source
from lembranca.testing.samples import SCOPE, START, messages

IDENTITY = "test:v1:3"


def vectors(count: int) -> FloatMatrix:
    """Make as many vectors, all different."""
    return np.arange(1, 3 * count + 1, dtype=np.float32).reshape(count, 3)


@pytest.mark.asyncio
class FactEntriesContract:
    """
    Facts as entries.

    Fill in the fixtures, all of one store: `history`, an `IHistory`, opened and empty, `facts`, an `IFactRepository`,
    `entries`, an `IEntryRepository`, and `embeddings`, an `IEmbeddingStore`.
    """

    @pytest.fixture
    async def history(self) -> Any:
        """Give an `IHistory`, opened and empty."""
        raise NotImplementedError

    @pytest.fixture
    async def facts(self, history: IHistory) -> Any:
        """Give the `IFactRepository` of the same store."""
        raise NotImplementedError

    @pytest.fixture
    async def entries(self, history: IHistory) -> Any:
        """Give the `IEntryRepository` of the same store."""
        raise NotImplementedError

    @pytest.fixture
    async def embeddings(self, history: IHistory) -> Any:
        """Give the `IEmbeddingStore` of the same store."""
        raise NotImplementedError

    # --- looking up

    async def test_a_fact_is_an_entry_with_all_that_is_known_of_it(
        self, facts: IFactRepository, entries: IEntryRepository
    ) -> None:
        made = fact(kind="bio", layer="long", weight=0.7, topic="diet", tags=("food",), updated_at=at(7))
        behind = (source("m1", "c1", channel="web"), source("m2", "c2", minute=3))
        await facts.apply(SCOPE, [learnt(made, sources=behind), learnt(fact("by hand"))])
        await facts.touch(SCOPE, {made.id: Access(4, START)})
        found = await entries.get_entries(SCOPE, [made.id, "by hand", "unknown"])
        entry, bare = found.pop(made.id), found.pop("by hand")

        assert found == {}
        assert (entry.id, entry.content, entry.kind, entry.layer) == (made.id, made.content, "bio", "long")
        assert (entry.weight, entry.topic, entry.tags, entry.status) == (0.7, "diet", ("food",), "active")
        assert (entry.timestamp, entry.access_count, entry.channel) == (at(7), 4, "web")
        assert (entry.conversation_id, entry.message_id) == ("c1", "m1")
        assert entry.sources == (("c1", "m1"), ("c2", "m2"))
        assert (bare.conversation_id, bare.message_id, bare.sources, bare.channel) == ("", "", (), None)

    @pytest.mark.parametrize(
        ("status", "given"),
        [
            ("active", [True, True]),
            ("superseded", [True, True]),
            ("archived", [True, True]),
            ("forgotten", [False, True]),
            ("withdrawn", [False, False]),
        ],
    )
    async def test_facts_are_given_by_their_status(
        self, facts: IFactRepository, entries: IEntryRepository, status: str, given: list[bool]
    ) -> None:
        await facts.apply(SCOPE, [learnt(fact(status=status))])
        found = [await entries.get_entries(SCOPE, ["fact-1"], with_forgotten=forgotten) for forgotten in (False, True)]

        assert [bool(entry) for entry in found] == given
        assert await entries.get_entries(OTHER, ["fact-1"], with_forgotten=True) == {}

    async def test_messages_and_facts_are_looked_up_together(
        self, history: IHistory, facts: IFactRepository, entries: IEntryRepository
    ) -> None:
        await history.add_messages(SCOPE, "c1", messages(1))
        await facts.apply(SCOPE, [learnt(fact())])
        (hit,) = await entries.search_keywords(SCOPE, "content", limit=5)

        assert set(await entries.get_entries(SCOPE, ["fact-1", hit.id, "fact-2"])) == {"fact-1", hit.id}

    async def test_a_fact_outlives_the_conversation_it_was_learnt_in(
        self, history: IHistory, facts: IFactRepository, entries: IEntryRepository
    ) -> None:
        await history.add_messages(SCOPE, "c1", messages(2))
        await facts.apply(SCOPE, [learnt(fact(), sources=(source("m1"),))])
        await history.delete_conversation(SCOPE, "c1")
        (found,) = await facts.list_facts(SCOPE)

        assert found.sources == (source("m1"),)
        assert (await entries.get_entries(SCOPE, ["fact-1"]))["fact-1"].message_id == "m1"
        # A new conversation of that id may have other messages of these ids.
        assert await facts.unread(SCOPE, "c1", ["m1", "m2"]) == ["m1", "m2"]

    async def test_making_the_keyword_index_again_changes_no_answer(
        self, history: IHistory, facts: IFactRepository, entries: IEntryRepository
    ) -> None:
        await history.add_messages(SCOPE, "c1", messages(3))
        given = [
            fact("f1", "pizza guitar", topic="diet", tags=("food",)),
            fact("f2", "pizza", status="archived"),
            fact("f3", "pizza guitar", status="forgotten"),
        ]
        await facts.apply(SCOPE, [learnt(one) for one in given])
        before = await facts.search_keywords(SCOPE, "pizza guitar food", limit=9)

        assert await entries.rebuild_keywords() == 6
        assert await facts.search_keywords(SCOPE, "pizza guitar food", limit=9) == before
        assert [hit.id for hit in before] == ["f1", "f2"]

    # --- vectors

    async def test_facts_are_embedded_by_their_content_without_a_conversation(
        self, facts: IFactRepository, embeddings: IEmbeddingStore
    ) -> None:
        made = fact(kind="emo", layer="long", updated_at=at(3))
        await facts.apply(SCOPE, [learnt(made, sources=(source("m1"),)), learnt(fact("f2", status="forgotten"))])
        (text,) = await embeddings.texts_of_facts(SCOPE, ["f2", made.id, "unknown"])

        assert (text.scope, text.text, text.entry.id) == (SCOPE, made.content, made.id)
        assert (text.entry.kind, text.entry.layer, text.entry.timestamp) == ("emo", "long", at(3))
        assert text.entry.conversation_id == ""
        assert await embeddings.texts_of_facts(OTHER, [made.id]) == []

    async def test_what_has_no_vector_comes_page_by_page_messages_first(
        self, history: IHistory, facts: IFactRepository, embeddings: IEmbeddingStore
    ) -> None:
        await history.add_messages(SCOPE, "c1", messages(3))
        names = ["fact-2", "a", "Z", "ç'"]
        await facts.apply(SCOPE, [learnt(fact(name)) for name in names])
        pages, last = list[list[str]](), None
        while not pages or len(pages[-1]) == 2:
            pages.append([text.entry.id for text in await embeddings.missing(IDENTITY, after=last, limit=2)])
            last = pages[-1][-1] if pages[-1] else last
        found = [name for page in pages for name in page]

        assert [len(page) for page in pages] == [2, 2, 2, 1]
        assert found[3:] == sorted(names)
        assert len(set(found[:3])) == 3
        assert await embeddings.count_entries() == 7

    async def test_vectors_of_messages_and_facts_are_kept_and_given_back(
        self, history: IHistory, facts: IFactRepository, embeddings: IEmbeddingStore
    ) -> None:
        await history.add_messages(SCOPE, "c1", messages(2))
        await facts.apply(SCOPE, [learnt(fact("f1")), learnt(fact("f2"))])
        ids = [text.entry.id for text in await embeddings.missing(IDENTITY)]
        kept = dict(zip(ids, vectors(4), strict=True))

        assert await embeddings.save_embeddings(IDENTITY, [*ids, "gone"], vectors(5)) == 4
        assert await embeddings.missing(IDENTITY) == []
        assert len(await embeddings.missing("another")) == 4
        assert await embeddings.embedded_ids(IDENTITY) == await embeddings.existing([*ids, "gone", "m99"]) == {*ids}
        texts, matrix = await embeddings.load_embeddings(IDENTITY, [*reversed(ids), "gone"])
        assert {text.entry.id for text in texts} == {*ids}
        for text, row in zip(texts, matrix, strict=True):
            np.testing.assert_array_equal(row, kept[text.entry.id])

    @pytest.mark.parametrize("status", ["forgotten", "withdrawn"])
    async def test_what_is_not_to_be_found_is_as_if_gone_and_comes_back_with_its_vector(
        self, facts: IFactRepository, embeddings: IEmbeddingStore, status: str
    ) -> None:
        gone = fact().become(status=status)
        await facts.apply(SCOPE, [learnt(fact()), learnt(fact("f2", status="archived"))])
        await embeddings.save_embeddings(IDENTITY, ["fact-1", "f2"], vectors(2))
        await facts.apply(SCOPE, [changed((fact(), gone), id="going")])

        await self._is_as_if_gone(embeddings, "fact-1")
        await facts.apply(SCOPE, [changed((gone, fact()), id="coming back")])
        assert await embeddings.embedded_ids(IDENTITY) == {"fact-1", "f2"}
        assert len((await embeddings.load_embeddings(IDENTITY, ["fact-1"]))[0]) == 1

    async def test_a_hidden_message_is_as_if_gone_and_comes_back_with_its_vector(
        self, history: IHistory, facts: IFactRepository, entries: IEntryRepository, embeddings: IEmbeddingStore
    ) -> None:
        await history.add_messages(SCOPE, "c1", messages(1))
        await facts.apply(SCOPE, [learnt(fact("f2"))])
        (name, _) = [text.entry.id for text in await embeddings.missing(IDENTITY)]
        await embeddings.save_embeddings(IDENTITY, [name, "f2"], vectors(2))
        await entries.hide(SCOPE, name, now=START + timedelta(days=1))

        await self._is_as_if_gone(embeddings, name)
        assert await embeddings.texts_of(SCOPE, "c1", ["m1"]) == []
        await entries.hide(SCOPE, name, hidden=False, now=START)
        assert await embeddings.embedded_ids(IDENTITY) == {name, "f2"}

    @staticmethod
    async def _is_as_if_gone(embeddings: IEmbeddingStore, name: str) -> None:
        """Check it for the entry *name*, beside which there is `f2`."""
        assert await embeddings.embedded_ids(IDENTITY) == await embeddings.existing([name, "f2"]) == {"f2"}
        assert [text.entry.id for text in await embeddings.missing("another")] == ["f2"]
        assert [text.entry.id for text in (await embeddings.load_embeddings(IDENTITY, [name, "f2"]))[0]] == ["f2"]
        assert await embeddings.save_embeddings("another", [name], vectors(1)) == 0
        assert await embeddings.count_entries() == 1

    async def test_a_vector_of_another_length_than_most_counts_as_missing(
        self, history: IHistory, facts: IFactRepository, embeddings: IEmbeddingStore
    ) -> None:
        await history.add_messages(SCOPE, "c1", messages(2))
        await facts.apply(SCOPE, [learnt(fact())])
        await embeddings.save_embeddings(IDENTITY, ["fact-1"], np.ones((1, 7), dtype=np.float32))
        ids = [text.entry.id for text in await embeddings.missing(IDENTITY)]
        await embeddings.save_embeddings(IDENTITY, ids, vectors(2))

        assert await embeddings.embedded_ids(IDENTITY) == {*ids}
        assert [text.entry.id for text in await embeddings.missing(IDENTITY)] == ["fact-1"]
