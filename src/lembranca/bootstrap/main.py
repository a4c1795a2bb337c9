"""The program `lembranca`: the command line over everything else."""

from __future__ import annotations

import logging
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from io import TextIOWrapper
from typing import Any

import structlog

from lembranca.adapters.inbound.cli.app import build_app
from lembranca.adapters.inbound.cli.services import ISetting, Measures, Services
from lembranca.application.doctor import Finding
from lembranca.bootstrap.memory import Memory


def main() -> None:
    """Run the program on the arguments of this process, and end with its exit code."""
    # A terminal that cannot show a character gets an escape; bytes that are no text are refused with a name, later.
    for stream, errors in (
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
        (sys.stdin, "surrogateescape"),
    ):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    build_app(services())()


def services() -> Services:
    """Give the command line what it needs."""
    return Services(
        open_memory=Memory.open,
        settings_in_force=_in_force,
        measures=_measures,
        examine=_examine,
        configure_logging=configure_logging,
    )


def configure_logging(everything: bool) -> None:  # noqa: FBT001 - the one thing there is to choose
    """
    Send the library's events to standard error: errors only, or *everything*. Standard output belongs to answers.

    Warnings are left out by default, since the commands tell what they mean themselves.
    """
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["level", "event"]),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG if everything else logging.ERROR),
        logger_factory=_StandardError,
        cache_logger_on_first_use=False,
    )


class _StandardError:
    """A logger that looks up standard error each time, since a test or a caller may have replaced it."""

    def __init__(self, *_: object) -> None:
        pass

    def msg(self, message: str) -> None:
        print(f"lembranca: {message}", file=sys.stderr)  # noqa: T201 - this is where events come out

    log = debug = info = warn = warning = error = critical = fatal = exception = msg


def _examine(arguments: Mapping[str, Any]) -> AsyncIterator[Finding]:
    from lembranca.bootstrap.doctor import diagnose

    return diagnose(arguments)


def _in_force(arguments: Mapping[str, Any]) -> Sequence[ISetting]:
    # The settings' library takes a while to import, and `--help` needs no settings.
    from lembranca.bootstrap.settings import load_settings, settings_in_force

    return settings_in_force(load_settings(**arguments), dict(arguments))


def _measures(arguments: Mapping[str, Any]) -> Measures:
    from lembranca.bootstrap.compression import preset_in_force
    from lembranca.bootstrap.container import Container
    from lembranca.bootstrap.settings import load_settings

    settings = load_settings(**arguments)
    container = Container(settings=settings)
    normalizer = container.normalizer()
    return Measures(
        container.counter().count, normalizer.terms, normalizer.forms, preset_in_force(settings), settings.language
    )
