"""The history on SQLite keeps the contracts of its ports."""

import pytest

from lembranca.adapters.outbound.sqlite import SqliteDatabase, SqliteEntryRepository, SqliteHistory, SqliteJobQueue
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.testing.entry_repository import EntryRepositoryContract
from lembranca.testing.history import HistoryContract
from lembranca.testing.job_queue import JobQueueContract


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


class TestSqliteEntryRepository(EntryRepositoryContract):
    @pytest.fixture
    def history(self, sqlite_history):
        return sqlite_history

    @pytest.fixture
    def entries(self, database, history):
        return SqliteEntryRepository(database, SnowballNormalizer())
