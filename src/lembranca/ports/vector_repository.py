"""Search by similarity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from lembranca.domain.entry import MemoryEntry, ScoredId, SearchFilter
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatMatrix, FloatVector


class IVectorRepository(Protocol):
    """
    An index of vectors that can be thrown away and built again from the history.

    It keeps ids, vectors and what filters need, never texts. An entry whose conversation is the empty text belongs to
    none. It is opened for one embedder's identity. Search is exact: it returns the min(limit, matching) nearest entries
    of the scope, always.
    """

    async def open(self, *, identity: str, dimensions: int) -> None:
        """
        Open the index for vectors of *dimensions* made by the embedder *identity*; opening twice is harmless.

        An index of another identity or that cannot be read is set aside, and an empty one takes its place; see
        `state`.

        Raises:
            StorageBusy: another process holds it.
            StorageError: no index can be made there.

        """
        ...

    async def close(self) -> None:
        """Write what is pending and let go; closing twice is harmless."""
        ...

    async def index_entry(self, scope: Scope, entry: MemoryEntry, embedding: FloatVector) -> str:
        """Index one entry: `index_entries` for one. Returns its id."""
        ...

    async def index_entries(self, scope: Scope, entries: Sequence[MemoryEntry], embeddings: FloatMatrix) -> int:
        """
        Put entries into the index, row by row with *embeddings*; all or none.

        An id that is there already is replaced. No entries are legal. Inputs are not changed.

        Returns:
            How many were given.

        Raises:
            InvalidInput: a vector is not finite, is zero or has another dimension; nothing is stored.

        """
        ...

    async def search_similar(
        self, scope: Scope, embedding: FloatVector, *, limit: int, filters: SearchFilter | None = None
    ) -> list[ScoredId]:
        """
        Find the entries nearest to *embedding* by cosine, nearest first, equal ones by id.

        The channel of *filters* is not looked at: the index does not have it.

        Returns:
            Exactly min(limit, matching entries) ids with their cosine from -1 to 1; an empty list when none match.

        Raises:
            InvalidInput: limit below 1, or the vector is not finite, is zero or has another dimension.

        """
        ...

    async def delete_entries(self, scope: Scope, ids: Sequence[str]) -> int:
        """Take entries out; unknown ids are passed over. Returns how many were there."""
        ...

    async def delete_by_conversation(self, scope: Scope, conversation_id: str) -> int:
        """Take a conversation's entries out. Returns how many were there."""
        ...

    async def ids(self, scope: Scope) -> set[str]:
        """All ids of the scope."""
        ...

    async def state(self) -> VectorState:
        """What is held now, for health and for rebuilding."""
        ...


class IVectorMaintenance(Protocol):
    """What reconciling an index with the history needs, over all scopes; it never reveals a vector or a text."""

    async def all_ids(self) -> set[str]:
        """The ids of all entries of all scopes; an entry's id is unique over all of them."""
        ...

    async def delete_all(self, ids: Sequence[str]) -> int:
        """Take entries out whatever their scope. Returns how many were there."""
        ...

    async def clear(self) -> None:
        """Empty the index."""
        ...

    async def scrub(self) -> None:
        """
        Remove every byte of entries that were taken out, from files and from memory; those that are in stay.

        Indexes that were set aside go wholly.
        """
        ...


@dataclass(frozen=True, slots=True)
class VectorState:
    """
    What an index holds.

    *set_aside* tells, when `open` had to replace an index, why, and where the former one lies; *entries* counts the
    entries; *memory_bytes* and *memory_limit_bytes* are of the vectors kept in memory; *method* is *exact* or *hnsw*.
    """

    entries: int
    memory_bytes: int = 0
    memory_limit_bytes: int | None = None
    method: str = "exact"
    set_aside: str | None = None
    notes: tuple[str, ...] = ()
