"""`remember`, `facts` and `profile`: what is known of a person."""

from __future__ import annotations

from typing import Annotated

import typer

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.knowing import show_change, show_fact, show_profile
from lembranca.adapters.inbound.cli.options import DataDir, Json, Language, Tenant, User, given, services_of
from lembranca.adapters.inbound.cli.recalling import catch_up
from lembranca.adapters.inbound.cli.screen import Screen
from lembranca.adapters.inbound.cli.session import opened
from lembranca.domain.entry import KINDS
from lembranca.domain.fact import FACT_KINDS
from lembranca.domain.known_fact import ACTIVE, STATUSES, WITHDRAWN
from lembranca.domain.scope import DEFAULT_TENANT

_STATUSES = tuple(status for status in STATUSES if status != WITHDRAWN)


def remember(
    context: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="One short fact, as: odeia coentro.", show_default=False)],
    kind: Annotated[str, typer.Option(metavar="KIND", help=f"One of {', '.join(FACT_KINDS)}.")] = "pref",
    weight: Annotated[
        float | None, typer.Option(metavar="W", help="Its importance, 0 to 1.", show_default="that of its layer")
    ] = None,
    topic: Annotated[
        str | None, typer.Option(metavar="NAME", help="What a newer value would replace, as residence or diet.")
    ] = None,
    tag: Annotated[list[str] | None, typer.Option(metavar="TAG", help="May be repeated.")] = None,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """
    Keep something about a person, given by hand.

    What says the same as something known makes that stronger; a newer value of the same topic takes its place.
    """
    screen = Screen(as_json=as_json)
    with opened(services_of(context), **given(data_dir=data_dir, language=language)) as session:
        person = session.user(tenant, user)
        entry = session.call(person.remember(text, kind=kind, weight=weight, topic=topic, tags=tag or ()))
        (change,) = session.call(person.history(entry.id, limit=1))
    if as_json:
        screen.json({**records.entry(entry), "change": records.plain(change)})
    else:
        show_change(screen, change)


def facts(
    context: typer.Context,
    kind: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND", help=f"Only this kind, may be repeated: {', '.join(KINDS)}."),
    ] = None,
    status: Annotated[
        list[str] | None,
        typer.Option(metavar="STATUS", help=f"May be repeated: {', '.join(_STATUSES)}, or all.", show_default="active"),
    ] = None,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """List what is known of a person, in the order in which it was learned."""
    screen = Screen(as_json=as_json)
    statuses = _STATUSES if status and "all" in status else status or (ACTIVE,)
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        catch_up(session, screen)
        found = session.call(session.user(tenant, user).facts(kinds=kind or (), statuses=statuses))
    for entry in found:
        if as_json:
            screen.json(records.entry(entry))
        else:
            show_fact(screen, entry)
    if not found:
        screen.note(f"nothing of that is known of user {user!r} in tenant {tenant!r}")


def profile(
    context: typer.Context,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """
    Show what is believed of a person, how firmly, since when, and what was believed before.

    The figure before each value is its confidence, from 0 to 1. With --json the messages behind it are told, too.
    """
    screen = Screen(as_json=as_json)
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        catch_up(session, screen)
        found = session.call(session.user(tenant, user).profile())
    if as_json:
        screen.json(records.plain(found))
    elif found.preferences:
        show_profile(screen, found)
    else:
        screen.note(f"nothing is believed of user {user!r} in tenant {tenant!r} yet")
