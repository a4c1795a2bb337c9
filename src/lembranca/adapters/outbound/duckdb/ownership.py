"""Whose file it is that lies where the vector index should be: only our own may be set aside."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import duckdb

from lembranca.adapters.outbound.duckdb import statements
from lembranca.adapters.outbound.duckdb.errors import translate
from lembranca.domain.errors import StorageError

_SAYS = "The file of this name without .lembranca is a vector index of Lembrança, which may replace it.\n"
_MAGIC = slice(8, 12)


def is_marked(path: Path) -> bool:
    """Tell whether our marker `<name>.lembranca` stands beside *path*."""
    try:
        return _marker(path).read_text(encoding="utf-8") == _SAYS
    except (OSError, UnicodeDecodeError):
        return False


def mark(path: Path) -> None:
    """
    Put the marker beside *path* where there is none; a file of another content that has its name is left alone.

    Raises:
        StorageError: it cannot be written; `StorageFull` when there is no room.

    """
    marker = _marker(path)
    if marker.exists():
        return
    try:
        marker.write_text(_SAYS, encoding="utf-8")
    except OSError as exc:
        raise translate(exc, f"vector index {path}, marking it by {marker.name}") from exc


def no_database(path: Path) -> str | None:
    """
    Say why *path*, or the log that is there alone, is no DuckDB database at all; None when it begins as one.

    DuckDB is not asked: it would also read a CSV file, or look for an extension that reads SQLite.
    """
    if not path.exists():
        return "the file is gone and only its log was left"
    with path.open("rb") as file:
        head = file.read(_MAGIC.stop)
    if not head:
        return "the file is empty"
    return None if head[_MAGIC] == b"DUCK" else "the file is not a valid DuckDB database"


def names_in(path: Path, config: Mapping[str, str | bool | int | float | list[str]]) -> set[str]:
    """List the tables and views of a database, opened so that not even its log is written into it."""
    with duckdb.connect(str(path), read_only=True, config=dict(config)) as connection:
        return {name for (name,) in connection.execute(statements.SELECT_NAMES).fetchall()}


def refusal(path: Path, reason: str) -> StorageError:
    """Make the error for a file that is not known to be ours."""
    return StorageError(
        f"vector index {path} was not opened: {reason}, and nothing shows that the file is ours; it was left as it is. "
        "Move it to another place, or choose another path for the index"
    )


def _marker(path: Path) -> Path:
    return path.with_name(f"{path.name}.lembranca")
