"""Telling a format by its content, and input that is broken as a whole."""

import gzip
import io
import json
import sys

import pytest

from lembranca.adapters.inbound.formats import BadRecord, open_source, read_evaluation, read_messages
from lembranca.domain.errors import InvalidInput

MESSAGE = {"role": "user", "content": "a"}
TREE = {"mapping": {"n": {"parent": None, "message": None}}}
SAMPLE = {"conversation": {"session_1": []}}


class Pipe(io.RawIOBase):
    """A stream that gives a few bytes at a time and cannot go back."""

    def __init__(self, data, step=7):
        self._data, self._step = data, step

    def readable(self):
        return True

    def read(self, size=-1):
        count = min(self._step, size) if size >= 0 else self._step
        taken, self._data = self._data[:count], self._data[count:]
        return taken


def read(data, **options):
    return list(read_messages(io.BytesIO(data), **options))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([MESSAGE], "messages"),
        ({"messages": [MESSAGE]}, "chat"),
        ([{"messages": [MESSAGE]}], "chat"),
        ([TREE], "chatgpt"),
        (TREE, "chatgpt"),
        (SAMPLE, "locomo"),
        ([SAMPLE], "locomo"),
        ({"questions": []}, "questions"),
    ],
)
@pytest.mark.parametrize("indent", [None, 0, 2])
def test_the_format_is_told_by_the_content(value, expected, indent):
    text = json.dumps(value, indent=indent)

    assert read_messages(io.BytesIO(text.encode())).format == expected
    assert read_messages(io.BytesIO(f"\n {text}\n".encode())).format == expected


def test_lines_are_told_from_a_document_even_when_the_first_is_broken():
    found = read(b'{"role": "user", "content": "cut of\n{"role": "user", "content": "a"}\n')

    assert sorted(record.where for record in found) == ["line 1", "line 2"]


def test_a_compact_document_over_several_lines_is_not_taken_for_lines():
    data = b'{"messages": [\n{"role": "user", "content": "a"},\n{"role": "user", "content": "b"}\n]}'

    assert [record.where for record in read(data)] == ["message 1", "message 2"]


def test_a_byte_order_mark_windows_line_ends_and_blank_lines_do_no_harm():
    lines = [json.dumps(MESSAGE | {"content": text}).encode() for text in "ab"]

    found = read(b"\xef\xbb\xbf" + b"\r\n\r\n".join(lines) + b"\r\n")

    assert [(record.where, record.message.content) for record in found] == [("line 1", "a"), ("line 3", "b")]


def test_a_stream_that_cannot_be_rewound_is_read_to_its_end():
    data = "\n".join(json.dumps(MESSAGE | {"content": str(number)}) for number in range(50)).encode()

    source = read_messages(Pipe(data))

    assert [record.message.content for record in source] == [str(number) for number in range(50)]
    assert source.bytes_read == len(data)


def test_a_long_list_is_read_piece_by_piece():
    data = json.dumps([MESSAGE | {"content": "é" * 1000 + str(number)} for number in range(3000)]).encode()
    source = read_messages(io.BytesIO(data))

    first = next(iter(source))

    assert first.where == "message 1"
    assert source.bytes_read < len(data) / 2


def test_a_list_that_is_cut_off_gives_what_came_before():
    data = json.dumps([MESSAGE, MESSAGE | {"content": "b"}]).encode()

    found = read(data[:-8])

    assert [record.where for record in found] == ["message 2", "message 1"]
    assert found[0].reason == "is cut off: the input ends before the list does"


def test_what_follows_a_list_is_reported():
    found = read(json.dumps([MESSAGE]).encode() + b"\n{}")

    assert (found[0].where, found[0].reason) == ("message 2", "is text after the end of the list")


def test_text_after_a_list_is_reported_however_late_it_comes():
    data = json.dumps([MESSAGE]).encode() + b" " * 500_000

    assert len(read(data)) == 1
    assert read(data + b"x")[0].reason == "is text after the end of the list"


def test_an_element_that_is_missing_is_reported_and_a_last_comma_forgiven():
    found = read(b'[{"role": "user", "content": "a"},, {"role": "user", "content": "b"},]')

    assert [(record.where, getattr(record, "reason", None)) for record in found] == [
        ("message 2", "is empty"),
        ("message 1", None),
        ("message 3", None),
    ]


@pytest.mark.parametrize("value", [{"mapping": {"a": {"parent": "gone"}}}, {"questions": [], "conversations": 5}])
def test_a_document_that_is_broken_as_a_whole_is_reported_as_the_file(value):
    assert {record.where for record in read(json.dumps(value, indent=1).encode())} == {"file"}


@pytest.mark.parametrize("container", ["lines", "list"])
def test_a_line_nested_too_deeply_costs_only_itself(container):
    deep = '{"role": "user", "content": "a", "x": ' + "[" * 100_000 + "]" * 100_000 + "}"
    items = [deep, json.dumps(MESSAGE)]
    text = "\n".join(items) if container == "lines" else f"[{','.join(items)}]"

    found = read(text.encode())

    assert [record.reason for record in found if isinstance(record, BadRecord)] == ["is nested too deeply"]
    assert len(found) == 2


@pytest.mark.parametrize("container", ["lines", "list"])
def test_a_record_over_the_limit_is_passed_over(container):
    long = json.dumps(MESSAGE | {"content": "x" * 500_000})
    items = [json.dumps(MESSAGE), long, json.dumps(MESSAGE), long]
    text = "\n".join(items) if container == "lines" else f"[{','.join(items)}]"

    found = read(text.encode(), max_record_bytes=1000)

    assert [record.reason for record in found if isinstance(record, BadRecord)] == ["is longer than 1000 bytes"] * 2
    assert len(found) == 4


def test_a_document_over_the_limit_is_refused():
    with pytest.raises(InvalidInput, match="longer than 100 bytes"):
        read(json.dumps({"messages": [MESSAGE] * 20}, indent=1).encode(), max_record_bytes=100)


def test_a_line_that_is_not_utf_8_costs_only_itself():
    found = read(json.dumps(MESSAGE).encode() + b'\n{"role": "user", "content": "\xe9"}\n')

    assert (found[0].where, found[0].reason) == ("line 2", "is not UTF-8 (byte 30)")
    assert len(found) == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"[]", "empty list"),
        (b"[\n]", "empty list"),
        (b"Hello, world", "neither JSON nor JSON Lines"),
        (b"12", "neither JSON nor JSON Lines"),
        (b"\x7fELF\0\0\0", "binary"),
        (b"PK\x03\x04rest", "zip"),
        (gzip.compress(b"[]", mtime=0), "gzip"),
        ("[]".encode("utf-16"), "UTF-16"),
        ('{"a": 1}'.encode("utf-16-le"), "binary"),
        (b"SQLite format 3\0", "database"),
        (b'{"a": 1}', "must be messages"),
        (b"[1, 2]", "must be messages"),
        (b'{"role": "user",', "not JSON"),
        (b"[" * 100_000, "cut off"),
        (b'{"a":\n' * 100_000, "nested too deeply"),
        (b'[{"role": "user", "content": "', "cut off"),
    ],
)
def test_what_cannot_be_read_at_all_is_refused_with_the_reason(data, said):
    with pytest.raises(InvalidInput, match=said):
        read(data)
    with pytest.raises(InvalidInput, match=said):
        read_evaluation(io.BytesIO(data))


def test_records_that_are_all_unknown_are_refused_without_reading_to_the_end():
    stream = io.BytesIO(b"[" + b"1," * 1_000_000 + b"1]")

    with pytest.raises(InvalidInput, match="must be messages"):
        read_messages(stream)

    assert stream.tell() < 1_000_000


def test_an_input_that_fails_while_it_is_read_says_so():
    class Broken(Pipe):
        def read(self, size=-1):
            raise OSError(5, "Input/output error")

    with pytest.raises(InvalidInput, match="cannot be read"):
        read_messages(Broken(b""))


class TestOpening:
    def test_a_file_is_opened_and_closed(self, tmp_path):
        path = tmp_path / "a.jsonl"
        path.write_bytes(b"x")

        with open_source(path) as stream:
            assert stream.read() == b"x"

        assert stream.closed

    def test_a_dash_is_standard_input_and_stays_open(self, monkeypatch):
        standard = io.TextIOWrapper(io.BytesIO(b"x"))
        monkeypatch.setattr(sys, "stdin", standard)

        with open_source("-") as stream:
            assert stream.read() == b"x"

        assert not standard.buffer.closed

    @pytest.mark.parametrize(("name", "said"), [(".", "folder"), ("gone", "No such file"), ("nul\0", "null")])
    def test_what_is_no_readable_file_is_refused(self, tmp_path, name, said):
        with pytest.raises(InvalidInput, match=said), open_source(tmp_path / name):
            pass
