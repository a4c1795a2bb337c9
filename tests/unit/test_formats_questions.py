"""Our own question format."""

import io
import json

import pytest

from lembranca.adapters.inbound.formats import UnknownEvidence, read_evaluation, read_messages
from lembranca.domain.errors import InvalidInput
from lembranca.domain.evaluation import Question

ASKED = {"conversation_id": "c", "question": "Where?", "evidence": ["m1"], "category": "place", "answer": "Here"}


def stream(value):
    return io.BytesIO(json.dumps(value, indent=2).encode())


def test_questions_alone_keep_their_evidence_as_it_is():
    found = read_evaluation(stream({"questions": [ASKED]}))

    assert found.questions == (Question("c", "Where?", ("m1",), "place", "Here"),)
    assert (found.messages, found.problems) == ((), ())


def test_conversations_that_come_along_are_read_and_the_evidence_is_checked_against_them():
    messages = [{"id": "m1", "role": "user", "content": "a"}, {"id": "m2", "role": "cat", "content": "b"}]
    file = {"conversations": {"c": messages}, "questions": [ASKED | {"evidence": ["m1", "m2", "m1"]}]}

    found = read_evaluation(stream(file))

    assert [(item.conversation_id, item.message.id) for item in found.messages] == [("c", "m1")]
    assert found.questions[0].evidence == ("m1",)
    assert [type(item) is UnknownEvidence for item in found.problems] == [False, True]
    assert found.dropped_evidence == 1


def test_the_conversations_of_a_question_file_can_be_imported():
    file = {"conversations": {"c": [{"role": "user", "content": "a"}], "d": 3}, "questions": []}

    good, bad = read_messages(stream(file))

    assert (good.conversation_id, good.where) == ("c", "conversation 'c', message 1")
    assert bad.where == "conversation 'd'"


@pytest.mark.parametrize(
    "broken",
    [
        "text",
        ASKED | {"question": ""},
        ASKED | {"conversation_id": None},
        ASKED | {"evidence": "m1"},
        ASKED | {"evidence": [[1]]},
    ],
)
def test_a_bad_question_is_named_and_the_rest_goes_on(broken):
    found = read_evaluation(stream({"questions": [broken, ASKED]}))

    assert [item.where for item in found.problems] == ["question 1"]
    assert len(found.questions) == 1


def test_conversations_of_the_wrong_shape_are_reported():
    assert read_evaluation(stream({"questions": [], "conversations": []})).problems[0].where == "file"


def test_a_file_without_questions_is_refused():
    with pytest.raises(InvalidInput, match="our own questions"):
        read_evaluation(stream([{"role": "user", "content": "a"}]))
