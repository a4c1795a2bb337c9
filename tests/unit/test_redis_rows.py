"""Keys, messages as bytes, and errors of the Redis adapter, without a server."""

import itertools
import re
import traceback
from dataclasses import replace
from datetime import UTC

import pytest
import redis.exceptions
from hypothesis import given
from hypothesis import strategies as st
from redis.crc import key_slot

from lembranca.adapters.outbound.redis import RedisMemoryRepository, rows, scripts
from lembranca.adapters.outbound.redis.errors import ERRORS, translated
from lembranca.domain.errors import (
    Closed,
    ConfigurationError,
    StorageDamaged,
    StorageError,
    StorageFull,
    StorageUnavailable,
)
from lembranca.domain.message import ATTACHMENT_TYPES, ROLES, Attachment, Message
from lembranca.domain.scope import Scope
from lembranca.testing.samples import HOSTILE_IDS, SCOPE, message

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=50)
OPTIONAL = st.none() | TEXTS
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
MESSAGES = st.builds(
    Message,
    id=TEXTS,
    conversation_id=TEXTS,
    role=st.sampled_from(ROLES),
    content=TEXTS,
    timestamp=st.datetimes(timezones=st.just(UTC)),
    author=OPTIONAL,
    channel=OPTIONAL,
    attachments=st.lists(
        st.builds(Attachment, st.sampled_from(ATTACHMENT_TYPES), OPTIONAL, OPTIONAL, OPTIONAL), max_size=2
    ).map(tuple),
    metadata=st.dictionaries(TEXTS, JSON, max_size=3),
    pinned=st.booleans(),
    position=st.integers(1, 1 << 40),
)


@given(st.lists(MESSAGES, max_size=3), st.booleans())
def test_any_messages_come_back_as_they_were(given_messages, decodes):
    # a script puts pin and body of each message side by side; a client may be set to decode what it receives
    text = b"[" + b",".join(b"[%d,%b]" % (item.pinned, rows.pack_body(item)) for item in given_messages) + b"]"
    placed = [replace(item, conversation_id="c1", position=place) for place, item in enumerate(given_messages, start=7)]

    assert rows.unpack(text.decode() if decodes else text, "c1", 7) == placed


@given(MESSAGES)
def test_the_body_of_a_stored_message_begins_behind_its_id(item):
    value = rows.pack(item)
    length = int(value[33:41])

    assert value[41 : 41 + length].decode() == item.id
    assert value[41 + length :] == rows.pack_body(item)
    assert value[:1] == (b"1" if item.pinned else b"0")


@pytest.mark.parametrize("author", [None, "None", "True"])
@pytest.mark.parametrize("content", ["Oi", "Oi "])
def test_the_digest_tells_repeats_from_conflicts(author, content):
    one, other = message(author=None, content="Oi"), message(author=author, content=content, channel="web")

    assert (rows.pack(one)[1:33] == rows.pack(other)[1:33]) == (author is None and content == "Oi")


@given(st.datetimes(timezones=st.just(UTC)), st.datetimes(timezones=st.just(UTC)))
def test_times_as_text_compare_as_times(one, other):
    assert (rows.pack_time(one) < rows.pack_time(other)) == (one < other)


def test_every_key_of_a_conversation_and_every_script_is_one_key_in_one_slot():
    for tenant, user in itertools.product(HOSTILE_IDS[::4], repeat=2):
        for name in HOSTILE_IDS:
            key = rows.conversation_key(Scope(tenant, user), name)
            (tag,) = re.findall(r"\{(.*?)\}", key)
            assert key_slot(key.encode()) == key_slot(tag.encode())
    for script in (scripts.ADD, scripts.REPLACE, scripts.SAVE, scripts.PIN, scripts.READ, scripts.INDEX):
        assert set(re.findall(r"KEYS\[(\d)\]", script.text)) == {"1"}


def test_conversations_spread_over_the_slots():
    slots = {key_slot(rows.conversation_key(SCOPE, f"c{number}").encode()) for number in range(100)}

    assert len(slots) > 90


def test_no_id_stands_readable_in_a_key():
    key = rows.conversation_key(Scope("tenant", "person"), "talk") + rows.index_key(Scope("tenant", "person"))

    assert not any(word in key for word in ("tenant", "person", "talk"))


# --- errors


def driver_errors():
    return [
        kind
        for kind in vars(redis.exceptions).values()
        if isinstance(kind, type) and issubclass(kind, Exception) and kind.__module__ == "redis.exceptions"
    ]


@pytest.mark.parametrize("kind", driver_errors(), ids=lambda kind: kind.__name__)
def test_every_error_of_the_driver_has_its_own_line_in_the_table(kind):
    assert kind in ERRORS


@pytest.mark.parametrize(
    ("kind", "ours"),
    [
        (redis.exceptions.ConnectionError, StorageUnavailable),
        (redis.exceptions.AuthenticationError, StorageError),  # though it is a ConnectionError
        (redis.exceptions.BusyLoadingError, StorageUnavailable),
        (redis.exceptions.ResponseError, StorageError),
        (redis.exceptions.OutOfMemoryError, StorageFull),  # though it is a ResponseError
        (redis.exceptions.ReadOnlyError, StorageUnavailable),
        (ConnectionRefusedError, StorageUnavailable),
        (TimeoutError, StorageUnavailable),
    ],
)
def test_the_most_specific_class_decides(kind, ours):
    class Newer(kind):
        """A class that a later version of the driver might bring."""

    assert translated(kind("...")) is ours
    assert translated(Newer("...")) is ours


@pytest.mark.parametrize(
    ("text", "ours"),
    [
        ("Error running script (call to f_1): @user_script:9: -OOM command not allowed", StorageFull),
        ("Error running script (call to f_1): @user_script:9: -READONLY You can't write", StorageUnavailable),
    ],
)
def test_an_error_that_an_older_server_wraps_in_that_of_a_script_is_seen(text, ours):
    assert translated(redis.exceptions.ResponseError(text)) is ours


# --- opening


@pytest.mark.parametrize(
    "url",
    [
        "http://user:hunter2@localhost",
        "user:hunter2@localhost",
        "redis://user:hunter2@localhost:port",
        "redis://user:hunter2@localhost:1?socket_timeout=hunter2",
        "redis+cluster+cluster://user:hunter2@localhost",
        "redis://[user:hunter2@localhost",
        "",
    ],
)
async def test_a_url_that_cannot_be_used_is_refused_without_its_password(url):
    cache = RedisMemoryRepository(url)
    with pytest.raises(ConfigurationError) as caught:
        await cache.open()

    shown = "".join(traceback.format_exception(caught.value)) + repr(cache)
    assert caught.value.setting == "cache"
    assert "hunter2" not in shown.replace(f'"{url}"', "")


async def test_opening_needs_no_server():
    cache = RedisMemoryRepository("redis://127.0.0.1:1/0")
    await cache.open()
    with pytest.raises(StorageUnavailable, match=r"redis redis://127\.0\.0\.1:1/0: get_conversation: "):
        await cache.get_conversation(SCOPE, "c1")
    await cache.close()


async def test_before_it_is_opened_it_says_so():
    with pytest.raises(Closed):
        await RedisMemoryRepository().add_messages(SCOPE, "c1", [])


@pytest.mark.parametrize("value", ["", "x", "[[0]]", "[0]", "0", "[[0,[]]]", '[[0,["m","user","Oi","now"]]]', b"\xff"])
def test_what_are_no_messages_is_named_by_its_key(value):
    cache = RedisMemoryRepository()

    with pytest.raises(StorageDamaged, match="the key does not hold messages"):
        cache._messages("the key", value, "c1", 1)
