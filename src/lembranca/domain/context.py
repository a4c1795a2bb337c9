"""What `load` returns: the context for the next answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Section(StrEnum):
    """The parts of a context, in the order in which they are rendered: what changes least comes first."""

    FACTS = "facts"
    PROFILE = "profile"
    SUMMARIES = "summaries"
    PINNED = "pinned"
    RECALLED = "recalled"
    RECENT = "recent"


@dataclass(frozen=True, slots=True)
class ContextItem:
    """
    One piece of a context and why it is there.

    *text* is the piece as rendered, without its line break; *content* what was said, cut when `truncated`; *tokens* are
    those of the rendered piece with its line break; *score* is the search's, 0 outside the recalled section.
    *message_ids* are unique within the conversation *conversation_id*; a summary has none, but its *summary_id*. A fact
    has its *entry_id*, and those of the messages behind it that are of one conversation with the first of them; where
    it shares its line, *tokens* are what it adds to it.
    """

    section: Section
    text: str
    content: str
    tokens: int
    message_ids: tuple[str, ...]
    role: str = "user"
    score: float = 0.0
    truncated: bool = False
    conversation_id: str = ""
    author: str | None = None
    summary_id: str | None = None
    entry_id: str | None = None


@dataclass(frozen=True, slots=True)
class TokenStats:
    """
    Tokens of a context. *total* never exceeds *limit*.

    *sections* maps each section present to its tokens, headers and footers included; they sum up to *total*, which is
    never below the count of the whole text. *recent_count* is the number of messages in the recent section.
    """

    total: int
    limit: int
    sections: dict[Section, int] = field(default_factory=dict)
    recent_count: int = 0

    @property
    def recent(self) -> int:
        """Tokens of the recent section."""
        return self.sections.get(Section.RECENT, 0)

    @property
    def recalled(self) -> int:
        """Tokens of the recalled section."""
        return self.sections.get(Section.RECALLED, 0)

    @property
    def compressed(self) -> int:
        """Tokens of the summaries."""
        return self.sections.get(Section.SUMMARIES, 0)

    @property
    def pinned(self) -> int:
        """Tokens of the section of pinned messages."""
        return self.sections.get(Section.PINNED, 0)

    @property
    def facts(self) -> int:
        """Tokens of what is known and believed of the user: the sections of facts and profile."""
        return self.sections.get(Section.FACTS, 0) + self.sections.get(Section.PROFILE, 0)


@dataclass(frozen=True, slots=True)
class MemoryContext:
    """
    The context for the next answer, within its token budget.

    *text* is ready for a prompt; *messages* is the same as chat messages (what is not the recent conversation comes
    first, as one system message; where several people speak in one role, each begins with its author's name); *items*
    say what is in it and why; *warnings* say what could not be asked.
    """

    conversation_id: str
    text: str
    messages: list[dict[str, str]]
    items: tuple[ContextItem, ...]
    tokens: TokenStats
    warnings: tuple[str, ...] = ()
