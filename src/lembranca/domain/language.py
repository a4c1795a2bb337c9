"""
Which language a short text is in: a vote of its function words.

Statistical detectors are built for paragraphs and guess on chat messages of five words; function words are what short
messages are full of, and where there is none the honest answer is that nothing is known.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, TypeAlias

from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import words as words_of

Language: TypeAlias = Literal["pt", "en"]

# Greetings are no stop words, but all that many a message has.
_ONLY_ENGLISH = (ENGLISH - PORTUGUESE) | {"hello", "hey", "hi", "please", "thank", "thanks", "yes"}
_ONLY_PORTUGUESE = (PORTUGUESE - ENGLISH) | {"obrigada", "obrigado", "oi", "ola", "sim", "tchau", "tudo"}
# Loan words bring é and ç into English, so an accent counts as one vote and no more.
_PORTUGUESE_LETTER = re.compile("[ãõçáàâéêíóôúÃÕÇÁÀÂÉÊÍÓÔÚ\u0303\u0327\u0301]")


def language_of(text: str, words: Iterable[str]) -> Language | None:
    """
    Tell Portuguese from English.

    Args:
        text: as written, whose accents count.
        words: the folded words of *text*.

    Returns:
        The language with more votes, None when they draw: no evidence, or as much of both.

    """
    english = portuguese = 0
    for word in words:
        english += word in _ONLY_ENGLISH
        portuguese += word in _ONLY_PORTUGUESE
    if not text.isascii() and _PORTUGUESE_LETTER.search(text):
        portuguese += 1
    if english == portuguese:
        return None
    return "en" if english > portuguese else "pt"


def majority(texts: Iterable[str]) -> Language | None:
    """
    Tell in which language most of *texts* are, by the first 200 characters of each; None when they draw.

    All vote, so that one more text seldom changes what begins every context.
    """
    heard = Counter(_heard(text[:_HEARD]) for text in texts)
    if heard["pt"] == heard["en"]:
        return None
    return "pt" if heard["pt"] > heard["en"] else "en"


def language_in_force(setting: str, *groups: Iterable[str]) -> str:
    """
    Give the language to write in.

    Args:
        setting: `pt` or `en`, which it is then, or `auto`.
        groups: texts that tell, by `majority`; the first group that does decides. Portuguese where none does.

    """
    if setting != "auto":
        return setting
    return next(filter(None, map(majority, groups)), "pt")


_HEARD = 200


@lru_cache(4096)
def _heard(text: str) -> Language | None:
    return language_of(text, words_of(text))


def forget_texts() -> None:
    """Let go of the texts whose language is remembered."""
    _heard.cache_clear()
