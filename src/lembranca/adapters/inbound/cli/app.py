"""The program `lembranca`: its commands, put together."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated

import typer

from lembranca.adapters.inbound.cli import condensing, reading, recalling, remembering, revising, upkeep
from lembranca.adapters.inbound.cli.accounting import stats
from lembranca.adapters.inbound.cli.chatting import chat
from lembranca.adapters.inbound.cli.demonstrating import demo
from lembranca.adapters.inbound.cli.erasing import erase
from lembranca.adapters.inbound.cli.evaluating import eval_command
from lembranca.adapters.inbound.cli.exporting import export_command
from lembranca.adapters.inbound.cli.failures import guarded
from lembranca.adapters.inbound.cli.importing import import_command
from lembranca.adapters.inbound.cli.services import Services

_EXIT_CODES = (
    "Exit codes: 0 all well; 1 it failed, or problems were found; 2 bad usage or input; 3 some records of an import "
    "were bad; 130 Ctrl-C; 141 whoever read the output has left."
)
_MACHINES = (
    "With --json standard output holds one JSON document, or one a line where there are many (chat, conversations, "
    "facts, history, recall, search, show); all else goes to standard error. Settings come from options, LEMBRANCA_* "
    "and lembranca.toml; see `lembranca config`. NO_COLOR is honoured."
)

_COMMANDS: dict[str, dict[str, Callable[..., None]]] = {
    "Begin": {"demo": demo, "chat": chat},
    "Conversations in and out": {"import": import_command, "export": export_command},
    "What is remembered": {
        "load": reading.load,
        "recall": recalling.recall,
        "search": recalling.search,
        "conversations": reading.conversations,
        "show": reading.show,
    },
    "What is known of a person": {
        "remember": remembering.remember,
        "facts": remembering.facts,
        "profile": remembering.profile,
        "forget": revising.forget,
        "restore": revising.restore,
        "history": revising.history,
        "garden": revising.garden,
    },
    "What is condensed": {
        "timeline": condensing.timeline,
        "compress": condensing.compress,
        "refresh": condensing.refresh,
        "pin": condensing.pin,
        "unpin": condensing.unpin,
    },
    "Upkeep": {
        "status": upkeep.status,
        "stats": stats,
        "reindex": upkeep.reindex,
        "doctor": upkeep.doctor,
        "config": upkeep.config,
        "erase": erase,
        "eval": eval_command,
    },
}


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"lembranca {version('lembranca')}")
        raise typer.Exit


def build_app(services: Services) -> typer.Typer:
    """Give the program; its commands find *services* in their context."""
    app = typer.Typer(
        name="lembranca",
        help="Conversational memory for LLM applications.",
        epilog=f"{_EXIT_CODES}\n\n{_MACHINES}",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def root(
        context: typer.Context,
        verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log events to standard error.")] = False,
        show_version: Annotated[  # noqa: ARG001 - the callback answers
            bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and leave.")
        ] = False,
    ) -> None:
        context.obj = services
        services.configure_logging(verbose)

    for panel, commands in _COMMANDS.items():
        for name, command in commands.items():
            app.command(name, help=_reflowed(command.__doc__ or ""), rich_help_panel=panel)(guarded(command))
    return app


def _reflowed(text: str) -> str:
    """Put each paragraph on one line: typer keeps line breaks, wherever the terminal's edge is."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
