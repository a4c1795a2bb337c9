"""From DuckDB's errors to ours, in one table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import duckdb

from lembranca.domain.errors import StorageBusy, StorageDamaged, StorageError, StorageFull

ERRORS: dict[str, type[StorageError]] = {
    "Error": StorageError,
    "DatabaseError": StorageError,
    "DataError": StorageDamaged,  # our statements only convert what we stored ourselves
    "OutOfRangeException": StorageDamaged,
    "ConversionException": StorageDamaged,
    "TypeMismatchException": StorageDamaged,
    "OperationalError": StorageError,
    "TransactionException": StorageError,
    "OutOfMemoryException": StorageError,
    "ConnectionException": StorageError,
    "IOException": StorageError,
    "HTTPException": StorageError,
    "SerializationException": StorageDamaged,
    "IntegrityError": StorageDamaged,
    "ConstraintException": StorageDamaged,
    "InternalError": StorageDamaged,
    "InternalException": StorageDamaged,
    "FatalException": StorageDamaged,
    "InterruptException": StorageError,
    "ResourceInUseException": StorageError,
    "PermissionException": StorageError,
    "SequenceException": StorageError,
    "DependencyException": StorageError,
    "ProgrammingError": StorageError,
    "ParserException": StorageError,
    "SyntaxException": StorageError,
    "BinderException": StorageError,
    "InvalidInputException": StorageError,
    "InvalidTypeException": StorageError,
    "CatalogException": StorageError,
    "NotSupportedError": StorageError,
    "NotImplementedException": StorageError,
}
"""What each class of DuckDB's becomes unless the text tells more; by name, as not every version has all."""

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
        if base.__name__ in ERRORS:
            return ERRORS[base.__name__](f"{operation}: {text}")
    return StorageError(f"{operation}: {text}")


@contextmanager
def translated(operation: str) -> Iterator[None]:
    """Let no error of DuckDB's out of the block."""
    try:
        yield
    except duckdb.Error as exc:
        raise translate(exc, operation) from exc
