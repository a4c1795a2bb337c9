"""`stats`: what contexts and summaries used and saved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.options import DataDir, Json, given, services_of
from lembranca.adapters.inbound.cli.screen import Screen, shown
from lembranca.adapters.inbound.cli.session import opened
from lembranca.domain.errors import InvalidInput
from lembranca.domain.ledger import Account, summed

_COLUMNS = ("calls", "sent", "answered", "full", "saved", "%")
_MONEY = ("spent", "spared")
_NONE = "-"


def stats(
    context: typer.Context,
    since: Annotated[str | None, typer.Option(metavar="DAY", help="From this day on, as 2026-03-02.")] = None,
    until: Annotated[str | None, typer.Option(metavar="DAY", help="Up to this day, which counts whole.")] = None,
    tenant: Annotated[
        str | None, typer.Option(metavar="ID", help="This tenant only.", show_default="all of them")
    ] = None,
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """
    Show what contexts and summaries cost in tokens, and what they save.

    Per day (UTC), tenant, operation and model. Full is what the whole conversations would have been instead of the
    contexts; the total of what is saved is after what summarizers were sent. With the setting `prices` there is money
    too: spent, and spared by what was not sent.
    """
    screen = Screen(as_json=as_json)
    first, last = _day("since", since), _day("until", until)
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        accounts = session.call(session.memory.stats(since=first, until=last, tenant_id=tenant))
    totals = summed(accounts)
    if as_json:
        screen.json({"accounts": [_as_json(item) for item in accounts], "totals": _figures(totals)})
    elif accounts:
        screen.show(_table(accounts, totals))
    else:
        screen.note("nothing of that was used" if since or until or tenant else "nothing was used yet")


def _day(name: str, text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise InvalidInput(name, text, "must be a day such as 2026-03-02") from None


def _table(accounts: Sequence[Account], totals: Account) -> Table:
    """Lay the accounts out, those of a day and tenant together; figures are never cut."""
    figures = _COLUMNS + (() if totals.spent is None else _MONEY)
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    table.add_column("day, tenant", overflow="fold")
    for name in figures:
        table.add_column(name, justify="right", no_wrap=True)
    last = None
    for account in accounts:
        entry = account.entry
        group = f"{entry.day.isoformat()} {shown(entry.tenant_id)}"
        if group != last:
            table.add_row(Text(group, style="bold"))
            last = group
        table.add_row(Text(f"  {entry.operation} {shown(entry.model)}"), *_cells(account, figures))
    if len(accounts) > 1:
        table.add_row("total", *_cells(totals, figures), style="bold")
    return table


def _cells(account: Account, names: Sequence[str]) -> list[str]:
    entry = account.entry
    full = entry.full_tokens
    row = {
        "calls": f"{entry.calls:,}",
        "sent": f"{entry.input_tokens:,}",
        "answered": f"{entry.output_tokens:,}",
        "full": f"{full:,}" if full else _NONE,
        "saved": f"{entry.saved_tokens:,}" if full else _NONE,
        "%": f"{100 * entry.saved_share:.1f}" if full else _NONE,
        "spent": _NONE if account.spent is None else f"{account.spent:,.4f}",
        "spared": _NONE if account.saved is None else f"{account.saved:,.4f}",
    }
    return [row[name] for name in names]


def _as_json(account: Account) -> dict[str, Any]:
    entry = account.entry
    named = {"day": entry.day.isoformat(), "tenant_id": entry.tenant_id}
    return named | {"operation": entry.operation, "model": entry.model} | _figures(account)


def _figures(account: Account) -> dict[str, Any]:
    entry = account.entry
    return {
        "calls": entry.calls,
        "input_tokens": entry.input_tokens,
        "output_tokens": entry.output_tokens,
        "full_tokens": entry.full_tokens,
        "saved_tokens": entry.saved_tokens,
        "saved_share": records.rounded(entry.saved_share) if entry.full_tokens else None,
        "spent": account.spent,
        "saved": account.saved,
    }
