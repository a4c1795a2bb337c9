"""What is known of people, and every change of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from lembranca.domain.change import Change
from lembranca.domain.entry import SearchFilter
from lembranca.domain.job import NewJob
from lembranca.domain.known_fact import ACTIVE, Fact, Source
from lembranca.domain.scope import Scope
from lembranca.ports.entry_repository import KeywordHit


@dataclass(frozen=True, slots=True)
class Access:
    """How often a fact was recalled since it was last counted, and when last."""

    times: int
    last: datetime


class IFactRepository(Protocol):
    """
    The facts of a scope and the record of their changes. Nothing is removed from it but by erasing the person.

    A withdrawn fact is as if it had never been: no method gives it but `get_facts` and `changes`. The sources of a fact
    are those of the changes that made it or left it active and are not undone, oldest first, each message once.
    """

    async def apply(
        self, scope: Scope, changes: Sequence[Change], *, read: Sequence[Source] = (), jobs: Sequence[NewJob] = ()
    ) -> None:
        """
        Carry out and record *changes*, in their order, and enqueue *jobs*: all or nothing, in one durable transaction.

        *read* are messages that need not be read again, whether or not they told anything; see `unread`. Sources of a
        change are noted as read too, and stay so when it is undone. What a change says of access counts and of its
        facts' sources is not looked at. No changes are legal. To undo what itself undid a change puts that one in force
        again: it is not *undone_by* anything any more. A fact's id is taken when any scope has it.

        Raises:
            Conflict: a revision's fact is not in the state that it was *before*, a new one's or the change's id is
                taken, or the change that is to be undone is unknown or was undone.
            InvalidInput: a revision changes more than the state, or a new fact's id is that of a message's entry.

        """
        ...

    async def unread(self, scope: Scope, conversation_id: str, message_ids: Sequence[str]) -> list[str]:
        """Give those of *message_ids* not noted as read since their conversation was last deleted, in their order."""
        ...

    async def get_facts(self, scope: Scope, ids: Sequence[str]) -> dict[str, Fact]:
        """Look up facts, whatever their status; ids unknown in this scope are left out."""
        ...

    async def list_facts(
        self,
        scope: Scope,
        *,
        statuses: Collection[str] = (ACTIVE,),
        kinds: Collection[str] = (),
        limit: int = 100_000,
        offset: int = 0,
    ) -> list[Fact]:
        """List facts of these statuses and kinds (all kinds when empty), in the order in which they were made."""
        ...

    async def search_keywords(
        self, scope: Scope, query: str, *, limit: int, filters: SearchFilter | None = None
    ) -> list[KeywordHit]:
        """
        Find active and archived facts that share terms with *query*, the best BM25 score first, equal ones by newest.

        *query* is any text. Statistics are those of the scope's facts alone. A conversation or channel that *filters*
        names must be that of a source; times are compared with when the fact was last said.
        """
        ...

    async def changes(
        self, scope: Scope, *, fact_id: str | None = None, limit: int = 100, offset: int = 0
    ) -> list[Change]:
        """
        List changes, the latest applied first, only those of *fact_id* where it is given.

        Their facts are without sources and access counts.
        """
        ...

    async def get_change(self, scope: Scope, change_id: str) -> Change | None:
        """Give one change, None when it is not there."""
        ...

    async def touch(self, scope: Scope, accesses: Mapping[str, Access]) -> None:
        """Count accesses, per fact id; unknown ids are passed over, an earlier time leaves the last one."""
        ...

    async def scopes_with_facts(self) -> list[Scope]:
        """All scopes that have a fact, for maintenance, in a fixed order."""
        ...

    async def count_facts(self, scope: Scope | None = None) -> dict[str, int]:
        """How many facts there are by status, each but withdrawn, 0 for none; of everybody when *scope* is None."""
        ...
