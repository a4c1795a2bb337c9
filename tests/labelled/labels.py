"""
The labelled sets as values, and the words by which an extracted entry is held against a label.

README.md beside this file says what the labels mean.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lembranca.domain.words import fold, words

FOLDER = Path(__file__).parent
LANGUAGES = ("pt", "en")
KINDS = ("bio", "pref", "obj", "emo", "event")
TRAPS = (
    "small_talk",
    "negation",
    "third_person",
    "hypothetical",
    "sarcasm",
    "question",
    "recalled_context",
    "system_prompt",
    "resolved_doubt",
    "quotation",
    "past_state",
    "role_play",
    "none",
)
CHANGES = ("value_change", "addition", "retraction", "paraphrase", "reinforcement", "correction")
EITHER = "+-"
MOST_WORDS = 16
_WHOLE = 2

_CONTRACTED = re.compile(
    r"\b(ca|wo|sha|do|does|did|is|are|was|were|has|have|had|could|would|should|must)n['\u2019]?t\b"
)
_DENIAL = {
    "pt": re.compile(
        r"\b(nao|nunca|nem|jamais|nenhum|nenhuma|ninguem|ex(?=-)|par(ou|ei|ar|aram)|deix(ou|ei|ar|aram)"
        r"|larg(ou|uei|ar|aram)|desisti\w*|abandon\w+)\b"
    ),
    "en": re.compile(
        r"\b(not|no|never|none|nor|neither|cannot|hardly|ex(?=-)|former\w*|stop\w*|quit\w*|drop(s|ped|ping)? out"
        r"|g[ai]ve(s|n)? up|giving up)\b"
    ),
}
_AVERSION = {
    "pt": re.compile(r"\b(odei\w*|odi[ao]\w*|detest\w+|abomin\w+|evit\w+|aversao|desgost\w+|dispens\w+)\b"),
    "en": re.compile(r"\b(hat(e|es|ed|ing)|detest\w*|loath\w*|dislik\w*|avoid\w*|despis\w*|bor(e|es|ed)|annoy\w*)\b"),
}


@dataclass(frozen=True, slots=True)
class Extracted:
    """One entry that an extractor made of a message."""

    kind: str
    content: str


@dataclass(frozen=True, slots=True)
class Fact:
    """
    One fact that a message tells about the user.

    *kinds* are the right ones, the annotators' choice first. Each of *must* is a tuple of alternatives of which one has
    to stand in an entry. *polarity* is `+`, `-`, or `+-` where the same is said with and without a negation.
    An *optional* one may be extracted or left out.
    """

    kinds: tuple[str, ...]
    content: str
    must: tuple[tuple[str, ...], ...]
    polarity: str
    language: str
    optional: bool = False

    def told_by(self, entry: Extracted) -> bool:
        """Whether *entry* says this, in a kind that is right."""
        return entry.kind in self.kinds and self.said_in(entry.content)

    def said_in(self, content: str) -> bool:
        """Whether *content* says this, whatever its kind."""
        return self.touched_by(content) and self.polarity in {EITHER, polarity(content, self.kinds, self.language)}

    def touched_by(self, content: str) -> bool:
        """Whether *content* has the words of this, on whichever side, and is short: a whole message is no fact."""
        return len(words(content)) <= MOST_WORDS and all(
            any(stands_in(stem, content) for stem in stems) for stems in self.must
        )


@dataclass(frozen=True, slots=True)
class Message:
    """A labelled user message; *context* is what the assistant had said just before, *trap* None in a plain one."""

    id: str
    language: str
    text: str
    facts: tuple[Fact, ...]
    trap: str | None = None
    context: str | None = None


@dataclass(frozen=True, slots=True)
class Update:
    """
    Messages of one user in their order, and what must be believed after them.

    *final* are the facts that must be active, *superseded* those that must stand in the history only, *count* how many
    active entries about them there may be.
    """

    id: str
    language: str
    messages: tuple[str, ...]
    change: str
    final: tuple[Fact, ...]
    superseded: tuple[Fact, ...]
    count: int


def load_messages(language: str) -> tuple[Message, ...]:
    """Read the labelled messages in *language* (`pt` or `en`), in their order."""
    return tuple(
        Message(row["id"], row["language"], row["text"], _facts(row, "facts"), row["trap"], row.get("context"))
        for row in _rows(f"messages.{language}.jsonl")
    )


def load_updates() -> tuple[Update, ...]:
    """Read the sequences in both languages, in their order."""
    return tuple(
        Update(
            id=row["id"],
            language=row["language"],
            messages=tuple(row["messages"]),
            change=row["kind_of_change"],
            final=_facts(row, "final"),
            superseded=_facts(row, "superseded"),
            count=row["count"],
        )
        for row in _rows("updates.jsonl")
    )


def stands_in(stem: str, content: str) -> bool:
    """
    Whether *stem* (one word or several in a row) stands in *content*, both folded.

    The last word may go on, "vegetarian" stands in "vegetariana"; a number or a stem of two letters may not.
    """
    wanted, said = words(stem), words(content)
    *first, last = wanted
    whole = last[0].isdigit() or len(last) <= _WHOLE
    return any(
        said[i : i + len(first)] == first
        and (said[i + len(first)] == last or (not whole and said[i + len(first)].startswith(last)))
        for i in range(len(said) - len(first))
    )


def polarity(content: str, kinds: Sequence[str], language: str) -> str:
    """
    Tell the side *content* is on: `-` where something is denied, has ended or is disliked, else `+`.

    Dislike does not count where one of *kinds* is `emo`: to hate is then what is felt.
    """
    plain = _CONTRACTED.sub("not", fold(content)) if language == "en" else fold(content)
    averse = "emo" not in kinds and _AVERSION[language].search(plain)
    return "-" if averse or _DENIAL[language].search(plain) else "+"


def _rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]


def _facts(row: Mapping[str, Any], key: str) -> tuple[Fact, ...]:
    return tuple(
        Fact(
            kinds=(fact["kind"], *fact.get("kind_alternatives", ())),
            content=fact["content"],
            must=tuple(tuple(stems.split("|")) for stems in fact["must"]),
            polarity=fact["polarity"],
            language=row["language"],
            optional=fact.get("optional", False),
        )
        for fact in row[key]
    )
