"""A conversation in the terminal, with and without a model that answers."""

import asyncio
import json
import os
import signal

from command_line import documents
from lembranca.domain.errors import ModelError


class Model:
    """A language model that says its pieces, then fails if it is told to; it keeps what it was asked."""

    identity = "fake:parrot"

    def __init__(self, *pieces, failure=None):
        self.pieces = pieces
        self.failure = failure
        self.asked = []
        self.is_closed = False

    async def close(self):
        self.is_closed = True

    async def stream(self, messages):
        self.asked.append(messages)
        for piece in self.pieces:
            yield piece
        if self.failure:
            raise ModelError(self.failure)


def test_chat_without_a_model_shows_the_context_and_keeps_the_line(run, talk):
    result = run("chat", talk, stdin="O que eu odeio?\n")

    assert result.exit_code == 0
    assert "odeio coentro" in result.stdout
    assert "Até logo!" in result.stderr  # the conversation is in Portuguese
    assert documents(run("show", talk, "--first", 5, "--json"))[0]["content"] == "O que eu odeio?"


def test_chat_speaks_english_where_nothing_was_said_yet(run):
    assert "Bye!" in run("chat", "new", stdin="/quit\n").stderr


def test_chat_speaks_the_language_it_is_told(run):
    assert "Até logo!" in run("chat", "new", "--language", "pt", stdin="/sair\n").stderr


def test_chat_with_a_model_answers_from_the_context_and_keeps_the_turn(run, talk):
    model = Model("Coen", "tro!")

    result = run("chat", talk, stdin="O que eu odeio?\n", model=model)

    assert "Coentro!" in result.stdout
    kept = documents(run("show", talk, "--first", 5, "--json"))
    assert [(item["role"], item["content"]) for item in kept] == [
        ("user", "O que eu odeio?"),
        ("assistant", "Coentro!"),
    ]
    (messages,) = model.asked
    assert messages[0]["role"] == "system"
    assert messages[-1] == {"role": "user", "content": "O que eu odeio?"}
    assert any("odeio coentro" in message["content"] for message in messages)
    assert model.is_closed


def test_chat_keeps_what_was_said_when_the_model_fails(run):
    result = run("chat", "c", stdin="oi\n", model=Model(failure="429"))

    assert result.exit_code == 0
    assert "429" in result.stderr
    assert [item["content"] for item in documents(run("show", "c", "--json"))] == ["oi"]


def test_chat_keeps_an_answer_as_far_as_it_came(run):
    run("chat", "c", stdin="oi\n", model=Model("Olá, eu", failure="cut"))

    assert [item["content"] for item in documents(run("show", "c", "--json"))] == ["oi", "Olá, eu"]


def test_ctrl_c_cuts_an_answer_and_both_sides_are_kept_as_far_as_they_came(run):
    class Interrupted(Model):
        async def stream(self, messages):
            yield "Era uma vez"
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.Event().wait()

    result = run("chat", "c", stdin="conta uma história\n/quit\n", model=Interrupted())

    assert result.exit_code == 0
    assert [item["content"] for item in documents(run("show", "c", "--json"))] == ["conta uma história", "Era uma vez"]


def test_enter_alone_shows_the_context_and_keeps_nothing(run, talk):
    result = run("chat", talk, stdin="\n/contexto\n/context\n")

    assert result.stdout.count("[Conversa recente]") == 3
    assert documents(run("conversations", "--json"))[0]["message_count"] == 4


def test_chat_searches_helps_and_names_what_it_does_not_know(run, talk):
    result = run("chat", talk, stdin="/buscar aniversário\n/search\n/ajuda\n/xyz\n/search qqqq --\n")

    assert "12 de maio" in result.stdout
    assert "/xyz" in result.stderr
    assert documents(run("conversations", "--json"))[0]["message_count"] == 4


def test_a_line_that_begins_with_two_strokes_is_said_with_one(run):
    run("chat", "c", stdin="//etc é uma pasta\n")

    assert documents(run("show", "c", "--json"))[0]["content"] == "/etc é uma pasta"


def test_a_line_that_is_too_long_is_refused_and_the_talk_goes_on(run, monkeypatch):
    monkeypatch.setenv("LEMBRANCA_MAX_MESSAGE_BYTES", "10")

    result = run("chat", "c", stdin="muito comprido\ncurto\n")

    assert result.exit_code == 0
    assert "max" in result.stderr or "at most" in result.stderr
    assert [item["content"] for item in documents(run("show", "c", "--json"))] == ["curto"]


def test_chat_for_machines_gives_one_turn_a_line(run):
    turns = documents(run("chat", "c", "--json", stdin="oi\n\n/search oi\n", model=Model("olá")))

    assert (turns[0]["user"], turns[0]["assistant"]) == ("oi", "olá")
    assert turns[1]["context"]["tokens"]["recent_count"] == 2
    assert {item["content"] for item in turns[2]["found"]} == {"oi", "olá"}


def _said(run, count=24):
    """Say much in the conversation `c1`, in English."""
    lines = [
        json.dumps({"conversation_id": "c1", "role": "user", "content": f"On day {n} the baker sold {n} loaves."})
        for n in range(count)
    ]
    run("import", "-", stdin="\n".join(lines))


def test_chat_tells_on_a_line_that_the_conversation_was_condensed(run):
    _said(run)

    result = run("chat", "c1", stdin="/compress\n")

    (line,) = [line for line in result.stderr.splitlines() if line.startswith("condensed")]
    assert " → " in line
    assert "condensed" not in result.stdout


def test_chat_says_when_there_is_nothing_to_condense(run):
    assert "nothing to condense yet" in run("chat", "new", stdin="/compress\n").stderr
    assert "nada a resumir ainda" in run("chat", "new", "--language", "pt", stdin="/resumir\n").stderr
