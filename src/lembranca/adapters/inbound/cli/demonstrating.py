"""`demo`: two invented conversations, ten questions with the contexts for their answers, and what becomes known."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.contexts import FOUND, context_table, tokens_line
from lembranca.adapters.inbound.cli.demonstrating_facts import know, show_known
from lembranca.adapters.inbound.cli.importing import Importer, Tally, index
from lembranca.adapters.inbound.cli.options import DataDir, Json, Preset, given, services_of
from lembranca.adapters.inbound.cli.screen import Screen
from lembranca.adapters.inbound.cli.services import Services
from lembranca.adapters.inbound.cli.session import Session, opened, opened_apart
from lembranca.adapters.inbound.formats import read_evaluation, read_messages
from lembranca.application.user_memory import UserMemory
from lembranca.domain.context import MemoryContext
from lembranca.domain.evaluation import Question
from lembranca.domain.ledger import LOAD

_TENANT = "demo"
_LIA = "lia"
_PEOPLE = {"amostra-pt": ("marina", "pt.jsonl"), "sample-en": ("ruth", "en.jsonl")}
_SAMPLES = files("lembranca.adapters.inbound.cli") / "samples"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, the context it gave, the seconds it took, and the rank of the first evidence in a search."""

    question: Question
    context: MemoryContext
    load_seconds: float
    search_seconds: float
    rank: int | None

    @property
    def is_found(self) -> bool:
        """Whether all the evidence is in the context."""
        shown = {name for item in self.context.items for name in item.message_ids}
        return shown.issuperset(self.question.evidence)


def demo(
    context: typer.Context,
    max_tokens: Annotated[int, typer.Option(help="Budget of each context.", metavar="N", min=1)] = 1000,
    data_dir: DataDir = None,
    preset: Preset = None,
    as_json: Json = False,
) -> None:
    """
    See what it does: two long conversations, five questions about each, and what becomes known of a person.

    For each question you see the context a model would get, what its sections cost and how long each step took.
    Everything happens in a temporary folder, unless --data-dir names one that is to be kept.
    """
    screen = Screen(as_json=as_json)
    services = services_of(context)
    with _place(services, data_dir, given(preset=preset)) as session:
        tallies = {name: _import(session, screen, name) for name in _PEOPLE}
        seconds = index(session, screen)
        _introduce(screen, tallies, seconds)
        questions = read_evaluation(_sample("questions.json")).questions
        before = _loads(session)
        asked = []
        for number, question in enumerate(questions, 1):
            found = _ask(session, question, max_tokens)
            asked.append(found)
            _show_question(screen, found, f"{number}/{len(questions)}")
        after = _loads(session)
        known = know(session, session.user(_TENANT, _LIA))
    sent, full = after[0] - before[0], after[1] - before[1]
    if as_json:
        imported = {name: tally.as_json() for name, tally in tallies.items()}
        tokens = {"sent": sent, "full_history": full}
        answers = [_as_json(item) for item in asked]
        counted = {"imported": imported, "indexing_seconds": seconds, "tokens": tokens}
        screen.json({**counted, "questions": answers, "known": known.as_json()})
    _sum_up(screen, asked)
    screen.show(
        f"Together the contexts have {sent:,} tokens, where the whole conversations would have {full:,}: "
        f"{1 - sent / full:.0%} saved."
    )
    show_known(screen, known)
    if data_dir is not None:
        screen.show(f"Try: lembranca chat sample-en --tenant {_TENANT} --user ruth --data-dir {data_dir}")


@contextmanager
def _place(services: Services, data_dir: Path | None, settings: dict[str, Any]) -> Iterator[Session]:
    if data_dir is not None:
        with opened(services, data_dir=data_dir, **settings) as session:
            yield session
        return
    with opened_apart(services, "demo", **settings) as session:
        yield session


def _sample(name: str) -> BytesIO:
    return BytesIO((_SAMPLES / name).read_bytes())


def _person(session: Session, conversation_id: str) -> UserMemory:
    return session.user(_TENANT, _PEOPLE[conversation_id][0])


def _import(session: Session, screen: Screen, conversation_id: str) -> Tally:
    importer = Importer(session, _person(session, conversation_id), lambda bad: screen.warn(bad.reason))
    importer.keep(read_messages(_sample(_PEOPLE[conversation_id][1])))
    return importer.tally


def _ask(session: Session, question: Question, max_tokens: int) -> Asked:
    person = _person(session, question.conversation_id)
    begun = time.perf_counter()
    entries = session.call(person.search(question.question, limit=25))
    searched = time.perf_counter()
    chat = person.conversation(question.conversation_id)
    loaded = session.call(chat.load(question.question, max_tokens=max_tokens))
    ended = time.perf_counter()
    ranks = [rank for rank, entry in enumerate(entries, 1) if entry.message_id in question.evidence]
    return Asked(question, loaded, ended - searched, searched - begun, min(ranks, default=None))


def _loads(session: Session) -> tuple[int, int]:
    """Give the tokens that contexts had so far, and those of the whole conversations instead."""
    entries = [item.entry for item in session.call(session.memory.stats(tenant_id=_TENANT))]
    loads = [entry for entry in entries if entry.operation == LOAD]
    return sum(entry.input_tokens for entry in loads), sum(entry.full_tokens for entry in loads)


def _introduce(screen: Screen, tallies: dict[str, Tally], indexing: float) -> None:
    screen.show(Text("Lembrança: two invented conversations are remembered\n", style="bold"))
    for name, tally in tallies.items():
        screen.show(f"  {name:<12}{tally.kept} messages kept in {1e3 * tally.saving:.0f} ms")
    screen.show(f"  {'index':<12}ready {1e3 * indexing:.0f} ms later\n")
    screen.show(
        "Now ten questions, whose answers lie far back. For each you see the context that a model would get; "
        f"{FOUND} marks the message that holds the answer.\n"
    )


def _show_question(screen: Screen, asked: Asked, number: str) -> None:
    screen.show(Rule(Text(f" {number} ", style="dim"), align="left", style="dim"))
    screen.show(Text(asked.question.question, style="bold"))
    if asked.question.answer:
        screen.show(Text(f"it should find: {asked.question.answer}", style="dim"))
    screen.show("", context_table(asked.context, asked.question.evidence), "", tokens_line(asked.context))
    times = f"search {1e3 * asked.search_seconds:.1f} ms, load (search included) {1e3 * asked.load_seconds:.1f} ms"
    screen.show(Text.assemble(("time    ", "dim"), times, "\n"))


def _sum_up(screen: Screen, asked: list[Asked]) -> None:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("answer in context")
    table.add_column("search rank", justify="right")
    table.add_column("question", overflow="fold", ratio=1)
    for item in asked:
        mark = Text("yes", style="bold green") if item.is_found else Text("no", style="bold red")
        table.add_row(mark, "-" if item.rank is None else str(item.rank), Text(item.question.question))
    screen.show(Rule(style="dim"), table, "")
    found = sum(item.is_found for item in asked)
    screen.show(Text(f"{found} of {len(asked)} answers were in a context of this size.", style="bold"))


def _as_json(asked: Asked) -> dict[str, Any]:
    return {
        "question": asked.question.question,
        "answer": asked.question.answer,
        "evidence": list(asked.question.evidence),
        "found": asked.is_found,
        "search_rank": asked.rank,
        "load_seconds": asked.load_seconds,
        "search_seconds": asked.search_seconds,
        "context": records.context(asked.context),
    }
