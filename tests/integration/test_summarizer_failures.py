"""However a model misbehaves, what comes of it is a valid digest or a plain error, soon and after few requests."""

import json
import logging
import time
import traceback
from datetime import timedelta

import pytest

from answers import EVENT, SUMMARY, event
from lembranca.adapters.outbound.extractive.summarizer import ExtractiveSummarizer
from lembranca.adapters.outbound.language_model.openai_model import OpenAILanguageModel
from lembranca.adapters.outbound.language_model.summarizer import LanguageModelSummarizer
from lembranca.adapters.outbound.resilient_summarizer import ResilientSummarizer
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.domain.errors import ModelError
from lembranca.testing.fakes import FakeClock
from lembranca.testing.summarizer import assert_kept, request
from openai_server import answer, condensing, digesting, half, hanging, piece, refusing, saying

KEY = "sk-not-to-be-seen-0123456789"
HASTE_S = 0.5  # for a call of a model that will not answer
PATIENCE_S = 60.0  # for one that will, on a busy machine
SOON_S = 10.0
OFFLINE = "extractive:v1"


def trickling(exchange):
    exchange.begin()
    while not exchange._stopping.wait(0.02):
        exchange.event(piece("more "))


def oversized(exchange):
    answer(exchange, ["palavra " * 10_000] * 20)


def not_json(exchange):
    exchange.begin()
    exchange.event("{ broken")
    exchange.end()


def half_then_hang(exchange):
    exchange.begin()
    exchange.event(piece('{"summary": "Ana'))
    exchange.hang()


def echoing_the_key(exchange):
    exchange.refuse(401, json.dumps({"error": {"message": f"bad key {exchange.headers['authorization']}"}}))


# Name, behaviour, most requests, what the error says. The model itself tries again twice on 429, 5xx and no answer.
FAILING = [
    ("hangs", hanging, 3, "within 0.5 s|timed out"),
    ("hangs half way", half_then_hang, 1, "within 0.5 s"),
    ("trickles", trickling, 1, "within 0.5 s"),
    ("429", refusing(429), 3, "429"),
    ("500", refusing(500), 3, "500"),
    ("503", refusing(503), 3, "503"),
    ("refuses the key", echoing_the_key, 1, "401"),
    ("breaks off", half, 1, "m: "),
    ("no stream", not_json, 1, "m: "),
    ("empty", lambda exchange: answer(exchange, []), 1, "empty"),
    ("blank", saying(" \n "), 1, "empty"),
    ("oversized", oversized, 1, "longer than"),
    ("babbles", saying("Claro! Aqui vai um resumo muito bom da conversa."), 2, "no complete JSON"),
    ("half an object", saying('```json\n{"summary": "Ana quer", "key_events": [{"time'), 2, "no complete JSON"),
    ("broken JSON", saying("{'summary': 'Ana quer trocar'}"), 2, "no complete JSON"),
    ("deep JSON", saying('{"a":' * 100_000), 2, "no complete JSON"),
    ("a list", saying('["Ana quer trocar"]'), 2, "no complete JSON"),
    ("a thought without end", saying('<think>{"summary": "Ana quer"} no, wait'), 2, "no complete JSON"),
    ("many thoughts", saying("<think>" * 100_000), 2, "no complete JSON"),
    ("another object", saying('{"resumo": "Ana quer trocar"}'), 2, "summary is missing"),
    ("summary of a wrong type", saying('{"summary": ["Ana"]}'), 2, "summary is missing or is no text"),
    ("no summary", saying('{"summary": null, "key_events": []}'), 2, "summary is missing"),
    ("blank summary", digesting(" \n\u200b…"), 2, "summary is empty"),
    ("events of a wrong type", saying('{"summary": "Ana", "key_events": "none"}'), 2, "key_events is no list"),
    ("an event of a wrong type", digesting(SUMMARY, "Ana decidiu"), 2, "no object"),
    ("an event without words", digesting(SUMMARY, event(description=" ")), 2, "description"),
    ("participants of a wrong type", digesting(SUMMARY, event(participants="Ana")), 2, "no list of names"),
    (
        "invented participants",
        digesting(SUMMARY, event(participants=["Ana", "Rodrigo"])),
        2,
        'nobody is called "Rodrigo"',
    ),
    ("events without end", digesting(SUMMARY, *[EVENT] * 500), 2, "more than 200"),
]
FORM = FAILING[12:]  # an answer came, but cannot be used
WHAT = [(HASTE_S if "within" in reason else PATIENCE_S, behaviour) for _, behaviour, _, reason in FAILING]
NAMES = [name for name, *_ in FAILING]


@pytest.fixture
def counter():
    return EstimatingTokenCounter()


@pytest.fixture
def timeout():
    return PATIENCE_S


@pytest.fixture
async def model(openai_server, timeout):
    model = OpenAILanguageModel("m", base_url=openai_server.url, api_key=KEY, timeout=timeout)
    yield model
    await model.close()


@pytest.fixture
def summarizer(model, counter):
    return LanguageModelSummarizer(model, counter)


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def resilient(summarizer, counter, clock):
    offline = ExtractiveSummarizer(counter, SnowballNormalizer())
    return ResilientSummarizer(summarizer, offline, monotonic=clock.monotonic)


@pytest.mark.parametrize(
    ("timeout", "behaviour", "requests", "reason"),
    [(*what, *case[2:]) for what, case in zip(WHAT, FAILING, strict=True)],
    ids=NAMES,
)
async def test_a_useless_model_is_an_error_soon(openai_server, summarizer, caplog, behaviour, requests, reason):
    caplog.set_level(logging.DEBUG)
    openai_server.behave(behaviour)
    started = time.monotonic()

    with pytest.raises(ModelError, match=reason) as caught:
        await summarizer.summarize(request())
    assert time.monotonic() - started < SOON_S
    assert 1 <= len(openai_server.exchanges) <= requests
    assert "\n" not in str(caught.value)
    assert KEY not in "".join(traceback.format_exception(caught.value)) + caplog.text
    assert (caught.value.read > 0) == (caught.value.written > 0)


@pytest.mark.parametrize(("timeout", "behaviour"), WHAT, ids=NAMES)
async def test_a_useless_model_is_stood_in_for(openai_server, resilient, counter, caplog, behaviour):
    caplog.set_level(logging.DEBUG)
    openai_server.behave(behaviour)
    asked = request()
    digest = await resilient.summarize(asked)

    assert_kept(digest, asked, counter)
    assert digest.method == OFFLINE
    assert "m" in digest.note
    assert KEY not in digest.note + caplog.text + resilient.check()
    assert (digest.read > 0) == (digest.written > 0)


@pytest.mark.parametrize("behaviour", [case[1] for case in FORM], ids=[case[0] for case in FORM])
async def test_what_cannot_be_used_is_asked_for_once_more_with_the_reason(openai_server, summarizer, behaviour):
    openai_server.behave(behaviour, digesting(SUMMARY, EVENT))
    digest = await summarizer.summarize(request())

    first, second = openai_server.exchanges
    assert digest.text == SUMMARY
    assert digest.method == "openai:m"
    assert digest.note.startswith("asked again (")
    assert second.body["messages"][:2] == first.body["messages"]
    assert digest.note.removeprefix("asked again (").removesuffix(")") in second.body["messages"][-1]["content"]


@pytest.mark.parametrize(("timeout", "behaviour"), WHAT, ids=NAMES)
async def test_a_model_that_fails_to_shorten_costs_nothing_but_the_end(openai_server, summarizer, counter, behaviour):
    openai_server.behave(digesting(f"{SUMMARY} " * 20), behaviour)
    asked = request()
    digest = await summarizer.summarize(asked)

    assert_kept(digest, asked, counter)
    assert digest.text.startswith(SUMMARY)
    assert "in vain" in digest.note
    assert KEY not in digest.note


async def test_a_first_that_takes_too_long_in_all_is_stood_in_for(openai_server, summarizer, counter):
    openai_server.behave(hanging)
    offline = ExtractiveSummarizer(counter, SnowballNormalizer())
    resilient = ResilientSummarizer(summarizer, offline, timeout=0.2)
    started = time.monotonic()
    digest = await resilient.summarize(request())

    assert time.monotonic() - started < SOON_S
    assert digest.note == "openai:m made no summary within 0.2 s"
    assert resilient.check() == digest.note


async def test_a_failing_model_is_left_alone_and_tried_again(openai_server, resilient, clock):
    openai_server.behave(refusing(400))
    for _ in range(5):
        digest = await resilient.summarize(request())

    assert len(openai_server.exchanges) == 3
    assert "left alone after 3 failures" in digest.note
    assert "left alone" in resilient.check()
    assert (digest.read, digest.written) == (0, 0)

    openai_server.behave(digesting(SUMMARY))
    clock.advance(timedelta(seconds=30))
    digest = await resilient.summarize(request())

    assert digest.text == SUMMARY
    assert digest.note is None
    assert resilient.check() is None


async def test_the_last_failure_is_told_until_the_next_success(openai_server, resilient):
    openai_server.behave(saying("babble"), saying("babble"), condensing)

    assert resilient.check() is None
    await resilient.summarize(request())
    assert "no complete JSON" in resilient.check()
    await resilient.summarize(request())
    assert resilient.check() is None


def test_it_is_called_after_the_first(resilient, summarizer):
    assert resilient.identity == summarizer.identity == "openai:m"
