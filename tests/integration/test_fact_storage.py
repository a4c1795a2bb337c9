"""How facts lie in the database: what becomes of damaged ones, and what the indexes are for."""

import pytest

from lembranca.adapters.outbound.sqlite import (
    SqliteDatabase,
    SqliteEmbeddingStore,
    SqliteEntryRepository,
    SqliteFactRepository,
    SqliteHistory,
)
from lembranca.adapters.outbound.sqlite.selfcheck import SqliteSelfCheck
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.domain.entry import SearchFilter
from lembranca.domain.errors import StorageDamaged
from lembranca.testing.fact_samples import FOUND, changed, fact, learnt, source
from lembranca.testing.samples import SCOPE, messages

LONG = "goes to the market in the morning and in the evening, " * 7


@pytest.fixture
async def database(tmp_path):
    database = SqliteDatabase(tmp_path / "history.sqlite3")
    history = SqliteHistory(database, SnowballNormalizer())
    await history.open()
    await history.add_messages(SCOPE, "c1", messages(3))
    yield database
    await history.close()


@pytest.fixture
def facts(database):
    return SqliteFactRepository(database, SnowballNormalizer())


async def kept(database):
    """Give the contents as they lie there."""
    return [row[0] for row in await database.read("SELECT content FROM facts ORDER BY no")]


async def do(database, sql, *values):
    await database.write(lambda connection: connection.execute(sql, values))


async def test_an_archived_content_is_deflated_where_that_is_shorter_and_found_all_the_same(database, facts):
    given = [fact("f1", LONG), fact("f2", "hates coriander")]
    away = [one.become(status="archived") for one in given]
    await facts.apply(SCOPE, [learnt(*given)])
    await facts.apply(SCOPE, [changed(*zip(given, away, strict=True), id="archiving")])
    packed, short = await kept(database)

    assert isinstance(packed, bytes)
    assert len(packed) < len(LONG) / 3
    assert short == "hates coriander"
    assert await facts.list_facts(SCOPE, statuses=["archived"]) == away
    assert [hit.id for hit in await facts.search_keywords(SCOPE, "market", limit=9)] == ["f1"]
    assert [text.text for text in await SqliteEmbeddingStore(database).texts_of_facts(SCOPE, ["f1"])] == [LONG]
    await facts.apply(SCOPE, [changed((away[0], given[0]), id="reviving")])
    assert await kept(database) == [LONG, "hates coriander"]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("content", b"\xff\xff not deflated"),
        ("content", b"\x03\x00"),
        ("tags", "[1"),
        ("tags", "7"),
        ("tags", "[" * 100_000),
        ("kind", "nonsense"),
        ("status", "active "),
        ("weight", 1.5),
        ("observations", 0),
        ("updated_at", 2**62),
        ("last_accessed", 2**62),
    ],
)
async def test_a_damaged_fact_is_told_by_its_name(database, facts, column, value):
    await facts.apply(SCOPE, [learnt(fact("f1", LONG))])
    await do(database, f"UPDATE facts SET {column} = ?", value)

    with pytest.raises(StorageDamaged, match="'f1'"):
        await facts.get_facts(SCOPE, ["f1"])
    with pytest.raises(StorageDamaged, match=r"history\.sqlite3"):
        await facts.get_facts(SCOPE, ["f1"])


@pytest.mark.parametrize("state", ["[1", "7", '["active"]', '["active", "long", 2, 1, 1, null, null, null]'])
async def test_a_damaged_revision_is_told_by_the_name_of_its_fact(database, facts, state):
    await facts.apply(SCOPE, [learnt(fact("f1"))])
    await do(database, "UPDATE fact_revisions SET after = ?", state)

    with pytest.raises(StorageDamaged, match="'f1'"):
        await facts.changes(SCOPE)


async def test_a_damaged_fact_keeps_no_other_from_being_indexed_again(database, facts):
    await facts.apply(SCOPE, [learnt(fact("f1", "plays the guitar")), learnt(fact("f2", "hates guitar"))])
    await do(database, "UPDATE facts SET tags = 'x' WHERE id = 'f1'")

    assert await SqliteEntryRepository(database, SnowballNormalizer()).rebuild_keywords() == 5
    assert [hit.id for hit in await facts.search_keywords(SCOPE, "guitar", limit=9)] == ["f2"]


async def test_damaged_words_are_made_again(database, facts):
    await facts.apply(SCOPE, [learnt(fact("f1", "plays the guitar"))])
    before = await facts.search_keywords(SCOPE, "guitar", limit=9)
    await do(database, "UPDATE fact_terms_data SET block = x'00ff00ff00ff' WHERE id > 1")
    await SqliteEntryRepository(database, SnowballNormalizer()).rebuild_keywords()
    await do(database, "INSERT INTO fact_terms (fact_terms) VALUES ('integrity-check')")

    assert await facts.search_keywords(SCOPE, "guitar", limit=9) == before


async def test_words_that_do_not_match_the_facts_are_noticed(database, facts):
    check = SqliteSelfCheck(database.path)
    await facts.apply(SCOPE, [learnt(fact("f1")), learnt(fact("f2", status="forgotten"))])

    assert (await check.words_adrift(), await check.entries()) == (0, 4)
    await do(database, "DELETE FROM fact_terms WHERE rowid = 1")
    assert await check.words_adrift() == 1


async def test_what_depends_on_a_scope_cannot_stay_without_it(database, facts):
    await facts.apply(SCOPE, [learnt(fact(), sources=(source(),))], read=[source("m9")])
    for table in ("messages", "conversations", "fact_changes", "facts"):
        await do(database, f"DELETE FROM {table}")

    assert await database.read("SELECT * FROM fact_revisions") == []
    assert await database.read("SELECT * FROM change_sources") == []
    with pytest.raises(Exception, match="FOREIGN KEY"):
        await do(database, "DELETE FROM scopes")
    await do(database, "DELETE FROM messages_read")
    await do(database, "DELETE FROM scopes")


@pytest.mark.parametrize(
    ("asking", "indexes"),
    [
        (lambda facts: facts.list_facts(SCOPE), {"facts_by_status", "fact_revisions_behind"}),
        (lambda facts: facts.count_facts(SCOPE), {"facts_by_status"}),
        (lambda facts: facts.changes(SCOPE), {"fact_changes_by_scope", "PRIMARY KEY"}),
        (lambda facts: facts.changes(SCOPE, fact_id="f1"), {"fact_revisions_by_fact", "PRIMARY KEY"}),
        (lambda facts: facts.unread(SCOPE, "c1", ["m1"]), {"PRIMARY KEY"}),
        (lambda facts: facts.get_change(SCOPE, "x"), {"sqlite_autoindex_fact_changes_1"}),
    ],
)
async def test_a_question_is_answered_by_its_indexes(database, facts, monkeypatch, asking, indexes):
    await facts.apply(SCOPE, [learnt(fact("f1"), sources=(source(),))])
    asked = []
    read = database.read

    async def noted(sql, parameters=()):
        asked.append((sql, parameters))
        return await read(sql, parameters)

    monkeypatch.setattr(database, "read", noted)
    await asking(facts)
    plans = [row[3] for sql, values in asked for row in await read(f"EXPLAIN QUERY PLAN {sql}", values)]

    assert all(any(index in plan for plan in plans) for index in indexes), plans
    assert not [plan for plan in plans if plan.startswith("SCAN")]


async def test_a_filtered_search_reads_the_sources_of_what_was_found_only(database, facts, monkeypatch):
    await facts.apply(SCOPE, [learnt(fact("f1"), sources=(source(),))])
    plans = []
    async with database.reading() as connection:
        fetch = connection.execute_fetchall

        async def noted(sql, values):
            plans.extend(row[3] for row in await fetch(f"EXPLAIN QUERY PLAN {sql}", values))
            return await fetch(sql, values)

        monkeypatch.setattr(type(connection), "execute_fetchall", lambda _, sql, values=(): noted(sql, values))
        await facts.search_keywords(SCOPE, "coriander", limit=5, filters=SearchFilter(conversation_id="c1"))

    assert any("fact_revisions_behind" in plan for plan in plans), plans


async def test_statuses_of_a_list_may_come_in_any_order(facts):
    given = [fact(f"f{place}", status=status) for place, status in enumerate(FOUND)]
    await facts.apply(SCOPE, [learnt(*given)])

    assert await facts.list_facts(SCOPE, statuses={*reversed(FOUND)}) == given
