"""The offline summarizer: what it keeps and drops, and that it never exceeds its target."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lembranca.adapters.outbound.extractive import ExtractiveSummarizer
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.domain.message import Attachment, Message
from lembranca.domain.summary import KeyEvent, Summary, SummaryRequest

COUNTER = EstimatingTokenCounter()
SUMMARIZER = ExtractiveSummarizer(COUNTER, SnowballNormalizer())
MONDAY = datetime(2024, 5, 6, 9, tzinfo=UTC)


def said(*texts, role="user", author="Ana", days=0, attachments=()):
    return [
        Message(f"{days}-{index}", "c", role, text, MONDAY + timedelta(days=days, minutes=index), author,
                attachments=attachments)
        for index, text in enumerate(texts)
    ]  # fmt: skip


def before(text, *, participants=("Ana", "Bruno"), events=(), started_at=MONDAY):
    return Summary(
        "s", "c", 1, 9, text, MONDAY, tuple(events), started_at=started_at, ended_at=MONDAY, participants=participants
    )


async def condensed(messages=(), target=120, former=(), **options):
    request = SummaryRequest(tuple(former), tuple(messages), target, **options)
    digest = await SUMMARIZER.summarize(request)
    assert COUNTER.count(digest.body) <= target
    return digest


async def summary_of(*texts, target=120, **options):
    return (await condensed(said(*texts), target, **options)).text


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("Decidimos pintar a cozinha de verde.", "Decidimos pintar a cozinha de verde"),
        ("We decided to paint the kitchen green.", "decided to paint the kitchen green"),
        ("Eu quero aprender violoncelo.", "quero aprender violoncelo"),
        ("I want to learn the cello.", "want to learn the cello"),
        ("Tentei reiniciar o roteador e não funcionou.", "reiniciar o roteador e não funcionou"),
        ("I tried to restart the router but it still fails.", "restart the router"),
        ("Não quero mais viajar de avião.", "Não quero mais viajar de avião"),
        ("I no longer eat cheese.", "no longer eat cheese"),
        ("O contrato 4471 custa R$ 1.250,00.", "4471 custa R$ 1.250,00"),
        ("My sister Helena lives in Porto.", "sister Helena lives in Porto"),
    ],
)
async def test_decisions_wishes_attempts_changes_of_mind_and_facts_are_kept(sentence, kept):
    assert kept in await summary_of(f"Oi, tudo bem? {sentence} Que bom falar com você!")


@pytest.mark.parametrize(
    ("courtesy", "dropped"),
    [
        ("Oi, bom dia! Tudo bem?", "dia"),
        ("Hello there! How are you doing today?", "How"),
        ("Muito obrigada pela ajuda!", "brigada"),
        ("Thanks so much for the support!", "hanks"),
        ("Que legal! Fico feliz por você.", "legal"),
        ("Wow, that's awesome! Sounds great.", "wesome"),
    ],
)
async def test_greetings_and_courtesy_are_dropped(courtesy, dropped):
    text = await summary_of(courtesy, "The server moved to Frankfurt in 2023.", target=40)

    assert dropped not in text
    assert "Frankfurt" in text


@pytest.mark.parametrize(
    ("sentence", "kept", "dropped"),
    [
        ("Preciso de um gato calmo, por exemplo um persa cinza.", "gato calmo", "persa"),
        ("I need a quiet pet (e.g. a grey hamster).", "quiet pet", "hamster"),
        ("Olha, eu realmente comprei, tipo, uma bicicleta.", "bicicleta", "tipo"),
        ("I actually bought, you know, a bicycle.", "bicycle", "you know"),
    ],
)
async def test_throw_away_examples_and_fillers_are_cut_out_of_what_is_kept(sentence, kept, dropped):
    text = await summary_of(sentence)

    assert kept in text
    assert dropped not in text


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("It is not just a hobby for my uncle.", "not just a hobby"),
        ("Que tipo de violino ela sabe afinar?", "tipo de violino ela sabe afinar"),
        ("What kind of violin did you know?", "kind of violin"),
    ],
)
async def test_a_filler_stays_where_it_has_a_meaning(sentence, kept):
    assert kept in await summary_of(sentence)


async def test_a_change_of_mind_stands_beside_what_it_changes():
    text = await summary_of("Vou usar o banco Safra.", "A taxa era de 4%.", "Não quero mais o banco Safra.", target=60)

    assert "Não quero mais o banco Safra" in text


async def test_what_is_repeated_stands_once():
    text = await summary_of(*["The meeting is on Thursday in Coimbra."] * 20, "We will meet in Coimbra.")

    assert text.count("Coimbra") == 1


@pytest.mark.parametrize("target", [6, 9, 12, 20, 40])
async def test_a_negation_is_never_cut_off_what_it_negates(target):
    digest = await condensed(
        said(
            "Não comprei a casa, o carro vermelho, a moto azul e a bicicleta.", "I did not sell the piano, the flute."
        ),
        target,
    )

    for line in digest.text.splitlines():
        assert "Não" in line or "comprei" not in line
        assert "not" in line or "sell" not in line


async def test_each_statement_stays_with_who_made_it():
    messages = [
        *said("I sold the piano in March."),
        *said("I adopted a greyhound.", role="assistant", author="Bruno"),
    ]

    lines = (await condensed(messages)).text.splitlines()

    assert [line.partition(":")[0] for line in lines if "piano" in line] == ["Ana"]
    assert [line.partition(":")[0] for line in lines if "greyhound" in line] == ["Bruno"]


@pytest.mark.parametrize(("language", "label"), [("pt", "Usuário: "), ("en", "User: ")])
async def test_roles_are_told_where_nobody_has_a_name(language, label):
    digest = await condensed(said("Comprei um barco em Itajaí.", author=None), language=language)

    assert label in digest.text


@pytest.mark.parametrize(("language", "day"), [("pt", "6 de maio de 2024:"), ("en", "6 May 2024:")])
async def test_what_was_said_stands_under_its_day(language, day):
    digest = await condensed(said("Comprei um barco em Itajaí."), language=language)

    assert digest.text.splitlines()[0] == day


@pytest.mark.parametrize(
    ("sentence", "language", "dated"),
    [
        ("I sold the boat yesterday.", "en", "sold the boat on 5 May"),
        ("Vendi o barco ontem.", "pt", "Vendi o barco em 5 de maio"),
        ("I have had the boat since yesterday.", "en", "since 5 May"),
        ("I sold the boat last year.", "en", "sold the boat in 2023"),
        ("Vendo o barco ano que vem.", "pt", "em 2025"),
    ],
)
async def test_words_that_only_tell_the_day_on_that_day_become_dates(sentence, language, dated):
    assert dated in await summary_of(sentence, language=language)


async def test_attachments_count_by_their_text():
    picture = Attachment("image", description="a photo of a red lighthouse", transcript="Farol da Barra")

    digest = await condensed(said("Look!", attachments=(picture,)))

    assert "red lighthouse" in digest.text
    assert "Farol da Barra" in digest.text


@pytest.mark.parametrize("prose", [True, False], ids=["of a model", "its own"])
async def test_condensing_again_keeps_former_facts_beside_new_ones(prose):
    facts = "Ana bought a sailing boat in Itajaí. Bruno is allergic to peanuts. The contract ends in 2027."
    own = "6 May 2024:\nAna: bought a sailing boat in Itajaí; contract ends in 2027.\nBruno: allergic to peanuts."
    chat = [f"That is lovely, thanks {index}! We walked the dog again." for index in range(60)]

    text = (await condensed(said(*chat, "I enrolled in nursing school."), 80, [before(facts if prose else own)])).text

    for word in ("boat", "Itajaí", "peanuts", "2027", "nursing"):
        assert word in text


async def test_days_survive_any_number_of_summaries():
    digest = await condensed(said("Vendi o barco azul."))
    for days in range(1, 6):
        digest = await condensed(said(f"Comprei o livro {days}.", days=40 * days), 200, [before(digest.text)])

    days_told = [line for line in digest.text.splitlines() if line.endswith(":")]

    assert days_told[:2] == ["6 de maio de 2024:", "15 de junho:"]
    assert "Ana: Vendi o barco azul." in digest.text


@pytest.mark.parametrize("target", range(1, 12))
async def test_a_tiny_target_has_the_most_telling_words(target):
    digest = await condensed(
        said("Oi! Então, ontem eu decidi vender o apartamento em Florianópolis para o Tiago."), target
    )

    assert digest.text.strip(".")
    assert not {"oi", "então", "eu", "o", "em", "para"} & set(digest.text.lower().replace(",", "").split())


@pytest.mark.parametrize("target", [50, 80, 200, 600])
async def test_the_target_is_filled_where_there_is_enough(target):
    towns = ["Braga", "Faro", "Viseu", "Leiria", "Évora", "Tomar", "Sines", "Lagos", "Ovar", "Beja", "Guarda", "Aveiro"]
    texts = [
        f"I visited {town} with aunt number{index} and painted window{index}." for index, town in enumerate(towns * 8)
    ]

    digest = await condensed(said(*texts), target)

    assert COUNTER.count(digest.body) >= 0.9 * target


async def test_a_paragraph_is_one_line_of_aim_mood_and_what_goes_on():
    messages = [
        *said("Oi! Eu quero trocar de emprego este ano.", "Estou ansiosa com prazos."),
        *said("Mandei seu currículo para a Embraer.", role="assistant", author="Bruno"),
        *said("Decidi falar com o chefe na sexta.", days=1),
    ]

    digest = await condensed(messages, 70, style="paragraph")

    assert digest.text == (
        "Ana: quero trocar de emprego este ano; humor: ansiosa com prazos; Decidi falar com o chefe na sexta; "
        "Bruno: Mandei seu currículo para a Embraer."
    )


async def test_a_paragraph_is_renewed_from_the_former_one_and_the_new_turns():
    former = before("Ana: quero trocar de emprego; humor: ansiosa com prazos; Decidi falar com o chefe na sexta.")

    text = (await condensed(said("Agora quero estudar enfermagem em Recife."), 60, [former], style="paragraph")).text

    assert text.startswith("Ana: Agora quero estudar enfermagem em Recife; humor: ansiosa com prazos; ")
    assert "Decidi falar com o chefe na sexta" in text


@pytest.mark.parametrize(
    ("sentence", "language", "mood"),
    [
        ("Não estou feliz com a casa.", "pt", "humor: não feliz com a casa"),
        ("I am not worried about money.", "en", "mood: not worried about money"),
        ("I'm thrilled!", "en", "mood: thrilled"),
    ],
)
async def test_moods_are_told_with_their_negation(sentence, language, mood):
    text = await summary_of("I want to plant a cherry tree.", sentence, target=60, style="paragraph", language=language)

    assert mood in text


@pytest.mark.parametrize(
    ("sentence", "importance"),
    [
        ("Minha filha Clara nasceu na maternidade.", "high"),
        ("My grandfather passed away in Seville.", "high"),
        ("Fui demitido da fábrica.", "high"),
        ("I decided to study geology.", "medium"),
        ("Ganhei um prêmio de fotografia.", "medium"),
        ("We had a birthday party at the lake.", "low"),
    ],
)
async def test_what_happened_becomes_a_key_event(sentence, importance):
    digest = await condensed(said("Oi, Bruno!", sentence), most_events=3)

    assert [(event.importance, event.participants) for event in digest.key_events] == [(importance, ("Ana",))]
    assert digest.key_events[0].timestamp == MONDAY + timedelta(minutes=1)
    assert digest.key_events[0].description.startswith("Ana: ")


async def test_there_are_no_key_events_unless_asked_for():
    assert (await condensed(said("My grandfather passed away."))).key_events == ()


async def test_what_might_have_happened_is_no_key_event():
    assert (await condensed(said("If I got married I would move to Rome."), most_events=3)).key_events == ()


async def test_what_a_picture_shows_is_no_key_event():
    picture = Attachment("image", description="two people at a wedding who got married")

    assert (await condensed(said("Look!", attachments=(picture,)), most_events=3)).key_events == ()


async def test_the_most_important_key_events_stay_whether_former_or_new():
    old = [
        KeyEvent(MONDAY - timedelta(days=9), "Ana: birthday party at the lake", ("Ana",), "low"),
        KeyEvent(MONDAY - timedelta(days=8), "Ana: my grandfather died in Seville", ("Ana", "Nobody"), "high"),
    ]

    digest = await condensed(
        said("Bruno and I got married in Tavira."), 300, [before("Ana: party.", events=old)], most_events=2
    )

    assert [event.importance for event in digest.key_events] == ["high", "high"]
    assert [event.participants for event in digest.key_events] == [("Ana",), ("Ana", "Bruno")]


async def test_key_events_take_at_most_a_quarter_of_the_target():
    places = ["Rome", "Oslo", "Lima", "Cairo", "Quito", "Perth", "Delhi", "Tunis", "Accra", "Minsk"]

    digest = await condensed(
        said(*(f"We decided to open a bakery in {place}." for place in places)), 150, most_events=50
    )

    assert 0 < COUNTER.count(digest.body) - COUNTER.count(digest.text) <= 0.25 * 150


def test_it_says_who_it_is():
    assert SUMMARIZER.identity == "extractive:v1"


class ByteCounter:
    identity = "bytes"

    def count(self, text):
        return len(text.encode("utf-8", "surrogatepass"))


ANY_TEXT = st.one_of(
    st.text(min_size=1, max_size=200).filter(str.strip),
    st.text("ab .!?;,:\n-Iñ漢。😀", min_size=1, max_size=200).filter(str.strip),
    st.sampled_from(
        ["Ana: 7 May 2023:\n: x", "Não quero! E.g. isso.", "def f(x):\n    return {x: 1}", "昨日は東京に行きました。"]
    ),
)


@settings(deadline=None)
@given(
    messages=st.lists(ANY_TEXT, max_size=5),
    former=st.lists(ANY_TEXT, max_size=2),
    target=st.integers(1, 150),
    style=st.sampled_from(["narrative", "paragraph"]),
    language=st.sampled_from(["pt", "en"]),
    most_events=st.integers(0, 4),
    counter=st.sampled_from([COUNTER, ByteCounter()]),
)
async def test_any_text_is_condensed_within_any_target(messages, former, target, style, language, most_events, counter):
    if not messages and not former:
        messages = ["x"]
    request = SummaryRequest(
        tuple(before(text) for text in former), tuple(said(*messages)), target, language, style, most_events
    )
    summarizer = ExtractiveSummarizer(counter, SnowballNormalizer())

    digest = await summarizer.summarize(request)

    assert counter.count(digest.body) <= target
    assert all(line and not line[0].isspace() for line in digest.text.split("\n"))
    assert len(digest.key_events) <= most_events
    assert {name for event in digest.key_events for name in event.participants} <= set(request.participants)
    assert digest == await summarizer.summarize(request)


@pytest.mark.parametrize(
    "text", ["a" * (1 << 20), "漢" * 300_000, "😀" * 200_000, "oi " * 300_000, "não\n" * 200_000, "((- , ;" * 100_000],
    ids=["letters", "han", "emoji", "greetings", "lines", "marks"],
)  # fmt: skip
@pytest.mark.parametrize("target", [1, 60])
async def test_a_megabyte_of_anything_is_condensed(text, target):
    digest = await condensed(said(text), target)

    assert digest.text
