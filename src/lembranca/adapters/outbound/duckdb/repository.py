"""The vector index on DuckDB."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import structlog
from duckdb import DuckDBPyConnection

from lembranca.adapters.outbound.duckdb import hnsw, vector_table
from lembranca.adapters.outbound.duckdb.database import IndexDatabase
from lembranca.adapters.outbound.duckdb.hnsw import HnswGraph, ScopeGraphs
from lembranca.adapters.outbound.duckdb.opened import OpenIndex
from lembranca.adapters.outbound.duckdb.resident import ResidentScopes
from lembranca.adapters.outbound.inprocess.vector_batch import VectorBatch, unit_vector
from lembranca.adapters.outbound.inprocess.vector_worker import VectorWorker
from lembranca.domain.entry import MemoryEntry, ScoredId, SearchFilter
from lembranca.domain.errors import Closed, StorageError
from lembranca.domain.rules import require_limit
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatMatrix, FloatVector
from lembranca.ports.vector_repository import IVectorMaintenance, IVectorRepository, VectorState

_T = TypeVar("_T")


# Asking a graph took 5 to 10 ms, the exact product over 100,000 rows in memory 6 ms.
_GRAPH_MINIMUM = 200_000

_log = structlog.get_logger("lembranca.duckdb")


class DuckDBVectorRepository(IVectorRepository, IVectorMaintenance):
    """
    An index in a DuckDB file, with the scopes in use kept in memory.

    A scope is loaded at its first search and searched in memory from then on. The longest unused are given up when all
    together pass *memory_limit_bytes*; a scope that alone is larger is searched by DuckDB, as exactly but slower, and 0
    keeps nothing. *path* None keeps the whole index in DuckDB's own memory.

    A file of ours that cannot be read, wholly and to the last vector, or is of another embedder, is renamed to
    `<name>.damaged-1` by `open`, the one before it to `-2`, and an empty index takes its place. Ours is what carries
    our tables, what the marker `<name>.lembranca` stands beside, and with *own_folder*, when the folder is that of our
    history, all but a sound DuckDB database of other tables. What is not ours makes `open` raise `StorageError` and is
    left byte for byte as it was. The marker is written, and kept, without *own_folder* only. An index that breaks while
    it is open makes the operation that meets it raise `StorageDamaged`; `clear`, or closing and opening, mends it.

    *use_hnsw* lets searches without filters in scopes of *hnsw_minimum* entries and more use a graph once one is
    built, in the background and within the memory limit. Such an answer is complete, min(limit, matching) entries, but
    approximate: among 20,000 random vectors it found half of the ten nearest, though near duplicates each time.
    Building takes about 2 ms a row, and a write to the scope throws its graph away: it is for very large scopes at
    rest, with a memory limit to match. Without *use_hnsw* every answer is exact.
    """

    def __init__(
        self,
        path: Path | None,
        memory_limit_bytes: int,
        *,
        own_folder: bool = True,
        use_hnsw: bool = False,
        hnsw_minimum: int = _GRAPH_MINIMUM,
    ) -> None:
        self._path = path
        self._limit = memory_limit_bytes
        self._own_folder = own_folder
        self._use_hnsw = use_hnsw
        self._hnsw_minimum = hnsw_minimum
        self._opened: OpenIndex | None = None

    async def open(self, *, identity: str, dimensions: int) -> None:
        if self._opened is not None and self._opened.embedder == (identity, dimensions):
            return
        await self.close()
        database = IndexDatabase(self._path, identity=identity, dimensions=dimensions, own_folder=self._own_folder)
        worker = VectorWorker("duckdb")
        try:
            note = await worker.run(database.open)
            load, trouble = await worker.run(hnsw.extension) if self._use_hnsw else ("", None)
        except BaseException:
            await worker.run(database.close)
            await worker.close()
            raise
        self._opened = OpenIndex(
            database=database,
            worker=worker,
            embedder=(identity, dimensions),
            resident=ResidentScopes(self._limit),
            set_aside=note,
            graphs=ScopeGraphs(load, minimum=self._hnsw_minimum) if load else None,
            notes=(trouble,) if trouble else (),
        )

    async def close(self) -> None:
        opened, self._opened = self._opened, None
        if opened is None:
            return
        if opened.graphs is not None:
            opened.graphs.clear()
        if opened.building:
            await asyncio.wait(opened.building)
        await opened.worker.run(opened.close)
        await opened.worker.close()

    async def index_entry(self, scope: Scope, entry: MemoryEntry, embedding: FloatVector) -> str:
        row = unit_vector(embedding, dimensions=self._open.dimensions)
        await self.index_entries(scope, [entry], row.reshape(1, -1))
        return entry.id

    async def index_entries(self, scope: Scope, entries: Sequence[MemoryEntry], embeddings: FloatMatrix) -> int:
        opened = self._open
        batch = VectorBatch.of(entries, embeddings, dimensions=opened.dimensions)
        if entries:
            await opened.worker.run(lambda: opened.put(scope, batch))
        return len(entries)

    async def search_similar(
        self, scope: Scope, embedding: FloatVector, *, limit: int, filters: SearchFilter | None = None
    ) -> list[ScoredId]:
        opened = self._open
        unit = unit_vector(embedding, dimensions=opened.dimensions)
        require_limit("limit", limit)
        if filters == _EVERYTHING:
            filters = None
        if filters is None and opened.graphs is not None:
            found = await self._search_graph(opened, opened.graphs.get(scope), unit, limit)
            if found is not None:
                return found
        matrix = opened.resident.get(scope)
        if matrix is None and self._limit:
            matrix = await opened.worker.run(lambda: opened.load(scope))
        if matrix is None:
            return await opened.worker.run(lambda: opened.scan(scope, unit, limit, filters))
        if filters is None:
            opened.begin_graph(scope, len(matrix))
        return await opened.worker.search(matrix, unit, limit, filters)

    async def delete_entries(self, scope: Scope, ids: Sequence[str]) -> int:
        opened, wanted = self._open, list(ids)
        return await opened.worker.run(lambda: opened.remove(scope, wanted))

    async def delete_by_conversation(self, scope: Scope, conversation_id: str) -> int:
        opened = self._open
        return await opened.worker.run(lambda: opened.remove_conversation(scope, conversation_id))

    async def ids(self, scope: Scope) -> set[str]:
        return await self._read("listing ids", lambda connection: vector_table.select_ids(connection, scope))

    async def state(self) -> VectorState:
        opened = self._open
        entries = await self._read("counting", vector_table.count_rows)
        return VectorState(
            entries,
            memory_bytes=opened.memory_bytes,
            memory_limit_bytes=self._limit,
            method="exact" if opened.graphs is None else "hnsw",
            set_aside=opened.set_aside,
            notes=opened.notes,
        )

    async def all_ids(self) -> set[str]:
        return await self._read("listing ids", lambda connection: vector_table.select_ids(connection, None))

    async def delete_all(self, ids: Sequence[str]) -> int:
        opened, wanted = self._open, list(ids)
        return await opened.worker.run(lambda: opened.remove(None, wanted))

    async def clear(self) -> None:
        opened = self._open
        await opened.worker.run(opened.clear)

    async def scrub(self) -> None:
        opened = self._open
        await opened.worker.run(opened.scrub)

    @property
    def _open(self) -> OpenIndex:
        if self._opened is None:
            raise Closed("the vector index")
        return self._opened

    async def _read(self, doing: str, read: Callable[[DuckDBPyConnection], _T]) -> _T:
        opened = self._open

        def run() -> _T:
            with opened.database.using(doing) as connection:
                return read(connection)

        return await opened.worker.run(run)

    @staticmethod
    async def _search_graph(
        opened: OpenIndex, graph: HnswGraph | None, unit: FloatVector, limit: int
    ) -> list[ScoredId] | None:
        if graph is None:
            return None
        try:
            return await asyncio.to_thread(graph.search, unit, limit)
        except StorageError as exc:  # thrown away meanwhile, or out of order: the exact way is there
            _log.debug("vector_graph_unusable", index=opened.database.name, error=str(exc))
            return None


_EVERYTHING = SearchFilter()
