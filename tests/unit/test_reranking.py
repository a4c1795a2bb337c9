"""Where there is a reranker it is heard, and a search never depends on it."""

import asyncio
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.application.reranking import Reranking
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.errors import ModelError
from lembranca.domain.reranking import rescored

DAY = datetime(2026, 3, 2, tzinfo=UTC)
firsts = st.dictionaries(st.text("abcd", min_size=1, max_size=2), st.floats(0, 1), max_size=9).map(
    lambda scores: sorted(scores.items(), key=lambda item: -item[1])
)
seconds = st.dictionaries(st.text("abcd", min_size=1, max_size=2), st.floats(0, 1))


class Reader:
    """Scores a text by how often it says "sim", or does what it is told."""

    identity = "reader"

    def __init__(self, failure=None):
        self.failure = failure
        self.read = []
        self.calls = []

    async def open(self):
        self.calls.append("open")

    async def close(self):
        self.calls.append("close")

    async def rerank(self, query, texts):
        self.read = list(texts)
        if self.failure == "hang":
            await asyncio.Event().wait()
        if isinstance(self.failure, Exception):
            raise self.failure
        if self.failure == "too few":
            return [0.5]
        return [text.count("sim") / 10 for text in texts]


def found(*contents):
    """Entries with falling scores, the best first."""
    return [
        MemoryEntry(f"m{n}", "c", f"id{n}", text, DAY, author="Ana" if n % 2 else None, score=0.8 - n / 100)
        for n, text in enumerate(contents)
    ]


class TestBothOpinions:
    def test_the_new_score_is_half_of_each_the_first_brought_to_1(self):
        assert rescored([("a", 0.4), ("b", 0.2)], {"b": 0.9}) == [
            ("b", pytest.approx(0.25 + 0.45)),
            ("a", pytest.approx(0.5)),
        ]

    def test_what_is_equal_stays_in_its_order(self):
        assert [id_ for id_, _ in rescored([("b", 0.4), ("a", 0.4)], {"a": 0.1, "b": 0.1})] == ["b", "a"]

    def test_nothing_and_scores_of_0_are_legal(self):
        assert rescored([], {"a": 1.0}) == []
        assert rescored([("a", 0.0)], {}) == [("a", 0.0)]

    @given(firsts, seconds, st.floats(0, 1))
    def test_every_id_stays_once_with_falling_scores_from_0_to_1(self, first, second, share):
        mixed = rescored(first, second, share=share)

        assert sorted(id_ for id_, _ in mixed) == sorted(id_ for id_, _ in first)
        assert [score for _, score in mixed] == sorted((score for _, score in mixed), reverse=True)
        assert all(0 <= score <= 1 + 1e-12 for _, score in mixed)

    @given(firsts)
    def test_a_second_opinion_that_finds_all_alike_changes_no_order(self, first):
        mixed = rescored(first, {id_: 0.5 for id_, _ in first})
        first_of = dict(first)

        scores = [first_of[id_] for id_, _ in mixed]
        assert scores == pytest.approx(sorted(scores, reverse=True), abs=1e-9)


async def test_without_a_reranker_everything_stays_as_it_is():
    entries = found("nada", "sim sim sim")

    reranked = await Reranking().reordered("?", entries)

    assert (reranked.entries, reranked.scores, reranked.warning) == (entries, {}, None)
    assert Reranking().candidates == 0


async def test_what_it_prefers_clearly_comes_first_with_its_score_told():
    reranked = await Reranking(Reader()).reordered("?", found("nada", "sim sim sim sim sim"))

    assert [entry.id for entry in reranked.entries] == ["m1", "m0"]
    assert reranked.scores == {"m0": 0, "m1": 0.5}
    assert reranked.entries[0].score == pytest.approx(0.5 * 0.79 / 0.8 + 0.5 * 0.5)


async def test_it_reads_the_best_thirty_with_who_said_them_and_the_rest_come_after():
    reader = Reader()
    entries = found("nada", "sim", *("coisa",) * 38)

    reranked = await Reranking(reader).reordered("?", entries)

    assert reader.read[:2] == ["nada", "Ana: sim"]
    assert len(reader.read) == Reranking(reader).candidates == 30
    assert len(reranked.entries) == 40
    assert [entry.id for entry in reranked.entries[30:]] == [entry.id for entry in entries[30:]]


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        (ModelError("out of memory"), "out of memory"),
        (RuntimeError("boom"), "RuntimeError: boom"),
        ("too few", "ValueError"),
        ("hang", "no answer within 0.01 s"),
    ],
)
async def test_when_it_fails_or_is_slow_the_first_ranking_stands_and_a_warning_says_so(failure, reason):
    entries = found("nada", "sim sim sim")

    reranked = await Reranking(Reader(failure), patience=0.01).reordered("?", entries)

    assert (reranked.entries, reranked.scores) == (entries, {})
    assert reranked.warning.startswith("reranker: ")
    assert reason in reranked.warning


@pytest.mark.parametrize("count", [0, 1])
async def test_what_needs_no_order_is_not_read(count):
    reader = Reader(RuntimeError("boom"))
    entries = found("sim")[:count]

    assert (await Reranking(reader).reordered("?", entries)).entries == entries
    assert reader.read == []


async def test_it_is_opened_and_closed_with_the_memory():
    reader = Reader()
    reranking = Reranking(reader)
    await reranking.start()
    await reranking.stop()
    await Reranking().start()
    await Reranking().stop()

    assert reader.calls == ["open", "close"]
