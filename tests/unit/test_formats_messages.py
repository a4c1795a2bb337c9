"""Our own JSON Lines and the messages of chat services."""

import io
import json
from datetime import UTC, datetime

import pytest

from lembranca.adapters.inbound.formats import BadRecord, ImportedMessage, read_messages


def records(content):
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    return list(read_messages(io.BytesIO(data)))


def lines(*items):
    return "\n".join(item if isinstance(item, str) else json.dumps(item) for item in items).encode()


def only(content):
    (record,) = records(content)
    assert isinstance(record, ImportedMessage), record
    return record


def test_a_line_of_our_own_keeps_every_field():
    line = {
        "conversation_id": "c1",
        "id": "m1",
        "role": "user",
        "author": "Lia",
        "content": "Oi",
        "timestamp": "2026-03-02T19:04:00-03:00",
        "channel": "web",
        "attachments": [{"type": "image", "uri": "a.png", "description": "um gato"}],
        "metadata": {"mood": "good"},
        "pinned": True,
    }

    record = only(lines(line))

    message = record.message
    assert (record.conversation_id, record.where, message.id) == ("c1", "line 1", "m1")
    assert (message.role, message.author, message.content, message.channel) == ("user", "Lia", "Oi", "web")
    assert message.timestamp == datetime(2026, 3, 2, 22, 4, tzinfo=UTC)
    assert message.attachments[0].description == "um gato"
    assert message.metadata == {"mood": "good"}
    assert message.pinned is True


def test_unknown_keys_are_kept_in_the_metadata_and_the_given_metadata_wins():
    message = only([{"role": "user", "content": "a", "mood": "x", "n": 1, "metadata": {"mood": "y"}}]).message

    assert message.metadata == {"mood": "y", "n": 1}


def test_a_bad_line_is_named_and_the_rest_goes_on():
    found = records(lines({"role": "user", "content": "a"}, "{broken", "", {"role": "cat", "content": "b"}, "7"))
    found += records(lines({"role": "user", "content": "a"}, {"role": "user"}))

    bad = {(record.where, record.reason.split(":")[0]) for record in found if isinstance(record, BadRecord)}
    assert bad == {
        ("line 2", "is not JSON"),
        ("line 4", "role"),
        ("line 5", "message"),
        ("line 2", "content"),
    }
    assert sum(isinstance(record, ImportedMessage) for record in found) == 2


def test_a_bad_message_of_a_list_is_named_by_its_position():
    good = b'{"role": "user", "content": "a"}'
    items = [good, good.replace(b'"a"', b'"\xff"'), b"NaN", good.replace(b'"user"', b"1")]

    found = records(b"[" + b", ".join(items) + b"]")

    assert [(record.where, getattr(record, "reason", "")) for record in found][:3] == [
        ("message 2", "is not UTF-8 (byte 30)"),
        ("message 3", "is not JSON: NaN is not a JSON number"),
        ("message 4", "role: must be one of user, assistant, system, tool, not 1"),
    ]
    assert found[3].message.content == "a"


def test_a_pretty_printed_object_of_messages_is_one_conversation():
    chat = {"id": 7, "title": "T", "messages": [{"role": "user", "content": "a"}, {"role": "bad", "content": "b"}]}

    good, bad = records(json.dumps(chat, indent=2).encode())

    assert (good.conversation_id, good.title, good.where) == ("7", "T", "message 1")
    assert bad.where == "message 2"


def test_lines_of_conversations_are_one_conversation_each():
    def chat(answer):
        return {"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": answer}]}

    found = records(lines(chat("b"), chat("c"), {"messages": "none"}))

    assert [record.where for record in found] == [
        "line 1, message 1",
        "line 1, message 2",
        "line 2, message 1",
        "line 2, message 2",
        "line 3",
    ]
    assert len({record.conversation_id for record in found[:4]}) == 2


def test_text_parts_are_joined_and_the_others_become_attachments():
    parts = [
        {"type": "text", "text": "look"},
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
        {"type": "file", "file": {"file_id": "f-1", "filename": "a.pdf"}},
        {"type": "hologram"},
        "twice",
    ]

    message = only([{"role": "user", "content": parts}]).message

    assert message.content == "look\ntwice"
    assert [(item.type, item.uri, item.description) for item in message.attachments] == [
        ("image", "https://example.org/a.png", None),
        ("audio", None, None),
        ("document", "f-1", "a.pdf"),
        ("other", None, "hologram"),
    ]


def test_a_picture_without_words_is_a_message_all_the_same():
    embedded = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 5000}}

    message = only([{"role": "user", "content": [embedded]}]).message

    assert message.content == "[image]"
    assert message.attachments[0].uri.startswith("urn:sha256:")


def test_a_call_of_tools_says_what_is_called():
    call = {"id": "1", "type": "function", "function": {"name": "search", "arguments": '{"q": "rain"}'}}

    message = only([{"role": "assistant", "content": None, "tool_calls": [call]}]).message

    assert message.content == 'search({"q": "rain"})'
    assert message.metadata["tool_calls"] == [call]


def test_arguments_that_are_no_text_are_written_as_json():
    call = {"name": "search", "arguments": {"q": "chão"}}

    assert only([{"role": "assistant", "content": None, "function_call": call}]).message.content == (
        'search({"q": "chão"})'
    )


@pytest.mark.parametrize(("given", "read"), [("developer", "system"), ("function", "tool")])
def test_roles_of_other_dialects_are_read_as_ours(given, read):
    assert only([{"role": given, "content": "a"}]).message.role == read


def test_a_name_serves_as_author():
    assert only([{"role": "user", "name": "Rui", "content": "a"}]).message.author == "Rui"


@pytest.mark.parametrize(
    "written",
    [1772489040, 1772489040.0, 1772489040000, "1772489040", "2026-03-02T22:04:00Z", "2026-03-02T22:04:00"],
)
def test_times_are_read_as_iso_text_or_as_seconds_or_milliseconds(written):
    message = only([{"role": "user", "content": "a", "timestamp": written}]).message

    assert message.timestamp == datetime(2026, 3, 2, 22, 4, tzinfo=UTC)


@pytest.mark.parametrize("written", ["NaN", "1e400", "-1e400", "1e15", str(10**400), "true", '"soon"', "[]", "{}"])
def test_a_time_that_is_none_is_a_bad_record(written):
    bad, good = records(
        f'{{"role": "user", "content": "a", "timestamp": {written}}}\n{{"role": "user", "content": "b"}}'.encode()
    )

    assert (bad.where, good.where) == ("line 1", "line 2")


@pytest.mark.parametrize(
    "broken",
    [
        {"attachments": "a.png"},
        {"attachments": [{"type": "smell"}]},
        {"metadata": [1]},
        {"metadata": "x"},
        {"pinned": "yes"},
        {"author": 3},
        {"content": [1]},
        {"content": {"a": 1}},
        {"content": ""},
        {"content": "\ud800"},
        {"id": ["a"]},
        {"conversation_id": ["a"]},
        {"conversation_id": ""},
    ],
)
def test_a_value_that_breaks_a_rule_is_a_bad_record(broken):
    (record,) = records([{"role": "user", "content": "a"} | broken])

    assert isinstance(record, BadRecord)
    assert record.where == "message 1"


def test_messages_of_many_conversations_may_be_mixed():
    found = records(
        lines(
            {"conversation_id": "a", "role": "user", "content": "1"},
            {"conversation_id": "b", "role": "user", "content": "1"},
            {"conversation_id": "a", "role": "user", "content": "2"},
        )
    )

    assert [record.conversation_id for record in found] == ["a", "b", "a"]
    assert len({record.message.id for record in found}) == 3


class TestIds:
    def chat(self, count, start="a"):
        return [{"role": "user", "content": f"{start}{number}"} for number in range(count)]

    def ids(self, content):
        return [(record.conversation_id, record.message.id) for record in records(content)]

    def test_reading_twice_gives_the_same_ids(self):
        assert self.ids(self.chat(30)) == self.ids(self.chat(30))

    def test_a_list_and_lines_of_the_same_messages_have_the_same_ids(self):
        assert self.ids(self.chat(12)) == self.ids(lines(*self.chat(12)))

    def test_equal_messages_have_ids_of_their_own(self):
        assert len(set(self.ids([{"role": "user", "content": "ok"}] * 20))) == 20

    def test_a_long_conversation_keeps_its_ids_when_it_grows(self):
        assert self.ids(self.chat(40))[:9] == self.ids(self.chat(9))

    def test_conversations_that_begin_otherwise_are_others(self):
        assert self.ids(self.chat(9))[0][0] != self.ids(self.chat(9, start="b"))[0][0]

    def test_repairing_a_line_leaves_the_other_ids_as_they_are(self):
        broken = self.ids(lines(*self.chat(12), *self.chat(3, "x")))
        repaired = self.ids(lines(*self.chat(12), {"role": "user", "content": "new"}, *self.chat(3, "x")))

        assert set(broken) < set(repaired)

    def test_a_conversation_of_its_own_name_gives_ids_of_its_own(self):
        named = [item | {"conversation_id": name} for item in self.chat(1) for name in ("c1", "c2")]

        assert len({message_id for _, message_id in self.ids(named)}) == 2
