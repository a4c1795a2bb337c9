"""What `eval` and `demo` answer, which bring along what they ask about."""

import json

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


def test_the_demo_can_be_kept(run, tmp_path):
    result = run("demo", "--data-dir", tmp_path / "kept", "--json")

    assert result.exit_code == 0
    listed = documents(
        run("conversations", "--tenant", "demo", "--user", "ruth", "--data-dir", tmp_path / "kept", "--json")
    )
    assert [item["id"] for item in listed] == ["sample-en"]
