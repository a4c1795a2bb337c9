"""What a fact says, in a form in which two facts can be held against each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from lembranca.domain import equivalents_en, equivalents_pt
from lembranca.domain.equivalents import Lexicon, expressions
from lembranca.domain.language import language_of
from lembranca.domain.numerals import numerals
from lembranca.domain.slots import slots_of
from lembranca.domain.words import fold, words

RETRACTION = "retraction"
"""The topic of what only takes something back ("forget what I said about the Yankees"); its content says what."""

Terms = Callable[[str], Sequence[str]]
Word = frozenset[str]

_TABLES = {"pt": equivalents_pt, "en": equivalents_en}
_GRANDMOTHER = re.compile("avó|avo\u0301", re.IGNORECASE)  # without its accent it would be the grandfather
_CLAUSES = re.compile(r"[,;:.]\s|\s[-–—]\s")
_INSTEAD = re.compile(
    r"\b(?:em vez d[eoa]s?|ao inves d[eoa]s?|no lugar d[eoa]s?|instead of|rather than)\s|,? (?:e|and) (?:nao|not)\s|, (?:nao|not)\s"
)
_EXCHANGE = re.compile(
    r"\b(?:trocou|substituiu|traded|swapped|switched|replaced|exchanged) (?:in )?(?:d[eoa] |from )?(?P<old>.+?)"
    r" (?:in )?(?:por|pel[oa]|num|numa|for|to|with) (?P<new>.+)"
)
_NO_MORE = re.compile(r"\b(?:nao|nem)\b.{0,40}\bmais\b|\bja nao\b|\b(?:any ?more|any longer|no longer)\b")
_AFTER_ALL = re.compile(r",? \b(?:porque|pq|pois|gracas a|devido a|por ordem|because (?!of)|due to|thanks to)\b")
_REASON = re.compile(_AFTER_ALL.pattern + r"|,? \b(?:por causa d|because of)")
_DURATION = re.compile(
    r"(?<!^)\b(?:ha|faz|tem|for|since|desde|por)"
    r" (?:(?:mais|menos|cerca|quase|about|almost|over|os|the) (?:de )?)*(?:\d+|uns|umas|poucos|alguns|muitos|a few|many|some)"
    r"(?: (?:dias?|semanas?|mes|meses|anos?|days?|weeks?|months?|years?))?\b|\b\d+ (?:days?|weeks?|months?|years?) ago\b"
)
_WIDE = frozenset({"~like", "~fear", "~prefer"})
_LIGHT_FRAMES = frozenset({"~eat", "~drink", "~play"})
_WEEKDAYS = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "segunda",
    "terca",
    "quarta",
    "quinta",
    "sexta",
    "sabado",
    "domingo",
)
_MARKS = frozenset({"~also", "~reached", "~taken_back", "~exchange"})
_ENDING = frozenset({"~quit", "~past"})
_TURNING = _ENDING | {"~not"}
_UNSAID = frozenset({*_TURNING, "~un", "~status", *_MARKS})


class Stated(Protocol):
    """What a fact has in common whether it was just told or is known."""

    @property
    def kind(self) -> str: ...
    @property
    def content(self) -> str: ...
    @property
    def topic(self) -> str | None: ...
    @property
    def negated(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Claim:
    """
    A fact taken apart.

    *affirmed* is false where it is denied, has ended or is disliked. *frames* say what is said (to like, to live, to
    fear; nothing for being and having), *words* what it is said of, each as all the stems that it may have, *numbers*
    its figures. *slots* are the places that hold one value at a time, with the value. *left* are the words of what the
    fact itself says was given up for it.
    """

    kind: str
    plain: str
    affirmed: bool
    frames: frozenset[str] = frozenset()
    words: tuple[Word, ...] = ()
    numbers: frozenset[str] = frozenset()
    slots: Mapping[str, frozenset[str]] = field(default_factory=dict)
    left: tuple[Word, ...] = ()
    marks: frozenset[str] = frozenset()

    @property
    def is_retraction(self) -> bool:
        """Whether it only takes back what was said."""
        return "~taken_back" in self.marks


class Reader:
    """
    Reads claims, each once as long as it lives.

    Args:
        terms: gives the stems of a text, as `INormalizer.terms` does.

    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._stems: dict[str, Word] = {}
        self._claims: dict[tuple[str, str | None, bool, str], Claim] = {}

    def claim(self, fact: Stated) -> Claim:
        """Read what *fact* says."""
        key = (fact.kind, fact.topic, fact.negated, fact.content)
        known = self._claims.get(key)
        if known is None:
            known = self._claims[key] = self._read(fact)
        return known

    def stem(self, word: str) -> Word:
        """Give all the stems of *word*; a concept is its own."""
        known = self._stems.get(word)
        if known is None:
            known = self._stems[word] = Word([word]) if word[:1] == "~" else Word([*self._terms(word), *_base(word)])
        return known

    def _read(self, fact: Stated) -> Claim:
        text = fold(_GRANDMOTHER.sub("grandmother", fact.content))
        said, left = _without_left(text)
        said = _without_reason(said, fact.kind)
        clauses = [_tokens(clause) for clause in _CLAUSES.split(said)]
        concepts = [token for clause in clauses for token in clause if token[:1] == "~"]
        marks = _MARKS.intersection(concepts)
        if _NO_MORE.search(said):
            marks |= {"~ended"}
        if fact.topic == RETRACTION:
            marks |= {"~taken_back"}
        denying = not _TURNING.isdisjoint(concepts)
        tokens = _telling(clauses, whole=not (denying or fact.negated or "~taken_back" in marks))
        inherent = "~un" in tokens
        denied = _denied(tokens) if denying else fact.negated and not inherent
        if denied:
            marks |= {"~denied"}
        if denied and not _ENDING.isdisjoint(tokens):
            marks |= {"~ended"}
        frames, objects = _taken_apart(tokens, fact.kind)
        figures = frozenset(token for token in objects if token.isdigit())
        named = [token for token in dict.fromkeys(objects) if not token.isdigit()]
        slots = slots_of(fact.kind, fact.topic, words(said), frames, named, figures)
        return Claim(
            kind=fact.kind,
            plain=" ".join(words(text)),
            affirmed=denied == inherent,
            frames=frames,
            words=tuple(map(self.stem, named)),
            numbers=figures,
            slots={name: frozenset().union(*map(self.stem, value)) for name, value in slots.items()},
            left=tuple(map(self.stem, _taken_apart(_tokens(left), fact.kind)[1])),
            marks=frozenset(marks),
        )


def _without_left(text: str) -> tuple[str, str]:
    """Give *text* without the part that says what was given up, and that part."""
    found = _INSTEAD.search(text)
    if found and found.start() > 0 and not _NO_MORE.search(text):
        return text[: found.start()], text[found.end() :]
    found = _EXCHANGE.search(text)
    if found:
        return found["new"], found["old"]
    return text, ""


def _without_reason(text: str, kind: str) -> str:
    """Give *text* without the reason that it ends with; a feeling is about its cause."""
    found = (_AFTER_ALL if kind == "emo" else _REASON).search(text)
    return text[: found.start()] if found and found.start() > 0 else text


def _telling(clauses: Sequence[Sequence[str]], *, whole: bool) -> list[str]:
    """Give the tokens that count: of a denial those of the clause that denies, else all."""
    if whole:
        return [token for clause in clauses for token in clause]
    saying = [clause for clause in clauses if set(clause) - _UNSAID]
    denials = [clause for clause in saying if not _TURNING.isdisjoint(clause)]
    return list(next(iter(denials or saying), []))


def _denied(tokens: Sequence[str]) -> bool:
    """Whether they deny: "does not smoke", "quit smoking", and not "did not quit"."""
    return ("~not" in tokens) != (not _ENDING.isdisjoint(tokens))


def _taken_apart(tokens: Sequence[str], kind: str) -> tuple[frozenset[str], list[str]]:
    """Part what is said from what it is said of."""
    frames = {token for token in tokens if token in _frames()} - _UNSAID
    objects = [token for token in tokens if token not in _frames() and token not in _UNSAID]
    if kind == "obj":
        frames.discard("~want")
    if kind == "event" and any(token.isdigit() for token in objects):
        objects = [token for token in objects if not token.startswith(_WEEKDAYS)]
    if frames & _WIDE and objects:
        frames -= _LIGHT_FRAMES
        objects = [token for token in objects if token not in _light()] or objects
    return frozenset(frames), objects


def _tokens(text: str) -> list[str]:
    said = numerals(words(_DURATION.sub(" ", " ".join(numerals(words(text))))))
    if not said:
        return []
    language = language_of(text, said)
    lexicons = _lexicons()
    if language is not None:
        return lexicons[language].read(said)[0]
    return max((lexicon.read(said) for lexicon in lexicons.values()), key=lambda reading: reading[1])[0]


@cache
def _lexicons() -> dict[str, Lexicon]:
    return {
        language: Lexicon([expressions(table.FRAMES), expressions(table.THINGS), expressions({"": table.FILLERS})])
        for language, table in _TABLES.items()
    }


@cache
def _frames() -> frozenset[str]:
    said = (token for table in _TABLES.values() for tokens in table.FRAMES for token in tokens.split())
    return frozenset(token for token in said if token[:1] == "~")


@cache
def _light() -> frozenset[str]:
    return frozenset(word for table in _TABLES.values() for word in words(table.LIGHT))


_SMALL = re.compile("(?:z?inh|zit)(?P<gender>[oa])s?$")
_NOT_SMALL = frozenset(
    "vizinha vizinho caminho caminhos cozinha galinha farinha rainha madrinha padrinho marinha golfinho sobrinha sobrinho campainha linha vinho ninho minha sardinha andorinha".split()
)
_SHORTEST_BASE = 4


def _base(word: str) -> list[str]:
    """Give the word that *word* is the diminutive of, as the stem of both genders."""
    found = _SMALL.search(word)
    if not found or word in _NOT_SMALL or found.start() < _SHORTEST_BASE:
        return []
    return [word[: found.start()]]
