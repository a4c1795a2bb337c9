"""The part of `demo` about a person: what is learned, what takes its place, and what is believed then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from rich.rule import Rule
from rich.text import Text

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.knowing import show_profile
from lembranca.adapters.inbound.cli.screen import Screen, one_line
from lembranca.adapters.inbound.cli.session import Session
from lembranca.application.user_memory import UserMemory
from lembranca.domain.change import Change
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.fact import FACT_KINDS
from lembranca.domain.profile import Profile

_SAID = (
    (datetime(2026, 3, 2, 10, tzinfo=UTC), "whatsapp", "Sou vegetariana e moro em Recife."),
    (datetime(2026, 5, 4, 9, tzinfo=UTC), "web", "Me mudei para Curitiba!"),
)
_ASKED = "Onde eu moro?"


@dataclass(frozen=True, slots=True)
class Known:
    """The changes that two messages made, oldest first, what is believed then, and what a question recalls of it."""

    changes: Sequence[Change]
    profile: Profile
    recalled: Sequence[MemoryEntry]

    def as_json(self) -> dict[str, Any]:
        """Give everything as JSON."""
        return {
            "changes": records.plain(self.changes),
            "profile": records.plain(self.profile),
            "recalled": [records.entry(entry) for entry in self.recalled],
        }


def know(session: Session, person: UserMemory) -> Known:
    """Have a person say two things, two months and one channel apart."""
    for number, (when, channel, text) in enumerate(_SAID, 1):
        message = {"id": f"lia-{number}", "role": "user", "content": text, "timestamp": when, "channel": channel}
        session.call(person.conversation(f"lia-{channel}").add_messages([message]))
        session.call(session.memory.drain())
    changes = session.call(person.history())[::-1]
    recalled = session.call(person.search(_ASKED, kinds=FACT_KINDS, limit=1))
    return Known(changes, session.call(person.profile()), recalled)


def show_known(screen: Screen, known: Known) -> None:
    """Show it in a dozen lines."""
    screen.show(Rule(style="dim"), Text("And what is known of a person, whatever the conversation. Lia says:", "bold"))
    for when, channel, text in _SAID:
        screen.show(f"  {when:%Y-%m-%d}  {channel:<9} {text}")
    screen.show("", Text("so facts are learned in the background, and replaced when they change:", style="dim"))
    for change in known.changes:
        screen.show(f"  {change.action:<10} {one_line(change.reason)}")
    screen.show("", Text("What is believed now, how firmly, and what was before:", style="dim"))
    show_profile(screen, known.profile)
    for entry in known.recalled:
        screen.show(
            "", Text.assemble((f"{_ASKED}  ", "bold"), f"{entry.content}  ", (f"{entry.relevance:.0%}", "cyan"))
        )
    screen.show("")
