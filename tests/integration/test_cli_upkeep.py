"""What `status`, `reindex`, `config` and `doctor` tell, of a memory that is well and of one that is not."""

import contextlib
import json
import sqlite3

from command_line import documents


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


def test_status_names_the_conversation_that_could_not_be_condensed_and_why(run, talk, tmp_path):
    _give_up_a_job(tmp_path, kind="compress")

    result = run("status")

    assert "compress of c1: " in result.stdout
    assert "the disk fell over" in result.stdout


def test_status_names_who_condenses(run):
    (status,) = documents(run("status", "--json"))

    assert status["adapters"]["summarizer"] == "extractive:v1"


def test_reindex_tries_again_what_was_given_up(run, talk, tmp_path):
    _give_up_a_job(tmp_path)

    (done,) = documents(run("reindex", "--json"))

    assert done["messages"] == 4
    assert done["entries"] == 4 + done["facts"]
    assert run("status").exit_code == 0


def test_reindex_from_scratch_puts_everything_in_again(run, talk):
    (done,) = documents(run("reindex", "--from-scratch", "--json"))

    assert done["facts"] > 0
    assert done["changed"] == done["entries"] == done["messages"] + done["facts"]


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
    assert details[0]["detail"] == "1 messages and facts are missing, 0 entries are too many"


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
    assert "1 warning, 0 failed" in result.stdout


def test_status_counts_facts_by_status(run, talk):
    run("remember", "gosta de jazz")
    (fact, *_) = [item for item in documents(run("facts", "--json")) if item["content"] == "gosta de jazz"]
    run("forget", fact["id"])

    (status,) = documents(run("status", "--json"))

    assert status["facts"] == {"active": len(documents(run("facts", "--json"))), "superseded": 0} | {
        "archived": 0,
        "forgotten": 1,
    }
    assert "1 forgotten" in run("status").stdout


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


def _levels(result):
    return {finding["name"]: finding["level"] for finding in json.loads(result.stdout)["findings"]}


def _give_up_a_job(tmp_path, kind="index"):
    """Leave a job as it is after its last attempt."""
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "history.sqlite3")) as connection, connection:
        connection.execute(
            "INSERT INTO jobs (kind, scope_no, payload, attempts, due_at, died_at, reason) "
            """VALUES (?, 1, '{"conversation_id": "c1", "message_ids": ["m1"]}', 5, 0, 0, 'the disk fell over')""",
            (kind,),
        )
