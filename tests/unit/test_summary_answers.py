"""Whatever a model says is read or refused, and what is read keeps the rules of a digest."""

import json
import pickle

from hypothesis import given
from hypothesis import strategies as st

from lembranca.adapters.outbound.language_model.answer import AnswerRefused, Rules, read_answer
from lembranca.adapters.outbound.language_model.transcript import transcribe
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.domain.errors import ModelError
from lembranca.domain.summary import SummaryRequest
from lembranca.testing.samples import START, message
from lembranca.testing.summarizer import former, request

COUNT = EstimatingTokenCounter().count
RULES = Rules.of(request(), "Ana Bruno Clarice")

_ANY = st.text(st.characters(codec=None), max_size=30)  # codec None: lone surrogates too, as JSON can bring them
_VALUE = st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | _ANY, st.lists)
_EVENT = st.fixed_dictionaries(
    {"description": _ANY | _VALUE},
    optional={
        "timestamp": st.datetimes().map(str) | _ANY | _VALUE,
        "participants": st.lists(st.sampled_from(["Ana", "bruno", "Clarice", "user", ""]) | _ANY) | _VALUE,
        "importance": st.sampled_from(["high", "Média", ""]) | _VALUE,
    },
)
_ANSWERS = st.fixed_dictionaries(
    {"summary": _ANY | _VALUE}, optional={"key_events": st.lists(_EVENT, max_size=4) | _VALUE, "more": _VALUE}
)


def kept(answer, rules=RULES):
    """Read an answer and check it, unless it is refused in one line."""
    try:
        digest = read_answer(answer, rules)
    except AnswerRefused as exc:
        reason = str(exc)
    else:
        return checked(digest, rules)
    assert len(reason.splitlines()) == 1
    assert len(reason) < 300
    return None


def checked(digest, rules):
    assert digest.body.encode()
    assert any(character.isalnum() for character in digest.text)
    assert all(line and line == line.strip() for line in digest.text.split("\n"))
    times = [event.timestamp for event in digest.key_events]
    assert times == sorted(times)
    assert all(rules.earliest <= time <= rules.latest for time in times)
    return digest


@given(answer=_ANY | st.text(st.sampled_from('{}[]",:\\ summary\n`x1'), max_size=200))
def test_any_text_is_read_or_refused(answer):
    digest = kept(answer)

    assert digest is None or "{" in answer  # nothing is made up where there is no object


@given(answer=_ANSWERS)
def test_any_object_is_read_or_refused(answer):
    bare = kept(json.dumps(answer))
    fenced = kept(f"Well:\n```json\n{json.dumps(answer, ensure_ascii=False, indent=1)}\n```")

    assert bare == fenced  # what stands around an object does not change how it is read


@given(answer=st.sampled_from([json.dumps({"summary": "Ana {quer} sair", "key_events": []})]), end=st.integers(0, 45))
def test_half_an_object_is_never_taken_for_a_whole_one(answer, end):
    assert kept(answer[:end]) is None


def test_lone_surrogates_and_control_characters_do_not_come_through():
    digest = kept('{"summary": "Ana \\ud83d quer\\u0000 sair \\ud83c\\udf89"}')

    assert digest.text == "Ana \ufffd quer  sair 🎉"


def test_the_same_event_twice_is_one():
    event = {"description": "Ana saiu.", "timestamp": "2026-03-02T19:05:00Z"}

    assert (
        len(
            kept(json.dumps({"summary": "Ana", "key_events": [event, event | {"description": "ANA saiu."}]})).key_events
        )
        == 1
    )


def test_former_summaries_give_bounds_of_time_as_well():
    asked = request(former=(former(),))
    bare = request(former=(former(started_at=None, ended_at=None, key_events=()),))

    assert Rules.of(asked, "").earliest == former().started_at
    assert Rules.of(bare, "").earliest == former().created_at
    assert Rules.of(asked, "").latest == asked.messages[-1].timestamp


@given(
    contents=st.lists(st.text(min_size=1, max_size=3_000) | st.just("palavra " * 900), min_size=1, max_size=40),
    former_texts=st.lists(st.text(min_size=1, max_size=2_000), max_size=3),
    most_each=st.integers(100, 400),
    most_all=st.integers(500, 3_000),
)
def test_what_is_sent_never_exceeds_its_bounds(contents, former_texts, most_each, most_all):
    said = tuple(message(f"m{place}", content=content) for place, content in enumerate(contents))
    asked = SummaryRequest(tuple(former(text=text) for text in former_texts), said, 80)
    transcript = transcribe(asked, COUNT, most_each=most_each, most_all=most_all)
    written = [line for line in transcript.turns.splitlines() if line.startswith("[")]

    assert COUNT(transcript.turns) <= most_all
    assert COUNT(transcript.text) <= most_all + COUNT("-\n-")
    assert len(written) == len(said) - transcript.left_out
    assert all(line.startswith(("[", "| ")) for line in transcript.turns.split("\n"))


def test_short_turns_are_sent_whole():
    transcript = transcribe(request(), COUNT, most_each=500, most_all=2_000)

    assert (transcript.cut, transcript.left_out) == (0, 0)
    assert all(turn.content in transcript.turns for turn in request().messages)
    assert transcript.turns.startswith(f"[{START:%Y-%m-%dT%H:%M:%S}Z Ana] Oi! Tudo bem?")
    assert transcript.former == "-"


def test_an_error_keeps_what_was_spent_when_it_is_pickled():
    copy = pickle.loads(pickle.dumps(ModelError("no", read=7, written=3)))

    assert (str(copy), copy.read, copy.written) == ("no", 7, 3)
    assert (ModelError("no").read, ModelError("no").written) == (0, 0)
