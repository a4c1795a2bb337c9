"""What contexts keep of a conversation, and what they save."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.domain.context import ContextItem, MemoryContext, Section, TokenStats
from lembranca.domain.errors import InvalidInput
from lembranca.domain.retention import (
    ContextReport,
    Kept,
    Present,
    Savings,
    content_words,
    holds,
    kept,
    share_present,
    together,
)
from lembranca.domain.words import words


def forms(text):
    """Each word, which a text may hold in the plural too."""
    return [(word, f"{word}s") for word in dict.fromkeys(words(text))]


def context(text="", *, items=(), tokens=10):
    return MemoryContext("c", text, [], tuple(items), TokenStats(tokens, 1_000))


def item(section, *message_ids, **fields):
    return ContextItem(section, "-", "-", 1, message_ids, **{"conversation_id": "c"} | fields)


def test_an_answer_of_stop_words_alone_has_no_content_word():
    assert [content_words(answer, forms) for answer in (None, "", "?!", "the", "não", "he was not")] == [[]] * 6
    assert content_words("not the cat", forms)
    assert content_words("2019", forms) == [("2019", "2019s")]


def test_a_text_holds_a_word_in_any_of_its_forms_and_needs_all_words():
    wanted = [("cat", "cats"), ("red", "reds")]

    assert holds({"cats", "red", "house"}, wanted)
    assert not holds({"cats", "house"}, wanted)


def test_answers_are_counted_where_all_their_words_stand():
    found = kept(
        ["red cat", "dog", None, "the", "blue dog"],
        context("a red house; two cats; a dog", tokens=9),
        context("a DOG", tokens=7),
        terms=words,
        forms=forms,
    )

    assert found == Kept(questions=3, held=2, by_newest=1, left_out=2, tokens=9, newest_tokens=7)
    assert (found.share, found.newest_share, found.ratio) == (pytest.approx(2 / 3), pytest.approx(1 / 3), 2.0)


def test_without_questions_there_is_no_share_and_without_a_baseline_no_ratio():
    assert (Kept().share, Kept().newest_share, Kept().ratio) == (None, None, None)
    assert Kept(questions=2, held=1).ratio is None
    assert Present().mean is None
    assert Savings().saved is None


def test_only_what_stands_word_for_word_counts_as_present():
    shown = [
        item(Section.PINNED, "a"),
        item(Section.RECALLED, "b"),
        item(Section.RECENT, "d"),
        item(Section.SUMMARIES, "e"),
        item(Section.RECENT, "f", truncated=True),
        item(Section.RECALLED, "g", conversation_id="another"),
    ]

    assert share_present(context(items=shown), ["a", "b", "d", "a"]) == 1.0
    assert share_present(context(items=shown), ["a", "e", "f", "g"]) == 0.25


def test_evidence_of_nothing_is_refused():
    with pytest.raises(InvalidInput, match="evidence"):
        share_present(context(), [])


@given(st.sets(st.sampled_from("abcdef")), st.sets(st.sampled_from("abcdef"), min_size=1))
def test_the_share_present_grows_with_what_is_shown(shown, evidence):
    some = context(items=[item(Section.RECENT, name) for name in shown])
    more = context(items=[item(Section.RECENT, name) for name in shown | {"a"}])

    assert 0 <= share_present(some, evidence) <= share_present(more, evidence) <= 1


def test_savings_are_of_the_full_history_over_all_turns():
    assert Savings(2, sent=25, full=100).saved == 0.75
    assert Savings(1, sent=12, full=10).saved == pytest.approx(-0.2)  # a header costs more than it saves


def test_reports_are_put_together_question_by_question():
    one = ContextReport(Kept(4, 2, 1, 1, 100, 90), {1_000: Present((1.0, 0.0))}, Savings(2, 10, 100))
    other = ContextReport(Kept(6, 3, 4, 0, 50, 50), {1_000: Present((1.0,)), 2_000: Present((0.5,))}, Savings(1, 5, 20))

    assert together([one, other]) == ContextReport(
        Kept(10, 5, 5, 1, 150, 140),
        {1_000: Present((1.0, 0.0, 1.0)), 2_000: Present((0.5,))},
        Savings(3, 15, 120),
    )


def test_reports_without_savings_have_none_together():
    assert together([ContextReport(), ContextReport()]).savings is None
    assert together([ContextReport(), ContextReport(savings=Savings(1, 1, 2))]).savings == Savings(1, 1, 2)
