"""`eval --context`: what contexts keep of a conversation, and what they save."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.progress import Progress, TaskID
from rich.table import Table
from rich.text import Text

from lembranca.adapters.inbound.cli.records import rounded
from lembranca.adapters.inbound.cli.screen import Screen, shown
from lembranca.adapters.inbound.cli.services import Measures, Services
from lembranca.adapters.inbound.cli.session import Session, opened_apart
from lembranca.application.conversation_memory import ConversationMemory
from lembranca.application.memory import MemoryService
from lembranca.application.user_memory import UserMemory
from lembranca.domain.assembly import Layout, assemble
from lembranca.domain.evaluation import Question
from lembranca.domain.language import language_in_force
from lembranca.domain.message import Message, NewMessage
from lembranca.domain.retention import ContextReport, Present, Savings, kept, share_present, together

BUDGETS = (1_000, 2_000)
_NONE = "-"


@dataclass(frozen=True, slots=True)
class Asked:
    """A conversation and the *questions* about it."""

    chat: ConversationMemory
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """The report of one conversation of so many *messages*."""

    conversation_id: str
    messages: int
    report: ContextReport


def grouped(person: UserMemory, questions: Sequence[Question]) -> list[Asked]:
    """Put the questions of one person's conversations together, in the order of the first of each."""
    groups: dict[str, list[Question]] = {}
    for question in questions:
        groups.setdefault(question.conversation_id, []).append(question)
    return [Asked(person.conversation(name), tuple(asked)) for name, asked in groups.items()]


def measure_contexts(session: Session, measures: Measures, asked: Sequence[Asked], screen: Screen) -> list[Measured]:
    """Ask for the contexts of each conversation, without a query and for each question."""
    with screen.progress() as progress:
        task = progress.add_task("asking", total=sum(len(item.questions) for item in asked), said="")
        return [session.call(_measured(item, measures, progress, task)) for item in asked]


def measure_savings(
    services: Services,
    session: Session,
    settings: Mapping[str, Any],
    measures: Measures,
    asked: Sequence[Asked],
    screen: Screen,
) -> list[Savings]:
    """Say each conversation again, message by message, to a memory of its own, and add up what its contexts cost."""
    told = [session.call(_messages(item.chat)) for item in asked]
    cheap = {**settings, "embedder": "hashing"}  # nothing is asked
    with opened_apart(services, "eval", **cheap) as replaying, screen.progress() as progress:
        task = progress.add_task("saying again", total=sum(map(len, told)), said="")
        return [
            replaying.call(_replayed(replaying.memory, str(number), messages, measures, progress, task))
            for number, messages in enumerate(told)
        ]


def with_savings(measured: Sequence[Measured], savings: Sequence[Savings]) -> list[Measured]:
    """Put the savings into the reports."""
    pairs = zip(measured, savings, strict=True)
    return [replace(item, report=replace(item.report, savings=saved)) for item, saved in pairs]


def contexts_table(measured: Sequence[Measured]) -> Table:
    """Lay the reports out, and all of them together."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1, 0, 0))
    table.add_column("conversation", overflow="fold")
    names = ("questions", "kept %", "newest %", "ratio", *(f"E@{budget}" for budget in BUDGETS), "saved %", "tokens")
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    for item in measured:
        table.add_row(Text(shown(item.conversation_id)), *_cells(item.report))
    if len(measured) > 1:
        table.add_row("overall", *_cells(together(item.report for item in measured)), style="bold")
    return table


def contexts_legend(measured: Sequence[Measured]) -> str:
    """Explain the columns."""
    counts = together(item.report for item in measured).kept
    return (
        "kept: answers whose words all stand in the context without a query; newest: in the newest messages of as many "
        f"tokens ({counts.left_out:,} questions without a word to look for left out). E@N: evidence word for word in "
        "the context for its question, of N tokens. saved: of the full history, over all turns."
    )


def contexts_json(measured: Sequence[Measured], measures: Measures, adapters: Mapping[str, str]) -> dict[str, Any]:
    """Give everything as JSON."""
    return {
        "preset": measures.preset.name,
        "max_tokens": measures.preset.max_context_tokens,
        "overall": _report(together(item.report for item in measured)),
        "conversations": [
            {"conversation_id": item.conversation_id, "messages": item.messages, **_report(item.report)}
            for item in measured
        ],
        "adapters": dict(adapters),
    }


async def _measured(asked: Asked, measures: Measures, progress: Progress, task: TaskID) -> Measured:
    chat = asked.chat
    messages = await _messages(chat)
    context = await chat.load()
    newest = assemble(
        chat.id, messages, [], limit=context.tokens.total, layout=_layout(measures, messages), count=measures.count
    )
    counts = kept(
        [question.answer for question in asked.questions], context, newest, terms=measures.terms, forms=measures.forms
    )
    shares: dict[int, list[float]] = {budget: [] for budget in BUDGETS}
    for question in asked.questions:
        for budget in BUDGETS if question.evidence else ():
            loaded = await chat.load(question.question, max_tokens=budget)
            shares[budget].append(share_present(loaded, question.evidence))
        progress.update(task, advance=1)
    present = {budget: Present(tuple(found)) for budget, found in shares.items()}
    return Measured(chat.id, len(messages), ContextReport(counts, present))


async def _replayed(
    memory: MemoryService,
    user_id: str,
    messages: Sequence[Message],
    measures: Measures,
    progress: Progress,
    task: TaskID,
) -> Savings:
    chat = memory.for_user(user_id).conversation("again")
    layout = _layout(measures, messages)
    history = sent = full = 0
    for message in messages:
        await chat.add_messages([_new(message)])
        await memory.drain()
        sent += (await chat.load()).tokens.total
        history += measures.count(layout.recent(message) + "\n")
        full += history
        progress.update(task, advance=1)
    return Savings(len(messages), sent, full)


async def _messages(chat: ConversationMemory) -> list[Message]:
    return [message async for message in chat.history()]


def _new(message: Message) -> NewMessage:
    return NewMessage(
        message.role,
        message.content,
        id=message.id,
        author=message.author,
        timestamp=message.timestamp,
        channel=message.channel,
        attachments=message.attachments,
        pinned=message.pinned,
    )


def _layout(measures: Measures, messages: Sequence[Message]) -> Layout:
    said = (message.content for message in messages)
    return Layout(measures.preset, language_in_force(measures.language, said))


def _cells(report: ContextReport) -> list[str]:
    counts, savings = report.kept, report.savings
    present = [report.present.get(budget, Present()).mean for budget in BUDGETS]
    return [
        f"{counts.questions:,}",
        _percent(counts.share),
        _percent(counts.newest_share),
        _NONE if counts.ratio is None else f"{counts.ratio:.2f}",
        *map(_percent, present),
        _percent(None if savings is None else savings.saved),
        f"{counts.tokens:,}",
    ]


def _percent(share: float | None) -> str:
    return _NONE if share is None else f"{100 * share:.1f}"


def _report(report: ContextReport) -> dict[str, Any]:
    counts, savings = report.kept, report.savings
    return {
        "retention": {
            "questions": counts.questions,
            "left_out": counts.left_out,
            "share": rounded(counts.share),
            "newest_share": rounded(counts.newest_share),
            "ratio": rounded(counts.ratio),
            "tokens": counts.tokens,
            "newest_tokens": counts.newest_tokens,
        },
        "evidence": {
            str(budget): {"questions": len(found.shares), "share": rounded(found.mean)}
            for budget, found in report.present.items()
        },
        "savings": None
        if savings is None
        else {
            "turns": savings.turns,
            "sent_tokens": savings.sent,
            "full_tokens": savings.full,
            "saved_share": rounded(savings.saved),
        },
    }
