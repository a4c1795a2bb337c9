"""What is remembered of a person's facts is what is stored, whatever happens to either."""

import asyncio
from datetime import UTC, datetime

import pytest

from lembranca.adapters.outbound.sqlite import SqliteDatabase, SqliteFactRepository, SqliteHistory
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.application import known_facts
from lembranca.application.incarnations import Incarnations
from lembranca.application.known_facts import KnownFacts
from lembranca.domain.change import Change, Revision
from lembranca.domain.errors import Conflict
from lembranca.domain.known_fact import Fact, FactState, Source
from lembranca.domain.scope import Scope
from lembranca.ports.fact_repository import Access

ANA, BIA = Scope("acme", "ana"), Scope("acme", "bia")
NOW = datetime(2026, 3, 2, tzinfo=UTC)


def fact(name, content="gosta de trilhas"):
    return Fact(name, "pref", content, NOW, FactState("active", "semantic", 0.6, 1, NOW))


def change(name, before, after, sources=()):
    return Change(name, NOW, "learn", "because", (Revision(before, after),), sources)


@pytest.fixture
async def facts(tmp_path):
    database, normalizer = SqliteDatabase(tmp_path / "history.sqlite3"), SnowballNormalizer()
    history = SqliteHistory(database, normalizer)
    await history.open()
    yield SqliteFactRepository(database, normalizer)
    await history.close()


@pytest.fixture
def known(facts):
    return KnownFacts(facts, Incarnations())


async def apply(known, scope, *changes):
    async with known.changing(scope):
        await known.apply(scope, changes)


async def same_as_stored(known, facts, scope):
    here = (await known.of(scope)).facts
    there = {each.id: each for each in await facts.list_facts(scope)}
    parts = ("state", "sources", "access_count", "last_accessed")
    return here == there and all(
        getattr(here[name], part) == getattr(there[name], part) for name in here for part in parts
    )


async def test_a_change_is_remembered_as_it_is_stored(known, facts):
    source = Source("c1", "m1", NOW, "web")
    await apply(known, ANA, change("c-1", None, fact("f1"), (source,)))
    weaker = fact("f1").become(weight=0.4)
    await apply(known, ANA, change("c-2", fact("f1"), weaker, (Source("c1", "m2", NOW),)))

    assert await same_as_stored(known, facts, ANA)
    assert (await known.of(ANA)).learned_from("c1", "m1") == ["f1"]
    assert (await known.of(ANA)).learned_from("c1", "m9") == ()


async def test_counted_accesses_are_remembered_as_they_are_stored(known, facts):
    await apply(known, ANA, change("c-1", None, fact("f1")))
    accesses = {"f1": Access(2, NOW), "gone": Access(1, NOW)}
    await known.count(ANA, accesses)

    assert (await known.of(ANA)).facts["f1"].access_count == 2
    assert await same_as_stored(known, facts, ANA)


async def test_a_change_that_fails_leaves_what_is_stored(known, facts):
    await apply(known, ANA, change("c-1", None, fact("f1")))
    with pytest.raises(Conflict):
        await apply(known, ANA, change("c-2", fact("f1").become(weight=0.1), fact("f1").become(weight=0.2)))

    assert await same_as_stored(known, facts, ANA)


async def test_changes_of_one_person_wait_for_each_other(known):
    order = []

    async def work(name):
        async with known.changing(ANA):
            order.append(name)
            await asyncio.sleep(0)
            order.append(name)

    await asyncio.gather(work("a"), work("b"))

    assert order == ["a", "a", "b", "b"]


async def test_when_there_is_no_room_those_who_were_here_longest_ago_are_read_again(known, facts, monkeypatch):
    monkeypatch.setattr(known_facts, "_MOST_FACTS", 2)
    await apply(known, ANA, change("c-1", None, fact("f1")), change("c-2", None, fact("f2", "odeia filas")))
    first = await known.of(ANA)
    await apply(known, BIA, change("c-3", None, fact("f3")))

    assert await known.of(BIA) is await known.of(BIA)
    assert await known.of(ANA) is not first
    assert await same_as_stored(known, facts, ANA)


async def test_pages_are_read_to_the_end(known, facts, monkeypatch):
    monkeypatch.setattr(known_facts, "_PAGE", 2)
    await apply(known, ANA, *(change(f"c-{n}", None, fact(f"f{n}", f"gosta de {n} trilhas")) for n in range(5)))
    known.forget_all()

    assert list((await known.of(ANA)).facts) == [f"f{n}" for n in range(5)]
