"""How much of a conversation its contexts keep, and how many tokens they save."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field

from lembranca.domain.context import MemoryContext, Section
from lembranca.domain.errors import InvalidInput
from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import words

Terms = Callable[[str], Sequence[str]]
Forms = Callable[[str], list[tuple[str, ...]]]

VERBATIM = frozenset({Section.PINNED, Section.RECALLED, Section.RECENT})
_EMPTY = ENGLISH | PORTUGUESE


@dataclass(frozen=True, slots=True)
class Kept:
    """
    How many answers a context without a query holds.

    Of *questions*, *held* have an answer all of whose content words stand in the context, *by_newest* one that the
    newest messages alone hold in as many tokens. *left_out* questions have no answer with a content word and are not
    among them. *tokens* are those of the contexts, *newest_tokens* those of the newest messages.
    """

    questions: int = 0
    held: int = 0
    by_newest: int = 0
    left_out: int = 0
    tokens: int = 0
    newest_tokens: int = 0

    @property
    def share(self) -> float | None:
        """The share of questions whose answer the context holds; None without questions."""
        return self.held / self.questions if self.questions else None

    @property
    def newest_share(self) -> float | None:
        """The share of questions whose answer the newest messages hold; None without questions."""
        return self.by_newest / self.questions if self.questions else None

    @property
    def ratio(self) -> float | None:
        """How many times as many answers the context holds; None where the newest messages hold none."""
        return self.held / self.by_newest if self.by_newest else None


@dataclass(frozen=True, slots=True)
class Present:
    """The shares of their evidence that contexts with a query hold word for word, one for each question."""

    shares: tuple[float, ...] = ()

    @property
    def mean(self) -> float | None:
        """The mean share; None without questions."""
        return math.fsum(self.shares) / len(self.shares) if self.shares else None


@dataclass(frozen=True, slots=True)
class Savings:
    """Over all turns: the tokens *sent* as contexts, and those of the *full* history at each of them."""

    turns: int = 0
    sent: int = 0
    full: int = 0

    @property
    def saved(self) -> float | None:
        """The share that was not sent, below 0 where contexts were larger than the history; None without turns."""
        return 1 - self.sent / self.full if self.full else None


@dataclass(frozen=True, slots=True)
class ContextReport:
    """What was measured of one conversation, or of several together. *present* is by the tokens of the context."""

    kept: Kept = field(default_factory=Kept)
    present: dict[int, Present] = field(default_factory=dict)
    savings: Savings | None = None


def content_words(answer: str | None, forms: Forms) -> list[tuple[str, ...]]:
    """
    Give each content word of *answer* once, as all the terms under which a text may hold it.

    An empty list for an answer of stop words alone, in whatever language, and for no answer. *forms* is the
    normalizer's.
    """
    if answer is None or _EMPTY.issuperset(words(answer)):
        return []
    return forms(answer)


def holds(text_terms: Collection[str], wanted: Iterable[tuple[str, ...]]) -> bool:
    """Whether each of the *wanted* words stands among the terms of a text, in one of its forms."""
    return all(any(form in text_terms for form in word) for word in wanted)


def kept(
    answers: Iterable[str | None],
    context: MemoryContext,
    newest: MemoryContext,
    *,
    terms: Terms,
    forms: Forms,
) -> Kept:
    """
    Count the *answers* that a *context* holds, and those that the *newest* messages hold.

    A word counts wherever it stands, also in a header or a name. *terms* and *forms* are the normalizer's.
    """
    wanted = [content_words(answer, forms) for answer in answers]
    asked = [item for item in wanted if item]
    here, there = set(terms(context.text)), set(terms(newest.text))
    return Kept(
        questions=len(asked),
        held=sum(holds(here, item) for item in asked),
        by_newest=sum(holds(there, item) for item in asked),
        left_out=len(wanted) - len(asked),
        tokens=context.tokens.total,
        newest_tokens=newest.tokens.total,
    )


def share_present(context: MemoryContext, evidence: Collection[str]) -> float:
    """
    Give the share of *evidence*, ids of messages of the context's conversation, that stands in it word for word.

    A message that had to be cut does not count.

    Raises:
        InvalidInput: there is no evidence to find.

    """
    wanted = set(evidence)
    if not wanted:
        raise InvalidInput("evidence", evidence, "must hold at least one message id")
    there = {
        message_id
        for item in context.items
        if item.section in VERBATIM and not item.truncated and item.conversation_id == context.conversation_id
        for message_id in item.message_ids
    }
    return len(wanted & there) / len(wanted)


def together(reports: Iterable[ContextReport]) -> ContextReport:
    """Put the reports of several conversations together: counts are added, each question weighs the same."""
    listed = list(reports)
    counts = [item.kept for item in listed]
    fields = ("questions", "held", "by_newest", "left_out", "tokens", "newest_tokens")
    budgets = dict.fromkeys(budget for item in listed for budget in item.present)
    empty = Present()
    present = {
        budget: Present(tuple(share for item in listed for share in item.present.get(budget, empty).shares))
        for budget in budgets
    }
    savings = [item.savings for item in listed if item.savings is not None]
    return ContextReport(
        Kept(**{name: sum(getattr(item, name) for item in counts) for name in fields}),
        present,
        Savings(*(sum(getattr(item, name) for item in savings) for name in ("turns", "sent", "full")))
        if savings
        else None,
    )
