"""Every repository of facts keeps the port's contract."""

import pytest

from lembranca.adapters.outbound.sqlite import SqliteDatabase, SqliteFactRepository, SqliteHistory, SqliteJobQueue
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.testing.fact_repository import FactRepositoryContract


@pytest.fixture
def database(tmp_path):
    return SqliteDatabase(tmp_path / "history.sqlite3")


@pytest.fixture
async def history(database):
    history = SqliteHistory(database, SnowballNormalizer())
    await history.open()
    yield history
    await history.close()


class TestSqliteFactRepository(FactRepositoryContract):
    @pytest.fixture
    def facts(self, database, history):
        return SqliteFactRepository(database, SnowballNormalizer())

    @pytest.fixture
    def queue(self, database, history):
        return SqliteJobQueue(database)
