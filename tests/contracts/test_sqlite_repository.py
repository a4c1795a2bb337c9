"""The history on SQLite keeps the contracts of its ports."""

import threading

import pytest

from lembranca.adapters.outbound.sqlite import (
    SqliteDatabase,
    SqliteEntryRepository,
    SqliteErasures,
    SqliteHistory,
    SqliteJobQueue,
    SqliteLedger,
    SqliteSummaryRepository,
)
from lembranca.adapters.outbound.sqlite import keywords as sqlite_keywords
from lembranca.adapters.outbound.sqlite.factcheck import SqliteFactCheck
from lembranca.adapters.outbound.sqlite.facts import SqliteFactRepository
from lembranca.adapters.outbound.sqlite.selfcheck import SqliteSelfCheck
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.domain.fusion import bm25
from lembranca.testing.entry_repository import EntryRepositoryContract
from lembranca.testing.erasure_log import ErasureLogContract
from lembranca.testing.fact_check import FactCheckContract
from lembranca.testing.history import HistoryContract
from lembranca.testing.job_queue import JobQueueContract
from lembranca.testing.ledger import LedgerContract
from lembranca.testing.samples import SCOPE, message, messages
from lembranca.testing.summary_repository import SummaryRepositoryContract


@pytest.fixture
def database(tmp_path):
    return SqliteDatabase(tmp_path / "data" / "history.sqlite3")


@pytest.fixture
async def sqlite_history(database):
    history = SqliteHistory(database, SnowballNormalizer())
    await history.open()
    yield history
    await history.close()


class TestSqliteHistory(HistoryContract):
    """`HistoryContract` holds `MemoryRepositoryContract` too."""

    @pytest.fixture
    def repository(self, sqlite_history):
        return sqlite_history

    @pytest.fixture
    def queue(self, database, repository):
        return SqliteJobQueue(database)


class TestSqliteJobQueue(JobQueueContract):
    @pytest.fixture
    def queue(self, database, sqlite_history):
        return SqliteJobQueue(database)


@pytest.mark.parametrize(("count", "aside"), [(5, False), (2_100, True)])
async def test_scoring_many_messages_leaves_the_event_loop_free_and_finds_the_same(
    database, sqlite_history, monkeypatch, count, aside
):
    threads = []

    def noted(*args, **options):
        threads.append(threading.get_ident())
        return bm25(*args, **options)

    monkeypatch.setattr(sqlite_keywords, "bm25", noted)
    await sqlite_history.add_messages(SCOPE, "c1", [*messages(count), message("last", content="guitar content")])
    hits = await SqliteEntryRepository(database, SnowballNormalizer()).search_keywords(SCOPE, "guitar content", limit=3)

    assert [hit.id for hit in hits][:1] == [f"m{count + 1}"]
    assert hits[0].terms == ("guitar", "content")
    assert len(hits) == 3
    assert [thread != threading.get_ident() for thread in threads] == [aside]


class TestSqliteEntryRepository(EntryRepositoryContract):
    @pytest.fixture
    def history(self, sqlite_history):
        return sqlite_history

    @pytest.fixture
    def entries(self, database, history):
        return SqliteEntryRepository(database, SnowballNormalizer())


class TestSqliteSummaryRepository(SummaryRepositoryContract):
    @pytest.fixture
    def history(self, sqlite_history):
        return sqlite_history

    @pytest.fixture
    def summaries(self, database, history):
        return SqliteSummaryRepository(database)


class TestSqliteLedger(LedgerContract):
    @pytest.fixture
    def ledger(self, database, sqlite_history):
        return SqliteLedger(database)


class TestSqliteErasures(ErasureLogContract):
    @pytest.fixture
    def history(self, sqlite_history):
        return sqlite_history

    @pytest.fixture
    def log(self, database, history):
        return SqliteErasures(database)

    @pytest.fixture
    def queue(self, database, history):
        return SqliteJobQueue(database)


class TestSqliteFactCheck(FactCheckContract):
    @pytest.fixture
    def history(self, sqlite_history):
        return sqlite_history

    @pytest.fixture
    def facts(self, database, history):
        return SqliteFactRepository(database, SnowballNormalizer())

    @pytest.fixture
    def check(self, database, history):
        return SqliteFactCheck(SqliteSelfCheck(database.path))
