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
_SHORTEST_MARK = "…"

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

    The newest of *recent* (oldest first) is always in, cut with a mark when it alone is too long. Then the best of
    *recalled* (best first) take up to the preset's share, then messages from the newest backwards without a gap, then
    more of *recalled* with what is left. Recalled entries stand in the order in which they were said.
    """
    budget = _Budget(limit, layout, count)
    budget.take_newest(recent)
    recall_limit = int(limit * layout.preset.recalled_share)
    waiting = budget.take_recalled(_unrepeated(recalled, recent), recall_limit)
    budget.take_recent(recent)
    shown = {message_id for item in budget.recent for message_id in item.message_ids}
    waiting += [entry for entry in recalled if _is_hidden(entry, recent, shown)]
    budget.take_recalled(waiting, limit)
    return budget.context(conversation_id, tuple(warnings))


def _is_recent(entry: MemoryEntry, recent: Sequence[Message]) -> bool:
    return any(entry.message_id == m.id and entry.conversation_id == m.conversation_id for m in recent)


def _unrepeated(recalled: Sequence[MemoryEntry], recent: Sequence[Message]) -> list[MemoryEntry]:
    return [entry for entry in recalled if not _is_recent(entry, recent)]


def _is_hidden(entry: MemoryEntry, recent: Sequence[Message], shown: set[str]) -> bool:
    """Whether a recalled entry stands in the window of recent messages but found no room there."""
    return _is_recent(entry, recent) and entry.message_id not in shown


class _Budget:
    """The pieces taken so far and the tokens they leave."""

    def __init__(self, limit: int, layout: Layout, count: Count) -> None:
        self._limit = limit
        self._layout = layout
        self._count = count
        self._headers: dict[Section, int] = {}
        self._recalled: list[tuple[MemoryEntry, ContextItem]] = []
        self.recent: list[ContextItem] = []
        self._used = 0

    def take_newest(self, recent: Sequence[Message]) -> None:
        if not recent:
            return
        newest = recent[-1]
        item = self._recent_item(newest)
        if item.tokens + self._header_cost(Section.RECENT) <= self._limit:
            self._open(Section.RECENT)
            self._take_recent_item(item)
        else:
            self._take_recent_item(self._cut(newest))

    def take_recent(self, recent: Sequence[Message]) -> None:
        if not self.recent or self.recent[0].truncated:
            return
        for message in reversed(recent[:-1]):
            item = self._recent_item(message)
            if item.tokens > self._left:
                return
            self._take_recent_item(item)

    def take_recalled(self, entries: Sequence[MemoryEntry], limit: int) -> list[MemoryEntry]:
        """Take what fits into *limit* tokens of recalled entries, the header included; give back what did not."""
        left_out = []
        for entry in entries:
            item = self._recalled_item(entry)
            cost = item.tokens + self._header_cost(Section.RECALLED)
            spent = sum(taken.tokens for _, taken in self._recalled) + self._headers.get(Section.RECALLED, 0)
            if cost > self._left or cost + spent > limit:
                left_out.append(entry)
                continue
            self._open(Section.RECALLED)
            self._recalled.append((entry, item))
            self._used += item.tokens
        return left_out

    def context(self, conversation_id: str, warnings: tuple[str, ...]) -> MemoryContext:
        told = sorted(self._recalled, key=lambda pair: (pair[0].timestamp, pair[0].conversation_id, pair[0].position))
        sections = {Section.RECALLED: [item for _, item in told], Section.RECENT: self.recent}
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
            tokens=TokenStats(sum(tokens.values()), self._limit, tokens, len(self.recent)),
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

    def _take_recent_item(self, item: ContextItem) -> None:
        self.recent.insert(0, item)
        self._used += item.tokens

    def _cost(self, text: str, *, last: bool = False) -> int:
        """Count a piece with its line break; the *last* one may stand without, which could count more."""
        cost = self._count(text + "\n")
        return max(cost, self._count(text)) if last else cost

    def _recent_item(self, message: Message, content: str | None = None) -> ContextItem:
        said = message.content if content is None else content
        text = self._layout.recent(message, said)
        tokens = self._cost(text, last=not self.recent)
        cut = content is not None
        return ContextItem(Section.RECENT, text, said, tokens, (message.id,), message.role, truncated=cut)

    def _recalled_item(self, entry: MemoryEntry) -> ContextItem:
        text = self._layout.recalled(entry)
        tokens = self._cost(text, last=not self.recent)
        return ContextItem(Section.RECALLED, text, entry.content, tokens, (entry.message_id,), entry.role, entry.score)

    def _cut(self, message: Message) -> ContextItem:
        """Keep as much of the beginning of *message* as fits, without a header, and mark the cut."""
        low, high = 0, len(message.content) - 1
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
        """Where not even the label fits: the mark alone, the shortest there is."""
        mark = CUT_MARK if self._count(CUT_MARK) <= self._limit else _SHORTEST_MARK
        tokens = self._count(mark)
        return ContextItem(Section.RECENT, mark, mark, tokens, (message.id,), message.role, truncated=True)

    def _lines(self, section: Section, items: Sequence[ContextItem]) -> str:
        head = [self._layout.header(section)] if section in self._headers else []
        return "\n".join([*head, *(item.text for item in items)])

    def _messages(self, present: dict[Section, list[ContextItem]]) -> list[dict[str, str]]:
        remembered = [self._lines(section, items) for section, items in present.items() if section != Section.RECENT]
        first = [{"role": "system", "content": "\n".join(remembered)}] if remembered else []
        return first + [{"role": _CHAT_ROLES[item.role], "content": item.content} for item in self.recent]
