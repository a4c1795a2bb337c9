"""`timeline`, `compress`, `refresh`, `pin` and `unpin`: what was condensed, and what is kept out of it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.text import Text

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.options import (
    ConversationId,
    DataDir,
    Json,
    Language,
    Preset,
    Tenant,
    User,
    given,
    services_of,
)
from lembranca.adapters.inbound.cli.screen import Screen, local, shown
from lembranca.adapters.inbound.cli.session import Session, opened
from lembranca.application.conversation_memory import ConversationMemory
from lembranca.domain.scope import DEFAULT_TENANT
from lembranca.domain.summary import Summary

_PAGE = 500

MessageId = Annotated[
    str, typer.Argument(metavar="MESSAGE_ID", help="Its id, as in `lembranca show --ids`.", show_default=False)
]


def timeline(
    context: typer.Context,
    conversation: ConversationId,
    show_all: Annotated[bool, typer.Option("--all", help="Retired summaries too.")] = False,
    limit: Annotated[int, typer.Option(help="Most summaries: the last made.", metavar="N", min=1)] = 100,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """
    Show when what of a conversation was condensed, from how much to how much, and into which words.

    In the order in which they were made. Live summaries stand in contexts; retired ones were condensed again or
    renewed, and are kept.
    """
    screen = Screen(as_json=as_json)
    chosen: deque[Summary] = deque(maxlen=limit)
    counts = {"live": 0, "retired": 0}
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        for summary in _ever_made(session, session.user(tenant, user).conversation(conversation)):
            is_live = summary.retired_at is None
            counts["live" if is_live else "retired"] += 1
            if is_live or show_all:
                chosen.append(summary)
    if as_json:
        screen.json({**counts, "summaries": records.plain(chosen)})
    for summary in chosen:
        _show(screen, summary)
    _show_counts(screen, counts, len(chosen), show_all=show_all)


def compress(
    context: typer.Context,
    conversation: ConversationId,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    preset: Preset = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """
    Condense now all of a conversation that the preset allows, without waiting until it has grown long.

    The newest messages and pinned ones stay as they are; no message is changed.
    """
    settings = given(data_dir=data_dir, preset=preset, language=language)
    _condense(context, conversation, tenant, user, settings, ConversationMemory.compress, as_json=as_json)


def refresh(
    context: typer.Context,
    conversation: ConversationId,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    preset: Preset = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """
    Make the summaries of a conversation anew from its messages.

    As after choosing another model or preset. Interrupted or failed, it leaves the summaries as they are.
    """
    settings = given(data_dir=data_dir, preset=preset, language=language)
    _condense(context, conversation, tenant, user, settings, ConversationMemory.refresh, as_json=as_json)


def pin(
    context: typer.Context,
    conversation: ConversationId,
    message_id: MessageId,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    preset: Preset = None,
    as_json: Json = False,
) -> None:
    """Pin a message: it is never condensed, and in every context of its conversation."""
    settings = given(data_dir=data_dir, preset=preset)
    _pin(context, conversation, message_id, tenant, user, settings, pinned=True, as_json=as_json)


def unpin(
    context: typer.Context,
    conversation: ConversationId,
    message_id: MessageId,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    preset: Preset = None,
    as_json: Json = False,
) -> None:
    """Unpin a message: from now on it is condensed with the others."""
    settings = given(data_dir=data_dir, preset=preset)
    _pin(context, conversation, message_id, tenant, user, settings, pinned=False, as_json=as_json)


def condensed_line(made: Sequence[Summary]) -> str:
    """Say on one line what *made* summaries stand for."""
    if not made:
        return "nothing to condense"
    messages = sum(summary.message_count for summary in made)
    source, tokens = (sum(getattr(summary, name) for summary in made) for name in ("source_tokens", "tokens"))
    many = "summary" if len(made) == 1 else "summaries"
    return f"{messages:,} messages in {len(made):,} {many}: {_reduction(source, tokens)}"


def _ever_made(session: Session, chat: ConversationMemory) -> Iterator[Summary]:
    offset = 0
    while page := session.call(chat.timeline(limit=_PAGE, offset=offset)):
        yield from page
        offset += len(page)


def _condense(
    context: typer.Context,
    conversation_id: str,
    tenant: str,
    user: str,
    settings: dict[str, Any],
    work: Callable[[ConversationMemory], Awaitable[list[Summary]]],
    *,
    as_json: bool,
) -> None:
    screen = Screen(as_json=as_json)
    with opened(services_of(context), **settings) as session:
        chat = session.user(tenant, user).conversation(conversation_id)
        made, live, seconds = session.call(_worked(chat, work))
    if as_json:
        screen.json({"made": [summary.id for summary in made], "live": records.plain(live), "seconds": seconds})
    new = {summary.id for summary in made}
    for summary in live:
        if summary.id in new:
            _show(screen, summary)
    said = condensed_line(live) if made else f"nothing to condense; {condensed_line(live)} already" if live else ""
    screen.show(f"{said or 'nothing to condense'}, {seconds:.2f} s")


async def _worked(
    chat: ConversationMemory, work: Callable[[ConversationMemory], Awaitable[list[Summary]]]
) -> tuple[list[Summary], list[Summary], float]:
    begun = time.perf_counter()
    made = await work(chat)
    seconds = time.perf_counter() - begun
    return made, await chat.summaries(), round(seconds, 3)


def _pin(
    context: typer.Context,
    conversation_id: str,
    message_id: str,
    tenant: str,
    user: str,
    settings: dict[str, Any],
    *,
    pinned: bool,
    as_json: bool,
) -> None:
    screen = Screen(as_json=as_json)
    with opened(services_of(context), **settings) as session:
        chat = session.user(tenant, user).conversation(conversation_id)
        session.call(chat.pin(message_id, pinned=pinned))
    if as_json:
        screen.json({"conversation_id": conversation_id, "message_id": message_id, "pinned": pinned})
    screen.show(Text(f"{'pinned' if pinned else 'unpinned'} {shown(message_id)} of {shown(conversation_id)}"))


def _show(screen: Screen, summary: Summary) -> None:
    state = "live" if summary.retired_at is None else f"retired {local(summary.retired_at)}"
    left_out = f" without {len(summary.left_out):,} pinned" if summary.left_out else ""
    cycles = f", {summary.cycles:,} cycles" if summary.cycles else ""
    said = ""
    if summary.started_at is not None and summary.ended_at is not None:
        said = f"  {local(summary.started_at)} to {local(summary.ended_at)}"
    covered = Text.assemble(
        (f"#{summary.first}-{summary.last}", "bold cyan"),
        (f"{left_out}  {summary.message_count:,} messages{cycles}{said}", ""),
    )
    made = Text.assemble(
        (_reduction(summary.source_tokens, summary.tokens), "bold"),
        (f"  tier {summary.tier}, {shown(summary.method)}, made {local(summary.created_at)}, {state}", "dim"),
    )
    screen.show(covered, Padding(made, (0, 0, 0, 4)))
    if summary.note:
        screen.show(Padding(Text(shown(summary.note), style="yellow"), (0, 0, 0, 4)))
    screen.show(Padding(Text(shown(summary.text)), (0, 0, 0, 4)))
    for event in summary.key_events:
        who = f" [{', '.join(map(shown, event.participants))}]" if event.participants else ""
        line = f"* {local(event.timestamp)}  {shown(event.description)} ({event.importance}){who}"
        screen.show(Padding(Text(line, style="dim"), (0, 0, 0, 4)))
    screen.show("")


def _show_counts(screen: Screen, counts: dict[str, int], listed: int, *, show_all: bool) -> None:
    """Say how many there are; also when only some of them are shown."""
    if not any(counts.values()):
        screen.note("nothing was condensed yet")
        return
    hidden = "" if show_all or not counts["retired"] else " (--all shows them)"
    wanted = counts["live"] + (counts["retired"] if show_all else 0)
    cut = f"; the last {listed:,} are shown" if listed < wanted else ""
    screen.show(Text(f"{counts['live']:,} live, {counts['retired']:,} retired{hidden}{cut}", style="dim"))


def _reduction(source: int, tokens: int) -> str:
    share = f" ({100 * tokens / source:.1f} %)" if source else ""
    return f"{source:,} → {tokens:,} tokens{share}"
