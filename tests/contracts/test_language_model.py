"""Every language model keeps the contract of its port."""

import asyncio
import json
import time
import traceback

import pytest

from lembranca.adapters.outbound.language_model.openai_model import OpenAILanguageModel
from lembranca.domain.errors import Closed, ConfigurationError, ModelError
from lembranca.testing.language_model import LanguageModelContract
from openai_server import WORDS, answer, piece

KEY = "sk-not-to-be-seen-0123456789"
TIMEOUT_S = 5.0
CHAT = [{"role": "user", "content": "Olá"}]


@pytest.fixture
async def model(openai_server):
    model = OpenAILanguageModel("m", base_url=openai_server.url, api_key=KEY, timeout=TIMEOUT_S)
    yield model
    await model.close()


async def said(model):
    return "".join([piece async for piece in model.stream(CHAT)])


class TestOpenAILanguageModel(LanguageModelContract):
    @pytest.fixture
    async def model(self, openai_server):
        model = OpenAILanguageModel("m", base_url=openai_server.url, timeout=60)
        yield model
        await model.close()

    @pytest.fixture
    async def failing_model(self, openai_server):
        openai_server.behave(lambda exchange: exchange.refuse(400, "not\nlike that"))
        model = OpenAILanguageModel("m", base_url=openai_server.url, timeout=60)
        yield model
        await model.close()


async def test_the_answer_arrives_word_by_word_as_it_was_sent(model):
    assert [piece async for piece in model.stream(CHAT)] == WORDS
    assert model.identity == "openai:m"


async def test_model_messages_and_key_reach_the_endpoint(openai_server, model):
    await said(model)

    [exchange] = openai_server.exchanges
    assert exchange.path == "/v1/chat/completions"
    assert exchange.headers["authorization"] == f"Bearer {KEY}"
    assert exchange.body == {"model": "m", "messages": CHAT, "stream": True}


async def test_the_environment_tells_an_endpoint_nothing(monkeypatch, openai_server):
    for name in ("API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID"):
        monkeypatch.setenv(f"OPENAI_{name}", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/elsewhere")
    model = OpenAILanguageModel("m", base_url=openai_server.url)
    await said(model)
    await model.close()

    assert KEY not in str(openai_server.exchanges[0].headers)


async def test_openai_itself_needs_a_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    with pytest.raises(ConfigurationError, match="llm_api_key"):
        OpenAILanguageModel("gpt-5")


@pytest.mark.parametrize("address", ["localhost:8000", "ftp://host", "http://", "http://[", "https:///v1"])
def test_an_address_that_is_none_is_refused_without_its_password(address):
    with pytest.raises(ConfigurationError, match="llm_base_url"):
        OpenAILanguageModel("m", base_url=address)
    with pytest.raises(ConfigurationError) as caught:
        OpenAILanguageModel("m", base_url=f"user:{KEY}@{address}")
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("status", [429, 500, 502, 503])
async def test_what_is_refused_for_now_is_tried_again_twice(openai_server, model, status):
    openai_server.behave(*[lambda exchange: exchange.refuse(status, "{}", [("Retry-After", "0.01")])] * 2, answer)

    assert await said(model) == "".join(WORDS)
    assert len(openai_server.exchanges) == 3


@pytest.mark.parametrize(("status", "requests"), [(400, 1), (401, 1), (403, 1), (404, 1), (422, 1), (429, 3), (500, 3)])
async def test_what_stays_refused_is_an_error_that_says_why(openai_server, model, status, requests):
    text = json.dumps({"error": {"message": f"no,\nthe key {KEY} is bad", "code": "bad"}})
    openai_server.behave(lambda exchange: exchange.refuse(status, text, [("Retry-After", "0.01")]))

    with pytest.raises(ModelError, match=f"language model m: .*{status}.* is bad") as caught:
        await said(model)
    assert len(openai_server.exchanges) == requests
    assert "\n" not in str(caught.value)
    assert KEY not in "".join(traceback.format_exception(caught.value))


async def test_nobody_there_is_an_error(openai_server):
    model = OpenAILanguageModel("m", base_url="http://127.0.0.1:1/v1", timeout=TIMEOUT_S)

    with pytest.raises(ModelError, match=r"(?i)connection"):
        await said(model)
    await model.close()


def _half(exchange):
    exchange.begin()
    exchange.event(piece("half "))
    exchange.event(piece("an "))


def _half_then_hang(exchange):
    _half(exchange)
    exchange.hang()


def _half_then_drop(exchange):
    _half(exchange)
    exchange.drop()


def _half_then_end(exchange):
    _half(exchange)
    exchange.end()


def _half_then(data):
    def behave(exchange):
        _half(exchange)
        exchange.event(data)
        exchange.event(piece(None, "stop"))
        exchange.end()

    return behave


@pytest.mark.parametrize(
    "behaviour",
    [lambda exchange: exchange.hang(), _half_then_hang, lambda exchange: (exchange.begin(), exchange.hang())],
    ids=["before", "half way", "after the head"],
)
async def test_an_answer_that_does_not_come_ends_in_time(openai_server, behaviour):
    openai_server.behave(behaviour)
    model = OpenAILanguageModel("m", base_url=openai_server.url, timeout=0.3)
    started = time.monotonic()

    with pytest.raises(ModelError, match=r"within 0.3 s|timed out"):
        await said(model)
    assert time.monotonic() - started < TIMEOUT_S
    await model.close()


async def test_an_answer_that_trickles_for_ever_ends_in_time(openai_server):
    def trickle(exchange):
        exchange.begin()
        while not exchange._stopping.wait(0.02):
            exchange.event(piece("more "))

    openai_server.behave(trickle)
    model = OpenAILanguageModel("m", base_url=openai_server.url, timeout=0.5)
    started = time.monotonic()

    with pytest.raises(ModelError, match=r"within 0.5 s"):
        await said(model)
    assert time.monotonic() - started < TIMEOUT_S
    await model.close()


async def test_a_server_that_asks_to_wait_long_does_not_get_it(openai_server):
    openai_server.behave(lambda exchange: exchange.refuse(429, "{}", [("Retry-After", "60")]))
    model = OpenAILanguageModel("m", base_url=openai_server.url, timeout=0.3)

    with pytest.raises(ModelError, match=r"within 0.3 s"):
        await said(model)
    await model.close()


@pytest.mark.parametrize("behaviour", [_half_then_drop, _half_then_end])
async def test_an_answer_that_breaks_off_is_an_error_after_its_first_half(openai_server, model, behaviour):
    openai_server.behave(behaviour)
    pieces = model.stream(CHAT)

    assert [await anext(pieces), await anext(pieces)] == ["half ", "an "]
    with pytest.raises(ModelError):
        await anext(pieces)
    assert len(openai_server.exchanges) == 1


@pytest.mark.parametrize(
    "data",
    [
        "{ broken",
        "[" * 100_000,
        "42",
        '"text"',
        "[]",
        "null",
        "{}",
        '{"choices": 5}',
        '{"choices": [5]}',
        '{"choices": [{"delta": {"content": ["a", "list"]}}]}',
        '{"choices": [{"delta": {"content": 5}}]}',
        '{"error": {"message": "out of memory"}}',
        '{"error": "out of memory"}',
        "\ud83d",
    ],
    ids=lambda data: ascii(data)[:40],
)
async def test_a_piece_that_is_none_is_an_error(openai_server, model, data):
    data = data.encode("utf-8", "replace").decode()
    openai_server.behave(_half_then(data))

    with pytest.raises(ModelError) as caught:
        await said(model)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "behaviour",
    [
        lambda exchange: answer(exchange, []),
        lambda exchange: answer(exchange, [" ", "\n"]),
        lambda exchange: (exchange.begin(), exchange.end()),
        lambda exchange: exchange.refuse(200, ""),
        lambda exchange: exchange.refuse(200, '{"choices": []}'),
        lambda exchange: exchange.refuse(200, "<html>welcome</html>"),
    ],
    ids=["no words", "blank", "no events", "no content", "no stream", "a page"],
)
async def test_an_answer_without_words_is_an_error(openai_server, model, behaviour):
    openai_server.behave(behaviour)

    with pytest.raises(ModelError, match=r"empty|broke off"):
        await said(model)


async def test_a_model_that_does_not_stop_is_stopped(openai_server, model):
    openai_server.behave(lambda exchange: answer(exchange, ["palavra " * 10_000] * 20))

    with pytest.raises(ModelError, match="longer than 1048576"):
        await said(model)


async def test_time_that_the_caller_takes_does_not_count(openai_server):
    model = OpenAILanguageModel("m", base_url=openai_server.url, timeout=1)
    pieces = model.stream(CHAT)
    first = await anext(pieces)
    await asyncio.sleep(1.1)

    assert [first, *[piece async for piece in pieces]] == WORDS
    await model.close()


async def test_closing_ends_an_answer_on_its_way(openai_server, model):
    openai_server.behave(_half_then_hang)
    pieces = model.stream(CHAT)
    await anext(pieces)
    await model.close()

    with pytest.raises(ModelError):
        async for _ in pieces:
            pass
    with pytest.raises(Closed):
        await said(model)
