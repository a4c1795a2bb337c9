"""
Token counts by tiktoken, the tokeniser of the OpenAI models.

A count is what tiktoken gives, except in four places where the promises of `ITokenCounter` need a little more, never
less:

- a text that ends in line breaks counts at least as much as it would without them (`:;` is two tokens, `:;` and a line
  break is one);
- with vocabularies that merge `.`, a line break and `/` into one piece (o200k does), each line that begins with `/`
  counts two more, the most that such a merge was seen to cost;
- texts past 65,536 characters are encoded part by part: tiktoken aborts on a megabyte of spaces;
- beyond sixteen line breaks at the end, each counts one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lembranca.domain.errors import ConfigurationError

if TYPE_CHECKING:
    import tiktoken

# Only vocabularies that cut after a line break in front of anything else: the older ones would break line additivity.
ENCODINGS = ("cl100k_base", "o200k_base", "o200k_harmony")

_LONGEST = 65_536
_LINE_START = re.compile(r"(?<=\n)(?=\S)")
_SLASH_LINE = re.compile(r"(?<=\n)(?=/)")
_SLASH_MERGE = 2
_BREAKS_COMPARED = 16


class TiktokenCounter:
    """
    `ITokenCounter` by a vocabulary of tiktoken.

    The vocabulary is read once, on `open` or at the first count; tiktoken downloads it (2 to 4 MB) unless
    `TIKTOKEN_CACHE_DIR` names a folder that holds it.

    Args:
        encoding: one of `ENCODINGS`.

    """

    def __init__(self, encoding: str = "o200k_base") -> None:
        self._name = encoding
        self._encoding: tiktoken.Encoding | None = None
        self._merges_slash = False

    @property
    def identity(self) -> str:
        return f"tiktoken:{self._name}"

    def open(self) -> None:
        """
        Read the vocabulary; blocks, so keep it off the event loop. Opening twice is harmless.

        Raises:
            ConfigurationError: unknown encoding, tiktoken not installed, or no vocabulary to be had.

        """
        self._opened()

    def count(self, text: str) -> int:
        encoding = self._opened()
        if not self._merges_slash:
            return _count(encoding, text)
        parts = _SLASH_LINE.split(text)
        return sum(_count(encoding, part) + _SLASH_MERGE * part.startswith("/") for part in parts)

    def _opened(self) -> tiktoken.Encoding:
        if self._encoding is None:
            self._encoding = _load(self._name)
            together, apart = (_tokens(self._encoding, text) for text in ("!\n/a", "!\n"))
            self._merges_slash = together != apart + _tokens(self._encoding, "/a")
        return self._encoding


def _load(name: str) -> tiktoken.Encoding:
    if name not in ENCODINGS:
        raise ConfigurationError("tokens", f"tiktoken:{name}", f"the encoding must be one of {', '.join(ENCODINGS)}")
    try:
        import tiktoken  # noqa: PLC0415 - an extra, and slow to import
    except ImportError as exc:
        raise ConfigurationError("tokens", f"tiktoken:{name}", "pip install 'lembranca[tiktoken]'") from exc
    try:
        return tiktoken.get_encoding(name)
    except (OSError, ValueError) as exc:  # no network is an OSError of requests, a wrong hash a ValueError
        raise ConfigurationError(
            "tokens",
            f"tiktoken:{name}",
            "its vocabulary could neither be found nor downloaded: let TIKTOKEN_CACHE_DIR name a folder that tiktoken "
            "filled on a machine with network, or use the estimator",
        ) from exc


def _tokens(encoding: tiktoken.Encoding, text: str) -> int:
    return len(encoding.encode_ordinary(text))


def _count(encoding: tiktoken.Encoding, text: str) -> int:
    """Count *text* line by line where it is long, with its last line counted so that a further line break adds."""
    if len(text) > _LONGEST:
        *lines, last = _LINE_START.split(text)
        whole = sum(_tokens(encoding, part) for line in lines for part in _parts(line))
        return whole + _last_line(encoding, last)
    if not text.endswith("\n"):
        return _tokens(encoding, text)
    start = _last_line_start(text)
    return _tokens(encoding, text[:start]) + _last_line(encoding, text[start:])


def _last_line_start(text: str) -> int:
    start = text.rstrip("\n").rfind("\n") + 1
    return 0 if text[start : start + 1].isspace() else start


def _last_line(encoding: tiktoken.Encoding, line: str) -> int:
    body = line.rstrip("\n")
    breaks = len(line) - len(body)
    *parts, tail = _parts(body)
    before = sum(_tokens(encoding, part) for part in parts)
    if breaks > _BREAKS_COMPARED:
        return before + _tokens(encoding, tail) + breaks
    return before + max(_tokens(encoding, tail + "\n" * some) for some in range(breaks + 1))


def _parts(line: str) -> list[str]:
    """Cut a line into parts that tiktoken can take, in front of a space where there is one."""
    parts, start = [], 0
    while len(line) - start > _LONGEST:
        space = line.rfind(" ", start + 1, start + _LONGEST)
        end = space if space > 0 else start + _LONGEST
        parts.append(line[start:end])
        start = end
    return [*parts, line[start:]]
