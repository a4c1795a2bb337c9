"""
How a context is put together within its budget: pure, and exact by construction.

Every piece is counted as it is rendered, with its line break; by the token counter's contract the whole text never
counts more than its lines do, so the sum is a safe total and nothing is counted twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from lembranca.domain.context import ContextItem, MemoryContext, Section, TokenStats
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.message import Message
from lembranca.domain.preset import Preset

CUT_MARK = "[…]"
_MARKS = (CUT_MARK, "…", ".")
# No vocabulary has a token of more characters (cl100k_base and o200k_base: 128 spaces), so a longer text surely counts
# more than it has multiples of this; it need not be counted to know that it does not fit.
_TOKEN_CHARACTERS = 128

# A tool's answer may only follow its call, which chat models check: what is left of one is what the assistant knew.
_CHAT_ROLES = {"user": "user", "assistant": "assistant", "system": "system", "tool": "assistant"}

Count = Callable[[str], int]


@dataclass(frozen=True, slots=True)
class Layout:
    """How pieces are rendered: the *preset*'s headers and labels in one *language* (`pt` or `en`)."""

    preset: Preset
    language: str

    def header(self, section: Section) -> str:
        """Give the line above the section."""
        return self.preset.headers[self.language][section]

    def label(self, role: str, author: str | None) -> str:
        """Give what stands before what somebody said, on one line."""
        return " ".join(author.split()) if author and author.strip() else self.preset.labels[self.language][role]

    def recent(self, message: Message, content: str) -> str:
        """Render a message of the recent conversation."""
        return f"{self.label(message.role, message.author)}: {content}"

    def recalled(self, entry: MemoryEntry) -> str:
        """Render something recalled, with the day it was said."""
        return f"- ({entry.timestamp:%Y-%m-%d}) {self.label(entry.role, entry.author)}: {entry.content}"


def assemble(
    conversation_id: str,
    recent: Sequence[Message],
    recalled: Sequence[MemoryEntry],
    *,
    limit: int,
    layout: Layout,
    count: Count,
    warnings: Sequence[str] = (),
) -> MemoryContext:
    """
    Put a context together in at most *limit* tokens.

    The newest of *recent* (oldest first) is always in, cut with a mark when it alone is too long. While there is
    something *recalled* (best first), messages from the newest backwards, without a gap, leave it the preset's share;
    what it does not take goes to further messages, and what they leave to more of it. Nothing stands twice. Recalled
    entries stand in the order in which they were said.
    """
    budget = _Budget(limit, layout, count)
    budget.take_newest(recent)
    share = int(limit * layout.preset.recalled_share) if recalled else 0
    budget.take_recent(recent, leaving=share)
    budget.take_recalled(recalled, share)
    budget.take_recent(recent, leaving=0)
    budget.take_recalled(recalled, limit)
    return budget.context(conversation_id, tuple(warnings))


_Key = tuple[str, str]


class _Budget:
    """The pieces taken so far and the tokens they leave."""

    def __init__(self, limit: int, layout: Layout, count: Count) -> None:
        self._limit = limit
        self._layout = layout
        self._count = count
        self._headers: dict[Section, int] = {}
        self._recalled: dict[_Key, tuple[MemoryEntry, ContextItem]] = {}
        self._recent: dict[_Key, ContextItem] = {}  # the newest first
        self._told: set[tuple[str | None, str]] = set()  # what is said ten times is recalled once
        self._items: dict[_Key, ContextItem] = {}  # recalled entries as rendered, which counting makes dear
        self._used = 0

    def take_newest(self, recent: Sequence[Message]) -> None:
        if not recent:
            return
        newest = recent[-1]
        if len(newest.content) > self._limit * _TOKEN_CHARACTERS:
            self._take_recent_item(newest, self._cut(newest))
            return
        item = self._recent_item(newest)
        if item.tokens + self._header_cost(Section.RECENT) <= self._limit:
            self._open(Section.RECENT)
        elif item.tokens > self._limit:
            item = self._cut(newest)
        self._take_recent_item(newest, item)

    def take_recent(self, recent: Sequence[Message], *, leaving: int) -> None:
        """Go on backwards while the next message leaves *leaving* tokens; one that was recalled moves over."""
        if any(item.truncated for item in self._recent.values()):
            return
        for message in reversed(recent[: len(recent) - len(self._recent)]):
            if len(message.content) > self._limit * _TOKEN_CHARACTERS:
                return
            item = self._recent_item(message)
            if item.tokens > self._left + self._recalled_tokens(_key(message)) - leaving:
                return
            self._give_back(_key(message))
            self._take_recent_item(message, item)

    def take_recalled(self, entries: Sequence[MemoryEntry], limit: int) -> None:
        """Take what fits into *limit* tokens of recalled entries, the header included."""
        for entry in entries:
            if len(entry.content) > self._limit * _TOKEN_CHARACTERS:
                continue
            key = (entry.conversation_id, entry.message_id)
            if key in self._recent or key in self._recalled or (entry.author, entry.content) in self._told:
                continue
            item = self._items.get(key) or self._recalled_item(entry)
            self._items[key] = item
            cost = item.tokens + self._header_cost(Section.RECALLED)
            if cost > self._left or cost + self._spent_on_recalled() > limit:
                continue
            self._open(Section.RECALLED)
            self._recalled[key] = entry, item
            self._told.add((entry.author, entry.content))
            self._used += item.tokens

    def context(self, conversation_id: str, warnings: tuple[str, ...]) -> MemoryContext:
        recalled = self._recalled.values()
        told = sorted(recalled, key=lambda pair: (pair[0].timestamp, pair[0].conversation_id, pair[0].position))
        newest_first = list(self._recent.values())
        sections = {Section.RECALLED: [item for _, item in told], Section.RECENT: newest_first[::-1]}
        present = {section: items for section, items in sections.items() if items}
        tokens = {
            section: self._headers.get(section, 0) + sum(item.tokens for item in items)
            for section, items in present.items()
        }
        return MemoryContext(
            conversation_id=conversation_id,
            text="\n".join(self._lines(section, items) for section, items in present.items()),
            messages=self._messages(present),
            items=tuple(item for items in present.values() for item in items),
            tokens=TokenStats(sum(tokens.values()), self._limit, tokens, len(self._recent)),
            warnings=warnings,
        )

    @property
    def _left(self) -> int:
        return self._limit - self._used

    def _header_cost(self, section: Section) -> int:
        return 0 if section in self._headers else self._cost(self._layout.header(section))

    def _open(self, section: Section) -> None:
        if section not in self._headers:
            self._headers[section] = self._header_cost(section)
            self._used += self._headers[section]

    def _recalled_tokens(self, key: _Key) -> int:
        return self._recalled[key][1].tokens if key in self._recalled else 0

    def _spent_on_recalled(self) -> int:
        return sum(item.tokens for _, item in self._recalled.values()) + self._headers.get(Section.RECALLED, 0)

    def _give_back(self, key: _Key) -> None:
        self._used -= self._recalled_tokens(key)
        self._recalled.pop(key, None)
        if not self._recalled:
            self._used -= self._headers.pop(Section.RECALLED, 0)

    def _take_recent_item(self, message: Message, item: ContextItem) -> None:
        self._recent[_key(message)] = item
        self._used += item.tokens

    def _cost(self, text: str, *, last: bool = False) -> int:
        """Count a piece with its line break; the *last* one may stand without, which could count more."""
        cost = self._count(text + "\n")
        return max(cost, self._count(text)) if last else cost

    def _recent_item(self, message: Message, content: str | None = None) -> ContextItem:
        said = message.content if content is None else content
        text = self._layout.recent(message, said)
        tokens = self._cost(text, last=not self._recent)
        cut = content is not None
        return self._item(Section.RECENT, text, said, message, tokens, truncated=cut)

    def _recalled_item(self, entry: MemoryEntry) -> ContextItem:
        text = self._layout.recalled(entry)
        return ContextItem(
            Section.RECALLED,
            text,
            entry.content,
            self._cost(text, last=not self._recent),
            (entry.message_id,),
            entry.role,
            entry.score,
            conversation_id=entry.conversation_id,
            author=entry.author,
        )

    @staticmethod
    def _item(
        section: Section, text: str, content: str, message: Message, tokens: int, *, truncated: bool
    ) -> ContextItem:
        return ContextItem(
            section,
            text,
            content,
            tokens,
            (message.id,),
            message.role,
            truncated=truncated,
            conversation_id=message.conversation_id,
            author=message.author,
        )

    def _cut(self, message: Message) -> ContextItem:
        """Keep as much of the beginning of *message* as fits, without a header, and mark the cut."""
        low, high = 0, min(len(message.content) - 1, self._limit * _TOKEN_CHARACTERS)
        best = None
        while low <= high:
            middle = (low + high) // 2
            item = self._recent_item(message, message.content[:middle] + CUT_MARK)
            if item.tokens <= self._limit:
                best, low = item, middle + 1
            else:
                high = middle - 1
        return best or self._bare_cut(message)

    def _bare_cut(self, message: Message) -> ContextItem:
        """Where not even the label fits: the mark alone, the longest that does."""
        mark = next((mark for mark in _MARKS if self._count(mark) <= self._limit), "")
        return self._item(Section.RECENT, mark, mark, message, self._count(mark), truncated=True)

    def _lines(self, section: Section, items: Sequence[ContextItem]) -> str:
        head = [self._layout.header(section)] if section in self._headers else []
        return "\n".join([*head, *(item.text for item in items)])

    def _messages(self, present: dict[Section, list[ContextItem]]) -> list[dict[str, str]]:
        remembered = [self._lines(section, items) for section, items in present.items() if section != Section.RECENT]
        first = [{"role": "system", "content": "\n".join(remembered)}] if remembered else []
        recent = present.get(Section.RECENT, [])
        crowded = _crowded(recent)
        return first + [{"role": _CHAT_ROLES[item.role], "content": _said(item, crowded)} for item in recent]


def _crowded(items: Sequence[ContextItem]) -> set[str]:
    """Give the roles in which several people speak, whom a chat model could not tell apart."""
    authors = {(item.role, item.author) for item in items}
    roles = [role for role, _ in authors]
    return {role for role in roles if roles.count(role) > 1}


def _said(item: ContextItem, crowded: set[str]) -> str:
    return f"{item.author}: {item.content}" if item.role in crowded and item.author else item.content


def _key(message: Message) -> _Key:
    return message.conversation_id, message.id
