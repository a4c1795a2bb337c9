"""From DuckDB's errors to ours, in one table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from lembranca.domain.errors import StorageBusy, StorageDamaged, StorageError, StorageFull

ERRORS: dict[type[Exception], type[StorageError]] = {
    duckdb.Error: StorageError,
    duckdb.DatabaseError: StorageError,
    duckdb.DataError: StorageDamaged,  # our statements only convert what we stored ourselves
    duckdb.OutOfRangeException: StorageDamaged,
    duckdb.ConversionException: StorageDamaged,
    duckdb.TypeMismatchException: StorageDamaged,
    duckdb.OperationalError: StorageError,
    duckdb.TransactionException: StorageError,
    duckdb.OutOfMemoryException: StorageError,
    duckdb.ConnectionException: StorageError,
    duckdb.IOException: StorageError,
    duckdb.HTTPException: StorageError,
    duckdb.SerializationException: StorageDamaged,
    duckdb.IntegrityError: StorageDamaged,
    duckdb.ConstraintException: StorageDamaged,
    duckdb.InternalError: StorageDamaged,
    duckdb.InternalException: StorageDamaged,
    duckdb.FatalException: StorageDamaged,
    duckdb.InterruptException: StorageError,
    duckdb.PermissionException: StorageError,
    duckdb.SequenceException: StorageError,
    duckdb.DependencyException: StorageError,
    duckdb.ProgrammingError: StorageError,
    duckdb.ParserException: StorageError,
    duckdb.SyntaxException: StorageError,
    duckdb.BinderException: StorageError,
    duckdb.InvalidInputException: StorageError,
    duckdb.InvalidTypeException: StorageError,
    duckdb.CatalogException: StorageError,
    duckdb.NotSupportedError: StorageError,
    duckdb.NotImplementedException: StorageError,
}
"""What each class of DuckDB's becomes unless the text tells more; a class not named here, what its base does."""

# DuckDB has one IOException for all that can go wrong with a file, and wraps it in others; only the text tells.
_BY_TEXT = (
    ("no space left", StorageFull),
    ("disk quota exceeded", StorageFull),
    ("file too large", StorageFull),
    ("could not set lock", StorageBusy),
    ("conflicting lock", StorageBusy),
    ("different configuration", StorageBusy),
    ("permission denied", StorageError),
    ("read-only file system", StorageError),
    ("too many open files", StorageError),
    ("corrupt", StorageDamaged),
    ("checksum", StorageDamaged),
    ("not a valid duckdb database", StorageDamaged),
    ("enough bytes", StorageDamaged),
    ("replaying wal", StorageDamaged),
    ("version number", StorageDamaged),
    ("storage version", StorageDamaged),
    ("database has been invalidated", StorageDamaged),
)


def translate(exc: Exception, operation: str) -> StorageError:
    """Say what a driver's error means to us; *operation* names the index and what was being done."""
    text = str(exc)
    lowered = text.lower()
    for part, kind in _BY_TEXT:
        if part in lowered:
            return kind(f"{operation}: {text}")
    for base in type(exc).__mro__:
        if base in ERRORS:
            return ERRORS[base](f"{operation}: {text}")
    return StorageError(f"{operation}: {text}")


@contextmanager
def translated(operation: str) -> Iterator[None]:
    """Let no error of DuckDB's out of the block."""
    try:
        yield
    except duckdb.Error as exc:
        raise translate(exc, operation) from exc
