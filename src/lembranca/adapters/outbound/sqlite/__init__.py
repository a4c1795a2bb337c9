"""The history and all that is true, on SQLite."""

from lembranca.adapters.outbound.sqlite.database import SqliteDatabase
from lembranca.adapters.outbound.sqlite.embeddings import SqliteEmbeddingStore
from lembranca.adapters.outbound.sqlite.entries import SqliteEntryRepository
from lembranca.adapters.outbound.sqlite.erasures import SqliteErasures
from lembranca.adapters.outbound.sqlite.facts import SqliteFactRepository
from lembranca.adapters.outbound.sqlite.history import SqliteHistory
from lembranca.adapters.outbound.sqlite.jobs import SqliteJobQueue
from lembranca.adapters.outbound.sqlite.ledger import SqliteLedger
from lembranca.adapters.outbound.sqlite.summaries import SqliteSummaryRepository

__all__ = [
    "SqliteDatabase",
    "SqliteEmbeddingStore",
    "SqliteEntryRepository",
    "SqliteErasures",
    "SqliteFactRepository",
    "SqliteHistory",
    "SqliteJobQueue",
    "SqliteLedger",
    "SqliteSummaryRepository",
]
