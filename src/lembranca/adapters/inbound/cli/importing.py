"""`import`: files of conversations into a memory."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import typer
from rich.progress import Progress, TaskID

from lembranca.adapters.inbound.cli.failures import INTERRUPTED, SOME_BAD
from lembranca.adapters.inbound.cli.options import DataDir, Json, Language, Preset, Tenant, User, given, services_of
from lembranca.adapters.inbound.cli.screen import Screen
from lembranca.adapters.inbound.cli.session import Session, opened
from lembranca.adapters.inbound.formats import BadRecord, ImportedMessage, open_source, read_messages
from lembranca.application.conversation_memory import ConversationMemory
from lembranca.application.memory import MemoryService
from lembranca.application.user_memory import UserMemory
from lembranca.domain.errors import Conflict, InvalidInput, LembrancaError
from lembranca.domain.scope import DEFAULT_TENANT

_BATCH = 500
_HELD = 2_000
_HELD_SECONDS = 1.0
_LISTED = 100
_TITLE_CHARACTERS = 200


@dataclass
class Tally:
    """What became of the records so far; *listed* holds the first hundred bad ones."""

    new: int = 0
    repeated: int = 0
    bad: int = 0
    facts: int = 0
    listed: list[BadRecord] = field(default_factory=list)
    conversations: set[str] = field(default_factory=set)
    saving: float = 0.0
    indexing: float = 0.0

    @property
    def kept(self) -> int:
        """Messages that are safe, new or not."""
        return self.new + self.repeated

    def as_json(self) -> dict[str, Any]:
        """Give everything as JSON."""
        return {
            "new": self.new,
            "repeated": self.repeated,
            "bad": self.bad,
            "facts": self.facts,
            "bad_records": [{"where": item.where, "reason": item.reason} for item in self.listed],
            "conversations": len(self.conversations),
            "seconds": round(self.saving, 3),
            "messages_per_second": round(self.rate, 1),
            "indexing_seconds": round(self.indexing, 3),
        }

    @property
    def rate(self) -> float:
        """Messages acknowledged per second."""
        return self.kept / self.saving if self.saving else 0.0

    def sentence(self) -> str:
        """Say it in one line."""
        where = f"{len(self.conversations):,} conversation{'s' if len(self.conversations) != 1 else ''}"
        facts = f"; {self.facts:,} new facts" if self.facts else ""
        return (
            f"{self.new:,} new, {self.repeated:,} repeated, {self.bad:,} bad in {where}{facts}; "
            f"{self.saving:.1f} s, {self.rate:,.0f} messages/s"
        )


class Importer:
    """Keeps records in batches of one conversation each; what cannot be kept is told to *on_bad*, the rest goes on."""

    def __init__(self, session: Session, user: UserMemory, on_bad: Callable[[BadRecord], None]) -> None:
        self._session = session
        self._user = user
        self._on_bad = on_bad
        self._waiting: dict[str, list[ImportedMessage]] = {}
        self._refused_titles: set[tuple[str, str]] = set()
        self._held = 0
        self._last = time.monotonic()
        self.tally = Tally()

    def keep(self, records: Iterable[ImportedMessage | BadRecord], *, into: str | None = None) -> None:
        """
        Keep all *records*, or those of another conversation *into* that one.

        Raises:
            StorageError: nothing more can be stored; the tally says what was.

        """
        for record in records:
            if isinstance(record, BadRecord):
                self._bad(record)
                continue
            conversation_id = into or record.conversation_id
            waiting = self._waiting.setdefault(conversation_id, [])
            waiting.append(record)
            self._held += 1
            if len(waiting) >= _BATCH or self._held >= _HELD or time.monotonic() - self._last > _HELD_SECONDS:
                self._flush()
        self._flush()

    def take_in(self, document: Mapping[str, Any]) -> None:
        """
        Take in a whole exported memory, or nothing of it.

        Raises:
            InvalidInput: something in it breaks a rule.
            Conflict: a message is there already with other content; what came before it stays.
            StorageError: nothing more can be stored.

        """
        begun = time.perf_counter()
        done = self._session.call(self._user.import_(document))
        self.tally.saving += time.perf_counter() - begun
        told = {record["id"]: len(record.get("messages", ())) for record in document.get("conversations", ())}
        self.tally.new, self.tally.facts = done.messages, done.facts
        self.tally.repeated = sum(told.values()) - done.messages
        self.tally.conversations.update(told)

    def _flush(self) -> None:
        waiting, self._waiting, self._held = self._waiting, {}, 0
        if waiting:
            begun = time.perf_counter()
            try:
                self._session.call(self._keep_all(waiting))
            finally:
                self.tally.saving += time.perf_counter() - begun
        self._last = time.monotonic()

    async def _keep_all(self, waiting: dict[str, list[ImportedMessage]]) -> None:
        # Together, because saves that come at the same time share one transaction.
        saves = (self._keep(conversation_id, records) for conversation_id, records in waiting.items())
        for failure in await asyncio.gather(*saves, return_exceptions=True):
            if isinstance(failure, BaseException):
                raise failure

    async def _keep(self, conversation_id: str, records: Sequence[ImportedMessage]) -> None:
        """Keep a batch; where one record is refused, halve it until that one stands alone."""
        try:
            chat = self._user.conversation(conversation_id)
            result = await chat.add_messages([record.message for record in records])
        except (Conflict, InvalidInput) as exc:
            if len(records) == 1:
                self._bad(BadRecord(records[0].where, str(exc)))
                return
            middle = len(records) // 2
            await self._keep(conversation_id, records[:middle])
            await self._keep(conversation_id, records[middle:])
        else:
            self.tally.new += result.added
            self.tally.repeated += len(records) - result.added
            self.tally.conversations.add(conversation_id)
            await self._entitle(chat, conversation_id, records)

    async def _entitle(self, chat: ConversationMemory, name: str, records: Sequence[ImportedMessage]) -> None:
        """Give the conversation the file's title; one that is refused is named once, and the one it has stays."""
        titled = next((record for record in records if record.title), None)
        if titled is None or titled.title is None or (name, titled.title) in self._refused_titles:
            return
        try:
            await chat.rename(titled.title[:_TITLE_CHARACTERS])
        except InvalidInput as exc:
            self._refused_titles.add((name, titled.title))
            self._bad(BadRecord(titled.where, str(exc)))

    def _bad(self, record: BadRecord) -> None:
        self.tally.bad += 1
        if len(self.tally.listed) < _LISTED:
            self.tally.listed.append(record)
        self._on_bad(record)


def import_command(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="PATH", help="A file; - is standard input.", show_default=False)],
    conversation: Annotated[
        str | None, typer.Option(metavar="ID", help="Put everything into this conversation.", show_default=False)
    ] = None,
    wait: Annotated[bool, typer.Option(help="Wait until everything is indexed; else the next command goes on.")] = True,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    preset: Preset = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """
    Import conversations from a file.

    Reads our own JSON Lines, a list of chat messages, a ChatGPT data export (conversations.json), LoCoMo files and a
    whole memory from `export --memory`; which it is, is told by the content. A bad record is named and the rest goes on
    (exit code 3); a memory is taken in whole or not at all. Importing twice changes nothing.
    """
    screen = Screen(as_json=as_json)
    settings = given(data_dir=data_dir, preset=preset, language=language)
    with open_source(source) as stream, opened(services_of(context), **settings) as session:
        importer = Importer(
            session,
            session.user(tenant, user),
            lambda record: screen.note(f"{record.where}: {record.reason}"),
        )
        _import(importer, stream, conversation, session, screen, wait=wait)
        for problem in session.call(session.memory.status()).problems if wait else ():
            screen.warn(problem)
    if as_json:
        screen.json(importer.tally.as_json())
    screen.show(importer.tally.sentence())
    if importer.tally.bad:
        raise typer.Exit(SOME_BAD)


def _import(importer: Importer, stream: Any, into: str | None, session: Session, screen: Screen, *, wait: bool) -> None:
    """Keep everything and *wait* for the index; where that stops, say what is kept."""
    rest = "import the same again to go on"
    try:
        _keep_file(importer, stream, into, _size_of(stream), screen)
        rest = "the next command goes on with the index"
        if wait:
            importer.tally.indexing = index(session, screen)
    except KeyboardInterrupt:
        _say_what_is_kept(screen, importer.tally, rest)
        raise typer.Exit(INTERRUPTED) from None
    except LembrancaError as exc:
        # A file that was not understood has nothing to go on with.
        if importer.tally.kept or not isinstance(exc, InvalidInput):
            _say_what_is_kept(screen, importer.tally, rest)
        raise


def _keep_file(importer: Importer, stream: Any, into: str | None, size: int | None, screen: Screen) -> None:
    importing = read_messages(stream)
    if importing.document is not None:
        if into is not None:
            raise InvalidInput("conversation", into, "must be left out: the file is a whole memory, of many")
        importer.take_in(importing.document)
        return
    with screen.progress() as progress:
        task = progress.add_task("importing", total=size, said="")

        def told() -> Iterable[ImportedMessage | BadRecord]:
            for record in importing:
                yield record
                progress.update(task, completed=importing.bytes_read, said=f"{importer.tally.kept:,} messages")

        importer.keep(told(), into=into)


def index(session: Session, screen: Screen) -> float:
    """Wait with a progress bar until everything kept is indexed. Returns the seconds it took."""
    begun = time.perf_counter()
    with screen.progress() as progress:
        task = progress.add_task("indexing", total=None, said="")
        session.call(_indexed(session.memory, progress, task))
    return time.perf_counter() - begun


async def _indexed(memory: MemoryService, progress: Progress, task: TaskID) -> None:
    draining = asyncio.create_task(memory.drain())
    try:
        while not draining.done():
            await asyncio.wait({draining}, timeout=0.2)
            status = await memory.status()
            if status.vectors is not None:
                said = f"{status.vectors.entries:,} of {status.entries:,}"
                progress.update(task, total=status.entries, completed=status.vectors.entries, said=said)
        await draining
    finally:
        draining.cancel()


def _say_what_is_kept(screen: Screen, tally: Tally, rest: str) -> None:
    screen.note(f"stopped: {tally.kept:,} messages are kept ({tally.new:,} new); {rest}")


def _size_of(stream: Any) -> int | None:
    """Give the size of a file on disk; None for a pipe."""
    try:
        return os.fstat(stream.fileno()).st_size or None
    except (OSError, ValueError, AttributeError):
        return None
