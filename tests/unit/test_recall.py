"""Search goes on with what is left."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.application import recall
from lembranca.application.recall import Recall
from lembranca.domain.entry import MemoryEntry, ScoredId, SearchFilter
from lembranca.domain.errors import InvalidInput, StorageDamaged, StorageUnavailable
from lembranca.domain.fusion import Neighbours
from lembranca.domain.relevance import Signs, relevance
from lembranca.domain.scope import Scope
from lembranca.ports.entry_repository import KeywordHit, Surroundings

SCOPE = Scope("t", "ana")
DAY = datetime(2026, 3, 2, tzinfo=UTC)


class FakeEntries:
    """Ten messages of one conversation, every second one by Ana; "jantar" stands in the sixth."""

    def __init__(self) -> None:
        self.failure: Exception | None = None
        self.entries = {f"m{n}": self.entry(n) for n in range(1, 11)}
        self.asked: list[str] = []

    @staticmethod
    def entry(n: int) -> MemoryEntry:
        day, author = DAY.replace(day=n + 1), "Ana" if n % 2 else "Rui"
        return MemoryEntry(f"m{n}", "c", f"id{n}", f"fala {n}", day, author=author, position=n)

    async def search_keywords(self, scope, query, *, limit, filters=None):
        self.asked.append(query)
        if self.failure:
            raise self.failure
        return [KeywordHit("m6", 2.0, ("jant",), (0.6,)), KeywordHit("gone", 1.0, ("jant",), (0.6,))]

    async def get_entries(self, scope, ids):
        return {name: self.entries[name] for name in ids if name in self.entries}

    async def find_surroundings(self, scope, ids, *, reach):
        names = list(self.entries)
        around = {}
        for name in ids:
            at = names.index(name) if name in names else 0
            around[name] = Neighbours(
                tuple(names[max(0, at - reach) : at][::-1]), tuple(names[at + 1 : at + 1 + reach])
            )
        return Surroundings(around, {name: entry.author for name, entry in self.entries.items()})


class FakeIndex:
    """Finds what it is told, or fails as it is told."""

    def __init__(self, outcome) -> None:
        self.outcome = outcome

    async def search(self, scope, query, *, limit, filters=None):
        if isinstance(self.outcome, BaseException):
            raise self.outcome
        if self.outcome is None:
            await asyncio.Event().wait()
        return self.outcome


def made(outcome) -> tuple[Recall, FakeEntries]:
    entries = FakeEntries()
    return Recall(entries, FakeIndex(outcome), SnowballNormalizer()), entries


async def test_what_was_deleted_since_makes_room_for_the_next():
    search, _ = made([ScoredId("m6", 0.9), ScoredId("m2", 0.5), ScoredId("gone", 0.4)])

    found = await search.search(SCOPE, "jantar", limit=3, filters=SearchFilter())

    assert len(found.entries) == 3
    assert found.entries[0].id == "m6"
    assert found.warnings == ()


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (StorageUnavailable("set aside"), "set aside"),
        (RuntimeError("boom"), "RuntimeError: boom"),
        (None, "no answer within"),
    ],
)
async def test_without_the_vector_index_keywords_decide_and_a_warning_says_so(failure, reason, monkeypatch):
    monkeypatch.setattr(recall, "_PATIENCE", 0.01)
    search, _ = made(failure)

    found = await search.search(SCOPE, "jantar", limit=1, filters=SearchFilter())

    assert [entry.id for entry in found.entries] == ["m6"]
    assert len(found.warnings) == 1
    assert reason in found.warnings[0]


async def test_without_the_keyword_index_vectors_decide_and_a_warning_says_so():
    search, entries = made([ScoredId("m2", 0.9), ScoredId("m9", 0.1)])
    entries.failure = StorageDamaged("history.sqlite3: damaged")

    found = await search.search(SCOPE, "jantar", limit=1, filters=SearchFilter())

    assert [entry.id for entry in found.entries] == ["m2"]
    assert found.warnings == ("keyword search: history.sqlite3: damaged",)


async def test_when_neither_can_be_asked_the_search_fails_and_names_both():
    search, entries = made(StorageUnavailable("set aside"))
    entries.failure = StorageDamaged("history.sqlite3: damaged")

    with pytest.raises(StorageUnavailable, match=r"damaged.*set aside"):
        await search.search(SCOPE, "jantar", limit=1, filters=SearchFilter())


async def test_messages_lent_a_score_are_held_to_the_filters_too():
    search, _ = made([])
    only = SearchFilter(since=DAY.replace(day=7), until=DAY.replace(day=7))

    found = await search.search(SCOPE, "jantar", limit=10, filters=only)

    assert [entry.id for entry in found.entries] == ["m6"]


async def test_what_the_person_named_in_the_question_said_comes_first():
    search, _ = made([])

    found = await search.search(SCOPE, "o que a Ana disse do jantar?", limit=2, filters=SearchFilter(), explain=True)

    assert [entry.author for entry in found.entries] == ["Rui", "Ana"]
    assert found.entries[1].explanation.author > 0
    assert found.entries[0].explanation.terms == ("jant",)


async def test_every_hit_tells_how_likely_it_answers_and_an_explanation_from_what():
    search, _ = made([ScoredId("m6", 0.9), ScoredId("m2", 0.0)])

    found = await search.search(SCOPE, "jantar zebra", limit=10, filters=SearchFilter(), explain=True)

    by_id = {entry.id: entry for entry in found.entries}
    assert by_id["m6"].explanation.signs == Signs(words=0.6, near=pytest.approx(0.9))
    assert all(entry.relevance == relevance(entry.explanation.signs) for entry in found.entries)
    assert by_id["m6"].relevance > by_id["m2"].relevance == 0


async def test_the_relevance_is_there_without_the_vector_index_and_without_an_explanation():
    search, _ = made(StorageUnavailable("set aside"))

    found = await search.search(SCOPE, "jantar zebra", limit=1, filters=SearchFilter())

    assert found.entries[0].relevance == pytest.approx(0.6)
    assert found.entries[0].explanation is None


async def test_what_another_said_than_the_one_asked_about_is_less_relevant():
    search, _ = made([])

    (of_rui,) = (await search.search(SCOPE, "jantar de Rui", limit=1, filters=SearchFilter())).entries
    (of_ana,) = (await search.search(SCOPE, "jantar de Ana", limit=1, filters=SearchFilter())).entries

    assert of_rui.id == of_ana.id == "m6"
    assert of_rui.author == "Rui"
    assert of_rui.relevance > 0.9
    assert of_ana.relevance < 0.1


async def test_of_a_very_long_query_the_end_counts():
    search, entries = made([])

    await search.search(SCOPE, "x" * 10_000 + " jantar", limit=1, filters=SearchFilter())

    assert len(entries.asked[0]) == 4_000
    assert entries.asked[0].endswith(" jantar")


async def test_a_filter_that_admits_no_messages_finds_nothing():
    search, entries = made([])

    found = await search.search(SCOPE, "jantar", limit=1, filters=SearchFilter(kinds=["bio"]))

    assert (found.entries, entries.asked) == ([], [])


async def test_a_question_of_white_space_finds_nothing():
    search, _ = made([ScoredId("m2", 0.9)])

    assert (await search.search(SCOPE, " \n", limit=1, filters=SearchFilter())).entries == []


@pytest.mark.parametrize(("query", "limit"), [("", 1), (None, 1), ("jantar", 0), ("jantar", 2.5), ("\ud800", 1)])
async def test_a_question_that_is_none_is_refused(query, limit):
    search, _ = made([])

    with pytest.raises(InvalidInput):
        await search.search(SCOPE, query, limit=limit, filters=SearchFilter())
