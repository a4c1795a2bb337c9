"""What comes to mind for a context, beside the conversation itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lembranca.application.accesses import Accesses
from lembranca.application.known_facts import Known, KnownFacts
from lembranca.application.memory_search import MemorySearch
from lembranca.domain.choice import Candidate, ChosenFacts, choose
from lembranca.domain.context import MemoryContext, Section
from lembranca.domain.entry import MemoryEntry, SearchFilter
from lembranca.domain.errors import StorageError
from lembranca.domain.preset import Preset
from lembranca.domain.scope import Scope
from lembranca.ports.clock import IClock


@dataclass(frozen=True, slots=True)
class Recollected:
    """The *messages* recalled, the *facts* for the context, the ids of those that were *asked* for, what went wrong."""

    messages: Sequence[MemoryEntry] = ()
    facts: ChosenFacts = field(default_factory=ChosenFacts)
    asked: frozenset[str] = frozenset()
    warnings: tuple[str, ...] = ()


class Recollection:
    """Searches for what a query wants, chooses of the known what a context should have, and counts what was used."""

    def __init__(
        self, search: MemorySearch, known: KnownFacts, accesses: Accesses, clock: IClock, preset: Preset
    ) -> None:
        self._search = search
        self._known = known
        self._accesses = accesses
        self._clock = clock
        self._preset = preset

    async def of(self, scope: Scope, query: str | None) -> Recollected:
        """
        Give what is recalled for *query* and what is known that a context should have; without one only the latter.

        What cannot be asked is missing, and the warnings say so.

        Raises:
            InvalidInput: the query is no text.

        """
        messages: Sequence[MemoryEntry] = ()
        candidates: list[Candidate] = []
        warnings: tuple[str, ...] = ()
        if query is not None and query != "":
            most = self._preset.recalled_entries
            try:
                found = await self._search.find(scope, query, limit=most, filters=SearchFilter())
            except StorageError as exc:
                return Recollected(warnings=(f"nothing recalled: {exc}",))
            messages, warnings = found.messages, found.warnings
            candidates = [candidate for candidate, _, _ in found.facts]
        try:
            known = await self._known.of(scope)
        except StorageError as exc:
            return Recollected(messages, warnings=(*warnings, f"facts: {exc}"))
        asked = frozenset(candidate.fact.id for candidate in candidates)
        return Recollected(messages, self._chosen(known, candidates, query), asked, warnings)

    def used(self, scope: Scope, found: Recollected, context: MemoryContext) -> None:
        """Count an access to each fact that was asked for and that the context has."""
        told = {item.entry_id for item in context.items if item.section is Section.FACTS and item.entry_id}
        self._accesses.note(scope, found.asked & told)

    def _chosen(self, known: Known, found: Sequence[Candidate], query: str | None) -> ChosenFacts:
        chosen = choose(self._preset.choice, known.facts.values(), found, query or None, self._clock.now())
        return ChosenFacts(chosen, known.standing)
