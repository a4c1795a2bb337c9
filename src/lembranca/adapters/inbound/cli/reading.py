"""`load`, `conversations` and `show`: contexts, and what was said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.contexts import context_table, tokens_line
from lembranca.adapters.inbound.cli.options import (
    ConversationId,
    DataDir,
    Json,
    Language,
    MaxTokens,
    Preset,
    Tenant,
    User,
    given,
    services_of,
)
from lembranca.adapters.inbound.cli.recalling import catch_up
from lembranca.adapters.inbound.cli.screen import Screen, local, one_line, shown
from lembranca.adapters.inbound.cli.session import opened
from lembranca.domain.message import Message
from lembranca.domain.scope import DEFAULT_TENANT

_PAGE = 200


def load(
    context: typer.Context,
    conversation: ConversationId,
    query: Annotated[
        str | None, typer.Argument(metavar="QUERY", help="What is to be answered.", show_default=False)
    ] = None,
    max_tokens: MaxTokens = None,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    preset: Preset = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """
    Show the context for the next answer, and what it costs.

    The text goes to standard output as a model would get it; tokens and warnings go to standard error.
    """
    screen = Screen(as_json=as_json)
    settings = given(data_dir=data_dir, preset=preset, language=language)
    with opened(services_of(context), **settings) as session:
        if query:
            catch_up(session, screen)
        chat = session.user(tenant, user).conversation(conversation)
        loaded = session.call(chat.load(query, max_tokens=max_tokens))
    if as_json:
        screen.json(records.context(loaded))
        return
    if screen.out.is_terminal:
        screen.show(context_table(loaded), "")
    else:
        print(loaded.text)  # noqa: T201 - byte for byte, for the program that reads on
    screen.err.print(tokens_line(loaded))
    for warning in loaded.warnings:
        screen.warn(warning)


def conversations(
    context: typer.Context,
    limit: Annotated[int, typer.Option(help="Most conversations.", metavar="N", min=1)] = 100,
    offset: Annotated[int, typer.Option(help="Pass over the first ones.", metavar="N", min=0)] = 0,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """List a person's conversations, the last updated first."""
    screen = Screen(as_json=as_json)
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        found = session.call(session.user(tenant, user).conversations(limit=limit, offset=offset))
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("conversation", overflow="fold", style="bold")
    table.add_column("messages", justify="right")
    table.add_column("last said", no_wrap=True)
    table.add_column("title", overflow="fold", ratio=1)
    for item in found:
        if as_json:
            screen.json(records.conversation(item))
        title = one_line(item.title or "", 60)
        table.add_row(Text(shown(item.id)), f"{item.message_count:,}", local(item.updated_at), Text(title))
    if found:
        screen.show(table)
    else:
        screen.note(f"no conversations of user {user!r} in tenant {tenant!r}")


def show(
    context: typer.Context,
    conversation: ConversationId,
    first: Annotated[int, typer.Option(metavar="N", help="From this position on.", min=1)] = 1,
    last: Annotated[
        int | None, typer.Option(metavar="N", help="Up to this position.", min=1, show_default="the end")
    ] = None,
    ids: Annotated[bool, typer.Option("--ids", help="The messages' ids too, as `lembranca pin` wants them.")] = False,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """Show a conversation as it was said."""
    screen = Screen(as_json=as_json)
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        chat = session.user(tenant, user).conversation(conversation)
        end = min(last or 2**53, session.call(chat.info()).message_count)
        for start in range(first, end + 1, _PAGE):
            page = session.call(chat.messages(first=start, last=min(end, start + _PAGE - 1)))
            for message in page:
                if as_json:
                    screen.json(records.shown_message(message))
                else:
                    _show_message(screen, message, ids=ids)


def _show_message(screen: Screen, message: Message, *, ids: bool) -> None:
    notes: Sequence[str] = [f"[{item.type}] {item.text or item.uri or ''}".strip() for item in message.attachments]
    head = Text.assemble(
        (f"#{message.position} ", "dim"),
        (shown(message.speaker), "bold cyan" if message.role == "user" else "bold magenta"),
        (f"  {local(message.timestamp)}{'  pinned' if message.pinned else ''}", "dim"),
        (f"  {shown(message.id)}" if ids else "", "yellow"),
    )
    screen.show(head, Padding(Text(shown(message.content)), (0, 0, 0, 4)))
    for note in notes:
        screen.show(Padding(Text(one_line(note), style="dim"), (0, 0, 0, 4)))
