"""How the pieces of a context are written: a preset's wording in one language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypeAlias

from lembranca.domain.entry import KINDS, MemoryEntry
from lembranca.domain.known_fact import Fact
from lembranca.domain.message import Message
from lembranca.domain.preset import Preset
from lembranca.domain.summary import Summary
from lembranca.domain.topics import topic_name
from lembranca.domain.wording import Wording

CUT_MARK = "[…]"

# "cor favorita: verde" has its key already.
_KEYED = re.compile(r"[^:]{1,30}: ")

Place: TypeAlias = tuple[int, int] | tuple[int, int, datetime, str]
"""Where a fact's line stands in its section; facts of one place share a line."""


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
        return (on_one_line(author) if author else "") or self.preset.wording[self.language].labels[role]

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

    def place(self, fact: Fact) -> Place:
        """Give where *fact* stands: below the line of its layer, by kind, then as it was made."""
        layers = [*self.wording.layers]
        layer = layers.index(fact.state.layer) + 1 if fact.state.layer in layers else 0
        kind = KINDS.index(fact.kind)
        return (layer, kind) if self.wording.joint else (layer, kind, fact.created_at, fact.id)

    def heading(self, place: Place) -> str:
        """Give the line above the facts of the layer at *place*, empty where it has none."""
        return [*self.wording.layers.values()][place[0] - 1] if place[0] else ""

    def known(self, facts: Sequence[Fact]) -> list[str]:
        """
        Render the facts of one line, one piece for each; the line is all of them together.

        Whatever a fact says stays on its line, where it cannot look like a header or like somebody else speaking.
        """
        wording = self.wording
        if not wording.joint:
            return [self._known(fact) for fact in facts]
        template = wording.feeling if facts[0].kind == "emo" and wording.feeling else wording.fact
        before, _, behind = template.partition("{text}")
        said = [on_one_line(fact.content) for fact in facts]
        said = [one.rstrip(".;") or one for one in said]
        said[0] = said[0][:1].upper() + said[0][1:]
        joints = [before, *[wording.joint] * (len(said) - 1)]
        pieces = [joint + one for joint, one in zip(joints, said, strict=True)]
        return [*pieces[:-1], pieces[-1] + behind]

    def _known(self, fact: Fact) -> str:
        said = on_one_line(fact.content)
        key = topic_name(fact.topic, self.language) if fact.topic and not _KEYED.match(said) else ""
        if key and self.wording.keyed:
            return self.wording.keyed.format(key=key, text=said)
        return self.wording.fact.format(text=said)


def on_one_line(text: str) -> str:
    """Give *text* with single spaces for all white space."""
    return " ".join(text.split())


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
