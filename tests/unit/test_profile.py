"""What is believed of a person, and how firmly."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contexts import START, known
from lembranca.domain.known_fact import ACTIVE, ARCHIVED, FORGOTTEN, SUPERSEDED, WITHDRAWN, Source
from lembranca.domain.layers import LAYER_OF_KIND
from lembranca.domain.profile import Profile, profile_of

DAY = timedelta(days=1)


def said(number, content, *days, kind="pref", topic="contact_channel", **more):
    """A fact that was said on these days, in messages named after them."""
    sources = tuple(Source("c", f"m{day}", START + day * DAY) for day in days)
    state = {"observations": max(1, len(days)), "updated_at": START + max(days, default=number) * DAY}
    return known(number, content, kind, topic=topic, sources=sources, **state | more)


def behind(number):
    """Superseded by the fact of that number."""
    return {"status": SUPERSEDED, "superseded_by": f"f{number}"}


def only(*facts):
    (preference,) = profile_of(facts).preferences
    return preference


def test_nothing_known_is_an_empty_profile():
    assert profile_of([]) == Profile()


def test_what_was_said_once_is_believed_with_seven_tenths():
    email = only(said(1, "prefere e-mail", 3))

    assert (email.key, email.value, email.kind) == ("contact_channel", "prefere e-mail", "pref")
    assert (email.confidence, email.observations, email.since) == (0.7, 1, START + 3 * DAY)
    assert (email.sources, email.history) == ((Source("c", "m3", START + 3 * DAY),), ())
    assert email.entry_id == "f1"


@pytest.mark.parametrize(("times", "confidence"), [(1, 0.7), (2, 0.79), (3, 0.853), (4, 0.8971)])
def test_each_repetition_adds_three_tenths_of_what_is_lacking(times, confidence):
    email = only(said(1, "prefere e-mail", *range(times)))

    assert email.confidence == pytest.approx(confidence)
    assert email.observations == times
    assert [source.message_id for source in email.sources] == [f"m{day}" for day in range(times)]


def test_what_was_given_by_hand_counts_though_no_message_says_it():
    email = only(said(1, "prefere e-mail", observations=2))

    assert (email.observations, email.sources, email.since) == (2, (), START + DAY)
    assert email.confidence == pytest.approx(0.79)


def test_one_contradiction_lowers_what_was_said_often_and_does_not_replace_it():
    email = only(said(1, "prefere e-mail", 1, 2, 3, **behind(2)), said(2, "prefere WhatsApp", 4))

    assert email.value == "prefere e-mail"
    assert email.confidence == pytest.approx(0.853 * 0.7)
    assert email.history == ()


def test_a_challenger_that_is_said_again_finally_replaces_it_and_it_stays_in_the_history():
    phone = only(said(1, "prefere e-mail", 1, 2, 3, **behind(2)), said(2, "prefere WhatsApp", 4, 5))

    assert (phone.value, phone.since, phone.observations) == ("prefere WhatsApp", START + 5 * DAY, 2)
    assert phone.confidence == pytest.approx(0.65)
    (former,) = phone.history
    assert (former.value, former.since, former.until) == ("prefere e-mail", START + DAY, START + 5 * DAY)
    assert former.confidence == pytest.approx(0.853 * 0.7 * 0.7)
    assert [source.message_id for source in former.sources] == ["m1", "m2", "m3"]


def test_what_was_said_once_gives_way_to_one_contradiction():
    phone = only(said(1, "prefere e-mail", 1, **behind(2)), said(2, "prefere WhatsApp", 2))

    assert (phone.value, phone.confidence) == ("prefere WhatsApp", 0.5)
    assert phone.history[0].confidence == pytest.approx(0.49)


def test_the_same_value_in_another_spelling_is_the_same_value():
    twice = only(said(1, "prefere e-mail", 1, **behind(2)), said(2, "Prefere E-MAIL!", 2))

    assert (twice.value, twice.observations, twice.history) == ("Prefere E-MAIL!", 2, ())


def test_the_order_in_which_things_were_said_counts_and_not_that_in_which_they_became_known():
    late = said(1, "prefere WhatsApp", 9)
    early = said(2, "prefere e-mail", 1, 2, **behind(1))

    assert profile_of([late, early]) == profile_of([early, late])
    assert only(late, early).value == "prefere e-mail"


def test_a_preference_that_was_taken_back_leaves_its_place_to_the_one_that_holds():
    phone = only(said(1, "prefere e-mail", 1, 2, 3, status=SUPERSEDED), said(2, "prefere WhatsApp", 4))

    assert (phone.value, [former.value for former in phone.history]) == ("prefere WhatsApp", ["prefere e-mail"])


def test_what_somebody_is_follows_the_latest_word_at_once():
    home = only(
        said(1, "mora em Recife", 1, 2, 3, kind="bio", topic="residence", **behind(2)),
        said(2, "mora em Curitiba", 4, kind="bio", topic="residence"),
    )

    assert (home.value, home.confidence, home.since) == ("mora em Curitiba", 0.7, START + 4 * DAY)
    (former,) = home.history
    assert (former.value, former.observations) == ("mora em Recife", 3)
    assert former.confidence == pytest.approx(0.853)


def test_who_comes_back_has_been_there_since():
    home = only(
        said(1, "mora em Recife", 1, 9, kind="bio", topic="residence"),
        said(2, "mora em Curitiba", 4, kind="bio", topic="residence", **behind(1)),
    )

    assert (home.value, home.since, home.observations) == ("mora em Recife", START + 9 * DAY, 2)


def test_two_values_of_one_topic_that_both_hold_stand_side_by_side_each_with_its_own_history():
    told = {"kind": "bio", "topic": "job"}
    trade = said(1, "é enfermeira", 1, **told)
    was, works = said(2, "trabalha na Vila", 2, **told, **behind(3)), said(3, "trabalha no Sol", 3, **told)

    first, second = profile_of([trade, was, works]).about("job")
    assert (first.value, first.history) == ("é enfermeira", ())
    assert (second.value, [former.value for former in second.history]) == ("trabalha no Sol", ["trabalha na Vila"])


def test_what_was_taken_back_is_history_of_what_holds():
    told = {"kind": "bio", "topic": "residence"}
    home = only(said(1, "mora em Recife", 1, status=SUPERSEDED, **told), said(2, "mora em Olinda", 2, **told))

    assert [former.value for former in home.history] == ["mora em Recife"]


def test_an_event_counts_where_it_tells_a_value():
    moved = said(1, "se mudou para Curitiba", 1, kind="event", topic="residence")
    passed = said(2, "passou na prova", 2, kind="event", topic=None)
    asked = said(3, "perguntou sobre o contrato", 3, kind="message", topic=None)

    assert [each.value for each in profile_of([moved, passed, asked]).preferences] == ["se mudou para Curitiba"]


def test_values_without_a_topic_stand_side_by_side_under_their_kind():
    likes = [said(1, "gosta de jazz", 5, topic=None), said(2, "odeia coentro", 3, topic=None)]

    profile = profile_of([*likes, said(3, "quer aprender piano", 1, kind="obj", topic=None)])
    assert [(each.key, each.value) for each in profile.preferences] == [
        ("obj", "quer aprender piano"),
        ("pref", "odeia coentro"),
        ("pref", "gosta de jazz"),
    ]
    assert [each.value for each in profile.about("pref")] == ["odeia coentro", "gosta de jazz"]
    assert all(each.confidence == 0.7 for each in profile.preferences)


def test_without_a_topic_a_value_contends_with_what_took_its_place_alone():
    jazz = said(1, "gosta de jazz", 1, 2, topic=None, **behind(3))
    other, denied = said(2, "odeia coentro", 3, topic=None), said(3, "não gosta mais de jazz", 4, topic=None)

    believed = {each.value: each for each in profile_of([jazz, other, denied]).preferences}
    assert believed.keys() == {"gosta de jazz", "odeia coentro"}
    assert believed["gosta de jazz"].confidence == pytest.approx(0.79 * 0.7)
    assert believed["odeia coentro"].confidence == 0.7


def test_what_was_merged_is_no_contradiction():
    merged = said(1, "não gosta de carne", 1, topic="diet", **behind(2))
    kept = said(2, "é vegetariana", 1, 2, topic="diet")

    diet = only(merged, kept)
    assert (diet.value, diet.observations, diet.history) == ("é vegetariana", 2, ())
    assert diet.confidence == pytest.approx(0.79)


@pytest.mark.parametrize("status", [FORGOTTEN, WITHDRAWN, ARCHIVED])
def test_what_is_forgotten_withdrawn_or_archived_does_not_count(status):
    gone = said(1, "prefere e-mail", 1, 2, 3, status=status)

    assert profile_of([gone]) == Profile()
    assert only(gone, said(2, "prefere WhatsApp", 4)).confidence == 0.7


@pytest.mark.parametrize("kind", ["bio", "pref"])
def test_what_holds_no_more_is_not_believed_when_nothing_holds_in_its_place(kind):
    assert profile_of([said(1, "x", 1, kind=kind, status=SUPERSEDED)]) == Profile()
    assert profile_of([said(1, "x", 1, kind=kind, **behind(9))]) == Profile()


@st.composite
def histories(draw):
    """Facts of any kind, topic and status, of which some stand behind others."""
    drawn = draw(
        st.lists(
            st.tuples(
                st.sampled_from(["prefere a", "prefere b", "prefere c", "prefere A!"]),
                st.sampled_from(sorted(LAYER_OF_KIND)),
                st.sampled_from([None, "t", "u"]),
                st.sampled_from([ACTIVE, ACTIVE, SUPERSEDED, FORGOTTEN, ARCHIVED, WITHDRAWN]),
                st.lists(st.integers(0, 30), max_size=4),
                st.none() | st.integers(0, 8),
                st.integers(1, 6),
            ),
            max_size=8,
        )
    )
    return [
        said(
            number,
            content,
            *days,
            kind=kind,
            topic=topic,
            status=status,
            superseded_by=None if status != SUPERSEDED or follower is None else f"f{follower}",
            observations=seen,
        )
        for number, (content, kind, topic, status, days, follower, seen) in enumerate(drawn)
    ]


@given(facts=histories(), data=st.data())
def test_a_profile_is_the_same_in_whichever_order_its_facts_come(facts, data):
    profile = profile_of(facts)

    assert profile_of(data.draw(st.permutations(facts))) == profile
    assert [each.key for each in profile.preferences] == sorted(each.key for each in profile.preferences)


@given(facts=histories())
def test_nothing_is_believed_for_certain_and_all_of_it_is_said_by_somebody(facts):
    there = {fact.id: fact for fact in facts}
    for each in profile_of(facts).preferences:
        assert 0 < each.confidence < 1
        assert each.observations >= 1
        assert there[each.entry_id].content == each.value
        assert there[each.entry_id].state.status in {ACTIVE, SUPERSEDED}
        assert all(0 < former.confidence < 1 for former in each.history)


@given(times=st.integers(1, 400))
def test_to_be_said_again_raises_confidence_and_never_to_certainty(times):
    before, after = (only(said(1, "prefere e-mail", *range(days))) for days in (times, times + 1))

    assert after.confidence < 1
    assert before.confidence < after.confidence or before.confidence == after.confidence > 0.999


@given(times=st.integers(1, 30), against=st.integers(1, 30))
def test_a_contradiction_lowers_what_it_contradicts_and_enough_of_them_replace_it(times, against):
    alone = only(said(1, "prefere a", *range(times)))
    contested = only(
        said(1, "prefere a", *range(times), **behind(2)), said(2, "prefere b", *range(times, times + against))
    )

    was = contested if contested.value == "prefere a" else contested.history[-1]
    assert was.confidence < alone.confidence
    assert contested.value == "prefere b" or against < times


def test_a_former_home_was_one_until_the_next_was_told():
    old = known(1, "mora em Recife", "bio", topic="residence", status=SUPERSEDED, superseded_by="f9")
    new = known(9, "mora em Curitiba", "bio", topic="residence")
    [home] = profile_of([old, new]).about("residence")

    [former] = home.history
    assert (former.since, former.until, home.since) == (START + DAY, START + 9 * DAY, START + 9 * DAY)
