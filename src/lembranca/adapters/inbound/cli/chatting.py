"""`chat`: a conversation in the terminal."""

from __future__ import annotations

import contextlib
import locale
import os
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

import typer
from rich.text import Text

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.chat_memory import PersonCommands
from lembranca.adapters.inbound.cli.contexts import context_table, tokens_line
from lembranca.adapters.inbound.cli.options import (
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
from lembranca.adapters.inbound.cli.phrases import PHRASES, Phrases
from lembranca.adapters.inbound.cli.screen import Screen, local, one_line, shown
from lembranca.adapters.inbound.cli.session import Session, opened
from lembranca.application.conversation_memory import ConversationMemory
from lembranca.application.user_memory import UserMemory
from lembranca.domain.context import MemoryContext
from lembranca.domain.errors import InvalidInput, ModelError, NotFound
from lembranca.domain.event import COMPRESSION_COMPLETED, COMPRESSION_FAILED, Event
from lembranca.domain.language import language_of
from lembranca.domain.scope import DEFAULT_TENANT
from lembranca.domain.words import words
from lembranca.ports.language_model import ILanguageModel

_FOUND = 5
_EVENTS = 20
_ABOUT = {
    "en": "You go on with the conversation below. Use what is remembered when it helps; never invent memories.",
    "pt": "Você continua a conversa abaixo. Use as lembranças quando ajudarem; nunca invente lembranças.",
}


def chat(
    context: typer.Context,
    conversation: Annotated[str, typer.Argument(metavar="CONVERSATION", help="Its id.")] = "terminal",
    max_tokens: MaxTokens = None,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    preset: Preset = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """
    Talk in the terminal; everything said is kept.

    With a model (LEMBRANCA_LLM) it answers. Without one you see the context that a model would get. Enter alone shows
    the context at any time; /help tells the rest. With --json each turn is a line on standard output.
    """
    screen = Screen(as_json=as_json)
    services = services_of(context)
    settings = given(data_dir=data_dir, preset=preset, language=language)
    chosen = {item.name: item.value for item in services.settings_in_force(settings)}.get("language", "auto")
    with opened(services, **settings) as session:
        person = session.user(tenant, user)
        Talk(session, person, person.conversation(conversation), screen, chosen, max_tokens).run()


class Talk:
    """One conversation: reads lines until the end of the input."""

    def __init__(
        self,
        session: Session,
        person: UserMemory,
        chat: ConversationMemory,
        screen: Screen,
        language: str,
        max_tokens: int | None,
    ) -> None:
        self._session = session
        self._person = person
        self._chat = chat
        self._screen = screen
        self._max_tokens = max_tokens
        self._asked: str | None = None
        self._events: deque[Event] = deque(maxlen=_EVENTS)
        self._model: ILanguageModel | None = session.memory.language_model
        self._language = self._spoken() if language == "auto" else language
        self._say: Phrases = PHRASES[self._language]
        self._known = PersonCommands(session, person, screen, self._say, self._read)

    def run(self) -> None:
        """Greet, talk, take leave; Ctrl-C at the prompt and the end of the input both end it."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - gives input() a history and editing; absent on some systems
        self._greet()
        self._session.call(self._listen())
        with contextlib.suppress(EOFError, KeyboardInterrupt):
            while self._answer(self._read()):
                self._tell_events()
        self._tell_events()
        if sys.stdin.isatty():
            self._screen.note("")
        self._screen.note(self._say.goodbye.format(count=self._count(), id=self._chat.id))

    def _read(self) -> str:
        # The prompt belongs to input(), which keeps it in place while a line is edited.
        return input("" if self._screen.as_json else f"{self._say.you}> ").strip()

    def _answer(self, line: str) -> bool:
        """Deal with one line. Returns whether to go on."""
        if not line:
            self._show_context()
            return True
        try:
            if line.startswith("/") and not line.startswith("//"):
                return self._command(line)
            self._turn(line.removeprefix("/") if line.startswith("//") else line)
        except InvalidInput as exc:
            self._screen.fail(str(exc))
        return True

    def _command(self, line: str) -> bool:
        name, _, rest = line.partition(" ")
        commands: Mapping[str, Callable[[str], None]] = {
            "/context": lambda _: self._show_context(),
            "/contexto": lambda _: self._show_context(),
            "/search": self._search,
            "/buscar": self._search,
            "/recall": self._known.recall,
            "/lembrar": self._known.recall,
            "/forget": self._known.forget,
            "/esquecer": self._known.forget,
            "/compress": lambda _: self._compress(),
            "/resumir": lambda _: self._compress(),
            "/help": lambda _: self._screen.note(self._say.help),
            "/ajuda": lambda _: self._screen.note(self._say.help),
        }
        if name.lower() in ("/quit", "/exit", "/sair"):
            return False
        command = commands.get(name.lower())
        if command is None:
            self._screen.note(self._say.unknown.format(name=name))
        else:
            command(rest.strip())
        return True

    def _turn(self, line: str) -> None:
        loaded = self._load(line)
        self._asked = line
        if self._model is None:
            self._screen.show(context_table(loaded), tokens_line(loaded), "")
            answer = None
        else:
            answer = self._stream(self._model, self._prompt(loaded, line))
        self._session.call(self._chat.save(user=line, assistant=answer))
        if self._screen.as_json:
            self._screen.json({"user": line, "assistant": answer, "context": records.context(loaded)})
            sys.stdout.flush()

    def _prompt(self, loaded: MemoryContext, line: str) -> list[dict[str, str]]:
        about = {"role": "system", "content": _ABOUT[self._language]}
        return [about, *loaded.messages, {"role": "user", "content": line}]

    def _stream(self, model: ILanguageModel, messages: Sequence[Mapping[str, str]]) -> str | None:
        """Show the answer as it comes. Returns what came, also of a cut one; None when nothing did."""
        pieces: list[str] = []
        try:
            self._session.call(self._received(model, messages, pieces))
        except ModelError as exc:
            self._screen.warn(self._say.failed.format(reason=exc))
        except KeyboardInterrupt:
            self._screen.note("")
            self._screen.note(self._say.interrupted)
        self._screen.show("\n")
        return "".join(pieces) or None

    async def _received(self, model: ILanguageModel, messages: Sequence[Mapping[str, str]], pieces: list[str]) -> None:
        async for piece in model.stream(messages):
            pieces.append(piece)
            if not self._screen.as_json:
                self._screen.out.print(Text(shown(piece)), end="", soft_wrap=True)

    def _show_context(self) -> None:
        loaded = self._load(self._asked)
        if self._screen.as_json:
            self._screen.json({"context": records.context(loaded)})
            return
        self._screen.show(Text(self._say.context, style="bold"), context_table(loaded), tokens_line(loaded), "")

    def _search(self, query: str) -> None:
        if not query:
            self._screen.note(self._say.what_to_search)
            return
        found = self._session.call(self._person.search(query, limit=_FOUND))
        if self._screen.as_json:
            self._screen.json({"found": [records.entry(entry) for entry in found]})
        for entry in found:
            self._screen.show(
                Text.assemble(
                    (f"{entry.score:.2f}  {local(entry.timestamp)}  ", "dim"),
                    (f"{entry.kind if entry.is_fact else shown(entry.author or entry.role)}: ", "bold"),
                    one_line(entry.content),
                )
            )
        if not found:
            self._screen.note(self._say.nothing_found)

    def _compress(self) -> None:
        # What was made, or why it was not, is told as an event.
        with contextlib.suppress(ModelError):
            if not self._count() or not self._session.call(self._chat.compress()):
                self._screen.note(self._say.nothing_to_condense)

    async def _listen(self) -> None:
        # Kept until the next line is read: the prompt is not to be written into.
        self._session.memory.on_event(self._events.append)

    def _tell_events(self) -> None:
        """Say that the conversation was condensed since the last time, on one line each."""
        while self._events:
            event = self._events.popleft()
            if (event.scope, event.conversation_id) != (self._chat.scope, self._chat.id):
                continue
            if event.kind == COMPRESSION_COMPLETED:
                known = event.detail
                counts = {"before": known["tokens_before"], "after": known["tokens_after"]}
                self._screen.aside(self._say.condensed.format(messages=known["messages"], **counts))
            elif event.kind == COMPRESSION_FAILED:
                self._screen.aside(self._say.not_condensed.format(reason=event.detail["reason"]))

    def _load(self, query: str | None) -> MemoryContext:
        loaded = self._session.call(self._chat.load(query, max_tokens=self._max_tokens))
        for warning in loaded.warnings:
            self._screen.warn(warning)
        return loaded

    def _greet(self) -> None:
        count = self._count()
        said = self._say.resumed if count else self._say.begun
        name = f"  ·  {self._model.identity}" if self._model else ""
        self._screen.note(said.format(id=self._chat.id, count=count) + name)
        if self._model is None:
            self._screen.note(self._say.without_model)
        self._screen.note(self._say.help)

    def _count(self) -> int:
        try:
            return self._session.call(self._chat.info()).message_count
        except NotFound:
            return 0

    def _spoken(self) -> str:
        """Give the language of what was said last, else that of the computer."""
        recent = self._session.call(self._chat.load(max_tokens=500)).messages
        said = " ".join(message["content"] for message in recent)
        heard = language_of(said, words(said))
        if heard:
            return heard
        named = os.environ.get("LC_ALL") or os.environ.get("LANG") or locale.getlocale()[0] or ""
        return "pt" if named.lower().startswith("pt") else "en"
