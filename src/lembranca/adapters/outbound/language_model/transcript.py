"""What is to be condensed, written out for a language model within bounds."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from lembranca.adapters.outbound.language_model.plain_text import clean, lines_of, one_line
from lembranca.domain.assembly import CUT_MARK
from lembranca.domain.message import Message
from lembranca.domain.summary import Summary, SummaryRequest

Count = Callable[[str], int]

NOTHING = "-"
_LEAST = 40  # tokens of an entry below which whole entries are left out rather than all of them cut
_CHARACTERS = 8  # of a token in ordinary text; what is longer is cut to this before it is counted
_SHRINK = 0.95


@dataclass(frozen=True, slots=True)
class Transcript:
    """The former summaries and the turns as text, and how many *turns* were cut and left out to keep the bounds."""

    former: str
    turns: str
    cut: int = 0
    left_out: int = 0

    @property
    def fence(self) -> str:
        """A mark that nobody who wrote a message can have known, the same for the same text."""
        return hashlib.sha256(f"{self.former}\n{self.turns}".encode()).hexdigest()[:12]

    @property
    def text(self) -> str:
        """All of it."""
        return f"{self.former}\n{self.turns}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One turn or one former summary: who and when, and what was said."""

    head: str
    said: str

    def written(self, keep: int | None = None) -> str:
        """
        Write it with *keep* characters of what was said at most, two thirds of them from the beginning.

        Every line after the first begins with a bar, so that nothing in it can pass for another turn.
        """
        said = self.said
        if keep is not None and keep < len(said):
            tail = keep // 3
            said = f"{said[: keep - tail]} {CUT_MARK} {said[len(said) - tail :]}"
        return "\n| ".join([f"[{self.head}] ", *lines_of(said)]).replace("\n| ", "", 1)


def transcribe(request: SummaryRequest, count: Count, *, most_each: int, most_all: int) -> Transcript:
    """
    Write *request* in at most *most_all* tokens, each turn in at most *most_each*.

    Former summaries take at most half, turns what they leave. What is too long is cut in its middle, the longest
    first; where there are so many that less than 40 tokens would be left for each, some are left out whole, from after
    the first quarter on.
    """
    remembered = [_remembered(summary) for summary in request.former]
    former, spent, _, _ = written_within(remembered, count, most_all, most_all // 2)
    said = [_turn(message) for message in request.messages]
    turns, _, cut, left_out = written_within(said, count, most_each, most_all - spent)
    return Transcript(former or NOTHING, turns or NOTHING, cut, left_out)


def time_of(moment: datetime) -> str:
    """Write a time in UTC to the second."""
    return f"{moment:%Y-%m-%dT%H:%M:%S}Z"


def _turn(message: Message) -> Entry:
    brought = [f"[{item.type}: {item.text}]" if item.text else f"[{item.type}]" for item in message.attachments]
    return Entry(
        f"{time_of(message.timestamp)} {one_line(message.speaker)}", clean("\n".join([message.content, *brought]))
    )


def _remembered(summary: Summary) -> Entry:
    times = [time_of(moment) for moment in (summary.started_at, summary.ended_at) if moment]
    events = [
        f"- {time_of(event.timestamp)} ({event.importance}) {', '.join(event.participants)}: {event.description}"
        for event in summary.key_events
    ]
    return Entry(" - ".join(dict.fromkeys(times)) or NOTHING, clean("\n".join([summary.text, *events])))


def written_within(entries: Sequence[Entry], count: Count, most_each: int, most_all: int) -> tuple[str, int, int, int]:
    """Give the entries as text, its tokens at most, and how many entries were cut and how many left out."""
    kept = list(entries)
    _thin(kept, max(1, most_all // _LEAST))
    texts = [_within(entry, count, most_each) for entry in kept]
    level = _level([tokens for _, tokens in texts], most_all)
    texts = [
        pair if pair[1] <= level else _within(entry, count, level) for entry, pair in zip(kept, texts, strict=True)
    ]
    cut = sum(text != entry.written() for entry, (text, _) in zip(kept, texts, strict=True))
    while len(texts) > 1 and sum(tokens for _, tokens in texts) > most_all:  # names too long for their share
        _thin(texts, len(texts) - 1)
    return "\n".join(text for text, _ in texts), sum(tokens for _, tokens in texts), cut, len(entries) - len(texts)


def _thin(items: list[Entry] | list[tuple[str, int]], most: int) -> None:
    """Leave at most *most*: the first quarter of them from the beginning, the rest from the end."""
    if len(items) > most:
        del items[most // 4 : len(items) - (most - most // 4)]


def _within(entry: Entry, count: Count, limit: int) -> tuple[str, int]:
    """Write an entry in at most *limit* tokens, its line break included, as far as its head allows."""
    keep = min(len(entry.said), limit * _CHARACTERS)
    text = entry.written(keep)
    while (tokens := count(text + "\n")) > limit and keep:
        keep = min(keep - 1, int(keep * limit / tokens * _SHRINK))
        text = entry.written(keep)
    return text, tokens


def _level(sizes: Sequence[int], most: int) -> int:
    """Give the greatest size such that all, cut to it, have at most *most* together; the greatest of all if they do."""
    left, waiting = most, len(sizes)
    for size in sorted(sizes):
        if size * waiting > left:
            return max(1, left // waiting)
        left -= size
        waiting -= 1
    return max(sizes, default=0)
