"""Whatever the bytes: a record, a named bad record, or one clean refusal."""

import io
import json
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from lembranca.adapters.inbound.formats import BadRecord, ImportedMessage, read_evaluation, read_messages
from lembranca.adapters.inbound.formats.list_splitter import ListSplitter
from lembranca.domain.errors import InvalidInput

WORDS = (  # noqa: SIM905
    "role content id author name timestamp channel attachments metadata pinned messages title type text uri "
    "image_url mapping current_node message parent children create_time content_type parts conversation "
    "conversation_id sample_id session_1 session_1_date_time speaker_a speaker dia_id blip_caption img_url qa "
    "question questions conversations evidence category user assistant tool image D1:1 multimodal_text code n"
).split()
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from([*WORDS, "4:05 pm on 7 June, 2021", "2026-03-02T19:04:00-03:00", "9999-12-31T23:59:59-23:59"])
)
KEYS = st.sampled_from(WORDS) | st.text()
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=10,
)
MESSAGES = st.builds(
    dict.__or__,
    st.dictionaries(KEYS, VALUES, max_size=4),
    st.fixed_dictionaries({"role": st.just("user") | SCALARS, "content": st.just("a") | VALUES}),
)
TREES = st.fixed_dictionaries(
    {
        "mapping": st.dictionaries(
            st.sampled_from("abc"),
            st.fixed_dictionaries(
                {
                    "parent": st.sampled_from(["a", "b", "c", None, 1]),
                    "message": st.fixed_dictionaries(
                        {
                            "author": st.just({"role": "user"}) | VALUES,
                            "content": st.fixed_dictionaries({"parts": VALUES, "text": VALUES, "content_type": VALUES}),
                        },
                        optional={"create_time": VALUES, "metadata": VALUES, "id": VALUES, "recipient": VALUES},
                    )
                    | VALUES,
                }
            )
            | VALUES,
        )
    },
    optional={"current_node": st.sampled_from("abc") | VALUES, "id": VALUES, "title": VALUES, "create_time": VALUES},
)
TURNS = st.fixed_dictionaries(
    {"speaker": SCALARS, "text": VALUES, "dia_id": VALUES}, optional={"img_url": VALUES, "blip_caption": VALUES}
)
SAMPLES = st.fixed_dictionaries(
    {
        "conversation": st.fixed_dictionaries(
            {"session_1": st.lists(TURNS | VALUES, max_size=4)},
            optional={"session_1_date_time": SCALARS, "speaker_b": VALUES},
        )
    },
    optional={"qa": VALUES | st.lists(st.dictionaries(KEYS, VALUES), max_size=3), "sample_id": VALUES},
)
QUESTIONS = st.fixed_dictionaries(
    {"questions": st.lists(st.dictionaries(KEYS, VALUES), max_size=3)},
    optional={"conversations": VALUES | st.dictionaries(st.text(), st.lists(MESSAGES, max_size=3), max_size=2)},
)
CHATS = st.fixed_dictionaries({"messages": st.lists(MESSAGES | VALUES, max_size=5)}, optional={"id": VALUES})
RECORDS = MESSAGES | TREES | SAMPLES | QUESTIONS | CHATS | VALUES


def check(data):
    """Read as a user would, for every purpose; nothing but `InvalidInput` may come out, and twice is the same."""
    try:
        found = list(read_messages(io.BytesIO(data)))
    except InvalidInput:
        found = []
    for record in found:
        assert isinstance(record, BadRecord | ImportedMessage)
        if isinstance(record, ImportedMessage):
            assert record.message.id
            assert record.conversation_id
            json.dumps(record.message.metadata, allow_nan=False).encode()
        else:
            assert record.where
            assert record.reason
    try:
        assert found == list(read_messages(io.BytesIO(data)))
    except InvalidInput:
        assert not found
    with suppress(InvalidInput):
        read_evaluation(io.BytesIO(data))


@given(st.binary(max_size=400))
@settings(max_examples=300)
def test_arbitrary_bytes_never_crash_a_reader(data):
    check(data)


@given(st.binary(max_size=200), st.sampled_from([b"[", b"{", b'{"role":"user","content":"a"}\n', b"\xef\xbb\xbf[{"]))
@settings(max_examples=150)
def test_bytes_that_begin_like_json_never_crash_a_reader(data, start):
    check(start + data)


@given(st.lists(RECORDS, min_size=1, max_size=4), st.booleans(), st.sampled_from([None, 1]))
@settings(max_examples=200, deadline=None)
def test_records_of_almost_the_right_shape_never_crash_a_reader(items, one, indent):
    check(json.dumps(items[0] if one else items, indent=indent).encode())


@given(st.lists(RECORDS, min_size=1, max_size=4))
@settings(max_examples=150, deadline=None)
def test_lines_of_almost_the_right_shape_never_crash_a_reader(items):
    check("\n".join(json.dumps(item) for item in items).encode())


@given(st.lists(RECORDS, min_size=1, max_size=3), st.integers(0, 10_000), st.integers(0, 255))
@settings(max_examples=150, deadline=None)
def test_a_changed_byte_never_crashes_a_reader(items, at, byte):
    data = bytearray(json.dumps(items).encode())
    data[at % len(data)] = byte

    check(bytes(data))


@given(st.lists(VALUES, max_size=6), st.integers(1, 9), st.sampled_from([None, 1]))
@settings(max_examples=200, deadline=None)
def test_a_list_is_cut_into_its_elements_wherever_the_chunks_end(items, size, indent):
    data = json.dumps(items, indent=indent, ensure_ascii=False).encode(errors="surrogatepass")
    chunks = [data[at : at + size] for at in range(0, len(data), size)]

    pieces = list(ListSplitter(1 << 20).split(chunks))

    expected = [json.dumps(item) for item in items]
    assert [json.dumps(json.loads(raw.decode(errors="surrogatepass"))) for _, raw, _ in pieces] == expected
    assert [number for number, _, _ in pieces] == list(range(1, len(items) + 1))
