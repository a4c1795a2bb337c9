"""Key events: what happened in the turns, told by cue words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from lembranca.adapters.outbound.extractive.cues import EVENTS, HYPOTHETICAL, denies, plain
from lembranca.adapters.outbound.extractive.labels import label
from lembranca.adapters.outbound.extractive.material import Clause
from lembranca.adapters.outbound.extractive.weighing import Weights
from lembranca.domain.summary import KeyEvent, SummaryRequest, event_line
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter

_SHARE = 0.22  # of the target: events are a quarter of a summary at most, the rest is what they mean
_RANKS = {"high": 2, "medium": 1, "low": 0}
_TELLING = 8.0  # weight from which on one event is as telling as another
_FEWEST_WORDS = 2
_REACH = 40  # characters in front of a happening in which a negation undoes it
_SAME = 0.5  # share of the fewer terms in common that makes two events one


@dataclass(frozen=True, slots=True)
class _Candidate:
    event: KeyEvent
    terms: frozenset[str]
    worth: float
    order: int


def key_events(
    request: SummaryRequest,
    clauses: Sequence[Clause],
    weights: Weights,
    counter: ITokenCounter,
    normalizer: INormalizer,
) -> tuple[KeyEvent, ...]:
    """Choose the most important events, former ones among them, that fit their share of the target; by their times."""
    if not request.most_events:
        return ()
    events = [*_former(request), *_new(request, clauses)]
    rated = sorted(_rated(events, weights, normalizer), key=lambda found: (-found.worth, found.order))
    chosen: list[_Candidate] = []
    left = int(request.target_tokens * _SHARE)
    for found in rated:
        if len(chosen) == request.most_events:
            break
        cost = counter.count(event_line(found.event) + "\n") + 1
        if cost <= left and not any(_same(found, other) for other in chosen):
            chosen.append(found)
            left -= cost
    return tuple(found.event for found in sorted(chosen, key=lambda one: (one.event.timestamp, one.order)))


def _former(request: SummaryRequest) -> Iterable[KeyEvent]:
    names = set(request.participants)
    for summary in request.former:
        for event in summary.key_events:
            yield replace(event, participants=tuple(name for name in event.participants if name in names))


def _new(request: SummaryRequest, clauses: Sequence[Clause]) -> Iterable[KeyEvent]:
    for clause in clauses:
        if clause.when is None or not _may_tell(clause):
            continue
        importance = happening(clause.in_full)
        if importance:
            yield KeyEvent(
                clause.when,
                f"{label(clause.speaker, request.language)}: {clause.text}",
                _named(clause, request.participants),
                importance,
            )


def _may_tell(clause: Clause) -> bool:
    """Whether a clause is told in earnest, and no question, courtesy or advice."""
    if not clause.spoken or clause.former or clause.question or clause.social or clause.joking:
        return False
    advises = clause.advice and clause.by_assistant
    return not advises and not clause.about_others and clause.text.count(" ") + 1 >= _FEWEST_WORDS


def happening(text: str) -> str | None:
    """Tell how much what *text* says to have happened, or to be planned, matters; None where nothing is said to."""
    folded = plain(text)
    for level, cues in EVENTS.items():
        for found in cues.finditer(folded):
            before, after = folded[: found.start()], folded[found.end() :]
            if not denies(before[-_REACH:]) and not HYPOTHETICAL.search(f"{before} {after}"):
                return level
    return None


def _named(clause: Clause, participants: Sequence[str]) -> tuple[str, ...]:
    words = set(clause.text.replace(",", " ").split())
    return tuple(name for name in participants if name == clause.speaker or name in words)


def _rated(events: Iterable[KeyEvent], weights: Weights, normalizer: INormalizer) -> Iterable[_Candidate]:
    for order, event in enumerate(events):
        terms = frozenset(normalizer.terms(event.description))
        telling = min(_TELLING, sum(weights[term] for term in terms)) / (_TELLING + 1)
        yield _Candidate(event, terms, _RANKS[event.importance] + telling, order)


def _same(one: _Candidate, other: _Candidate) -> bool:
    fewer = min(len(one.terms), len(other.terms))
    return len(one.terms & other.terms) > _SAME * fewer
