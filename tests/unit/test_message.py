"""What a message may be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import Attachment, Message, NewMessage, check_size, difference, placed, title_of

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def message(content: str = "oi", **fields) -> Message:
    return Message("m1", "c", fields.pop("role", "user"), content, NOON, **fields)


@given(st.text(min_size=1))
def test_any_text_is_kept_as_it_is(content):
    if any("\ud800" <= character <= "\udfff" for character in content):
        with pytest.raises(InvalidInput):
            NewMessage("user", content)
    else:
        assert NewMessage("user", content).content == content


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("role", "usr"),
        ("role", ["user"]),
        ("content", ""),
        ("content", None),
        ("content", 5),
        ("content", b"oi"),
        ("content", "\ud800"),
        ("id", ""),
        ("id", "a" * 513),
        ("id", "a\0"),
        ("author", ""),
        ("author", "a" * 201),
        ("channel", 7),
        ("timestamp", "yesterday"),
        ("timestamp", 1_700_000_000),
        ("metadata", []),
        ("metadata", {1: 2}),
        ("metadata", {"a": float("nan")}),
        ("metadata", {"a": object()}),
        ("pinned", "yes"),
    ],
)
def test_a_value_that_breaks_a_rule_is_refused_by_name(field, value):
    fields = {"role": "user", "content": "oi", field: value}

    with pytest.raises(InvalidInput) as refused:
        NewMessage(**fields)

    assert refused.value.field == field
    assert refused.value.value is value
    assert field in str(refused.value)


def test_metadata_that_goes_around_in_circles_is_refused():
    circle: dict[str, object] = {}
    circle["again"] = circle

    with pytest.raises(InvalidInput, match="metadata"):
        NewMessage("user", "oi", metadata=circle)


def test_a_mapping_is_read_with_its_attachments():
    read = NewMessage.from_mapping(
        {
            "role": "user",
            "content": "olha",
            "id": "m7",
            "author": None,
            "timestamp": "2026-03-02T09:00:00-03:00",
            "attachments": [{"type": "image", "description": "um gato"}, Attachment("audio", transcript="miau")],
            "metadata": {"k": [1]},
        }
    )

    assert read == NewMessage(
        "user",
        "olha",
        id="m7",
        timestamp=NOON,
        attachments=(Attachment("image", description="um gato"), Attachment("audio", transcript="miau")),
        metadata={"k": [1]},
    )


@pytest.mark.parametrize(
    ("mapping", "field"),
    [
        ({"role": "user"}, "content"),
        ({"content": "oi"}, "role"),
        ({"role": "user", "content": "oi", "text": "x"}, "message"),
        ("oi", "message"),
        (None, "message"),
        ({"role": "user", "content": "oi", "attachments": "x"}, "attachments"),
        ({"role": "user", "content": "oi", "attachments": [1]}, "attachment"),
        ({"role": "user", "content": "oi", "attachments": [{"type": "image", "size": 1}]}, "attachment"),
        ({"role": "user", "content": "oi", "attachments": [{"type": "smell"}]}, "attachment.type"),
        ({"role": "user", "content": "oi", "attachments": [{"type": "image", "uri": ""}]}, "attachment.uri"),
    ],
)
def test_a_mapping_that_is_no_message_is_refused_by_name(mapping, field):
    with pytest.raises(InvalidInput) as refused:
        NewMessage.from_mapping(mapping)

    assert refused.value.field == field


@pytest.mark.parametrize(
    "given_time",
    [NOON, NOON.replace(tzinfo=None), NOON.astimezone(timezone(timedelta(hours=-3))), "2026-03-02T12:00:00"],
)
def test_times_are_kept_in_utc_and_without_a_zone_taken_as_such(given_time):
    kept = NewMessage("user", "oi", timestamp=given_time).timestamp

    assert (kept, kept.tzinfo) == (NOON, UTC)


def test_a_time_that_utc_cannot_hold_is_refused():
    first = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14)))

    with pytest.raises(InvalidInput, match="timestamp"):
        NewMessage("user", "oi", timestamp=first)


def test_the_size_limit_counts_bytes():
    check_size(NewMessage("user", "é" * 5), max_bytes=10)

    with pytest.raises(InvalidInput, match="at most 9 bytes"):
        check_size(NewMessage("user", "é" * 5), max_bytes=9)


def test_a_message_is_found_by_its_words_its_author_and_its_attachments():
    said = message("olha", author="Ana", attachments=(Attachment("image", description="um gato", transcript="miau"),))

    assert said.searchable == "Ana: olha\num gato miau"
    assert said.speaker == "Ana"
    assert (message("olha").searchable, message("olha").speaker) == ("olha", "user")


def test_a_repeated_message_differs_by_role_content_or_author():
    assert difference(message(), message()) is None
    assert difference(message(), message("tchau")) == "content"
    assert difference(message(), message(role="assistant")) == "role"
    assert difference(message(), message(author="Ana")) == "author"


def test_a_message_is_placed_without_changing_the_original():
    original = message()

    assert placed(original, 3).position == 3
    assert original.position == 0


def test_a_conversation_is_titled_after_what_the_user_says_first():
    said = [message("bem-vindo", role="assistant"), message("  quero\n viajar  "), message("amanhã")]

    assert title_of(said) == "quero viajar"


@given(st.text())
def test_a_title_has_at_most_sixty_characters(content):
    title = title_of([message(content)])

    assert title is None or 0 < len(title) <= 60


def test_without_words_of_the_user_there_is_no_title():
    assert title_of([message("oi", role="assistant"), message(" \n")]) is None
