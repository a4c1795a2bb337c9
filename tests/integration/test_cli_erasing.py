"""`lembranca erase` removes a person, when that person was named twice."""

import pytest

from command_line import documents

ASKED = "Type the person's id to go on"


def test_it_asks_for_the_id_and_prints_the_receipt(run, talk):
    result = run("erase", "--user", "default", stdin="default\n")

    assert result.exit_code == 0, result.stderr
    assert ASKED in result.stderr
    assert ["messages", "4"] in [line.split() for line in result.stdout.splitlines()]
    assert "wholly" in result.stdout
    assert run("conversations").stdout == ""


@pytest.mark.parametrize("typed", ["Default\n", "default \n", "yes\n", "\n", ""])
def test_nothing_is_removed_when_anything_else_is_typed(run, talk, typed):
    result = run("erase", "--user", "default", stdin=typed)

    assert result.exit_code == 2
    assert "nothing was removed" in result.stderr
    assert len(documents(run("show", talk, "--json"))) == 4


def test_the_receipt_as_json_without_being_asked(run, talk):
    result = run("erase", "--user", "default", "--tenant", "default", "--yes", "--json")
    (receipt,) = documents(result)

    assert ASKED not in result.stderr
    assert receipt["complete"] is True
    assert receipt["unreached"] == {}
    assert (receipt["number"], receipt["removed"]["messages"], receipt["removed"]["conversations"]) == (1, 4, 1)
    assert receipt["begun_at"] < receipt["ended_at"]


def test_somebody_elses_stays(run, talk):
    (receipt,) = documents(run("erase", "--user", "default", "--tenant", "other", "--yes", "--json"))

    assert not any(receipt["removed"].values())
    assert len(documents(run("show", talk, "--json"))) == 4


def test_whose_it_is_must_be_said(run, talk):
    assert run("erase", "--yes").exit_code == 2


def test_it_fails_and_says_what_was_not_reached(run, talk, monkeypatch):
    monkeypatch.setenv("LEMBRANCA_CACHE", "redis://127.0.0.1:1/0")

    result = run("erase", "--user", "default", "--yes")
    status = run("status")

    assert result.exit_code == status.exit_code == 1
    assert "not reached" in result.stdout
    assert "session cache" in result.stdout
    assert "erasure 1 is not complete: session cache" in status.stdout.replace("\n", " ")
    monkeypatch.setenv("LEMBRANCA_CACHE", "memory://")
    assert run("reindex").exit_code == 0
    assert run("status").exit_code == 0
