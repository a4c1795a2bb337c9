"""The vectors of one scope in memory, searched exactly."""

from __future__ import annotations

import sys
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lembranca.adapters.outbound.inprocess.vector_batch import VectorBatch, microseconds
from lembranca.domain.entry import KINDS, LAYERS, ScoredId, SearchFilter
from lembranca.ports.embedder import FloatMatrix, FloatVector

# What one row costs beside its vector and the bytes of its id: filter columns (8 + 8 + 1 + 1), the id's object
# header, its places in the list and in the dictionary with their room to grow.
_ROW_OVERHEAD = 18 + 60 + 10 + 150
_EMPTY_BYTES = 2_000
_FIRST_CAPACITY = 16
_LAYER_CODES = {name: code for code, name in enumerate(LAYERS)}
_KIND_CODES = {name: code for code, name in enumerate(KINDS)}
_RESCORED_AT_ONCE = 4_096

_Rows = NDArray[np.intp]


def bytes_of(rows: int, dimensions: int, id_bytes: int) -> int:
    """Estimate what a matrix of *rows* takes in memory, ids of *id_bytes* in all and look-up tables included."""
    return _EMPTY_BYTES + rows * (4 * dimensions + _ROW_OVERHEAD) + id_bytes


class ScopeMatrix:
    """
    One contiguous float32 matrix with the columns that filters need; it may be used from several threads.

    Rows are in no order: a removed row is replaced by the last one. Room grows by half, so that adding costs a constant
    per row, but never beyond what *room* allows.
    """

    def __init__(self, dimensions: int) -> None:
        self.lock = RLock()
        self._dimensions = dimensions
        self._ids: list[str] = []
        self._row_of: dict[str, int] = {}
        self._id_bytes = 0
        self._conversations = _Codes()
        self._columns = _columns(0, dimensions)

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def nbytes(self) -> int:
        """Bytes held, unused capacity included."""
        return bytes_of(self._capacity, self._dimensions, self._id_bytes) + self._conversations.nbytes

    @property
    def _capacity(self) -> int:
        return len(self._columns[0])

    def bytes_with(self, batch: VectorBatch) -> int:
        """The bytes held after `put`, at least: without room to grow."""
        fresh = [id_ for id_ in batch.ids if id_ not in self._row_of]
        rows = max(self._capacity, len(self) + len(fresh))
        named = self._conversations.nbytes + self._conversations.bytes_for(batch.conversations)
        return bytes_of(rows, self._dimensions, self._id_bytes + sum(map(len, fresh)) * 4) + named

    def ids(self) -> set[str]:
        """All ids."""
        with self.lock:
            return set(self._ids)

    def put(self, batch: VectorBatch, *, room: int | None = None) -> None:
        """Add the rows of *batch*, replacing those whose id is there; growing stays within *room* bytes if it can."""
        with self.lock:
            fresh = sum(id_ not in self._row_of for id_ in batch.ids)
            self._reserve(len(self) + fresh, room)
            rows = np.fromiter(map(self._place, batch.ids), dtype=np.intp, count=len(batch))
            vectors, conversations, layers, kinds, times = self._columns
            for row, name in zip(rows, batch.conversations, strict=True):
                former = int(conversations[row])
                conversations[row] = self._conversations.take(name)
                self._conversations.release(former)
            vectors[rows] = batch.vectors
            layers[rows] = [_LAYER_CODES.get(name, -1) for name in batch.layers]
            kinds[rows] = [_KIND_CODES.get(name, -1) for name in batch.kinds]
            times[rows] = batch.times

    def remove(self, ids: list[str]) -> int:
        """Take rows out; ids that are not there are passed over. Returns how many were there."""
        with self.lock:
            before = len(self)
            for id_ in ids:
                self._remove(id_)
            if len(self) * 4 < self._capacity > _FIRST_CAPACITY:
                self._resize(max(_FIRST_CAPACITY, len(self) * 3 // 2))
            return before - len(self)

    def shrink(self) -> None:
        """Let go of room that is not used, and of what stands in it."""
        with self.lock:
            if len(self) < self._capacity:
                self._resize(len(self))

    def ids_of_conversation(self, conversation_id: str) -> list[str]:
        """The ids of a conversation's rows."""
        with self.lock:
            code = self._conversations.find(conversation_id)
            rows = np.flatnonzero(self._columns[1][: len(self)] == code)
            return [self._ids[row] for row in rows]

    def search(self, unit: FloatVector, limit: int, filters: SearchFilter | None) -> list[ScoredId]:
        """
        Find the *limit* rows nearest to the vector *unit* of length 1, nearest first, equal ones by id.

        The matrix product in float32 only picks candidates: its rounding depends on where a row stands. Those that
        could be among the nearest, given the largest error that rounding can make, are scored again in float64, so
        that equal vectors get equal scores.
        """
        with self.lock:
            rows = self._matching(filters)
            scores = self._products(unit, rows)
            near = _candidates(scores, limit, self._dimensions)
            rows = near if rows is None else rows[near]
            found = zip(self._rescored(unit, rows).tolist(), (self._ids[row] for row in rows), strict=True)
            best = sorted(found, key=lambda pair: (-pair[0], pair[1]))[:limit]
            return [ScoredId(id_, score) for score, id_ in best]

    def _matching(self, filters: SearchFilter | None) -> _Rows | None:
        """The rows that *filters* admit; None for all of them."""
        if filters is None:
            return None
        _, conversations, layers, kinds, times = (column[: len(self)] for column in self._columns)
        masks = []
        if filters.conversation_id is not None:
            masks.append(conversations == self._conversations.find(filters.conversation_id))
        if filters.layers:
            masks.append(np.isin(layers, [_LAYER_CODES[name] for name in filters.layers]))
        if filters.kinds:
            masks.append(np.isin(kinds, [_KIND_CODES[name] for name in filters.kinds]))
        if filters.since is not None:
            masks.append(times >= microseconds(filters.since))
        if filters.until is not None:
            masks.append(times <= microseconds(filters.until))
        return np.flatnonzero(np.logical_and.reduce(masks)) if masks else None

    def _products(self, unit: FloatVector, rows: _Rows | None) -> FloatVector:
        vectors: FloatMatrix = self._columns[0][: len(self)]
        if rows is None:
            return vectors @ unit
        if len(rows) * 4 < len(self):  # gathering few rows is cheaper than multiplying all
            return vectors[rows] @ unit
        return (vectors @ unit)[rows]

    def _rescored(self, unit: FloatVector, rows: _Rows) -> NDArray[np.float64]:
        exact = np.empty(len(rows), dtype=np.float64)
        for start in range(0, len(rows), _RESCORED_AT_ONCE):
            part = rows[start : start + _RESCORED_AT_ONCE]
            products = self._columns[0][part].astype(np.float64) * unit.astype(np.float64)
            exact[start : start + len(part)] = products.sum(axis=1)
        return np.clip(exact, -1.0, 1.0)

    def _place(self, id_: str) -> int:
        row = self._row_of.get(id_)
        if row is None:
            row = self._row_of[id_] = len(self._ids)
            self._ids.append(id_)
            self._id_bytes += len(id_.encode())
            self._columns[1][row] = _Codes.NONE
        return row

    def _remove(self, id_: str) -> None:
        row = self._row_of.pop(id_, None)
        if row is None:
            return
        self._id_bytes -= len(id_.encode())
        self._conversations.release(int(self._columns[1][row]))
        last = self._ids.pop()
        if last != id_:
            self._ids[row] = last
            self._row_of[last] = row
            for column in self._columns:
                column[row] = column[len(self._ids)]

    def _reserve(self, rows: int, room: int | None) -> None:
        if rows <= self._capacity:
            return
        roomy = max(_FIRST_CAPACITY, rows, self._capacity * 3 // 2)
        fits = room is None or bytes_of(roomy, self._dimensions, self._id_bytes) <= room
        self._resize(roomy if fits else rows)

    def _resize(self, capacity: int) -> None:
        held = len(self)
        grown = _columns(capacity, self._dimensions)
        for old, new in zip(self._columns, grown, strict=True):
            new[:held] = old[:held]
        self._columns = grown


def _columns(capacity: int, dimensions: int) -> tuple[NDArray[Any], ...]:
    """Vectors, conversation codes, layer codes, kind codes, times."""
    return (
        np.empty((capacity, dimensions), dtype=np.float32),
        np.full(capacity, _Codes.NONE, dtype=np.int64),
        np.empty(capacity, dtype=np.int8),
        np.empty(capacity, dtype=np.int8),
        np.empty(capacity, dtype=np.int64),
    )


def _candidates(scores: FloatVector, limit: int, dimensions: int) -> _Rows:
    """Positions of all scores that may be among the *limit* highest once rounding is taken away."""
    if len(scores) <= limit:
        return np.arange(len(scores))
    place = len(scores) - limit
    nearest = np.argpartition(scores, place)[place:]
    # A float32 dot product of two unit vectors is off by at most dimensions * 2^-24, whatever the order of its sums.
    slack = 2 * (dimensions + 2) * 2.0**-24
    return np.flatnonzero(scores >= scores[nearest].min() - slack)


class _Codes:
    """Whole numbers for texts, as long as a text is in use."""

    NONE = -1

    def __init__(self) -> None:
        self._code_of: dict[str, int] = {}
        self._name_of: dict[int, str] = {}
        self._uses: dict[int, int] = {}
        self._next = 0
        self.nbytes = 0

    def find(self, name: str) -> int:
        return self._code_of.get(name, -2)  # neither a code nor NONE: no row has it

    def bytes_for(self, names: list[str]) -> int:
        return sum(self._cost(name) for name in set(names) if name not in self._code_of)

    def take(self, name: str) -> int:
        code = self._code_of.get(name)
        if code is None:
            code = self._code_of[name] = self._next
            self._next += 1
            self._name_of[code], self._uses[code] = name, 0
            self.nbytes += self._cost(name)
        self._uses[code] += 1
        return code

    def release(self, code: int) -> None:
        if code == self.NONE:
            return
        self._uses[code] -= 1
        if not self._uses[code]:
            name = self._name_of.pop(code)
            del self._code_of[name], self._uses[code]
            self.nbytes -= self._cost(name)

    @staticmethod
    def _cost(name: str) -> int:
        return sys.getsizeof(name) + 300
