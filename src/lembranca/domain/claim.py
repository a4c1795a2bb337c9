"""What a fact says, in a form in which two facts can be held against each other."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from lembranca.domain.concepts import ENDING, MARKS, TURNING, UNSAID, clauses, taken_apart
from lembranca.domain.fact import RETRACTION
from lembranca.domain.slots import slots_of
from lembranca.domain.words import fold, words

MOST_CLAIMS = 20_000
"""So many claims a reader has at hand; then it begins anew."""

Terms = Callable[[str], Sequence[str]]
Word = frozenset[str]

_NAME = re.compile(r"(?<=\s)[A-ZÀ-Ý][\w'-]*")
_GRANDMOTHER = re.compile("avó|avo\u0301", re.IGNORECASE)  # without its accent it would be the grandfather
_INSTEAD = re.compile(
    r"\b(?:em vez d[eoa]s?|ao inves d[eoa]s?|no lugar d[eoa]s?|instead of|rather than)\s"
    r"|,? (?:e|and) (?:nao|not)\s|, (?:nao|not)\s"
)
_EXCHANGE = re.compile(
    r"\b(?:trocou|substituiu|traded|swapped|switched|replaced|exchanged) (?:in )?(?:d[eoa] |from )?(?P<old>.+?)"
    r" (?:in )?(?:por|pel[oa]|num|numa|for|to|with) (?P<new>.+)"
)
_NO_MORE = re.compile(r"\b(?:nao|nem)\b.{0,40}\bmais\b|\bja nao\b|\b(?:any ?more|any longer|no longer)\b")
_AFTER_ALL = re.compile(r",? \b(?:porque|pq|pois|gracas a|devido a|por ordem|because (?!of)|due to|thanks to)\b")
_REASON = re.compile(_AFTER_ALL.pattern + r"|,? \b(?:por causa d|because of)")

# Concepts that so many facts of a person have that nobody is found by them.
_COMMON = frozenset({"~like", "~prefer", "~fear", "~want"})


PARTS = {"~child": frozenset({"~son", "~daughter"}), "~sibling": frozenset({"~brother", "~sister"})}
"""Who has none of the first has none of the others either."""


class Stated(Protocol):
    """What a fact has, whether it was just told or is known."""

    @property
    def kind(self) -> str:
        """See `ExtractedFact`."""

    @property
    def content(self) -> str:
        """See `ExtractedFact`."""

    @property
    def topic(self) -> str | None:
        """See `ExtractedFact`."""

    @property
    def negated(self) -> bool:
        """See `ExtractedFact`."""


@dataclass(frozen=True, slots=True)
class Claim:
    """
    A fact taken apart.

    *plain* are its folded words. *affirmed* is false where it is denied, has ended or is disliked. *frames* say what is
    said (to like, to live, to fear; nothing for being and having), *words* what it is said of, each as all the stems
    that it may have, *numbers* its figures. *slots* are the places in a life that hold one value at a time, with the
    stems of the value. *left* are the words of what the fact itself says was given up for it, *names* those that
    are written like names.

    *marks* tell how it is said: `~denied` in words of denial, `~ended` as an end, `~also` as an addition, `~instead` as
    something else, `~reached` as a success, `~taken_back` to take something back. *keys* are what it shares
    with all that has something to do with it.
    """

    kind: str
    plain: str
    affirmed: bool
    frames: frozenset[str]
    words: tuple[Word, ...]
    numbers: frozenset[str]
    slots: Mapping[str, frozenset[str]]
    left: tuple[Word, ...]
    marks: frozenset[str]
    names: frozenset[str]
    keys: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        keys = (self.frames - _COMMON).union(self.slots, *self.words, *self.left)
        keys |= {whole for whole, parts in PARTS.items() if not keys.isdisjoint(parts)}
        object.__setattr__(self, "keys", keys or self.frames | self.numbers | {self.plain})

    @property
    def is_retraction(self) -> bool:
        """Whether it only takes back what was said."""
        return "~taken_back" in self.marks


class Reader:
    """
    Reads claims, each once as long as it has them at hand.

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
            if len(self._claims) >= MOST_CLAIMS:
                self.forget_texts()
            known = self._claims[key] = self._read(fact)
        return known

    def forget_texts(self) -> None:
        """Let go of all that was read."""
        self._claims.clear()
        self._stems.clear()

    def _read(self, fact: Stated) -> Claim:
        text = fold(_GRANDMOTHER.sub("grandmother", fact.content))
        said, left = _without_left(_without_reason(text, fact.kind))
        read = clauses(said)
        marks = _marks(fact, said, read)
        denying = any(not TURNING.isdisjoint(clause) for clause in read)
        tokens = _telling(read, whole=not (denying or fact.negated or "~taken_back" in marks))
        inherent = "~un" in tokens
        denied = _denies(tokens) if denying else fact.negated and not inherent
        frames, objects = taken_apart(tokens, fact.kind)
        numbers = frozenset(filter(str.isdigit, objects))
        named = [token for token in objects if not token.isdigit()]
        slots = slots_of(fact.kind, fact.topic, said, frames, named, numbers)
        return Claim(
            kind=fact.kind,
            plain=" ".join(words(text)),
            affirmed=denied == inherent,
            frames=frames,
            words=tuple(map(self.stem, named)),
            numbers=numbers,
            slots={name: frozenset().union(*map(self.stem, value)) for name, value in slots.items()},
            left=self._left(left, fact.kind),
            marks=marks | _ways(tokens, denied=denied),
            names=frozenset(fold(name) for name in _NAME.findall(fact.content)),
        )

    def _left(self, text: str, kind: str) -> tuple[Word, ...]:
        if not text:
            return ()
        return tuple(self.stem(token) for clause in clauses(text)[:1] for token in taken_apart(clause, kind)[1])

    def stem(self, word: str) -> Word:
        """Give all the stems of *word*; a concept is its own."""
        known = self._stems.get(word)
        if known is None:
            known = self._stems[word] = Word([word]) if word[0] == "~" else Word([*self._terms(word), *_base(word)])
        return known


def _marks(fact: Stated, said: str, read: Sequence[Sequence[str]]) -> frozenset[str]:
    marks = MARKS.intersection(token for clause in read for token in clause)
    if _NO_MORE.search(said):
        marks |= {"~ended"}
    return marks | {"~taken_back"} if fact.topic == RETRACTION else marks


def _ways(tokens: Sequence[str], *, denied: bool) -> frozenset[str]:
    if not denied:
        return frozenset()
    return frozenset({"~denied"}) if ENDING.isdisjoint(tokens) else frozenset({"~denied", "~ended"})


def _without_left(text: str) -> tuple[str, str]:
    """Give *text* without the part that says what was given up, and that part."""
    found = _INSTEAD.search(text)
    if found and found.start() > 0 and not _NO_MORE.search(text):
        return text[: found.start()], text[found.end() :]
    exchange = _EXCHANGE.search(text)
    return (exchange["new"], exchange["old"]) if exchange else (text, "")


def _without_reason(text: str, kind: str) -> str:
    """Give *text* without the reason that it ends with; a feeling is about its cause."""
    found = (_AFTER_ALL if kind == "emo" else _REASON).search(text)
    return text[: found.start()] if found and found.start() > 0 else text


def _telling(read: Sequence[list[str]], *, whole: bool) -> list[str]:
    """Give the tokens that count: of a denial those of the clause that denies, else all."""
    if whole:
        return [token for clause in read for token in clause]
    saying = [clause for clause in read if set(clause) - UNSAID]
    denials = [clause for clause in saying if not TURNING.isdisjoint(clause)]
    return next(iter(denials or saying), [])


def _denies(tokens: Sequence[str]) -> bool:
    """Whether they deny: "does not smoke", "quit smoking", and not "did not quit"."""
    return ("~not" in tokens) == ENDING.isdisjoint(tokens)


_SMALL = re.compile("(?:z?inh|zit)[oa]s?$")
_NOT_SMALL = frozenset(
    """
    vizinha vizinho caminho caminhos cozinha galinha farinha rainha madrinha padrinho marinha golfinho sobrinha sobrinho
    campainha linha vinho ninho minha sardinha andorinha espinho carinho bainha
    """.split()  # noqa: SIM905 - a list of many quoted words is read by nobody
)
_SHORTEST_BASE = 4


def _base(word: str) -> list[str]:
    """Give the stem of the word that *word* is the diminutive of, none where it is no diminutive."""
    found = _SMALL.search(word)
    if not found or word in _NOT_SMALL or found.start() < _SHORTEST_BASE:
        return []
    return [word[: found.start()]]
