"""`load`, `search`, `conversations` and `show`: what is remembered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time
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
from lembranca.adapters.inbound.cli.screen import Screen, local, one_line, shown
from lembranca.adapters.inbound.cli.session import Session, opened
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import Message
from lembranca.domain.scope import DEFAULT_TENANT

_PATIENCE = 5.0
_PAGE = 200
_SHOWN = 400


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


def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to look for.", show_default=False)],
    limit: Annotated[int, typer.Option(help="Most results.", metavar="N", min=1)] = 10,
    conversation: Annotated[
        str | None, typer.Option(metavar="ID", help="In this conversation only.", show_default=False)
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="Said then or later, as 2026-03-02 or with a time.")
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="Said then or before; a day counts whole.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Tell why each was found.")] = False,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """Find what was said, best first."""
    screen = Screen(as_json=as_json)
    first, last = _moment("since", since, time.min), _moment("until", until, time.max)
    with opened(services_of(context), **given(data_dir=data_dir, language=language)) as session:
        catch_up(session, screen)
        entries = session.call(
            session.user(tenant, user).search(
                query, limit=limit, conversation_id=conversation, since=first, until=last, explain=explain
            )
        )
    for rank, entry in enumerate(entries, 1):
        if as_json:
            screen.json(records.entry(entry))
        else:
            _show_entry(screen, rank, entry)
    if not entries:
        screen.note("nothing found")


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


def catch_up(session: Session, screen: Screen) -> None:
    """Give the index a moment to take in what was saved last; say so when that is not enough."""
    if not session.settle(_PATIENCE):
        screen.warn("the index is still catching up: something may not be found yet; `lembranca reindex` waits for it")


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


def _show_entry(screen: Screen, rank: int, entry: MemoryEntry) -> None:
    speaker = shown(entry.author or entry.role)
    head = Text.assemble(
        f"{rank:>2}  ",
        (f"{entry.score:.3f}  ", "green"),
        (f"{entry.relevance:.0%}  ", "cyan"),
        (speaker, "bold"),
        (f"  {local(entry.timestamp)}  {shown(entry.conversation_id)} #{entry.position}", "dim"),
    )
    screen.show(head, Padding(Text(_cut(shown(entry.content))), (0, 0, 0, 4)))
    if entry.explanation is not None:
        screen.show(Padding(Text(_why(entry), style="dim"), (0, 0, 0, 4)))
    screen.show("")


def _why(entry: MemoryEntry) -> str:
    why = entry.explanation
    if why is None:
        return ""
    parts = [("keyword", why.keyword), ("vector", why.vector), ("lent", why.lent), ("author", why.author)]
    signs = why.signs
    parts += [("covered", signs.words), ("near", signs.near), ("lead", signs.lead)]
    if why.reranked is not None:
        parts += [("reranked", why.reranked)]
    terms = f"; words: {', '.join(map(shown, why.terms))}" if why.terms else ""
    other = "; said by another than asked about" if signs.other else ""
    return ", ".join(f"{name} {score:.2f}" for name, score in parts) + other + terms


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


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
