"""One process at a time for one database file."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from lembranca.domain.errors import StorageBusy

_PATIENCE_SECONDS = 0.5


class FileHolder:
    """
    Holds the database at *path* for this process, from `acquire` to `release` or the end of the process.

    The system's lock ends with the process, however it ends; a small file beside it says who holds it.
    """

    def __init__(self, path: Path) -> None:
        self._lock = FileLock(path.with_name(path.name + ".lock"), is_singleton=False, thread_local=False)
        self._holder = path.with_name(path.name + ".holder")
        self._path = path

    def acquire(self) -> None:
        """
        Take the lock.

        Raises:
            StorageBusy: somebody else has it; the message names the holder. Comes within a second.

        """
        try:
            self._lock.acquire(timeout=_PATIENCE_SECONDS, poll_interval=0.05)
        except Timeout:
            raise StorageBusy(
                f"{self._path} is in use by {self._described()}: one process at a time may open a data folder; "
                "close it there, or give this process another LEMBRANCA_DATA_DIR"
            ) from None
        self._holder.write_text(json.dumps(_this_process()), encoding="utf-8")

    def release(self) -> None:
        """Give the lock back; harmless when it is not held."""
        if self._lock.is_locked:
            with contextlib.suppress(FileNotFoundError):
                self._holder.unlink()
            self._lock.release()

    def _described(self) -> str:
        try:
            holder = json.loads(self._holder.read_text(encoding="utf-8"))
            return f"process {holder['pid']} on {holder['host']} ({holder['program']}, since {holder['since']})"
        except (OSError, ValueError, KeyError, TypeError):
            return "another process"


def _this_process() -> dict[str, object]:
    return {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "program": Path(sys.argv[0]).name or "python",
        "since": datetime.now(UTC).isoformat(timespec="seconds"),
    }
