"""Search terms by Snowball stemmers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, Literal

import Stemmer  # type: ignore[import-not-found]  # it ships without types

from lembranca.domain.errors import ConfigurationError
from lembranca.domain.language import Language, language_of
from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import words

_STOP_WORDS = {"en": ENGLISH, "pt": PORTUGUESE, None: ENGLISH | PORTUGUESE}
_MEMORY = 1 << 14

# Plurals that the Portuguese stemmer leaves apart from their singular, the more so once accents are gone; the pairs are
# those of the plural step of RSLP (Orengo and Huyck, "A Stemming Algorithm for the Portuguese Language", 2001).
_PLURALS = {
    "oes": "ao",
    "aes": "ao",
    "ais": "al",
    "eis": "el",
    "ois": "ol",
    "uis": "ul",
    "ens": "em",
    "ins": "im",
    "ons": "om",
    "uns": "um",
}
_SHORTEST_PLURAL = 5

_english = Stemmer.Stemmer("english", 0)
_portuguese = Stemmer.Stemmer("portuguese", 0)


@lru_cache(_MEMORY)
def _stem_english(word: str) -> str:
    return str(_english.stemWord(word))


@lru_cache(_MEMORY)
def _stem_portuguese(word: str) -> str:
    if len(word) >= _SHORTEST_PLURAL and word[-3:] in _PLURALS:
        word = word[:-3] + _PLURALS[word[-3:]]
    return str(_portuguese.stemWord(word))


_STEM: dict[Language, Callable[[str], str]] = {"en": _stem_english, "pt": _stem_portuguese}


class SnowballNormalizer:
    """
    Turns texts into the terms that keyword search compares: folded, stop words dropped, stemmed.

    A text has the stems of its language. One that does not tell its language has the stems of both, and so has each
    word of a question asked through `forms`; so a wrong guess on one side never hides what the other side holds. A
    text of nothing but stop words keeps them. Other languages pass through both stemmers, which leave alone what they
    do not know.

    Args:
        language: "pt" or "en" when all texts are known to be in one; "auto" looks at each.

    Raises:
        ConfigurationError: another language.

    """

    def __init__(self, language: Literal["auto", "pt", "en"] = "auto") -> None:
        if language not in ("auto", "pt", "en"):
            raise ConfigurationError("language", language, "one of auto, pt, en")
        self._language: Final = language

    @property
    def identity(self) -> str:
        """What made the terms; an index of another identity has to be built again."""
        return f"snowball{Stemmer.version().split('.', maxsplit=1)[0]}:v1:{self._language}"

    def terms(self, text: str) -> list[str]:
        """Give the terms of *text* in the order they stand, repeated ones included; any text is allowed."""
        found, language = self._read(text)
        if language is None:
            return [stem for word in found for stem in _stems(word)]
        return [_STEM[language](word) for word in found]

    def forms(self, question: str) -> list[tuple[str, ...]]:
        """
        Give each word of *question* once, as the terms under which a text may hold it; no term stands in two words.

        A text has the word when it has any of its forms; count them as one term, or a form that few texts have would
        pass for a rare word. A question without letters and digits has none.
        """
        found, _ = self._read(question)
        if self._language == "auto":
            return _apart(_stems(word) for word in dict.fromkeys(found))
        return [(stem,) for stem in dict.fromkeys(map(_STEM[self._language], found))]

    def forget_texts(self) -> None:
        """See `ITextMemory`."""
        _stem_english.cache_clear()
        _stem_portuguese.cache_clear()

    def _read(self, text: str) -> tuple[list[str], Language | None]:
        found = words(text)
        language = language_of(text, found) if self._language == "auto" else self._language
        dropped = _STOP_WORDS[language]
        return [word for word in found if word not in dropped] or found, language


def _stems(word: str) -> tuple[str, ...]:
    english, portuguese = _stem_english(word), _stem_portuguese(word)
    return (english,) if english == portuguese else (english, portuguese)


def _apart(forms: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Join forms that share a term: "run" and "running" are one word, though only their English stems say so."""
    word_of: dict[str, dict[str, None]] = {}
    for form in forms:
        word = dict.fromkeys(form)
        for term in form:
            word = word_of.get(term, {}) | word
        word_of.update(dict.fromkeys(word, word))
    return [tuple(word) for word in {id(word): word for word in word_of.values()}.values()]
