"""`forget`, `restore`, `history` and `garden`: what is known is changed, and every change can be taken back."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import typer

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.knowing import show_change
from lembranca.adapters.inbound.cli.options import DataDir, Json, Tenant, User, given, services_of
from lembranca.adapters.inbound.cli.recalling import catch_up
from lembranca.adapters.inbound.cli.screen import Screen, local, one_line, shown
from lembranca.adapters.inbound.cli.session import opened
from lembranca.application.memory import MemoryService
from lembranca.application.user_memory import UserMemory
from lembranca.domain.change import Change
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.errors import InvalidInput, NotFound
from lembranca.domain.fact import FACT_KINDS
from lembranca.domain.rules import MAX_ID_CHARACTERS
from lembranca.domain.scope import DEFAULT_TENANT, Scope

_MATCHING = 0.5  # what is less likely meant than not is not offered to be forgotten
_OFFERED = 10

Touched = tuple[Scope, list[Change]]


def forget(
    context: typer.Context,
    what: Annotated[
        str, typer.Argument(metavar="ID_OR_TEXT", help="An entry's id, or words about it.", show_default=False)
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask: forget all that match a text.")] = False,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """
    Let something be found no more: a fact, or a message, which stays in its conversation all the same.

    An id, as `recall` and `facts` show it, is forgotten at once. For a text you see what matches, and are asked.
    Nothing is removed: `restore` brings it back; `erase` removes a person for good.
    """
    screen = Screen(as_json=as_json)
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        person = session.user(tenant, user)
        if session.call(_forgotten(person, what)):
            done = [what]
        else:
            catch_up(session, screen)
            offered = session.call(matching(person, what))
            done = [entry.id for entry in (offered if yes else _chosen(screen, offered))]
            session.call(forget_all(person, done))
    if as_json:
        screen.json({"forgotten": done})
    for entry_id in done:
        screen.show(f"forgotten: {shown(entry_id)}; `lembranca restore {shown(entry_id)}` brings it back")
    if not done:
        screen.note("nothing is forgotten")


async def matching(person: UserMemory, text: str) -> list[MemoryEntry]:
    """Give what a text more likely means than not, by words of its own and not of what was said beside: facts first."""
    facts = await person.search(text, kinds=FACT_KINDS, limit=_OFFERED, explain=True)
    messages = await person.search(text, kinds=("message",), limit=_OFFERED, explain=True)
    found = [entry for entry in (*facts, *messages) if entry.explanation is not None and entry.explanation.terms]
    return [replace(entry, explanation=None) for entry in found if entry.relevance >= _MATCHING]


async def forget_all(person: UserMemory, ids: Sequence[str]) -> None:
    """Forget one entry after the other."""
    for entry_id in ids:
        await person.forget(entry_id)


def restore(
    context: typer.Context,
    entry_id: Annotated[
        str, typer.Argument(metavar="ID", help="The entry's id, as in `facts --status all`.", show_default=False)
    ],
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """Let something hold again that was forgotten, archived or superseded."""
    screen = Screen(as_json=as_json)
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        session.call(session.user(tenant, user).restore(entry_id))
    if as_json:
        screen.json({"restored": entry_id})
    screen.show(f"restored: {shown(entry_id)}")


def history(
    context: typer.Context,
    entry_id: Annotated[str | None, typer.Argument(metavar="ID", help="Of this fact only.", show_default=False)] = None,
    undo: Annotated[
        str | None, typer.Option(metavar="CHANGE_ID", help="Take this change back.", show_default=False)
    ] = None,
    limit: Annotated[int, typer.Option(help="Most changes: the latest.", metavar="N", min=1)] = 20,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """
    Show what was changed in what is known of a person, and why, the latest first.

    With --undo what a change touched is exactly as it was before. A later change of the same facts goes first.
    """
    screen = Screen(as_json=as_json)
    if undo is not None and entry_id is not None:
        raise InvalidInput("id", entry_id, "must be left out beside --undo, which names a change")
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        person = session.user(tenant, user)
        if undo is not None:
            found = [session.call(person.undo(undo))]
        else:
            catch_up(session, screen)
            found = session.call(person.history(entry_id, limit=limit))
    for change in found:
        if as_json:
            screen.json(records.plain(change))
        else:
            show_change(screen, change)
    if not found:
        screen.note("nothing was changed yet")


def garden(
    context: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would be changed.")] = False,
    tenant: Annotated[
        str | None, typer.Option(metavar="ID", help="This tenant only.", show_default="all of them")
    ] = None,
    user: Annotated[str | None, typer.Option(metavar="ID", help="This person only.", show_default="everybody")] = None,
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """
    Go through what is known of everybody: merge what says the same, let fade, archive, keep what is used.

    It is done in the background anyway, each hour by default. Every change is shown with its reason, and
    `history --undo` takes it back.
    """
    screen = Screen(as_json=as_json)
    # Its own rounds would do the work between two of ours, and in a dry run at all.
    with opened(services_of(context), garden_interval=0, **given(data_dir=data_dir)) as session:
        catch_up(session, screen)
        found = session.call(_tended(session.memory, tenant, user, dry_run=dry_run))
    count = sum(len(changes) for _, changes in found)
    if as_json:
        screen.json({"dry_run": dry_run, "people": len(found), "changes": _as_json(found)})
    for scope, changes in found:
        for change in changes:
            show_change(screen, change, f"{scope.user_id} of {scope.tenant_id}")
    screen.show(f"{count:,} changes {'would be' if dry_run else 'were'} made, of {len(found):,} people")


async def _tended(memory: MemoryService, tenant: str | None, user: str | None, *, dry_run: bool) -> list[Touched]:
    wanted = [
        scope for scope in await memory.scopes() if tenant in (None, scope.tenant_id) and user in (None, scope.user_id)
    ]
    return [
        (scope, await memory.for_user(scope.user_id, tenant_id=scope.tenant_id).tend(dry_run=dry_run))
        for scope in wanted
    ]


def _as_json(found: Sequence[Touched]) -> list[dict[str, Any]]:
    return [
        {"tenant_id": scope.tenant_id, "user_id": scope.user_id, **records.plain(change)}
        for scope, changes in found
        for change in changes
    ]


async def _forgotten(person: UserMemory, entry_id: str) -> bool:
    """Forget the entry of this id; whether there is one."""
    if len(entry_id) > MAX_ID_CHARACTERS:
        return False
    try:
        await person.forget(entry_id)
    except NotFound:
        return False
    return True


def _chosen(screen: Screen, offered: Sequence[MemoryEntry]) -> list[MemoryEntry]:
    """
    Show what matches, and have those typed that are to be forgotten.

    Raises:
        InvalidInput: what was typed is no answer; nothing is forgotten.

    """
    if not offered:
        return []
    for number, entry in enumerate(offered, 1):
        screen.note(offer(number, entry))
    screen.note("Type yes to forget them all, or the numbers of some; Enter alone forgets nothing:")
    return picked(sys.stdin.readline(), offered)


def offer(number: int, entry: MemoryEntry) -> str:
    """Say on one line what could be forgotten."""
    return f"{number:>2}  {entry.kind}  {one_line(entry.content)}  ({local(entry.timestamp)}, {entry.id})"


def picked(answer: str, offered: Sequence[MemoryEntry]) -> list[MemoryEntry]:
    """
    Give those of *offered* that an answer names: all for yes, some by their numbers, none for nothing and no.

    Raises:
        InvalidInput: it is no such answer.

    """
    said = answer.strip().lower()
    if said in {"yes", "y", "sim", "s", "all"}:
        return list(offered)
    if said in {"", "no", "n", "não", "nao"}:
        return []
    numbers = said.replace(",", " ").split()
    allowed = {str(number) for number in range(1, len(offered) + 1)}
    if not allowed.issuperset(numbers):
        raise InvalidInput("answer", said, f"must be yes, no, or numbers from 1 to {len(offered)}")
    return [offered[number - 1] for number in sorted({int(each) for each in numbers})]
