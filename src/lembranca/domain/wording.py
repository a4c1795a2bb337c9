"""The words around the pieces of a context: headers, labels and lines, in one language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lembranca.domain.context import Section


@dataclass(frozen=True, slots=True)
class Wording:
    """
    How a preset writes a context in one language. No line of it is empty or begins with white space.

    Args:
        headers: the line above each section.
        footers: the line below a section, for those that have one.
        labels: what stands before a message without an author, per role.
        summary: a summary; `{number}` from 1 on, `{messages}` that it covers, `{first_cycle}` and `{last_cycle}`,
            `{percent}` of the original that is left, `{text}`.
        events: the line above a summary's key events; where it is empty they are not shown.
        pinned: a pinned message outside its place; `{speaker}`, `{text}`.
        day: the line above what was said on one day; `{date}`.
        recalled: something recalled; `{speaker}`, `{text}`.
        fact: something known; `{text}`.
        keyed: something known that has a topic; `{key}`, `{text}`. As *fact* where it is empty.
        joint: what stands between facts of one kind on one line; where it is empty each has a line of its own.
        feeling: a line of feelings, where it is another than *fact*; `{text}`.
        layers: the line above the facts of a layer, for those that have one; the facts of the others come first.

    """

    headers: Mapping[Section, str]
    labels: Mapping[str, str]
    footers: Mapping[Section, str] = field(default_factory=dict)
    summary: str = "{text}"
    events: str = ""
    pinned: str = "- {speaker}: {text}"
    day: str = "{date}:"
    recalled: str = "- {speaker}: {text}"
    fact: str = "- {text}"
    keyed: str = ""
    joint: str = ""
    feeling: str = ""
    layers: Mapping[str, str] = field(default_factory=dict)
