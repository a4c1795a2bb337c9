"""What `chat` tells and forgets of the person: `/recall` and `/forget`."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.knowing import show_fact, show_found, show_profile
from lembranca.adapters.inbound.cli.phrases import Phrases
from lembranca.adapters.inbound.cli.revising import forget_all, matching, offer, picked
from lembranca.adapters.inbound.cli.screen import Screen
from lembranca.adapters.inbound.cli.session import Session
from lembranca.application.user_memory import UserMemory
from lembranca.domain.errors import InvalidInput
from lembranca.domain.relevance import RELEVANT

_PATIENCE = 2.0  # seconds for what was just said to be read
_FOUND = 5
_LATEST = 5


class PersonCommands:
    """
    The commands about the person.

    Args:
        ask: reads one line from whoever talks.

    """

    def __init__(
        self, session: Session, person: UserMemory, screen: Screen, say: Phrases, ask: Callable[[], str]
    ) -> None:
        self._session = session
        self._person = person
        self._screen = screen
        self._say = say
        self._ask = ask

    def recall(self, query: str) -> None:
        """Show what is remembered about *query*; without one the profile and the latest facts."""
        self._session.settle(_PATIENCE)
        if query:
            self._about(query)
        else:
            self._who()

    def forget(self, text: str) -> None:
        """Show what matches *text*, and forget what is wished."""
        if not text:
            self._screen.note(self._say.what_to_forget)
            return
        self._session.settle(_PATIENCE)
        offered = self._session.call(matching(self._person, text))
        for number, entry in enumerate(offered, 1):
            self._screen.note(offer(number, entry))
        chosen = []
        if offered:
            self._screen.note(self._say.forget_which)
            try:
                chosen = picked(self._ask(), offered)
            except InvalidInput as exc:
                self._screen.fail(str(exc))
        ids = [entry.id for entry in chosen]
        self._session.call(forget_all(self._person, ids))
        if self._screen.as_json:
            self._screen.json({"forgotten": ids})
        self._screen.note(self._say.forgotten.format(count=len(ids)) if ids else self._say.nothing_forgotten)

    def _about(self, query: str) -> None:
        found = self._session.call(self._person.search(query, limit=_FOUND))
        if max((entry.relevance for entry in found), default=0.0) < RELEVANT:
            found = []
        if self._screen.as_json:
            self._screen.json({"recalled": [records.entry(entry) for entry in found]})
        for rank, entry in enumerate(found, 1):
            show_found(self._screen, rank, entry)
        if not found:
            self._screen.note(self._say.nothing_relevant)

    def _who(self) -> None:
        profile = self._session.call(self._person.profile())
        latest = self._session.call(self._person.facts())[-_LATEST:]
        if self._screen.as_json:
            self._screen.json({"profile": records.plain(profile), "facts": [records.entry(each) for each in latest]})
        if not latest:
            self._screen.note(self._say.nothing_known)
            return
        show_profile(self._screen, profile)
        self._screen.show("", Text(self._say.latest, style="bold"))
        for entry in reversed(latest):
            show_fact(self._screen, entry)
        self._screen.show("")
