"""How important a fact is now, and how well it fits."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contexts import START, known
from lembranca.domain.known_fact import Fact, FactState
from lembranca.domain.layers import LAYER_OF_KIND
from lembranca.domain.priority import (
    HALF_LIFE,
    layered_score,
    overlap,
    priority,
    recency,
    usage,
    weighed_score,
)

DAY = timedelta(days=1)
SHARES = st.floats(0, 1)
IDLE = st.timedeltas(timedelta(), timedelta(days=5_000))
USES = st.integers(0, 10_000)


@st.composite
def facts(draw) -> Fact:
    kind = draw(st.sampled_from(sorted(LAYER_OF_KIND)))
    state = FactState("active", LAYER_OF_KIND[kind], draw(SHARES), 1, START)
    return Fact("f", kind, "x", START, state, access_count=draw(USES))


@pytest.mark.parametrize(("weight", "expected"), [(1.0, 10), (0.7, 7), (0.25, 2.5), (0.0, 1)])
def test_a_fact_just_said_and_never_recalled_has_ten_times_its_weight_as_priority(weight, expected):
    assert priority(known(0, weight=weight), START) == pytest.approx(expected)


def test_ten_uses_halve_what_a_fact_lacks_to_the_highest_priority():
    assert priority(known(0, weight=0.6, access_count=10), START) == pytest.approx(8)
    assert priority(known(0, weight=0.6, access_count=20), START) == pytest.approx(9)


@pytest.mark.parametrize("kind", ["pref", "obj", "emo", "event", "message"])
def test_after_the_half_life_of_its_layer_an_unused_fact_has_half_of_its_priority(kind):
    fact = known(0, kind=kind, weight=0.8)

    assert priority(fact, START + HALF_LIFE[fact.state.layer]) == pytest.approx(4)
    assert recency(fact, START + HALF_LIFE[fact.state.layer]) == pytest.approx(0.5)


def test_what_somebody_is_does_not_decay():
    fact = known(0, "mora em Recife", "bio", weight=0.9)

    assert priority(fact, START + 9_000 * DAY) == priority(fact, START)
    assert recency(fact, START + 9_000 * DAY) == 1


def test_to_be_recalled_keeps_the_priority_but_does_not_make_a_fact_recent():
    long_after = START + 365 * DAY
    recalled = replace(known(0), access_count=1, last_accessed=long_after)

    assert priority(recalled, long_after) > priority(known(0), START)
    assert recency(recalled, long_after) == pytest.approx(0.5)


@given(fact=facts(), idle=IDLE)
def test_a_priority_lies_between_one_and_ten_and_a_recency_between_nothing_and_one(fact, idle):
    assert 1 <= priority(fact, START + idle) <= 10
    assert 0 <= recency(fact, START + idle) <= 1


@given(fact=facts(), idle=IDLE, more=USES)
def test_more_use_never_lowers_a_priority(fact, idle, more):
    used = replace(fact, access_count=fact.access_count + more)

    assert priority(used, START + idle) >= priority(fact, START + idle)


@given(fact=facts(), idle=IDLE, weight=SHARES)
def test_more_weight_never_lowers_a_priority(fact, idle, weight):
    lighter, heavier = sorted([fact.state.weight, weight])

    assert priority(fact.become(weight=heavier), START + idle) >= priority(fact.become(weight=lighter), START + idle)


@given(fact=facts(), idle=IDLE, longer=IDLE)
def test_more_time_without_use_never_raises_priority_or_recency(fact, idle, longer):
    assert priority(fact, START + idle + longer) <= priority(fact, START + idle)
    assert recency(fact, START + idle + longer) <= recency(fact, START + idle)


def test_a_fact_from_the_future_counts_as_just_said():
    assert recency(known(5), START) == 1
    assert priority(known(5, weight=0.7), START) == pytest.approx(7)


def test_usage_grows_with_the_logarithm_of_the_uses_up_to_one():
    assert usage(0) == 0
    assert usage(1) == pytest.approx(math.log(2) / 10)
    assert usage(10**9) == 1


def test_the_layered_score_weighs_recency_and_meaning_twice_as_much_as_use():
    assert layered_score(7, 1, 0, 0) == pytest.approx(2.8)
    assert layered_score(7, 0, 1, 0) == pytest.approx(2.8)
    assert layered_score(7, 0, 0, 1) == pytest.approx(1.4)
    assert layered_score(10, 1, 1, 1) == 10


def test_the_weighed_score_is_the_product_and_never_below_zero():
    assert weighed_score(0.5, 0.8, 0.5) == pytest.approx(0.2)
    assert weighed_score(-0.5, 0.8, 0.5) == 0


def test_words_overlap_by_the_share_of_all_of_them_that_both_have():
    assert overlap("odeia coentro fresco", "Odeia COENTRO!") == pytest.approx(2 / 3)
    assert overlap("odeia coentro", "gosta de jazz") == 0
    assert overlap("", "jazz") == overlap("?!", "?!") == 0


@given(text=st.text(), other=st.text())
def test_overlap_is_the_same_both_ways_and_whole_for_a_text_with_itself(text, other):
    assert overlap(text, other) == overlap(other, text)
    assert overlap(text, text) in {0, 1}
