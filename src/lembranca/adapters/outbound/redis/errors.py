"""Errors of the driver, and which of ours each becomes."""

from __future__ import annotations

import redis.exceptions

from lembranca.domain.errors import StorageError, StorageFull, StorageUnavailable

_TABLE: dict[type[StorageError], str] = {
    # not there now, or not in time; may be better a moment later
    StorageUnavailable: (
        "ConnectionError TimeoutError BusyLoadingError MaxConnectionsError ExternalAuthProviderError ReadOnlyError "
        "RedisClusterException ClusterError ClusterDownError MasterDownError SlotNotCoveredError "
        "AskError MovedError TryAgainError"
    ),
    StorageFull: "OutOfMemoryError",
    # there, but it refuses or answers nonsense: a matter of settings or of a defect
    StorageError: (
        "RedisError AuthenticationError AuthorizationError NoPermissionError AuthenticationWrongNumberOfArgsError "
        "ResponseError InvalidResponse DataError NoScriptError ExecAbortError ModuleError NoSuchFieldsetError "
        "PubSubError WatchError LockError LockNotOwnedError ChildDeadlockedError IncorrectPolicyType "
        "ClusterCrossSlotError CrossSlotTransactionError InvalidPipelineStack"
    ),
}

# By name, because not every version of the driver has every class.
ERRORS: dict[type[Exception], type[StorageError]] = {
    getattr(redis.exceptions, name): ours
    for ours, names in _TABLE.items()
    for name in names.split()
    if hasattr(redis.exceptions, name)
} | {OSError: StorageUnavailable, TimeoutError: StorageUnavailable}
"""What the driver raises, and what comes out; the most specific class decides."""


# Redis before 7 wraps the error of a command within a script into one of the script.
_WITHIN_SCRIPTS: dict[str, type[StorageError]] = {"-OOM ": StorageFull, "-READONLY ": StorageUnavailable}


def translated(exc: BaseException) -> type[StorageError]:
    """Give our class for an exception of the driver, `StorageError` for one that the table does not know."""
    for mark, ours in _WITHIN_SCRIPTS.items():
        if mark in str(exc):
            return ours
    return next((ERRORS[kind] for kind in type(exc).__mro__ if kind in ERRORS), StorageError)
