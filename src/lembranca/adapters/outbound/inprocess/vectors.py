"""Vectors kept in memory only."""

from __future__ import annotations

from collections.abc import Sequence

from lembranca.adapters.outbound.inprocess.scope_matrix import ScopeMatrix
from lembranca.adapters.outbound.inprocess.vector_batch import VectorBatch, unit_vector
from lembranca.adapters.outbound.inprocess.vector_worker import VectorWorker
from lembranca.domain.entry import MemoryEntry, ScoredId, SearchFilter
from lembranca.domain.errors import Closed, StorageFull
from lembranca.domain.rules import require_limit
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatMatrix, FloatVector
from lembranca.ports.vector_repository import IVectorMaintenance, IVectorRepository, VectorState


class InProcessVectorRepository(IVectorRepository, IVectorMaintenance):
    """
    An index in memory, gone when it is closed.

    It holds everything or says that it cannot: a batch that would pass *memory_limit_bytes* raises `StorageFull`, which
    names the limit, and leaves the index as it was. None is without limit.
    """

    def __init__(self, memory_limit_bytes: int | None = None) -> None:
        self._limit = memory_limit_bytes
        self._identity: tuple[str, int] | None = None
        self._worker: VectorWorker | None = None
        self._scopes: dict[Scope, ScopeMatrix] = {}
        self._held = 0

    async def open(self, *, identity: str, dimensions: int) -> None:
        if self._identity == (identity, dimensions):
            return
        await self.close()
        self._worker = VectorWorker("vectors")
        self._identity = (identity, dimensions)

    async def close(self) -> None:
        worker, self._worker, self._identity = self._worker, None, None
        if worker is not None:
            await worker.close()
        self._forget()

    async def index_entry(self, scope: Scope, entry: MemoryEntry, embedding: FloatVector) -> str:
        row = unit_vector(embedding, dimensions=self._dimensions)
        await self.index_entries(scope, [entry], row.reshape(1, -1))
        return entry.id

    async def index_entries(self, scope: Scope, entries: Sequence[MemoryEntry], embeddings: FloatMatrix) -> int:
        batch = VectorBatch.of(entries, embeddings, dimensions=self._dimensions)
        if entries:
            await self._open_worker.run(lambda: self._put(scope, batch))
        return len(entries)

    async def search_similar(
        self, scope: Scope, embedding: FloatVector, *, limit: int, filters: SearchFilter | None = None
    ) -> list[ScoredId]:
        unit = unit_vector(embedding, dimensions=self._dimensions)
        require_limit("limit", limit)
        matrix = self._scopes.get(scope)
        if matrix is None:
            return []
        return await self._open_worker.search(matrix, unit, limit, filters)

    async def delete_entries(self, scope: Scope, ids: Sequence[str]) -> int:
        return await self._open_worker.run(lambda: self._remove(scope, list(ids)))

    async def delete_by_conversation(self, scope: Scope, conversation_id: str) -> int:
        def remove() -> int:
            matrix = self._scopes.get(scope)
            return 0 if matrix is None else self._remove(scope, matrix.ids_of_conversation(conversation_id))

        return await self._open_worker.run(remove)

    async def ids(self, scope: Scope) -> set[str]:
        def collect() -> set[str]:
            matrix = self._scopes.get(scope)
            return set() if matrix is None else matrix.ids()

        return await self._open_worker.run(collect)

    async def state(self) -> VectorState:
        def describe() -> VectorState:
            entries = sum(len(matrix) for matrix in self._scopes.values())
            return VectorState(entries, memory_bytes=self._held, memory_limit_bytes=self._limit)

        return await self._open_worker.run(describe)

    async def all_ids(self) -> set[str]:
        return await self._open_worker.run(lambda: set().union(*(matrix.ids() for matrix in self._scopes.values())))

    async def delete_all(self, ids: Sequence[str]) -> int:
        wanted = list(ids)
        return await self._open_worker.run(lambda: sum(self._remove(scope, wanted) for scope in list(self._scopes)))

    async def clear(self) -> None:
        await self._open_worker.run(self._forget)

    async def scrub(self) -> None:
        await self._open_worker.run(self._scrub)

    @property
    def _dimensions(self) -> int:
        if self._identity is None:
            raise Closed("the vector index")
        return self._identity[1]

    @property
    def _open_worker(self) -> VectorWorker:
        if self._worker is None:
            raise Closed("the vector index")
        return self._worker

    def _forget(self) -> None:
        self._scopes, self._held = {}, 0

    def _scrub(self) -> None:
        for matrix in self._scopes.values():
            self._held -= matrix.nbytes
            matrix.shrink()
            self._held += matrix.nbytes

    def _put(self, scope: Scope, batch: VectorBatch) -> None:
        known = self._scopes.get(scope)
        matrix, before = (ScopeMatrix(self._dimensions), 0) if known is None else (known, known.nbytes)
        room = None if self._limit is None else self._limit - self._held + before
        if room is not None and matrix.bytes_with(batch) > room:
            raise StorageFull(
                f"the vectors in memory would pass memory_limit_bytes={self._limit}: raise "
                "LEMBRANCA_VECTOR_MEMORY_MB, or keep the vectors in a file with LEMBRANCA_VECTORS=duckdb:///vectors.duckdb"
            )
        matrix.put(batch, room=room)
        self._scopes[scope] = matrix
        self._held += matrix.nbytes - before

    def _remove(self, scope: Scope, ids: list[str]) -> int:
        matrix = self._scopes.get(scope)
        if matrix is None:
            return 0
        before = matrix.nbytes
        removed = matrix.remove(ids)
        self._held += matrix.nbytes - before
        if not len(matrix):
            self._held -= matrix.nbytes
            del self._scopes[scope]
        return removed
