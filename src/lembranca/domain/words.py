"""Text cut into comparable words: the same whatever the case, the accents or the Unicode form it was typed in."""

from __future__ import annotations

import re
import unicodedata

MAX_WORD = 64

_WORD = re.compile(r"[^\W_]+")
_ACCENTS = re.compile("[\u0300-\u036f]+")
# Thai, kana, Han and its extensions: written without spaces between words.
_UNSPACED = re.compile("([\u0e00-\u0e7f\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]+)")


def fold(text: str) -> str:
    """
    Give *text* in lower case, without accents, compatibility characters replaced ("ﬁ" by "fi").

    NFC and NFD twins, case twins and accent twins fold to the same text. Any string is allowed.
    """
    if text.isascii():
        return text.lower()
    spread = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    # Composed again, because a Hangul syllable in pieces is no accent.
    return unicodedata.normalize("NFC", _ACCENTS.sub("", spread))


def words(text: str) -> list[str]:
    """
    Cut folded *text* into its words in the order they stand, repeated ones included.

    Everything but letters and digits separates; a word longer than 64 characters counts by its first 64. Scripts that
    do not put spaces between words give overlapping pairs of characters, as Lucene's CJKBigramFilter does.
    """
    folded = fold(text)
    found = _WORD.findall(folded)
    if not folded.isascii():
        found = [piece for word in found for piece in _pieces(word)]
    return [word[:MAX_WORD] for word in found]


def _pieces(word: str) -> list[str]:
    if word.isascii() or not _UNSPACED.search(word):
        return [word]
    pieces: list[str] = []
    for part in filter(None, _UNSPACED.split(word)):
        if len(part) > 1 and _UNSPACED.match(part):
            pieces += [part[i : i + 2] for i in range(len(part) - 1)]
        else:
            pieces.append(part)
    return pieces
