"""How the pieces of a context are written: a preset's wording in one language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from lembranca.domain.entry import MemoryEntry
from lembranca.domain.message import Message
from lembranca.domain.preset import Preset
from lembranca.domain.summary import KeyEvent, Summary, event_line
from lembranca.domain.wording import Wording

CUT_MARK = "[…]"
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
_WORD = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Numbered:
    """A summary with its number among the live ones, from 1 on, and the cycles it stands for."""

    summary: Summary
    number: int
    first_cycle: int
    last_cycle: int

    @property
    def percent(self) -> int:
        """The share of the original's size that is left, at least 1."""
        source = self.summary.source_tokens
        return max(1, round(100 * self.summary.tokens / source)) if source else 100


@dataclass(frozen=True, slots=True)
class Layout:
    """How pieces are rendered: the *preset*'s wording in one *language* (`pt` or `en`). No piece ends a line."""

    preset: Preset
    language: str

    @property
    def wording(self) -> Wording:
        """The words in that language."""
        return self.preset.wording[self.language]

    def label(self, role: str, author: str | None) -> str:
        """Give what stands before what somebody said, on one line."""
        return (" ".join(author.split()) if author else "") or self.preset.wording[self.language].labels[role]

    def recent(self, message: Message, content: str | None = None) -> str:
        """Render a message of the recent conversation, with *content* in place of what it shows."""
        said = message.shown if content is None else content
        return f"{self.label(message.role, message.author)}: {said}"

    def pinned(self, message: Message) -> str:
        """Render a message of the pinned section."""
        return self.wording.pinned.format(speaker=self.label(message.role, message.author), text=message.shown)

    def waiting(self, message: Message) -> str:
        """Render a pinned message of the recent conversation from before the window."""
        return self.wording.waiting.format(speaker=self.label(message.role, message.author), text=message.shown)

    def recalled(self, entry: MemoryEntry) -> str:
        """Render something recalled; the day stands above it."""
        return self.wording.recalled.format(speaker=self.label(entry.role, entry.author), text=entry.content)

    def day(self, day: date) -> str:
        """Render the line above what is recalled of one day."""
        return self.wording.day.format(date=day.isoformat())

    def summary(self, numbered: Numbered, text: str) -> str:
        """Render a summary with *text* as what it says."""
        return self.wording.summary.format(
            number=numbered.number,
            messages=numbered.summary.message_count,
            first_cycle=numbered.first_cycle,
            last_cycle=numbered.last_cycle,
            percent=numbered.percent,
            text=text,
        )

    def versions(self, summary: Summary) -> Iterator[str]:
        """Give what *summary* says, on lines none of which is empty: with its events, the important ones, without."""
        text = _lines(summary.text)
        if self.wording.events and summary.key_events:
            high = [event for event in summary.key_events if event.importance == "high"]
            yield self._with_events(text, summary.key_events)
            if high and len(high) < len(summary.key_events):
                yield self._with_events(text, high)
        yield text

    def _with_events(self, text: str, events: Sequence[KeyEvent]) -> str:
        lines = [text, self.wording.events, *(event_line(event) for event in events)]
        return "\n".join(line for line in lines if line)


def numbered(summaries: Sequence[Summary]) -> list[Numbered]:
    """Number the live *summaries*, oldest first, and the cycles they stand for."""
    found, cycles = [], 0
    for number, summary in enumerate(summaries, start=1):
        last = cycles + summary.cycles
        found.append(Numbered(summary, number, min(cycles + 1, last), last))
        cycles = last
    return found


def later_parts(text: str) -> tuple[list[str], list[str]]:
    """
    Give what is left of *text* when more and more of its beginning is cut off: by sentences and lines, and by words.

    Its end stays, which is next to what follows it verbatim: as everywhere in a context, what is oldest goes first.
    """
    sentences, words = ([mark.end() for mark in ends.finditer(text)] for ends in (_SENTENCE, _WORD))
    return _after(text, sentences), _after(text, words)


def _after(text: str, starts: Sequence[int]) -> list[str]:
    return [f"{CUT_MARK} {text[start:]}" for start in starts if start < len(text)]


def _lines(text: str) -> str:
    """Give *text* without empty lines, and without white space around the others."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)
