"""A person's facts in a test: messages are told one after the other, and what is known is held at hand."""

import json
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.domain.absorption import absorb
from lembranca.domain.claim import Reader
from lembranca.domain.fact import ExtractedFact
from lembranca.domain.known_fact import Source

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
LABELLED = Path(__file__).parent / "labelled"

terms = SnowballNormalizer().terms


def fact(written, message_id="m", *, weight=0.8):
    """Read a fact as it is written in tests: "kind: content", then "@topic" and "!" where it is denied or has ended."""
    kind, _, rest = written.removesuffix(" !").partition(": ")
    content, _, topic = rest.partition(" @")
    return ExtractedFact(kind, content, message_id, weight, topic=topic or None, negated=written.endswith(" !"))


def claim(written):
    return Reader(terms).claim(fact(written))


class Person:
    """
    What is known of somebody, by id, and every change of it.

    Each change is held against the facts as they are when it is carried out.
    """

    def __init__(self):
        self.known = {}
        self.changes = []
        self._ids = count(1)
        self._days = count()

    def new_id(self, prefix):
        return f"{prefix}-{next(self._ids)}"

    def say(self, *written, message_id=None, after=None, weight=0.8):
        """Tell facts in one message, a day *after* the last one where nothing else is said; give the changes."""
        day = next(self._days) if after is None else after
        message_id = message_id or f"m{day}"
        source = Source("c", message_id, START + timedelta(days=day))
        told = [fact(text, message_id, weight=weight) for text in written]
        return self.take(told, {message_id: source}, now=source.said_at)

    def give(self, written, *, now=START):
        """Give a fact by hand."""
        return self.take([fact(written)], {}, now=now)

    def take(self, told, sources, *, now):
        return self.carry_out(
            absorb(list(self.known.values()), told, sources, now=now, new_id=self.new_id, terms=terms)
        )

    def carry_out(self, changes):
        for change in changes:
            for revision in change.revisions:
                assert self.known.get(revision.after.id) == revision.before
            self.known |= {revision.after.id: revision.after for revision in change.revisions}
        self.changes += changes
        return changes

    @property
    def active(self):
        return [fact.content for fact in self.known.values() if fact.is_active]

    @property
    def history(self):
        return [fact.content for fact in self.known.values() if not fact.is_active]

    def fact(self, content):
        return next(fact for fact in self.known.values() if fact.content == content)


def told_per_message():
    """By sequence, what a good extractor tells of each message of the labelled updates."""
    rows = map(json.loads, (LABELLED / "updates_told.jsonl").read_text(encoding="utf-8").splitlines())
    return {row["id"]: row["told"] for row in rows}
