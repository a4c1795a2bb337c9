"""What people take back, or correct by naming the right value alone."""

import pytest

from lembranca.adapters.outbound.rules.second_thoughts import second_thoughts
from lembranca.domain.fact import ADDITION, CORRECTION, RETRACTION


@pytest.mark.parametrize(
    ("line", "language", "content"),
    [
        ("apaga o que eu disse sobre futebol", "pt", "retira o que disse sobre futebol"),
        ("Esquece isso do violão, era brincadeira", "pt", "retira o que disse sobre violão"),
        ("não, desconsidera a história da dieta", "pt", "retira o que disse sobre dieta"),
        ("delete what I said about golf", "en", "takes back what was said about golf"),
        ("Please forget the diet part", "en", "takes back what was said about diet"),
        ("scratch that chess thing, it was my brother", "en", "takes back what was said about chess"),
    ],
)
def test_what_is_to_be_forgotten_is_named(line, language, content):
    assert second_thoughts(line, language) == (RETRACTION, content)


@pytest.mark.parametrize(
    ("line", "language", "value"),
    [
        ("errei, são 4 gatos", "pt", "4 gatos"),
        ("opa, quer dizer, em Olinda", "pt", "em Olinda"),
        ("digitei errado: é Luiza com z", "pt", "Luiza"),
        ("quer dizer, nutricionista", "pt", "nutricionista"),
        ("typo, it's Marc with a c", "en", "Marc"),
        ("sorry, I meant the 12th", "en", "the 12th"),
        ("no wait, in Ghent", "en", "in Ghent"),
    ],
)
def test_a_corrected_value_is_named(line, language, value):
    assert second_thoughts(line, language) == (CORRECTION, value)


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("esquece, já achei", "pt"),
        ("apaga a última linha do texto", "pt"),
        ("na verdade é tranquilo", "pt"),
        ("quer dizer, sei lá", "pt"),
        ("desculpa, não entendi", "pt"),
        ("errei a senha", "pt"),
        ("você pode apagar o que eu disse sobre futebol?", "pt"),
        ("forget it", "en"),
        ("delete the last part of the text", "en"),
        ("actually it's fine", "en"),
        ("sorry, no idea", "en"),
        ("sorry, I have three sisters", "en"),
        ("wait, it's complicated", "en"),
        ("", "en"),
        ("apaga o que eu disse sobre futebol", "fr"),
    ],
)
def test_what_names_nothing_tells_nothing(line, language):
    assert second_thoughts(line, language) is None


@pytest.mark.parametrize(
    ("line", "language", "thing"),
    [("ah, e vôlei", "pt", "vôlei"), ("Ah e tênis também, claro", "pt", "tênis"), ("oh, and darts", "en", "darts")],
)
def test_a_thing_that_is_added_is_named(line, language, thing):
    assert second_thoughts(line, language) == (ADDITION, thing)


@pytest.mark.parametrize(
    ("line", "language"),
    [("ah, e obrigada", "pt"), ("ah, e outra coisa", "pt"), ("oh, and thanks", "en"), ("oh, and one more thing", "en")],
)
def test_courtesies_add_nothing(line, language):
    assert second_thoughts(line, language) is None
