"""The program as a person or a script runs it: a process with arguments, streams, signals and an exit code."""

import contextlib
import json
import os
import pty
import re
import select
import signal
import subprocess
import sys

import pytest

from lembranca import Memory

SETTINGS = {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80", "TERM": "xterm-256color"}


@pytest.fixture
def environment(tmp_path):
    """An environment without anybody's settings, and a data folder of its own."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("LEMBRANCA_", "NO_COLOR"))}
    return inherited | SETTINGS | {"LEMBRANCA_DATA_DIR": str(tmp_path / "data"), "LEMBRANCA_VECTORS": "memory://"}


@pytest.fixture
def lembranca(environment, tmp_path):
    def run(*arguments, stdin=b"", **variables):
        command = [sys.executable, "-m", "lembranca", *map(str, arguments)]
        done = subprocess.run(
            command,
            input=stdin,
            capture_output=True,
            env=environment | variables,
            cwd=tmp_path,
            timeout=60,
            check=False,
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return run


def lines(count, conversation="c1"):
    records = (
        {"conversation_id": conversation, "id": f"m{n}", "role": "user", "content": f"assunto {n} " + "x" * 400}
        for n in range(count)
    )
    return "".join(json.dumps(record) + "\n" for record in records).encode()


@contextlib.contextmanager
def terminal(environment, tmp_path, *arguments):
    """A program on a pseudo-terminal: the process, and the other end."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "lembranca", *arguments],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=environment,
        cwd=tmp_path,
    )
    os.close(follower)
    try:
        yield process, leader
    finally:
        process.kill()
        process.wait()
        os.close(leader)


def read_until(leader, wanted=None):
    """Give what appears on a terminal up to *wanted*, or to its end."""
    seen = b""
    with contextlib.suppress(OSError):  # the terminal is gone: the process has ended
        while (wanted is None or wanted not in seen) and select.select([leader], [], [], 30)[0]:
            seen += os.read(leader, 65536)
    return seen.decode()


def interrupt_prompt(process, leader):
    """Press Ctrl-C until something appears: `input()` misses one that comes as soon as its prompt is there."""
    process.send_signal(signal.SIGINT)
    for _ in range(5):
        if select.select([leader], [], [], 5)[0]:
            return
        process.send_signal(signal.SIGINT)


def in_terminal(environment, tmp_path, *arguments):
    """Run on a pseudo-terminal and give everything that appears there."""
    with terminal(environment, tmp_path, *arguments) as (process, leader):
        seen = read_until(leader)
        return process.wait(30), seen


def test_help_lists_every_command_and_the_exit_codes(lembranca):
    code, out, _ = lembranca("--help")

    assert code == 0
    commands = "demo chat import export load search conversations show status reindex doctor config eval"
    assert [name for name in commands.split() if not re.search(rf"\b{name} ", out)] == []
    assert "130 Ctrl-C" in " ".join(out.split())


def test_import_reads_standard_input_and_repeating_it_changes_nothing(lembranca):
    first = lembranca("import", "-", "--json", stdin=lines(30))
    again = lembranca("import", "-", "--json", stdin=lines(30))

    assert (first[0], again[0]) == (0, 0)
    assert (json.loads(first[1])["new"], json.loads(first[1])["repeated"]) == (30, 0)
    assert (json.loads(again[1])["new"], json.loads(again[1])["repeated"]) == (0, 30)


def test_a_bad_record_is_named_by_its_line_and_the_rest_is_kept(lembranca):
    good = lines(3).splitlines(keepends=True)

    code, out, err = lembranca(
        "import", "-", "--json", stdin=good[0] + b'{"role": "x", "content": 3}\n' + good[1] + good[2]
    )

    assert code == 3
    assert json.loads(out)["new"] == 3
    assert err.startswith("line 2: ")


def test_the_same_id_with_other_words_is_a_bad_record(lembranca):
    lembranca("import", "-", stdin=lines(10))

    code, out, err = lembranca("import", "-", "--json", stdin=lines(10).replace(b"assunto 4 ", b"outro 4 "))

    assert code == 3
    assert (json.loads(out)["repeated"], json.loads(out)["bad"]) == (9, 1)
    assert err.startswith("line 5: ")
    assert "already exists" in err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["import", "nowhere.json"], 2, "nowhere.json"),
        (["search", "x", "--since", "yesterday"], 2, "since"),
        (["load", "c1", "x", "--preset", "nobody"], 2, "preset"),
        (["show", "unknown"], 1, "conversation 'unknown' does not exist"),
        (["export", "--conversation", "unknown"], 1, "conversation 'unknown' does not exist"),
    ],
)
def test_an_error_is_one_line_on_standard_error(lembranca, arguments, code, said):
    found, out, err = lembranca(*arguments)

    assert (found, out) == (code, "")
    assert err.count("\n") == 1
    assert err.startswith("lembranca: error: ")
    assert said in err


@pytest.mark.parametrize("arguments", [["nothing"], ["show"], ["search", "x", "--limit", "0"], ["status", "--bogus"]])
def test_wrong_usage_has_exit_code_2_and_nothing_on_standard_output(lembranca, arguments):
    code, out, err = lembranca(*arguments)

    assert (code, out) == (2, "")
    assert "Traceback" not in err


def test_an_unknown_variable_is_refused_by_name(lembranca):
    code, _, err = lembranca("status", LEMBRANCA_DATADIR="elsewhere")

    assert code == 2
    assert "LEMBRANCA_DATADIR" in err


def test_what_is_exported_can_be_imported_to_the_same(lembranca, tmp_path):
    record = {
        "conversation_id": "c\u202e/é",
        "id": "m\t1",
        "role": "tool",
        "author": "Zé",
        "content": '  "aspas"\n\ttab \\ 🤢\r\n\x01 ',
        "timestamp": "2026-03-02T19:04:00.000001-03:00",
        "channel": "web",
        "attachments": [{"type": "image", "uri": "file:///a.png", "description": "um gato"}],
        "metadata": {"n": [1, None, {"x": True}]},
        "pinned": True,
    }
    lembranca("import", "-", stdin=json.dumps(record).encode() + b"\n" + lines(5))

    _, exported, _ = lembranca("export", "-")
    code, _, _ = lembranca("import", "-", "--data-dir", tmp_path / "copy", stdin=exported.encode())
    _, again, _ = lembranca("export", "-", "--data-dir", tmp_path / "copy")

    assert code == 0
    assert [json.loads(line) for line in again.splitlines()] == [json.loads(line) for line in exported.splitlines()]
    whole = next(item for item in map(json.loads, exported.splitlines()) if item["id"] == "m\t1")
    assert whole == record | {"timestamp": "2026-03-02T22:04:00.000001+00:00"}


def test_export_to_a_file_writes_what_it_writes_to_standard_output(lembranca, tmp_path):
    lembranca("import", "-", stdin=lines(5))

    code, out, _ = lembranca("export", "all.jsonl", "--json")

    assert code == 0
    assert json.loads(out) == {"file": "all.jsonl", "conversations": 1, "messages": 5}
    assert (tmp_path / "all.jsonl").read_text() == lembranca("export")[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.jsonl", "data"]


def test_a_context_on_a_pipe_is_the_text_and_nothing_else(lembranca):
    lembranca(
        "import",
        "-",
        stdin=b'{"conversation_id": "c", "role": "user", "author": "Ana", "content": "oi \x1b[31m"}'.replace(
            b"\x1b", b"\\u001b"
        ),
    )

    code, out, err = lembranca("load", "c", "--max-tokens", 100, "--language", "pt")

    assert (code, out) == (0, "[Conversa recente]\nAna: oi \x1b[31m\n")
    assert "of at most 100" in err


def test_a_terminal_gets_colours_but_never_the_escapes_of_a_message(lembranca, environment, tmp_path):
    lembranca("import", "-", stdin=b'{"conversation_id": "c", "role": "user", "content": "oi \\u001b]0;title\\u0007"}')

    code, seen = in_terminal(environment, tmp_path, "show", "c")

    assert code == 0
    assert "\x1b[" in seen
    assert "\x1b]" not in seen
    assert "␛]0;title␇" in seen


@pytest.mark.parametrize("arguments", [["show", "c1"], ["status"], ["config"], ["search", "assunto", "--explain"]])
def test_no_color_means_plain_text_on_a_terminal(lembranca, environment, tmp_path, arguments):
    lembranca("import", "-", stdin=lines(3))

    code, seen = in_terminal(environment | {"NO_COLOR": "1"}, tmp_path, *arguments)

    assert code == 0
    assert "\x1b" not in seen


def test_ctrl_c_during_an_import_keeps_what_was_acknowledged_and_a_rerun_finishes(environment, lembranca, tmp_path):
    everything = lines(9_000)
    unread = {"LEMBRANCA_EXTRACTOR": "none"}  # reading so much for facts takes longer than all the rest
    process = subprocess.Popen(
        [sys.executable, "-m", "lembranca", "import", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment | unread,
        cwd=tmp_path,
    )
    # A pipe holds 64 KiB: once two thirds are written, the program has read, and kept, most of them.
    process.stdin.write(everything[: len(everything) * 2 // 3])
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    said = re.search(rb"stopped: ([\d,]+) messages are kept", err)

    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err
    kept = int(said[1].replace(b",", b""))
    assert 0 < kept < 9_000

    code, out, _ = lembranca("import", "-", "--json", stdin=everything, **unread)

    assert code == 0
    assert json.loads(out)["repeated"] >= kept
    assert json.loads(out)["new"] + json.loads(out)["repeated"] == 9_000
    assert len(lembranca("export", **unread)[1].splitlines()) == 9_000


def test_ctrl_c_at_the_prompt_of_a_chat_takes_leave_and_what_was_said_is_kept(environment, lembranca, tmp_path):
    with terminal(environment | {"LANG": "C.UTF-8", "LC_ALL": ""}, tmp_path, "chat", "c1") as (process, leader):
        read_until(leader, b"you> ")
        os.write(leader, b"good morning to you\n")
        read_until(leader, b"of at most")
        read_until(leader, b"you> ")
        interrupt_prompt(process, leader)
        leave = read_until(leader)
        code = process.wait(30)

    assert code == 0
    assert "Bye!" in leave
    assert "good morning to you" in lembranca("show", "c1")[1]


@pytest.mark.parametrize("arguments", [["show", "c1"], ["show", "c1", "--json"], ["export"]])
def test_a_reader_who_leaves_early_is_no_error(environment, lembranca, tmp_path, arguments):
    lembranca("import", "-", stdin=lines(1_000))
    process = subprocess.Popen(
        [sys.executable, "-m", "lembranca", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=tmp_path,
    )

    first = process.stdout.readline()
    process.stdout.close()
    err = process.stderr.read()
    process.stderr.close()

    assert first
    assert err == b""
    assert process.wait(30) == 141


async def test_a_folder_in_use_is_refused_by_name_and_the_doctor_still_works(lembranca, tmp_path):
    async with Memory.open(data_dir=tmp_path / "data", vectors="memory://") as memory:
        await memory.for_user("ana").conversation("c").save(user="oi")
        busy = lembranca("status")
        code, out, _ = lembranca("doctor", "--json")

    assert busy[0] == 1
    assert f"process {os.getpid()}" in busy[2]
    assert code == 0
    levels = {finding["name"]: finding["level"] for finding in json.loads(out)["findings"]}
    assert (levels["in use"], levels["history"], levels["full text"]) == ("warn", "ok", "ok")


def test_the_demo_shows_ten_contexts_and_leaves_nothing_behind(lembranca, tmp_path):
    code, out, err = lembranca("demo", "--json")

    shown = json.loads(out)["questions"]
    assert (code, err) == (0, "")
    assert len(shown) == 10
    assert all(0 < item["context"]["tokens"]["total"] <= item["context"]["tokens"]["limit"] for item in shown)
    assert sum(item["found"] for item in shown) >= 4
    assert list(tmp_path.iterdir()) == []


def test_the_demo_fits_80_columns_without_colour(lembranca):
    code, out, _ = lembranca("demo", NO_COLOR="1")

    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b" not in out
    assert "▶" in out


def test_events_of_the_library_never_stand_in_the_answer(lembranca, tmp_path):
    lembranca("import", "-", stdin=lines(3))

    code, out, err = lembranca("--verbose", "search", "assunto", "--json")

    assert code == 0
    assert len([json.loads(line) for line in out.splitlines()]) == 3
    assert "Traceback" not in err
