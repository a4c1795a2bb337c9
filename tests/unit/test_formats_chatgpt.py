"""The conversations.json of a ChatGPT data export."""

import io
import json
from datetime import UTC, datetime

from lembranca.adapters.inbound.formats import BadRecord, read_messages


def node(parent, role="user", content="hi", **fields):
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    message = {"id": fields.pop("id", None), "author": {"role": role}, "content": content, "create_time": 1772489040.5}
    return {"parent": parent, "children": [], "message": message | fields}


def conversation(nodes, **fields):
    root = {"id": "root", "message": None, "parent": None, "children": ["x"]}
    return {"title": "Plants", "conversation_id": "c-1", "mapping": {"root": root} | nodes} | fields


def records(*conversations):
    return list(read_messages(io.BytesIO(json.dumps(conversations).encode())))


def contents(*conversations):
    return [record.message.content for record in records(*conversations)]


def test_the_live_branch_is_read_from_its_root_to_its_leaf():
    nodes = {
        "a": node("root", content="draft"),
        "b": node("root", content="question"),
        "c": node("b", "assistant", "rejected answer"),
        "d": node("b", "assistant", "answer"),
    }

    found = records(conversation(nodes, current_node="d"))

    assert [(item.message.role, item.message.content) for item in found] == [
        ("user", "question"),
        ("assistant", "answer"),
    ]
    assert [(item.conversation_id, item.title, item.where) for item in found] == [
        ("c-1", "Plants", "conversation 1, message 1"),
        ("c-1", "Plants", "conversation 1, message 2"),
    ]
    assert found[0].message.timestamp == datetime(2026, 3, 2, 22, 4, 0, 500000, tzinfo=UTC)


def test_the_message_is_named_by_its_own_id_else_by_its_node():
    nodes = {"a": node("root"), "b": node("a", id="m-2")}

    assert [item.message.id for item in records(conversation(nodes, current_node="b"))] == ["a", "m-2"]


def test_a_conversation_without_a_known_end_is_read_up_to_its_last_leaf():
    nodes = {"a": node("root", content="one"), "b": node("a", content="two")}
    nodes["a"]["children"] = ["b"]

    assert contents(conversation(nodes, current_node="gone")) == ["one", "two"]


def test_empty_hidden_and_unsaid_messages_are_left_out():
    nodes = {
        "a": node("root", "system", ""),
        "b": node("a", content="secret", metadata={"is_visually_hidden_from_conversation": True}),
        "c": node("b", "assistant", {"content_type": "thoughts", "thoughts": [{"content": "hmm"}]}),
        "d": node("c", "user", {"content_type": "user_editable_context", "text": "about me"}),
        "e": node("d", "assistant", None),
        "f": node("e", "assistant", "said"),
    }

    assert contents(conversation(nodes, current_node="f")) == ["said"]


def test_code_and_what_a_tool_answers_are_read():
    nodes = {
        "a": node("root", "assistant", {"content_type": "code", "text": "print(1)"}, recipient="python"),
        "b": node("a", "tool", {"content_type": "execution_output", "text": "1"}),
    }
    nodes["b"]["message"]["author"]["name"] = "python"

    code, output = records(conversation(nodes, current_node="b"))

    assert (code.message.content, code.message.metadata) == (
        "print(1)",
        {"content_type": "code", "recipient": "python"},
    )
    assert (output.message.role, output.message.author, output.message.content) == ("tool", "python", "1")


def test_pictures_sounds_and_files_become_attachments():
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://p1"}
    drawn = picture | {"metadata": {"dalle": {"prompt": "a red fox"}}}
    spoken = {"content_type": "audio_transcription", "text": "hello there"}
    sound = {
        "content_type": "real_time_user_audio_video_asset_pointer",
        "audio_asset_pointer": {"asset_pointer": "sediment://s1"},
    }
    parts = {"content_type": "multimodal_text", "parts": [picture, drawn, spoken, sound]}
    files = {"attachments": [{"id": "f1", "name": "a.pdf", "mime_type": "application/pdf"}]}
    nodes = {
        "a": node("root", content=parts, metadata=files),
        "b": node("a", content={"content_type": "multimodal_text", "parts": [picture]}),
    }

    first, second = (item.message for item in records(conversation(nodes, current_node="b")))

    assert first.content == "hello there"
    assert [(item.type, item.uri, item.description) for item in first.attachments] == [
        ("image", "file-service://p1", None),
        ("image", "file-service://p1", "a red fox"),
        ("audio", "sediment://s1", None),
        ("document", "f1", "a.pdf"),
    ]
    assert second.content == "[image]"


def test_a_message_without_a_time_has_that_of_the_one_before():
    nodes = {"a": node("root", create_time=None), "b": node("a", create_time=200), "c": node("b", create_time=None)}

    found = records(conversation(nodes, current_node="c", create_time=100))

    assert [item.message.timestamp.timestamp() for item in found] == [100, 200, 200]


def test_a_bad_message_is_named_and_the_rest_goes_on():
    nodes = {"a": node("root", "robot"), "b": node("a", content="fine"), "c": node("b", create_time="long ago")}
    nodes["d"] = {"parent": "c", "message": "text"}

    found = records(conversation(nodes, current_node="d"), {"title": "no tree"})

    assert [item.where for item in found if isinstance(item, BadRecord)] == [
        "conversation 1, message 1",
        "conversation 1, message 3",
        "conversation 1, message 4",
        "conversation 2",
    ]
    assert [item.message.content for item in found if not isinstance(item, BadRecord)] == ["fine"]


def test_a_time_that_cannot_be_read_spoils_only_its_own_message():
    nodes = {"a": node("root", create_time="long ago"), "b": node("a", content="next", create_time=None)}

    bad, good = records(conversation(nodes, current_node="b", create_time=100))

    assert (bad.where, good.message.timestamp.timestamp()) == ("conversation 1, message 1", 100)


def test_a_broken_tree_is_reported_and_what_hangs_together_is_read():
    lost = conversation({"b": node("missing", content="end")}, current_node="b")
    ring = conversation({"a": node("b", content="one"), "b": node("a", content="two")}, current_node="b")

    found = records(lost, ring)

    assert [item.where for item in found if isinstance(item, BadRecord)] == ["conversation 1", "conversation 2"]
    assert [item.message.content for item in found if not isinstance(item, BadRecord)] == ["end", "one", "two"]


def test_a_conversation_without_an_id_is_named_by_its_content():
    one = conversation({"a": node("root")}, current_node="a", conversation_id=None)

    assert records(one)[0].conversation_id.startswith("import-")
    assert records(one) == records(one)
