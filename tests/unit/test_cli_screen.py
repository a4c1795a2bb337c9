"""What the command line shows can neither steer the terminal nor pass for something else."""

import unicodedata
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from lembranca.adapters.inbound.cli.contexts import FOUND, context_table, tokens_line
from lembranca.adapters.inbound.cli.records import exported, plain
from lembranca.adapters.inbound.cli.screen import Screen, one_line, shown
from lembranca.domain.context import ContextItem, MemoryContext, Section, TokenStats
from lembranca.domain.message import Attachment, Message

BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
MOMENT = datetime(2026, 3, 2, 19, 4, tzinfo=UTC)


@given(st.text())
def test_shown_text_holds_no_control_character_but_line_break_and_tab(text):
    controls = {sign for sign in shown(text) if unicodedata.category(sign) == "Cc"}

    assert controls <= {"\n", "\t"}


@given(st.text(alphabet=st.characters(min_codepoint=0x2000, max_codepoint=0x2070)))
def test_shown_text_holds_no_mark_that_turns_the_direction_of_a_line(text):
    assert not BIDI.intersection(map(unicodedata.bidirectional, shown(text)))


def test_an_escape_sequence_is_shown_as_a_picture():
    assert shown("\x1b[2J\x07 oi") == "␛[2J␇ oi"


@given(st.text(), st.integers(1, 300))
def test_one_line_is_one_line_within_its_limit(text, limit):
    line = one_line(text, limit)

    assert len(line.splitlines()) <= 1
    assert len(line) <= limit


def test_an_error_is_one_line_however_wide_it_is(capsys):
    Screen().fail("a reason\n" + "that goes on " * 40)

    assert capsys.readouterr().err.count("\n") == 1


def test_markup_in_a_message_is_no_markup(capsys):
    Screen().note("[bold]not bold[/bold] :smile:")

    assert capsys.readouterr().err == "[bold]not bold[/bold] :smile:\n"


def test_the_context_is_laid_out_with_its_headers_and_a_mark_at_the_evidence(capsys):
    items = (
        ContextItem(Section.RECALLED, "- (2026-03-02) Ana: coentro não", "coentro não", 9, ("m1",)),
        ContextItem(Section.RECENT, "Ana: oi", "oi", 3, ("m2",)),
    )
    text = "[Lembranças]\n- (2026-03-02) Ana: coentro não\n[Recente]\nAna: oi"
    stats = TokenStats(20, 100, {Section.RECALLED: 12, Section.RECENT: 8}, 1)
    context = MemoryContext("c", text, [], items, stats)

    Screen().show(context_table(context, marked={"m1"}), tokens_line(context))

    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "[Lembranças]",
        f"{FOUND} - (2026-03-02) Ana: coentro não",
        "[Recente]",
        "Ana: oi",
        "tokens  recalled 12 + recent 8  =  20 of at most 100",
    ]


def test_an_exported_message_leaves_out_what_is_unknown():
    message = Message("m1", "c1", "user", "oi", MOMENT)

    assert exported(message) == {
        "conversation_id": "c1",
        "id": "m1",
        "role": "user",
        "content": "oi",
        "timestamp": "2026-03-02T19:04:00+00:00",
    }


def test_an_exported_message_carries_all_that_is_known():
    picture = Attachment("image", description="um gato")
    message = Message("m1", "c1", "user", "oi", MOMENT, "Ana", "web", (picture,), {"k": [1]}, pinned=True)

    assert exported(message) == {
        "conversation_id": "c1",
        "id": "m1",
        "role": "user",
        "author": "Ana",
        "content": "oi",
        "timestamp": "2026-03-02T19:04:00+00:00",
        "channel": "web",
        "attachments": [{"type": "image", "description": "um gato"}],
        "metadata": {"k": [1]},
        "pinned": True,
    }


def test_domain_values_become_what_json_can_carry():
    value = {Section.RECENT: (MOMENT, Attachment("audio")), "ids": frozenset({"a"})}

    assert plain(value) == {
        "recent": [MOMENT.isoformat(), {"type": "audio", "uri": None, "description": None, "transcript": None}],
        "ids": ["a"],
    }
