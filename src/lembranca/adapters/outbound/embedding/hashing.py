"""
Vectors without a model: feature hashing of words and character n-grams.

Each feature of a text (a word, or 3 to 5 characters in a row) falls into one of a fixed number of buckets with a sign,
both taken from its CRC-32 (Weinberger et al., "Feature Hashing for Large Scale Multitask Learning", 2009).  N-grams
carry their word's boundaries (Bojanowski et al., "Enriching Word Vectors with Subword Information", 2017), so inflected
and mistyped words come out near each other.

All weights are whole numbers, so their sums are exact in any order and the vectors are the same, bit for bit, on every
machine and in every version of Python and NumPy whose Unicode tables know the characters.
"""

from __future__ import annotations

import asyncio
import math
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from lembranca.domain.errors import ConfigurationError
from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import words
from lembranca.ports.embedder import FloatMatrix

_VERSION = "v1"
_DIMENSIONS = 768
_FEWEST_DIMENSIONS = 8

_WORD = 256  # the weight of a word; its n-grams weigh as much together
_GRAMS = (3, 4, 5)
# Plain cosine favours the shortest texts ("Yes, Ana!").  The filler is as heavy as eight words, about what a message
# has, and softens that as pivoted length normalisation does (Singhal et al., 1996); a question has none.
_FILLER = 4 * _WORD

_MOST_WORDS = 2048  # beyond that many different words the buckets hold noise
_INLINE = 8192  # characters that take about a millisecond: less than going to a thread may cost
_MEMORY = 1 << 14
_STOP_WORDS = ENGLISH | PORTUGUESE

_Features: TypeAlias = tuple[NDArray[np.intp], NDArray[np.float64]]


class HashingEmbedder:
    """
    An `IEmbedder` that needs no model, download or network.

    It compares spellings, not meanings. A text without letters and digits becomes the vector whose last number is 1.

    Args:
        dimensions: length of the vectors, at least 8.

    """

    def __init__(self, dimensions: int = _DIMENSIONS) -> None:
        self._dimensions = dimensions

    @property
    def identity(self) -> str:
        """The version of the recipe and the length of the vectors."""
        return f"hashing:{_VERSION}:{self._dimensions}"

    @property
    def dimensions(self) -> int:
        """Length of each vector."""
        return self._dimensions

    async def open(self) -> None:
        """Check the length."""
        if self._dimensions < _FEWEST_DIMENSIONS:
            raise ConfigurationError("dimensions", self._dimensions, f"must be at least {_FEWEST_DIMENSIONS}")

    async def close(self) -> None:
        """Nothing to let go of."""

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "document"] = "document") -> FloatMatrix:
        """Embed *texts*; a few short ones at once, many or long ones in a thread."""
        if sum(map(len, texts)) <= _INLINE:
            return self._embed(texts, kind)
        return await asyncio.to_thread(self._embed, texts, kind)

    def forget_texts(self) -> None:
        """See `ITextMemory`."""
        _features.cache_clear()

    def _embed(self, texts: Sequence[str], kind: Literal["query", "document"]) -> FloatMatrix:
        filler = _FILLER if kind == "document" else 0
        matrix = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            matrix[row] = _vector(_content(text), self._dimensions, filler)
        return matrix


def _content(text: str) -> list[str]:
    """Give the different words of *text* that say what it is about, or all when none does."""
    found = list(dict.fromkeys(words(text)))
    return ([word for word in found if word not in _STOP_WORDS] or found)[:_MOST_WORDS]


def _vector(content: Iterable[str], dimensions: int, filler: int) -> NDArray[np.float64]:
    features = [_features(word, dimensions - 1) for word in content]
    sums = np.zeros(dimensions)
    if features:
        buckets = np.concatenate([buckets for buckets, _ in features])
        weights = np.concatenate([weights for _, weights in features])
        sums += np.bincount(buckets, weights=weights, minlength=dimensions)
    sums[-1] = filler
    length = math.sqrt(float(sums @ sums))
    if length == 0:
        sums[-1] = length = 1.0
    return sums / length


@lru_cache(_MEMORY)
def _features(word: str, buckets: int) -> _Features:
    """Give bucket and signed weight of a word and of its n-grams."""
    marked = f"<{word}>"
    grams = [marked[i : i + n] for n in _GRAMS for i in range(len(marked) - n + 1)]
    weight = max(1, round(_WORD / math.sqrt(len(grams) or 1)))
    hashed = [_hash(f"w:{word}"), *(_hash(f"g:{gram}") for gram in grams)]
    weights = np.full(len(hashed), weight, dtype=np.float64)
    weights[0] = _WORD
    # Index and sign come from different bits, or words that share a bucket would share the sign too.
    signs = np.array([1 if value & 1 else -1 for value in hashed])
    return np.array([(value >> 1) % buckets for value in hashed], dtype=np.intp), weights * signs


def _hash(feature: str) -> int:
    """
    Give 32 bits for *feature*.

    CRC-32 alone maps features that differ in one character to values that differ by the same pattern; the finaliser of
    MurmurHash3 breaks that up.
    """
    value = zlib.crc32(feature.encode())
    value = ((value ^ (value >> 16)) * 0x85EBCA6B) & 0xFFFFFFFF
    value = ((value ^ (value >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF
    return value ^ (value >> 16)
