"""The SQL of the vector index."""

from __future__ import annotations

from lembranca.adapters.outbound.inprocess.vector_batch import microseconds
from lembranca.domain.entry import SearchFilter
from lembranca.domain.scope import Scope

SCHEMA_VERSION = "1"
META = "lembranca_meta"
TABLES = {META, "lembranca_entries"}

# A scope and an id name a row. There is no key: an index in the file would make it more fragile, and replacing a row
# inside one transaction impossible.
CREATE_META = "CREATE TABLE lembranca_meta (name VARCHAR NOT NULL, value VARCHAR NOT NULL)"
CREATE_ENTRIES = """
CREATE TABLE lembranca_entries (
    tenant_id VARCHAR NOT NULL,
    user_id VARCHAR NOT NULL,
    id VARCHAR NOT NULL,
    conversation_id VARCHAR NOT NULL,
    layer VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    said_at BIGINT NOT NULL,
    embedding FLOAT[{dimensions:d}] NOT NULL
)
"""
INSERT_META = "INSERT INTO lembranca_meta VALUES (?, ?)"
SELECT_META = "SELECT name, value FROM lembranca_meta"
SELECT_TABLES = "SELECT table_name FROM duckdb_tables() WHERE NOT temporary"
SELECT_NAMES = """
SELECT table_name FROM duckdb_tables() WHERE NOT temporary
UNION ALL
SELECT view_name FROM duckdb_views() WHERE NOT internal AND NOT temporary
"""

# Touches every value of every row, so that every block is read and its checksum compared.
VERIFY = """
SELECT count(*),
       count(DISTINCT (tenant_id, user_id, id)),
       count(*) FILTER (abs(array_inner_product(embedding, embedding) - 1) < 1e-3),
       sum(hash(conversation_id, layer, kind, said_at) % 2)
FROM lembranca_entries
"""

# Conditions of a scope name the user first, who leaves fewer rows. `given` and `gone` are registered
# Arrow tables; DuckDB 1.4 can read each only once.
INSERT_GIVEN = "INSERT INTO lembranca_entries SELECT * FROM given"
DELETE_GIVEN = "DELETE FROM lembranca_entries WHERE user_id = ? AND tenant_id = ? AND id IN (SELECT id FROM gone)"
DELETE_GIVEN_EVERYWHERE = "DELETE FROM lembranca_entries WHERE id IN (SELECT id FROM gone)"
DELETE_CONVERSATION = "DELETE FROM lembranca_entries WHERE user_id = ? AND tenant_id = ? AND conversation_id = ?"
COUNT_SCOPE = "SELECT count(*), coalesce(sum(strlen(id)), 0) FROM lembranca_entries WHERE user_id = ? AND tenant_id = ?"
COUNT_ALL = "SELECT count(*) FROM lembranca_entries"
SELECT_IDS = "SELECT id FROM lembranca_entries WHERE user_id = ? AND tenant_id = ?"
SELECT_ALL_IDS = "SELECT id FROM lembranca_entries"

# A result is streamed as Arrow only from a relation, and a relation with bound values is materialised in Python first:
# session variables carry the values instead.
SET_TENANT = "SET VARIABLE lembranca_tenant = ?"
SET_USER = "SET VARIABLE lembranca_user = ?"
LOAD_SCOPE = """
SELECT id, conversation_id, layer, kind, said_at, embedding
FROM lembranca_entries
WHERE user_id = getvariable('lembranca_user') AND tenant_id = getvariable('lembranca_tenant')
"""

# `query` is a registered Arrow table of one row; vectors have length 1, so the inner product is the cosine.
_SCAN = """
SELECT id, array_inner_product(embedding, (SELECT embedding FROM query)) AS score
FROM lembranca_entries
WHERE {conditions}
ORDER BY score DESC, id
LIMIT ?
"""


def scan(scope: Scope, limit: int, filters: SearchFilter | None) -> tuple[str, list[str | int]]:
    """The exact search of a scope with *filters* inside the query, and the values to bind."""
    conditions = ["user_id = ? AND tenant_id = ?"]
    values: list[str | int] = [scope.user_id, scope.tenant_id]
    if filters is not None:
        for condition, bound in _conditions(filters):
            conditions.append(condition)
            values.extend(bound)
    return _SCAN.format(conditions=" AND ".join(conditions)), [*values, limit]


def _conditions(filters: SearchFilter) -> list[tuple[str, list[str | int]]]:
    conditions: list[tuple[str, list[str | int]]] = []
    if filters.conversation_id is not None:
        conditions.append(("conversation_id = ?", [filters.conversation_id]))
    for column, names in (("layer", filters.layers), ("kind", filters.kinds)):
        if names:
            conditions.append((f"{column} IN ({', '.join('?' * len(names))})", sorted(names)))
    if filters.since is not None:
        conditions.append(("said_at >= ?", [microseconds(filters.since)]))
    if filters.until is not None:
        conditions.append(("said_at <= ?", [microseconds(filters.until)]))
    return conditions
