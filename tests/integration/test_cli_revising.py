"""`forget`, `restore`, `history` and `garden` change what is known, and each change can be taken back."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from command_line import documents

LONG_AGO = (datetime.now(UTC) - timedelta(weeks=2)).isoformat()


@pytest.fixture
def fact(run):
    (entry,) = documents(run("remember", "odeia coentro", "--json"))
    return entry["id"]


@pytest.fixture
def faded(run, tmp_path):
    """A feeling of two weeks ago, brought in as from another memory."""
    feeling = {
        "id": "f", "kind": "emo", "content": "ansiosa com finanças", "status": "active", "layer": "long",
        "weight": 0.5, "created_at": LONG_AGO, "updated_at": LONG_AGO,
    }  # fmt: skip
    document = {"format": "lembranca-memory", "version": 1, "facts": [feeling]}
    (tmp_path / "feeling.json").write_text(json.dumps(document))
    assert run("import", "feeling.json", "--user", "ana").exit_code == 0


def contents(run, *arguments):
    return [entry["content"] for entry in documents(run("facts", *arguments, "--json"))]


# --- forget and restore


def test_an_id_is_forgotten_at_once_and_restored(run, fact):
    (forgotten,) = documents(run("forget", fact, "--json"))
    gone = contents(run)
    (restored,) = documents(run("restore", fact, "--json"))

    assert forgotten == {"forgotten": [fact]}
    assert gone == []
    assert restored == {"restored": fact}
    assert contents(run) == ["odeia coentro"]


def test_it_says_how_to_take_it_back(run, fact):
    shown = " ".join(run("forget", fact).stdout.split())

    assert f"lembranca restore {fact}" in shown


def test_a_message_is_forgotten_and_stays_in_its_conversation(run, talk):
    (best, *_) = documents(run("search", "aniversário", "--kind", "message", "--json"))

    run("forget", best["id"])

    found = documents(run("search", "aniversário", "--kind", "message", "--json"))
    assert best["id"] not in [entry["id"] for entry in found]
    assert len(documents(run("show", talk, "--json"))) == 4


@pytest.mark.parametrize("answer", ["yes\n", "sim\n", "1\n", "1,\n"])
def test_a_text_is_forgotten_when_that_is_wished(run, fact, answer):
    result = run("forget", "coentro", stdin=answer)

    assert "odeia coentro" in result.stderr
    assert result.exit_code == 0
    assert contents(run) == []


@pytest.mark.parametrize("answer", ["\n", "no\n", ""])
def test_a_text_is_not_forgotten_when_it_is_not_wished(run, fact, answer):
    result = run("forget", "coentro", stdin=answer)

    assert result.exit_code == 0
    assert "nothing is forgotten" in result.stderr
    assert contents(run) == ["odeia coentro"]


@pytest.mark.parametrize("answer", ["maybe\n", "2\n", "0\n", "1 x\n"])
def test_an_answer_that_is_none_forgets_nothing(run, fact, answer):
    result = run("forget", "coentro", stdin=answer)

    assert result.exit_code == 2
    assert "must be yes, no, or numbers from 1 to 1" in result.stderr
    assert contents(run) == ["odeia coentro"]


def test_scripts_forget_a_text_without_being_asked_and_nothing_beside_it(run, fact):
    run("remember", "gosta de jazz")

    (done,) = documents(run("forget", "coentro", "--yes", "--json"))

    assert done == {"forgotten": [fact]}
    assert contents(run) == ["gosta de jazz"]


def test_what_was_only_said_beside_it_is_not_offered_to_be_forgotten(run):
    run("chat", "talk", stdin="eu odeio coentro\nanotado?\nboa noite\n")
    (done,) = documents(run("forget", "coentro", "--yes", "--json"))
    (kept,) = documents(run("recall", "boa noite", "--limit", "1", "--json"))

    assert len(done["forgotten"]) == 2
    assert kept["content"] == "boa noite"


def test_what_matches_nothing_is_not_forgotten(run, fact):
    result = run("forget", "guitarras", "--yes")

    assert (result.exit_code, result.stdout) == (0, "")
    assert "nothing is forgotten" in result.stderr


def test_somebody_elses_fact_is_neither_forgotten_nor_restored(run, fact):
    assert documents(run("forget", fact, "--yes", "--user", "bia", "--json")) == [{"forgotten": []}]
    result = run("restore", fact, "--user", "bia")

    assert result.exit_code == 1
    assert f"entry '{fact}' does not exist in this scope" in " ".join(result.stderr.split())
    assert contents(run) == ["odeia coentro"]


# --- history


def test_the_history_tells_every_change_with_its_reason_the_latest_first(run, fact):
    run("remember", "odeia coentro")
    run("forget", fact)

    changes = documents(run("history", "--json"))

    assert [change["action"] for change in changes] == ["forget", "reinforce", "remember"]
    assert all(change["reason"] for change in changes)
    assert documents(run("history", fact, "--json")) == changes
    assert len(documents(run("history", "--limit", "1", "--json"))) == 1
    assert "the person wished it to be forgotten" in " ".join(run("history").stdout.split())


def test_a_change_is_taken_back(run, fact):
    run("forget", fact)
    (change, _) = documents(run("history", "--json"))

    (undo,) = documents(run("history", "--undo", change["id"], "--json"))

    assert undo["undoes"] == change["id"]
    assert contents(run) == ["odeia coentro"]
    again = run("history", "--undo", change["id"])
    assert again.exit_code == 1
    assert "was undone before" in " ".join(again.stderr.split())


def test_a_later_change_goes_first(run, fact):
    run("forget", fact)
    (_, first) = documents(run("history", "--json"))

    result = run("history", "--undo", first["id"])

    assert result.exit_code == 1
    assert "was changed since" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["fact-unknown"], 1, "entry 'fact-unknown' does not exist"),
        (["--undo", "change-unknown"], 1, "change 'change-unknown' does not exist"),
        (["fact-x", "--undo", "change-x"], 2, "must be left out beside --undo"),
    ],
)
def test_what_is_not_there_has_no_history(run, arguments, code, said):
    result = run("history", *arguments)

    assert result.exit_code == code
    assert said in " ".join(result.stderr.split())


def test_where_nothing_was_changed_it_says_so(run):
    assert run("history").stderr == "nothing was changed yet\n"


# --- garden


def test_the_gardener_tells_what_it_would_do_and_does_not(run, faded):
    (plan,) = documents(run("garden", "--dry-run", "--json"))

    assert [(change["user_id"], change["action"]) for change in plan["changes"]] == [("ana", "decay")]
    assert plan["dry_run"] is True
    assert documents(run("facts", "--user", "ana", "--json"))[0]["weight"] == 0.5


def test_the_gardener_does_it_and_it_can_be_taken_back(run, faded):
    shown = " ".join(run("garden").stdout.split())
    (known,) = documents(run("facts", "--user", "ana", "--json"))
    (change, _) = documents(run("history", "--user", "ana", "--json"))
    run("history", "--undo", change["id"], "--user", "ana")

    assert "not said again for 2 weeks" in shown
    assert "1 changes were made, of 1 people" in shown
    assert known["weight"] == pytest.approx(0.3)
    assert documents(run("facts", "--user", "ana", "--json"))[0]["weight"] == 0.5


def test_the_gardener_goes_to_one_person_or_tenant_where_that_is_said(run, faded):
    for elsewhere in (["--user", "bia"], ["--tenant", "other"]):
        (done,) = documents(run("garden", *elsewhere, "--json"))
        assert (done["people"], done["changes"]) == (0, [])

    (done,) = documents(run("garden", "--user", "ana", "--tenant", "default", "--json"))
    assert len(done["changes"]) == 1
