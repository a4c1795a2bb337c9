"""Remembered counts: a context is put together from the same lines again and again."""

from __future__ import annotations

from functools import lru_cache

from lembranca.ports.erasure import ITextMemory
from lembranca.ports.token_counter import ITokenCounter

_LONGEST = 4096


class CachingTokenCounter:
    """
    Wraps another `ITokenCounter` and remembers its counts, least recently used first out.

    Args:
        counter: who counts what is not remembered.
        entries: how many texts are remembered; *entries* times *longest* characters is the most that can be held, a
            fiftieth of it with messages of ordinary length.
        longest: texts of more characters are counted every time: they rarely come back, and a few would
            fill the memory.

    """

    def __init__(self, counter: ITokenCounter, *, entries: int = 2048, longest: int = _LONGEST) -> None:
        self._counter = counter
        self._longest = longest
        self._remembered = lru_cache(maxsize=entries)(counter.count)

    @property
    def identity(self) -> str:
        return self._counter.identity

    def count(self, text: str) -> int:
        if len(text) > self._longest:
            return self._counter.count(text)
        return self._remembered(text)

    def forget_texts(self) -> None:
        self._remembered.cache_clear()
        if isinstance(self._counter, ITextMemory):
            self._counter.forget_texts()
