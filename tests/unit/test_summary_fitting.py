"""A digest is cut to its target whatever it holds and whoever counts."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.adapters.outbound.language_model.fitting import fitted
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.domain.summary import Digest, KeyEvent
from lembranca.testing.samples import START

COUNTS = {
    "estimate": EstimatingTokenCounter().count,
    "bytes": lambda text: len(text.encode()),
    "words": lambda text: max(len(text.split()), (len(text) + 127) // 128),
}

_LINE = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), min_size=1, max_size=120).map(
    lambda line: " ".join(line.split()) or "x"
)
_SENTENCES = st.lists(
    st.sampled_from(["Ana quer sair.", "O Dr. Lima disse: não!", "Sim…", "私は。", "e foi"]), min_size=1
)
_TEXTS = st.lists(_LINE | _SENTENCES.map(" ".join), min_size=1, max_size=6).map("\n".join)
_EVENTS = st.lists(
    st.builds(
        lambda minutes, line, level: KeyEvent(START + timedelta(minutes=minutes), line, (), level),
        st.integers(0, 99),
        _LINE,
        st.sampled_from(["low", "medium", "high"]),
    ),
    max_size=6,
    unique_by=lambda event: event.description,
).map(lambda events: tuple(sorted(events, key=lambda event: event.timestamp)))


def event(description, importance="medium", minute=0):
    return KeyEvent(START + timedelta(minutes=minute), description, (), importance)


@pytest.mark.parametrize("counter", COUNTS)
@given(text=_TEXTS, events=_EVENTS, target=st.integers(1, 200))
def test_the_body_never_exceeds_the_target_and_the_text_is_never_empty(counter, text, events, target):
    digest = fitted(Digest(text, events), target, COUNTS[counter])

    assert COUNTS[counter](digest.body) <= target
    assert digest.text.strip()
    assert digest.text == digest.text.strip()
    assert text.startswith(digest.text) or digest.text in {"…", "."}
    assert set(digest.key_events) <= set(events)
    assert list(digest.key_events) == [event for event in events if event in digest.key_events]


@given(text=_TEXTS, events=_EVENTS)
def test_what_fits_stays_as_it_is(text, events):
    digest = Digest(text, events)

    assert fitted(digest, COUNTS["bytes"](digest.body), COUNTS["bytes"]) == digest


@pytest.mark.parametrize(
    ("text", "target", "left"),
    [
        ("Um fim. Outro fim. Mais um.", 19, "Um fim. Outro fim."),
        ("Um fim.\nOutra linha sem ponto\nMais.", 30, "Um fim.\nOutra linha sem ponto"),
        ("O Dr. Lima veio. Saiu.", 17, "O Dr. Lima veio."),
        ("O Dr. Lima veio. Saiu.", 12, "O Dr. Lima"),
        ("Custa 49.90 reais. Sim.", 20, "Custa 49.90 reais."),
        ('Disse "não." Depois sim.', 14, 'Disse "não."'),
        ("Inconstitucional", 5, "Incon"),
        ("é", 1, "."),
    ],
)
def test_the_cut_falls_after_a_sentence_else_a_word_else_a_character(text, target, left):
    assert fitted(Digest(text), target, COUNTS["bytes"]).text == left


def test_events_go_first_the_least_important_first_and_the_oldest_of_these():
    events = (event("a", "low", 0), event("b", "high", 1), event("c", "medium", 2), event("d", "medium", 3))
    whole = Digest("Texto inteiro que deve ficar, pois os eventos saem antes dele.", events)
    room = COUNTS["bytes"](whole.body)
    left = [
        [kept.description for kept in fitted(whole, room - less, COUNTS["bytes"]).key_events] for less in (1, 11, 24)
    ]

    assert left == [["b", "c", "d"], ["b", "d"], ["b"]]


def test_high_events_outlive_the_end_of_the_text_while_they_leave_it_half():
    digest = fitted(Digest("Primeira frase. " * 20, (event("Casou.", "high"),)), 60, COUNTS["bytes"])
    crowded = fitted(Digest("Primeira frase. " * 20, (event("Casou." * 9, "high"),)), 60, COUNTS["bytes"])

    assert (digest.text, len(digest.key_events)) == ("Primeira frase. Primeira frase.", 1)
    assert (crowded.text, len(crowded.key_events)) == ("Primeira frase. " * 2 + "Primeira frase.", 0)
