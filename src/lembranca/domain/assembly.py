"""How a context is put together within its budget: pure, and exact by construction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import islice

from lembranca.domain.budget import Budget, Count
from lembranca.domain.context import ContextItem, MemoryContext, Section
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.errors import InvalidInput
from lembranca.domain.excerpt import take_summaries
from lembranca.domain.known_fact import Fact
from lembranca.domain.layout import CUT_MARK, Layout
from lembranca.domain.message import Message
from lembranca.domain.rendering import rendered
from lembranca.domain.summary import Summary
from lembranca.domain.telling import Telling, take_known

__all__ = ["CUT_MARK", "Layout", "assemble"]

_MARKS = (CUT_MARK, "…", ".")

_Key = tuple[str, str]


def assemble(
    conversation_id: str,
    recent: Sequence[Message],
    recalled: Sequence[MemoryEntry],
    *,
    summaries: Sequence[Summary] = (),
    kept: Sequence[Message] = (),
    facts: Sequence[Fact] = (),
    profile: Sequence[Fact] = (),
    limit: int,
    layout: Layout,
    count: Count,
    warnings: Sequence[str] = (),
) -> MemoryContext:
    """
    Put a context together in at most *limit* tokens.

    Pinned messages, *kept*, are always in, whole, and so is the newest of *recent* (oldest first), cut with a mark when
    it alone is too long. What is known of the person takes at most the preset's share: *profile* is what belongs to
    every context, *facts* those chosen for this one, of both the first ones first; they stand in an order of their own,
    by kind and age, so that what precedes the conversation changes as little as can be. The live *summaries* (oldest
    first) take at most their share for what they say, the newest first; of one that does not fit the end stays. While
    there is something *recalled* (best first), messages from the newest backwards, without a gap, leave it the preset's
    share; what it does not take goes to further messages, and what they leave to more of it. Recalled entries stand in
    the order in which they were said. Nothing stands twice.

    What comes before the recalled section depends on facts, summaries and pins alone as long as the newest message
    leaves them their room: pinned messages from before the end of the last summary, or that *recent* does not hold,
    have a section; later ones stand in the recent conversation, where the window does not reach them before it.

    Raises:
        InvalidInput: the pinned messages alone exceed the limit; those that do not without *recent* never do.

    """
    assembly = _Assembly(limit, layout, count)
    assembly.take_kept(kept, recent, max((summary.last for summary in summaries), default=0))
    assembly.take_newest(recent)
    assembly.take_known(facts, profile)
    assembly.take_summaries(summaries)
    share = int(limit * layout.preset.recalled_share) if recalled else 0
    assembly.take_recent(recent, leaving=share)
    assembly.take_recalled(recalled, share)
    assembly.take_recent(recent, leaving=0)
    assembly.take_recalled(recalled, limit)
    return assembly.context(conversation_id, tuple(warnings))


class _Assembly:
    """The pieces taken so far."""

    def __init__(self, limit: int, layout: Layout, count: Count) -> None:
        self._budget = Budget(limit, layout.wording, count)
        self._layout = layout
        self._known: Mapping[Section, Telling] = {}
        self._summaries: list[ContextItem] = []
        self._pinned: dict[_Key, ContextItem] = {}
        self._waiting: dict[_Key, ContextItem] = {}  # pinned messages that the window may reach yet
        self._recent: dict[_Key, ContextItem] = {}  # the newest first
        self._is_cut = False  # whether the newest message is
        self._reached = 0  # how many of the recent messages the window holds, with those pinned elsewhere
        self._recalled: dict[_Key, tuple[MemoryEntry, ContextItem]] = {}
        self._days: Counter[date] = Counter()
        self._told: set[tuple[str | None, str]] = set()  # what is said ten times is recalled once
        self._items: dict[_Key, ContextItem] = {}  # recalled entries as rendered, which counting makes dear

    def take_kept(self, kept: Sequence[Message], recent: Sequence[Message], cut_off: int) -> None:
        newest = _key(recent[-1]) if recent else None
        at_hand = {_key(message) for message in recent} if kept else set()
        for message in sorted(kept, key=lambda message: message.position):
            key = _key(message)
            if key == newest:
                self._waiting[key] = self._recent_item(message)
            elif message.position > cut_off and key in at_hand:
                self._waiting[key] = self._message_item(Section.RECENT, self._layout.pinned(message), message)
            else:
                self._pinned[key] = self._message_item(Section.PINNED, self._layout.pinned(message), message)
        if self._pinned:
            self._budget.open(Section.PINNED)
        self._budget.spend(Section.PINNED, sum(item.tokens for item in self._pinned.values()))
        self._budget.spend(Section.RECENT, sum(item.tokens for item in self._waiting.values()))
        self._require_room(newest)

    def take_newest(self, recent: Sequence[Message]) -> None:
        if not recent:
            return
        budget, newest = self._budget, recent[-1]
        room = budget.left + self._freed(_key(newest))
        if len(newest.content) > budget.longest:
            self._take_message(_key(newest), self._cut(newest, room))
            return
        item = self._recent_item(newest)
        if item.tokens + budget.frame(Section.RECENT) <= room:
            budget.open(Section.RECENT)
        elif item.tokens > room:
            item = self._cut(newest, room)
        self._take_message(_key(newest), item)

    def take_known(self, facts: Sequence[Fact], profile: Sequence[Fact]) -> None:
        self._known = take_known(facts, profile, self._layout, self._budget)

    def take_summaries(self, summaries: Sequence[Summary]) -> None:
        self._summaries = take_summaries(summaries, self._layout, self._budget)

    def take_recent(self, recent: Sequence[Message], *, leaving: int) -> None:
        """Go on backwards while the next message leaves *leaving* tokens; what stands elsewhere moves over."""
        if self._is_cut:
            return
        budget, layout = self._budget, self._layout
        for message in islice(reversed(recent), self._reached, None):
            key = _key(message)
            if key in self._pinned:
                self._reached += 1
                continue
            if len(message.content) > budget.longest:
                return
            text = layout.recent(message)
            tokens = budget.line(text)
            if tokens > budget.left + self._freed(key) - leaving:
                return
            self._take_message(key, _item(Section.RECENT, text, tokens, message))

    def take_recalled(self, entries: Sequence[MemoryEntry], limit: int) -> None:
        """Take what fits into *limit* tokens of recalled entries, the header included."""
        budget = self._budget
        for entry in entries:
            key = (entry.conversation_id, entry.message_id)
            if len(entry.content) > budget.longest or self._stands(key) or (entry.author, entry.content) in self._told:
                continue
            item = self._items.get(key) or self._recalled_item(entry)
            self._items[key] = item
            cost = item.tokens + self._day_cost(entry) + budget.frame(Section.RECALLED)
            if cost > min(budget.left, limit - budget.spent.get(Section.RECALLED, 0)):
                continue
            budget.spend(Section.RECALLED, item.tokens + self._day_cost(entry))
            budget.open(Section.RECALLED)
            self._days[entry.timestamp.date()] += 1
            self._recalled[key] = entry, item
            self._told.add((entry.author, entry.content))

    def context(self, conversation_id: str, warnings: tuple[str, ...]) -> MemoryContext:
        told = sorted(
            self._recalled.values(), key=lambda pair: (pair[0].timestamp, pair[0].conversation_id, pair[0].position)
        )
        sections = {
            **{section: telling.items() for section, telling in self._known.items()},
            Section.SUMMARIES: self._summaries,
            Section.PINNED: list(self._pinned.values()),
            Section.RECALLED: [item for _, item in told],
            Section.RECENT: [*self._waiting.values(), *reversed(self._recent.values())],
        }
        lines = {section: [item.text for item in items] for section, items in sections.items() if items}
        lines |= {section: telling.lines() for section, telling in self._known.items() if section in lines}
        if told:
            lines[Section.RECALLED] = self._by_day(told)
        return rendered(conversation_id, sections, lines, self._budget, warnings)

    def _require_room(self, newest: _Key | None) -> None:
        """Refuse pins that leave the newest message, which may be yet to come, not even a mark."""
        if not self._pinned and not self._waiting:
            return
        needed = self._budget.limit - self._budget.left
        if newest not in self._waiting:
            needed += min(self._budget.line(mark) for mark in _MARKS)
        if needed > self._budget.limit:
            rule = f"must be at least {needed}: the pinned messages alone take that"
            raise InvalidInput("max_tokens", self._budget.limit, rule)

    def _stands(self, key: _Key) -> bool:
        return key in self._recent or key in self._recalled or key in self._pinned or key in self._waiting

    def _freed(self, key: _Key) -> int:
        """Give the tokens that a message leaves when it moves to its place among the recent ones."""
        if key in self._waiting:
            return self._waiting[key].tokens
        return self._recalled[key][1].tokens if key in self._recalled else 0

    def _take_message(self, key: _Key, item: ContextItem) -> None:
        if key in self._waiting:
            self._budget.spend(Section.RECENT, -self._waiting.pop(key).tokens)
        if key in self._recalled:
            self._give_back(key)
        self._recent[key] = item
        self._is_cut = item.truncated
        self._reached += 1
        self._budget.spend(Section.RECENT, item.tokens)

    def _give_back(self, key: _Key) -> None:
        entry, item = self._recalled.pop(key)
        day = entry.timestamp.date()
        self._days[day] -= 1
        self._budget.spend(Section.RECALLED, -item.tokens - (0 if self._days[day] else self._day_cost(entry)))
        if not self._recalled:
            self._budget.close(Section.RECALLED)

    def _day_cost(self, entry: MemoryEntry) -> int:
        """Give what the line of its day costs where it is not there yet."""
        day = entry.timestamp.date()
        return 0 if self._days[day] else self._budget.line(self._layout.day(day))

    def _by_day(self, told: Sequence[tuple[MemoryEntry, ContextItem]]) -> list[str]:
        lines, last = [], None
        for entry, item in told:
            day = entry.timestamp.date()
            if day != last:
                lines.append(self._layout.day(day))
            lines.append(item.text)
            last = day
        return lines

    def _message_item(self, section: Section, text: str, message: Message, cut: str | None = None) -> ContextItem:
        return _item(section, text, self._budget.line(text), message, cut)

    def _recent_item(self, message: Message, cut: str | None = None) -> ContextItem:
        return self._message_item(Section.RECENT, self._layout.recent(message, cut), message, cut)

    def _recalled_item(self, entry: MemoryEntry) -> ContextItem:
        text = self._layout.recalled(entry)
        return ContextItem(
            Section.RECALLED,
            text,
            entry.content,
            self._budget.line(text),
            (entry.message_id,),
            entry.role,
            entry.score,
            conversation_id=entry.conversation_id,
            author=entry.author,
        )

    def _cut(self, message: Message, room: int) -> ContextItem:
        """Keep as much of the beginning of *message* as fits, without a header, and mark the cut."""
        shown = message.shown
        low, high = 0, min(len(shown) - 1, self._budget.longest)
        best = None
        while low <= high:
            middle = (low + high) // 2
            cut = shown[:middle] + CUT_MARK
            item = self._recent_item(message, cut)
            if item.tokens <= room:
                best, low = item, middle + 1
            else:
                high = middle - 1
        return best or self._bare_cut(message, room)

    def _bare_cut(self, message: Message, room: int) -> ContextItem:
        """Where not even the label fits: the mark alone, the longest that does."""
        items = [self._message_item(Section.RECENT, mark, message, mark) for mark in _MARKS]
        least = replace(items[-1], tokens=min(room, items[-1].tokens))  # all alone it needs no line break
        return next((item for item in items if item.tokens <= room), least)


def _item(section: Section, text: str, tokens: int, message: Message, cut: str | None = None) -> ContextItem:
    return ContextItem(
        section,
        text,
        message.shown if cut is None else cut,
        tokens,
        (message.id,),
        message.role,
        0.0,
        cut is not None,
        message.conversation_id,
        message.author,
    )


def _key(message: Message) -> _Key:
    return message.conversation_id, message.id
