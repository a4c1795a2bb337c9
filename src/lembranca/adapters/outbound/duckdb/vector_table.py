"""What is read from and written to the table of the index. Everything blocks and needs the connection for itself."""

from __future__ import annotations

from collections.abc import Iterable

from duckdb import DuckDBPyConnection

from lembranca.adapters.outbound.duckdb import arrow, statements
from lembranca.adapters.outbound.inprocess.scope_matrix import bytes_of
from lembranca.adapters.outbound.inprocess.vector_batch import VectorBatch
from lembranca.domain.entry import ScoredId, SearchFilter
from lembranca.domain.scope import Scope
from lembranca.ports.embedder import FloatVector


def replace_rows(connection: DuckDBPyConnection, scope: Scope, batch: VectorBatch) -> int:
    """Write *batch*, taking rows of the same ids out, in one transaction; gives back how many rows it has."""
    connection.register("gone", arrow.ids_table(batch.ids))
    connection.register("given", arrow.batch_table(scope, batch))
    connection.begin()
    connection.execute(statements.DELETE_GIVEN, _key(scope))
    connection.execute(statements.INSERT_GIVEN)
    connection.commit()
    connection.unregister("given")
    connection.unregister("gone")
    return len(batch)


def delete_rows(connection: DuckDBPyConnection, scope: Scope | None, ids: Iterable[str]) -> int:
    """Delete rows of a scope, or of all scopes when it is None; gives back how many."""
    connection.register("gone", arrow.ids_table(ids))
    if scope is None:
        connection.execute(statements.DELETE_GIVEN_EVERYWHERE)
    else:
        connection.execute(statements.DELETE_GIVEN, _key(scope))
    deleted = _number(connection)
    connection.unregister("gone")
    return deleted


def delete_conversation(connection: DuckDBPyConnection, scope: Scope, conversation_id: str) -> int:
    """Delete a conversation's rows; gives back how many."""
    connection.execute(statements.DELETE_CONVERSATION, [*_key(scope), conversation_id])
    return _number(connection)


def count_rows(connection: DuckDBPyConnection) -> int:
    """The rows of all scopes."""
    connection.execute(statements.COUNT_ALL)
    return _number(connection)


def select_ids(connection: DuckDBPyConnection, scope: Scope | None) -> set[str]:
    """The ids of a scope, or of all scopes when it is None."""
    if scope is None:
        connection.execute(statements.SELECT_ALL_IDS)
    else:
        connection.execute(statements.SELECT_IDS, _key(scope))
    return {id_ for (id_,) in connection.fetchall()}


def fits(connection: DuckDBPyConnection, scope: Scope, *, dimensions: int, limit_bytes: int) -> bool:
    """Whether the scope would take at most about *limit_bytes* as a matrix."""
    if bytes_of(count_rows(connection), dimensions, 0) <= limit_bytes:
        return True  # even all scopes together would: counting them all costs a tenth of counting one
    [(rows, id_bytes)] = connection.execute(statements.COUNT_SCOPE, _key(scope)).fetchall()
    return bytes_of(rows, dimensions, id_bytes) <= limit_bytes


def load_scope(connection: DuckDBPyConnection, scope: Scope, *, dimensions: int, operation: str) -> VectorBatch:
    """All rows of a scope."""
    connection.execute(statements.SET_TENANT, [scope.tenant_id])
    connection.execute(statements.SET_USER, [scope.user_id])
    return arrow.read_batch(connection.sql(statements.LOAD_SCOPE), dimensions=dimensions, operation=operation)


def scan_scope(
    connection: DuckDBPyConnection, scope: Scope, unit: FloatVector, limit: int, filters: SearchFilter | None
) -> list[ScoredId]:
    """Search a scope exactly without keeping anything of it in memory."""
    connection.register("query", arrow.query_table(unit))
    sql, values = statements.scan(scope, limit, filters)
    found = connection.execute(sql, values).fetchall()
    connection.unregister("query")
    return [ScoredId(id_, min(1.0, max(-1.0, score))) for id_, score in found]


def _key(scope: Scope) -> list[str]:
    return [scope.user_id, scope.tenant_id]


def _number(connection: DuckDBPyConnection) -> int:
    [(number,)] = connection.fetchall()  # not fetchone, which leaves a result unfinished and the connection in use
    return int(number)
