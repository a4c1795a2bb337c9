"""The tables: how a file of an earlier version comes up to date, and what becomes of what is damaged in it."""

import contextlib
import sqlite3

import pytest

from lembranca.adapters.outbound.sqlite import (
    SqliteDatabase,
    SqliteEntryRepository,
    SqliteFactRepository,
    SqliteHistory,
    SqliteJobQueue,
    SqliteLedger,
    SqliteSummaryRepository,
)
from lembranca.adapters.outbound.sqlite import database as sqlite_database
from lembranca.adapters.outbound.sqlite.schema import MIGRATIONS
from lembranca.adapters.outbound.sqlite.terms import TermIndex
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.domain.errors import StorageDamaged, StorageError
from lembranca.domain.job import NewJob
from lembranca.testing.fact_samples import fact, learnt, source
from lembranca.testing.ledger import entry
from lembranca.testing.samples import SCOPE, START, message, messages, placed
from lembranca.testing.summary_repository import FULL, LATER, summary


@pytest.fixture
def file(tmp_path):
    return tmp_path / "history.sqlite3"


@pytest.fixture
async def database(file):
    database = SqliteDatabase(file)
    history = SqliteHistory(database, SnowballNormalizer())
    await history.open()
    await history.add_messages(SCOPE, "c1", messages(20))
    yield database
    await history.close()


@pytest.fixture
def summaries(database):
    return SqliteSummaryRepository(database)


def schema_of(file):
    with contextlib.closing(sqlite3.connect(file)) as connection:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        return version, sorted(connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchall(), key=str)


# --- migrations


def _as_it_was(index, connection):
    """What an earlier version did with a new file: it knew no other tables to make words of."""
    connection.execute("INSERT INTO meta (key, value) VALUES ('normalizer', ?)", (SnowballNormalizer().identity,))


async def made_with(file, migrations, monkeypatch):
    """Make a file of an earlier version, with a conversation, a pinned message and a job in it."""
    with monkeypatch.context() as earlier:
        earlier.setattr(sqlite_database, "MIGRATIONS", migrations)
        earlier.setattr(TermIndex, "bring_up_to_date", _as_it_was)
        history = SqliteHistory(SqliteDatabase(file), SnowballNormalizer())
        await history.open()
        given = [*messages(20), message("p", pinned=True)]
        await history.append(SCOPE, "c1", given, jobs=[NewJob("index", {"n": 1})])
        await history.close()
    return placed(given)


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
async def test_a_file_of_an_earlier_version_comes_up_to_date_with_all_that_is_in_it(
    file, tmp_path, monkeypatch, version
):
    given = await made_with(file, MIGRATIONS[:version], monkeypatch)
    assert schema_of(file)[0] == version
    database = SqliteDatabase(file)
    history, summaries, ledger = (
        SqliteHistory(database, SnowballNormalizer()),
        SqliteSummaryRepository(database),
        SqliteLedger(database),
    )
    await history.open()
    await summaries.replace(SCOPE, "c1", retire=[], add=[FULL], now=LATER)
    await ledger.add([entry()])
    facts, entries = (made(database, SnowballNormalizer()) for made in (SqliteFactRepository, SqliteEntryRepository))
    await facts.apply(SCOPE, [learnt(fact(), sources=(source(),))])

    assert [hit.id for hit in await facts.search_keywords(SCOPE, "coriander", limit=5)] == ["fact-1"]
    assert len(await entries.search_keywords(SCOPE, "content", limit=50)) == len(given)
    assert await history.get_messages(SCOPE, "c1") == given
    assert await history.get_pinned(SCOPE, "c1") == given[-1:]
    assert await summaries.live_summaries(SCOPE, "c1") == [FULL]
    assert await ledger.entries() == [entry()]
    assert (await SqliteJobQueue(database).counts()).waiting == 1
    await history.close()
    new = SqliteDatabase(tmp_path / "new.sqlite3")
    await new.open()
    await new.close()
    assert schema_of(file) == schema_of(new.path)


async def test_a_migration_that_fails_leaves_the_file_as_it_was(file, monkeypatch):
    given = await made_with(file, MIGRATIONS[:1], monkeypatch)
    before = schema_of(file)
    with monkeypatch.context() as broken:
        broken.setattr(sqlite_database, "MIGRATIONS", (MIGRATIONS[0], MIGRATIONS[1] + "\nCREATE TABLE meta (x);"))
        with pytest.raises(StorageError):
            await SqliteDatabase(file).open()

    assert schema_of(file) == before
    history = SqliteHistory(SqliteDatabase(file), SnowballNormalizer())
    await history.open()
    assert await history.get_messages(SCOPE, "c1") == given
    await history.close()
    assert schema_of(file)[0] == len(MIGRATIONS)


# --- summaries


async def test_an_error_in_the_middle_of_replacing_leaves_the_former_summaries(database, summaries):
    await summaries.replace(SCOPE, "c1", retire=[], add=[summary("s1"), summary("s2", 5, 8)], now=START)
    before = await summaries.timeline(SCOPE, "c1")
    unfit = summary("s4", 9, 12, text=None)  # the table refuses it, after the former was retired and another added
    with pytest.raises(StorageError):
        await summaries.replace(SCOPE, "c1", retire=["s1"], add=[summary("s3"), unfit], now=LATER)

    assert await summaries.timeline(SCOPE, "c1") == before


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("left_out", "[3, 7"),
        ("left_out", '"37"'),
        ("left_out", '["3"]'),
        ("key_events", "[1]"),
        ("key_events", '[{"timestamp": "2026-03-02T00:00:00", "description": "", "participants": []}]'),
        ("key_events", '[{"what": "is this"}]'),
        ("participants", '{"Ana": 1}'),
        ("participants", "[" * 100_000),
        ("replaces", "[null]"),
        ("created_at", 2**62),
        ("first", 10),
    ],
)
async def test_a_damaged_summary_is_told_by_its_name(database, summaries, column, value):
    await summaries.replace(SCOPE, "c1", retire=[], add=[FULL, summary("whole", 10, 12)], now=LATER)
    sql = f"UPDATE summaries SET {column} = ? WHERE id = ?"
    await database.write(lambda connection: connection.execute(sql, (value, FULL.id)))

    for reading in (summaries.live_summaries, summaries.timeline):
        with pytest.raises(StorageDamaged) as caught:
            await reading(SCOPE, "c1")
        for part in (str(database.path), "'c1'", repr(FULL.id)):
            assert part in str(caught.value)


async def test_a_damaged_summary_can_be_retired_and_made_anew(database, summaries):
    await summaries.replace(SCOPE, "c1", retire=[], add=[FULL], now=START)
    await database.write(lambda connection: connection.execute("UPDATE summaries SET left_out = 'x'"))
    await summaries.replace(SCOPE, "c1", retire=[FULL.id], add=[summary("anew", 2, 9)], now=LATER)

    assert await summaries.live_summaries(SCOPE, "c1") == [summary("anew", 2, 9)]


async def test_a_damaged_day_of_the_ledger_is_told(database):
    ledger = SqliteLedger(database)
    await ledger.add([entry()])
    await database.write(lambda connection: connection.execute("UPDATE ledger SET day = '2026-99-99'"))

    with pytest.raises(StorageDamaged, match="ledger"):
        await ledger.entries()


# --- what the indexes are for


@pytest.mark.parametrize(
    ("asking", "index"),
    [
        (lambda database: SqliteHistory(database, SnowballNormalizer()).get_pinned(SCOPE, "c1"), "messages_pinned"),
        (lambda database: SqliteSummaryRepository(database).live_summaries(SCOPE, "c1"), "summaries_live"),
        (lambda database: SqliteJobQueue(database).next_due(up_to=9, kinds=["index", "slow"]), "jobs_waiting"),
        (lambda database: SqliteJobQueue(database).next_due(without=["slow"]), "jobs_waiting"),
    ],
)
async def test_a_question_is_answered_by_its_partial_index(database, monkeypatch, asking, index):
    asked = []
    read = database.read

    async def noted(sql, parameters=()):
        asked.append((sql, parameters))
        return await read(sql, parameters)

    monkeypatch.setattr(database, "read", noted)
    await asking(database)
    ((sql, parameters),) = asked

    plan = " ".join(row[3] for row in await read(f"EXPLAIN QUERY PLAN {sql}", parameters))
    assert f"INDEX {index}" in plan
    assert "TEMP B-TREE" not in plan
