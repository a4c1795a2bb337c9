"""What there is to choose from: the clauses of messages and of former summaries, with who said them on which day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from lembranca.adapters.outbound.extractive.cues import ADVICE, COMMITMENT, LAUGHTER, SELF, SOCIAL, cue_classes, plain
from lembranca.adapters.outbound.extractive.dates import read_heading, with_dates
from lembranca.adapters.outbound.extractive.labels import speaker_named
from lembranca.adapters.outbound.extractive.sentences import clauses, sentences, without_courtesy, without_examples
from lembranca.adapters.outbound.extractive.standing import joined, without_opening
from lembranca.domain.message import Message
from lembranca.domain.summary import Summary, SummaryRequest

_OWN = re.compile(r"\b(?:i|me|my|mine|we|us|our|eu|mim|meus?|minhas?|nos|nossos?|nossas?|a gente)\b")
_YOURS = re.compile(r"\b(?:you|your|yours|voce|voces|vc|teu|tua|seu|sua)\b")
_PICTURE = re.compile(
    r"^(?:this is )?(?:an? |uma )?(?:photo|photography|picture|image|foto|imagem)(?: of| de)?(?: an?\b| um\b| uma\b)? ",
    re.IGNORECASE,
)
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
    about_others: bool = False
    spoken: bool = True
    by_assistant: bool = False
    about_self: bool = False
    advice: bool = False
    commits: bool = False
    joking: bool = False
    terms: tuple[str, ...] = ()
    tokens: int = 0
    worth: float = field(default=1.0)

    @property
    def in_full(self) -> str:
        """The text with the "I" that the speaker's name stands for in a summary."""
        shortened = self.about_self and not SELF.search(plain(self.text))
        return f"I {self.text}" if shortened else self.text


def read_material(request: SummaryRequest) -> list[Clause]:
    """Give the clauses of *request*, former ones first, each once for each who said it."""
    names = frozenset(request.participants)
    calls = names | {first for name in names for first in name.split()[:1]} | {name[:3] for name in names}
    assistants = {message.speaker for message in request.messages if message.role == "assistant"}
    assistants -= {message.speaker for message in request.messages if message.role == "user"}
    said = list(_said(request, names))
    found: dict[tuple[str, str], Clause] = {}
    for whole in (joined, list):  # fragments count only where there is nothing else
        for one in said:
            for text, question in whole(_pieces(one, calls)):
                if (one.speaker, text) not in found:
                    said_so = _not_a_label(text, names)
                    by_assistant = one.speaker in assistants
                    found[one.speaker, text] = _clause(
                        one, said_so, len(found), request.language, question=question, by_assistant=by_assistant
                    )
        if found:
            break
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _Said:
    """Words of one speaker on one day."""

    text: str
    day: date | None
    speaker: str
    when: datetime | None
    former: bool = False
    spoken: bool = True

    @property
    def joking(self) -> bool:
        return not self.former and self.spoken and LAUGHTER.search(self.text) is not None


def _not_a_label(text: str, names: frozenset[str]) -> str:
    """Keep what begins like somebody else's line from being read back as theirs."""
    name, colon, rest = text.partition(": ")
    return f"{name} – {rest}" if colon and speaker_named(name.strip(), names) is not None else text  # noqa: RUF001


def _clause(said: _Said, text: str, place: int, language: str, *, question: bool, by_assistant: bool) -> Clause:
    dated = with_dates(text, said.day, language) if said.day and not said.former else text
    folded = plain(dated)
    about_self = SELF.search(folded) is not None
    return Clause(
        text=_I_SAID.sub("", dated) if said.speaker else dated,
        place=place,
        day=said.day,
        speaker=said.speaker,
        when=said.when,
        former=said.former,
        question=question,
        spoken=said.spoken,
        cues=cue_classes(folded),
        social=SOCIAL.match(folded) is not None,
        about_others=_YOURS.search(folded) is not None and not _OWN.search(folded),
        by_assistant=by_assistant,
        about_self=about_self,
        advice=(about_self or by_assistant) and ADVICE.search(folded) is not None,
        commits=by_assistant and COMMITMENT.search(folded) is not None,
        joking=said.joking,
    )


def _said(request: SummaryRequest, names: frozenset[str]) -> Iterator[_Said]:
    for summary in request.former:
        yield from _said_before(summary, names)
    for message in request.messages:
        day = message.timestamp.date()
        yield _Said(message.content, day, message.speaker, message.timestamp)
        for text in _attached(message):
            yield _Said(_PICTURE.sub("", text), day, message.speaker, message.timestamp, spoken=False)


def _attached(message: Message) -> list[str]:
    return [item.text for item in message.attachments if item.text and item.text not in message.content]


def _said_before(summary: Summary, names: frozenset[str]) -> Iterator[_Said]:
    """Read a former summary line by line: own headings and names back, any other prose as nobody's."""
    day = summary.started_at.date() if summary.started_at else None
    for line in summary.text.splitlines():
        found = read_heading(line, day)
        if found:
            day = found
            continue
        speaker = ""
        for part in line.split("; "):
            name, colon, rest = part.partition(": ")
            known = speaker_named(name.strip(), names) if colon else None
            speaker = speaker if known is None else known
            yield _Said(part if known is None else rest, day, speaker, summary.ended_at, former=True)


def _pieces(said: _Said, names: frozenset[str]) -> Iterator[tuple[str, bool]]:
    for sentence in sentences(said.text):
        kept = said.former or not said.spoken
        bare = sentence if kept else without_courtesy(without_examples(_sober(sentence)), names)
        cut = clauses(bare) if bare else []
        for index, clause in enumerate(cut, 1):
            if text := without_opening(clause).lstrip(" ,;"):  # what an earlier joining left would grow with each
                yield text, index == len(cut) and bare.endswith("?")


def _sober(sentence: str) -> str:
    """Drop laughter and emojis, unless there is nothing else."""
    return LAUGHTER.sub("", sentence).strip() or sentence
