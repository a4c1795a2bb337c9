"""What each command answers, on a real memory in a folder of its own."""

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
from dataclasses import replace

import pytest
import structlog
from typer.testing import CliRunner

from lembranca import Memory
from lembranca.adapters.inbound.cli.app import build_app
from lembranca.bootstrap.main import services
from lembranca.domain.errors import ModelError

TALK = [
    ("m1", "user", "Ana", "Oi! Sou vegetariana e odeio coentro.", "2026-03-02T10:00:00Z"),
    ("m2", "assistant", "Iara", "Anotado: nada de coentro.", "2026-03-02T10:00:05Z"),
    ("m3", "user", "Ana", "Meu aniversário é dia 12 de maio.", "2026-03-05T10:00:00Z"),
    ("m4", "assistant", "Iara", "Vou lembrar do aniversário.", "2026-03-05T10:00:05Z"),
]


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


@pytest.fixture(autouse=True)
def surroundings(monkeypatch, tmp_path):
    """Nobody's settings, a folder of its own, and logging as it was before."""
    monkeypatch.chdir(tmp_path)
    for name in ("LANG", "LC_ALL", "NO_COLOR", "LEMBRANCA_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LEMBRANCA_VECTORS", "memory://")
    monkeypatch.setenv("LEMBRANCA_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TZ", "UTC")
    yield
    structlog.reset_defaults()


@pytest.fixture
def run():
    def invoke(*arguments, stdin=None, model=None):
        def open_memory(**settings):
            def put_in(container):
                if model is not None:
                    container.language_model.override(model)

            return Memory.open(customize=put_in, **settings)

        app = build_app(replace(services(), open_memory=open_memory))
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin, catch_exceptions=False)

    return invoke


@pytest.fixture
def talk(run):
    """One conversation, imported."""
    keys = ("id", "role", "author", "content", "timestamp")
    records = [{"conversation_id": "c1", **dict(zip(keys, row, strict=True))} for row in TALK]
    result = run("import", "-", stdin="\n".join(map(json.dumps, records)))
    assert result.exit_code == 0
    return "c1"


def documents(result):
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_an_import_keeps_the_titles_of_an_export(run):
    node = {"id": "m", "author": {"role": "user"}, "content": {"content_type": "text", "parts": ["oi"]}}
    tree = {"a": {"parent": None, "children": ["b"]}, "b": {"parent": "a", "children": [], "message": node}}
    export = [{"id": "x", "title": "Jantar de sexta", "current_node": "b", "mapping": tree}]

    for new in (1, 0):
        assert documents(run("import", "-", "--json", stdin=json.dumps(export)))[0]["new"] == new
        assert [item["title"] for item in documents(run("conversations", "--json"))] == ["Jantar de sexta"]


def test_search_gives_the_best_first_with_where_it_was_said(run, talk):
    found = documents(run("search", "coentro", "--json"))

    assert {item["message_id"] for item in found[:2]} == {"m1", "m2"}
    assert [item["score"] for item in found] == sorted((item["score"] for item in found), reverse=True)
    assert found[0]["conversation_id"] == "c1"


def test_search_explains_when_asked(run, talk):
    found = documents(run("search", "aniversário", "--explain", "--json", "--limit", 1))
    shown = run("search", "aniversário", "--explain").stdout

    assert found[0]["explanation"]["keyword"] == 1.0
    assert "keyword 1.00" in shown
    assert "words: " in shown


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        (["--since", "2026-03-05"], {"m3", "m4"}),
        (["--until", "2026-03-02"], {"m1", "m2"}),
        (["--until", "2026-03-02T10:00:00"], {"m1"}),
        (["--since", "2026-03-02T10:00:05+00:00", "--until", "2026-03-05T10:00:00Z"], {"m2", "m3"}),
        (["--conversation", "another"], set()),
    ],
)
def test_search_keeps_to_its_bounds_of_which_a_day_counts_whole(run, talk, bounds, expected):
    found = documents(run("search", "coentro aniversário", *bounds, "--json"))

    assert {item["message_id"] for item in found} == expected


def test_search_says_when_there_is_nothing(run):
    result = run("search", "coentro")

    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "nothing found\n"


def test_load_gives_the_context_with_the_tokens_of_each_section(run, talk):
    (context,) = documents(run("load", talk, "coentro?", "--max-tokens", 60, "--json"))

    assert context["tokens"]["total"] == sum(context["tokens"]["sections"].values()) <= 60
    assert context["text"].splitlines()[0].startswith("[")
    assert context["messages"]


def test_load_of_what_was_never_said_is_an_empty_context(run):
    (context,) = documents(run("load", "new", "--json"))

    assert (context["text"], context["tokens"]["total"]) == ("", 0)


def test_conversations_are_listed_with_their_number_of_messages(run, talk):
    (listed,) = documents(run("conversations", "--json"))

    assert (listed["id"], listed["message_count"]) == ("c1", 4)
    assert "c1" in run("conversations").stdout


def test_nobody_sees_the_conversations_of_another_user_or_tenant(run, talk):
    assert documents(run("conversations", "--user", "bia", "--json")) == []
    assert documents(run("conversations", "--tenant", "other", "--json")) == []
    assert "no conversations" in run("conversations", "--user", "bia").stderr


@pytest.mark.parametrize(
    ("bounds", "positions"),
    [
        ([], [1, 2, 3, 4]),
        (["--first", 3], [3, 4]),
        (["--last", 2], [1, 2]),
        (["--first", 9], []),
        (["--last", 99], [1, 2, 3, 4]),
    ],
)
def test_show_gives_the_messages_between_its_bounds(run, talk, bounds, positions):
    assert [item["position"] for item in documents(run("show", talk, *bounds, "--json"))] == positions


def test_show_tells_who_said_what_and_when(run, talk):
    lines = run("show", talk, "--last", 1).stdout.splitlines()

    assert [line.rstrip() for line in lines] == ["#1 Ana  2026-03-02 10:00", "    Oi! Sou vegetariana e odeio coentro."]


def test_status_counts_and_names_the_adapters(run, talk):
    (status,) = documents(run("status", "--json"))

    assert (status["health"], status["entries"], status["scopes"]) == ("ok", 4, 1)
    assert status["adapters"]["vectors"] == "memory://"
    assert status["dead_letters"] == []


def test_status_fails_and_says_why_when_work_was_given_up(run, talk, tmp_path):
    _give_up_a_job(tmp_path)

    result = run("status")

    assert result.exit_code == 1
    assert "1 background jobs were given up" in result.stdout
    assert "the disk fell over" in result.stdout


def test_reindex_tries_again_what_was_given_up(run, talk, tmp_path):
    _give_up_a_job(tmp_path)

    (done,) = documents(run("reindex", "--json"))

    assert done["entries"] == done["messages"] == 4
    assert run("status").exit_code == 0


def test_reindex_from_scratch_puts_everything_in_again(run, talk):
    (done,) = documents(run("reindex", "--from-scratch", "--json"))

    assert (done["changed"], done["entries"]) == (4, 4)


def test_config_tells_each_value_its_source_and_no_secret(run, monkeypatch, tmp_path):
    (tmp_path / "lembranca.toml").write_text('language = "pt"\nllm_api_key = "sesame"\n')
    monkeypatch.setenv("LEMBRANCA_CACHE", "redis://ana:sesame@localhost/0")

    (found,) = documents(run("config", "--preset", "cycles", "--json"))
    shown = run("config", "--preset", "cycles").stdout

    sources = {item["name"]: item["source"] for item in found}
    assert sources["preset"] == "argument"
    assert sources["cache"].startswith("environment")
    assert sources["language"].startswith("file")
    assert sources["history"] == "default"
    assert "sesame" not in json.dumps(found) + shown


def test_doctor_finds_nothing_wrong_with_a_new_folder_and_makes_none(run, tmp_path):
    (report,) = documents(run("doctor", "--json"))

    assert report["healthy"]
    assert {finding["level"] for finding in report["findings"]} == {"ok"}
    assert list(tmp_path.iterdir()) == []


def test_doctor_finds_nothing_wrong_with_a_healthy_memory(run, talk, monkeypatch):
    monkeypatch.setenv("LEMBRANCA_VECTORS", "duckdb:///vectors.duckdb")
    run("reindex")

    levels = _levels(run("doctor", "--json"))

    assert set(levels.values()) == {"ok"}


def test_doctor_names_a_damaged_history_and_leaves_it_as_it_is(run, talk, tmp_path):
    history = tmp_path / "data" / "history.sqlite3"
    history.write_bytes(b"no database at all, " * 500)
    before = history.read_bytes()

    result = run("doctor", "--json")

    assert result.exit_code == 1
    assert _levels(result)["history"] == "fail"
    assert history.read_bytes() == before


def test_doctor_names_full_text_that_does_not_match_the_messages(run, talk, tmp_path):
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "history.sqlite3")) as connection, connection:
        connection.execute("DELETE FROM message_terms WHERE rowid = 2")

    assert _levels(run("doctor", "--json"))["full text"] == "fail"


def test_doctor_tells_of_an_index_that_lost_entries_without_mending_it(run, talk, monkeypatch, tmp_path):
    monkeypatch.setenv("LEMBRANCA_VECTORS", "duckdb:///vectors.duckdb")
    run("reindex")
    record = {"conversation_id": "c1", "id": "late", "role": "user", "content": "mais uma"}
    monkeypatch.setenv("LEMBRANCA_VECTORS", "memory://")
    run("import", "-", stdin=json.dumps(record))
    monkeypatch.setenv("LEMBRANCA_VECTORS", "duckdb:///vectors.duckdb")

    first, again = run("doctor", "--json"), run("doctor", "--json")

    details = [next(f for f in json.loads(r.stdout)["findings"] if f["name"] == "vector index") for r in (first, again)]
    assert details[0] == details[1]
    assert details[0]["level"] == "warn"
    assert details[0]["detail"] == "1 messages are missing, 0 entries are too many"


def test_doctor_tells_of_an_unreadable_index_without_touching_it(run, talk, monkeypatch, tmp_path):
    monkeypatch.setenv("LEMBRANCA_VECTORS", "duckdb:///vectors.duckdb")
    run("reindex")
    index = tmp_path / "data" / "vectors.duckdb"
    index.write_text("not an index")

    levels = _levels(run("doctor", "--json"))

    assert levels["vector index"] == "warn"
    assert index.read_text() == "not an index"


def test_doctor_tells_of_given_up_work(run, talk, tmp_path):
    _give_up_a_job(tmp_path)

    assert _levels(run("doctor", "--json"))["dead letters"] == "warn"


def test_doctor_tells_of_a_redis_that_does_not_answer(run, monkeypatch):
    monkeypatch.setenv("LEMBRANCA_CACHE", "redis://127.0.0.1:1/0")

    assert _levels(run("doctor", "--json"))["session cache"] == "warn"


def test_doctor_reaches_a_redis_that_answers(run, monkeypatch, redis_server):
    monkeypatch.setenv("LEMBRANCA_CACHE", redis_server.url)

    assert _levels(run("doctor", "--json"))["session cache"] == "ok"


def test_doctor_shows_each_finding_with_what_to_do(run, monkeypatch):
    monkeypatch.setenv("LEMBRANCA_CACHE", "redis://127.0.0.1:1/0")

    result = run("doctor")

    assert result.exit_code == 0
    assert "ok   python" in result.stdout
    assert "→ start the server" in result.stdout
    assert "1 warnings, 0 failed" in result.stdout


def test_status_shows_health_and_what_is_chosen(run, talk):
    shown = run("status").stdout

    assert "health      ok" in shown
    assert "messages    4 of 1 user" in shown
    assert "vectors     memory://" in shown


def test_doctor_reports_a_setting_that_cannot_be_used(run, monkeypatch):
    monkeypatch.setenv("LEMBRANCA_EMBEDDER", "telepathy")

    result = run("doctor", "--json")

    assert result.exit_code == 1
    assert _levels(result)["settings"] == "fail"


def test_doctor_reports_a_folder_that_cannot_be_made(run, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("LEMBRANCA_DATA_DIR", str(tmp_path / "file"))

    result = run("doctor", "--json")

    assert result.exit_code == 1
    assert _levels(result)["data folder"] == "fail"


QUESTIONS = {
    "questions": [
        {"conversation_id": "c1", "question": "coentro", "evidence": ["m1", "m2"], "category": "taste"},
        {"conversation_id": "c1", "question": "aniversário", "evidence": ["m3"], "category": "date"},
        {"conversation_id": "c1", "question": "nothing known"},
    ]
}


def test_eval_scores_questions_about_what_the_file_brings_along_apart_from_the_users_data(run, tmp_path):
    messages = [{"id": row[0], "role": row[1], "content": row[3]} for row in TALK]
    (tmp_path / "q.json").write_text(json.dumps(QUESTIONS | {"conversations": {"c1": messages}}))

    (report,) = documents(run("eval", "q.json", "--json"))

    assert report["overall"]["questions"] == 2
    assert report["overall"]["at"]["5"] == 1.0
    assert report["by_category"]["taste"]["at"]["1"] == 0.5
    assert report["skipped"] == 1
    assert report["latency"]["count"] == 3
    assert not (tmp_path / "data").exists()


def test_eval_asks_about_ones_own_data_when_the_folder_is_named(run, talk, tmp_path):
    (tmp_path / "q.json").write_text(json.dumps(QUESTIONS))

    (report,) = documents(run("eval", "q.json", "--data-dir", tmp_path / "data", "--json"))

    assert report["overall"]["at"]["25"] == 1.0


def test_eval_refuses_questions_about_a_conversation_that_is_not_there(run, tmp_path):
    (tmp_path / "q.json").write_text(json.dumps(QUESTIONS))

    result = run("eval", "q.json")

    assert result.exit_code == 1
    assert "c1" in result.stderr


def test_eval_counts_the_adversarial_questions_of_locomo_apart(run, tmp_path):
    turns = [{"speaker": "Ana", "dia_id": f"D1:{n}", "text": f"assunto {n}"} for n in range(1, 5)]
    asked = [{"question": "assunto 2", "evidence": ["D1:2"], "category": c} for c in (1, 2, 3, 4, 5)]
    talk = {"speaker_a": "Ana", "speaker_b": "Bia", "session_1_date_time": "1:56 pm on 8 May, 2023", "session_1": turns}
    (tmp_path / "l.json").write_text(json.dumps([{"sample_id": "s", "conversation": talk, "qa": asked}]))

    (report,) = documents(run("eval", "l.json", "--json"))
    shown = run("eval", "l.json").stdout

    assert list(report["by_category"]) == ["1 multi-hop", "2 temporal", "3 open-domain", "4 single-hop"]
    assert report["overall"]["questions"] == 4
    assert list(report["apart"]) == ["5 adversarial"]
    assert "5 adversarial (apart)" in shown


def test_eval_of_two_files_keeps_their_conversations_apart(run, tmp_path):
    for name, word in (("a.json", "banana"), ("b.json", "pera")):
        messages = [{"id": "m1", "role": "user", "content": word}]
        question = {"conversation_id": "c", "question": word, "evidence": ["m1"]}
        (tmp_path / name).write_text(json.dumps({"questions": [question], "conversations": {"c": messages}}))

    (report,) = documents(run("eval", "a.json", "b.json", "--json"))

    assert (report["overall"]["questions"], report["overall"]["at"]["1"]) == (2, 1.0)


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


def test_the_demo_can_be_kept(run, tmp_path):
    result = run("demo", "--data-dir", tmp_path / "kept", "--json")

    assert result.exit_code == 0
    listed = documents(
        run("conversations", "--tenant", "demo", "--user", "ruth", "--data-dir", tmp_path / "kept", "--json")
    )
    assert [item["id"] for item in listed] == ["sample-en"]


def _levels(result):
    return {finding["name"]: finding["level"] for finding in json.loads(result.stdout)["findings"]}


def _give_up_a_job(tmp_path):
    """Leave a job as it is after its last attempt."""
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "history.sqlite3")) as connection, connection:
        connection.execute(
            "INSERT INTO jobs (kind, scope_no, payload, attempts, due_at, died_at, reason) "
            """VALUES ('index', 1, '{"conversation_id": "c1", "message_ids": ["m1"]}', 5, 0, 0, 'the disk fell over')"""
        )
