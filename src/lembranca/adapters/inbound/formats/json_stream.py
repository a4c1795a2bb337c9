"""
JSON documents and JSON Lines as a stream of values, each with its place, from input that cannot be rewound.

A JSON list is cut into its elements before any of them is parsed. So a file of any size needs the memory of one
element, and an element that is broken, not UTF-8 or nested too deeply costs only itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, BinaryIO, Literal, NoReturn, TypeAlias

from lembranca.adapters.inbound.formats.list_splitter import ListSplitter, Piece
from lembranca.domain.errors import InvalidInput
from lembranca.domain.portable import FORMAT

MAX_RECORD_BYTES = 64 << 20
_HEAD_BYTES = 1 << 16
_CHUNK_BYTES = 1 << 18
_SHOWN = 40
_WHOLE_MEMORY = 16
_SIGNATURES = (
    (b"PK\x03\x04", "is a zip archive: unpack it and give the JSON file inside"),
    (b"\x1f\x8b", "is compressed with gzip: unpack it first"),
    (b"\xff\xfe", "is UTF-16: save it as UTF-8"),
    (b"\xfe\xff", "is UTF-16: save it as UTF-8"),
    (b"SQLite format 3", "is a database: this reads JSON"),
)

Container: TypeAlias = Literal["lines", "list", "document"]


@dataclass(frozen=True, slots=True)
class JsonRecord:
    """One value and its place: the line number, or the position in the list (both from 1); or what is wrong with it."""

    number: int
    value: Any = None
    problem: str | None = None


class ByteSource:
    """A binary stream in chunks; *bytes_read* says how far it is, for progress."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.bytes_read = 0

    def read(self, size: int) -> bytes:
        """
        Give at most *size* bytes; none at the end.

        Raises:
            InvalidInput: the system cannot read on.

        """
        try:
            data = self._stream.read(size)
        except OSError as exc:
            raise InvalidInput("file", getattr(self._stream, "name", "input"), f"cannot be read ({exc})") from exc
        self.bytes_read += len(data)
        return data

    def head(self) -> bytes:
        """Give the first 64 KiB, or all when there is less."""
        data = b""
        while len(data) < _HEAD_BYTES and (more := self.read(_HEAD_BYTES - len(data))):
            data += more
        return data

    def chunks(self) -> Iterator[bytes]:
        """Give what is left."""
        while data := self.read(_CHUNK_BYTES):
            yield data


def read_json(source: ByteSource, *, limit: int = MAX_RECORD_BYTES) -> tuple[Container, Iterator[JsonRecord]]:
    """
    Tell what holds the values (lines, one list, one document) and read them one after the other.

    A value of more than *limit* bytes is reported and passed over; a whole exported memory may be 16 times as large.

    Raises:
        InvalidInput: it is empty or no JSON of any kind.

    """
    head = source.head()
    complete = len(head) < _HEAD_BYTES
    head = head.removeprefix(b"\xef\xbb\xbf")
    container = _container(head, complete=complete)
    chunks = chain((head,), source.chunks())
    if FORMAT.encode() in head[:_SHOWN]:
        limit *= _WHOLE_MEMORY
    if container == "lines":
        return container, _from_pieces(_lines(chunks, limit))
    if container == "list":
        return container, _from_pieces(ListSplitter(limit).split(chunks))
    return container, _from_pieces(_whole(chunks, limit))


def _container(head: bytes, *, complete: bool) -> Container:
    for signature, rule in _SIGNATURES:
        if head.startswith(signature):
            raise InvalidInput("file", head[:_SHOWN], rule)
    text = head.lstrip()
    if complete and not text:
        raise InvalidInput("file", "", "must not be empty")
    if text.startswith(b"["):
        return "list"
    lines = [line for line in head.split(b"\n") if line.strip()]
    if not lines or _is_object(lines[0]):
        return "lines"
    if complete and _is_object(head):
        return "document"
    if any(line.startswith(b"{") and _is_object(line) for line in lines):
        return "lines"
    if not text.startswith(b"{") or b"\0" in text[:4]:
        kind = "a binary file" if b"\0" in head else "neither JSON nor JSON Lines"
        raise InvalidInput("file", head[:_SHOWN], f"must be JSON or JSON Lines in UTF-8; this is {kind}")
    # One line longer than the head may be the first of many; a document of one line reads the same either way.
    return "document" if b"\n" in text else "lines"


def _is_object(raw: bytes) -> bool:
    return isinstance(_parsed(0, raw).value, dict)


def _from_pieces(pieces: Iterable[Piece]) -> Iterator[JsonRecord]:
    for number, raw, problem in pieces:
        if problem is not None:
            yield JsonRecord(number, problem=problem)
        elif raw.strip():
            yield _parsed(number, raw)


def _parsed(number: int, raw: bytes) -> JsonRecord:
    try:
        return JsonRecord(number, value=json.loads(raw.decode(), parse_constant=_refuse))
    except UnicodeDecodeError as exc:
        return JsonRecord(number, problem=f"is not UTF-8 (byte {exc.start + 1})")
    except json.JSONDecodeError as exc:
        at = f"line {exc.lineno}, column {exc.colno}" if exc.lineno > 1 else f"column {exc.colno}"
        return JsonRecord(number, problem=f"is not JSON: {exc.msg} ({at} of it)")
    except ValueError as exc:
        return JsonRecord(number, problem=f"is not JSON: {exc}")
    except RecursionError:
        return JsonRecord(number, problem="is nested too deeply")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


def _lines(chunks: Iterable[bytes], limit: int) -> Iterator[Piece]:
    number, size = 1, 0
    kept: list[bytes] = []
    for chunk in chunks:
        first, *others = chunk.split(b"\n")
        for start in others:
            yield _line(number, [*kept, first], size + len(first), limit)
            number, size, kept, first = number + 1, 0, [], start
        size += len(first)
        kept = [*kept, first] if size <= limit else []
    yield _line(number, kept, size, limit)


def _line(number: int, kept: list[bytes], size: int, limit: int) -> Piece:
    return (number, b"".join(kept), None) if size <= limit else (number, b"", _too_long(limit))


def _whole(chunks: Iterable[bytes], limit: int) -> Iterator[Piece]:
    kept, size = [], 0
    for chunk in chunks:
        size += len(chunk)
        if size > limit:
            yield 1, b"", _too_long(limit)
            return
        kept.append(chunk)
    yield 1, b"".join(kept), None


def _too_long(limit: int) -> str:
    return f"is longer than {limit} bytes"
