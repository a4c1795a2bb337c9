"""How a rule for English is written, and the fact that it tells."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lembranca.adapters.outbound.rules.frame import joined

NOW = "pgfF"
PAST = "dfD"
ANY = "pgfFduwcD"


# Words that pile up ("really very so") may be read in more ways than one: without an end that takes for ever.
_REPEATED = re.compile(r"(?<!\\)\)\*(?!\+)")
_A_FEW = "){0,6}"


@dataclass(frozen=True, slots=True)
class Rule:
    """
    A shape of words that tells a fact.

    *pattern* is held against `Clause.plain` from its beginning (a rule of a clause) or against levelled text (a
    statement). *when* are the tenses it is meant for. *refuse* is what must not stand in what was matched. *write* is
    the content with the groups of the pattern in braces; None writes the clause in the third person, up to the end of
    the group `rest` where there is one. *topic* may name a group, `favourite_{thing}`. *denied* tells what becomes of a
    denial: `keep`, `drop` it, `only` where there is one, only where it is `never`, or only where an `emo` rule of what
    cannot be done has one. With *lists* each item of a list in `rest` is a fact of its own. With *goes_on* later rules
    are tried too. Where *often* is set the clause has to say how often.
    """

    kind: str
    pattern: re.Pattern[str]
    topic: str | None = None
    weight: float = 0.7
    tags: tuple[str, ...] = ()
    refuse: re.Pattern[str] | None = None
    when: str = NOW
    write: str | None = None
    denied: str = "keep"
    lists: bool = False
    goes_on: bool = False
    capital: bool = False
    negated: bool = False
    reasons: bool = False
    often: bool = False


def rule(
    kind: str,
    pattern: str,
    topic: str | None = None,
    weight: float = 0.7,
    *tags: str,
    refuse: str = "",
    when: str = NOW,
    write: str | None = None,
    denied: str = "keep",
    lists: bool = False,
    goes_on: bool = False,
    capital: bool = False,
    negated: bool = False,
    often: bool = False,
) -> Rule:
    """Make a rule of patterns as text."""
    return Rule(
        kind,
        re.compile(_REPEATED.sub(_A_FEW, joined(pattern))),
        topic,
        weight,
        tags,
        re.compile(joined(refuse)) if refuse else None,
        when,
        write,
        denied,
        lists,
        goes_on,
        capital,
        negated,
        kind == "emo",
        often,
    )
