"""The LoCoMo benchmark's format, on a miniature of our own."""

import io
import json
from datetime import UTC, datetime

import pytest

from lembranca.adapters.inbound.formats import BadRecord, UnknownEvidence, read_evaluation, read_messages


def sample(**fields):
    return {
        "sample_id": "mini-1",
        "conversation": {
            "speaker_a": "Ada",
            "speaker_b": "Bo",
            "session_10_date_time": "12:05 am on 1 March, 2024",
            "session_10": [{"speaker": "Bo", "dia_id": "D10:1", "text": "Back from the sea."}],
            "session_2_date_time": "12:30 pm on 29 February, 2024",
            "session_2": [
                {"speaker": "Ada", "dia_id": "D2:1", "text": "I bought a kite."},
                {
                    "speaker": "Bo",
                    "dia_id": "D2:2",
                    "text": "Mine!",
                    "img_url": ["http://example.org/1.jpg", "http://example.org/2.jpg"],
                    "blip_caption": "a blue kite",
                    "query": "kite",
                },
                {"speaker": "Ada", "dia_id": "D2:3", "text": "", "blip_caption": "a green kite"},
            ],
            "session_3_date_time": "1:00 pm on 2 March, 2024",
        },
        "qa": [
            {"question": "Who has a blue kite?", "answer": "Bo", "evidence": ["D2:1; D2:2", "D2:1"], "category": 1},
            {"question": "When?", "answer": 2024, "evidence": ["D10:1", "D", "D2:99"], "category": 2},
            {"question": "Trap?", "adversarial_answer": "x", "evidence": [], "category": 5},
            {"answer": "no question"},
            "no object",
        ],
    } | fields


def stream(value):
    return io.BytesIO(json.dumps(value, indent=1).encode())


def test_turns_are_read_session_after_session_with_their_speakers_and_times():
    found = list(read_messages(stream(sample())))

    assert [(item.message.id, item.message.role, item.message.author) for item in found] == [
        ("D2:1", "user", "Ada"),
        ("D2:2", "assistant", "Bo"),
        ("D2:3", "user", "Ada"),
        ("D10:1", "assistant", "Bo"),
    ]
    assert [item.message.timestamp for item in found] == [
        datetime(2024, 2, 29, 12, 30, 0, tzinfo=UTC),
        datetime(2024, 2, 29, 12, 30, 1, tzinfo=UTC),
        datetime(2024, 2, 29, 12, 30, 2, tzinfo=UTC),
        datetime(2024, 3, 1, 0, 5, 0, tzinfo=UTC),
    ]
    assert {item.conversation_id for item in found} == {"mini-1"}
    assert found[1].where == "session 2, turn 2"


def test_pictures_become_attachments_described_by_their_caption():
    found = [item.message for item in read_messages(stream(sample()))]

    assert [(item.uri, item.description) for item in found[1].attachments] == [
        ("http://example.org/1.jpg", "a blue kite"),
        ("http://example.org/2.jpg", None),
    ]
    assert (found[2].content, found[2].attachments[0].description) == ("[image]", "a green kite")


def test_questions_name_their_turns_and_what_names_none_is_counted():
    found = read_evaluation(stream(sample()))

    assert [(item.question, item.evidence, item.category, item.answer) for item in found.questions] == [
        ("Who has a blue kite?", ("D2:1", "D2:2"), "1", "Bo"),
        ("When?", ("D10:1",), "2", "2024"),
        ("Trap?", (), "5", None),
    ]
    assert found.dropped_evidence == 2
    assert [item.where for item in found.problems if isinstance(item, UnknownEvidence)] == ["question 2"] * 2
    assert [item.where for item in found.problems if not isinstance(item, UnknownEvidence)] == [
        "question 4",
        "question 5",
    ]


def test_a_list_of_samples_is_read_one_after_the_other():
    found = read_evaluation(stream([sample(), sample(sample_id="mini-2")]))

    assert {item.conversation_id for item in found.messages} == {"mini-1", "mini-2"}
    assert [item.conversation_id for item in found.questions] == ["mini-1"] * 3 + ["mini-2"] * 3
    assert found.messages[4].where == "conversation 2, session 2, turn 1"


@pytest.mark.parametrize(
    "written", [None, 5, "yesterday", "13:75 pm on 1 March, 2024", "1:00 pm on 31 June, 2024", "1:00 pm on 1 Mai, 2024"]
)
def test_a_session_whose_date_cannot_be_read_keeps_its_turns(written):
    broken = sample()
    broken["conversation"]["session_10_date_time"] = written

    found = list(read_messages(stream(broken)))

    assert [item.where for item in found if isinstance(item, BadRecord)] == ["session 10"]
    assert found[-1].message.timestamp is None


def test_a_bad_turn_is_named_and_the_rest_goes_on():
    broken = sample()
    broken["conversation"]["session_2"][0] = {"speaker": "Ada", "dia_id": "D2:1"}
    broken["conversation"]["session_2"][1] = "words"

    found = list(read_messages(stream(broken)))

    assert [item.where for item in found if isinstance(item, BadRecord)] == ["session 2, turn 1", "session 2, turn 2"]
    assert [item.message.id for item in found if not isinstance(item, BadRecord)] == ["D2:3", "D10:1"]


def test_a_sample_without_an_id_gets_a_stable_one_that_its_questions_share():
    one, two = (read_evaluation(stream(sample(sample_id=None))) for _ in range(2))

    assert one == two
    assert {item.conversation_id for item in one.questions} == {one.messages[0].conversation_id}


def test_a_session_at_the_end_of_time_has_room_for_one_turn_only():
    late = sample()
    late["conversation"]["session_2_date_time"] = "11:59 pm on 31 December, 9999"
    late["conversation"]["session_2"] = [{"speaker": "Ada", "dia_id": f"D2:{n}", "text": "hi"} for n in range(62)]

    bad = [item.where for item in read_messages(stream(late)) if isinstance(item, BadRecord)]

    assert bad == ["session 2, turn 61", "session 2, turn 62"]


def test_a_sample_that_is_none_is_named_and_the_rest_goes_on():
    found = list(read_messages(stream([sample(), 5, sample(conversation=[])])))

    assert [item.where for item in found[4:]] == ["conversation 2", "conversation 3"]
