"""The vector index on DuckDB."""

from lembranca.adapters.outbound.duckdb.repository import DuckDBVectorRepository

__all__ = ["DuckDBVectorRepository"]
