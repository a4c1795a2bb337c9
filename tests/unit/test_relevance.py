"""A number that says whether a hit answers at all, comparable between questions."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.domain.fusion import Neighbours
from lembranca.domain.relevance import MOST_EVIDENCE, Findings, Signs, read_signs, relevance, word_shares

share = st.floats(0, 1)
signs = st.builds(Signs, words=share, near=share, lead=st.floats(-1, 1), other=st.booleans())

ASKED = {"Ana"}
WORDS = {"cor": 0.5, "quart": 0.3, "pint": 0.2}


def signs_of(id_, shares, **known):
    return read_signs([id_], Findings(shares, known.pop("vector", {}), **known))[id_]


class TestTheFormula:
    def test_nothing_in_common_is_0(self):
        assert relevance(Signs()) == 0
        assert relevance(Signs(lead=1.0)) == 0

    def test_without_a_word_of_whom_it_is_about_the_relevance_is_the_evidence(self):
        assert relevance(Signs(words=0.6)) == pytest.approx(0.6)
        assert relevance(Signs(words=0.6, near=0.5)) == pytest.approx(1 - 0.4 * 0.75)

    def test_every_word_of_the_question_is_still_no_certainty(self):
        assert relevance(Signs(words=1.0, near=1.0)) == pytest.approx(MOST_EVIDENCE)

    def test_nearness_of_meaning_alone_is_never_likelier_than_not(self):
        assert relevance(Signs(near=1.0)) == pytest.approx(0.5)

    def test_a_lead_multiplies_the_odds(self):
        assert relevance(Signs(words=0.5, lead=math.log(2) / 4)) == pytest.approx(2 / 3)
        assert relevance(Signs(words=0.5, lead=-math.log(2) / 4)) == pytest.approx(1 / 3)

    def test_what_somebody_else_said_than_was_asked_about_seldom_answers(self):
        assert relevance(Signs(words=0.5, other=True)) == pytest.approx(1 / (1 + math.e**2))

    @given(signs)
    def test_it_lies_between_0_and_1(self, given_signs):
        assert 0 <= relevance(given_signs) < 1

    @given(signs, signs)
    def test_more_of_anything_in_favour_never_lowers_it(self, one, two):
        better = Signs(
            max(one.words, two.words), max(one.near, two.near), max(one.lead, two.lead), one.other and two.other
        )

        assert relevance(better) >= max(relevance(one), relevance(two)) - 1e-12


class TestTheShareOfEachWord:
    def test_they_add_up_to_1_and_the_rarest_has_most(self):
        shares = word_shares(1000, {"zebra": 0, "coentr": 3, "gost": 400})

        assert math.fsum(shares.values()) == pytest.approx(1)
        assert shares["zebra"] > shares["coentr"] > shares["gost"]

    def test_in_a_small_memory_a_word_that_was_said_passes_for_hardly_more_common_than_one_that_was_not(self):
        shares = word_shares(2, {"coentr": 1, "zebra": 0})

        assert shares["coentr"] == pytest.approx(0.45, abs=0.02)

    def test_no_words_have_no_shares(self):
        assert word_shares(5, {}) == {}

    @given(st.dictionaries(st.text(max_size=3), st.integers(0, 50), min_size=1), st.integers(0, 1000))
    def test_any_counts_give_shares_of_one_whole(self, counts, more):
        shares = word_shares(50 + more, counts)

        assert math.fsum(shares.values()) == pytest.approx(1)
        assert all(0 < part <= 1 + 1e-9 for part in shares.values())


class TestWords:
    def test_the_words_of_the_question_in_a_hit_add_up(self):
        found = signs_of("m1", {"m1": {"cor": 0.5, "quart": 0.3}})

        assert found == Signs(words=pytest.approx(0.8))

    def test_what_was_found_by_meaning_only_has_none(self):
        assert signs_of("m2", {"m1": {"cor": 0.5}}).words == 0

    def test_neighbours_by_the_same_person_add_half_of_what_they_have_besides(self):
        found = signs_of(
            "m1",
            {"m1": {"cor": 0.5}, "m2": {"quart": 0.3}, "m3": {"cor": 0.5, "pint": 0.2}},
            around={"m1": Neighbours(before=("m2",), after=("m3",))},
            authors={"m1": "Ana", "m2": "Rui", "m3": "Ana"},
        )

        assert found.words == pytest.approx(0.5 + 0.2 / 2)

    def test_the_name_of_whom_is_asked_about_says_nothing_of_what_is_asked(self):
        found = signs_of(
            "m1",
            {"m1": {"ana": 0.2, "cor": 0.4}, "m2": {"ana": 0.2}},
            authors={"m1": "Ana", "m2": "Ana"},
            asked=ASKED,
            naming={"ana"},
        )

        assert found.words == pytest.approx(0.4 / 0.8)

    def test_a_question_of_a_name_alone_has_no_words_to_share(self):
        found = signs_of("m1", {"m1": {"ana": 1.0}}, authors={"m1": "Ana"}, asked=ASKED, naming={"ana"})

        assert found.words == 0


class TestWhomItIsAbout:
    SWAPPED = {"m1": {"cor": 0.5}, "m2": WORDS}  # noqa: RUF012 - read only
    AUTHORS = {"m1": "Ana", "m2": "Rui"}  # noqa: RUF012 - read only

    def test_a_question_about_one_that_only_another_can_answer_is_behind(self):
        found = read_signs(["m1", "m2"], Findings(self.SWAPPED, {}, authors=self.AUTHORS, asked=ASKED))

        assert [found[id_].lead for id_ in ("m1", "m2")] == pytest.approx([-0.5, -0.5])
        assert [found[id_].other for id_ in ("m1", "m2")] == [False, True]

    def test_the_same_asked_about_the_other_is_in_the_lead_and_likelier(self):
        about_ana = Findings(self.SWAPPED, {}, authors=self.AUTHORS, asked={"Ana"})
        about_rui = Findings(self.SWAPPED, {}, authors=self.AUTHORS, asked={"Rui"})

        doubted, sure = read_signs(["m2"], about_ana)["m2"], read_signs(["m2"], about_rui)["m2"]

        assert sure == Signs(words=1.0, lead=0.5)
        assert relevance(doubted) < 0.5 < relevance(sure)

    @pytest.mark.parametrize("asked", [(), {"Ana", "Rui"}])
    def test_a_question_that_names_nobody_or_everybody_tells_nothing(self, asked):
        found = signs_of("m1", self.SWAPPED, authors=self.AUTHORS, asked=asked)

        assert (found.lead, found.other) == (0, False)

    def test_where_only_one_person_speaks_there_is_nobody_to_be_taken_for(self):
        found = signs_of("m1", self.SWAPPED, authors={"m1": "Ana", "m2": "Ana"}, asked=ASKED)

        assert found.lead == 0

    def test_what_has_no_author_such_as_a_fact_is_neither_for_nor_against(self):
        facts = {"f1": WORDS, "m2": {"cor": 0.5}, "m3": {"quart": 0.3}}

        found = read_signs(["f1"], Findings(facts, {}, authors={"f1": None, "m2": "Rui", "m3": "Ana"}, asked=ASKED))

        assert found["f1"] == Signs(words=pytest.approx(1.0), lead=pytest.approx(-0.2))


class TestNearness:
    def test_it_is_how_far_a_cosine_stands_above_the_usual_one(self):
        cosines = {"best": 0.8} | {f"m{n}": 0.6 for n in range(94)} | {"least": 0.2}
        usual = 0.2 * 96 / 101

        found = read_signs(["best", "least", "unknown"], Findings({}, cosines))

        assert found["best"].near == pytest.approx((0.8 - usual) / (1 - usual))
        assert found["least"].near == pytest.approx(0.01, abs=0.01)
        assert found["unknown"].near == 0

    def test_a_model_to_which_everything_is_alike_is_not_believed_more_than_another(self):
        apart = {f"m{n}": n / 200 for n in range(100)}
        alike = {id_: 0.8 + cosine / 5 for id_, cosine in apart.items()}

        near = [read_signs(["m99"], Findings({}, cosines))["m99"].near for cosines in (apart, alike)]

        assert near == pytest.approx([0.5, 0.5], abs=0.1)

    def test_the_only_thing_found_may_be_near(self):
        assert signs_of("m1", {}, vector={"m1": 0.6}).near > 0.5

    @pytest.mark.parametrize("cosine", [-0.3, 0.0])
    def test_a_cosine_of_0_or_less_is_nothing_in_common(self, cosine):
        assert relevance(signs_of("m1", {}, vector={"m1": cosine, "m2": -0.5})) == 0

    def test_copies_of_the_question_alone_are_the_same(self):
        assert 0 < signs_of("m0", {}, vector={f"m{n}": 1.0 for n in range(200)}).near <= 1


@given(
    st.dictionaries(
        st.sampled_from("abcdef"), st.dictionaries(st.sampled_from(["x", "y", "z"]), st.floats(0, 1 / 3), min_size=1)
    ),
    st.dictionaries(st.sampled_from("abcdef"), st.floats(-1, 1)),
    st.dictionaries(st.sampled_from("abcdef"), st.sampled_from(["Ana", "Rui", None])),
    st.sets(st.sampled_from(["Ana", "Rui"])),
    st.sets(st.sampled_from(["x", "y"])),
)
def test_whatever_the_searches_found_every_sign_and_the_relevance_keep_their_range(
    shares, vector, authors, asked, naming
):
    around = {id_: Neighbours(before=("a",), after=("b", "c")) for id_ in "abcdef"}
    found = read_signs("abcdef", Findings(shares, vector, around, authors, asked, naming))

    assert found.keys() == set("abcdef")
    for one in found.values():
        assert 0 <= one.words <= 1
        assert 0 <= one.near <= 1
        assert -1 <= one.lead <= 1
        assert 0 <= relevance(one) < 1
