"""How everything is."""

from __future__ import annotations

from dataclasses import dataclass, field

from lembranca.application.semantic_index import IndexStatus
from lembranca.domain.job import JobCounts
from lembranca.ports.vector_repository import VectorState


@dataclass(frozen=True, slots=True)
class Status:
    """
    Health and counts.

    *health* is `ok` or `degraded` (everything acknowledged is safe and answers are given, but some help is missing;
    *problems* say which). *cache_hits* and *cache_misses* count loads since the start. *facts* counts what is
    known of everybody, by status.
    """

    health: str
    problems: tuple[str, ...]
    entries: int
    jobs: JobCounts
    jobs_done: int
    job_failures: int
    index: IndexStatus
    vectors: VectorState | None
    cache_hits: int
    cache_misses: int
    last_job_error: str | None = None
    adapters: dict[str, str] = field(default_factory=dict)
    facts: dict[str, int] = field(default_factory=dict)
