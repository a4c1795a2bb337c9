"""What can be recalled, and its way into the indexes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from lembranca.domain.entry import MemoryEntry, SearchFilter
from lembranca.domain.fusion import Neighbours
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatMatrix


@dataclass(frozen=True, slots=True)
class KeywordHit:
    """
    An entry that contains terms of the query: its BM25 *score* and the stemmed *terms* found.

    *shares* has for each of *terms* its share of the query by `lembranca.domain.relevance.word_shares`, of which the
    words that no entry holds have theirs too.
    """

    id: str
    score: float
    terms: tuple[str, ...]
    shares: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The *neighbours* of each entry asked for, and the *authors* of all the entries that occur in them."""

    neighbours: dict[str, Neighbours]
    authors: dict[str, str | None]


class IEntryRepository(Protocol):
    """
    The entries of a scope: messages found by keyword, messages and facts looked up by id.

    Facts are found by `IFactRepository.search_keywords`.
    """

    async def search_keywords(
        self, scope: Scope, query: str, *, limit: int, filters: SearchFilter | None = None
    ) -> list[KeywordHit]:
        """
        Find entries that share terms with *query*, the best BM25 score first, equal ones by newest.

        *query* is any text; nothing in it is syntax. A text without terms finds nothing. Statistics are those of the
        scope alone, so nobody's entries change another's ranking. Messages that are hidden are not found.
        """
        ...

    async def rebuild_keywords(self) -> int:
        """
        Throw the keyword index of messages and facts away, however damaged, and make it again.

        Returns:
            How many entries are in it.

        """
        ...

    async def get_entries(
        self, scope: Scope, ids: Sequence[str], *, with_forgotten: bool = False
    ) -> dict[str, MemoryEntry]:
        """
        Look up entries, messages and facts; ids unknown in this scope are left out, and so are withdrawn facts.

        What the person wished forgotten is given *with_forgotten* only; its status says so.
        """
        ...

    async def hide(self, scope: Scope, entry_id: str, *, hidden: bool = True, now: datetime) -> bool:
        """
        Keep a message from being found, or let it be found again; it stays in its conversation as it is.

        Returns:
            Whether there is such a message; repeating it is harmless.

        """
        ...

    async def find_surroundings(self, scope: Scope, ids: Sequence[str], *, reach: int) -> Surroundings:
        """
        Tell what was said up to *reach* messages before and after each entry in its conversation, and by whom.

        Hidden messages are passed over; around a fact there is nothing.
        """
        ...


@dataclass(frozen=True, slots=True)
class EntryText:
    """An entry and the *text* to embed for it."""

    scope: Scope
    entry: MemoryEntry
    text: str


class IEmbeddingStore(Protocol):
    """
    The vectors in the history, from which any index can be built again. For maintenance: it spans all scopes.

    A vector belongs to the embedder that made it; one of another identity counts as missing. An entry is a message or a
    fact; hidden messages, and facts that are forgotten or withdrawn, are as if they were gone. Entries of facts are for
    an index: with no conversation, so that they outlive those that are deleted.
    """

    async def texts_of(self, scope: Scope, conversation_id: str, message_ids: Sequence[str]) -> list[EntryText]:
        """The entries of these messages, those gone left out."""
        ...

    async def texts_of_facts(self, scope: Scope, fact_ids: Sequence[str]) -> list[EntryText]:
        """The entries of these facts, those gone left out."""
        ...

    async def missing(self, identity: str, *, after: str | None = None, limit: int = 256) -> list[EntryText]:
        """
        Up to *limit* entries without a vector of *identity*, beginning behind *after*, an entry's id.

        Messages come first, in the order in which they were stored, then facts by their ids. Fewer than *limit* are
        given only at the end.
        """
        ...

    async def save_embeddings(self, identity: str, ids: Sequence[str], embeddings: FloatMatrix) -> int:
        """Keep vectors, durable on return; an entry that is gone is passed over. Returns how many were kept."""
        ...

    async def load_embeddings(self, identity: str, ids: Sequence[str]) -> tuple[list[EntryText], FloatMatrix]:
        """Give back entries and vectors of *identity*, row by row; ids without one are left out."""
        ...

    async def embedded_ids(self, identity: str) -> set[str]:
        """The ids of all entries that have a vector of *identity*."""
        ...

    async def existing(self, ids: Sequence[str]) -> set[str]:
        """Those of *ids* that are still there."""
        ...

    async def count_entries(self) -> int:
        """How many entries there are in all."""
        ...
