import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.domain.fusion import (
    Blend,
    FusionWeights,
    Neighbours,
    Posting,
    blend,
    bm25,
    lend,
    min_max,
    names,
    rarity,
    same_word,
    saturation,
)

ids = st.text("abcdefgh", min_size=1, max_size=2)
scores = st.dictionaries(ids, st.floats(-1e100, 1e100), max_size=12)
cosines = st.dictionaries(ids, st.floats(-1, 1), max_size=12)
shares = st.lists(st.floats(0, 1), max_size=3).map(tuple)
weights = st.builds(
    FusionWeights, vector=st.floats(0, 1), from_before=shares, from_after=shares, author=st.floats(0, 1)
)


def in_a_row(*order):
    """The neighbours in a conversation of messages said in this order."""
    return {id_: Neighbours(before=order[:place][::-1], after=order[place + 1 :]) for place, id_ in enumerate(order)}


CONVERSATION = in_a_row(*sorted(a + b for a in "abcdefgh" for b in ("", *"abcdefgh")))


class TestBm25:
    def test_rarity_and_saturation_follow_their_formulas(self):
        assert rarity(10, 2) == pytest.approx(math.log(1 + 8.5 / 2.5))
        assert saturation(3, 20, 10.0, k1=1.2, b=0.75) == pytest.approx(3 * 2.2 / (3 + 1.2 * (0.25 + 0.75 * 2)))

    def test_a_score_is_the_sum_over_the_words_of_the_question(self):
        postings = {"cak": [Posting("m1", 1, 4), Posting("m2", 2, 8)], "lemon": [Posting("m2", 1, 8)]}

        found = bm25(postings, documents=5, average=6.0)

        assert found == {
            "m1": pytest.approx(rarity(5, 2) * saturation(1, 4, 6.0)),
            "m2": pytest.approx(rarity(5, 2) * saturation(2, 8, 6.0) + rarity(5, 1) * saturation(1, 8, 6.0)),
        }

    def test_no_postings_find_nothing(self):
        assert bm25({}, documents=0, average=0.0) == {}
        assert bm25({"cak": []}, documents=3, average=2.0) == {}

    @given(st.integers(1, 10**6), st.data())
    def test_a_rarer_word_weighs_more_and_a_frequent_one_never_counts_against(self, documents, data):
        many = data.draw(st.integers(1, documents))
        few = data.draw(st.integers(0, many))

        assert rarity(documents, few) >= rarity(documents, many) > 0

    @given(st.integers(1, 1000), st.integers(1, 1000), st.floats(0.1, 1000))
    def test_repeating_a_word_helps_ever_less_and_length_harms(self, frequency, length, average):
        once, again, more = (saturation(frequency + i, length, average) for i in range(3))

        assert once < again < more
        assert again - once >= more - again
        assert saturation(frequency, length + 1, average) < once

    def test_the_order_of_words_and_documents_does_not_change_a_bit(self):
        postings = {f"t{i}": [Posting(f"m{j}", i % 3 + 1, 5 + j) for j in range(9)] for i in range(7)}
        shuffled = [(term, random.Random(1).sample(found, len(found))) for term, found in postings.items()]

        assert bm25(dict(reversed(shuffled)), documents=9, average=7.0) == bm25(postings, documents=9, average=7.0)

    def test_the_forms_of_a_word_count_as_one_word(self):
        english, portuguese = [Posting("m1", 2, 9), Posting("m2", 1, 5)], [Posting("m3", 1, 4), Posting("m1", 1, 9)]

        assert same_word([english, portuguese]) == [Posting("m1", 2, 9), Posting("m2", 1, 5), Posting("m3", 1, 4)]
        assert same_word([portuguese, english]) == same_word([english, portuguese])
        assert same_word([]) == []


class TestMinMax:
    def test_lowest_is_zero_and_highest_is_one(self):
        assert min_max({"a": 2.0, "b": 3.0, "c": 6.0}) == {"a": 0.0, "b": 0.25, "c": 1.0}

    def test_a_floor_stands_for_the_lowest(self):
        assert min_max({"a": 2.0, "b": 4.0, "c": -1.0}, floor=0.0) == {"a": 0.5, "b": 1.0, "c": 0.0}

    def test_equal_scores_are_all_best(self):
        assert min_max({"a": 0.3, "b": 0.3}) == {"a": 1.0, "b": 1.0}

    def test_scores_at_the_floor_are_all_worst(self):
        assert min_max({"a": 0.0, "b": 0.0}, floor=0.0) == {"a": 0.0, "b": 0.0}

    def test_nothing_stays_nothing(self):
        assert min_max({}) == {}

    @given(scores, st.none() | st.floats(-10, 10))
    def test_order_is_kept_within_zero_and_one(self, scores, floor):
        scaled = min_max(scores, floor=floor)
        ordered = [scaled[id_] for id_ in sorted(scores, key=scores.__getitem__)]

        assert scaled.keys() == scores.keys()
        assert ordered == sorted(ordered)
        assert all(0 <= score <= 1 for score in ordered)


class TestLend:
    def test_a_share_goes_to_neighbours_by_distance_and_direction(self):
        shares = FusionWeights(from_before=(0.4, 0.2), from_after=(0.3, 0.1))

        lent = lend({"c": 1.0}, in_a_row("a", "b", "c", "d", "e"), shares)

        assert lent == {"a": 0.1, "b": 0.3, "d": 0.4, "e": 0.2}

    def test_shares_of_several_neighbours_add_up(self):
        lent = lend({"a": 1.0, "c": 0.5}, in_a_row("a", "b", "c"), FusionWeights(from_before=(0.4,), from_after=(0.2,)))

        assert lent == {"b": pytest.approx(0.5)}

    def test_a_message_without_known_neighbours_lends_nothing(self):
        assert lend({"a": 1.0}, {}) == {}

    def test_the_defaults_reach_two_messages_far(self):
        assert FusionWeights().reach == 2
        assert lend({"d": 1.0}, in_a_row(*"abcdefg")).keys() == {"b", "c", "e", "f"}


def test_a_question_names_an_author_by_any_part_of_the_name():
    assert names({"ana", "viag"}, ["ana", "mari"])
    assert not names({"viag"}, ["ana", "mari"])
    assert not names({"viag"}, [])


class TestBlend:
    def test_both_searches_and_the_neighbours_make_the_score(self):
        weighing = FusionWeights(vector=0.25, from_before=(0.4,), from_after=(0.2,), author=0.4)

        ranking = blend(
            {"b": 2.0, "d": 1.0},
            {"b": 0.1, "d": 0.6},
            around=in_a_row("a", "b", "c", "d"),
            named={"b"},
            weights=weighing,
        )

        assert ranking == [
            Blend("b", pytest.approx((0.75 + 0.4) / 2), 1.0, 0.0, 0.0, 0.4),
            Blend("d", pytest.approx((0.375 + 0.25) / 2), 0.5, 1.0, 0.0, 0.0),
            Blend("c", pytest.approx((0.4 * 0.75 + 0.2 * 0.625) / 2), lent=pytest.approx(0.425)),
            Blend("a", pytest.approx(0.2 * 0.75 / 2), lent=pytest.approx(0.15)),
        ]

    def test_either_search_alone_still_ranks(self):
        assert [found.id for found in blend({"a": 1.0, "c": 3.0}, {}, around={})] == ["c", "a"]
        assert [found.id for found in blend({}, {"a": 0.1, "c": 0.3}, around={})] == ["c", "a"]
        assert blend({}, {}, around={}) == []

    def test_equal_scores_are_ordered_as_asked(self):
        equal = {"a": 1.0, "b": 1.0, "c": 1.0}
        ages = {"a": 3, "b": 1, "c": 2}

        assert [found.id for found in blend(equal, {}, around={})] == ["a", "b", "c"]
        assert [found.id for found in blend(equal, {}, around={}, order=ages.__getitem__)] == ["b", "c", "a"]

    def test_a_named_author_is_preferred_among_equals_and_adds_nobody(self):
        ranking = blend({"a": 1.0, "b": 1.0}, {}, around={}, named={"b", "z"})

        assert [found.id for found in ranking] == ["b", "a"]

    @given(scores, cosines, st.sets(ids), weights)
    def test_every_message_found_is_ranked_once_with_a_score_from_zero_to_one(self, keyword, vector, named, weighing):
        ranking = blend(keyword, vector, around=CONVERSATION, named=named, weights=weighing)
        found = [blended.id for blended in ranking]

        assert set(found) >= keyword.keys() | vector.keys()
        assert len(found) == len(set(found))
        assert all(0 <= blended.score <= 1 + 1e-9 for blended in ranking)
        assert found == [blended.id for blended in sorted(ranking, key=lambda b: (-b.score, b.id))]

    @given(scores, cosines, st.randoms(use_true_random=False))
    def test_the_order_in_which_things_were_found_does_not_change_a_bit(self, keyword, vector, chance):
        shuffled = [dict(chance.sample(list(found.items()), len(found))) for found in (keyword, vector)]

        assert blend(*shuffled, around=CONVERSATION) == blend(keyword, vector, around=CONVERSATION)
