"""The options that commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from lembranca.adapters.inbound.cli.services import Services
from lembranca.domain.errors import InvalidInput
from lembranca.domain.preset import PRESETS

_MEMORY = "Whose memory, and where"

ConversationId = Annotated[str, typer.Argument(metavar="CONVERSATION", help="Its id.", show_default=False)]
DataDir = Annotated[
    Path | None,
    typer.Option(
        help="Folder of everything stored.", show_default="LEMBRANCA_DATA_DIR or .lembranca", rich_help_panel=_MEMORY
    ),
]
Tenant = Annotated[str, typer.Option(help="The tenant.", metavar="ID", rich_help_panel=_MEMORY)]
User = Annotated[str, typer.Option(help="The person whose memory it is.", metavar="ID", rich_help_panel=_MEMORY)]
Preset = Annotated[
    str | None, typer.Option(help=f"One of {', '.join(PRESETS)}.", metavar="NAME", rich_help_panel=_MEMORY)
]
Language = Annotated[
    Literal["auto", "pt", "en"] | None,
    typer.Option(help="Of stemming, contexts and dialogue.", rich_help_panel=_MEMORY),
]
Json = Annotated[bool, typer.Option("--json", help="Answer with JSON for machines.")]
MaxTokens = Annotated[int | None, typer.Option(help="Budget of the context.", metavar="N", min=1)]


def services_of(context: typer.Context) -> Services:
    """Give what the program was put together with."""
    services = context.obj
    if not isinstance(services, Services):
        raise InvalidInput("context", services, "must carry the services")
    return services


def given(**settings: Any) -> dict[str, Any]:
    """Give the settings that were named on the command line."""
    return {name: value for name, value in settings.items() if value is not None}
