"""`doctor` measures what is wrong with what is known, on the closed store, and names what mends it."""

import contextlib
import json
import sqlite3

import pytest

from command_line import documents

PROBES = ("duplicates", "contradictions", "junk", "orphans", "vectors")
WHEN = "2026-03-02T10:00:00+00:00"


def fact(name, content, kind="pref", *, said_in=None, **more):
    sources = [{"conversation_id": "c1", "message_id": said_in, "said_at": WHEN}] if said_in else []
    kept = {"layer": "semantic", "status": "active", "created_at": WHEN, "updated_at": WHEN}
    return {"id": name, "kind": kind, "content": content, **kept, "sources": sources, **more}


@pytest.fixture
def bring(run, talk, tmp_path):
    """Bring facts in as they are, which learning would not."""

    def brought(*facts, user="default"):
        document = {"format": "lembranca-memory", "version": 1, "facts": list(facts)}
        (tmp_path / "facts.json").write_text(json.dumps(document))
        (done,) = documents(run("import", "facts.json", "--user", user, "--json"))
        assert done["facts"] == len(facts)

    return brought


@pytest.fixture
def examined(run):
    def found(*names):
        (report,) = documents(run("doctor", "--json"))
        findings = {finding["name"]: finding for finding in report["findings"]}
        return [findings[name] for name in names]

    return found


def known(run, user="default"):
    return {entry["content"]: entry["id"] for entry in documents(run("facts", "--json", "--user", user))}


def test_of_a_memory_that_is_well_it_counts_nothing(run, talk, examined):
    found = examined(*PROBES)

    assert [(finding["level"], finding["count"], finding["advice"]) for finding in found] == [("ok", 0, "")] * 5


def test_facts_that_say_the_same_are_counted_and_the_gardener_merges_just_these(run, bring, examined):
    bring(fact("a", "odeia jiló"), fact("b", "detesta jiló"), fact("c", "gosta de jazz"), user="ana")

    (before,) = examined("duplicates")
    (plan,) = documents(run("garden", "--json"))
    (after,) = examined("duplicates")

    assert (before["level"], before["count"]) == ("warn", 1)
    assert "lembranca garden" in before["advice"]
    assert [change["action"] for change in plan["changes"]] == ["merge"]
    assert after["count"] == 0
    run("history", "--undo", plan["changes"][0]["id"], "--user", "ana")
    assert examined("duplicates")[0]["count"] == 1


def test_facts_that_cannot_both_hold_are_named_with_how_to_forget_one(run, bring, examined):
    home = {"kind": "bio", "topic": "residence"}
    later = {"created_at": "2026-03-03T10:00:00+00:00"}
    bring(fact("a", "mora em Recife", **home), fact("b", "mora em Curitiba", **home | later), user="ana")

    (before,) = examined("contradictions")
    older = known(run, "ana")["mora em Recife"]
    assert (before["level"], before["count"], before["examples"]) == ("warn", 1, [older])
    assert f"`lembranca forget {older} --user ana`" in before["advice"]
    assert "mora em Curitiba" in before["detail"]
    assert run("forget", older, "--user", "ana").exit_code == 0
    assert examined("contradictions")[0]["count"] == 0


def test_what_its_message_does_not_tell_and_what_is_too_long_is_junk(run, bring, examined):
    bring(
        fact("a", "é astronauta", "bio", said_in="m1"),
        fact("b", "muito " * 40 + "longo", "bio"),
        fact("c", "gosta de jazz"),
    )

    (found,) = examined("junk")

    junk = {name for content, name in known(run).items() if "astronauta" in content or "longo" in content}
    assert (found["level"], found["count"]) == ("warn", 2)
    assert set(found["examples"]) == junk


def test_facts_that_a_model_wrote_are_not_judged_by_rules(run, bring, examined, monkeypatch):
    bring(fact("a", "é astronauta", "bio", said_in="m1"))
    monkeypatch.setenv("LEMBRANCA_EXTRACTOR", "none")

    assert examined("junk")[0]["count"] == 0


def test_facts_whose_messages_are_gone_are_orphans(run, bring, examined):
    bring(fact("a", "é astronauta", "bio", said_in="gone"), fact("b", "gosta de jazz"))

    orphans, junk = examined("orphans", "junk")

    assert (orphans["level"], orphans["count"]) == ("warn", 1)
    assert orphans["examples"] == [known(run)["é astronauta"]]
    assert junk["count"] == 0


def test_facts_without_vectors_are_counted_and_made_by_reindex(run, bring, examined, tmp_path):
    bring(fact("a", "gosta de jazz"))
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "history.sqlite3")) as connection, connection:
        connection.execute("DELETE FROM fact_embeddings")
        (count,) = connection.execute("SELECT count(*) FROM facts").fetchone()

    (before,) = examined("vectors")
    run("reindex")

    assert (before["level"], before["count"]) == ("warn", count)
    assert examined("vectors")[0]["count"] == 0


def test_looking_changes_nothing(run, bring, examined, tmp_path):
    bring(fact("a", "odeia jiló"), fact("b", "detesta jiló"), fact("c", "é astronauta", "bio", said_in="gone"))
    history = tmp_path / "data" / "history.sqlite3"
    before = history.read_bytes()

    examined(*PROBES)

    assert history.read_bytes() == before


def test_what_cannot_be_read_is_not_examined(run, talk, tmp_path):
    (tmp_path / "data" / "history.sqlite3").write_bytes(b"no database at all, " * 500)

    report = json.loads(run("doctor", "--json").stdout)

    levels = {finding["name"]: finding["level"] for finding in report["findings"]}
    assert {levels[name] for name in PROBES} == {"warn"}
