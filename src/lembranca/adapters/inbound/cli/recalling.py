"""`recall` and `search`: what was said and what is known that matters for a question."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time
from typing import Annotated

import typer

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.knowing import show_found
from lembranca.adapters.inbound.cli.options import DataDir, Json, Language, Tenant, User, given, services_of
from lembranca.adapters.inbound.cli.screen import Screen
from lembranca.adapters.inbound.cli.session import Session, opened
from lembranca.domain.entry import KINDS, LAYERS, MemoryEntry
from lembranca.domain.errors import InvalidInput
from lembranca.domain.relevance import RELEVANT
from lembranca.domain.scope import DEFAULT_TENANT

_PATIENCE = 5.0

Query = Annotated[str, typer.Argument(metavar="QUERY", help="What to look for.", show_default=False)]
Most = Annotated[int, typer.Option(help="Most results.", metavar="N", min=1)]
Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", metavar="KIND", help=f"Only this kind, may be repeated: {', '.join(KINDS)}."),
]
Layers = Annotated[
    list[str] | None,
    typer.Option("--layer", metavar="LAYER", help=f"Only this layer, may be repeated: {', '.join(LAYERS)}."),
]
Channel = Annotated[str | None, typer.Option(metavar="NAME", help="Only what was said by this channel.")]
InConversation = Annotated[
    str | None, typer.Option("--conversation", metavar="ID", help="In this conversation only.", show_default=False)
]
Since = Annotated[str | None, typer.Option(metavar="TIME", help="Said then or later, as 2026-03-02 or with a time.")]
Until = Annotated[str | None, typer.Option(metavar="TIME", help="Said then or before; a day counts whole.")]
Explain = Annotated[bool, typer.Option("--explain", help="Tell why each was found.")]


def recall(
    context: typer.Context,
    query: Query,
    limit: Most = 10,
    show_all: Annotated[bool, typer.Option("--all", help="Show the best also when nothing is relevant.")] = False,
    kind: Kinds = None,
    layer: Layers = None,
    channel: Channel = None,
    conversation: InConversation = None,
    since: Since = None,
    until: Until = None,
    explain: Explain = False,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """
    Recall what is known and what was said, best first, or say that nothing of it is relevant.

    Facts and messages come with their relevance from 0 to 100 %, and with their ids for `forget`. A fact and the
    message it was learned from are one: the message, unless --kind wants facts. When nothing reaches 30 %, nothing is
    shown.
    """
    screen = Screen(as_json=as_json)
    first, last = _moment("since", since, time.min), _moment("until", until, time.max)
    with opened(services_of(context), **given(data_dir=data_dir, language=language)) as session:
        catch_up(session, screen)
        found = session.call(
            session.user(tenant, user).search(
                query,
                limit=limit,
                conversation_id=conversation,
                kinds=kind or (),
                layers=layer or (),
                since=first,
                until=last,
                channel=channel,
                explain=explain,
            )
        )
    best = max((entry.relevance for entry in found), default=0.0)
    if found and best < RELEVANT and not show_all:
        screen.note(f"nothing relevant: the best of {len(found):,} has {best:.0%}; --all shows them")
        return
    _show(screen, found)


def search(
    context: typer.Context,
    query: Query,
    limit: Most = 10,
    kind: Kinds = None,
    layer: Layers = None,
    channel: Channel = None,
    conversation: InConversation = None,
    since: Since = None,
    until: Until = None,
    explain: Explain = False,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """Find what was said and what is known, best first, however relevant: `recall --all`."""
    recall(
        context,
        query,
        limit,
        show_all=True,
        kind=kind,
        layer=layer,
        channel=channel,
        conversation=conversation,
        since=since,
        until=until,
        explain=explain,
        tenant=tenant,
        user=user,
        data_dir=data_dir,
        language=language,
        as_json=as_json,
    )


def catch_up(session: Session, screen: Screen) -> None:
    """Give the background a moment to take in what was saved last; say so when that is not enough."""
    if not session.settle(_PATIENCE):
        screen.warn("the index is still catching up: something may not be found yet; `lembranca reindex` waits for it")


def _show(screen: Screen, found: Sequence[MemoryEntry]) -> None:
    for rank, entry in enumerate(found, 1):
        if screen.as_json:
            screen.json(records.entry(entry))
        else:
            show_found(screen, rank, entry)
    if not found:
        screen.note("nothing found")


def _moment(name: str, text: str | None, of_day: time) -> datetime | None:
    """Read a moment as this computer's clock shows it; a day alone is its first or its last instant."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
        if ":" not in text and "T" not in text:
            moment = datetime.combine(moment, of_day)
        return moment.astimezone() if moment.tzinfo is None else moment
    except (ValueError, OverflowError, OSError):
        raise InvalidInput(name, text, "must be a day or a time such as 2026-03-02T19:04") from None
