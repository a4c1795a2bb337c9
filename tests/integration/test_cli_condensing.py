"""`timeline`, `compress`, `refresh`, `pin` and `unpin`: a conversation is condensed, and one sees how."""

import json

import pytest

from command_line import documents
from openai_server import refusing

COUNT = 40


@pytest.fixture
def diary(run):
    """A conversation of forty messages, none of it condensed."""
    lines = [
        json.dumps(
            {
                "conversation_id": "diary",
                "id": f"d{number}",
                "role": "user" if number % 2 else "assistant",
                "author": "Ana" if number % 2 else "Iara",
                "content": f"No dia {number} plantei {number} mudas de tomate na horta da escola.",
                "timestamp": f"2026-03-{number // 2 + 1:02}T10:00:00Z",
            }
        )
        for number in range(1, COUNT + 1)
    ]
    assert run("import", "-", stdin="\n".join(lines)).exit_code == 0
    return "diary"


def test_import_tells_that_the_language_model_did_not_condense(run, monkeypatch, openai_server):
    openai_server.behave(refusing(401, '{"error": {"message": "no such key"}}'))
    monkeypatch.setenv("LEMBRANCA_LLM", "openai:m")
    monkeypatch.setenv("LEMBRANCA_LLM_BASE_URL", openai_server.url)
    monkeypatch.setenv("LEMBRANCA_COMPRESS_ABOVE", "100")
    lines = [
        json.dumps({"conversation_id": "c1", "role": "user", "content": f"Tomato {n} is ripe."}) for n in range(40)
    ]

    result = run("import", "-", stdin="\n".join(lines))

    assert result.exit_code == 0
    assert "warning: summarizer: openai:m is left alone" in result.stderr
    assert "no such key" in result.stderr


def test_compress_condenses_and_tells_from_how_much_to_how_much(run, diary):
    (done,) = documents(run("compress", diary, "--json"))

    (summary,) = done["live"]
    assert done["made"][-1] == summary["id"]
    assert (summary["first"], summary["retired_at"]) == (1, None)
    assert 0 < summary["tokens"] < summary["source_tokens"]
    assert done["seconds"] >= 0


def test_compress_shows_what_it_made(run, diary):
    shown = run("compress", diary).stdout

    (summary,) = documents(run("timeline", diary, "--json"))[0]["summaries"]
    reduction = f"{summary['source_tokens']:,} → {summary['tokens']:,} tokens"
    assert shown.count(reduction) == 2  # with the summary and in the last line
    assert f"{summary['message_count']} messages in 1 summary" in shown.splitlines()[-1]


def test_compress_again_finds_nothing_to_condense(run, diary):
    run("compress", diary)

    (done,) = documents(run("compress", diary, "--json"))

    assert (done["made"], len(done["live"])) == ([], 1)
    assert run("compress", diary).stdout.startswith("nothing to condense; ")


def test_compress_obeys_the_preset(run, diary):
    (done,) = documents(run("compress", diary, "--preset", "cycles", "--json"))

    assert max(summary["tier"] for summary in done["live"]) > 1


def test_refresh_makes_the_summaries_anew_and_the_timeline_keeps_the_former(run, diary):
    run("compress", diary)
    (before,) = documents(run("timeline", diary, "--json"))

    (done,) = documents(run("refresh", diary, "--json"))

    (after,) = documents(run("timeline", diary, "--all", "--json"))
    assert (after["live"], after["retired"]) == (before["live"], before["retired"] + before["live"])
    assert done["made"] == [summary["id"] for summary in done["live"]]
    assert set(done["made"]) < {summary["id"] for summary in after["summaries"]}
    assert "→" in run("refresh", diary).stdout


def test_the_timeline_shows_live_summaries_and_counts_the_retired(run, diary):
    run("compress", diary)
    run("refresh", diary)
    (told,) = documents(run("timeline", diary, "--json"))
    (summary,) = told["summaries"]

    lines = run("timeline", diary).stdout.splitlines()

    assert lines[0].startswith(f"#1-{summary['last']}  {summary['message_count']} messages")
    assert lines[0].rstrip().endswith(f"2026-03-01 10:00 to 2026-03-{summary['last'] // 2 + 1:02} 10:00")
    share = f"({100 * summary['tokens'] / summary['source_tokens']:.1f} %)"
    assert f"{summary['source_tokens']:,} → {summary['tokens']:,} tokens {share}" in lines[1]
    assert "tier 1, extractive:v1, made " in lines[1]
    assert summary["text"].split()[0] in lines[3]
    assert lines[-1] == f"1 live, {told['retired']} retired (--all shows them)"


def test_the_timeline_shows_retired_ones_when_asked_and_the_last_ones_first_cut(run, diary):
    run("compress", diary)
    run("refresh", diary)

    (everything,) = documents(run("timeline", diary, "--all", "--json"))
    (one,) = documents(run("timeline", diary, "--all", "--limit", 1, "--json"))
    shown = run("timeline", diary, "--all", "--limit", 1).stdout

    assert len(everything["summaries"]) == everything["live"] + everything["retired"] > 1
    assert one["summaries"] == everything["summaries"][-1:]
    assert "; the last 1 are shown" in shown
    assert "retired 20" in run("timeline", diary, "--all").stdout


def test_the_timeline_shows_key_events_notes_and_what_was_left_out(run, diary):
    run("pin", diary, "d3")
    run("compress", diary)
    (told,) = documents(run("timeline", diary, "--json"))

    (summary,) = told["summaries"]

    assert summary["left_out"] == [3]
    assert f"#1-{summary['last']} without 1 pinned" in run("timeline", diary).stdout


def test_the_timeline_of_what_was_never_condensed_says_so(run, diary):
    result = run("timeline", diary)

    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "nothing was condensed yet\n"
    assert documents(run("timeline", diary, "--json")) == [{"live": 0, "retired": 0, "summaries": []}]


def test_a_pinned_message_stands_in_every_context_until_it_is_unpinned_and_condensed(run, diary):
    assert documents(run("pin", diary, "d1", "--json")) == [
        {"conversation_id": diary, "message_id": "d1", "pinned": True}
    ]
    run("compress", diary)
    (with_pin,) = documents(run("load", diary, "--json"))
    shown = run("unpin", diary, "d1")
    run("compress", diary)
    (without,) = documents(run("load", diary, "--json"))

    pinned = [item["message_ids"] for item in with_pin["items"] if item["section"] == "pinned"]
    assert pinned == [["d1"]]
    assert shown.stdout == "unpinned d1 of diary\n"
    assert not [item for item in without["items"] if item["section"] == "pinned"]


def test_a_pin_that_would_fill_the_context_is_refused(run, monkeypatch, diary):
    monkeypatch.setenv("LEMBRANCA_MAX_CONTEXT_TOKENS", "10")

    result = run("pin", diary, "d1")

    assert result.exit_code == 2
    assert "cannot be pinned" in result.stderr


@pytest.mark.parametrize(
    "command",
    [("timeline",), ("compress",), ("refresh",), ("pin", "d1"), ("unpin", "d1"), ("timeline", "--user", "bia")],
)
def test_a_conversation_or_message_that_is_not_there_is_named(run, command):
    name, *rest = command

    result = run(name, "nowhere", *rest)

    assert result.exit_code == 1
    assert "does not exist in this scope" in result.stderr


def test_nobody_pins_a_message_of_another_user(run, diary):
    assert run("pin", diary, "d1", "--user", "bia").exit_code == 1
    assert not any(item.get("pinned") for item in documents(run("show", diary, "--json")))
