"""`remember`, `recall`, `facts` and `profile` on the command line."""

import json

import pytest

from command_line import documents


def remembered(run, *arguments):
    (entry,) = documents(run("remember", *arguments, "--json"))
    return entry


def contents(run, *arguments):
    return [entry["content"] for entry in documents(run("facts", *arguments, "--json"))]


# --- remember


def test_what_is_given_by_hand_is_known(run):
    entry = remembered(run, "odeia coentro", "--weight", "0.8", "--tag", "comida", "--tag", "gosto")

    (known,) = documents(run("facts", "--json"))
    assert entry["change"]["action"] == "remember"
    assert known["id"] == entry["id"]
    assert (known["kind"], known["layer"], known["weight"]) == ("pref", "semantic", 0.8)
    assert known["tags"] == ["comida", "gosto"]


def test_the_same_again_is_no_second_fact_and_a_newer_value_takes_its_place(run):
    first = remembered(run, "mora em Recife", "--kind", "bio", "--topic", "residence")
    again = remembered(run, "mora em Recife", "--kind", "bio", "--topic", "residence")
    newer = remembered(run, "mora em Curitiba", "--kind", "bio", "--topic", "residence")

    assert [entry["change"]["action"] for entry in (first, again, newer)] == ["remember", "reinforce", "supersede"]
    assert again["id"] == first["id"]
    assert contents(run) == ["mora em Curitiba"]
    assert contents(run, "--status", "superseded") == ["mora em Recife"]


def test_what_became_of_it_is_said_with_its_reason(run):
    run("remember", "mora em Recife", "--kind", "bio", "--topic", "residence")

    shown = " ".join(run("remember", "mora em Curitiba", "--kind", "bio", "--topic", "residence").stdout.split())

    assert "supersede" in shown
    assert "a newer value holds" in shown
    assert "+ mora em Curitiba (bio, long" in shown
    assert "mora em Recife: status active → superseded" in shown


@pytest.mark.parametrize(
    ("arguments", "field", "value", "rule"),
    [
        (["x", "--kind", "gossip"], "kind", "'gossip'", "one of bio, pref, obj, emo, event"),
        (["x", "--weight", "1.5"], "weight", "1.5", "a number from 0 to 1"),
        (["  "], "content", "' '", "not all blank"),
        (["x" * 401], "content", "xxx", "1 to 400 characters"),
        (["x", "--topic", ""], "topic", "''", "must not be empty"),
    ],
)
def test_a_value_that_breaks_a_rule_is_named_with_the_rule_and_nothing_is_kept(run, arguments, field, value, rule):
    result = run("remember", *arguments)

    assert (result.exit_code, result.stdout) == (2, "")
    assert all(part in " ".join(result.stderr.split()) for part in (field, value, rule))
    assert contents(run) == []


def test_everybodys_facts_are_their_own(run):
    remembered(run, "odeia coentro", "--user", "ana", "--tenant", "acme")

    assert contents(run, "--user", "ana", "--tenant", "acme") == ["odeia coentro"]
    assert contents(run, "--user", "ana") == contents(run, "--tenant", "acme") == contents(run) == []
    assert "nothing of that is known of user 'bia'" in run("facts", "--user", "bia").stderr


# --- facts


def test_what_was_said_is_listed_with_the_message_behind_it(run, talk):
    known = documents(run("facts", "--json"))

    assert any("vegetarian" in entry["content"] for entry in known)
    assert {tuple(source) for entry in known for source in entry["sources"]} <= {("c1", "m1"), ("c1", "m3")}
    assert "from c1 m1" in run("facts").stdout


def test_facts_are_listed_by_kind_and_status(run):
    remembered(run, "odeia coentro")
    remembered(run, "é engenheira", "--kind", "bio")
    gone = remembered(run, "gosta de jazz")
    run("forget", gone["id"])

    assert contents(run) == ["odeia coentro", "é engenheira"]
    assert contents(run, "--kind", "bio") == ["é engenheira"]
    assert contents(run, "--kind", "bio", "--kind", "pref") == ["odeia coentro", "é engenheira"]
    assert contents(run, "--status", "forgotten") == ["gosta de jazz"]
    assert contents(run, "--status", "all") == ["odeia coentro", "é engenheira", "gosta de jazz"]


@pytest.mark.parametrize(
    ("arguments", "rule"),
    [
        (["--status", "gone"], "statuses: must be one of active, superseded, archived, forgotten, not 'gone'"),
        (["--kind", "gossip"], "kinds: must be one of bio, pref, emo, obj, event, message, not 'gossip'"),
    ],
)
def test_an_unknown_status_or_kind_is_refused_with_those_there_are(run, arguments, rule):
    result = run("facts", *arguments)

    assert result.exit_code == 2
    assert rule in " ".join(result.stderr.split())


# --- recall


def test_facts_and_messages_are_recalled_with_where_they_come_from(run, talk):
    fact = remembered(run, "o coentro dá enjoo", "--kind", "bio")

    found = documents(run("recall", "coentro enjoo", "--json"))
    shown = run("recall", "coentro enjoo").stdout

    assert found[0]["id"] == fact["id"]
    assert found[0]["relevance"] > 0.5
    assert "m1" in [entry["message_id"] for entry in found]
    assert all(part in shown for part in (fact["id"], "bio, long", "given by hand", "c1 #1", "%"))


def test_when_nothing_is_relevant_it_says_so_and_shows_nothing(run, talk):
    result = run("recall", "guitarras elétricas")

    assert (result.exit_code, result.stdout) == (0, "")
    assert "nothing relevant" in result.stderr
    assert documents(run("recall", "guitarras elétricas", "--json")) == []
    assert documents(run("recall", "guitarras elétricas", "--all", "--json"))


def test_where_nothing_is_there_nothing_is_found(run):
    assert run("recall", "coentro").stderr == "nothing found\n"


def test_search_shows_the_best_however_relevant(run, talk):
    everything = documents(run("recall", "guitarras elétricas", "--all", "--json"))

    assert documents(run("search", "guitarras elétricas", "--json")) == everything


def test_what_is_recalled_can_be_bounded(run, talk):
    remembered(run, "odeia coentro", "--kind", "pref")
    line = {"conversation_id": "w", "id": "w1", "role": "user", "content": "coentro, não!", "channel": "whatsapp"}
    run("import", "-", stdin=json.dumps(line))

    def found(*bounds):
        return documents(run("search", "coentro", *bounds, "--json"))

    assert {entry["kind"] for entry in found("--kind", "pref")} == {"pref"}
    assert {entry["layer"] for entry in found("--layer", "short")} == {"short"}
    assert [entry["message_id"] for entry in found("--channel", "whatsapp", "--kind", "message")] == ["w1"]
    assert {entry["conversation_id"] for entry in found("--conversation", "c1")} == {"c1"}
    assert len(found("--limit", "1")) == 1
    assert all(entry["timestamp"] < "2026-03-05" for entry in found("--until", "2026-03-04"))


@pytest.mark.parametrize(
    ("bounds", "rule"),
    [
        (["--kind", "gossip"], "kinds: must be one of"),
        (["--layer", "attic"], "layers: must be one of short, medium, long, episodic, semantic, not 'attic'"),
        (["--channel", ""], "channel: must not be empty"),
        (["--since", "soon"], "since: must be a day or a time"),
    ],
)
def test_a_bound_that_cannot_be_is_named(run, bounds, rule):
    result = run("recall", "coentro", *bounds)

    assert result.exit_code == 2
    assert rule in " ".join(result.stderr.split())


def test_it_tells_why_each_was_found(run):
    remembered(run, "odeia coentro")

    assert "keyword 1.00" in run("recall", "coentro", "--explain").stdout


# --- profile


def test_the_profile_tells_how_firmly_what_is_believed_and_what_was_before(run):
    for place in ("Recife", "Curitiba"):
        remembered(run, f"mora em {place}", "--kind", "bio", "--topic", "residence")
    remembered(run, "odeia coentro")
    remembered(run, "odeia coentro")

    (profile,) = documents(run("profile", "--json"))
    shown = run("profile").stdout

    believed = {each["value"]: each for each in profile["preferences"]}
    assert believed["mora em Curitiba"]["history"][0]["value"] == "mora em Recife"
    assert believed["odeia coentro"]["observations"] == 2
    assert believed["odeia coentro"]["confidence"] == pytest.approx(0.79)
    assert "residence" in shown
    assert "before: mora em Recife" in shown


def test_of_whom_nothing_is_known_it_says_so(run):
    result = run("profile", "--user", "bia")

    assert (result.exit_code, result.stdout) == (0, "")
    assert "nothing is believed of user 'bia'" in result.stderr
