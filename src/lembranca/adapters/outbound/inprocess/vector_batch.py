"""Vectors as an index takes them in: checked, of length 1, with what filters need beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lembranca.domain.entry import KINDS, LAYERS, MemoryEntry
from lembranca.domain.errors import InvalidInput
from lembranca.domain.rules import require_id, require_one_of, require_time
from lembranca.ports.embedder import FloatMatrix, FloatVector

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def microseconds(moment: datetime) -> int:
    """Whole microseconds from 1970 to an aware *moment*; exact, unlike a float timestamp."""
    return (moment - _EPOCH) // _MICROSECOND


@dataclass(frozen=True, slots=True)
class VectorBatch:
    """
    Rows for an index: each id once, *times* in microseconds since 1970.

    *vectors* is C-contiguous float32 of shape (rows, dimensions), each row of length 1, and nobody else's.
    """

    ids: list[str]
    conversations: list[str]
    layers: list[str]
    kinds: list[str]
    times: NDArray[np.int64]
    vectors: FloatMatrix

    def __len__(self) -> int:
        return len(self.ids)

    @classmethod
    def of(cls, entries: Sequence[MemoryEntry], embeddings: FloatMatrix, *, dimensions: int) -> VectorBatch:
        """
        Check *entries* and *embeddings*, row by row the same thing, and bring the rows to length 1.

        Of an id that is given twice the last row counts.

        Raises:
            InvalidInput: an entry cannot be indexed, or a vector is not finite, is zero or of another dimension.

        """
        vectors = _unit_rows("embeddings", embeddings, (len(entries), dimensions))
        times = [microseconds(_checked(entry)) for entry in entries]
        last = list({entry.id: row for row, entry in enumerate(entries)}.values())
        kept = [entries[row] for row in last]
        return cls(
            ids=[entry.id for entry in kept],
            conversations=[entry.conversation_id for entry in kept],
            layers=[entry.layer for entry in kept],
            kinds=[entry.kind for entry in kept],
            times=np.array(times, dtype=np.int64)[last],
            vectors=vectors if len(last) == len(entries) else np.ascontiguousarray(vectors[last]),
        )


def unit_vector(embedding: FloatVector, *, dimensions: int) -> FloatVector:
    """
    Give *embedding* as a new float32 vector of length 1.

    Raises:
        InvalidInput: it is not finite, is zero or has another dimension.

    """
    vector = _numbers("embedding", embedding)
    if vector.shape != (dimensions,):
        raise InvalidInput("embedding", vector.shape, f"must have the shape ({dimensions},)")
    unit: FloatVector = _unit_rows("embedding", vector.reshape(1, -1), (1, dimensions))[0]
    return unit


def _checked(entry: MemoryEntry) -> datetime:
    require_id("entry.id", entry.id)
    if entry.conversation_id:  # what was given by hand belongs to none
        require_id("entry.conversation_id", entry.conversation_id)
    require_one_of("entry.layer", entry.layer, LAYERS)
    require_one_of("entry.kind", entry.kind, KINDS)
    return require_time("entry.timestamp", entry.timestamp)


def _numbers(field: str, value: object) -> NDArray[Any]:
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):
        raise InvalidInput(field, value, "must be an array of numbers") from None
    if array.size and array.dtype.kind not in "fiu":
        raise InvalidInput(field, value, "must be an array of numbers")
    return array


def _unit_rows(field: str, value: object, shape: tuple[int, int]) -> FloatMatrix:
    array = _numbers(field, value)
    if array.shape != shape and not (shape[0] == array.size == 0):
        raise InvalidInput(field, array.shape, f"must have the shape {shape}")
    with np.errstate(over="ignore"):  # what float32 cannot hold becomes infinite and is refused below
        # In float64, neither the largest nor the smallest float32 over- or underflows when squared.
        rows = array.reshape(shape).astype(np.float32).astype(np.float64)
    lengths = np.sqrt(np.square(rows).sum(axis=1))
    _require_lengths(field, lengths)
    unit: FloatMatrix = np.divide(rows, lengths[:, None]).astype(np.float32)
    return unit


def _require_lengths(field: str, lengths: NDArray[np.float64]) -> None:
    unusable = np.flatnonzero(~np.isfinite(lengths) | (lengths == 0))
    if unusable.size:
        row = int(unusable[0])
        shown = "a zero vector" if lengths[row] == 0 else "a vector with NaN or infinity"
        raise InvalidInput(field, f"{shown} in row {row}", "must be finite numbers and not all zero")
