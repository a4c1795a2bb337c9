"""What is known of a person: one fact at a time, and its compact form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import Message
from lembranca.domain.rules import require_flag, require_id, require_one_of, require_share, require_text, require_time

FACT_KINDS = ("bio", "pref", "obj", "emo", "event")
MAX_FACT_CHARACTERS = 400
RETRACTION = "retraction"
"""The topic of what only takes something back ("forget what I said about the Yankees"); its content says what."""

CORRECTION = "correction"
"""
The topic of a value alone that corrects what was said last ("sorry, the 13th", "it is Catherine with a C"); its content
is the value, with its preposition.
"""

ADDITION = "addition"
"""The topic of a thing alone that is added to what was said last ("oh, and tennis"); its content is the thing."""

_DAY = "%y%m%d"
_KEYS = frozenset("itcwd")


@dataclass(frozen=True, slots=True)
class ExtractedFact:
    """
    One thing that somebody told of themselves.

    *content* is atomic and short (about 12 words), in the language in which it was said and without the first person:
    "mora em Curitiba", "is allergic to peanuts". *weight* is its importance from 0 to 1. *topic* names what a newer
    value would replace ("residence", "diet", "job" ...); None where another value stands beside it, as one more
    child or one more thing that is liked. *negated* says that something is denied or has ended. *message_id* is the
    message that tells it.

    Raises:
        InvalidInput: a value breaks its rule.

    """

    kind: str
    content: str
    message_id: str
    weight: float = 0.5
    tags: tuple[str, ...] = ()
    topic: str | None = None
    negated: bool = False

    def __post_init__(self) -> None:
        require_one_of("fact.kind", self.kind, FACT_KINDS)
        content = require_text("fact.content", self.content)
        if not content.strip() or len(content) > MAX_FACT_CHARACTERS:
            raise InvalidInput(
                "fact.content", content, f"must have 1 to {MAX_FACT_CHARACTERS} characters, not all blank"
            )
        require_id("fact.message_id", self.message_id)
        object.__setattr__(self, "weight", require_share("fact.weight", self.weight))
        object.__setattr__(self, "tags", tuple(require_text("fact.tag", tag) for tag in self.tags))
        if self.topic is not None:
            require_text("fact.topic", self.topic)
        require_flag("fact.negated", self.negated)


@dataclass(frozen=True, slots=True)
class FactRequest:
    """
    What facts are to be drawn from: the new *messages* of one user, in their order.

    *context* is what the assistant had said before the message of an id: a help to understand the answer, never a
    source. *language* is `pt` or `en` where it is known, used for a message that does not tell its own.

    Raises:
        InvalidInput: a message is not the user's, or the language is another.

    """

    messages: tuple[Message, ...]
    context: Mapping[str, str]
    language: str | None = None

    def __post_init__(self) -> None:
        for message in self.messages:
            require_one_of("message.role", message.role, ("user",))
        if self.language is not None:
            require_one_of("language", self.language, ("pt", "en"))


def compact(fact: ExtractedFact, entry_id: str, day: datetime) -> dict[str, object]:
    """Write *fact* as `{i, t, c, w, d}`: id, kind, content, weight, day as YYMMDD (in UTC)."""
    moment = require_time("d", day)
    return {
        "i": require_id("i", entry_id),
        "t": fact.kind,
        "c": fact.content,
        "w": round(fact.weight, 3),
        "d": moment.strftime(_DAY),
    }


def from_compact(value: object, message_id: str) -> ExtractedFact:
    """
    Read `{"t": kind, "c": content}`, with *w* (0.5 where it is absent), *i* and *d* if they are there.

    Raises:
        InvalidInput: it is no mapping, has another key, lacks one, or a value breaks its rule.

    """
    if not isinstance(value, Mapping):
        raise InvalidInput("fact", value, "must be a mapping of t, c, w")
    unknown = [key for key in value if key not in _KEYS]
    if unknown:
        raise InvalidInput("fact", str(unknown[0]), "is no key of a compact fact; known are i, t, c, w, d")
    for required in ("t", "c"):
        if required not in value:
            raise InvalidInput(required, None, "is required")
    if value.get("d") is not None:
        day_of(value["d"])
    weight: Any = value.get("w")
    return ExtractedFact(value["t"], value["c"], message_id, 0.5 if weight is None else weight)


def day_of(value: object) -> datetime:
    """
    Read the day of a compact fact, such as `260318`; years 69 to 99 are of the last century.

    Raises:
        InvalidInput: it is no day as YYMMDD.

    """
    text = require_text("d", value)
    try:
        day = datetime.strptime(text, _DAY).replace(tzinfo=UTC)
    except ValueError:
        raise InvalidInput("d", text, "must be a day as YYMMDD") from None
    if day.strftime(_DAY) != text:
        raise InvalidInput("d", text, "must be a day as YYMMDD")
    return day
