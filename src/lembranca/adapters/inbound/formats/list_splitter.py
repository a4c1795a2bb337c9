"""Cuts a JSON list into its elements by brackets and quotes alone, chunk by chunk, without parsing them."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from typing import TypeAlias

# Number from 1, the bytes, and what is wrong with it if something is.
Piece: TypeAlias = tuple[int, bytes, str | None]

_BETWEEN = re.compile(rb'["\[\]{},]')
_INSIDE = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["\[\]{}]', re.DOTALL)
_STRING = re.compile(rb'["\\]')
_BLANK = b" \t\r\n"


class ListSplitter:
    """
    One pass over one list whose elements may have at most *limit* bytes.

    Brackets are only counted, so that a broken element ends at the next comma of the list. UTF-8 needs no care: none
    of its longer characters holds a byte of the signs looked for.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._depth = 0
        self._in_string = False
        self._escaped = False
        self._kept: list[bytes] = []
        self._size = 0
        self._number = 1
        self._ended = False

    def split(self, chunks: Iterable[bytes]) -> Iterator[Piece]:
        """Give the elements in order; a list that is cut off or followed by more ends with a problem."""
        trailing = b""
        for chunk in chunks:
            if self._ended:
                trailing = chunk.strip(_BLANK)
            else:
                trailing = yield from self._feed(chunk)
            if trailing:
                yield self._number, b"", "is text after the end of the list"
                return
        if not self._ended:
            yield self._number, b"", "is cut off: the input ends before the list does"

    def _feed(self, chunk: bytes) -> Generator[Piece, None, bytes]:
        start, at = 0, int(self._escaped)
        self._escaped = False
        while (found := self._pattern().search(chunk, at)) is not None:
            sign, at = found[0], found.end()
            if self._in_string:
                if sign == b'"':
                    self._in_string = False
                else:
                    at += 1
            elif sign == b'"':
                self._in_string = True
            elif sign in b"[{":
                self._depth += 1
                start = at if self._depth == 1 else start
            elif sign in b"]}" and self._depth > 1:
                self._depth -= 1
            elif sign in b",]}":
                self._ended = sign != b","
                self._keep(chunk[start : found.start()])
                yield from self._finished()
                start = at
                if self._ended:
                    return chunk[at:].strip(_BLANK)
        self._escaped = at > len(chunk)
        self._keep(chunk[start:])
        return b""

    def _pattern(self) -> re.Pattern[bytes]:
        if self._in_string:
            return _STRING
        return _INSIDE if self._depth > 1 else _BETWEEN

    def _keep(self, part: bytes) -> None:
        self._size += len(part)
        if self._size <= self._limit:
            self._kept.append(part)
        else:
            self._kept.clear()

    def _finished(self) -> Iterator[Piece]:
        raw = b"".join(self._kept).strip(_BLANK)
        if self._size > self._limit:
            yield self._number, b"", f"is longer than {self._limit} bytes"
        elif raw:
            yield self._number, raw, None
        elif not self._ended:
            yield self._number, b"", "is empty"
        self._number += 1
        self._kept, self._size = [], 0
