"""`export` and `import` of all that is remembered of a person, as one readable document."""

import json

import pytest

from command_line import documents


@pytest.fixture
def known(run, talk):
    run("remember", "gosta de jazz", "--tag", "música")
    return talk


def test_a_json_file_holds_the_whole_memory_readably(run, known, tmp_path):
    result = run("export", "ana.json")

    text = (tmp_path / "ana.json").read_text(encoding="utf-8")
    document = json.loads(text)
    assert document["format"] == "lembranca-memory"
    assert [message["id"] for message in document["conversations"][0]["messages"]] == ["m1", "m2", "m3", "m4"]
    assert "gosta de jazz" in [fact["content"] for fact in document["facts"]]
    assert '\n      "content": "gosta de jazz",\n' in text
    assert "música" in text
    assert "1 conversations, 4 messages" in result.stdout


def test_another_name_holds_messages_as_lines_unless_the_memory_is_wished(run, known, tmp_path):
    run("export", "ana.jsonl")
    run("export", "ana.txt", "--memory")
    shown = run("export", "--memory").stdout

    assert len((tmp_path / "ana.jsonl").read_text().splitlines()) == 4
    assert json.loads((tmp_path / "ana.txt").read_text())["format"] == "lembranca-memory"
    assert json.loads(shown)["format"] == "lembranca-memory"


def test_one_conversation_is_lines_whatever_the_name(run, known, tmp_path):
    run("export", "ana.json", "--conversation", known)

    assert len((tmp_path / "ana.json").read_text().splitlines()) == 4
    refused = run("export", "--memory", "--conversation", known)
    assert refused.exit_code == 2
    assert "must be left out beside --memory" in " ".join(refused.stderr.split())


def test_an_exported_memory_is_recognised_and_taken_in_once(run, known, tmp_path):
    run("export", "ana.json")

    (first,) = documents(run("import", "ana.json", "--user", "bia", "--json"))
    (second,) = documents(run("import", "ana.json", "--user", "bia", "--json"))

    here, there = (documents(run("facts", "--json", "--user", user)) for user in ("default", "bia"))
    assert [fact["content"] for fact in there] == [fact["content"] for fact in here]
    assert (first["new"], first["repeated"], first["facts"]) == (4, 0, len(here))
    assert (second["new"], second["repeated"], second["facts"]) == (0, 4, 0)


def test_it_is_recognised_on_one_line_and_from_standard_input_too(run, known):
    minified = json.dumps(json.loads(run("export", "--memory").stdout))

    (done,) = documents(run("import", "-", "--user", "bia", "--json", stdin=minified))

    assert done["new"] == 4


def test_a_damaged_memory_is_refused_whole_with_the_field_named(run, known):
    document = json.loads(run("export", "--memory").stdout)
    document["facts"][0]["weight"] = 7

    result = run("import", "-", "--user", "bia", stdin=json.dumps(document))

    assert (result.exit_code, result.stdout) == (2, "")
    assert "facts[0].fact.weight: must be a number from 0 to 1, not 7" in " ".join(result.stderr.split())
    assert documents(run("conversations", "--user", "bia", "--json")) == []


def test_a_whole_memory_does_not_go_into_one_conversation(run, known):
    result = run("import", "-", "--conversation", "c9", stdin=run("export", "--memory").stdout)

    assert result.exit_code == 2
    assert "conversation: must be left out" in " ".join(result.stderr.split())
