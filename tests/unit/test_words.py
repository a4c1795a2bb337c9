import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.domain.language import language_in_force
from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import MAX_WORD, fold, words

any_text = st.text(st.characters(codec=None))


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Ação", "acao"),
        ("AVÓ", "avo"),
        ("façade", "facade"),
        ("ﬁel", "fiel"),
        ("Straße", "strasse"),
        ("\N{MATHEMATICAL BOLD CAPITAL A}na", "ana"),
        ("한국", "한국"),
    ],
)
def test_folding_removes_case_accents_and_compatibility_forms(written, folded):
    assert fold(written) == folded


@given(any_text)
def test_folding_twice_changes_nothing_more(text):
    assert fold(fold(text)) == fold(text)


@given(any_text)
def test_the_unicode_form_a_text_was_typed_in_does_not_matter(text):
    assert words(unicodedata.normalize("NFC", text)) == words(unicodedata.normalize("NFD", text))


@given(st.text(st.characters(max_codepoint=0x24F)))
def test_latin_letters_are_the_same_word_in_either_case(text):
    assert words(text.upper()) == words(text.upper().lower())


def test_everything_but_letters_and_digits_separates_words():
    assert words("Oi, Ana! às 19h30: pão_de_queijo (2kg) 😀\0fim") == [
        "oi",
        "ana",
        "as",
        "19h30",
        "pao",
        "de",
        "queijo",
        "2kg",
        "fim",
    ]


def test_repeated_words_stay():
    assert words("bolo, bolo e bolo") == ["bolo", "bolo", "e", "bolo"]


def test_scripts_without_spaces_give_overlapping_pairs():
    assert words("東京都 ok 犬") == ["東京", "京都", "ok", "犬"]


def test_letters_beside_an_unspaced_script_stay_whole():
    assert words("iphone東京都15") == ["iphone", "東京", "京都", "15"]


@given(any_text)
def test_words_are_folded_bounded_and_made_of_letters_and_digits(text):
    for word in words(text):
        assert 0 < len(word) <= MAX_WORD
        assert "_" not in word
        assert not any(char.isspace() for char in word)
        word.encode()


def test_a_word_without_end_counts_by_its_beginning():
    assert words("a" * 1_000_000) == ["a" * MAX_WORD]


@pytest.mark.parametrize("listed", [ENGLISH, PORTUGUESE])
def test_stop_words_are_written_the_way_words_come_out(listed):
    assert all(words(word) == [word] for word in listed)


def test_the_language_in_force_is_that_of_the_setting_else_of_the_first_texts_that_tell():
    said = ["Hello, how are you?", "123"]

    assert language_in_force("pt", said) == "pt"
    assert language_in_force("auto", said) == "en"
    assert language_in_force("auto", ["123"], said) == "en"
    assert language_in_force("auto", ["123"], []) == "pt"
