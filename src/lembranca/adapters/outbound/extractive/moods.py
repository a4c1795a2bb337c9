"""How the user feels, by their own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lembranca.adapters.outbound.extractive.cues import FEELINGS, MOOD_BEFORE, OTHER, SELF, WISHED, denies, plain
from lembranca.adapters.outbound.extractive.material import Clause
from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import fold

_NOT = {"pt": "não ", "en": "not "}
_WORD = re.compile(r"[^\W_][\w'’-]{0,40}")  # noqa: RUF001 - people type both apostrophes
_QUOTED = re.compile(r"[\"“«][^\"”»]{0,300}[\"”»]")
_BREAK = re.compile(r"[,;:.!?]")
_CAUSE = {"com", "sobre", "por", "de", "do", "da", "about", "with", "by", "of", "for", "over"}
_VERB = re.compile(r"\w+(?:ar|er|ir|ing)")
_LINKING = ENGLISH | PORTUGUESE
_CAUSE_WORDS = 3
_REACH = 3  # words in front of a feeling in which a negation turns it
_MOST = 2
_NEWEST = 12  # clauses of the user: what was felt before them is over
_SHORT = 4  # words: nobody but the speaker is meant in so few


def mood(clauses: Sequence[Clause], user: str, language: str) -> list[str]:
    """Give the newest feelings of the *user*, with what they are about; those of the former paragraph else."""
    own = [clause for clause in reversed(clauses) if clause.speaker == user and clause.spoken and not clause.former]
    feelings: dict[str, str] = {}
    for clause in own[:_NEWEST]:
        if not clause.question:
            for word, text in _feelings(clause.in_full, language):
                feelings.setdefault(word, text)
    if feelings:
        return list(feelings.values())[:_MOST]
    before = (MOOD_BEFORE.fullmatch(clause.text) for clause in reversed(clauses))
    return next(([found[1]] for found in before if found), [])


def _feelings(text: str, language: str) -> Iterator[tuple[str, str]]:
    told = _QUOTED.sub(" ", text)
    if WISHED.search(plain(told)):
        return
    found = list(_WORD.finditer(told))
    words = [word[0] for word in found]
    for index, word in enumerate(words):
        if fold(word) not in FEELINGS or not _own(words[:index], len(words)):
            continue
        near = _BREAK.split(told[: found[index].start()])[-1].split()[-_REACH:]
        negation = _NOT[language] if denies(" ".join(near)) else ""
        yield fold(word), f"{negation}{word.lower()}{_about(words[index + 1 :])}"


def _own(before: Sequence[str], length: int) -> bool:
    """Whether what stands *before* a feeling makes it the speaker's: the last one named is, or nobody is."""
    told = plain(" ".join(before))
    own = max((found.start() for found in SELF.finditer(told)), default=-1)
    other = max((found.start() for found in OTHER.finditer(told)), default=-1)
    named = any(word[0].isupper() and fold(word) not in _LINKING for word in before[1:])
    if own < 0:
        return other < 0 and not named and length <= _SHORT
    return own >= other


def _about(following: Sequence[str]) -> str:
    cause = list(following[:_CAUSE_WORDS])
    while cause and fold(cause[-1]) in _LINKING:
        cause.pop()
    plain_noun = cause[1:] and fold(cause[0]) in _CAUSE and not _VERB.fullmatch(fold(cause[1]))
    return f" {' '.join(cause)}" if plain_noun else ""
