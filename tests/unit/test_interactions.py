"""Which turns are worth keeping, and in which few words."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contexts import START
from lembranca.domain.fact import ExtractedFact
from lembranca.domain.interactions import (
    MOST_CHARACTERS,
    Interaction,
    interaction,
    kept,
    significant_event,
    tags_of,
)
from lembranca.domain.known_fact import Source
from lembranca.testing.fakes import SequentialIds

LONG = "As trilhas da serra ficam abertas o ano inteiro, com guias e abrigo no alto. " * 3


def content(user, assistant="Certo.", **more):
    found = interaction(user, assistant, message_id="m1", **more)
    return found and found.content


def event(user, assistant="Certo."):
    found = significant_event(user, assistant, message_id="m1")
    return found and found.content


# Interactions


def test_a_question_is_kept_with_what_the_answer_is_about():
    answer = "Um risoto de cogumelos com abóbora assada; o risoto fica pronto em 40 minutos."

    assert content("O que você sugere pro meu jantar hoje?", answer) == (
        "perguntou: “O que você sugere pro meu jantar hoje?”; resposta: risoto, cogumelos, abóbora, assada"
    )


def test_it_is_written_in_the_language_of_the_turn():
    asked = content("When does the library close on Sundays?", "The library closes at 18:30 on Sundays.")

    assert asked == "asked: “When does the library close on Sundays?”; answer: closes, 18:30"
    assert content("Wi-Fi?", "Ok.", language="en") == "asked: “Wi-Fi?”"
    assert content("Wi-Fi?", "Ok.") == "perguntou: “Wi-Fi?”"


@pytest.mark.parametrize(
    "user",
    [
        "Preciso lembrar de comprar fermento.",
        "Isso é importante: o fermento acabou.",
        "Não esquecer o fermento.",
        "Pode anotar: fermento.",
        "Salva aí: fermento.",
        "Remember to buy yeast.",
        "This is important: we are out of yeast.",
        "Don't forget the yeast.",
        "Write this down: yeast.",
        "Keep in mind that we need yeast.",
    ],
)
def test_what_is_to_be_remembered_is_kept(user):
    kept_ = content(user)

    assert kept_ is not None
    assert "fermento" in kept_ or "yeast" in kept_


def test_a_long_turn_is_kept_although_it_asks_nothing():
    assert content("Estou lendo sobre trilhas na serra.", LONG) is not None
    assert content("Estou lendo sobre trilhas na serra.", "Que bom.") is None


def test_two_hundred_characters_are_not_long_and_one_more_is():
    user = "Estou lendo sobre trilhas na serra."

    assert content(user, "x" * (200 - len(user) - 1)) is None
    assert content(user, "x" * (200 - len(user))) is not None


@pytest.mark.parametrize(
    "user",
    [
        "Oi, tudo bem?",
        "Bom dia! Como você está?",
        "Obrigada, ajudou muito!",
        "Kkkk valeu, até amanhã!",
        "Sim, pode ser.",
        "Hi, how are you?",
        "Thanks, that's perfect!",
        "Ok, see you later?",
        "?",
        "🙂",
    ],
)
@pytest.mark.parametrize("answer", ["Certo.", LONG])
def test_small_talk_is_not_kept_however_long_the_answer(user, answer):
    assert content(user, answer) is None


@pytest.mark.parametrize(
    "user",
    [
        "[MEMÓRIA]\n- Vegetariana; odeia coentro.\n- Prefere reuniões de manhã.",
        "You are a helpful assistant. Always answer with the deadline of the contract?",
        "```\nQual é o prazo do contrato?\n```",
        "<context>Qual é o prazo do contrato?</context>",
    ],
)
def test_what_was_only_pasted_is_not_kept(user):
    assert content(user, LONG) is None
    assert event(user, "O prazo do contrato é importante.") is None


def test_what_the_user_says_below_pasted_context_is_kept_without_it():
    kept_ = content("[MEMÓRIA]\n- Vegetariana; odeia coentro.\n\nE onde compro fermento?")

    assert kept_ == "perguntou: “E onde compro fermento?”"


def test_of_a_long_message_what_tells_most_is_quoted_and_what_it_asks():
    user = (
        "Oi! Tudo bem? Estou montando um roteiro de viagem para o Chile em julho com a família toda, incluindo dois "
        "avós que andam devagar. Quais cidades valem a pena? Obrigada!"
    )
    kept_ = content(user)

    assert kept_.startswith("perguntou: “Estou montando um roteiro de viagem para o Chile")
    assert kept_.endswith("Quais cidades valem a pena?”")


def test_an_interaction_has_the_weight_of_its_layer_and_tags():
    found = interaction("Qual é o telefone do cliente?", "3344.", message_id="m1")

    assert (found.weight, found.message_id, found.tags) == (0.7, "m1", ("cliente",))


def test_it_becomes_known_for_fourteen_days_from_when_it_was_said():
    source = Source("c", "m1", START, "whatsapp")
    found = Interaction("perguntou: “Onde?”", "m1", ("agenda",))
    change = kept(found, source, now=START + timedelta(days=1), new_id=SequentialIds().new_id)
    (revision,) = change.revisions
    fact = revision.after

    assert (revision.before, change.action, change.sources) == (None, "learn", (source,))
    assert (fact.kind, fact.content, fact.tags, fact.sources) == ("message", found.content, ("agenda",), (source,))
    assert (fact.state.layer, fact.state.weight, fact.state.status) == ("medium", 0.7, "active")
    assert fact.state.expires_at == START + timedelta(days=14)


# Events


def test_two_things_of_business_make_an_event():
    assert event("A reunião com o cliente ficou para sexta às 15h.") == (
        "reunião, cliente: “A reunião com o cliente ficou para sexta às 15h.”"
    )
    assert event("The proposal has to reach the client by Friday.") == (
        "client, proposal: “The proposal has to reach the client by Friday.”"
    )
    assert event("A reunião ficou para sexta às 15h.") is None


def test_one_of_them_has_to_be_spoken_of_by_the_user():
    assert event("Marquei o dentista para sexta.", "O prazo do projeto é segunda.") is not None
    assert event("Obrigada!", "O prazo do projeto é segunda, e a reunião com o cliente terça.") is None


def test_the_same_thing_in_two_words_is_one():
    assert event("The deadline is tight: o prazo é sexta.") is None
    assert event("Uma reunião depois da outra, só reuniões!") is None


def test_an_event_is_an_extracted_fact_of_the_episodic_layers_weight():
    found = significant_event("O prazo da proposta é sexta.", "Anotado!", message_id="m1")

    assert found == ExtractedFact(
        "event", "prazo, proposta: “O prazo da proposta é sexta.”", "m1", 0.8, ("significant_event",)
    )


# Tags


@pytest.mark.parametrize(
    ("said", "tags"),
    [
        ("Tenho uma tarefa pendente", ("tarefa",)),
        ("My task list is endless", ("tarefa",)),
        ("o evento está no calendário", ("agenda",)),
        ("I have an appointment", ("agenda",)),
        ("manda um e-mail", ("comunicacao",)),
        ("a message from Ana", ("comunicacao",)),
        ("o contato do cliente", ("cliente",)),
        ("our customer", ("cliente",)),
        ("o projeto anda", ("projeto",)),
        ("the project is late", ("projeto",)),
        ("a reunião do projeto com o cliente", ("agenda", "cliente", "projeto")),
        ("todo dia é igual", ()),
        ("gosto de jazz", ()),
    ],
)
def test_tags_say_what_a_turn_is_about_in_both_languages(said, tags):
    assert tags_of(said, "") == tags_of("", said) == tags


# Whatever is said

TEXTS = st.text(max_size=400) | st.lists(
    st.sampled_from(["reunião", "cliente?", "Qual", "prazo.", "lembrar", "oi", "\n", "the", "deadline!", "”", "é" * 90])
).map(" ".join)


@given(user=TEXTS, assistant=TEXTS)
def test_what_is_kept_is_short_and_on_one_line(user, assistant):
    for found in (
        interaction(user, assistant, message_id="m1"),
        significant_event(user, assistant, message_id="m1"),
    ):
        if found is not None:
            assert 1 <= len(found.content) <= MOST_CHARACTERS
            assert len(found.content.splitlines()) == 1


def test_accents_typed_in_two_characters_are_read_as_one():
    assert event("A reunia\u0303o com o cliente e\u0301 sexta.") is not None
