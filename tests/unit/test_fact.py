"""A fact about somebody, and its compact form."""

from datetime import UTC, datetime

import pytest

from lembranca.domain.errors import InvalidInput
from lembranca.domain.fact import ExtractedFact, FactRequest, compact, day_of, from_compact
from lembranca.testing.samples import message

DAY = datetime(2026, 3, 18, 12, tzinfo=UTC)


def fact(**changes):
    return ExtractedFact(**{"kind": "pref", "content": "odeia coentro", "message_id": "m1", "weight": 0.8, **changes})


def test_a_fact_is_written_with_five_short_keys():
    assert compact(fact(), "f1", DAY) == {"i": "f1", "t": "pref", "c": "odeia coentro", "w": 0.8, "d": "260318"}


def test_what_was_written_is_read_again():
    assert from_compact(compact(fact(), "f1", DAY), "m1") == fact()


def test_without_a_weight_it_weighs_half():
    assert from_compact({"t": "bio", "c": "mora em Natal"}, "m1").weight == 0.5


@pytest.mark.parametrize(
    "value",
    [
        [],
        None,
        {"t": "bio"},
        {"c": "x"},
        {"t": "mood", "c": "x"},
        {"t": "bio", "c": ""},
        {"t": "bio", "c": "  "},
        {"t": "bio", "c": "x", "w": 2},
        {"t": "bio", "c": "x", "w": "0.5"},
        {"t": "bio", "c": "x", "w": True},
        {"t": "bio", "c": "x", "d": "261399"},
        {"t": "bio", "c": "x", "z": 1},
        {"t": "bio", "c": "x" * 401},
    ],
)
def test_what_is_no_compact_fact_is_refused(value):
    with pytest.raises(InvalidInput):
        from_compact(value, "m1")


def test_a_day_is_read_from_six_digits():
    assert day_of("260318") == datetime(2026, 3, 18, tzinfo=UTC)


@pytest.mark.parametrize("text", ["2603", "18/03/26", "260230", "", " 60318"])
def test_no_day_is_made_up(text):
    with pytest.raises(InvalidInput):
        day_of(text)


@pytest.mark.parametrize(
    "change", [{"kind": "message"}, {"content": " "}, {"weight": -0.1}, {"weight": float("nan")}, {"negated": 1}]
)
def test_a_value_that_breaks_its_rule_is_refused(change):
    with pytest.raises(InvalidInput):
        fact(**change)


def test_facts_are_drawn_from_user_messages_only():
    with pytest.raises(InvalidInput):
        FactRequest((message("m1", role="assistant", content="Moro em Natal."),), {})
