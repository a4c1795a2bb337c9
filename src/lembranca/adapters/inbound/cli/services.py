"""What the command line is given by whoever puts the program together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from lembranca.application.doctor import Finding
from lembranca.application.memory import MemoryService
from lembranca.domain.preset import Preset


class ISetting(Protocol):
    """A setting in force: its *value* as text, secrets masked, and the *source* it came from."""

    @property
    def name(self) -> str:
        """Its name, as in the settings file."""
        ...

    @property
    def value(self) -> str:
        """Its value; empty where there is none."""
        ...

    @property
    def source(self) -> str:
        """An argument, the environment, the file or the default."""
        ...

    @property
    def description(self) -> str:
        """What it decides."""
        ...


@dataclass(frozen=True, slots=True)
class Measures:
    """
    How a memory of some settings counts tokens and compares words, and how it writes its contexts.

    *terms* and *forms* are those of `INormalizer`; *language* is the setting: `auto`, `pt` or `en`.
    """

    count: Callable[[str], int]
    terms: Callable[[str], list[str]]
    forms: Callable[[str], list[tuple[str, ...]]]
    preset: Preset
    language: str


@dataclass(frozen=True, slots=True)
class Services:
    """
    The rest of the program, as far as a command needs it. Settings are given by name; others come from elsewhere.

    Args:
        open_memory: gives a memory that `async with` opens and closes.
        settings_in_force: every setting with its value and source.
        measures: how a memory of these settings counts and writes, for judging it.
        examine: goes through the doctor's findings, one after the other.
        configure_logging: sends events to standard error, all of them when told so, else warnings only.

    """

    open_memory: Callable[..., AbstractAsyncContextManager[MemoryService]]
    settings_in_force: Callable[[Mapping[str, Any]], Sequence[ISetting]]
    measures: Callable[[Mapping[str, Any]], Measures]
    examine: Callable[[Mapping[str, Any]], AsyncIterator[Finding]]
    configure_logging: Callable[[bool], None]
