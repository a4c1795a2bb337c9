"""HNSW graphs by DuckDB's `vss`: approximate search of large scopes that are read much more than written to."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Lock

import duckdb

from lembranca.adapters.outbound.duckdb import arrow
from lembranca.adapters.outbound.duckdb.errors import translated
from lembranca.adapters.outbound.inprocess.vector_batch import VectorBatch
from lembranca.domain.entry import ScoredId
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatVector

# A wider search than vss's 64 costs little beside the query and lifts recall.
_SEARCH_WIDTH = 200
# The rows and the graph each hold the vectors; a node has up to 48 links of 5 bytes, and the graph is built in place.
_BYTES_PER_ROW = 600

_CREATE = "CREATE TABLE nodes AS SELECT id, embedding FROM given"
_INDEX = "CREATE INDEX graph ON nodes USING HNSW (embedding) WITH (metric = 'cosine')"
_SET_QUERY = "SET VARIABLE query = (SELECT embedding FROM query_row)"
_SEARCH = """
SELECT id, 1 - array_cosine_distance(embedding, getvariable('query')::FLOAT[{dimensions:d}]) AS score
FROM nodes
ORDER BY array_cosine_distance(embedding, getvariable('query')::FLOAT[{dimensions:d}])
LIMIT ?
"""


def extension() -> tuple[str, str | None]:
    """
    Find out how to load `vss`: the statement, and None or why it cannot be done.

    The wheel `duckdb-extension-vss` of DuckDB's own version comes first, then DuckDB's own installation, which it may
    fetch from the network.
    """
    connection = duckdb.connect(":memory:")
    try:
        load = _packaged()
        if load is None:
            connection.execute("INSTALL vss")
            load = "LOAD vss"
        connection.execute(load)
    except duckdb.Error as exc:
        return "", f"vss cannot be loaded, so search is exact: {exc}".splitlines()[0]
    else:
        return load, None
    finally:
        connection.close()


def _packaged() -> str | None:
    spec = find_spec("duckdb_extension_vss")
    if spec is None or spec.origin is None:
        return None
    file = Path(spec.origin).parent / "extensions" / f"v{duckdb.__version__}" / "vss.duckdb_extension"
    quoted = str(file).replace("'", "''")
    return f"LOAD '{quoted}'" if file.exists() else None


class HnswGraph:
    """The graph of one scope as it was when it was built; it never changes, so it never forgets a row."""

    def __init__(self, load: str, batch: VectorBatch) -> None:
        self._lock = Lock()
        self._rows = len(batch)
        self._sql = _SEARCH.format(dimensions=batch.vectors.shape[1])
        self._connection = duckdb.connect(":memory:")
        with translated("building an HNSW graph"):
            self._connection.execute(load)
            self._connection.register("given", arrow.graph_table(batch))
            self._connection.execute(_CREATE)
            self._connection.unregister("given")
            self._connection.execute(_INDEX)
            self._connection.execute(f"SET hnsw_ef_search = {_SEARCH_WIDTH}")

    def search(self, unit: FloatVector, limit: int) -> list[ScoredId] | None:
        """Find about the nearest; None when the graph gives fewer than it should."""
        with self._lock, translated("searching an HNSW graph"):
            self._connection.register("query_row", arrow.query_table(unit))
            self._connection.execute(_SET_QUERY)
            found = self._connection.execute(self._sql, [limit]).fetchall()
        if len({id_ for id_, _ in found}) < min(limit, self._rows):
            return None
        best = sorted(found, key=lambda pair: (-pair[1], pair[0]))
        return [ScoredId(id_, min(1.0, max(-1.0, score))) for id_, score in best]

    def close(self) -> None:
        """Let go of the memory."""
        with self._lock, suppress(duckdb.Error):
            self._connection.close()


class ScopeGraphs:
    """
    Graphs by scope, from *minimum* rows on; a write to a scope throws its graph away, also one being built.

    Any thread may use it.
    """

    def __init__(self, load: str, *, minimum: int) -> None:
        self._load = load
        self._minimum = minimum
        self._lock = Lock()
        self._graphs: dict[Scope, tuple[HnswGraph, int]] = {}
        self._building: dict[Scope, object] = {}

    @property
    def nbytes(self) -> int:
        """An estimate of what the graphs hold."""
        with self._lock:
            return sum(size for _, size in self._graphs.values())

    def get(self, scope: Scope) -> HnswGraph | None:
        """Give the graph of *scope* when it is built."""
        with self._lock:
            graph, _ = self._graphs.get(scope, (None, 0))
            return graph

    def claim(self, scope: Scope, rows: int) -> object | None:
        """Claim to build the graph of *scope*; None when it is too small, built or being built."""
        with self._lock:
            if rows < self._minimum or scope in self._graphs or scope in self._building:
                return None
            return self._building.setdefault(scope, object())

    def build(self, scope: Scope, claim: object, batch: VectorBatch) -> None:
        """Build the graph that was claimed and keep it, unless the scope was written to since."""
        graph = HnswGraph(self._load, batch)
        with self._lock:
            if self._building.get(scope) is claim:
                self._graphs[scope] = (graph, graph_bytes(len(batch), batch.vectors.shape[1]))
                del self._building[scope]
                return
        graph.close()

    def forget(self, scope: Scope) -> None:
        """Throw away the graph of a scope that changed."""
        with self._lock:
            self._building.pop(scope, None)
            graph, _ = self._graphs.pop(scope, (None, 0))
        if graph is not None:
            graph.close()

    def clear(self) -> None:
        """Throw all graphs away."""
        for scope in self.scopes():
            self.forget(scope)

    def scopes(self) -> list[Scope]:
        """The scopes with a graph, built or being built."""
        with self._lock:
            return [*self._graphs, *self._building]


def graph_bytes(rows: int, dimensions: int) -> int:
    """Estimate what a graph takes in memory."""
    return rows * (2 * 4 * dimensions + _BYTES_PER_ROW)
