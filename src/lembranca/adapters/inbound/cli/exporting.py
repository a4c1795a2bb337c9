"""`export`: what a person said and was told as JSON Lines, or all that is remembered as one document."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Annotated, TextIO

import typer

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.options import DataDir, Json, Tenant, User, given, services_of
from lembranca.adapters.inbound.cli.recalling import catch_up
from lembranca.adapters.inbound.cli.screen import Screen
from lembranca.adapters.inbound.cli.session import Session, opened
from lembranca.application.user_memory import UserMemory
from lembranca.domain.errors import InvalidInput, StorageError
from lembranca.domain.message import Conversation, Message
from lembranca.domain.scope import DEFAULT_TENANT

_PAGE = 500


def export_command(
    context: typer.Context,
    output: Annotated[
        str, typer.Argument(metavar="FILE", help="Where to; - is standard output.", show_default=False)
    ] = "-",
    conversation: Annotated[
        str | None, typer.Option(metavar="ID", help="This conversation only.", show_default=False)
    ] = None,
    memory: Annotated[
        bool, typer.Option("--memory", help="All that is remembered, also for a name that does not end in .json.")
    ] = False,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """
    Export conversations as JSON Lines, one message a line, or to a .json file all that is remembered of a person.

    The whole memory, conversations and facts of every status, is one readable document. `import` reads either again and
    makes the same of it. A file is written whole or not at all.
    """
    screen = Screen(as_json=as_json)
    if memory or (output.endswith(".json") and conversation is None):
        _export_memory(context, output, conversation, tenant, user, data_dir, screen)
        return
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        person = session.user(tenant, user)
        found = session.call(_chosen(person, conversation))
        with _writing(output) as file, screen.progress() as progress:
            task = progress.add_task("exporting", total=sum(item.message_count for item in found), said="")
            written = 0
            # The oldest first: imported again, the conversations come back in the order in which they began.
            for title, message in _messages(session, person, reversed(found)):
                line = records.exported(message) | ({"title": title} if title else {})
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
                written += 1
                progress.update(task, completed=written, said=f"{written:,} messages")
    if output != "-":
        said = {"file": output, "conversations": len(found), "messages": written}
        if as_json:
            screen.json(said)
        screen.show(f"{written:,} messages of {len(found):,} conversations in {output}")


def _export_memory(
    context: typer.Context,
    output: str,
    conversation: str | None,
    tenant: str,
    user: str,
    data_dir: Path | None,
    screen: Screen,
) -> None:
    if conversation is not None:
        raise InvalidInput("conversation", conversation, "must be left out beside --memory, which is all there is")
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        catch_up(session, screen)
        document = session.call(session.user(tenant, user).export())
    with _writing(output) as file:
        file.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
    if output == "-":
        return
    messages = sum(len(item["messages"]) for item in document["conversations"])
    counts = {"conversations": len(document["conversations"]), "messages": messages, "facts": len(document["facts"])}
    if screen.as_json:
        screen.json({"file": output, **counts})
    told = ", ".join(f"{count:,} {name}" for name, count in counts.items())
    screen.show(f"{told} in {output}")


async def _chosen(person: UserMemory, conversation_id: str | None) -> list[Conversation]:
    if conversation_id is not None:
        return [await person.conversation(conversation_id).info()]
    return [item async for item in _conversations(person)]


async def _conversations(person: UserMemory) -> AsyncIterator[Conversation]:
    offset = 0
    while page := await person.conversations(limit=_PAGE, offset=offset):
        for item in page:
            yield item
        offset += len(page)


def _messages(
    session: Session, person: UserMemory, found: Iterable[Conversation]
) -> Iterator[tuple[str | None, Message]]:
    """
    Give every message, the first of a conversation with its title.

    Fetched page by page, so that only the main thread ever waits for a slow reader, where Ctrl-C reaches it.
    """
    for item in found:
        chat = person.conversation(item.id)
        for first in range(1, item.message_count + 1, _PAGE):
            page = session.call(chat.messages(first=first, last=min(item.message_count, first + _PAGE - 1)))
            yield from ((item.title if message.position == 1 else None, message) for message in page)


@contextlib.contextmanager
def _writing(output: str) -> Iterator[TextIO]:
    """Lend standard output, or a file that takes its place only when it is complete."""
    if output == "-":
        yield sys.stdout
        return
    target = Path(output)
    if target.is_dir():
        raise InvalidInput("file", output, "must be a file; this is a folder")
    unfinished = None
    try:
        descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        unfinished = Path(name)
        with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123 - it is open already
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    except OSError as exc:
        raise StorageError(f"{output} cannot be written ({exc.strerror})") from exc
    finally:
        if unfinished is not None:
            unfinished.unlink(missing_ok=True)
