"""A digest cut to its target: the last resort, when a model does not keep to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from lembranca.adapters.outbound.language_model.answer import with_most_events
from lembranca.adapters.outbound.language_model.plain_text import sentence_ends
from lembranca.domain.summary import Digest, body_of

Count = Callable[[str], int]

_TOKEN_CHARACTERS = 128  # the most that a token has, by the token counter's contract
_ROOM = 16  # characters of a token beyond which ordinary text never goes, so that a megabyte need not be searched
_MARKS = ("…", ".")


def fitted(digest: Digest, target: int, count: Count) -> Digest:
    """
    Give *digest* with a body of at most *target* tokens.

    Events go first, the least important first, but those of high importance only while they take more than half of
    the target. Then the text is cut after a sentence; where not even one fits, after a word, else after a character.
    The text is never empty; every answer was counted as it is.
    """
    if len(digest.text) <= target * _TOKEN_CHARACTERS and count(digest.body) <= target:
        return digest
    digest = replace(digest, text=digest.text[: target * _ROOM].rstrip())
    while digest.key_events and _is_over(digest, target, count):
        digest = with_most_events(digest, len(digest.key_events) - 1)
    return _cut(digest, target, count)


def _is_over(digest: Digest, target: int, count: Count) -> bool:
    if count(digest.body) <= target:
        return False
    if all(event.importance == "high" for event in digest.key_events):
        return count(body_of("", digest.key_events)) > target // 2
    return True


def _cut(digest: Digest, target: int, count: Count) -> Digest:
    def fits(text: str) -> bool:
        return bool(text) and count(body_of(text, digest.key_events)) <= target

    if fits(digest.text):
        return digest
    sentence = _longest(digest.text, list(sentence_ends(digest.text)), fits)
    if sentence:
        return replace(digest, text=sentence)
    if digest.key_events:
        return _cut(replace(digest, key_events=()), target, count)
    first = digest.text[: next(sentence_ends(digest.text))]
    words = [match.end() for match in re.finditer(r"\S+", first)]
    fragment = _longest(first, words, fits) or _longest(first, range(1, len(first) + 1), fits)
    return replace(digest, text=fragment or next(filter(fits, _MARKS), _MARKS[-1]))


def _longest(text: str, ends: Sequence[int], fits: Callable[[str], bool]) -> str:
    """Give the longest beginning of *text* up to one of *ends* that was seen to fit; empty when none was."""
    low, high, best = 0, len(ends) - 1, ""
    while low <= high:
        middle = (low + high) // 2
        beginning = text[: ends[middle]].rstrip()
        if fits(beginning):
            best, low = beginning, middle + 1
        else:
            high = middle - 1
    return best
