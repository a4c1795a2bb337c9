"""In `chat`, `/recall` and `/forget` (`/lembrar`, `/esquecer`) tell what is remembered of the person, and forget it."""

import pytest

from command_line import documents


def known(run):
    return [entry["content"] for entry in documents(run("facts", "--json"))]


@pytest.mark.parametrize("command", ["/lembrar", "/recall", "/Lembrar"])
def test_alone_it_shows_the_profile_and_what_became_known_last(run, talk, command):
    run("remember", "gosta de jazz")

    shown = run("chat", talk, stdin=f"{command}\n").stdout

    assert "0.70" in shown
    assert "gosta de jazz" in shown[shown.index("O que se soube por último") :]


def test_with_words_it_shows_what_matters_for_them(run, talk):
    run("remember", "o coentro dá enjoo", "--kind", "bio")

    shown = run("chat", talk, stdin="/lembrar coentro enjoo\n").stdout

    assert "o coentro dá enjoo" in shown
    assert "%" in shown


def test_what_was_said_a_moment_ago_is_remembered(run):
    shown = run("chat", "new", "--language", "pt", stdin="Sou vegetariana.\n/lembrar\n").stdout

    assert "vegetariana" in shown[shown.index("O que se soube por último") :]


def test_it_says_when_nothing_relevant_or_nothing_at_all_is_remembered(run, talk):
    assert "nada relevante é lembrado" in run("chat", talk, stdin="/lembrar guitarras elétricas\n").stderr
    assert "nothing is known of you yet" in run("chat", "new", "--user", "bia", stdin="/recall\n").stderr


@pytest.mark.parametrize("command", ["/esquecer", "/forget"])
def test_what_matches_is_shown_and_forgotten_when_that_is_wished(run, command):
    run("remember", "odeia coentro")
    run("remember", "gosta de jazz")

    result = run("chat", "new", "--language", "pt", stdin=f"{command} coentro\nsim\n")

    assert "odeia coentro" in result.stderr
    assert "esquecidos: 1" in result.stderr
    assert known(run) == ["gosta de jazz"]


@pytest.mark.parametrize("answer", ["", "não", "nunca", "7"])
def test_nothing_is_forgotten_otherwise_and_the_answer_is_not_said(run, answer):
    run("remember", "odeia coentro")

    result = run("chat", "new", "--language", "pt", stdin=f"/esquecer coentro\n{answer}\nbom dia\n")

    assert result.exit_code == 0
    assert "nada foi esquecido" in result.stderr
    assert known(run) == ["odeia coentro"]
    assert [item["content"] for item in documents(run("show", "new", "--json"))] == ["bom dia"]


def test_what_to_forget_must_be_said(run):
    assert "say what to forget" in run("chat", "new", stdin="/forget\n").stderr


def test_what_matches_nothing_asks_nothing(run):
    result = run("chat", "new", stdin="/forget guitars\nhello\n")

    assert "nothing is forgotten" in result.stderr
    assert [item["content"] for item in documents(run("show", "new", "--json"))] == ["hello"]


def test_help_names_them(run):
    assert "/lembrar" in run("chat", "new", "--language", "pt", stdin="/ajuda\n").stderr
    assert "/forget" in run("chat", "new", stdin="/help\n").stderr


def test_a_line_that_begins_with_two_strokes_is_said_and_no_command(run):
    run("chat", "c", stdin="//lembrar é bom\n")

    assert documents(run("show", "c", "--json"))[0]["content"] == "/lembrar é bom"


def test_for_machines_each_is_one_document_on_a_line(run):
    run("remember", "odeia coentro")
    lines = "/lembrar\n/lembrar coentro\n/lembrar guitarras\n/esquecer coentro\nsim\n"

    who, about, nothing, gone = documents(run("chat", "c", "--json", stdin=lines))

    assert who["profile"]["preferences"][0]["value"] == who["facts"][0]["content"] == "odeia coentro"
    assert [entry["content"] for entry in about["recalled"]] == ["odeia coentro"]
    assert nothing == {"recalled": []}
    assert gone == {"forgotten": [who["facts"][0]["id"]]}
