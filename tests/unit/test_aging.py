"""What time does to what is known of a person, to the day and to the microsecond."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contexts import START, known
from lembranca.domain.aging import age, renewed, revive
from lembranca.domain.change import undoing
from lembranca.domain.known_fact import ACTIVE, ARCHIVED, FORGOTTEN, STATUSES
from lembranca.domain.layers import LAYER_OF_KIND, expiry
from lembranca.testing.fakes import SequentialIds

WEEK, DAY, MOMENT = timedelta(weeks=1), timedelta(days=1), timedelta(microseconds=1)
FORTNIGHT = START + 14 * DAY


def feeling(weight=0.9, **more):
    return known(0, "ansiosa com prazos", "emo", weight=weight, **more)


def interaction(uses=0, **more):
    return known(0, "perguntou sobre o contrato", "message", expires_at=FORTNIGHT, access_count=uses, **more)


def aged(fact, *moments):
    """Give what becomes of *fact* when time is looked at in these moments, one after the other."""
    for moment in moments:
        for change in age([fact], moment, SequentialIds().new_id):
            assert change.revisions[0].before == fact
            fact = change.revisions[0].after
    return fact


def actions(fact, now):
    return [change.action for change in age([fact], now, SequentialIds().new_id)]


# Feelings fade


@pytest.mark.parametrize(
    ("later", "weight"),
    [
        (7 * DAY - MOMENT, 0.9),
        (7 * DAY, 0.8),
        (14 * DAY - MOMENT, 0.8),
        (14 * DAY, 0.7),
        (5 * WEEK, 0.4),
        (6 * WEEK, 0.3),
    ],
)
def test_a_feeling_loses_a_tenth_for_each_whole_week_since_it_was_said(later, weight):
    fact = aged(feeling(), START + later)

    assert (fact.state.weight, fact.state.status) == (weight, ACTIVE)


def test_below_three_tenths_it_is_archived_and_at_three_tenths_it_is_not():
    assert aged(feeling(), START + 7 * WEEK - MOMENT).state.status == ACTIVE
    archived = aged(feeling(), START + 7 * WEEK)

    assert (archived.state.weight, archived.state.status) == (0.2, ARCHIVED)


@pytest.mark.parametrize("tenths", range(3, 11))
def test_each_tenth_above_is_a_week_more(tenths):
    fact, last = feeling(tenths / 10), START + (tenths - 2) * WEEK

    assert aged(fact, last - MOMENT).state.status == ACTIVE
    assert aged(fact, last).state.status == ARCHIVED


def test_a_feeling_that_is_said_again_starts_anew():
    fading = aged(feeling(), START + 5 * WEEK)
    again = fading.become(updated_at=START + 5 * WEEK + 3 * DAY, weight=0.9)

    assert aged(again, START + 6 * WEEK + 3 * DAY - MOMENT).state.weight == 0.9
    assert aged(again, START + 6 * WEEK + 3 * DAY).state.weight == 0.8


def test_days_of_a_week_that_is_not_over_are_not_lost_when_somebody_looks():
    fact = aged(feeling(), START + 13 * DAY, START + 14 * DAY)

    assert (fact.state.weight, fact.state.decayed_at) == (0.7, START + 2 * WEEK)


def test_a_weak_feeling_is_archived_after_its_first_week_and_not_before():
    assert aged(feeling(0.05), START + WEEK - MOMENT).state.status == ACTIVE
    archived = aged(feeling(0.05), START + WEEK)

    assert (archived.state.status, archived.state.weight) == (ARCHIVED, 0)


def test_a_recurrent_feeling_fades_in_the_semantic_layer_too():
    assert aged(feeling(layer="semantic"), START + WEEK).state.weight == 0.8


@pytest.mark.parametrize("kind", sorted({*LAYER_OF_KIND} - {"emo"}))
def test_nothing_else_loses_weight(kind):
    assert age([known(0, kind=kind, weight=0.9)], START + 500 * WEEK, SequentialIds().new_id) == []


@given(
    weight=st.floats(0, 1),
    looks=st.lists(st.timedeltas(timedelta(), 12 * WEEK), min_size=1, max_size=12),
    end=st.timedeltas(12 * WEEK, 40 * WEEK),
)
def test_however_often_somebody_looks_the_outcome_is_the_same(weight, looks, end):
    often = aged(feeling(weight), *(START + look for look in sorted(looks)), START + end)

    assert often == aged(feeling(weight), START + end)


@given(weight=st.floats(0, 1), weeks=st.integers(0, 15))
def test_several_missed_weeks_are_as_many_weekly_passes(weight, weeks):
    weekly = aged(feeling(weight), *(START + week * WEEK for week in range(1, weeks + 1)))

    assert aged(feeling(weight), START + weeks * WEEK) == weekly
    assert 0 <= weekly.state.weight <= 1


# The medium-term memory ends


def test_the_time_of_the_medium_term_memory_is_fourteen_days():
    assert expiry("medium", START) == FORTNIGHT


@pytest.mark.parametrize(
    ("now", "status"), [(FORTNIGHT - MOMENT, ACTIVE), (FORTNIGHT, ARCHIVED), (FORTNIGHT + 90 * DAY, ARCHIVED)]
)
def test_an_interaction_is_archived_when_its_time_has_come_and_not_before(now, status):
    assert aged(interaction(), now).state.status == status


def test_what_was_used_three_times_is_kept_for_good_instead():
    promoted = aged(interaction(uses=3), FORTNIGHT)

    assert (promoted.state.status, promoted.state.layer, promoted.state.expires_at) == (ACTIVE, "long", None)
    assert age([promoted], FORTNIGHT + 5_000 * DAY, SequentialIds().new_id) == []
    assert aged(interaction(uses=2), FORTNIGHT).state.status == ARCHIVED
    assert actions(interaction(uses=3), FORTNIGHT - MOMENT) == []


@pytest.mark.parametrize("status", sorted({*STATUSES} - {ACTIVE}))
def test_time_does_nothing_to_what_does_not_hold(status):
    facts = [feeling(status=status), interaction(status=status)]

    assert age(facts, START + 100 * WEEK, SequentialIds().new_id) == []


def test_what_time_has_done_is_not_done_again():
    facts = [feeling(), interaction(), replace(interaction(uses=3), id="used")]
    changes = age(facts, START + 4 * WEEK, SequentialIds().new_id)
    after = [change.revisions[0].after for change in changes]

    assert [change.action for change in changes] == ["decay", "archive", "promote"]
    assert age(after, START + 4 * WEEK, SequentialIds().new_id) == []


# Recalled from the archive


def test_an_interaction_recalled_from_the_archive_holds_for_another_fortnight():
    back = revive(aged(interaction(), FORTNIGHT), START + 30 * DAY, "c1").revisions[0].after

    assert (back.state.status, back.state.layer, back.state.expires_at) == (ACTIVE, "medium", START + 44 * DAY)
    assert aged(back, START + 44 * DAY - MOMENT) == back
    assert aged(back, START + 44 * DAY).state.status == ARCHIVED


def test_a_feeling_recalled_from_the_archive_has_three_tenths_again_and_a_whole_week():
    moment = START + 30 * WEEK + 2 * DAY
    back = revive(aged(feeling(), START + 8 * WEEK), moment, "c1").revisions[0].after

    assert (back.state.status, back.state.weight) == (ACTIVE, 0.3)
    assert aged(back, moment + WEEK - MOMENT) == back
    assert aged(back, moment + WEEK).state.status == ARCHIVED


def test_anything_else_that_holds_again_is_as_it_was():
    superseded = known(0, "mora em Recife", "bio", status=ARCHIVED, superseded_by="f2")

    assert renewed(superseded, FORTNIGHT) == known(0, "mora em Recife", "bio")
    assert renewed(feeling(0.8, status=FORGOTTEN), FORTNIGHT).state.weight == 0.8


# Why


@pytest.mark.parametrize(
    ("fact", "now", "reason"),
    [
        (feeling(), START + WEEK, "not said again for 1 week: its weight falls from 0.9 to 0.8"),
        (feeling(), START + 9 * WEEK, "not said again for 7 weeks: its weight falls from 0.9 to 0.2, below 0.3"),
        (interaction(1), FORTNIGHT, "its time was over on 2026-03-16 and it was used 1 time"),
        (interaction(4), FORTNIGHT, "its time was over on 2026-03-16 and it was used 4 times: it is kept for good"),
    ],
)
def test_each_change_says_why(fact, now, reason):
    (change,) = age([fact], now, SequentialIds().new_id)

    assert (change.reason, change.at) == (reason, now)


def test_a_revival_says_for_how_long():
    archived = aged(interaction(), FORTNIGHT)

    assert revive(archived, FORTNIGHT, "c").reason == "recalled from the archive: it holds again, until 2026-03-30"
    assert revive(feeling(status=ARCHIVED), FORTNIGHT, "c").reason == "recalled from the archive: it holds again"


@pytest.mark.parametrize("fact", [feeling(), interaction(), interaction(5)])
def test_each_change_can_be_taken_back_exactly(fact):
    (change,) = age([fact], START + 20 * WEEK, SequentialIds().new_id)
    after = change.revisions[0].after
    undo = undoing(change, {after.id: after}, change_id="u", now=START + 21 * WEEK)

    assert undo.revisions[0].after == fact


# The medium-term memory holds twenty


def test_of_more_than_twenty_interactions_those_said_longest_ago_are_archived():
    many = [
        known(n, f"perguntou sobre o contrato {n}", "message", updated_at=START + n * MOMENT, expires_at=FORTNIGHT)
        for n in range(23)
    ]
    changes = age(many, START + DAY, SequentialIds().new_id)

    assert [change.action for change in changes] == ["archive"] * 3
    assert {change.revisions[0].after.id for change in changes} == {fact.id for fact in many[:3]}
