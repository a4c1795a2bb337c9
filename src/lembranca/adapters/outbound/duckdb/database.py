"""The file of the vector index: opened, verified, set aside, made anew."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from weakref import WeakValueDictionary

import duckdb
import structlog

from lembranca.adapters.outbound.duckdb import ownership, statements
from lembranca.adapters.outbound.duckdb.errors import translate, translated
from lembranca.domain.errors import StorageBusy, StorageDamaged, StorageError, StorageFull

_KEPT_ASIDE = 2
_CONFIG: dict[str, str | bool | int | float | list[str]] = {
    # Each checkpoint is a chance to be killed in the middle of one, the only moment at which files were seen to break;
    # the log of 64 MB, some 40,000 vectors of 384, is replayed within a second.
    "checkpoint_threshold": "64MB",
    # No call to the network that was not asked for.
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
# What DuckDB may keep of a file in memory; without it, 80 % of the machine's.
_BUFFER = "512MB"

# DuckDB would hand two connections of one process the same file without a word, and each would miss the other's writes.
_in_use: WeakValueDictionary[Path, IndexDatabase] = WeakValueDictionary()

_log = structlog.get_logger("lembranca.duckdb")


class IndexDatabase:
    """
    One DuckDB database with the tables of the index; for one thread at a time.

    *path* None keeps it in memory; *own_folder* tells that nobody else's files are to be expected beside it.
    """

    def __init__(self, path: Path | None, *, identity: str, dimensions: int, own_folder: bool = True) -> None:
        self._path = path.absolute() if path else None
        self._identity = identity
        self._dimensions = dimensions
        self._own_folder = own_folder
        self._connection: duckdb.DuckDBPyConnection | None = None

    @property
    def name(self) -> str:
        """How errors call it."""
        return f"vector index {self._path or 'in memory'}"

    def open(self) -> str | None:
        """
        Open the file when everything in it can be read and is of this embedder, else set it aside and begin anew.

        A file that is not ours is refused and left as it is.

        Returns:
            Why a former file was set aside and where it lies; None when none was.

        """
        note = None
        if self._path is not None:
            _require_place(self._path, self.name)
            if _in_use.setdefault(self._path, self) is not self:
                raise StorageBusy(f"{self.name} is open already in this process (PID {os.getpid()})")
        try:
            reason, ours = self._unusable()
            if reason is not None:
                note = f"{reason}; the former index lies in {self._set_aside(reason, ours=ours)}"
                _log.warning("vector_index_set_aside", path=str(self._path), reason=reason)
            self._begin()
        except BaseException:
            self.close()
            raise
        return note

    def close(self) -> None:
        """Write everything into the file, if that is possible, and let go; what is not stays in the log beside it."""
        connection, self._connection = self._connection, None
        if self._path is not None and _in_use.get(self._path) is self:
            del _in_use[self._path]
        if connection is None:
            return
        try:
            connection.close()
        except duckdb.Error as exc:
            _log.warning("vector_index_close_failed", path=str(self._path), error=str(exc))

    def clear(self) -> None:
        """Begin an empty index and remove the former one with all its bytes, also when it cannot be read."""
        self._disconnect()
        if self._path is not None:
            _remove(self._path)
            self._remove_leftovers(self._path)
        self._begin()

    def rewrite(self) -> None:
        """
        Put a file that holds only what is in the index in the place of this one, whose free blocks hold what was.

        Killed at any moment it leaves a whole file, this one or the new one; files set aside go.
        """
        if self._path is None:
            return
        self._remove_leftovers(self._path)
        fresh = _fresh(self._path)
        with self.using("rewriting") as connection:
            [(name,)] = connection.execute("SELECT current_database()").fetchall()
            connection.execute(f"ATTACH {_quoted(str(fresh))} AS lembranca_fresh")
            try:
                connection.execute(f"COPY FROM DATABASE {_quoted(name, mark=chr(34))} TO lembranca_fresh")
                connection.execute("CHECKPOINT lembranca_fresh")
            finally:
                connection.execute("DETACH lembranca_fresh")
            connection.execute("PRAGMA disable_checkpoint_on_shutdown")  # this file is not worth it any more
        self._disconnect()
        try:
            # Its log first: read into the new file it would bring back what was. Without it this file is an older one.
            _parts(self._path)[1].unlink(missing_ok=True)
            fresh.replace(self._path)
        except OSError as exc:
            raise translate(exc, f"{self.name}, rewriting") from exc

    def _remove_leftovers(self, path: Path) -> None:
        """Remove what was set aside, and what a killed process left behind."""
        for place in (_fresh(path), *(_aside(path, number) for number in range(1, _KEPT_ASIDE + 1))):
            _remove(place)
        shutil.rmtree(f"{path}.tmp", ignore_errors=True)

    @contextmanager
    def using(self, doing: str) -> Iterator[duckdb.DuckDBPyConnection]:
        """
        Lend the connection; nothing is left open and no error of DuckDB's comes out.

        After an error that makes DuckDB refuse all further work, or that may have cut a write short in the log, the
        file is opened again at the next use, so that a full disk stops nothing for longer than it is full.
        """
        operation = f"{self.name}, {doing}"
        with translated(operation):
            connection = self._connected()
            try:
                yield connection
            except BaseException as exc:
                with suppress(duckdb.Error):
                    connection.rollback()
                if self._path is not None and _must_reopen(exc, operation):
                    self._disconnect()
                raise

    def _connected(self) -> duckdb.DuckDBPyConnection:
        if self._connection is None:
            self._connection = self._connect()
        return self._connection

    def _connect(self) -> duckdb.DuckDBPyConnection:
        if self._path is None:
            return duckdb.connect(":memory:", config=_CONFIG)
        return duckdb.connect(str(self._path), config={**_CONFIG, "memory_limit": _BUFFER})

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(duckdb.Error):
                connection.close()

    def _begin(self) -> None:
        """Connect and create the tables where there are none, after the marker: no crash leaves a file without."""
        if self._path is not None and not self._own_folder:
            ownership.mark(self._path)
        with self.using("opening") as connection:
            if not connection.execute(statements.SELECT_TABLES).fetchall():
                self._create()

    def _create(self) -> None:
        connection = self._connected()
        facts = {
            "schema": statements.SCHEMA_VERSION,
            "identity": self._identity,
            "dimensions": str(self._dimensions),
        }
        connection.begin()
        connection.execute(statements.CREATE_META)
        connection.execute(statements.CREATE_ENTRIES.format(dimensions=self._dimensions))
        for fact in facts.items():
            connection.execute(statements.INSERT_META, fact)
        connection.commit()

    def _unusable(self) -> tuple[str | None, bool]:
        """Say why the file that is there cannot be used, None when it can or there is none; and whether it is ours."""
        if self._path is None or not any(part.exists() for part in _parts(self._path)):
            return None, True
        ours = self._own_folder or ownership.is_marked(self._path)
        broken = ownership.no_database(self._path)
        if broken is not None:
            return broken, ours
        try:
            with translated(f"{self.name}, verifying"):
                names = ownership.names_in(self._path, _CONFIG)
                if names and not names & statements.TABLES:
                    return _not_an_index(names), False
                ours = ours or statements.META in names
                return self._difference(self._connected()), ours
        except StorageDamaged as exc:
            return str(exc), ours
        except StorageError as exc:
            if isinstance(exc.__cause__, duckdb.CatalogException | duckdb.BinderException):
                return f"its tables are not ours ({exc})", ours
            raise

    def _difference(self, connection: duckdb.DuckDBPyConnection) -> str | None:
        tables = {name for (name,) in connection.execute(statements.SELECT_TABLES).fetchall()}
        if not tables:
            return None
        if tables != statements.TABLES:
            return _not_an_index(tables)
        facts = dict(connection.execute(statements.SELECT_META).fetchall())
        wanted = {
            "schema": statements.SCHEMA_VERSION,
            "identity": self._identity,
            "dimensions": str(self._dimensions),
        }
        for name, value in wanted.items():
            if facts.get(name) != value:
                return f"it was made for {name} {facts.get(name)!r}, not {value!r}"
        return _verify(connection)

    def _set_aside(self, reason: str, *, ours: bool) -> Path:
        assert self._path is not None  # noqa: S101 - an index in memory is never found unusable
        if not ours:
            raise ownership.refusal(self._path, reason)
        self._disconnect()
        for number in range(_KEPT_ASIDE, 0, -1):
            newer = _aside(self._path, number - 1) if number > 1 else self._path
            for source, target in zip(_parts(newer), _parts(_aside(self._path, number)), strict=True):
                target.unlink(missing_ok=True)
                if source.exists():
                    source.rename(target)
        shutil.rmtree(f"{self._path}.tmp", ignore_errors=True)
        return _aside(self._path, 1)


def _not_an_index(names: set[str]) -> str:
    return f"it holds the tables {', '.join(sorted(map(repr, names)))}, not an index"


def _must_reopen(exc: BaseException, operation: str) -> bool:
    if isinstance(exc, duckdb.FatalException | duckdb.InternalException):
        return True
    return isinstance(exc, duckdb.Error) and isinstance(translate(exc, operation), StorageFull)


def _verify(connection: duckdb.DuckDBPyConnection) -> str | None:
    try:
        [(rows, ids, units, _)] = connection.execute(statements.VERIFY).fetchall()
    except duckdb.OutOfRangeException as exc:
        return f"a vector is not finite ({exc})"
    if rows != ids:
        return f"{rows - ids} ids occur more than once"
    if rows != units:
        return f"{rows - units} vectors do not have length 1"
    return None


def _aside(path: Path, number: int) -> Path:
    return path.with_name(f"{path.name}.damaged-{number}")


def _fresh(path: Path) -> Path:
    return path.with_name(f"{path.name}.new")


def _remove(path: Path) -> None:
    for part in _parts(path):
        part.unlink(missing_ok=True)


def _quoted(text: str, *, mark: str = "'") -> str:
    return mark + text.replace(mark, 2 * mark) + mark


def _parts(path: Path) -> tuple[Path, Path]:
    """A database and the log of what is not in it yet."""
    return path, path.with_name(f"{path.name}.wal")


def _require_place(path: Path, name: str) -> None:
    """Tell a place where nothing can be written from a damaged file."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for part in _parts(path):
            if part.exists():
                with part.open("r+b"):
                    pass
    except OSError as exc:
        raise StorageError(f"{name} cannot be written: {exc}") from exc
