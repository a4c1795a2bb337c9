"""Summaries and pinned messages in a context."""

from __future__ import annotations

from dataclasses import replace

import pytest

from contexts import ESTIMATE, entry, event, layout, message, section, summary, words
from lembranca.domain.assembly import CUT_MARK, assemble
from lembranca.domain.context import Section, TokenStats
from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import Attachment

LONG = " ".join(f"Esta é a frase {i}." for i in range(1, 101))


def pinned(position, content="fixada", **more):
    return replace(message(position, content, **more), pinned=True)


def put_together(recent, recalled=(), *, limit=1_000, preset="hybrid", count=words, **more):
    """A context of which summaries may have 30 %, whatever the preset gives them."""
    written = layout(preset)
    written = replace(written, preset=replace(written.preset, summary_share=0.3))
    return assemble("c", recent, recalled, limit=limit, layout=written, count=count, **more)


def test_sections_stand_in_the_order_in_which_they_change_least():
    context = put_together(
        [message(9), message(10)], [entry(3)], summaries=[summary(1, 8)], kept=[pinned(2, "alergia a nozes")]
    )

    assert [item.section for item in context.items] == [
        Section.SUMMARIES,
        Section.PINNED,
        Section.RECALLED,
        Section.RECENT,
        Section.RECENT,
    ]
    assert context.tokens.compressed == context.tokens.sections[Section.SUMMARIES] == 10
    assert context.tokens.pinned == 9
    assert [sent["role"] for sent in context.messages] == ["system", "user", "user"]


def test_a_summary_is_named_by_its_id():
    context = put_together([message(9)], summaries=[summary(1, 8)])

    assert context.items[0].summary_id == "s1"
    assert context.items[0].message_ids == ()
    assert context.items[0].content == "Ana quer viajar."


def test_summaries_take_no_more_than_their_share():
    context = put_together([message(9)], summaries=[summary(1, 8, LONG)], limit=200)

    assert 50 <= context.tokens.compressed <= 60 + 8
    assert context.items[0].truncated


def test_several_summaries_share_one_share():
    told = [summary(first, first, "palavra " * 25) for first in range(1, 9)]

    context = put_together([message(9)], summaries=told, limit=200)

    assert len(section(context, Section.SUMMARIES)) == 2
    assert context.tokens.compressed <= 60 + 8


def test_a_summary_that_fills_its_share_stands_whole_with_its_label():
    text = " ".join(["palavra"] * 60)

    context = put_together([message(9)], summaries=[summary(1, 8, text)], limit=200, preset="charhub")

    assert section(context, Section.SUMMARIES) == [text]


def test_of_a_summary_that_is_too_long_the_end_stays():
    context = put_together([message(9)], summaries=[summary(1, 8, LONG)], limit=200)

    (told,) = section(context, Section.SUMMARIES)
    assert told.startswith(f"{CUT_MARK} Esta é a frase ")
    assert told.endswith("Esta é a frase 100.")


def test_a_summary_of_many_clauses_to_a_sentence_is_cut_between_clauses():
    clauses = "; ".join(f"Ana quer a casa {i}" for i in range(1, 101))
    context = put_together([message(9)], summaries=[summary(1, 8, f"{clauses}.\nBia concorda.")], limit=200)

    (told,) = section(context, Section.SUMMARIES)
    assert told.startswith(f"{CUT_MARK} Ana quer a casa ")
    assert told.endswith("; Ana quer a casa 100.\nBia concorda.")


def test_a_summary_without_sentences_is_cut_between_words():
    context = put_together([message(9)], summaries=[summary(1, 8, "palavra " * 200)], limit=200)

    (told,) = section(context, Section.SUMMARIES)
    assert told.split() == [CUT_MARK, *["palavra"] * (len(told.split()) - 1)]


def test_key_events_go_before_the_text_and_important_ones_last():
    events = (event("viagem marcada", "high"), event(" ".join(["conversa"] * 60), "low"))
    recent, told = [message(9)], [summary(1, 8, key_events=events)]

    whole, some, none = (put_together(recent, summaries=told, limit=limit) for limit in (400, 100, 20))

    assert section(whole, Section.SUMMARIES)[0].count("\n") == 3
    assert section(some, Section.SUMMARIES) == ["Ana quer viajar.\nKey events:\n- viagem marcada (high)"]
    assert section(none, Section.SUMMARIES) == ["Ana quer viajar."]
    assert [item.items[0].truncated for item in (whole, some, none)] == [False, True, True]


def test_the_newest_summaries_come_first():
    told = [summary(1, 3, LONG), summary(4, 6, "A segunda."), summary(7, 8, "A terceira.")]

    narrow = put_together([message(9)], summaries=told, limit=40)
    wide = put_together([message(9)], summaries=told, limit=5_000)

    assert section(narrow, Section.SUMMARIES) == ["A segunda.", "A terceira."]
    assert section(wide, Section.SUMMARIES) == [LONG, "A segunda.", "A terceira."]


def test_where_hardly_anything_is_left_a_summary_is_not_cut_to_nothing():
    context = put_together([message(9)], summaries=[summary(1, 8, LONG)], limit=50)

    assert section(context, Section.SUMMARIES) == []
    assert context.tokens.compressed == 0


def test_lines_of_a_summary_are_never_empty():
    context = put_together([message(9)], summaries=[summary(1, 8, "\n Uma linha. \n\n\t Outra.\u2028\u2028 Fim.\r\n ")])

    assert section(context, Section.SUMMARIES) == ["Uma linha.\nOutra.\nFim."]


def test_a_summary_that_says_nothing_leaves_no_trace():
    context = put_together([message(9)], summaries=[summary(1, 8, " \n ")], preset="charhub")

    assert {item.section for item in context.items} == {Section.RECENT}


def test_a_pinned_message_of_what_is_condensed_has_a_section():
    context = put_together([message(9)], summaries=[summary(1, 8)], kept=[pinned(5), pinned(2, "antes")])

    assert section(context, Section.PINNED) == ["antes", "fixada"]
    assert "[Pinned messages]\n- User: antes\n- User: fixada\n" in context.text


def test_a_pinned_message_stands_in_its_place_when_the_window_reaches_it():
    recent = [message(1), pinned(2), message(3)]

    context = put_together(recent, kept=[recent[1]])

    assert context.text == "[Recent conversation]\nUser: oi\nUser: fixada\nUser: oi"


def test_a_pinned_message_before_the_window_is_set_apart():
    recent = [pinned(1), message(2, "palavra " * 60), message(3)]

    context = put_together(recent, kept=recent[:1], limit=40)

    assert context.text == "[Recent conversation]\n- User: fixada\nUser: oi"


def test_a_pinned_message_is_shown_however_little_the_others_leave():
    recent = [pinned(1, "uma frase fixada de seis palavras"), *(message(i, "palavra " * 8) for i in range(2, 20))]

    context = put_together(recent, [entry(1)], kept=recent[:1], limit=30)

    assert context.items[0].message_ids == ("m1",) or context.items[1].message_ids == ("m1",)
    assert context.items[-1].message_ids == ("m19",)


def test_a_pinned_message_is_not_recalled_too():
    found = replace(entry(5, "fixada", "c"), message_id="m5")

    context = put_together([message(9)], [found], summaries=[summary(1, 8)], kept=[pinned(5)])

    assert [item.section for item in context.items if "m5" in item.message_ids] == [Section.PINNED]


def test_the_newest_message_stands_last_even_when_it_is_pinned_and_condensed():
    context = put_together([message(1), pinned(2)], summaries=[summary(1, 2)], kept=[pinned(2)])

    assert context.items[-1].message_ids == ("m2",)
    assert section(context, Section.PINNED) == []


def test_pins_that_exceed_the_budget_are_refused_with_what_they_need():
    recent, kept = [message(9, "palavra " * 50)], [pinned(1, "palavra " * 20), pinned(2, "palavra " * 20)]
    told = [summary(1, 8)]

    with pytest.raises(InvalidInput, match="must be at least 51: the pinned messages alone") as refused:
        put_together(recent, summaries=told, kept=kept, limit=30)

    needed = int(refused.value.rule.split()[4].rstrip(":"))
    context = put_together(recent, summaries=told, kept=kept, limit=needed)
    assert (refused.value.field, refused.value.value) == ("max_tokens", 30)
    assert context.tokens.total == needed
    assert context.items[-1].message_ids == ("m9",)
    with pytest.raises(InvalidInput):
        put_together(recent, summaries=told, kept=kept, limit=needed - 1)


def test_pins_that_are_not_refused_by_themselves_never_are():
    kept = [pinned(1, "palavra " * 20), pinned(2, "palavra " * 20), message(3)]

    put_together([], kept=kept[:2], limit=51)
    context = put_together(kept, kept=kept[:2], limit=51)

    assert [item.message_ids[0] for item in context.items] == ["m1", "m2", "m3"]
    with pytest.raises(InvalidInput):
        put_together([], kept=kept[:2], limit=50)


def test_attachments_are_shown_by_their_text():
    picture = Attachment("image", uri="file:///x.png", description="um gato\nna janela")
    seen = message(1, "olha", attachments=(picture, Attachment("audio", uri="file:///y.ogg")))

    context = put_together([seen], kept=[])

    assert context.text == "[Recent conversation]\nUser: olha\n[image: um gato na janela]"
    assert context.items[0].content == "olha\n[image: um gato na janela]"
    assert context.messages[0]["content"] == "olha\n[image: um gato na janela]"


def test_a_pinned_message_brings_its_attachments():
    seen = pinned(1, "olha", attachments=(Attachment("audio", transcript="bom dia"),))

    context = put_together([message(9)], summaries=[summary(1, 8)], kept=[seen])

    assert section(context, Section.PINNED) == ["olha\n[audio: bom dia]"]


@pytest.mark.parametrize("limit", [50, 100, 200, 400, 1_000, 4_000])
def test_what_a_format_adds_to_summaries_is_counted(limit):
    told = [summary(1, 8, LONG, key_events=(event("marcou"),)), summary(9, 12, "\n".join(["Uma linha."] * 30))]

    context = put_together([message(13)], summaries=told, limit=limit, preset="charhub", count=ESTIMATE)

    assert ESTIMATE(context.text) <= context.tokens.total <= limit


def test_what_is_known_of_the_user_is_counted_together():
    stats = TokenStats(9, 10, {Section.FACTS: 2, Section.PROFILE: 3, Section.RECENT: 4})

    assert (stats.facts, stats.compressed, stats.pinned, stats.recalled, stats.recent) == (5, 0, 0, 0, 4)
