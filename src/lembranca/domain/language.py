"""In which of our two languages a text is: a vote of the small words that only one of them has."""

from __future__ import annotations

from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import words

_ONLY_ENGLISH = ENGLISH - PORTUGUESE
_ONLY_PORTUGUESE = PORTUGUESE - ENGLISH


def language_of(text: str) -> str:
    """Give `pt` or `en`, whichever has more of its small words in *text*; `pt` when neither has more."""
    found = words(text)
    english = sum(word in _ONLY_ENGLISH for word in found)
    return "en" if english > sum(word in _ONLY_PORTUGUESE for word in found) else "pt"
