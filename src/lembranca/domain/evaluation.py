"""How well a search finds what answers a question: questions, recall at k, and the report over many of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from lembranca.domain.errors import InvalidInput
from lembranca.domain.rules import require_id, require_limit, require_text

CUTOFFS = (1, 5, 10, 25)
UNLABELLED = "none"


@dataclass(frozen=True, slots=True)
class Question:
    """
    A question about one conversation, and the ids of the messages that answer it.

    *evidence* may be empty: such a question is counted as skipped, it says nothing about recall.

    Raises:
        InvalidInput: an id or the question breaks its rule.

    """

    conversation_id: str
    question: str
    evidence: tuple[str, ...] = ()
    category: str | None = None
    answer: str | None = None

    def __post_init__(self) -> None:
        require_id("conversation_id", self.conversation_id)
        require_text("question", self.question)
        for message_id in self.evidence:
            require_id("evidence", message_id)


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What a search returned for a question: message ids, best first, and how many seconds it took."""

    question: Question
    returned_ids: tuple[str, ...]
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Recall:
    """Mean recall at each cutoff over *questions* questions; *at* is empty when there are none."""

    questions: int = 0
    at: Mapping[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds per search: the mean, percentiles by nearest rank, and the slowest."""

    count: int
    mean: float
    p50: float
    p95: float
    p99: float
    slowest: float


@dataclass(frozen=True, slots=True)
class RecallReport:
    """
    Recall over all questions and per category (sorted by label; no label counts as "none").

    *skipped* questions have no evidence and are left out of every mean, though their time counts in *latency*.
    *latency* is None when nothing was asked.
    """

    overall: Recall
    by_category: Mapping[str, Recall]
    skipped: int
    latency: Latency | None


def recall_at_k(returned_ids: Sequence[str], evidence: Collection[str], k: int) -> float:
    """
    Give the share of *evidence* among the first *k* returned ids, from 0 to 1.

    Exactly the first *k* count: an id returned twice uses up two places. Repeated evidence counts once.

    Raises:
        InvalidInput: *k* is below 1, or there is no evidence to find.

    """
    require_limit("k", k)
    wanted = set(evidence)
    if not wanted:
        raise InvalidInput("evidence", evidence, "must hold at least one message id")
    return len(wanted.intersection(returned_ids[:k])) / len(wanted)


def percentile(values: Sequence[float], share: float) -> float:
    """
    Give the smallest of *values* that is not below *share* (0 to 1) of them: the nearest rank, unordered input.

    Raises:
        InvalidInput: there are no values, or *share* is not from 0 to 1.

    """
    if not values:
        raise InvalidInput("values", values, "must not be empty")
    if not 0 <= share <= 1:
        raise InvalidInput("share", share, "must be a number from 0 to 1")
    return sorted(values)[max(1, math.ceil(share * len(values))) - 1]


def latency(seconds: Sequence[float]) -> Latency | None:
    """Sum up how long the searches took; None without any."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    p50, p95, p99 = (percentile(ordered, share) for share in (0.5, 0.95, 0.99))
    return Latency(len(ordered), math.fsum(ordered) / len(ordered), p50, p95, p99, ordered[-1])


def recall_report(retrievals: Iterable[Retrieval], *, cutoffs: Sequence[int] = CUTOFFS) -> RecallReport:
    """
    Score every retrieval at every cutoff and average, overall and per category.

    Each question weighs the same, however much evidence it has.

    Raises:
        InvalidInput: a cutoff is below 1.

    """
    asked = list(retrievals)
    answerable = [item for item in asked if item.question.evidence]
    groups: dict[str, list[Retrieval]] = {}
    for item in answerable:
        groups.setdefault(item.question.category or UNLABELLED, []).append(item)
    return RecallReport(
        overall=_recall(answerable, cutoffs),
        by_category={label: _recall(groups[label], cutoffs) for label in sorted(groups)},
        skipped=len(asked) - len(answerable),
        latency=latency([item.seconds for item in asked]),
    )


def _recall(retrievals: Sequence[Retrieval], cutoffs: Sequence[int]) -> Recall:
    if not retrievals:
        return Recall()
    means = {}
    for k in cutoffs:
        scores = [recall_at_k(item.returned_ids, item.question.evidence, k) for item in retrievals]
        means[k] = math.fsum(scores) / len(scores)
    return Recall(len(retrievals), means)
