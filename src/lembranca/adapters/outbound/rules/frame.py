"""How a rule is written: the shape of what is said, and what it tells."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Frame:
    """
    A shape of words that tells a fact.

    *pattern* is held against levelled words: of a predicate that begins with its verb in the first person, or anywhere
    in a clause where it brings its own subject. *refuse* is what must not stand in what follows. With *lists* each item
    of a list is a fact of its own; its head ends where the group `rest` begins. *write* is the content with the groups
    of the pattern in braces; None writes the words themselves in the third person. With *capital* the group `rest` has
    to
    be written like a name. With *ended* it is about what no longer is, and only held against that,
    with *never* about what never was, with *denied* about what is not. *needs* must stand in the clause.
    *also* is what the same words tell besides. What a *loose* frame tells is kept where a message tells nothing else.
    """

    kind: str
    pattern: re.Pattern[str]
    topic: str | None = None
    weight: float = 0.7
    tags: tuple[str, ...] = ()
    refuse: re.Pattern[str] | None = None
    lists: bool = False
    write: str | None = None
    negated: bool = False
    capital: bool = False
    ended: bool = False
    never: bool = False
    denied: bool = False
    needs: re.Pattern[str] | None = None
    also: tuple[Frame, ...] = ()
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Predicate:
    """
    What the user says of themselves in one clause: *text* from the verb on, as written, and *plain*, levelled.

    *denial* is the word that turns it ("não", "nunca", "not", "never"), empty where nothing does.
    """

    text: str
    plain: str
    denial: str = ""


class Grammar(Protocol):
    """What the rules know of one language."""

    frames: tuple[Frame, ...]
    statements: tuple[Frame, ...]

    def prepare(self, sentence: str) -> str:
        """Write *sentence* as the other methods expect it."""
        ...

    def predicates(self, clause: str) -> list[Predicate]:
        """Give what the user says of themselves in *clause*."""
        ...

    def third(self, predicate: Predicate, text: str) -> str:
        """Write *text*, which begins with the verb of *predicate*, in the third person."""
        ...

    def denied(self, predicate: Predicate) -> str:
        """Give the word that denies *predicate*, with the space after it; empty where nothing does."""
        ...

    def plainly(self, text: str) -> str:
        """Write *text*, which has no verb of its own, in the third person."""
        ...

    def retold(self, text: str) -> str:
        """Write *text*, the content of a clause with a subject of its own, as it is told of the user."""
        ...

    def appended(self, text: str, end: int) -> int:
        """Give where in *text* what belongs to its first *end* letters ends: "in Lyon, near the river"."""
        ...

    def is_own(self, plain: str) -> bool:
        """Whether *plain* begins with a verb in the first person."""
        ...

    def items(self, text: str) -> list[str]:
        """Give the items of the list *text*; *text* itself where it is none."""
        ...


def frame(
    kind: str,
    pattern: str,
    topic: str | None = None,
    weight: float = 0.7,
    *tags: str,
    refuse: str = "",
    lists: bool = False,
    write: str | None = None,
    negated: bool = False,
    capital: bool = False,
    ended: bool = False,
    never: bool = False,
    denied: bool = False,
    needs: str = "",
    also: tuple[Frame, ...] = (),
    loose: bool = False,
) -> Frame:
    """Make a frame of patterns as text; white space at the ends of lines is for reading."""
    return Frame(
        kind,
        compiled(pattern),
        topic,
        weight,
        tags,
        compiled(refuse) if refuse else None,
        lists,
        write,
        negated,
        capital,
        ended,
        never,
        denied,
        compiled(needs) if needs else None,
        also,
        loose,
    )


def compiled(pattern: str) -> re.Pattern[str]:
    """Compile *pattern*, written over several lines or not."""
    return re.compile(joined(pattern))


def joined(pattern: str) -> str:
    """Take the line breaks out of *pattern*."""
    return re.sub(r"\s*\n\s*", "", pattern.strip())
