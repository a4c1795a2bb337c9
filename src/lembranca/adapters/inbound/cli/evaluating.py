"""`eval`: how much of the evidence for questions a search finds."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress, TaskID
from rich.table import Table

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.evaluating_contexts import (
    contexts_json,
    contexts_legend,
    contexts_table,
    grouped,
    measure_contexts,
    measure_savings,
    with_savings,
)
from lembranca.adapters.inbound.cli.importing import Importer, index
from lembranca.adapters.inbound.cli.options import DataDir, Json, Language, Preset, Tenant, User, given, services_of
from lembranca.adapters.inbound.cli.screen import Screen, shown
from lembranca.adapters.inbound.cli.services import Services
from lembranca.adapters.inbound.cli.session import Session, opened, opened_apart
from lembranca.adapters.inbound.formats import Evaluation, open_source, read_evaluation
from lembranca.adapters.inbound.formats.locomo import CATEGORIES
from lembranca.application.user_memory import UserMemory
from lembranca.domain.errors import InvalidInput
from lembranca.domain.evaluation import CUTOFFS, Question, Recall, RecallReport, Retrieval, recall_report
from lembranca.domain.scope import DEFAULT_TENANT

_ADVERSARIAL = "5"  # asks for what was never said: counted, but no part of the mean


def eval_command(
    context: typer.Context,
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="LoCoMo files or our own questions.", show_default=False)
    ],
    embedder: Annotated[
        str | None, typer.Option(metavar="NAME", help="hashing, or sentence-transformers:MODEL_OR_FOLDER.")
    ] = None,
    contexts: Annotated[bool, typer.Option("--context", help="Judge contexts instead of searches.")] = False,
    max_tokens: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Budget of contexts without a query.", show_default="the preset's"),
    ] = None,
    savings: Annotated[bool, typer.Option(help="With --context: say all again to see what each turn saves.")] = True,
    tenant: Tenant = DEFAULT_TENANT,
    user: User = "default",
    data_dir: DataDir = None,
    preset: Preset = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """
    Measure how much of the evidence for questions the search finds, or what contexts keep.

    For each question the share of its evidence among the first 1, 5, 10 and 25 messages of a search within the
    conversation. The files' conversations go into a temporary folder; with --data-dir into that one, where the
    questions may also be about what is there already. Of LoCoMo the mean is over categories 1 to 4.

    With --context: the share of answers whose words all stand in the context without a query, against the newest
    messages of as many tokens; the share of evidence in the contexts for the questions, of 1,000 and 2,000 tokens; and
    the tokens that contexts save of the full history.
    """
    screen = Screen(as_json=as_json)
    read = [_read(path, screen) for path in files]
    settings = given(embedder=embedder, preset=preset, language=language, max_context_tokens=max_tokens)
    with _place(services_of(context), data_dir, settings) as (session, temporary):
        people = [session.user(tenant, f"{user}-{number}" if temporary else user) for number in range(len(read))]
        for evaluation, person in zip(read, people, strict=True):
            _import(session, person, evaluation, screen)
        seconds = index(session, screen)
        adapters = session.call(session.memory.status()).adapters
        if contexts:
            _judge_contexts(services_of(context), session, settings, people, read, screen, savings=savings)
            return
        found = _asked(session, people, read, screen)
    report, apart = _reports(found)
    if as_json:
        screen.json(_as_json(report, apart, read, seconds, adapters))
    screen.show(_table(report, apart), "", _latency_line(report), f"embedder {shown(adapters.get('embedder', '?'))}")


def _read(path: str, screen: Screen) -> Evaluation:
    with open_source(path) as stream:
        evaluation = read_evaluation(stream)
    for problem in evaluation.problems:
        screen.note(f"{path}: {problem.where}: {problem.reason}")
    if not evaluation.questions:
        raise InvalidInput("file", path, "must hold at least one question")
    return evaluation


@contextmanager
def _place(services: Services, data_dir: Path | None, settings: dict[str, Any]) -> Iterator[tuple[Session, bool]]:
    if data_dir is not None:
        with opened(services, data_dir=data_dir, **settings) as session:
            yield session, False
        return
    with opened_apart(services, "eval", **settings) as session:
        yield session, True


def _import(session: Session, person: UserMemory, evaluation: Evaluation, screen: Screen) -> None:
    importer = Importer(session, person, lambda record: screen.note(f"{record.where}: {record.reason}"))
    importer.keep(evaluation.messages)
    brought = {message.conversation_id for message in evaluation.messages}
    for name in sorted({question.conversation_id for question in evaluation.questions} - brought):
        # Raises NotFound: a question about nothing would count as a failure of the search.
        session.call(person.conversation(name).info())


def _asked(
    session: Session, people: Sequence[UserMemory], read: Sequence[Evaluation], screen: Screen
) -> list[tuple[bool, Retrieval]]:
    found = []
    total = sum(len(evaluation.questions) for evaluation in read)
    with screen.progress() as progress:
        task = progress.add_task("asking", total=total, said="")
        for person, evaluation in zip(people, read, strict=True):
            is_locomo = evaluation.format == "locomo"
            retrievals = session.call(_retrieved(person, evaluation.questions, progress, task))
            found += [(is_locomo, retrieval) for retrieval in retrievals]
    return found


async def _retrieved(
    person: UserMemory, questions: Sequence[Question], progress: Progress, task: TaskID
) -> list[Retrieval]:
    retrievals = []
    for question in questions:
        begun = time.perf_counter()
        entries = await person.search(question.question, limit=CUTOFFS[-1], conversation_id=question.conversation_id)
        seconds = time.perf_counter() - begun
        retrievals.append(Retrieval(question, tuple(entry.message_id for entry in entries), seconds))
        progress.update(task, advance=1, said=f"{len(retrievals):,} questions")
    return retrievals


def _judge_contexts(
    services: Services,
    session: Session,
    settings: dict[str, Any],
    people: Sequence[UserMemory],
    read: Sequence[Evaluation],
    screen: Screen,
    *,
    savings: bool,
) -> None:
    measures = services.measures(settings)
    asked = [
        item
        for person, evaluation in zip(people, read, strict=True)
        for item in grouped(person, [each for each in evaluation.questions if not _is_apart(evaluation, each)])
    ]
    measured = measure_contexts(session, measures, asked, screen)
    if savings:
        measured = with_savings(measured, measure_savings(services, session, settings, measures, asked, screen))
    adapters = session.call(session.memory.status()).adapters
    if screen.as_json:
        screen.json(contexts_json(measured, measures, adapters))
    embedder = shown(adapters.get("embedder", "?"))
    screen.show(contexts_table(measured), "", contexts_legend(measured), f"preset {measures.preset.name}, {embedder}")


def _is_apart(evaluation: Evaluation, question: Question) -> bool:
    return evaluation.format == "locomo" and question.category == _ADVERSARIAL


def _reports(found: Sequence[tuple[bool, Retrieval]]) -> tuple[RecallReport, RecallReport]:
    """Report what counts, and apart from it LoCoMo's adversarial questions."""
    counted: list[Retrieval] = []
    apart: list[Retrieval] = []
    for is_locomo, item in found:
        group = apart if is_locomo and item.question.category == _ADVERSARIAL else counted
        group.append(_labelled(item) if is_locomo else item)
    return recall_report(counted), recall_report(apart)


def _labelled(retrieval: Retrieval) -> Retrieval:
    question = retrieval.question
    category = question.category or ""
    name = f"{category} {CATEGORIES[category]}" if category in CATEGORIES else question.category
    named = Question(question.conversation_id, question.question, question.evidence, name, question.answer)
    return Retrieval(named, retrieval.returned_ids, retrieval.seconds)


def _table(report: RecallReport, apart: RecallReport) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("category", overflow="fold")
    table.add_column("questions", justify="right")
    for k in CUTOFFS:
        table.add_column(f"R@{k}", justify="right")
    for label, recall in report.by_category.items():
        table.add_row(shown(label), *_figures(recall))
    table.add_row("overall", *_figures(report.overall), style="bold")
    for label, recall in apart.by_category.items():
        table.add_row(f"{shown(label)} (apart)", *_figures(recall), style="dim")
    return table


def _figures(recall: Recall) -> list[str]:
    return [f"{recall.questions:,}", *(f"{100 * recall.at[k]:.1f}" if recall.at else "-" for k in CUTOFFS)]


def _latency_line(report: RecallReport) -> str:
    skipped = f"; {report.skipped:,} questions without evidence left out" if report.skipped else ""
    if report.latency is None:
        return f"no search{skipped}"
    return f"search p50 {1e3 * report.latency.p50:.1f} ms, p95 {1e3 * report.latency.p95:.1f} ms{skipped}"


def _as_json(
    report: RecallReport, apart: RecallReport, read: Sequence[Evaluation], indexing: float, adapters: dict[str, str]
) -> dict[str, Any]:
    return {
        **records.plain(report),
        "apart": records.plain(apart.by_category),
        "messages": sum(len(evaluation.messages) for evaluation in read),
        "dropped_evidence": sum(evaluation.dropped_evidence for evaluation in read),
        "problems": sum(len(evaluation.problems) for evaluation in read),
        "indexing_seconds": round(indexing, 3),
        "adapters": adapters,
    }
