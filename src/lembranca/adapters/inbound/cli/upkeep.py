"""`status`, `reindex`, `doctor` and `config`: how everything is, and what to do about it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing, nullcontext
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from lembranca.adapters.inbound.cli import records
from lembranca.adapters.inbound.cli.failures import FAILED
from lembranca.adapters.inbound.cli.importing import index
from lembranca.adapters.inbound.cli.options import DataDir, Json, Language, Preset, given, services_of
from lembranca.adapters.inbound.cli.screen import Screen, local, one_line, shown
from lembranca.adapters.inbound.cli.session import opened
from lembranca.adapters.inbound.loop_thread import LoopThread
from lembranca.application.doctor import Finding
from lembranca.application.memory import MemoryService
from lembranca.application.status import Status
from lembranca.domain.job import DeadLetter
from lembranca.domain.known_fact import ACTIVE, FORGOTTEN

_PATIENCE = 3.0
_LETTERS = 5
_MIB = 1 << 20
_STYLES = {"ok": "green", "warn": "yellow", "fail": "red"}


def status(context: typer.Context, data_dir: DataDir = None, as_json: Json = False) -> None:
    """
    Tell how everything is.

    Exit code 1 when health is degraded; what is wrong stands under problems.
    """
    screen = Screen(as_json=as_json)
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        session.settle(_PATIENCE)
        found, letters, scopes = session.call(_state(session.memory))
    if as_json:
        screen.json({**records.plain(found), "scopes": scopes, "dead_letters": records.plain(letters)})
    else:
        screen.show(_status_table(found, scopes))
        for letter in letters[:_LETTERS]:
            screen.show(Text(_given_up(letter), "yellow"))
    if found.health != "ok":
        raise typer.Exit(FAILED)


async def _state(memory: MemoryService) -> tuple[Status, list[DeadLetter], int]:
    return await memory.status(), await memory.dead_letters(), len(await memory.scopes())


def _given_up(letter: DeadLetter) -> str:
    about = letter.payload.get("conversation_id")
    what = f"{letter.kind} of {shown(str(about))}" if about else letter.kind
    return f"given up  {local(letter.died_at)}  {what}: {one_line(letter.reason)}"


def _status_table(found: Status, scopes: int) -> Table:
    table = _facts()
    healthy = found.health == "ok"
    table.add_row("health", Text(found.health, style="bold green" if healthy else "bold yellow"))
    for problem in found.problems:
        table.add_row("problem", Text(shown(problem), style="yellow"))
    table.add_row("messages", f"{found.entries:,} of {scopes:,} user{'s' if scopes != 1 else ''}")
    known = [f"{count:,} {state}" for state, count in found.facts.items() if count or state == ACTIVE]
    table.add_row("facts", ", ".join(known) or "none")
    table.add_row("index", _index_line(found))
    table.add_row("background", f"{found.jobs.waiting:,} jobs waiting, {found.jobs.dead:,} given up")
    if found.last_job_error:
        table.add_row("last error", Text(one_line(found.last_job_error)))
    for name, value in found.adapters.items():
        table.add_row(name, Text(shown(value)))
    return table


def _index_line(found: Status) -> Text:
    state = found.index.state
    if found.vectors is None:
        return Text(state)
    vectors = found.vectors
    limit = "" if vectors.memory_limit_bytes is None else f" of at most {vectors.memory_limit_bytes / _MIB:.0f}"
    notes = "".join(f"; {shown(note)}" for note in vectors.notes)
    held = f"{vectors.memory_bytes / _MIB:.1f}{limit} MiB in memory"
    return Text(f"{state}, {vectors.entries:,} entries, {vectors.method} search, {held}{notes}")


def reindex(
    context: typer.Context,
    from_scratch: Annotated[
        bool, typer.Option("--from-scratch", help="Make both indexes, vectors and keywords, anew.")
    ] = False,
    data_dir: DataDir = None,
    as_json: Json = False,
) -> None:
    """
    Make the vector index hold exactly what the history has.

    Ctrl-C does no harm: it goes on where it was the next time. Background work given up is tried again.
    """
    screen = Screen(as_json=as_json)
    begun = time.perf_counter()
    with opened(services_of(context), **given(data_dir=data_dir)) as session:
        # Opening has begun to bring the index up to date by itself; what it does is done first, and shown.
        index(session, screen)
        with screen.progress() as progress:
            task = progress.add_task("indexing", total=None, said="")

            def told(done: int, total: int) -> None:
                progress.update(task, completed=done, total=total, said=f"{done:,} of {total:,}")

            changed, found = session.call(_reindexed(session.memory, told, from_scratch=from_scratch))
    seconds = time.perf_counter() - begun
    entries = found.vectors.entries if found.vectors else 0
    facts = sum(count for state, count in found.facts.items() if state != FORGOTTEN)
    if as_json:
        counts = {"entries": entries, "messages": found.entries, "facts": facts}
        screen.json({"changed": changed, **counts, "seconds": round(seconds, 3)})
    screen.show(f"{entries:,} entries in the index for {found.entries:,} messages and {facts:,} facts, {seconds:.1f} s")
    if found.health != "ok":
        for problem in found.problems:
            screen.warn(problem)
        raise typer.Exit(FAILED)


async def _reindexed(
    memory: MemoryService, told: Callable[[int, int], None], *, from_scratch: bool
) -> tuple[int, Status]:
    changed = await memory.reindex(told, from_scratch=from_scratch)
    await memory.drain()
    return changed, await memory.status()


def doctor(
    context: typer.Context,
    data_dir: DataDir = None,
    preset: Preset = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """
    Examine the installation, the settings and the data, and say what to do.

    Changes nothing, and also works while another process holds the data folder, or when it is damaged. Exit code 1
    when something failed.
    """
    screen = Screen(as_json=as_json)
    settings = given(data_dir=data_dir, preset=preset, language=language)
    found: list[Finding] = []
    with closing(LoopThread("the doctor", nullcontext())) as loop:
        loop.start()
        loop.call(_examined(services_of(context).examine(settings), found, screen))
    worst = "fail" if any(item.level == "fail" for item in found) else "ok"
    if as_json:
        screen.json({"healthy": worst == "ok", "findings": records.plain(found)})
    counts = {level: sum(item.level == level for item in found) for level in _STYLES}
    warnings = "warning" if counts["warn"] == 1 else "warnings"
    screen.show("", f"{counts['ok']} ok, {counts['warn']} {warnings}, {counts['fail']} failed")
    if worst == "fail":
        raise typer.Exit(FAILED)


async def _examined(findings: AsyncIterator[Finding], found: list[Finding], screen: Screen) -> None:
    async for finding in findings:
        found.append(finding)
        screen.show(_finding_row(finding))


def _finding_row(finding: Finding) -> Table:
    table = Table.grid(padding=(0, 1))
    table.add_column(width=4)
    table.add_column(width=15)
    table.add_column(overflow="fold")
    detail = Text(shown(finding.detail))
    if finding.advice:
        detail.append(f"\n→ {shown(finding.advice)}", style="bold")
    table.add_row(Text(finding.level, style=f"bold {_STYLES[finding.level]}"), Text(finding.name), detail)
    return table


def config(
    context: typer.Context,
    data_dir: DataDir = None,
    preset: Preset = None,
    language: Language = None,
    as_json: Json = False,
) -> None:
    """
    Show every setting in force, and where its value comes from.

    An argument goes before the environment (LEMBRANCA_...), that before lembranca.toml, that before the default.
    Secrets are masked.
    """
    screen = Screen(as_json=as_json)
    found = services_of(context).settings_in_force(given(data_dir=data_dir, preset=preset, language=language))
    if as_json:
        fields = ("name", "value", "source", "description")
        screen.json([{field: getattr(item, field) for field in fields} for item in found])
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("setting", "value", "from"):
        table.add_column(name, overflow="fold")
    for item in found:
        chosen = item.source != "default"
        table.add_row(
            item.name, Text(shown(item.value) or "-", style="bold" if chosen else ""), Text(item.source, style="dim")
        )
    screen.show(table)


def _facts() -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    return table
