"""How and when somebody wants to be written to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.domain.contact import CHANNEL, TIME, with_contact
from lembranca.domain.fact import ExtractedFact


def told(text, *facts):
    return with_contact(facts, text, "m1")


def contents(text):
    return {fact.topic: fact.content for fact in told(text)}


def pref(content, **more):
    return ExtractedFact("pref", content, "m1", **more)


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Prefiro falar por e-mail do que por telefone.", "prefere contato por e-mail"),
        ("Me mande mensagem no WhatsApp, por favor.", "prefere contato por WhatsApp"),
        ("E-mail é melhor pra mim.", "prefere contato por e-mail"),
        ("Fale comigo por Telegram.", "prefere contato por Telegram"),
        ("Gosto mais de receber áudio.", "prefere contato por mensagem de voz"),
        ("Prefiro ligação.", "prefere contato por telefone"),
        ("I prefer email over phone calls.", "prefers contact by email"),
        ("Please text me instead of calling.", "prefers contact by text message"),
        ("Always message me on Slack, never call.", "prefers contact by Slack"),
        ("Phone calls are best for me.", "prefers contact by phone"),
    ],
)
def test_a_channel_that_is_preferred_is_a_fact_of_its_topic(text, content):
    assert contents(text) == {CHANNEL: content}


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("Prefiro reuniões de manhã.", "prefere contato de manhã"),
        ("O melhor horário para falar comigo é à tarde.", "prefere contato à tarde"),
        ("Prefiro que me liguem depois das 18h.", "prefere contato depois das 18h"),
        ("Só me ligue depois do almoço.", "prefere contato depois do almoço"),
        ("The best time to reach me is after 6pm.", "prefers contact after 6pm"),
        ("I'd rather talk in the evening.", "prefers contact in the evening"),
    ],
)
def test_a_time_that_is_preferred_is_a_fact_of_its_topic(text, content):
    assert contents(text) == {TIME: content}


def test_one_message_may_tell_both():
    assert contents("Prefiro que me escreva por WhatsApp, entre 9h e 12h.") == {
        CHANNEL: "prefere contato por WhatsApp",
        TIME: "prefere contato entre 9h e 12h",
    }


@pytest.mark.parametrize(
    "text",
    [
        "Você prefere e-mail?",
        "Será que prefiro e-mail?",
        "Minha mãe prefere WhatsApp.",
        "Meu pai me liga sempre de manhã.",
        "My boss prefers Slack.",
        "Prefiro ligar para a minha mãe de manhã.",
        "I'd rather call my mom in the evening.",
        "É melhor falar com o médico de manhã.",
        "Não me ligue, por favor.",
        "Nada de ligações, prefiro sossego.",
        "Me ligue hoje à tarde.",
        "Please call me tomorrow morning.",
        "Se eu tivesse WhatsApp, prefiro acreditar que usaria.",
        "Gosto de acordar de manhã cedo.",
        "Prefiro chá de manhã.",
        "I prefer working at night.",
        "Gosto de mensagens curtas.",
        "Call me Bob.",
        "[MEMÓRIA]\n- Prefiro contato por e-mail.",
        'Traduza: "Prefiro falar por e-mail."',
        "",
    ],
)
def test_nothing_else_tells_one(text):
    assert told(text) == []


def test_a_fact_that_says_it_already_gets_its_topic_and_is_not_doubled():
    said = pref("prefere falar por e-mail do que por telefone", tags=("likes",), weight=0.7)
    (fact,) = told("Prefiro falar por e-mail do que por telefone.", said)

    assert (fact.content, fact.topic, fact.tags, fact.weight) == (
        said.content,
        CHANNEL,
        ("likes", "communication"),
        0.7,
    )


def test_a_fact_that_has_its_topic_already_stays_as_it_is():
    said = pref("prefere e-mail", topic=CHANNEL)

    assert told("Prefiro e-mail.", said) == [said]


def test_other_facts_of_the_message_stay_as_they_are():
    facts = [ExtractedFact("bio", "mora em Recife", "m1"), pref("gosta de jazz"), pref("x", topic="form_of_address")]

    assert told("Moro em Recife, gosto de jazz. Prefiro e-mail.", *facts)[:3] == facts


def test_the_first_word_on_a_topic_counts():
    assert contents("Prefiro e-mail. Prefiro WhatsApp.") == {CHANNEL: "prefere contato por e-mail"}


@given(text=st.text(max_size=300))
def test_any_text_can_be_read(text):
    facts = told(text)

    assert len({fact.topic for fact in facts}) == len(facts) <= 2
