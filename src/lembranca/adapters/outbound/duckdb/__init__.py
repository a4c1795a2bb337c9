"""The vector index on DuckDB."""
