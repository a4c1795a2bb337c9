"""The finished context: the sections as one text and as chat messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lembranca.domain.budget import Budget
from lembranca.domain.context import ContextItem, MemoryContext, Section, TokenStats

# A tool's answer may only follow its call, which chat models check: what is left of one is what the assistant knew.
_CHAT_ROLES = {"user": "user", "assistant": "assistant", "system": "system", "tool": "assistant"}


def rendered(
    conversation_id: str,
    sections: Mapping[Section, Sequence[ContextItem]],
    lines: Mapping[Section, list[str]],
    budget: Budget,
    warnings: tuple[str, ...],
) -> MemoryContext:
    """Render *sections*, of which those with items have *lines*, in the order given."""
    texts = {section: "\n".join(budget.lines(section, pieces)) for section, pieces in lines.items()}
    tokens = {section: budget.spent[section] for section in texts}
    recent = sections[Section.RECENT]
    remembered = [text for section, text in texts.items() if section != Section.RECENT]
    first = [{"role": "system", "content": "\n".join(remembered)}] if remembered else []
    return MemoryContext(
        conversation_id=conversation_id,
        text="\n".join(texts.values()),
        messages=first + _spoken(recent),
        items=tuple(item for items in sections.values() for item in items),
        tokens=TokenStats(sum(tokens.values()), budget.limit, tokens, len(recent)),
        warnings=warnings,
    )


def _spoken(items: Sequence[ContextItem]) -> list[dict[str, str]]:
    crowded = _crowded(items)
    return [
        {
            "role": _CHAT_ROLES[item.role],
            "content": f"{item.author}: {item.content}" if item.author and item.role in crowded else item.content,
        }
        for item in items
    ]


def _crowded(items: Sequence[ContextItem]) -> set[str]:
    """Give the roles in which several people speak, whom a chat model could not tell apart."""
    authors = {(item.role, item.author) for item in items}
    roles = [role for role, _ in authors]
    return {role for role in roles if roles.count(role) > 1}
