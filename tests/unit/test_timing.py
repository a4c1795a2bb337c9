"""When a question names a time, what was said then or speaks of then comes first."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.adapters.outbound.dates import DateparserDateReader
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.application.recall import Recall
from lembranca.application.timing import Timing
from lembranca.domain.entry import MemoryEntry, SearchFilter
from lembranca.domain.fusion import Blend, timely
from lembranca.domain.scope import Scope
from lembranca.ports.entry_repository import KeywordHit, Surroundings
from lembranca.testing.date_reader import WEDNESDAY, days
from lembranca.testing.fakes import FakeClock

SCOPE = Scope("t", "ana")


class FakeEntries:
    """Entries by id, found by whatever is asked, the first ones best, within what a filter admits."""

    def __init__(self, **said: tuple[str, datetime]) -> None:
        self.entries = {
            name: MemoryEntry(name, "c", name, content, when, author="Ana") for name, (content, when) in said.items()
        }
        self.looked_up: list[list[str]] = []
        self.searched: list[SearchFilter] = []

    async def search_keywords(self, scope, query, *, limit, filters):
        self.searched.append(filters)
        admitted = [entry for entry in self.entries.values() if filters.admits_time(entry.timestamp)]
        return [KeywordHit(entry.id, 10.0 - place, ()) for place, entry in enumerate(admitted[:limit])]

    async def get_entries(self, scope, ids):
        self.looked_up.append(list(ids))
        return {name: self.entries[name] for name in ids if name in self.entries}

    async def find_surroundings(self, scope, ids, *, reach):
        return Surroundings({}, dict.fromkeys(ids, "Ana"))


class NoVectors:
    async def search(self, scope, query, *, limit, filters=None):
        return []


class BrokenReader:
    async def periods(self, text, now, *, language=None):
        raise RuntimeError("a bug in a library")


def on(day):
    return datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC)


def made(dates=None, **said):
    entries = FakeEntries(**said)
    timing = Timing(dates or DateparserDateReader(), entries, FakeClock(WEDNESDAY))
    return Recall(entries, NoVectors(), SnowballNormalizer(), timing), entries


async def found(search, question, limit=10, **filters):
    answer = await search.search(SCOPE, question, limit=limit, filters=SearchFilter(**filters), explain=True)
    return answer.entries


SAID = {
    "may": ("Fui à praia.", on("2026-05-10")),
    "june": ("Fui à praia de novo.", on("2026-06-10")),
    "week": ("Fui à praia também.", on("2026-11-12")),
    "today": ("Fui à praia outra vez.", on("2026-11-18")),
}


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("Onde fui?", "may"),
        ("Onde fui na semana passada?", "week"),
        ("Onde fui em junho?", "june"),
        ("Where did I go last June?", "june"),
        ("Onde fui hoje?", "may"),
        ("Onde fui recentemente?", "may"),
    ],
)
async def test_what_was_said_in_the_time_named_comes_first(question, first):
    search, _ = made(**SAID)

    assert (await found(search, question))[0].id == first


async def test_an_entry_that_speaks_of_the_time_named_comes_first_whenever_it_was_said():
    search, _ = made(
        other=("Fui ao cinema.", on("2026-11-01")),
        told=("Fui à praia na semana passada.", on("2026-05-13")),
        plan=("Vou à praia na semana que vem.", on("2026-11-18")),
    )

    assert (await found(search, "Aonde fui em 5 de maio de 2026?"))[0].id == "told"
    assert (await found(search, "Aonde vou na semana que vem?"))[0].id == "plan"


async def test_the_reason_says_what_the_time_gave():
    search, _ = made(**SAID)
    first, second, *_ = await found(search, "Onde fui em junho?")

    assert first.explanation.time > 0
    assert second.explanation.time == 0


async def test_what_is_said_in_the_time_named_is_found_among_much_else():
    much = {f"n{n}": (f"Praia {n}.", on("2026-10-10") + timedelta(minutes=n)) for n in range(300)}
    search, _ = made(**much, week=("Praia.", on("2026-11-12")))

    assert (await found(search, "Praia na semana passada"))[0].id == "week"
    assert "week" not in {entry.id for entry in await found(search, "Praia", limit=100)}


async def test_a_time_named_does_not_widen_a_filter():
    search, entries = made(**SAID)
    june = await found(search, "Onde fui na semana passada ou em junho?", until=on("2026-06-30"))

    assert [entry.id for entry in june] == ["june", "may"]
    assert all(filters.until <= on("2026-06-30") for filters in entries.searched)
    assert len(entries.searched) == 2


async def test_at_most_three_of_the_times_named_are_searched():
    search, entries = made(**SAID)
    await found(search, "em 1/5/2026, em 2/5/2026, em 3/5/2026, em 4/5/2026 ou em 5/5/2026")

    assert len(entries.searched) == 1 + 3


async def test_a_question_without_a_date_costs_no_look_at_the_entries():
    search, entries = made(**SAID)
    await found(search, "Onde fui?", limit=2)

    assert entries.looked_up == [["may", "june"]]
    assert len(entries.searched) == 1


async def test_a_reader_that_breaks_keeps_back_no_answer():
    search, _ = made(BrokenReader(), **SAID)

    assert [entry.id for entry in await found(search, "Onde fui em junho?", limit=1)] == ["may"]


def ranked(*scores):
    return [Blend(f"m{place}", score) for place, score in enumerate(scores)]


def test_the_fewer_are_of_the_time_the_more_they_gain():
    few = timely(ranked(0.5, 0.4, 0.3, 0.2), {"m3"}, looked_at=4)
    many = timely(ranked(0.5, 0.4, 0.3, 0.2), {"m1", "m2", "m3"}, looked_at=4)

    assert [blended.time for blended in few if blended.id == "m3"] == [0.375]
    assert [blended.time for blended in many if blended.id == "m3"] == [0.125]


@pytest.mark.parametrize("timed", [set(), {"m0", "m1"}, {"elsewhere"}])
def test_a_time_of_nothing_or_of_everything_changes_nothing(timed):
    assert timely(ranked(0.5, 0.4), timed, looked_at=2) == ranked(0.5, 0.4)


@given(
    scores=st.lists(st.floats(0, 1), max_size=20),
    timed=st.sets(st.integers(0, 25).map(lambda place: f"m{place}")),
    looked_at=st.integers(1, 30),
)
def test_scores_stay_within_bounds_and_nothing_is_lost(scores, timed, looked_at):
    before = ranked(*sorted(scores, reverse=True))
    after = timely(before, timed, looked_at=looked_at)
    places = {blended.id: place for place, blended in enumerate(after)}
    kept = [blended.id for blended in before if blended.id not in timed]

    assert {blended.id for blended in after} == {blended.id for blended in before}
    assert all(0 <= blended.score <= 1 for blended in after)
    assert [blended.score for blended in after] == sorted((blended.score for blended in after), reverse=True)
    assert kept == sorted(kept, key=places.get)


def test_a_filter_and_a_period_have_only_their_common_time():
    day = days("2026-11-12")
    within = SearchFilter(since=on("2026-11-12"), conversation_id="c").within(day)

    assert (within.since, within.conversation_id) == (on("2026-11-12"), "c")
    assert within.until == day.until - timedelta(microseconds=1)
    assert SearchFilter(until=on("2026-11-11")).within(day) is None
