"""
Every error that Lembrança raises on purpose.

LembrancaError
├── InvalidInput          the caller's value breaks a rule; nothing was stored
├── NotFound              unknown, or somebody else's: the two look the same
├── Conflict              the same id again with other content
├── ConfigurationError    a setting cannot be used
├── Closed                used before it was opened or after it was closed
├── ModelError            an embedder or a language model gave no usable answer
└── StorageError          a store failed
    ├── StorageBusy       another process holds the data folder
    ├── StorageDamaged    the file is not a readable database
    ├── StorageFull       no room left; nothing acknowledged was lost
    └── StorageUnavailable  a server does not answer in time
"""

from __future__ import annotations

from typing import Self

_SHOWN = 80


def _shown(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a value that cannot even be shown must not hide what is wrong with it
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


class LembrancaError(Exception):
    """The root: catch this to catch everything below."""


class InvalidInput(LembrancaError, ValueError):
    """A value breaks a rule. Carries `field`, `value` and `rule`; nothing was stored."""

    def __init__(self, field: str, value: object, rule: str) -> None:
        self.field = field
        self.value = value
        self.rule = rule
        super().__init__(f"{field}: {rule}, not {_shown(value)}")

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self.field, self.value, self.rule)


class NotFound(LembrancaError, LookupError):
    """There is no such thing in this scope. Carries `kind` ("conversation", "message", ...) and `id`."""

    def __init__(self, kind: str, id: str) -> None:  # noqa: A002 - the field is called id everywhere
        self.kind = kind
        self.id = id
        super().__init__(f"{kind} {_shown(id)} does not exist in this scope")

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self.kind, self.id)


class Conflict(LembrancaError):
    """
    It cannot be beside what is there: mostly, the id is taken by something with other content.

    Carries `kind`, `id` and `difference`, and `reason` where it is another.
    """

    def __init__(self, kind: str, id: str, difference: str, reason: str | None = None) -> None:  # noqa: A002
        self.kind = kind
        self.id = id
        self.difference = difference
        self.reason = reason
        super().__init__(f"{kind} {_shown(id)} {reason or f'already exists with another {difference}'}")

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self.kind, self.id, self.difference, self.reason)


class ConfigurationError(LembrancaError):
    """A setting cannot be used. Carries `setting`, `value` and `allowed` (what would be right)."""

    def __init__(self, setting: str, value: object, allowed: str) -> None:
        self.setting = setting
        self.value = value
        self.allowed = allowed
        super().__init__(f"{setting}={_shown(value)} cannot be used: {allowed}")

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self.setting, self.value, self.allowed)


class Closed(LembrancaError):
    """Used before it was opened or after it was closed."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(f"{what} is not open: use it inside `with` or `async with`, between open() and close()")

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self.what,)


class ModelError(LembrancaError):
    """
    An embedder or a language model gave no usable answer.

    Carries `read` and `written`, the tokens that it was sent and answered all the same, as far as they were counted.
    """

    def __init__(self, message: str, *, read: int = 0, written: int = 0) -> None:
        self.read = read
        self.written = written
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), self.args, {"read": self.read, "written": self.written}


class StorageError(LembrancaError):
    """A store failed; the message names the store and the operation."""


class StorageBusy(StorageError):
    """Another process holds the data folder; the message names it."""


class StorageDamaged(StorageError):
    """The file cannot be read as what it should be; it was left as it is. The message names it."""


class StorageFull(StorageError):
    """No room left on the device. Nothing acknowledged was lost; it goes on once there is room."""


class StorageUnavailable(StorageError):
    """A server does not answer, or not in time."""
