from itertools import product

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.domain.errors import ConfigurationError
from lembranca.domain.language import language_of
from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import words

any_text = st.text(st.characters(codec=None))


@pytest.fixture
def normalizer():
    return SnowballNormalizer()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Você vem hoje?", "pt"),
        ("nao sei se vou pra la", "pt"),
        ("comprei o remédio da Ana", "pt"),
        ("Are you coming today?", "en"),
        ("we left the café at nine", "en"),
        ("Pizza!", None),
        ("", None),
        ("no", None),
        ("the cat, o gato", None),
    ],
)
def test_function_words_tell_the_language(text, language):
    assert language_of(text, words(text)) == language


@pytest.mark.parametrize(
    "family",
    [
        "reunião reuniões reuniao reunioes",
        "comissão comissões comissao comissoes",
        "hotel hotéis hoteis",
        "viagem viagens",
        "animal animais",
        "jardim jardins",
        "médico médica medicos",
        "correr corria correndo",
        "gato gatos gata",
    ],
)
def test_portuguese_forms_of_a_word_are_one_term_with_or_without_accents(family):
    normalizer = SnowballNormalizer("pt")

    assert len({tuple(normalizer.terms(word)) for word in family.split()}) == 1


@pytest.mark.parametrize("family", ["run runs running", "allergy allergies", "painted painting paints", "Baby BABIES"])
def test_english_forms_of_a_word_are_one_term(family):
    normalizer = SnowballNormalizer("en")

    assert len({tuple(normalizer.terms(word)) for word in family.split()}) == 1


def test_a_message_keeps_what_it_is_about(normalizer):
    assert normalizer.terms("When did you say that the dentist is moving to Lisbon?") == [
        "say",
        "dentist",
        "move",
        "lisbon",
    ]
    assert normalizer.terms("Quando é que as crianças vão jantar com a vó?") == ["crianc", "vao", "jant", "vo"]


def test_stop_words_are_those_of_the_language_spoken(normalizer):
    assert "os" in normalizer.terms("which OS does this laptop run")
    assert "os" not in normalizer.terms("quais são os planos")


def test_a_text_that_does_not_tell_its_language_has_the_stems_of_both(normalizer):
    assert normalizer.terms("Viagens!") == ["viagen", "viag"]


def test_a_text_of_nothing_but_stop_words_keeps_them(normalizer):
    assert normalizer.terms("How are you?") == ["how", "are", "you"]


def test_repeated_words_stay_in_a_message_and_not_in_a_question(normalizer):
    assert normalizer.terms("the cake and the cake") == ["cake", "cake"]
    assert normalizer.forms("the cake and the cake") == [("cake", "cak")]


def test_a_question_gives_each_word_with_its_stems_in_both_languages(normalizer):
    assert normalizer.forms("onde foram as viagens?") == [("viagen", "viag")]


def test_inflections_of_one_word_in_a_question_are_one_word(normalizer):
    assert normalizer.forms("run, runs or running?") == [("run", "runs", "running")]


@given(any_text)
def test_no_term_of_a_question_stands_in_two_words(text):
    terms = [term for form in SnowballNormalizer().forms(text) for term in form]

    assert len(terms) == len(set(terms))


def test_a_known_language_leaves_one_form_of_each_word():
    assert SnowballNormalizer("pt").forms("onde foram as viagens?") == [("viag",)]


@given(st.sampled_from(["pt", "en", "auto"]), st.text(st.characters(categories=["L", "N"]), min_size=1))
@example("auto", "viagens")
@example("auto", "meetings")
def test_a_word_is_found_whatever_language_is_spoken_around_it_and_around_the_question(language, word):
    assume(not (ENGLISH | PORTUGUESE) & set(words(word)))
    normalizer = SnowballNormalizer(language)
    sentences = [word, f"você viu o {word} que eu comprei", f"did you see the {word} that I bought"]
    for question, text in product(sentences, sentences):
        held = set(normalizer.terms(text))

        for form in normalizer.forms(word):
            assert any(set(form) <= set(asked) for asked in normalizer.forms(question))
            assert held & set(form)


@given(any_text)
def test_any_text_gives_terms_that_can_be_stored(text):
    normalizer = SnowballNormalizer()
    for term in normalizer.terms(text):
        assert term
        assert not any(char.isspace() or char in "\"'()*:^_" for char in term)
        term.encode()


@given(any_text)
def test_a_text_answers_to_every_word_of_itself(text):
    normalizer = SnowballNormalizer()
    held = set(normalizer.terms(text))

    assert all(held & set(form) for form in normalizer.forms(text))


@pytest.mark.parametrize("text", ["", "   ", "😀👍", "?!\0\n", "\ud800"])
def test_a_text_without_letters_and_digits_has_no_terms(normalizer, text):
    assert normalizer.terms(text) == []
    assert normalizer.forms(text) == []


@pytest.mark.parametrize(
    "text", ["a" * 2**20, "日本語" * 2**17, "مرحبا بالعالم " * 2**16, "e\u0301" * 2**18, "\0" * 2**20]
)
def test_a_megabyte_of_anything_is_read(normalizer, text):
    assert len(normalizer.terms(text)) <= len(text)


def test_the_identity_names_the_recipe_and_the_language(normalizer):
    assert normalizer.identity == "snowball3:v1:auto"
    assert SnowballNormalizer("pt").identity == "snowball3:v1:pt"


def test_an_unknown_language_is_refused_by_name():
    with pytest.raises(ConfigurationError, match="language='fr'"):
        SnowballNormalizer("fr")
