"""How a command ends: the exit codes, and every expected error as one line."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable
from typing import ParamSpec

import typer

from lembranca.adapters.inbound.cli.screen import Screen
from lembranca.domain.errors import ConfigurationError, InvalidInput, LembrancaError

OK = 0
FAILED = 1
BAD_INPUT = 2
SOME_BAD = 3
INTERRUPTED = 130
READER_LEFT = 141  # 128 + SIGPIPE, as the shell reports any program whose reader has gone

_P = ParamSpec("_P")


def code_of(error: LembrancaError) -> int:
    """Give the exit code of an error: 2 where the caller has to change something, else 1."""
    return BAD_INPUT if isinstance(error, InvalidInput | ConfigurationError) else FAILED


def guarded(command: Callable[_P, None]) -> Callable[_P, None]:
    """Turn what *command* raises into a line on standard error and an exit code, and nothing else."""

    @functools.wraps(command)
    def run(*args: _P.args, **kwargs: _P.kwargs) -> None:
        try:
            command(*args, **kwargs)
            sys.stdout.flush()
        except LembrancaError as exc:
            Screen().fail(str(exc))
            raise typer.Exit(code_of(exc)) from exc
        except KeyboardInterrupt:
            Screen().fail("interrupted; everything acknowledged is kept")
            raise typer.Exit(INTERRUPTED) from None
        except ImportError as exc:
            # Ctrl-C while a compiled driver is being imported comes out as the driver's failure to import.
            if not _interrupted(exc):
                raise
            Screen().fail("interrupted; everything acknowledged is kept")
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:
            _silence_stdout()
            raise typer.Exit(READER_LEFT) from None

    return run


def _interrupted(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def _silence_stdout() -> None:
    """Point standard output nowhere, or the interpreter would complain while it flushes at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
