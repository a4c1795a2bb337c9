"""`erase`: remove a person everywhere."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.failures import FAILED
from lembranca.adapters.inbound.cli.options import DataDir, Json, Tenant, given, services_of
from lembranca.adapters.inbound.cli.screen import Screen, shown
from lembranca.adapters.inbound.cli.session import opened
from lembranca.domain.erasure import Erasure
from lembranca.domain.errors import InvalidInput
from lembranca.domain.scope import DEFAULT_TENANT, Scope


def erase(
    context: typer.Context,
    user: Annotated[str, typer.Option(help="The person to be removed.", metavar="ID", show_default=False)],
    tenant: Tenant = DEFAULT_TENANT,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """
    Remove a person everywhere, down to the bytes of every file. There is no way back.

    Asks for the person's id unless --yes is given. Exit code 1 when something could not be reached: it stands in the
    receipt, `status` tells of it, and every start tries it again.
    """
    screen = Screen(as_json=as_json)
    scope = Scope(tenant, user)
    if not yes:
        _confirm(screen, scope)
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        receipt = session.call(session.user(tenant, user).erase())
    if as_json:
        screen.json({**records.plain(receipt), "complete": receipt.complete})
    else:
        screen.show(_table(receipt))
    if not receipt.complete:
        raise typer.Exit(FAILED)


def _confirm(screen: Screen, scope: Scope) -> None:
    """
    Have the person's id typed.

    Raises:
        InvalidInput: something else was, or nothing.

    """
    screen.note(f"All of {scope.user_id!r} of tenant {scope.tenant_id!r} will be removed; there is no way back.")
    screen.note("Type the person's id to go on:")
    typed = sys.stdin.readline().rstrip("\r\n")
    if typed != scope.user_id:
        raise InvalidInput("user", typed, f"must be typed as {scope.user_id!r} to go on; nothing was removed")


def _table(receipt: Erasure) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for kind, count in receipt.removed.items():
        table.add_row(kind.replace("_", " "), f"{count:,}")
    for store, reason in receipt.unreached.items():
        table.add_row("not reached", Text(shown(f"{store}: {reason}"), style="yellow"))
    if receipt.ended_at is None:
        table.add_row("erased", Text("not wholly yet; it is tried again at every start", style="bold yellow"))
    else:
        seconds = (receipt.ended_at - receipt.begun_at).total_seconds()
        table.add_row("erased", Text(f"wholly, in {seconds:.1f} s", style="bold green"))
    return table
