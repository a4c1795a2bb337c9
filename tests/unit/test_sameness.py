"""What a newly told fact is to a known one, in both languages."""

import csv

import pytest

from absorbing import LABELLED, START, claim, terms
from lembranca.domain.claim import Reader
from lembranca.domain.known_fact import Fact, FactState
from lembranca.domain.numerals import numerals
from lembranca.domain.sameness import AGREEING, NEAR, Relation, relation
from lembranca.domain.words import words

with (LABELLED / "relations.tsv").open(encoding="utf-8", newline="") as lines:
    PAIRS = [(row["relation"], row["known"], row["told"]) for row in csv.DictReader(lines, delimiter="\t")]


def between(known, told, similarity=None):
    return relation(claim(told), claim(known), similarity)


@pytest.mark.parametrize(("wanted", "known", "told"), PAIRS)
def test_a_told_fact_stands_to_a_known_one_as_is_written(wanted, known, told):
    found = between(known, told)

    assert found in AGREEING if wanted == "same" else found is Relation(wanted)


@pytest.mark.parametrize(("wanted", "known", "told"), [pair for pair in PAIRS if pair[0] == "same"])
def test_what_says_the_same_says_it_in_either_order(wanted, known, told):
    assert between(told, known) in AGREEING


@pytest.mark.parametrize(
    ("wanted", "known", "told"), [pair for pair in PAIRS if pair[0] == "beside" and "obj:" not in pair[1] + pair[2]]
)
def test_what_stands_beside_does_so_in_either_order(wanted, known, told):
    assert between(told, known) is Relation.BESIDE


@pytest.mark.parametrize("text", sorted({text for _, *pair in PAIRS for text in pair}))
def test_every_fact_is_the_same_as_itself(text):
    assert between(text, text) is Relation.SAME


def test_an_interaction_is_no_fact_that_is_said_again():
    state = FactState("active", "medium", 0.7, 1, START)
    known = Fact("f", "message", "é vegetariano", START, state)

    assert relation(claim("bio: é vegetariano"), Reader(terms).claim(known)) is Relation.BESIDE


RETRACTIONS = [
    ("pref: detesta jazz", "pref: retira o que disse sobre jazz @retraction", True),
    ("pref: hates opera", "pref: takes back the opera thing @retraction", True),
    ("bio: tem um cachorro chamado Rex", "bio: retira o que falou do Rex @retraction", True),
    ("pref: adora samba", "pref: retira o que disse sobre jazz @retraction", False),
    ("bio: has a dog", "pref: takes back what was said about cats @retraction", False),
]


@pytest.mark.parametrize(("known", "told", "meant"), RETRACTIONS)
def test_a_retraction_takes_back_what_its_words_are_about_on_whichever_side(known, told, meant):
    assert between(known, told) is (Relation.TAKES_BACK if meant else Relation.BESIDE)


def test_a_retraction_that_names_nothing_takes_nothing_back():
    assert between("pref: adora samba", "pref: retira o que disse @retraction") is Relation.BESIDE


def test_two_texts_that_are_near_in_meaning_and_share_a_word_say_the_same():
    pair = "pref: gosta de pratos apimentados", "pref: gosta de pratos com muita pimenta forte"

    assert between(*pair) is Relation.BESIDE
    assert between(*pair, lambda one, two: NEAR) is Relation.SAME
    assert between(*pair, lambda one, two: NEAR - 0.01) is Relation.BESIDE


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ("pref: gosta de samba", "pref: gosta de jazz"),
        ("bio: tem um filho chamado Caio", "bio: tem um filho chamado Davi"),
        ("bio: owns 3 stores in Ohio", "bio: owns 9 shops in Ohio"),
        ("pref: gosta de peixe cru", "pref: não gosta de peixe fresco !"),
        ("pref: likes spicy food", "bio: eats spicy dishes"),
    ],
)
def test_nearness_joins_nothing_that_words_figures_or_sides_tell_apart(known, told):
    assert between(known, told, lambda one, two: 1.0) is not Relation.SAME


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("vinte e um anos", "21 anos"),
        ("twenty one years", "21 years"),
        ("on the 4th and the 14th", "on the 4 and the 14"),
        ("corre 10km às 6h", "corre 10 km as 6"),
        ("no terceiro semestre", "no 3 semestre"),
        ("in the second year", "in the 2 year"),
        ("quarto de hóspedes na segunda", "quarto de hospedes na segunda"),
        ("um gato e uma gata", "um gato e uma gata"),
        ("dia 08", "dia 8"),
        ("vinte", "20"),
        ("", ""),
    ],
)
def test_numbers_in_words_are_the_same_as_in_digits(text, written):
    assert " ".join(numerals(words(text))) == written
