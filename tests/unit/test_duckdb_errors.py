"""No error of DuckDB's reaches a use case."""

import duckdb
import pytest

from lembranca.adapters.outbound.duckdb.errors import ERRORS, translate, translated
from lembranca.domain.errors import StorageBusy, StorageDamaged, StorageError, StorageFull

DRIVER_ERRORS = sorted(
    {value for value in vars(duckdb).values() if isinstance(value, type) and issubclass(value, duckdb.Error)},
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", DRIVER_ERRORS, ids=lambda kind: kind.__name__)
def test_every_error_class_of_the_driver_is_in_the_table(kind):
    assert kind.__name__ in ERRORS


@pytest.mark.parametrize("kind", DRIVER_ERRORS, ids=lambda kind: kind.__name__)
def test_every_error_comes_out_as_ours_and_names_the_operation(kind):
    with pytest.raises(ERRORS[kind.__name__], match="searching: what happened") as caught, translated("searching"):
        raise kind("what happened")

    assert isinstance(caught.value.__cause__, kind)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Failed to commit: Could not write file "a.wal": No space left on device', StorageFull),
        ('Could not set lock on file "a": Conflicting lock is held in python (PID 7)', StorageBusy),
        ("Corrupt database file: computed checksum 1 does not match stored checksum 2", StorageDamaged),
        ('The file "a" exists, but it is not a valid DuckDB database file!', StorageDamaged),
        ('Could not read enough bytes from file "a"', StorageDamaged),
        ('Cannot open file "a": Permission denied', StorageError),
    ],
)
def test_the_text_tells_what_the_class_does_not(text, expected):
    for kind in (duckdb.IOException, duckdb.TransactionException):
        assert type(translate(kind(text), "opening")) is expected


def test_a_full_disk_is_not_taken_for_damage_though_duckdb_gives_up():
    text = "Failed to create checkpoint because of error: Could not write file: No space left on device"

    assert type(translate(duckdb.FatalException(text), "writing")) is StorageFull
