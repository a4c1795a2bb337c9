"""The verb of an English clause: which it is, in what tense, and whether it is denied."""

# ruff: noqa: E501, RUF001 - patterns and lists of words stand in one line; typographic quotes are what people type
# ruff: noqa: PLR0911 - one way out for each shape of a verb is the plainest reading of a grammar

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from lembranca.adapters.outbound.rules.en.verbs import BASE, ING, PARTICIPLE, PAST
from lembranca.domain.levelling import level

TOKEN = re.compile(r"[a-z0-9][\w'’-]*", re.IGNORECASE)
FILLERS = frozenset(
    "also really actually currently still honestly absolutely genuinely basically now recently finally just already personally truly simply mostly mainly generally normally typically seriously definitely officially originally even so once both totally completely literally secretly deeply legally apparently first ever particularly especially quite quietly deathly mildly severely badly again today yesterday strictly very super too proudly happily sadly kindly fully newly freshly presently meanwhile then ultimately kind sort of probably obviously lately nearly almost myself usually always often sometimes regularly only rarely hardly barely seldom pretty much occasionally eventually someday successfully nowadays extremely incredibly desperately gladly all bit a".split()  # noqa: SIM905
)
_FEWEST = 3  # letters of a verb that is not in the list
_SHORT = 4  # letters: no adverb in -ly has fewer
_KEPT = frozenset(
    [
        "usually",
        "always",
        "often",
        "sometimes",
        "regularly",
        "only",
        "rarely",
        "hardly",
        "barely",
        "seldom",
        "occasionally",
        "mostly",
    ]
)


@dataclass(frozen=True, slots=True)
class Clause:
    """
    One thing that the user says of themselves.

    *lemma* is the verb in its plain form and *form* the verb as it was said; *rest* is what follows, as written.
    *tense* is `p` (lives), `g` (is living), `f` (has lived), `F` (has been living), `d` (lived), `u` (used to live),
    `w` (will live), `c` (can live) or `m` (would, should ...). *denial* is "not", "never", "no longer" or empty,
    *adverb* how often, *front* what stands before the subject. *plural* where "we" say it, *spoken* where a subject
    stands. *plain* is the lemma and the rest, levelled: what patterns are held against.
    """

    lemma: str
    form: str
    rest: str
    tense: str
    denial: str = ""
    adverb: str = ""
    front: str = ""
    plural: bool = False
    spoken: bool = True
    modal: str = ""

    @property
    def plain(self) -> str:
        return f"{self.lemma} {level(self.rest)}".strip()


@dataclass(slots=True)
class Words:
    """The words of a segment: levelled, and where each begins and ends."""

    text: str
    plain: str
    spans: list[tuple[int, int]]
    words: list[str]

    @classmethod
    def of(cls, text: str) -> Words:
        plain = level(text)
        spans = [found.span() for found in TOKEN.finditer(plain)]
        return cls(text, plain, spans, [plain[a:b] for a, b in spans])

    def gap(self, index: int) -> str:
        """Give what stands between a word and the one before it."""
        return self.plain[self.spans[index - 1][1] if index else 0 : self.spans[index][0]]

    def word(self, index: int) -> str:
        return self.words[index] if index < len(self.words) else ""


def offset(given: Words, index: int) -> int:
    """Give where the word at *index* begins; the end of the text after the last one."""
    return given.spans[index][0] if index < len(given.spans) else len(given.plain)


@dataclass(slots=True)
class _Reader:
    """Goes along the words of a predicate."""

    given: Words
    at: int
    denial: str = ""
    adverb: str = ""
    taken: str = ""

    def skip(self) -> None:
        """Pass adverbs and denials; a comma after an adverb too."""
        while self.at < len(self.given.words) - 1:
            word, following = self.word, self.given.word(self.at + 1)
            if word == "no" and following == "longer":
                self.denial, self.at = "no longer", self.at + 2
            elif word in {"not", "never"}:
                self.denial, self.at = word, self.at + 1
            elif (
                word.endswith(("ly", "ley"))
                and len(word) > _SHORT
                and word not in BASE
                and (following in BASE or following in PAST)
            ) or (
                word in FILLERS
                and (
                    word not in {"a", "of", "all", "bit", "so", "once", "first", "kind", "sort", "pretty", "much"}
                    or self._loose(word, following)
                )
            ):
                self.adverb = word if word in _KEPT else self.adverb
                self.at += 1
            else:
                return

    def _loose(self, word: str, following: str) -> bool:
        before = self.given.words[self.at - 1] if self.at else ""
        return (
            (word in {"kind", "sort"} and following == "of")
            or (word == "of" and before in {"kind", "sort"})
            or (word == "pretty" and following == "much")
            or (word == "much" and (before in {"pretty", "very"} or following in {"prefer", "rather"}))
            or (word == "a" and following == "bit")
            or (word == "bit" and before == "a")
            or (word in {"so", "once", "first", "all"} and (following in BASE or following in PAST))
        )

    @property
    def word(self) -> str:
        return self.given.word(self.at)

    def form(self) -> str:
        """Give the word as written."""
        if self.at >= len(self.given.spans):
            return ""
        a, b = self.given.spans[self.at]
        return self.given.text[a:b]


def predicate(given: Words, at: int, supplied: str = "") -> tuple[Clause, int] | None:
    """Read verb and tense from the word *at* on; *supplied* is an auxiliary that was left out."""
    here = _Reader(given, at)
    here.skip()
    aux = supplied or here.word
    if not supplied:
        here.at += 1
    if aux in {"am", "are", "was", "were"}:
        return _be(here, "d" if aux in {"was", "were"} else "p")
    if aux == "have got":
        return _made(here, "have", "have", "p")
    if aux in {"have", "had", "has"}:
        return _have(here, aux, supplied=bool(supplied))
    if aux in {"can", "could", "will", "would", "should", "must", "might", "may"}:
        return _modal(here, aux)
    if aux in {"do", "did"}:
        save = here.at
        here.skip()
        if (
            here.word in BASE
            and (
                here.denial
                or save != here.at
                or here.word not in {"yoga", "tennis", "karate", "drag", "work", "volunteer", "stand", "dance", "chat"}
            )
            and not (aux == "did" and not here.denial and here.word == "it")
        ):
            return _plain(here, "p" if aux == "do" else "d", ended=True)
        return _made(here, "do", "do", "p" if aux == "do" else "d")
    if aux == "used" and here.word == "to":
        here.at += 1
        here.skip()
        return _plain(here, "u", ended=True)
    here.at -= 1
    return _plain(here, "", ended=False)


_AGO = re.compile(
    r"\b(?:ago|yesterday|last|in (?:19|20)\d\d|this morning|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|when)\b"
)


def _following(here: _Reader) -> str:
    """Give what follows the word that is being read."""
    return here.given.plain[offset(here.given, here.at) :]


def _plain(here: _Reader, tense: str, *, ended: bool) -> tuple[Clause, int] | None:
    """Read a verb on its own; *tense* is empty where its form tells."""
    word, form = here.word, here.form()
    here.at += 1
    if not word:
        return None
    if word == "be":
        return _made(here, "be", "be", tense or "p")
    if ended and word in BASE:
        return _made(here, word, form, tense)
    if word in PAST and not (word in BASE and tense):
        same = PAST[word] == word and not tense
        return _made(
            here,
            PAST[word],
            form,
            "p"
            if same
            and word in {"read", "put", "let", "set", "cost", "hurt", "beat", "split", "cut"}
            and not _AGO.search(_following(here))
            else "d",
        )
    if word in BASE:
        return _made(here, word, form, tense or "p")
    if word in ING and not ended:
        return _made(here, ING[word], form, "g")
    if word.endswith("ed") and word.isalpha() and not ended:
        return _made(here, word[:-2], form, "d")
    if (
        word.isalpha()
        and len(word) >= _FEWEST
        and word not in {"the", "and", "for", "with", "that", "this", "not", "from"}
    ):
        return _made(here, word, form, tense or "p")
    return None


def _made(here: _Reader, lemma: str, form: str, tense: str, modal: str = "") -> tuple[Clause, int]:
    return Clause(lemma, form, "", tense, here.denial, here.adverb, modal=modal), here.at


def _be(here: _Reader, tense: str) -> tuple[Clause, int] | None:
    here.skip()
    word, following = here.word, here.given.word(here.at + 1)
    later = here.given.word(here.at + 2)
    if (
        word in {"going", "about", "planning", "looking"} and following == "to" and (later in BASE or later == "be")
    ) and word in {"going", "about"}:
        here.at += 2
        here.skip()
        return _plain(here, "w" if tense == "p" else "m", ended=True)
    if word == "used" and following == "to":
        return _made(here, "be", "am", tense)
    if word in ING and word not in {"being", "boring", "missing"} and tense == "p":
        form = here.form()
        here.at += 1
        return _made(here, ING[word], form, "g")
    if word in ING and tense == "d" and word != "being":
        form = here.form()
        here.at += 1
        return _made(here, ING[word], form, "D")
    return _made(here, "be", "am", tense)


def _have(here: _Reader, aux: str, *, supplied: bool) -> tuple[Clause, int] | None:
    here.skip()
    word, following = here.word, here.given.word(here.at + 1)
    if word == "to" and not supplied:
        here.at += 1
        here.skip()
        return _made(here, "need to", "need to", "d" if aux == "had" else "p")
    if (
        word == "got"
        and aux == "have"
        and following
        not in {"married", "engaged", "divorced", "used", "into", "over", "better", "worse", "promoted", "fired"}
    ):
        here.at += 1
        if following == "to":
            here.at += 1
            return _made(here, "need to", "need to", "p")
        here.skip()
        return _made(here, "have", "have", "p")
    if word == "been":
        here.at += 1
        here.skip()
        if here.word in ING and here.word not in {"boring", "missing"}:
            form = here.form()
            lemma = ING[here.word]
            here.at += 1
            return _made(here, lemma, form, "D" if aux == "had" else "F")
        return _made(here, "be", "am" if aux == "had" else "been", "d" if aux == "had" else "f")
    if word in PARTICIPLE and (following or supplied or here.denial):
        form = here.form()
        here.at += 1
        return _made(here, PARTICIPLE[word], form, "f")
    if word.endswith("ed") and word.isalpha():
        form = here.form()
        here.at += 1
        return _made(here, word, form, "f")
    return _made(here, "have", "had" if aux == "had" else "have", "d" if aux == "had" else "p")


def _modal(here: _Reader, aux: str) -> tuple[Clause, int] | None:
    here.skip()
    word, following = here.word, here.given.word(here.at + 1)
    if aux == "would" and word in {"like", "love", "hate", "prefer"}:
        here.at += 1
        return _made(here, f"would {word}", word, "p", "would")
    if aux == "would" and word == "rather":
        here.at += 1
        return _made(here, "would rather", "would rather", "p", "would")
    if aux == "could" and here.denial and following:
        return _plain(here, "m", ended=True)
    if word == "be" and following in ING:
        here.at += 1
        form = here.form()
        lemma = ING[here.word]
        here.at += 1
        return _made(here, lemma, form, "g" if aux == "will" else "m", aux)
    found = _plain(here, {"can": "c", "will": "w"}.get(aux, "m"), ended=True)
    if found is None:
        return None
    clause, after = found
    return replace(clause, denial=here.denial, adverb=here.adverb, modal=aux), after
