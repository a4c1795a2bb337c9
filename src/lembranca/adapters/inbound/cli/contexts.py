"""A context as a person reads it: what is in it, and what its sections cost."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rich.table import Table
from rich.text import Text

from lembranca.adapters.inbound.cli.screen import shown
from lembranca.domain.context import ContextItem, MemoryContext

FOUND = "▶"


def context_table(context: MemoryContext, marked: Collection[str] = ()) -> Table:
    """Lay the context out line for line; what comes from a message of *marked* has a mark in the margin."""
    table = Table.grid(padding=(0, 1))
    table.add_column(width=1)
    table.add_column(overflow="fold")
    for text, items in _pieces(context):
        if not items:
            table.add_row("", Text(shown(text), style="bold cyan"))
        else:
            is_marked = any(not set(item.message_ids).isdisjoint(marked) for item in items)
            mark = Text(FOUND, style="bold green") if is_marked else ""
            table.add_row(mark, Text(shown(text), style="bold green" if is_marked else ""))
    return table


def tokens_line(context: MemoryContext) -> Text:
    """Say on one line how many tokens each section costs."""
    tokens = context.tokens
    parts = [f"{section} {count:,}" for section, count in tokens.sections.items()] or ["nothing to show"]
    return Text.assemble(
        ("tokens  ", "dim"), " + ".join(parts), (f"  =  {tokens.total:,} of at most {tokens.limit:,}", "bold")
    )


def _pieces(context: MemoryContext) -> Iterator[tuple[str, list[ContextItem]]]:
    """Cut the text at its items, those that share a line together; what stands between them are headers."""
    place = 0
    line, items = "", list[ContextItem]()
    for item in context.items:
        start = context.text.find(item.text, place)
        between = context.text[place:start]
        place = start + len(item.text)
        if items and "\n" not in between:
            line += between + item.text
            items.append(item)
            continue
        if items:
            yield line, items
        if header := between.strip("\n"):
            yield header, []
        line, items = item.text, [item]
    if items:
        yield line, items
