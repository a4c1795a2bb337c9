"""What `import` brings in, `search`, `load`, `conversations` and `show` give back."""

import json

import pytest

from command_line import documents


def test_an_import_keeps_the_titles_of_an_export(run):
    node = {"id": "m", "author": {"role": "user"}, "content": {"content_type": "text", "parts": ["oi"]}}
    tree = {"a": {"parent": None, "children": ["b"]}, "b": {"parent": "a", "children": [], "message": node}}
    export = [{"id": "x", "title": "Jantar de sexta", "current_node": "b", "mapping": tree}]

    for new in (1, 0):
        assert documents(run("import", "-", "--json", stdin=json.dumps(export)))[0]["new"] == new
        assert [item["title"] for item in documents(run("conversations", "--json"))] == ["Jantar de sexta"]


def _chat(title):
    return {"id": "x", "title": title, "messages": [{"role": "user", "content": f"oi {n}"} for n in range(3)]}


def test_what_is_exported_is_imported_with_its_title(run, tmp_path):
    run("import", "-", stdin=json.dumps([_chat("Jantar de sexta")]))
    run("export", "all.jsonl")

    copy = ("--data-dir", tmp_path / "copy")
    result = run("import", "all.jsonl", *copy)

    lines = [json.loads(line) for line in (tmp_path / "all.jsonl").read_text().splitlines()]
    again = [json.loads(line) for line in run("export", *copy).stdout.splitlines()]
    assert result.exit_code == 0
    assert [line.get("title") for line in lines] == ["Jantar de sexta", None, None]
    assert again == lines


def test_what_was_pinned_is_pinned_again_where_an_export_is_imported(run, talk, tmp_path):
    run("pin", talk, "m3")
    run("export", "all.jsonl")

    run("import", "all.jsonl", "--data-dir", tmp_path / "copy")

    shown = documents(run("show", talk, "--json", "--data-dir", tmp_path / "copy"))
    assert [item["id"] for item in shown if item.get("pinned")] == ["m3"]


def test_a_title_that_cannot_be_kept_is_named_once_and_everything_is_imported(run):
    result = run("import", "-", "--json", stdin=json.dumps([_chat("\ud800"), _chat("Outra") | {"id": "y"}]))

    assert result.exit_code == 3
    tally = json.loads(result.stdout)
    assert (tally["new"], tally["bad"]) == (6, 1)
    assert "title" in tally["bad_records"][0]["reason"]
    assert {item["title"] for item in documents(run("conversations", "--json"))} == {"oi 0", "Outra"}


def test_a_file_that_is_not_understood_has_nothing_to_go_on_with(run):
    result = run("import", "-", stdin='[{"colour": "red"}]')

    assert result.exit_code == 2
    assert "stopped" not in result.stderr


def test_search_gives_the_best_first_with_where_it_was_said(run, talk):
    found = documents(run("search", "coentro", "--json"))

    assert {item["message_id"] for item in found[:2]} == {"m1", "m2"}
    assert [item["score"] for item in found] == sorted((item["score"] for item in found), reverse=True)
    assert found[0]["conversation_id"] == "c1"


def test_search_tells_of_each_how_likely_it_answers(run, talk):
    found = documents(run("search", "coentro", "--json"))
    shown = run("search", "coentro").stdout
    unknown = documents(run("search", "zebra", "--json"))

    assert found[0]["relevance"] > 0.5
    assert f"{found[0]['relevance']:.0%}" in shown
    assert all(item["relevance"] < 0.1 for item in unknown)


def test_search_explains_when_asked(run, talk):
    found = documents(run("search", "aniversário", "--explain", "--json", "--limit", 1))
    shown = run("search", "aniversário", "--explain").stdout

    assert found[0]["explanation"]["keyword"] == 1.0
    assert found[0]["explanation"]["signs"]["words"] == 1.0
    assert "keyword 1.00" in shown
    assert "covered 1.00" in shown
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


def test_load_tells_what_each_part_costs(run, talk):
    run("pin", talk, "m1")
    more = [{"role": "user", "content": f"No dia {n} plantei {n} mudas de tomate."} for n in range(30)]
    run("import", "-", "--conversation", talk, stdin=json.dumps(more))
    run("compress", talk)

    (context,) = documents(run("load", talk, "--json"))
    said = run("load", talk).stderr

    tokens = context["tokens"]
    assert [tokens[name] for name in ("compressed", "pinned", "recent")] == [
        tokens["sections"][name] for name in ("summaries", "pinned", "recent")
    ]
    assert min(tokens["compressed"], tokens["pinned"], tokens["recent"]) > 0
    assert (tokens["recalled"], tokens["facts"]) == (0, tokens["sections"].get("facts", 0))
    assert f"summaries {tokens['compressed']} + pinned {tokens['pinned']} + recent {tokens['recent']}" in said


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


def test_show_tells_the_ids_that_pin_wants_when_asked(run, talk):
    lines = run("show", talk, "--last", 1, "--ids").stdout.splitlines()

    assert lines[0].rstrip() == "#1 Ana  2026-03-02 10:00  m1"
