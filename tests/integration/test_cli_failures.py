"""Whatever ends a command comes out as an exit code."""

import pytest
import typer

from lembranca.adapters.inbound.cli.failures import INTERRUPTED, guarded


def test_an_import_broken_off_by_ctrl_c_is_an_interruption():
    @guarded
    def command():
        raise ImportError("the driver") from KeyboardInterrupt()

    with pytest.raises(typer.Exit) as ended:
        command()

    assert ended.value.exit_code == INTERRUPTED


def test_a_driver_that_cannot_be_imported_stays_an_error():
    @guarded
    def command():
        raise ImportError("the driver")

    with pytest.raises(ImportError):
        command()
