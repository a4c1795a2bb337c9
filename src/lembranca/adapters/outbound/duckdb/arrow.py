"""Rows and vectors to and from DuckDB as Arrow tables: binding lists of floats costs a hundred times as much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from arro3.core import Array, DataType, Table, fixed_size_list_array, list_flatten
from duckdb import DuckDBPyRelation

from lembranca.adapters.outbound.duckdb.errors import translate
from lembranca.adapters.outbound.inprocess.vector_batch import VectorBatch
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatMatrix, FloatVector


def batch_table(scope: Scope, batch: VectorBatch) -> Table:
    """Rows for the table of entries, in the order of its columns."""
    rows = len(batch)
    return Table.from_pydict(
        {
            "tenant_id": _texts([scope.tenant_id] * rows),
            "user_id": _texts([scope.user_id] * rows),
            "id": _texts(batch.ids),
            "conversation_id": _texts(batch.conversations),
            "layer": _texts(batch.layers),
            "kind": _texts(batch.kinds),
            "said_at": Array.from_numpy(batch.times),
            "embedding": _vectors(batch.vectors),
        }
    )


def graph_table(batch: VectorBatch, start: int, end: int) -> Table:
    """Two columns, *id* and *embedding*, of the rows from *start* to before *end*."""
    return Table.from_pydict({"id": _texts(batch.ids[start:end]), "embedding": _vectors(batch.vectors[start:end])})


def ids_table(ids: Iterable[str]) -> Table:
    """One column, *id*."""
    return Table.from_pydict({"id": _texts(list(ids))})


def query_table(unit: FloatVector) -> Table:
    """One row, *embedding*."""
    return Table.from_pydict({"embedding": _vectors(unit.reshape(1, -1))})


def read_batch(relation: DuckDBPyRelation, *, dimensions: int, operation: str) -> VectorBatch:
    """
    Read rows of the table of entries.

    Raises:
        StorageError: what DuckDB meets on the way, which arrow hands on as a bare Exception.

    """
    try:
        table = Table.from_arrow(relation)
    except Exception as exc:
        if type(exc) is not Exception:
            raise
        raise translate(exc, operation) from exc
    if not table.num_rows:
        return VectorBatch([], [], [], [], np.empty(0, np.int64), np.empty((0, dimensions), np.float32))
    ids, conversations, layers, kinds = (
        list(map(str, _column(table, name).to_pylist())) for name in ("id", "conversation_id", "layer", "kind")
    )
    times = np.array(_column(table, "said_at").to_numpy(), dtype=np.int64)
    vectors = np.asarray(list_flatten(_column(table, "embedding")).to_numpy(), dtype=np.float32)
    return VectorBatch(ids, conversations, layers, kinds, times, vectors.reshape(-1, dimensions))


def _column(table: Table, name: str) -> Array:
    return table[name].combine_chunks()


def _texts(values: Sequence[str]) -> Array:
    return Array(values, type=DataType.utf8())


def _vectors(matrix: FloatMatrix) -> Array:
    return fixed_size_list_array(Array.from_numpy(np.ascontiguousarray(matrix).reshape(-1)), matrix.shape[1])
