"""Every repository of facts keeps the port's contract."""

import pytest

from lembranca.adapters.outbound.sqlite import (
    SqliteDatabase,
    SqliteEmbeddingStore,
    SqliteEntryRepository,
    SqliteFactRepository,
    SqliteHistory,
    SqliteJobQueue,
)
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.testing.fact_entries import FactEntriesContract
from lembranca.testing.fact_repository import FactRepositoryContract


@pytest.fixture
def database(tmp_path):
    return SqliteDatabase(tmp_path / "history.sqlite3")


@pytest.fixture
async def sqlite_history(database):
    history = SqliteHistory(database, SnowballNormalizer())
    await history.open()
    yield history
    await history.close()


class TestSqliteFactRepository(FactRepositoryContract):
    @pytest.fixture
    def facts(self, database, sqlite_history):
        return SqliteFactRepository(database, SnowballNormalizer())

    @pytest.fixture
    def queue(self, database, facts):
        return SqliteJobQueue(database)


class TestSqliteEntriesOfFacts(FactEntriesContract):
    @pytest.fixture
    def history(self, sqlite_history):
        return sqlite_history

    @pytest.fixture
    def facts(self, database, history):
        return SqliteFactRepository(database, SnowballNormalizer())

    @pytest.fixture
    def entries(self, database, history):
        return SqliteEntryRepository(database, SnowballNormalizer())

    @pytest.fixture
    def embeddings(self, database, history):
        return SqliteEmbeddingStore(database)
