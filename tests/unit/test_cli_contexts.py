"""A context as a person reads it: headers, items line for line, and marks."""

from io import StringIO

import pytest
from rich.console import Console

from lembranca.adapters.inbound.cli.contexts import FOUND, context_table
from lembranca.domain.context import ContextItem, MemoryContext, Section, TokenStats


def item(text, section=Section.FACTS, *message_ids):
    return ContextItem(section, text, text, 1, message_ids)


def rows(context, marked=()):
    console = Console(file=StringIO(), width=60)
    console.print(context_table(context, marked))
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


@pytest.fixture
def context():
    items = (
        item("- Mora em Recife", Section.FACTS, "m1"),
        item("; é vegetariana.", Section.FACTS, "m2"),
        item("- gosta de jazz"),
        item("Ana: oi", Section.RECENT, "m3"),
    )
    text = "[MEMÓRIA]\n- Mora em Recife; é vegetariana.\n- gosta de jazz\n[RECENTE]\nAna: oi"
    return MemoryContext("c1", text, [], items, TokenStats(9, 10))


def test_each_line_is_a_row_under_its_header_and_what_shares_a_line_stays_on_it(context):
    assert [row.strip() for row in rows(context)] == context.text.splitlines()


@pytest.mark.parametrize("marked", ["m1", "m2"])
def test_a_line_is_marked_for_any_of_its_items(context, marked):
    found = [row for row in rows(context, {marked}) if FOUND in row]

    assert [row.removeprefix(FOUND).strip() for row in found] == ["- Mora em Recife; é vegetariana."]


def test_an_empty_context_has_no_rows():
    assert rows(MemoryContext("c1", "", [], (), TokenStats(0, 10))) == []
