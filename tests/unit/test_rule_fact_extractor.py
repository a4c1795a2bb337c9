"""What people say of themselves, read by rules."""

import asyncio
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lembranca.adapters.outbound.rules.extractor import RuleFactExtractor
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.domain.fact import FactRequest
from lembranca.domain.words import fold
from lembranca.testing.samples import message

EXTRACTOR = RuleFactExtractor(SnowballNormalizer())
EXAMPLES = Path(__file__).parent / "facts"


def facts(text, asked=None):
    said = message("m1", content=text)
    return asyncio.run(EXTRACTOR.extract(FactRequest((said,), {"m1": asked} if asked else {})))


def contents(text, asked=None):
    return [fact.content for fact in facts(text, asked)]


def examples(*, traps):
    for path in sorted(EXAMPLES.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            text, _, wanted = line.partition(" =>")
            if bool(wanted.strip()) != traps:
                yield text.replace("\\n", "\n"), wanted


@pytest.mark.parametrize("text", [text for text, _ in examples(traps=True)])
def test_what_is_not_about_the_user_in_earnest_is_no_fact(text):
    assert contents(text) == []


def test_most_examples_give_every_fact_that_they_tell():
    wanted = found = 0
    for text, listed in examples(traps=False):
        said = [fold(content) for content in contents(text)]
        for label in filter(None, (item.strip() for item in listed.split(";"))):
            if label.startswith("~"):
                continue
            stems = label.partition(":")[2].split(",")
            wanted += 1
            found += any(all(any(s in one for s in stem.split("|")) for stem in stems) for one in said)

    assert found / wanted >= 0.95


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ("Onde mora sua irmã?", "em Natal"),
        ("Quantos anos tem seu filho?", "7"),
        ("Quantos anos tem o Pedro?", "7 anos"),
        ("O que faz da vida seu marido?", "médico"),
        ("Quanto tempo você morou lá?", "42 anos"),
        ("What time is it?", "30"),
        ("How many people are coming?", "30"),
    ],
)
def test_an_answer_about_somebody_or_something_else_is_no_fact_of_the_user(asked, text):
    assert contents(text, asked) == []


@pytest.mark.parametrize(
    ("asked", "text", "known"),
    [
        ("Quantos anos você tem?", "30", "tem 30 anos"),
        ("How old are you?", "30", "is 30 years old"),
        ("Onde você mora?", "em Natal", "mora em Natal"),
    ],
)
def test_an_answer_about_the_user_is_one(asked, text, known):
    assert contents(text, asked) == [known]


@pytest.mark.parametrize(
    "text",
    [
        "fala 24",
        "Claro, eu adoro esperar duas horas na fila",
        "tô morrendo de rir",
        "tô com dor de cabeça",
        "Estou fazendo um bolo agora",
    ],
)
def test_what_holds_for_a_moment_or_is_not_meant_is_no_fact(text):
    assert contents(text) == []


def test_a_home_is_told_without_the_first_person():
    assert contents("Eu moro em Curitiba com minha mãe.") == ["mora em Curitiba com sua mãe"]


def test_english_verbs_stand_in_the_third_person():
    assert contents("I study law and I teach chess.") == ["studies law", "teaches chess"]


def test_a_newer_home_replaces_the_older_one():
    assert {fact.topic for fact in (*facts("Moro em Natal."), *facts("I live in Leeds."))} == {"residence"}


def test_likes_stand_beside_each_other():
    assert [fact.topic for fact in facts("I love sushi. I love tacos.")] == [None, None]


def test_two_things_one_is_allergic_to_are_two_facts():
    assert contents("Sou alérgica a camarão e amendoim.") == ["é alérgica a camarão", "é alérgica a amendoim"]


@pytest.mark.parametrize(
    "text", ["Não sou mais casado.", "I'm not married anymore.", "Parei de fumar.", "I quit smoking."]
)
def test_an_ended_state_is_negated(text):
    assert [fact.negated for fact in facts(text)] == [True]


def test_a_yes_is_made_whole_by_its_question():
    assert any("vegetariana" in content for content in contents("Sim!", "Você é vegetariana?"))


def test_a_place_is_made_whole_by_its_question():
    assert contents("Em Olinda", "Onde você mora?") == ["mora em Olinda"]


def test_what_follows_a_pasted_block_is_the_users_own():
    assert contents("[MEMÓRIA]\n- Mora em Natal\n\nNa verdade eu moro em Recife.") == ["mora em Recife"]


def test_the_other_half_of_a_sentence_about_somebody_else_counts():
    assert contents("Minha irmã é vegana, mas eu adoro churrasco.") == ["adora churrasco"]


@given(st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_text_gives_few_well_formed_facts_and_the_same_ones_again(text):
    if not text:
        return
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    found = facts(text)

    assert len(found) <= 20
    assert all(fact.content.strip() for fact in found)
    assert found == facts(text)


CUES = """
eu i não not sou am moro live em in gosto like de minha my irmã sister e and , . ? se if : " mas but casado nurse meu
filho nasceu name is 30 anos nunca never me mudei
"""
WORDS = st.sampled_from(CUES.split())


@given(st.lists(WORDS, min_size=1, max_size=40))
@settings(max_examples=200, deadline=None)
def test_any_muddle_of_cues_is_read_without_error(words):
    assert all(fact.content.strip() for fact in facts(" ".join(words)))
