"""HNSW graphs by DuckDB's `vss`: approximate search of very large scopes that are hardly ever written to."""

from __future__ import annotations

from collections.abc import Callable
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

# Wider than vss's 64: on 20,000 random vectors, the hardest there are, it lifts recall@10 from 0.3 to 0.5.
_SEARCH_WIDTH = 200
# Beside the vectors, which the rows and the graph each hold; 0.8 to 2.9 KB were measured.
_BYTES_PER_ROW = 3_200
# Rows put in at a time: a build cannot be interrupted within, and takes about 2 ms a row.
_STEP = 256

_CREATE = "CREATE TABLE nodes (id VARCHAR NOT NULL, embedding FLOAT[{dimensions:d}] NOT NULL)"
_INDEX = "CREATE INDEX graph ON nodes USING HNSW (embedding) WITH (metric = 'cosine')"
_INSERT = "INSERT INTO nodes SELECT id, embedding FROM given"
_SET_QUERY = "SET VARIABLE query = (SELECT embedding FROM query_row)"
# vss uses its index only for exactly this form: any arithmetic on the distance makes it a scan of all rows, silently.
_SEARCH = """
SELECT id, array_cosine_distance(embedding, getvariable('query')::FLOAT[{dimensions:d}]) AS distance
FROM nodes
ORDER BY distance
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
    """The graph of one scope as it was when it was built; it never changes after, so it never forgets a row."""

    def __init__(self, load: str, *, dimensions: int) -> None:
        self._lock = Lock()
        self._rows = 0
        self._sql = _SEARCH.format(dimensions=dimensions)
        self._connection = duckdb.connect(":memory:")
        with translated("creating an HNSW graph"):
            self._connection.execute(load)
            self._connection.execute(_CREATE.format(dimensions=dimensions))
            self._connection.execute(_INDEX)
            self._connection.execute(f"SET hnsw_ef_search = {_SEARCH_WIDTH}")

    def build(self, batch: VectorBatch, wanted: Callable[[], bool] = lambda: True) -> bool:
        """Put *batch* in; False when it is *wanted* no more before it is done. It takes minutes for 100,000 rows."""
        for start in range(0, len(batch), _STEP):
            if not wanted():
                return False
            with self._lock, translated("building an HNSW graph"):
                self._connection.register("given", arrow.graph_table(batch, start, start + _STEP))
                self._connection.execute(_INSERT)
                self._connection.unregister("given")
        self._rows = len(batch)
        return True

    def search(self, unit: FloatVector, limit: int) -> list[ScoredId] | None:
        """Find about the nearest; None when the graph gives fewer than it should."""
        with self._lock, translated("searching an HNSW graph"):
            self._connection.register("query_row", arrow.query_table(unit))
            self._connection.execute(_SET_QUERY)
            found = self._connection.execute(self._sql, [limit]).fetchall()
        if len({id_ for id_, _ in found}) < min(limit, self._rows):
            return None
        best = sorted((-min(1.0, max(-1.0, 1.0 - distance)), id_) for id_, distance in found)
        return [ScoredId(id_, -negative) for negative, id_ in best]

    def uses_index(self, unit: FloatVector) -> bool:
        """Whether DuckDB answers from the graph rather than by looking at all rows."""
        with self._lock, translated("explaining an HNSW search"):
            self._connection.register("query_row", arrow.query_table(unit))
            self._connection.execute(_SET_QUERY)
            plan = self._connection.execute(f"EXPLAIN {self._sql}", [1]).fetchall()
        return "HNSW_INDEX_SCAN" in str(plan)

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
        dimensions = batch.vectors.shape[1]
        graph = HnswGraph(self._load, dimensions=dimensions)
        try:
            if graph.build(batch, lambda: self._building.get(scope) is claim):
                with self._lock:
                    if self._building.get(scope) is claim:
                        del self._building[scope]
                        self._graphs[scope] = (graph, graph_bytes(len(batch), dimensions))
                        return
        except BaseException:
            graph.close()
            raise
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
