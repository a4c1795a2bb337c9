"""What `eval` and `demo` answer, which bring along what they ask about."""

import json

import pytest

from command_line import TALK, documents

QUESTIONS = {
    "questions": [
        {"conversation_id": "c1", "question": "coentro", "evidence": ["m1", "m2"], "category": "taste"},
        {"conversation_id": "c1", "question": "aniversário", "evidence": ["m3"], "category": "date"},
        {"conversation_id": "c1", "question": "nothing known"},
    ]
}


def test_eval_scores_questions_about_what_the_file_brings_along_apart_from_the_users_data(run, tmp_path):
    messages = [{"id": row[0], "role": row[1], "content": row[3]} for row in TALK]
    (tmp_path / "q.json").write_text(json.dumps(QUESTIONS | {"conversations": {"c1": messages}}))

    (report,) = documents(run("eval", "q.json", "--json"))

    assert report["overall"]["questions"] == 2
    assert report["overall"]["at"]["5"] == 1.0
    assert report["by_category"]["taste"]["at"]["1"] == 0.5
    assert report["skipped"] == 1
    assert report["latency"]["count"] == 3
    assert not (tmp_path / "data").exists()


def test_eval_asks_about_ones_own_data_when_the_folder_is_named(run, talk, tmp_path):
    (tmp_path / "q.json").write_text(json.dumps(QUESTIONS))

    (report,) = documents(run("eval", "q.json", "--data-dir", tmp_path / "data", "--json"))

    assert report["overall"]["at"]["25"] == 1.0


def test_eval_refuses_questions_about_a_conversation_that_is_not_there(run, tmp_path):
    (tmp_path / "q.json").write_text(json.dumps(QUESTIONS))

    result = run("eval", "q.json")

    assert result.exit_code == 1
    assert "c1" in result.stderr


def test_eval_counts_the_adversarial_questions_of_locomo_apart(run, tmp_path):
    turns = [{"speaker": "Ana", "dia_id": f"D1:{n}", "text": f"assunto {n}"} for n in range(1, 5)]
    asked = [{"question": "assunto 2", "evidence": ["D1:2"], "category": c} for c in (1, 2, 3, 4, 5)]
    talk = {
        "speaker_a": "Ana",
        "speaker_b": "Bia",
        "session_1_date_time": "4:05 pm on 7 June, 2021",
        "session_1": turns,
    }
    (tmp_path / "l.json").write_text(json.dumps([{"sample_id": "s", "conversation": talk, "qa": asked}]))

    (report,) = documents(run("eval", "l.json", "--json"))
    shown = run("eval", "l.json").stdout

    assert list(report["by_category"]) == ["1 multi-hop", "2 temporal", "3 open-domain", "4 single-hop"]
    assert report["overall"]["questions"] == 4
    assert list(report["apart"]) == ["5 adversarial"]
    assert "5 adversarial (apart)" in shown


def test_eval_of_two_files_keeps_their_conversations_apart(run, tmp_path):
    for name, word in (("a.json", "banana"), ("b.json", "pera")):
        messages = [{"id": "m1", "role": "user", "content": word}]
        question = {"conversation_id": "c", "question": word, "evidence": ["m1"]}
        (tmp_path / name).write_text(json.dumps({"questions": [question], "conversations": {"c": messages}}))

    (report,) = documents(run("eval", "a.json", "b.json", "--json"))

    assert (report["overall"]["questions"], report["overall"]["at"]["1"]) == (2, 1.0)


def _talked_about(tmp_path, count=60):
    """A file of our own questions about a conversation of *count* messages, the first of which are asked about."""
    messages = [
        {
            "id": f"m{number}",
            "role": "user" if number % 2 else "assistant",
            "author": "Ana" if number % 2 else "Iara",
            "content": f"Na rua {number} mora a tia Zuleide{number}, que decidiu vender o carro por {number}00 reais.",
            "timestamp": f"2026-03-{number // 4 + 1:02}T10:00:00Z",
        }
        for number in range(1, count + 1)
    ]
    questions = [
        {"conversation_id": "c", "question": "Quem mora na rua 1?", "answer": "a Zuleide1", "evidence": ["m1"]},
        {"conversation_id": "c", "question": "Quem mora na rua 60?", "answer": "Zuleide60", "evidence": ["m60"]},
        {"conversation_id": "c", "question": "E no mar?", "answer": "não"},
    ]
    path = tmp_path / "talk.json"
    path.write_text(json.dumps({"questions": questions, "conversations": {"c": messages}}))
    return path


def test_eval_of_contexts_tells_what_they_keep_find_and_save(run, tmp_path):
    path = _talked_about(tmp_path)

    (report,) = documents(run("eval", "--context", path, "--max-tokens", 600, "--json"))

    (found,) = report["conversations"]
    kept, overall = found["retention"], report["overall"]
    assert (report["preset"], report["max_tokens"]) == ("hybrid", 600)
    assert (found["conversation_id"], found["messages"]) == ("c", 60)
    assert (kept["questions"], kept["left_out"]) == (2, 1)
    assert kept["newest_share"] == 0.5  # the last message is there, the first is not
    assert kept["ratio"] == kept["share"] / 0.5
    assert kept["newest_tokens"] <= kept["tokens"] <= 600
    assert found["evidence"] == {"1000": {"questions": 2, "share": 1.0}, "2000": {"questions": 2, "share": 1.0}}
    savings = found["savings"]
    assert savings["turns"] == 60
    assert savings["saved_share"] == pytest.approx(1 - savings["sent_tokens"] / savings["full_tokens"], abs=1e-4)
    assert savings["saved_share"] > 0.3
    assert {key: overall[key] for key in ("retention", "evidence", "savings")} == {
        key: found[key] for key in ("retention", "evidence", "savings")
    }
    assert not (tmp_path / "data").exists()


def test_eval_of_contexts_obeys_preset_and_shows_a_table(run, tmp_path):
    path = _talked_about(tmp_path)

    result = run("eval", "--context", path, "--no-savings", "--preset", "cycles")

    header, row, *rest = result.stdout.splitlines()
    assert header.split()[-3:] == ["saved", "%", "tokens"]
    assert row.split()[:2] == ["c", "2"]
    assert row.split()[-2] == "-"  # no savings were asked for
    assert rest[-1].startswith("preset cycles, ")
    assert "1 questions without a word to look for" in " ".join(result.stdout.split())


def test_eval_of_contexts_never_writes_into_the_folder_that_it_asks(run, talk, tmp_path):
    questions = {"questions": [{"conversation_id": "c1", "question": "coentro", "answer": "coentro", "evidence": []}]}
    (tmp_path / "q.json").write_text(json.dumps(questions))

    (report,) = documents(run("eval", "--context", "q.json", "--data-dir", tmp_path / "data", "--json"))

    assert report["overall"]["retention"]["share"] == 1.0
    assert report["overall"]["savings"]["turns"] == 4
    (status,) = documents(run("status", "--json"))
    assert (status["entries"], status["scopes"]) == (4, 1)


def test_eval_of_contexts_leaves_the_adversarial_questions_out(run, tmp_path):
    turns = [{"speaker": name, "dia_id": f"D1:{n}", "text": f"assunto {n}"} for n, name in enumerate("ABAB", 1)]
    asked = [{"question": "o quê?", "answer": "assunto 2", "evidence": ["D1:2"], "category": c} for c in (1, 5)]
    talked = {"speaker_a": "A", "speaker_b": "B", "session_1_date_time": "4:05 pm on 7 June, 2021", "session_1": turns}
    (tmp_path / "l.json").write_text(json.dumps([{"sample_id": "s", "conversation": talked, "qa": asked}]))

    (report,) = documents(run("eval", "--context", "l.json", "--no-savings", "--json"))

    assert report["overall"]["retention"]["questions"] == 1
    assert report["overall"]["evidence"]["1000"]["questions"] == 1
    assert report["overall"]["savings"] is None


def test_the_demo_tells_what_its_contexts_save(run):
    (report,) = documents(run("demo", "--json"))

    tokens = report["tokens"]
    assert 0 < tokens["sent"] < tokens["full_history"]
    saved = f"{1 - tokens['sent'] / tokens['full_history']:.0%} saved."
    assert saved in " ".join(run("demo").stdout.split())


def test_the_demo_shows_a_fact_learned_replaced_believed_and_recalled(run):
    (report,) = documents(run("demo", "--json"))
    shown = run("demo").stdout

    known = report["known"]
    actions = [change["action"] for change in known["changes"]]
    assert actions[0] == "learn"
    assert "supersede" in actions
    believed = {each["key"]: each for each in known["profile"]["preferences"]}
    assert "Curitiba" in believed["residence"]["value"]
    assert "Recife" in believed["residence"]["history"][0]["value"]
    assert "Curitiba" in known["recalled"][0]["content"]
    assert all(part in shown for part in ("takes the place of", "before: mora em Recife", "Onde eu moro?"))


def test_the_demo_can_be_kept(run, tmp_path):
    result = run("demo", "--data-dir", tmp_path / "kept", "--json")

    assert result.exit_code == 0
    listed = documents(
        run("conversations", "--tenant", "demo", "--user", "ruth", "--data-dir", tmp_path / "kept", "--json")
    )
    assert [item["id"] for item in listed] == ["sample-en"]
