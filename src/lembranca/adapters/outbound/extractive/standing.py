"""Whether a piece of what was said makes sense without the words around it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from lembranca.adapters.outbound.extractive.cues import EMPTY, EVENTS, FEELINGS, MOOD_BEFORE, SELF, denies, plain
from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import fold, words

# What qualifies or dates other words, and says nothing where it is all there is.
_QUALIFIERS = """
monday tuesday wednesday thursday friday saturday sunday week weeks month months year years morning evening night
minute minutes hour hours half challenging tough hard easy true fair fine ready busy later soon early late
apparently probably steady shame weird funny crazy insane here there alone hj segunda terca quarta quinta sexta sabado
domingo semana semanas mes meses ano anos manha tarde noite cedo minuto minutos horas meia meio pouca justo ousada
ousado dificil facil pronto pronta serio seria rapido pena louco louca engracado cheio cheia aqui ali la agora umas
uns anotado anotada sorry amei adorei gostei
"""
_EMPTY: Final = EMPTY | ENGLISH | PORTUGUESE | frozenset(fold(word) for word in _QUALIFIERS.split())
_FEWEST = 2  # telling words, or one about oneself
_LONGEST_JOINED = 160  # characters
_SHORTEST_STATEMENT = 3  # words
_OPENING = re.compile(r"^([^:]{1,25}):\s+(?=\S)")
_ENUMERATION = re.compile(r"^\(?\d{1,2}[.)]\s+")


@lru_cache(4096)
def stands_alone(text: str) -> bool:
    """Whether *text* tells a feeling or a turn of life, or has two words that tell something, or one of oneself."""
    said = words(text)
    if MOOD_BEFORE.fullmatch(text) or not FEELINGS.isdisjoint(said):
        return True
    telling = _telling(said)
    if len(telling) >= _FEWEST or (telling and any(word.isdigit() for word in said)):
        return True
    if telling and len(said) >= _SHORTEST_STATEMENT and _states(text):
        return True
    return EVENTS["high"].search(plain(text)) is not None


def _telling(said: Iterable[str]) -> set[str]:
    return {word for word in said if len(word) > 1 and not word.isdigit() and word not in _EMPTY}


def _states(text: str) -> bool:
    return SELF.search(plain(text)) is not None or denies(text)


def without_opening(text: str) -> str:
    """Drop what only announces: the number of a list, or words without content in front of a colon."""
    rest = _ENUMERATION.sub("", text)
    opening = _OPENING.match(rest)
    if opening and not _telling(words(opening[1])) and not any(sign.isdigit() for sign in opening[1]):
        rest = rest[opening.end() :]
    if rest.count("(") != rest.count(")"):  # the other one went with another clause
        rest = rest.strip("()") or rest
    return rest


def joined(pieces: Iterable[tuple[str, bool]]) -> list[tuple[str, bool]]:
    """Put fragments of one message to the statement in front of them; what has none or says nothing is dropped."""
    whole: list[tuple[str, bool]] = []
    for text, question in pieces:
        if stands_alone(text):
            whole.append((text, question))
            continue
        if not whole or question or not _adds(text):
            continue
        before, asked = whole[-1]
        if not asked and len(before) + len(text) <= _LONGEST_JOINED:
            whole[-1] = (f"{before}, {text}", False)
    return whole


def _adds(text: str) -> bool:
    said = words(text)
    return bool(_telling(said)) or any(word.isdigit() for word in said)
