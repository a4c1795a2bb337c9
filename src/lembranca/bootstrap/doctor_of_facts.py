"""The doctor's probes of what is known: each counts, shows some, and names the command that mends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lembranca.application.doctor import Finding, Probe
from lembranca.application.fact_checkup import FactCheckup, Suspect
from lembranca.bootstrap.knowledge import language_of_texts
from lembranca.bootstrap.settings import Settings
from lembranca.domain.scope import DEFAULT_TENANT, Scope

if TYPE_CHECKING:
    from lembranca.adapters.outbound.sqlite.selfcheck import SqliteSelfCheck
    from lembranca.bootstrap.container import Container

_EXAMPLES = 3
_CHARACTERS = 60


class FactProbes:
    """Examines the facts in the database that *check* examines."""

    def __init__(self, settings: Settings, container: Container, check: SqliteSelfCheck) -> None:
        self._settings = settings
        self._container = container
        self._check = check

    def probes(self) -> list[tuple[str, Probe]]:
        """Give the probes, to be asked when the history can be read."""
        return [
            ("duplicates", self._duplicates),
            ("contradictions", self._contradictions),
            ("junk", self._junk),
            ("orphans", self._orphans),
            ("vectors", self._vectors),
        ]

    def _checkup(self) -> FactCheckup:
        from lembranca.adapters.outbound.rules.extractor import RuleFactExtractor
        from lembranca.adapters.outbound.sqlite.factcheck import SqliteFactCheck

        settings, normalizer = self._settings, self._container.normalizer()
        # What a model wrote can only be judged by a model, which nobody wants to pay for here.
        by_rules = settings.extractor == "rules" or (settings.extractor == "auto" and settings.llm == "none")
        extractor = RuleFactExtractor(normalizer) if by_rules else None
        clock = self._container.clock()
        return FactCheckup(SqliteFactCheck(self._check), normalizer, extractor, clock, language_of_texts(settings))

    async def _duplicates(self) -> Finding:
        found = await self._checkup().duplicates()
        if not found:
            return _well("duplicates", "no two facts of a person say the same")
        merged = [change.revisions[-1].after for _, change in found]
        said = f"{len(found):,} facts say what another says: {found[0][1].reason}"
        advice = "`lembranca garden` merges them; `lembranca history --undo CHANGE_ID` takes it back"
        return Finding("duplicates", "warn", said, advice, len(found), tuple(fact.id for fact in merged[:_EXAMPLES]))

    async def _contradictions(self) -> Finding:
        found = await self._checkup().contradictions()
        if not found:
            return _well("contradictions", "no two facts of a person exclude each other")
        pairs = "; ".join(
            f"{_shown(each)} and {_quoted(each.other.content)}" for each in found[:_EXAMPLES] if each.other is not None
        )
        said = f"{len(found):,} pairs cannot both hold: {pairs}"
        return _suspicious("contradictions", said, found, "the one that does not hold")

    async def _junk(self) -> Finding:
        found = await self._checkup().junk()
        if not found:
            return _well("junk", "every fact is what its message tells")
        said = f"{len(found):,} facts are not what their messages tell by today's rules: {_some(found)}"
        return _suspicious("junk", said, found, "what is none")

    async def _orphans(self) -> Finding:
        found = await self._checkup().orphans()
        if not found:
            return _well("orphans", "behind every fact there is a message, or it was given by hand")
        said = f"{len(found):,} facts have lost all the messages that they came from: {_some(found)}"
        return _suspicious("orphans", said, found, "what is not to be known any more")

    async def _vectors(self) -> Finding:
        embedder = self._container.embedder()
        await embedder.open()
        try:
            embedded = await self._check.embedded_ids(embedder.identity)
        finally:
            await embedder.close()
        missing = await self._check.entries() - len(embedded)
        if not missing:
            return _well("vectors", f"every message and fact has one of {embedder.identity}")
        said = f"{missing:,} messages and facts have none of {embedder.identity} yet"
        return Finding(
            "vectors", "warn", said, "nothing: the next start makes them, or `lembranca reindex` now", missing
        )


def _well(name: str, said: str) -> Finding:
    return Finding(name, "ok", said, count=0)


def _suspicious(name: str, said: str, found: Sequence[Suspect], which: str) -> Finding:
    first = found[0]
    advice = (
        f"look, then `lembranca forget {first.fact.id}{_whose(first.scope)}` forgets {which}; `restore` brings it back"
    )
    return Finding(name, "warn", said, advice, len(found), tuple(each.fact.id for each in found[:_EXAMPLES]))


def _whose(scope: Scope) -> str:
    tenant = "" if scope.tenant_id == DEFAULT_TENANT else f" --tenant {scope.tenant_id}"
    return f"{tenant} --user {scope.user_id}"


def _some(found: Sequence[Suspect]) -> str:
    return "; ".join(map(_shown, found[:_EXAMPLES]))


def _shown(suspect: Suspect) -> str:
    return f"{suspect.fact.id} {_quoted(suspect.fact.content)}"


def _quoted(content: str) -> str:
    return f"“{content if len(content) <= _CHARACTERS else content[: _CHARACTERS - 1] + '…'}”"
