"""Which facts go into a context."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contexts import START, known
from lembranca.domain.choice import Blended, Candidate, Layered, Weighed, always_belongs, choose, in_order, standing
from lembranca.domain.known_fact import ARCHIVED, FORGOTTEN, SUPERSEDED, WITHDRAWN
from lembranca.domain.preset import PRESETS

NOW = START + timedelta(days=30)
DINNER = "o que sugere para o jantar?"
WAYS = [Weighed(), Layered(), Blended()]
each_way = pytest.mark.parametrize("way", WAYS, ids=["weighed", "layered", "blended"])


def names(facts):
    return [fact.id for fact in facts]


def told(number, score=0.0, vector=None, keyword=0.0, **fact):
    """A candidate said just now, so that recency does not count, unless *fact* says otherwise."""
    return Candidate(known(number, f"fato {number}", **{"updated_at": NOW} | fact), score, vector, keyword)


def test_each_preset_chooses_as_its_document_says():
    assert PRESETS["katherine"].choice == Weighed(candidates=10, least=3, most=5)
    assert PRESETS["beststag"].choice == Layered({"medium": 3, "long": 2, "episodic": 2, "semantic": 3})
    assert {PRESETS[name].choice for name in ("hybrid", "charhub", "cycles")} == {Blended(12)}
    assert [name for name, preset in PRESETS.items() if preset.keeps_interactions] == ["beststag"]


# Weighed


def test_the_nearest_ten_are_put_in_the_order_of_vector_times_weight_times_recency():
    near = [told(number, vector=0.9, weight=0.1) for number in range(1, 10)]
    heavy, eleventh = told(10, vector=0.5, weight=1.0), told(11, vector=0.4, weight=1.0)

    chosen = Weighed().choose([*near, eleventh, heavy], query=DINNER, now=NOW)

    assert names(chosen)[0] == "f10"
    assert "f11" not in names(chosen)


def test_what_was_said_long_ago_counts_less():
    old = told(1, vector=0.6, updated_at=NOW - timedelta(days=365))
    new = told(2, vector=0.5)

    assert names(Weighed().choose([old, new], query=DINNER, now=NOW)) == ["f2", "f1"]


def test_three_are_chosen_and_up_to_five_when_they_are_about_as_good_as_the_best():
    alike = [told(number, vector=0.8) for number in range(1, 9)]
    one_good = [told(1, vector=0.8), *(told(number, vector=0.1) for number in range(2, 9))]

    assert len(Weighed().choose(alike, query=DINNER, now=NOW)) == 5
    assert len(Weighed().choose(one_good, query=DINNER, now=NOW)) == 3
    assert len(Weighed().choose(alike[:2], query=DINNER, now=NOW)) == 2


def test_keywords_decide_where_there_is_no_vector():
    found = [told(1, keyword=0.2), told(2, keyword=0.9), told(3)]

    assert names(Weighed().choose(found, query=DINNER, now=NOW)) == ["f2", "f1"]


# Layered


def test_each_layer_has_its_quota():
    found = [
        *(told(number, kind="message", vector=0.5) for number in range(10)),
        *(told(number, kind="obj", vector=0.5) for number in range(10, 20)),
        *(told(number, kind="event", vector=0.5) for number in range(20, 30)),
        *(told(number, kind="pref", vector=0.5) for number in range(30, 40)),
    ]

    chosen = Layered().choose(found, query=DINNER, now=NOW)

    layers = [fact.state.layer for fact in chosen]
    assert {layer: layers.count(layer) for layer in layers} == {"medium": 3, "long": 2, "episodic": 2, "semantic": 3}


def test_within_a_layer_priority_meaning_and_use_decide():
    plain = told(1, vector=0.2)
    near, heavy, used = told(2, vector=0.9), told(3, vector=0.2, weight=1.0), told(4, vector=0.2, access_count=50)

    for better in (near, heavy, used):
        assert names(Layered({"semantic": 1}).choose([plain, better], query=DINNER, now=NOW)) == [better.fact.id]


def test_words_in_common_stand_in_for_the_vector_where_there_is_none():
    other = Candidate(known(1, "gosta de jazz", updated_at=NOW))
    same = Candidate(known(2, "janta cedo: o jantar é às seis", updated_at=NOW))

    assert names(Layered({"semantic": 1}).choose([other, same], query=DINNER, now=NOW)) == ["f2"]


# Blended


def test_the_searchs_score_times_weight_decides_and_what_was_not_found_stays_out():
    found = [told(1, 0.5, weight=1.0), told(2, 0.9, weight=0.5), told(3, 0.0, weight=1.0)]

    assert names(Blended().choose(found, query=DINNER, now=NOW)) == ["f1", "f2"]


def test_far_worse_ones_than_the_best_are_left_out_and_no_more_than_twelve_are_chosen():
    weak, good = told(0, 0.1), [told(number, 0.9) for number in range(1, 20)]

    assert names(Blended().choose([weak, good[0]], query=DINNER, now=NOW)) == ["f1"]
    assert len(Blended().choose(good, query=DINNER, now=NOW)) == 12


# All of them


@each_way
@pytest.mark.parametrize("query", [None, ""])
def test_without_a_query_the_most_important_are_chosen_whatever_their_scores(way, query):
    found = [told(number, score=1 - number / 10, vector=1 - number / 10, weight=number / 10) for number in range(1, 6)]

    assert names(way.choose(found, query=query, now=NOW))[:2] == ["f5", "f4"]


@each_way
@pytest.mark.parametrize("query", [None, DINNER])
def test_nothing_known_gives_nothing(way, query):
    assert way.choose([], query=query, now=NOW) == []


@each_way
def test_an_archived_fact_is_chosen_only_when_the_search_clearly_wants_it(way):
    faint = told(1, score=0.4, vector=0.9, status=ARCHIVED)
    clear = told(2, score=0.5, vector=0.9, status=ARCHIVED)

    assert names(way.choose([faint, clear], query=DINNER, now=NOW)) == ["f2"]
    assert way.choose([faint, clear], query=None, now=NOW) == []


@each_way
@pytest.mark.parametrize("status", [SUPERSEDED, FORGOTTEN, WITHDRAWN])
@pytest.mark.parametrize("query", [None, DINNER])
def test_what_does_not_hold_is_never_chosen(way, status, query):
    assert way.choose([told(1, score=1, vector=1.0, status=status)], query=query, now=NOW) == []


@each_way
@given(data=st.data())
def test_the_order_of_the_candidates_does_not_matter(way, data):
    scores = st.sampled_from([0.0, 0.3, 0.6, 1.0])
    kinds = st.sampled_from(["bio", "pref", "emo", "obj", "event", "message"])
    drawn = data.draw(st.lists(st.tuples(scores, st.none() | scores, scores, kinds, scores), max_size=15))
    found = [
        told(number, score, vector, keyword, kind=kind, weight=weight)
        for number, (score, vector, keyword, kind, weight) in enumerate(drawn)
    ]
    query = data.draw(st.sampled_from([None, DINNER]))
    chosen = way.choose(found, query=query, now=NOW)

    assert way.choose(data.draw(st.permutations(found)), query=query, now=NOW) == chosen
    assert len(set(names(chosen))) == len(chosen)


def test_from_all_that_is_known_what_matters_by_itself_is_chosen_beside_what_a_search_found():
    found, other = told(1, vector=0.4, score=0.4), told(2, kind="event", weight=1.0).fact
    named = known(3, "se chama Ana", "bio", topic="name")
    facts = [found.fact, other, named]

    layered = choose(Layered(), facts, [found], DINNER, NOW)
    assert names(layered) == ["f2", "f1"]
    assert names(standing(facts)) == ["f3"]
    for way in (Weighed(), Blended()):
        assert names(choose(way, facts, [found], DINNER, NOW)) == ["f1"]
        assert names(choose(way, facts, [], None, NOW)) == ["f2", "f1"]


def test_nothing_that_does_not_hold_is_chosen_because_it_is_known():
    facts = [known(1, status=ARCHIVED, weight=1.0), known(2, status=FORGOTTEN, weight=1.0)]

    assert all(not choose(way, facts, [], query, NOW) for way in WAYS for query in (None, DINNER))


# The order in a context, and what always belongs to one


def test_in_a_context_facts_stand_by_kind_and_then_as_they_were_made():
    facts = [known(3), known(1), known(2, kind="event"), known(4, kind="bio")]

    assert names(in_order(facts)) == ["f4", "f1", "f3", "f2"]


def test_who_somebody_is_and_how_to_write_to_them_belongs_to_every_context():
    named = known(1, "se chama Ana", "bio", topic="name")
    short = known(2, "quer respostas curtas", tags=("communication",))
    facts = [known(9), short, known(3, "prefere WhatsApp", topic="contact_channel"), named]

    assert names(standing(facts)) == ["f1", "f3", "f2"]
    assert not always_belongs(known(5, "mora em Recife", "bio", topic="residence"))
    assert not always_belongs(known(6, "se chamava Ana", "bio", topic="name", status=SUPERSEDED))


@each_way
def test_what_always_belongs_is_no_matter_of_choice(way):
    assert way.choose([told(1, 1.0, 1.0, kind="bio", topic="name")], query=DINNER, now=NOW) == []
