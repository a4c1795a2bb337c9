"""What contexts are put together from in the tests."""

from datetime import UTC, datetime, timedelta

from lembranca.adapters.outbound.tokens.cached import CachingTokenCounter
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.domain.context import MemoryContext, Section
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.known_fact import ACTIVE, Fact, FactState
from lembranca.domain.layers import LAYER_OF_KIND
from lembranca.domain.layout import Layout
from lembranca.domain.message import Attachment, Message
from lembranca.domain.preset import PRESETS
from lembranca.domain.summary import KeyEvent, Summary

START = datetime(2026, 3, 2, 19, 4, tzinfo=UTC)
ESTIMATE = CachingTokenCounter(EstimatingTokenCounter()).count


def words(text: str) -> int:
    """A counter that anybody can follow: a word is a token, and so is a line break."""
    return len(text.split()) + text.count("\n") or 1


def message(
    position: int,
    content: str = "oi",
    role: str = "user",
    author: str | None = None,
    attachments: tuple[Attachment, ...] = (),
) -> Message:
    moment = START + timedelta(minutes=position)
    return Message(f"m{position}", "c", role, content, moment, author, attachments=attachments, position=position)


def entry(number: int, content: str = "odeia coentro", conversation_id: str = "old") -> MemoryEntry:
    moment = START - timedelta(days=number)
    return MemoryEntry(f"e{number}", conversation_id, f"m{number}", content, moment, score=1 / number)


def summary(first: int, last: int, text: str = "Ana quer viajar.", **more) -> Summary:
    return Summary(f"s{first}", "c", first, last, text, START, **more)


def event(description: str, importance: str = "high") -> KeyEvent:
    return KeyEvent(START, description, importance=importance)


def known(number: int, content: str = "odeia coentro", kind: str = "pref", **more) -> Fact:
    """A fact made on the day of its number; what is named as a field of its state is put there."""
    moment = START + timedelta(days=number)
    in_state = {name: more.pop(name) for name in FactState.__slots__ if name in more}
    state = {"status": ACTIVE, "layer": LAYER_OF_KIND[kind], "weight": 0.7, "observations": 1, "updated_at": moment}
    return Fact(f"f{number}", kind, content, moment, FactState(**state | in_state), **more)


def layout(preset: str = "hybrid", language: str = "en") -> Layout:
    return Layout(PRESETS[preset], language)


def section(context: MemoryContext, name: Section) -> list[str]:
    return [item.content for item in context.items if item.section == name]
