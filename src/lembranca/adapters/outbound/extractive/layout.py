"""Chosen clauses as text: a line for each day, below it a line for each who spoke."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from lembranca.adapters.outbound.extractive.dates import heading
from lembranca.adapters.outbound.extractive.labels import label
from lembranca.adapters.outbound.extractive.material import Clause


def laid_out(clauses: Iterable[Clause], language: str, *, dated: bool = True) -> str:
    """Write *clauses* in the order of their places; without headings when not *dated*."""
    days: dict[date | None, dict[str, list[str]]] = {}
    for clause in sorted(clauses, key=lambda item: (item.day or date.min, item.place)):
        text = clause.text + "?" * clause.question
        days.setdefault(clause.day if dated else None, {}).setdefault(clause.speaker, []).append(text)
    lines: list[str] = []
    before: date | None = None
    for day, speakers in days.items():
        if day is not None:
            lines.append(heading(day, before, language))
            before = day
        lines += [_line(label(name, language), texts) for name, texts in speakers.items()]
    return "\n".join(lines)


def _line(name: str, texts: list[str]) -> str:
    return f"{name}: {_sentence(texts)}" if name else _sentence(texts)


def _sentence(texts: list[str]) -> str:
    joined = "; ".join(texts)
    return joined if joined.endswith(("?", ".", "!", "…", "。")) else f"{joined}."
