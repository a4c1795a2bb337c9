"""SQLite's errors, in our words."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lembranca.domain.errors import StorageBusy, StorageDamaged, StorageError, StorageFull, StorageUnavailable

# By primary result code (https://sqlite.org/rescode.html). What is not listed is a plain StorageError.
_BY_CODE: dict[int, tuple[type[StorageError], str]] = {
    sqlite3.SQLITE_FULL: (StorageFull, "there is no room left on its device"),
    sqlite3.SQLITE_CORRUPT: (StorageDamaged, "the file is damaged; it was left as it is"),
    sqlite3.SQLITE_NOTADB: (StorageDamaged, "the file is not an SQLite database; it was left as it is"),
    sqlite3.SQLITE_BUSY: (StorageBusy, "another connection holds it"),
    sqlite3.SQLITE_LOCKED: (StorageBusy, "another connection holds it"),
    sqlite3.SQLITE_CANTOPEN: (StorageUnavailable, "the file cannot be opened"),
    sqlite3.SQLITE_PERM: (StorageUnavailable, "the file may not be accessed"),
    sqlite3.SQLITE_READONLY: (StorageUnavailable, "the file may not be written"),
    sqlite3.SQLITE_IOERR: (StorageUnavailable, "reading or writing the file failed"),
}
# A write that the system cuts short (file-size limit, quota) is an I/O error to SQLite, but no room to us.
_NO_ROOM = {sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_FSYNC}

_NO_ROOM_TO_THE_SYSTEM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def translate(error: sqlite3.Error, path: Path) -> StorageError:
    """Give our error for the driver's *error* about the database at *path*."""
    code = getattr(error, "sqlite_errorcode", 0)
    if code in _NO_ROOM:
        kind, what = _BY_CODE[sqlite3.SQLITE_FULL]
    elif code == 0 and isinstance(error, sqlite3.DatabaseError) and "malformed" in str(error):
        kind, what = _BY_CODE[sqlite3.SQLITE_CORRUPT]
    else:
        kind, what = _BY_CODE.get(code & 0xFF, (StorageError, "the database failed"))
    return kind(f"{path}: {what} ({error})")


def translate_system(error: OSError, path: Path) -> StorageError:
    """Give our error for what the system refuses around the database at *path*: its folder, its lock."""
    kind = StorageFull if error.errno in _NO_ROOM_TO_THE_SYSTEM else StorageUnavailable
    return kind(f"{path}: the data folder cannot be used ({error})")


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn every driver error inside into ours."""
    try:
        yield
    except sqlite3.Error as exc:
        raise translate(exc, path) from exc
