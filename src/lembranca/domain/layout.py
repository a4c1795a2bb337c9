"""How the pieces of a context are written: a preset's wording in one language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from lembranca.domain.entry import MemoryEntry
from lembranca.domain.message import Message
from lembranca.domain.preset import Preset
from lembranca.domain.summary import Summary
from lembranca.domain.wording import Wording

CUT_MARK = "[…]"


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
        """Render a pinned message outside its place."""
        return self.wording.pinned.format(speaker=self.label(message.role, message.author), text=_barred(message.shown))

    def recalled(self, entry: MemoryEntry) -> str:
        """Render something recalled; the day stands above it."""
        return self.wording.recalled.format(speaker=self.label(entry.role, entry.author), text=_barred(entry.content))

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


def _barred(text: str) -> str:
    """
    Put a bar before the further lines of what somebody said.

    It stands in the system message of a chat, where a line that looks like a header or a rule would be obeyed.
    """
    return "\n| ".join(text.splitlines())


def numbered(summaries: Sequence[Summary]) -> list[Numbered]:
    """Number the live *summaries*, oldest first, and the cycles they stand for."""
    found, cycles = [], 0
    for number, summary in enumerate(summaries, start=1):
        last = cycles + summary.cycles
        found.append(Numbered(summary, number, min(cycles + 1, last), last))
        cycles = last
    return found
