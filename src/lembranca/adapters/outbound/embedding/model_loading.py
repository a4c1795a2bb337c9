"""What every model of the sentence-transformers library needs, whatever it is for."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lembranca.adapters.outbound.embedding.model_folder import digest_of
from lembranca.domain.errors import ConfigurationError

_REASON = 200
_HUB_NAME = re.compile(r"[\w-][\w.-]*(/[\w-][\w.-]*)?")


def load_model(kind: str, name: str, *, setting: str, chosen: str, device: str | None) -> Any:
    """
    Load the model called *name*, a folder or a name of the hub, as the library's class *kind*.

    A folder never leads to a network call; a name of the hub does when its files are not in the hub's cache, unless
    HF_HUB_OFFLINE is set.

    Raises:
        ConfigurationError: of *setting* and its value *chosen*: there is no such model, library or extra.

    """
    folder = Path(name).expanduser()
    local = bool(name) and folder.is_dir()
    if not local and not _HUB_NAME.fullmatch(name):
        rule = "there is no such folder, and a model of the hub is called NAME or OWNER/NAME"
        raise ConfigurationError(setting, chosen, rule)
    library = _library(setting, chosen)
    try:
        with _no_progress_bars():
            return getattr(library, kind)(str(folder) if local else name, device=device, local_files_only=local)
    except Exception as exc:
        raise ConfigurationError(setting, chosen, f"it must be a model that can be loaded ({reason_of(exc)})") from exc


def identified(name: str) -> str:
    """Give *name*, that of a folder with a digest of what is in it, whatever the folder is called elsewhere."""
    folder = Path(name).expanduser()
    return f"{folder.resolve().name}@{digest_of(folder)}" if folder.is_dir() else name


def readable(text: str, limit: int) -> str:
    """Cut *text* far behind what a model reads, and replace lone surrogates, which tokenisers refuse."""
    return text[:limit].encode("utf-8", "replace").decode("utf-8")


def reason_of(exc: BaseException) -> str:
    """Give the error's text on one line."""
    return f"{type(exc).__name__}: {' '.join(str(exc).split())[:_REASON]}"


def _library(setting: str, chosen: str) -> Any:
    # Imported by name: it takes seconds, and type checkers would follow it into all of torch.
    try:
        return importlib.import_module("sentence_transformers")
    except ImportError as exc:
        rule = "it needs the neural extra: pip install 'lembranca[neural]'"
        raise ConfigurationError(setting, chosen, f"{rule} ({reason_of(exc)})") from exc


@contextmanager
def _no_progress_bars() -> Iterator[None]:
    """Keep transformers from drawing on the terminal, and leave it as it was found."""
    switch: Any = importlib.import_module("transformers.utils.logging")
    shown = switch.is_progress_bar_enabled()
    switch.disable_progress_bar()
    try:
        yield
    finally:
        if shown:
            switch.enable_progress_bar()
