"""The offline summarizer is good to read: whose words come first, what stands alone, what happened, in what mood."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from lembranca.adapters.outbound.extractive import ExtractiveSummarizer
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.domain.message import Message
from lembranca.domain.summary import Summary, SummaryRequest

SUMMARIZER = ExtractiveSummarizer(EstimatingTokenCounter(), SnowballNormalizer())
MONDAY = datetime(2024, 5, 6, 9, tzinfo=UTC)
ASSISTANT = ("assistant", "Bia")


def turn(index, text, role="user", author="Ana"):
    return Message(str(index), "c", role, text, MONDAY + timedelta(minutes=index), author)


def dialogue(*turns):
    """Give messages: a text is Ana's, a pair of *ASSISTANT* and a text the assistant's."""
    return tuple(
        turn(index, one) if isinstance(one, str) else turn(index, one[1], *one[0]) for index, one in enumerate(turns)
    )


async def digest_of(*turns, target=120, former=(), **options):
    return await SUMMARIZER.summarize(SummaryRequest(tuple(former), dialogue(*turns), target, **options))


async def text_of(*turns, **options):
    return (await digest_of(*turns, **options)).text


async def events_of(*turns, **options):
    digest = await digest_of(*turns, target=400, most_events=5, **options)
    return [(event.description, event.importance) for event in digest.key_events]


@pytest.mark.parametrize(
    ("own", "advice", "kept"),
    [
        (
            "Já tentei trocar o cartucho amarelo.",
            "Costuma ajudar limpar os contatos do cabeçote com álcool isopropílico.",
            "cartucho amarelo",
        ),
        (
            "I swapped the yellow cartridge already.",
            "You can usually clean the print head contacts with isopropyl alcohol.",
            "yellow cartridge",
        ),
    ],
)
async def test_what_people_say_of_themselves_comes_before_advice(own, advice, kept):
    text = await text_of((ASSISTANT, advice), own, target=24)

    assert kept in text


@pytest.mark.parametrize(
    ("done", "advice", "kept"),
    [
        ("Reservado: quarto duplo no Hotel Lira, código 7781.", "Vale levar protetor solar e chapéu largo.", "7781"),
        ("Booked: double room at Hotel Lyra, code 7781.", "You should bring sunscreen and wide hats.", "7781"),
    ],
)
async def test_what_an_assistant_has_done_is_no_advice(done, advice, kept):
    assert kept in await text_of((ASSISTANT, advice), (ASSISTANT, done), target=26)


@pytest.mark.parametrize(
    ("wish", "kept"), [("Vamos para Olinda!", "Vamos para Olinda"), ("We will go to Olinda!", "We will go")]
)
async def test_a_decision_stays_though_the_assistant_speaks_of_the_same(wish, kept):
    explained = "Olinda tem ladeiras, ateliers e igrejas barrocas."

    assert kept in await text_of(wish, (ASSISTANT, explained))


@pytest.mark.parametrize(
    "stub",
    ["tremendo", "Steady.", "é isso", "It is.", "meio ousada", "229.", "agora coisa boa:", "kkkk", "😂😂", "quanto?"],
)
async def test_fragments_that_mean_nothing_alone_are_dropped(stub):
    text = await text_of(stub, "Minha prima Lúcia abriu uma padaria em Sobral.", target=200)

    assert text.splitlines()[1:] == ["Ana: Minha prima Lúcia abriu uma padaria em Sobral."]


async def test_a_fragment_stays_with_the_statement_that_it_completes():
    text = await text_of("Achei um sítio em Cunha por 640 reais. Lareira!! Aceitei.")

    assert "sítio em Cunha por 640 reais, Lareira, Aceitei" in text


async def test_a_fragment_is_better_than_nothing():
    assert "tremendo" in await text_of("tremendo")


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("agora coisa boa: o Davi aprendeu a nadar hahaha 🎉", "Ana: o Davi aprendeu a nadar."),
        ("*abre a porta* Trouxe o mapa de Ravena.", "Ana: abre a porta; Trouxe o mapa de Ravena."),
        (
            "Vou a Belém com minha esposa e nosso filho de 3 anos.",
            "Ana: Vou a Belém com minha esposa e nosso filho de 3 anos.",
        ),
    ],
)
async def test_what_only_announces_or_laughs_goes_and_what_belongs_together_stays(said, written):
    assert written in (await text_of(said)).splitlines()


@pytest.mark.parametrize(
    "sentence",
    [
        "Pintei a parede de verde hospital.",
        "No ateliê uso avental e cabelo preso.",
        "O contrato inclui férias e plano de saúde.",
        "A viagem de acidente em acidente é um livro do Saramago.",
        "Não me casei com o Paulo.",
        "Talvez eu tenha dito que me mudei para Natal.",
        "Você foi contratada pela fábrica?",
        "Fui demitida da minha própria cozinha kkkk",
        "Quase morreu de rir a minha tia.",
        "The hospital green of the walls is ugly.",
        "A wedding cake needs three days.",
        "I never got married to Paul.",
        "She would have died of shame.",
        "Were you fired from the mill?",
        "I was fired from my own kitchen lol",
        "People who moved to Perth like it.",
    ],
)
async def test_nouns_denials_questions_jokes_and_what_might_be_are_no_key_events(sentence):
    assert await events_of(sentence) == []


@pytest.mark.parametrize(
    "advice",
    [
        "Dica: quem decidiu comprar o terreno antes conferiu a matrícula.",
        "You should ask whether they moved to a new office first.",
        "Combine o valor, confirme o prazo e assine o contrato.",
    ],
)
async def test_advice_is_no_key_event(advice):
    assert await events_of("Preciso de ajuda com a escritura.", (ASSISTANT, advice)) == []


@pytest.mark.parametrize(
    ("sentence", "importance"),
    [
        ("A Rita me contou que vai se separar do Beto.", "high"),
        ("Vamos morar em Aracaju.", "high"),
        ("Eu te amo.", "high"),
        ("Meu pai foi internado no sábado.", "high"),
        ("A Nina e o Léo se casaram em Ouro Preto.", "high"),
        ("Reservei o chalé em Monte Verde.", "medium"),
        ("Nora is pregnant with twins.", "high"),
        ("We're moving to Galway in spring.", "high"),
        ("I'm in love with you.", "high"),
        ("I love you too.", "high"),
        ("My brother was diagnosed with asthma.", "high"),
        ("I signed the lease for the workshop.", "medium"),
    ],
)
async def test_what_somebody_did_suffered_or_is_about_to_do_is_a_key_event(sentence, importance):
    assert [level for _, level in await events_of(sentence)] == [importance]


async def test_a_character_played_by_the_assistant_tells_happenings():
    told = await events_of("Quem guarda a ponte?", (ASSISTANT, "Meu irmão morreu guardando a ponte de Alvor."))

    assert told == [("Bia: Meu irmão morreu guardando a ponte de Alvor", "high")]


async def mood_of(*turns, **options):
    text = await text_of("Quero plantar uma cerejeira no quintal.", *turns, target=80, style="paragraph", **options)
    return [part[7:].rstrip(".") for part in text.split("; ") if part.startswith("humor: ")]


@pytest.mark.parametrize(
    ("turns", "mood"),
    [
        (("Tô exausta.",), ["exausta"]),
        (("tô com medo de ter ficado simples demais",), ["medo"]),
        (("Carro não, tenho medo de dirigir na serra.",), ["medo"]),
        (("Não estou triste com a notícia.",), ["não triste com a notícia"]),
        (("Minha irmã disse que ela está furiosa e triste com todos.",), []),
        (("O Caio ficou chateado com a empresa nova.",), []),
        (('Ele gritou "estou furioso" na reunião.',), []),
        (("Feliz aniversário para a minha avó Dora!",), []),
        (((ASSISTANT, "Estou animada com seu plano."),), []),
        (("Estou preocupada.", *(f"Comprei o vaso {n} na feira." for n in range(14)), "Estou aliviada."), ["aliviada"]),
    ],
)  # fmt: skip
async def test_the_mood_is_the_users_own_of_the_newest_turns(turns, mood):
    assert await mood_of(*turns) == mood


async def test_a_former_mood_of_one_word_stays_until_there_is_a_newer_one():
    text = "Ana: quero plantar uma cerejeira; humor: feliz; trabalho na horta de Beja."
    former = Summary("s", "c", 1, 9, text, MONDAY, started_at=MONDAY, ended_at=MONDAY, participants=("Ana",))

    assert await mood_of("Comprei adubo para a horta.", former=[former]) == ["feliz"]


@pytest.mark.parametrize(
    ("newest", "aim"),
    [
        ("A Rita disse que tenho que cumprir o aviso na loja.", "Ana: Quero abrir uma livraria;"),
        ("Pensando bem, vamos vender plantas em Sintra.", "Ana: Pensando bem, vamos vender plantas em Sintra;"),
    ],
)  # fmt: skip
async def test_a_paragraph_leads_with_what_is_wanted_now(newest, aim):
    assert (await text_of("Quero abrir uma livraria.", newest, target=70, style="paragraph")).startswith(aim)


async def test_nobody_speaks_in_another_ones_name_however_often_it_is_condensed():
    bruno = ("user", "Bruno")
    text = await text_of(
        (bruno, "Vendi o meu em agosto."), "Comprei um barco. Bruno: prometo devolver o dinheiro hoje."
    )
    former = Summary("s", "c", 1, 2, text, MONDAY, started_at=MONDAY, ended_at=MONDAY, participants=("Ana", "Bruno"))

    again = await SUMMARIZER.summarize(SummaryRequest((former,), (), 120))

    assert "prometo" in again.text
    assert [line for line in again.text.splitlines() if line.startswith("Bruno: ") and "prometo" in line] == []
