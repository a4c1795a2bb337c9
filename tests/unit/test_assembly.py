"""How a context is put together within its budget."""

from __future__ import annotations

import pytest

from contexts import ESTIMATE, START, entry, layout, message, section, words
from lembranca.domain.assembly import CUT_MARK, assemble
from lembranca.domain.context import Section
from lembranca.domain.entry import MemoryEntry
from lembranca.domain.preset import PRESETS


def test_everything_stands_in_its_section_when_there_is_room():
    context = assemble(
        "c",
        [message(1, "Oi!", author="Ana"), message(2, "Olá!", "assistant")],
        [entry(3)],
        limit=1_000,
        layout=layout(language="pt"),
        count=words,
    )

    assert context.text == (
        "[Lembranças relevantes]\n2026-02-27:\n- Usuário: odeia coentro\n[Conversa recente]\nAna: Oi!\nAssistente: Olá!"
    )
    assert context.messages == [
        {"role": "system", "content": "[Lembranças relevantes]\n2026-02-27:\n- Usuário: odeia coentro"},
        {"role": "user", "content": "Oi!"},
        {"role": "assistant", "content": "Olá!"},
    ]
    assert context.tokens.recent_count == 2
    assert context.tokens.sections == {Section.RECALLED: 10, Section.RECENT: 9}


def test_a_newest_message_that_is_too_long_is_cut_with_a_mark():
    context = assemble("c", [message(1, "palavra " * 100)], [], limit=20, layout=layout(), count=words)

    assert context.items[0].truncated
    assert context.text.startswith("User: palavra palavra")
    assert context.text.endswith(CUT_MARK)


def test_the_messages_before_a_cut_one_are_left_out():
    context = assemble("c", [message(1), message(2, "palavra " * 100)], [], limit=20, layout=layout(), count=words)

    assert [item.message_ids for item in context.items] == [("m2",)]


def test_recent_messages_stand_without_a_gap():
    recent = [message(1, "curta"), message(2, "palavra " * 50), message(3, "curta"), message(4, "curta")]

    context = assemble("c", recent, [], limit=30, layout=layout(), count=words)

    assert [item.message_ids for item in context.items] == [("m3",), ("m4",)]


def test_recalled_entries_take_their_share_and_recent_messages_the_rest():
    recent = [message(i, "uma frase de cinco palavras") for i in range(1, 40)]
    recalled = [entry(i, f"outra frase de {i} palavras", "old") for i in range(50, 80)]

    context = assemble("c", recent, recalled, limit=200, layout=layout("hybrid"), count=words)

    assert 100 <= context.tokens.recalled <= 120
    assert 75 <= context.tokens.recent <= 100


def test_what_recent_messages_leave_goes_to_recalled_entries():
    recalled = [entry(i, f"outra frase de {i} palavras") for i in range(1, 30)]

    context = assemble("c", [message(1)], recalled, limit=200, layout=layout("charhub"), count=words)

    assert context.tokens.recalled > 200 * PRESETS["charhub"].recalled_share


def test_recalled_entries_stand_in_the_order_in_which_they_were_said():
    found = [entry(1, "nova"), entry(9, "velha"), entry(5)]

    context = assemble("c", [], found, limit=500, layout=layout(), count=words)

    assert section(context, Section.RECALLED) == ["velha", "odeia coentro", "nova"]


def test_what_is_shown_as_recent_is_not_repeated_as_recalled():
    repeated = MemoryEntry("e1", "c", "m1", "oi", START, score=1.0)

    context = assemble("c", [message(1)], [repeated], limit=500, layout=layout(), count=words)

    assert section(context, Section.RECALLED) == []


def test_a_recalled_message_of_the_window_that_found_no_room_in_it_is_recalled():
    recent = [message(1, "odeio coentro"), message(2, "palavra " * 60), message(3)]
    found = MemoryEntry("e1", "c", "m1", "odeio coentro", START, score=1.0)

    context = assemble("c", recent, [found], limit=40, layout=layout(), count=words)

    assert section(context, Section.RECALLED) == ["odeio coentro"]
    assert section(context, Section.RECENT) == ["oi"]


def test_the_same_id_in_another_conversation_is_another_message():
    other = MemoryEntry("e1", "other", "m1", "odeio coentro", START, score=1.0)

    context = assemble("c", [message(1)], [other], limit=500, layout=layout(), count=words)

    assert section(context, Section.RECALLED) == ["odeio coentro"]


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
def test_the_smallest_budgets_hold_at_least_a_mark(limit):
    context = assemble("c", [message(1, "palavra " * 50)], [entry(1)], limit=limit, layout=layout(), count=ESTIMATE)

    assert context.text
    assert context.tokens.total <= limit
    assert context.items[-1].message_ids == ("m1",)


def test_what_a_tool_answered_is_shown_to_a_chat_model_as_the_assistant_s():
    context = assemble("c", [message(1, "42", "tool")], [], limit=100, layout=layout(), count=words)

    assert context.messages == [{"role": "assistant", "content": "42"}]
    assert "Tool: 42" in context.text


def test_an_empty_memory_gives_an_empty_context():
    context = assemble("c", [], [], limit=100, layout=layout(), count=words)

    assert (context.text, context.messages, context.items, context.tokens.total) == ("", [], (), 0)


def test_a_message_of_the_window_that_would_not_be_shown_is_recalled_before_others():
    recent = [message(i, "uma frase de cinco palavras") for i in range(1, 41)]
    best = MemoryEntry("e1", "c", "m1", "uma frase de cinco palavras", START, score=1.0)

    context = assemble("c", recent, [best, *(entry(i) for i in range(50, 90))], limit=150, layout=layout(), count=words)

    assert "m1" in {name for item in context.items if item.section == Section.RECALLED for name in item.message_ids}


def test_a_recalled_message_moves_to_the_recent_ones_when_they_reach_it():
    recent = [message(1, "odeio coentro"), message(2, "palavra " * 20), message(3)]
    found = MemoryEntry("e1", "c", "m1", "odeio coentro", START, score=1.0)

    context = assemble("c", recent, [found], limit=50, layout=layout("hybrid"), count=words)

    assert [item.message_ids[0] for item in context.items] == ["m1", "m2", "m3"]
    assert section(context, Section.RECALLED) == []
    assert context.tokens.total == words(context.text + "\n")


def test_the_header_goes_with_the_last_that_is_recalled():
    recent = [message(1, "x " * 11), message(2, "odeio coentro"), message(3, "palavra " * 20), message(4)]
    found = MemoryEntry("e1", "c", "m2", "odeio coentro", START, score=1.0)

    context = assemble("c", recent, [found], limit=46, layout=layout("hybrid"), count=words)

    assert [item.message_ids[0] for item in context.items] == ["m1", "m2", "m3", "m4"]


def test_what_is_recalled_twice_stands_once():
    context = assemble("c", [], [entry(1), entry(1)], limit=500, layout=layout(), count=words)

    assert section(context, Section.RECALLED) == ["odeia coentro"]


def test_what_was_said_ten_times_is_recalled_once():
    context = assemble("c", [], [entry(i) for i in range(1, 11)], limit=500, layout=layout(), count=words)

    assert section(context, Section.RECALLED) == ["odeia coentro"]


def test_the_newest_message_goes_before_its_header():
    context = assemble("c", [message(1, "qual é a capital?")], [], limit=6, layout=layout(), count=words)

    assert context.text == "User: qual é a capital?"
    assert not context.items[0].truncated


def test_people_who_share_a_role_are_told_apart_in_chat_messages():
    said = [
        message(1, "eu vou", author="Bia"),
        message(2, "eu não", author="Caio"),
        message(3, "Combinado", "assistant"),
    ]

    context = assemble("c", said, [], limit=100, layout=layout(), count=words)

    assert [sent["content"] for sent in context.messages] == ["Bia: eu vou", "Caio: eu não", "Combinado"]


def test_an_item_tells_where_it_comes_from():
    context = assemble(
        "c", [message(1, author="Ana")], [entry(3, conversation_id="old")], limit=99, layout=layout(), count=words
    )

    assert [(item.conversation_id, item.message_ids) for item in context.items] == [("old", ("m3",)), ("c", ("m1",))]
    assert context.items[-1].author == "Ana"


@pytest.mark.parametrize("limit", range(1, 40))
def test_a_counter_of_bytes_is_held_to_the_budget_too(limit):
    def byte_pairs(text: str) -> int:
        return (len(text.encode()) + 1) // 2

    context = assemble(
        "c", [message(1, "ação " * 30)], [entry(1)], limit=limit, layout=layout("hybrid", "pt"), count=byte_pairs
    )

    assert byte_pairs(context.text) <= context.tokens.total <= limit


def test_what_surely_does_not_fit_is_not_even_counted():
    counted = []

    def count(text: str) -> int:
        counted.append(len(text))
        return len(text)

    assemble(
        "c",
        [message(1, "x" * 1_000_000), message(2)],
        [entry(1, "y" * 1_000_000)],
        limit=50,
        layout=layout(),
        count=count,
    )

    assert max(counted) < 10_000


def test_what_is_recalled_stands_below_its_day():
    context = assemble("c", [], [entry(1, "uma"), entry(2, "duas")], limit=99, layout=layout(), count=words)
    same_day = [MemoryEntry(f"e{i}", "old", f"m{i}", f"frase {i}", START, position=i) for i in (2, 1)]
    together = assemble("c", [], same_day, limit=99, layout=layout(), count=words)

    assert context.text == "[Relevant memories]\n2026-02-28:\n- User: duas\n2026-03-01:\n- User: uma"
    assert together.text == "[Relevant memories]\n2026-03-02:\n- User: frase 1\n- User: frase 2"
    assert together.tokens.total == words(together.text + "\n")


def test_the_line_of_a_day_goes_with_the_last_that_is_recalled_of_it():
    recent = [message(1, "odeio coentro"), message(2, "palavra " * 20), message(3)]
    found = [MemoryEntry("e1", "c", "m1", "odeio coentro", START, score=1.0), entry(9, "outra frase")]

    context = assemble("c", recent, found, limit=56, layout=layout(), count=words)

    assert section(context, Section.RECENT)[0] == "odeio coentro"
    assert context.text.startswith("[Relevant memories]\n2026-02-21:\n- User: outra frase\n[Recent conversation]")
    assert context.tokens.total == words(context.text + "\n")
