"""The two conversations that the package brings along."""

import json
from importlib.resources import files

import pytest

from lembranca.adapters.inbound.formats import ImportedMessage, open_source, read_evaluation, read_messages

SAMPLES = files("lembranca.adapters.inbound.cli") / "samples"
CONVERSATIONS = {"pt": "amostra-pt", "en": "sample-en"}


def messages(language):
    with open_source(str(SAMPLES / f"{language}.jsonl")) as stream:
        return list(read_messages(stream))


def questions():
    with open_source(str(SAMPLES / "questions.json")) as stream:
        return read_evaluation(stream)


@pytest.mark.parametrize("language", CONVERSATIONS)
def test_a_sample_is_a_long_conversation_over_weeks_in_order(language):
    found = messages(language)

    assert all(isinstance(item, ImportedMessage) for item in found)
    assert {item.conversation_id for item in found} == {CONVERSATIONS[language]}
    assert len({item.message.id for item in found}) == len(found) >= 130
    times = [item.message.timestamp for item in found]
    assert times == sorted(times)
    assert (times[-1] - times[0]).days >= 40


@pytest.mark.parametrize("language", CONVERSATIONS)
def test_each_sample_has_five_questions_whose_evidence_lies_before_the_last_messages(language):
    earlier = {item.message.id for item in messages(language)[:-10]}

    asked = [item for item in questions().questions if item.conversation_id == CONVERSATIONS[language]]

    assert len(asked) == 5
    assert all(item.evidence and earlier.issuperset(item.evidence) for item in asked)
    assert {"changed", "paraphrase"} <= {item.category for item in asked}


def test_the_samples_are_in_utf_8_as_people_write():
    text = (SAMPLES / "pt.jsonl").read_text(encoding="utf-8")

    assert "ção" in text
    assert json.loads(text.splitlines()[0])["role"] == "user"
