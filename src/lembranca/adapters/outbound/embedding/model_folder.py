"""Which model a folder holds, whatever the folder is called and wherever it stands."""

from __future__ import annotations

import hashlib
from pathlib import Path

_DECISIVE = {".bin", ".json", ".model", ".py", ".safetensors", ".txt"}
_CHARACTERS = 12


def digest_of(folder: Path) -> str:
    """
    Give the first 12 hexadecimal digits of a SHA-256 over every file that a vector may depend on.

    These are weights, configurations, vocabularies and code, with their names inside the folder; not the folder's own
    name or place, hidden files and folders, or descriptions. It reads everything once.

    Raises:
        OSError: a file cannot be read.

    """
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
        inside = path.relative_to(folder)
        if path.suffix in _DECISIVE and path.is_file() and not any(part.startswith(".") for part in inside.parts):
            with path.open("rb") as file:
                content = hashlib.file_digest(file, "sha256").hexdigest()
            digest.update(f"{inside.as_posix()}\n{content}\n".encode())
    return digest.hexdigest()[:_CHARACTERS]
