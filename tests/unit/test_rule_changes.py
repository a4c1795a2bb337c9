"""How people tell that something in their life is another than before."""

import pytest

from lembranca.adapters.outbound.rules.changes import changes, prepared
from lembranca.adapters.outbound.rules.guards import earnest


def told(line, language):
    return [told for segment in earnest([prepared(line)]) for told in changes(segment, language)]


@pytest.mark.parametrize(
    ("line", "language", "kind", "content", "topic"),
    [
        ("meu aniversário foi sexta, já são 41", "pt", "bio", "tem 41 anos", "age"),
        ("saí da firma e agora estou na Embraer", "pt", "bio", "trabalha na Embraer", "job"),
        ("Voltei a morar em Olinda", "pt", "bio", "foi morar em Olinda", "residence"),
        ("baixei para 70 quilos", "pt", "bio", "pesa 70 quilos", "weight"),
        ("peso 81 kg", "pt", "bio", "pesa 81 kg", "weight"),
        ("passe a me chamar pelo Signal", "pt", "pref", "prefere avisos por Signal", "contact_channel"),
        ("minha nova meta é nadar 2 km", "pt", "obj", "meta: nadar 2 km", None),
        ("o objetivo passou a ser dormir bem", "pt", "obj", "meta: dormir bem", None),
        ("nasceu minha primeira neta, a Lia", "pt", "event", "nasceu a primeira neta, a Lia", None),
        ("birthday was on Friday, that's 41", "en", "bio", "is 41", "age"),
        ("quit the bank, joined Stripe", "en", "event", "joined Stripe", "job"),
        ("Dana and I got married in May", "en", "event", "married Dana in May", "marital_status"),
        ("Dana and I broke up", "en", "event", "broke up with Dana", "marital_status"),
        ("new favorite band: Pixies", "en", "pref", "favorite band: Pixies", "favourite_band"),
        ("changed majors to history", "en", "bio", "is majoring in history", "studies"),
        ("renting a flat in Leith", "en", "bio", "is renting in Leith", "residence"),
        ("down to 80 kg", "en", "bio", "weighs 80 kg", "weight"),
        ("a little Dutch too, I speak that with mum", "en", "bio", "speaks Dutch", None),
    ],
)
def test_a_change_is_told_with_the_topic_that_it_changes(line, language, kind, content, topic):
    (found,) = told(line, language)

    assert (found.kind, found.content, found.topic, found.negated) == (kind, content, topic, False)


@pytest.mark.parametrize(
    ("line", "language", "content"),
    [
        ("não quero mais a moto, é perigosa", "pt", "não quer mais a moto"),
        ("agora não tenho mais vergonha de cantar", "pt", "não tem mais vergonha de cantar"),
        ("we've called off the Lisbon trip", "en", "no longer wants the Lisbon trip"),
        ("I'm no longer in the choir", "en", "is no longer in the choir"),
    ],
)
def test_an_end_is_told_as_a_denial(line, language, content):
    (found,) = told(line, language)

    assert (found.content, found.negated) == (content, True)


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("agora estou na fila do banco", "pt"),
        ("agora estou na Bahia", "pt"),
        ("não quero mais falar disso", "pt"),
        ("desci para comprar pão", "pt"),
        ("se eu tivesse uma nova meta seria nadar", "pt"),
        ("entrei em pânico", "pt"),
        ("I joined the call late", "en"),
        ("I'm seeing a doctor", "en"),
        ("down to earth people", "en"),
        ("happy birthday to my brother", "en"),
        ("", "en"),
        ("nada mudou", "fr"),
    ],
)
def test_what_is_no_change_tells_none(line, language):
    assert told(line, language) == []


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("anota meu nome: Ana", "anota meu nome é Ana"),
        ("Minha cidade? Olinda", "Minha cidade é Olinda"),
        ("My team? Leeds, always", "My team is Leeds, always"),
        ("Meu nome? Não digo", "Meu nome? Não digo"),
        ("hora: 10:30", "hora: 10:30"),
    ],
)
def test_a_verb_is_put_between_what_is_named_and_its_value(line, written):
    assert prepared(line) == written
