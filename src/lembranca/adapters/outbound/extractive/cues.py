"""What tells a clause that matters from one that does not, in both languages at once."""

from __future__ import annotations

import re
from typing import Final

from lembranca.adapters.outbound.extractive import words_en, words_pt
from lembranca.domain.language import language_of
from lembranca.domain.words import fold, words

_LANGUAGES = (words_en, words_pt)
CUE_CLASSES = tuple(words_en.CUES)


def _one(pattern: str) -> str:
    """Take the line breaks out of a pattern that was written over several lines."""
    return re.sub(r"\s*\n\s*", "", pattern.strip())


def _either(*patterns: str) -> str:
    return "|".join(_one(pattern) for pattern in patterns)


_ACCENTED = {"a": "[aáâãà]", "e": "[eéê]", "i": "[ií]", "o": "[oóôõ]", "u": "[uúü]", "c": "[cç]"}


def _accented(pattern: str) -> str:
    """Let a pattern match letters with accents as well, for text that cannot be folded without moving its places."""
    return re.sub(r"\[[^\]]*\]|\\.|[aeiouc]", lambda found: _ACCENTED.get(found[0], found[0]), pattern)


def _words(*patterns: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{_either(*patterns)})\b", re.IGNORECASE)


CUES: Final = re.compile(
    "|".join(rf"(?P<{name}>\b(?:{_either(*(lang.CUES[name] for lang in _LANGUAGES))})\b)" for name in CUE_CLASSES)
)
SOCIAL: Final = re.compile(rf"\b(?:{_either(*(lang.SOCIAL for lang in _LANGUAGES))})")
EXAMPLE: Final = re.compile(rf"(?:^|(?<=[\s(,]))(?:{_either(*(lang.EXAMPLE for lang in _LANGUAGES))})", re.IGNORECASE)
NEGATION: Final = _words(*(lang.NEGATION for lang in _LANGUAGES))
CONDITION: Final = _words(*(lang.CONDITION for lang in _LANGUAGES))
GREETINGS: Final = _accented(_either(*(lang.GREETINGS for lang in _LANGUAGES)))
FILLERS: Final = _either(*(lang.FILLERS for lang in _LANGUAGES))
ASIDES: Final = _accented(_either(*(lang.ASIDES for lang in _LANGUAGES)))
HYPOTHETICAL: Final = _words(*(lang.HYPOTHETICAL for lang in _LANGUAGES))
EVENTS: Final = {level: _words(*(lang.EVENTS[level] for lang in _LANGUAGES)) for level in ("high", "medium", "low")}
SELF: Final = _words(*(lang.SELF for lang in _LANGUAGES))
OTHER: Final = _words(*(lang.OTHER for lang in _LANGUAGES))
ADVICE: Final = _words(*(lang.ADVICE for lang in _LANGUAGES))
COMMITMENT: Final = _words(*(lang.COMMITMENT for lang in _LANGUAGES))
LAUGHTER: Final = re.compile(
    rf"[\s,]*(?<![\w-])(?:{_either(*(lang.LAUGHTER for lang in _LANGUAGES))})(?![\w-])"
    r"|\s*[\u2600-\u27bf\u2b50\U0001f000-\U0001faff][\ufe0f\u200d]*",
    re.IGNORECASE,
)
WISHED: Final = _words(*(lang.WISHED for lang in _LANGUAGES))
AIM: Final = _words(*(lang.AIM for lang in _LANGUAGES))
MOOD_BEFORE: Final = re.compile(r"(?:humor|mood): (.+?)[.;]*")
FEELINGS: Final = frozenset(word for lang in _LANGUAGES for word in lang.FEELINGS)
EMPTY: Final = frozenset(word for lang in _LANGUAGES for word in lang.EMPTY)


def denies(text: str) -> bool:
    """Whether *text* negates something; the Portuguese "no" is no negation."""
    folded = plain(text)
    found = {cue for cue in NEGATION.findall(folded) if cue}
    return bool(found) and (found != {"no"} or language_of(text, words(text)) != "pt")


def has_condition(text: str) -> bool:
    """Whether *text* says that something might be so."""
    return CONDITION.search(fold(text)) is not None


def plain(text: str) -> str:
    """Fold *text*, typographic apostrophes made straight: what the patterns are matched against."""
    return fold(text).replace("\u2019", "'")


def cue_classes(folded: str) -> frozenset[str]:
    """Name the classes of cues that stand in *folded* text: want, decided, tried, changed, fact."""
    return frozenset(found.lastgroup for found in CUES.finditer(folded) if found.lastgroup)
