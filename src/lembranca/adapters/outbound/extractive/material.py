"""What there is to choose from: the clauses of messages and of former summaries, with who said them on which day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from lembranca.adapters.outbound.extractive.cues import SOCIAL, cue_classes
from lembranca.adapters.outbound.extractive.dates import read_heading, with_dates
from lembranca.adapters.outbound.extractive.sentences import clauses, sentences, without_courtesy, without_examples
from lembranca.domain.message import Message
from lembranca.domain.summary import Summary, SummaryRequest
from lembranca.domain.words import fold

_I_SAID = re.compile(r"^(?:I|eu)\s+(?=[a-zà-ÿ])", re.IGNORECASE)


@dataclass(slots=True)
class Clause:
    """A piece of what was said, and what the choice needs to know of it. *place* gives the order of all of them."""

    text: str
    place: int
    day: date | None
    speaker: str
    when: datetime | None = None
    former: bool = False
    question: bool = False
    cues: frozenset[str] = frozenset()
    social: bool = False
    terms: tuple[str, ...] = ()
    tokens: int = 0
    worth: float = field(default=1.0)


def read_material(request: SummaryRequest) -> list[Clause]:
    """Give the clauses of *request*, former ones first, each once."""
    names = frozenset(request.participants)
    seen: dict[tuple[str, str], None] = {}
    found: list[Clause] = []
    calls = names | {name.split()[0] for name in names} | {name[:3] for name in names}
    for text, day, speaker, when, former in _spoken(request, names):
        for piece, question in _pieces(text, frozenset(calls), former=former):
            key = (speaker, piece)
            if key in seen:
                continue
            seen[key] = None
            dated = with_dates(piece, day, request.language) if day and not former else piece
            folded = fold(dated)
            found.append(
                Clause(
                    _I_SAID.sub("", dated) if speaker else dated,
                    len(found),
                    day,
                    speaker,
                    when,
                    former,
                    question,
                    cue_classes(folded),
                    bool(SOCIAL.match(folded)),
                )
            )
    return found


def _spoken(
    request: SummaryRequest, names: frozenset[str]
) -> Iterator[tuple[str, date | None, str, datetime | None, bool]]:
    for summary in request.former:
        for text, day, speaker in _said_before(summary, names):
            yield text, day, speaker, summary.ended_at, True
    for message in request.messages:
        yield message.content, message.timestamp.date(), message.speaker, message.timestamp, False
        for text in _attached(message):
            yield text, message.timestamp.date(), message.speaker, message.timestamp, False


def _attached(message: Message) -> list[str]:
    return [item.text for item in message.attachments if item.text and item.text not in message.content]


def _said_before(summary: Summary, names: frozenset[str]) -> Iterator[tuple[str, date | None, str]]:
    """Read a former summary line by line: own headings and names back, any other prose as nobody's."""
    day = summary.started_at.date() if summary.started_at else None
    year = day
    for line in summary.text.splitlines():
        found = read_heading(line, year)
        if found:
            day = year = found
            continue
        name, colon, rest = line.partition(": ")
        if colon and name in names:
            yield rest, day, name
        else:
            yield line, day, ""


def _pieces(text: str, names: frozenset[str], *, former: bool) -> Iterator[tuple[str, bool]]:
    for sentence in sentences(text):
        plain = sentence if former else without_courtesy(without_examples(sentence), names)
        if not plain:
            continue
        question = plain.endswith("?")
        parts = plain.split("; ") if former else [plain]
        for part in parts:
            cut = clauses(part)
            for index, clause in enumerate(cut):
                yield clause, question and index == len(cut) - 1
