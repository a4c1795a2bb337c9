"""The history on SQLite and what lives in the same database."""

from __future__ import annotations

from lembranca.adapters.outbound.sqlite import (
    SqliteDatabase,
    SqliteEmbeddingStore,
    SqliteEntryRepository,
    SqliteErasures,
    SqliteFactRepository,
    SqliteHistory,
    SqliteJobQueue,
    SqliteLedger,
    SqliteSummaryRepository,
)
from lembranca.bootstrap.settings import Settings
from lembranca.bootstrap.urls import path_of


def sqlite_database(settings: Settings) -> SqliteDatabase:
    """Give the database that the history, the entries, the vectors and the jobs share."""
    return SqliteDatabase(path_of("history", settings.history, settings.data_dir))


__all__ = [
    "SqliteEmbeddingStore",
    "SqliteEntryRepository",
    "SqliteErasures",
    "SqliteFactRepository",
    "SqliteHistory",
    "SqliteJobQueue",
    "SqliteLedger",
    "SqliteSummaryRepository",
    "sqlite_database",
]
