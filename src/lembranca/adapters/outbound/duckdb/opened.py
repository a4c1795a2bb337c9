"""The open index: the file and what is kept of it in memory, changed together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import structlog
from duckdb import DuckDBPyConnection

from lembranca.adapters.outbound.duckdb import vector_table
from lembranca.adapters.outbound.duckdb.database import IndexDatabase
from lembranca.adapters.outbound.duckdb.hnsw import ScopeGraphs, graph_bytes
from lembranca.adapters.outbound.duckdb.resident import ResidentScopes
from lembranca.adapters.outbound.inprocess.scope_matrix import ScopeMatrix
from lembranca.adapters.outbound.inprocess.vector_batch import VectorBatch
from lembranca.adapters.outbound.inprocess.vector_worker import VectorWorker
from lembranca.domain.entry import ScoredId, SearchFilter
from lembranca.domain.errors import StorageError
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatVector

_log = structlog.get_logger("lembranca.duckdb")


@dataclass(slots=True)
class OpenIndex:
    """
    What exists while the index is open. Everything blocks and runs on *worker*'s one thread, `begin_graph` apart.

    The file comes first, memory after: a scope is never loaded while it is written to, and when a write fails, what is
    in memory of the scopes it concerns is forgotten, because nobody knows how far it came.
    """

    database: IndexDatabase
    worker: VectorWorker
    embedder: tuple[str, int]
    resident: ResidentScopes
    set_aside: str | None
    graphs: ScopeGraphs | None
    notes: tuple[str, ...]
    building: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def dimensions(self) -> int:
        """The length of every vector."""
        return self.embedder[1]

    @property
    def memory_bytes(self) -> int:
        """What the matrices and graphs hold."""
        return self.resident.nbytes + (self.graphs.nbytes if self.graphs else 0)

    def close(self) -> None:
        """Let go of memory and file; a graph being built is given up."""
        self._forget_all()
        self.database.close()

    def clear(self) -> None:
        """Empty everything."""
        self._forget_all()
        self.set_aside = None
        self.database.clear()

    def scrub(self) -> None:
        """Remove what was deleted from file and memory."""
        self.database.rewrite()
        self.set_aside = None
        self.resident.scrub()

    def put(self, scope: Scope, batch: VectorBatch) -> None:
        """Write *batch*."""
        self._change(
            [scope],
            lambda connection: vector_table.replace_rows(connection, scope, batch),
            lambda _: self.resident.put(scope, batch),
        )

    def remove(self, scope: Scope | None, ids: Sequence[str]) -> int:
        """Delete from a scope, or from all when it is None."""
        return self._change(
            self._scopes_in_memory() if scope is None else [scope],
            lambda connection: vector_table.delete_rows(connection, scope, ids),
            lambda concerned: self.resident.remove(concerned, lambda _: list(ids)),
        )

    def remove_conversation(self, scope: Scope, conversation_id: str) -> int:
        """Delete a conversation's rows."""
        return self._change(
            [scope],
            lambda connection: vector_table.delete_conversation(connection, scope, conversation_id),
            lambda _: self.resident.remove(scope, lambda matrix: matrix.ids_of_conversation(conversation_id)),
        )

    def load(self, scope: Scope) -> ScopeMatrix | None:
        """Bring a scope into memory; None when it is larger than the limit."""
        known = self.resident.get(scope)
        if known is not None:
            return known
        with self.database.using("loading a scope") as connection:
            limit = self.resident.limit_bytes
            if not vector_table.fits(connection, scope, dimensions=self.dimensions, limit_bytes=limit):
                return None
            batch = vector_table.load_scope(connection, scope, dimensions=self.dimensions, operation=self.database.name)
        matrix = ScopeMatrix(self.dimensions)
        matrix.put(batch, room=0)
        self.resident.keep(scope, matrix)
        return matrix

    def scan(self, scope: Scope, unit: FloatVector, limit: int, filters: SearchFilter | None) -> list[ScoredId]:
        """Search a scope in the file."""
        with self.database.using("searching") as connection:
            return vector_table.scan_scope(connection, scope, unit, limit, filters)

    def begin_graph(self, scope: Scope, rows: int) -> None:
        """Build the graph of a large scope in the background, if one is wanted and there is memory for it."""
        if self.graphs is None:
            return
        size = graph_bytes(rows, self.dimensions)
        if self.memory_bytes + size > self.resident.total_bytes:
            return
        claim = self.graphs.claim(scope, rows)
        if claim is not None:
            task = asyncio.create_task(self._build_graph(self.graphs, scope, claim, size))
            self.building.add(task)
            task.add_done_callback(self.building.discard)

    async def _build_graph(self, graphs: ScopeGraphs, scope: Scope, claim: object, size: int) -> None:
        def snapshot() -> VectorBatch:
            with self.database.using("loading a scope") as connection:
                return vector_table.load_scope(
                    connection, scope, dimensions=self.dimensions, operation=self.database.name
                )

        try:
            batch = await self.worker.run(snapshot)
            await asyncio.to_thread(graphs.build, scope, claim, batch)
            await self.worker.run(lambda: self.resident.set_apart(graphs.nbytes))
        except (StorageError, MemoryError) as exc:
            graphs.forget(scope)
            _log.warning("vector_graph_failed", index=self.database.name, bytes=size, error=str(exc))

    def _change(
        self,
        scopes: list[Scope],
        write: Callable[[DuckDBPyConnection], int],
        follow: Callable[[Scope], None],
    ) -> int:
        try:
            with self.database.using("writing") as connection:
                done = write(connection)
            for scope in scopes:
                follow(scope)
        except BaseException:
            for scope in scopes:
                self.resident.drop(scope)
            raise
        finally:
            self._forget_graphs(scopes)
        return done

    def _scopes_in_memory(self) -> list[Scope]:
        return [*self.resident.scopes(), *(self.graphs.scopes() if self.graphs else ())]

    def _forget_graphs(self, scopes: list[Scope]) -> None:
        if self.graphs is not None:
            for scope in scopes:
                self.graphs.forget(scope)
            self.resident.set_apart(self.graphs.nbytes)

    def _forget_all(self) -> None:
        self.resident.clear()
        if self.graphs is not None:
            self.graphs.clear()
            self.resident.set_apart(0)
