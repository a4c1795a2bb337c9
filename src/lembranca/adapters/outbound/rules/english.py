"""How people speak of themselves in English, and how that is said of them."""

# ruff: noqa: E501, RUF001 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

import re
from dataclasses import dataclass

from lembranca.adapters.outbound.rules import frames_en
from lembranca.adapters.outbound.rules.frame import Frame, Predicate, joined
from lembranca.adapters.outbound.rules.words_en import BARE, ING, PAST, PRESENT
from lembranca.domain.levelling import level

_CONTRACTIONS = (
    (re.compile(r"\b(ca)n['’]?t\b", re.IGNORECASE), "cannot"),
    (re.compile(r"\bwon['’]t\b", re.IGNORECASE), "will not"),
    (re.compile(r"\b(do|does|did|is|are|was|were|has|have|had|could|would|should)n['’]?t\b", re.IGNORECASE), r"\1 not"),
    (re.compile(r"\b(I)['’]m\b|\bIm\b", re.IGNORECASE), "I am"),
    (re.compile(r"\bI['’]ve\b|\bIve\b", re.IGNORECASE), "I have"),
    (re.compile(r"\bI['’]ll\b", re.IGNORECASE), "I will"),
    (re.compile(r"\bI['’]d\b", re.IGNORECASE), "I would"),
    (
        re.compile(
            r"\b((?:N|n)ame|birthday|job|goal|dream|dog|cat|son|daughter|favorite|favourite|that|it|plan)['’]s (?=a\b|an\b|the\b|to\b|on\b|in\b|[A-Z0-9])"
        ),
        r"\1 is ",
    ),
    (re.compile(r"\bgonna\b", re.IGNORECASE), "going to"),
    (re.compile(r"\bwanna\b", re.IGNORECASE), "want to"),
    (re.compile(r"\bgotta\b", re.IGNORECASE), "have to"),
    (re.compile(r"\bcannot\b", re.IGNORECASE), "can not"),
)
_ADVERB = r"(?:also|really|actually|currently|still|always|usually|honestly|absolutely|genuinely|basically|now|recently|finally|just|only|already|personally|truly|simply|kind of|sort of|mostly|mainly|generally|normally|typically|often|seriously|definitely|officially|originally|even|so|once|both|totally|completely|literally|secretly|regularly|sometimes|deeply|very much|both|myself|too|rarely|barely|proudly|legally|apparently|since|first|ever|particularly|especially|quite|pretty much|quietly|occasionally|deathly|mildly|severely|badly|again|today|yesterday|strictly)"
_AUX = r"(?:am|was|have|had|do|did|can|could|will|would|should|must|may|might)"
_SUBJECT = re.compile(
    joined(rf"""
    (?<![\w'])i,?\s(?:{_ADVERB},?\s)*(?:(?P<aux>{_AUX})\s(?:{_ADVERB}\s)*(?P<denial>not|never|no longer)\s|(?P<never>never|no longer|hardly)\s)?(?:{_ADVERB}\s)*(?:do\s(?=[a-z]+)(?!not\b|you\b|yoga|pilates|crossfit|karate|judo|ballet|martial|stand|improv|tri|pottery|ceramics|jiu|shift|a\b|an\b|my\b|the\b|not\b))?(?=[a-z])""")
)
_INTENSE = (
    r"(?:so|super|really|very|absolutely|pretty|kinda|a bit|beyond|totally|completely|extremely|honestly|feeling)"
)
_BARE = re.compile(
    rf"^(?:(?:{_ADVERB},?)\s)*(?:{_INTENSE} )*(?:(?P<aux>do|can|have|had|did) )?(?:(?P<denial>not|never|no longer)\s)?(?:{_INTENSE} )*(?P<verb>{BARE})(?![\w-])"
)
_AND = re.compile(
    rf"(?:,\s*|\s)(?:and|but|then)\s(?:{_ADVERB}\s)*(?P<denied>(?:do|am|can|have|did) not |never |no longer )?(?P<verb>{PRESENT}|{PAST})\b"
)
_SAYS = re.compile(
    joined(r"""
    \b(?:he|she|they|people|everyone|everybody|someone|somebody|who|mom|mum|dad|mother|father|wife|husband|sister|brother|boss|friends?|doctor|teacher|partner|son|daughter|kids|coworkers?|colleagues?|family|neighbou?rs?|(?!i\b)[a-z]+)\s
    (?:always |keeps? |still |just |once |even |often )*(?:says?|said|thinks?|thought|claims?|claimed|believes?|swears?|insists?|insisted|tells?|told|reckons?|saying|telling|assumes?|assumed|jokes?|joked|asked|asks|wrote|texted|replied|sings|goes like|yelled|screamed|complains?|complained|mentioned that she|mentioned that he|heard|rumou?r)\b(?! (?:you|u)\b)
    |\b(?:i|we) (?:never|did not|do not|have never) (?:say|said|claim|claimed|mean|think|thought|tell|told)\b|\bnot (?:saying|true|that|because|like)\b|\bi (?:guess|suppose|dreamt|dreamed|doubt|bet|pretended|think|thought|imagine)(?: that)?,? $|\bi had a dream\b|\b(?:rumou?r|rumou?rs)\b""")
)
_MODAL = frozenset({"would", "could", "should", "may", "might", "must"})
_POSSESSIVES = {
    "my": "their",
    "mine": "theirs",
    "myself": "themselves",
    "me": "them",
    "our": "their",
    "us": "them",
    "ours": "theirs",
    "we": "they",
    "i": "they",
}
_LOOSE = re.compile(rf"^(am|have|was|had|will) (?:{_ADVERB} )+(?=\w)", re.IGNORECASE)
_SUPPLIED = re.compile(
    rf"(?:been|born|allergic|(?:a )?(?:vegetarian|vegan|diabetic|widow|widower|retired|nurse|teacher)|lactose|gluten|celiac|coeliac|left-handed|(?:a )?(?:huge|big|lifelong|massive|die-hard) fan|a fan|off|big on|one for|fan of|(?:a )?morning person|much of a|into|proud|scared|afraid|terrified|worried|nervous|anxious|stressed|sad|heartbroken|devastated|excited|thrilled|ashamed|jealous|lonely|exhausted|overwhelmed"
    rf"|depressed|frustrated|angry|furious|homesick|relieved|ecstatic|grateful|guilty|hurt|happy|embarrassed|disappointed|petrified|burned|burnt|over the moon|gutted|fed up|tired of|happily|recently married|newly|married|divorced|single|engaged|widowed|pregnant|unemployed|self-employed|from|fluent|native|raised|based|turning|\d\d|self-taught|half|(?:mom|mum|mother|father|dad) of|{ING})\b"
)
_BY_LEAD = {"diagnosed": "was", "been": "have", "born": "was", "raised": "was"}
# "Love the colours!" is praise; "people who know and love me" has a subject of its own.
_PRAISE = re.compile(
    r"(?:love|like|enjoy|loved|liked|enjoyed) (?:the|this|that|all|those|these|your|how|what|me|us|is|are)\b"
)
_RELATIVE = re.compile(
    r"\b(?:job|thing|things|place|space|shelter|one|ones|way|people|person|everything|anything|something|all|what|which|book|song|movie|friends?|someone|who|how|where|whom|stuff|things|work|post) $"
)
_NOT_MINE = re.compile(r"\b(?:you|they|people|he|she|we|who|that|everyone|kids|it) (?:\w+ )*$|\bto [a-z]+ [^,]*$")
_DIAGNOSED = re.compile(
    r"\b(?:the|my|a) (?:doctor|gp|therapist|psychiatrist|dentist|dermatologist|cardiologist|neurologist|tests?|results|scan|nutritionist)s? (?:just |has |have )?(?:said|says|told me|confirmed|showed?|found)(?: today| yesterday| that)* $"
)
_FIRST_PERSON = re.compile(r"(?<![\w'])(?:my|mine|myself|me|our|us|ours|we|i)(?![\w'])")
_IRREGULAR = {"am": "is", "have": "has", "do": "does", "are": "is", "go": "goes", "was": "was"}
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|o)$")
_OPENED = re.compile(
    r"\b(?:remember|know|forgot|mention(?:ed)?|note|noted|say|tell you|told you|realized|realised|discovered|learned|found out|fact|reason|since|glad|save|keep in mind|mind|reminder|confess|admit|course|is)(?: to (?:mention|say|tell you))?,?(?: that)? $"
)
_MANY = re.compile(rf"(?:{PRESENT})$")


class English:
    """The grammar of English, as far as rules for facts need it."""

    frames: tuple[Frame, ...] = frames_en.FRAMES
    statements: tuple[Frame, ...] = frames_en.STATEMENTS

    def prepare(self, sentence: str) -> str:
        for pattern, written in _CONTRACTIONS:
            sentence = pattern.sub(written, sentence)
        return sentence

    def predicates(self, clause: str) -> list[Predicate]:
        plain = level(clause)
        marks = _marks(plain)
        said = []
        for index, mark in enumerate(marks):
            before = _DIAGNOSED.sub("", plain[marks[index - 1].start if index else 0 : mark.start])
            if _SAYS.search(before) and not _OPENED.search(before):
                break
            if _is_own(mark, plain, before, first=index == 0):
                end = marks[index + 1].start if index + 1 < len(marks) else len(plain)
                said.append(_predicate(mark, clause[mark.verb : end]))
        return said

    def third(self, predicate: Predicate, text: str) -> str:
        words = text.split(" ")
        first, rest = words[0].lower().strip(","), self.plainly(" ".join(words[1:]))
        denial = predicate.denial
        if denial == "not":
            if first in {"am", "was", "have", "had", "can", "will"}:
                return f"{_IRREGULAR.get(first, first)} not {rest}".strip()
            return f"does not {first} {rest}".strip()
        if first in {"am", "have"} and denial:
            return f"{_IRREGULAR[first]} {denial} {rest}".strip()
        return f"{denial} {_third(first, words[0])} {rest}".strip()

    def plainly(self, text: str) -> str:
        plain = level(text)
        out, last = [], 0
        for found in _FIRST_PERSON.finditer(plain):
            out += [text[last : found.start()], _POSSESSIVES[found[0]]]
            last = found.end()
        return " ".join("".join([*out, text[last:]]).split())


@dataclass(frozen=True, slots=True, order=True)
class _Mark:
    """Where a predicate begins and its verb stands; *spoken* when it has an "I"."""

    start: int
    verb: int
    denial: str
    aux: str
    spoken: bool


def _marks(plain: str) -> list[_Mark]:
    marks = [
        _Mark(hit.start(), hit.end(), (hit["denial"] or hit["never"] or "").strip(), hit["aux"] or "", spoken=True)
        for hit in _SUBJECT.finditer(plain)
    ]
    if not marks and (bare := _BARE.match(plain)):
        marks.append(_Mark(0, bare.start("verb"), bare["denial"] or "", bare["aux"] or "", spoken=False))
    for also in _AND.finditer(plain):
        *aux, denial = (also["denied"] or "").strip().replace("no longer", "no_longer").split(" ")
        marks.append(_Mark(also.start(), also.start("verb"), denial.replace("_", " "), "".join(aux), spoken=False))
    return sorted(marks)


def _is_own(mark: _Mark, plain: str, before: str, *, first: bool) -> bool:
    """Whether the user is the subject, and it is no relative clause or praise of what somebody else has said."""
    if _RELATIVE.search(plain[: mark.start]) or (mark.denial and mark.aux in _MODAL):
        return False
    if mark.spoken:
        return True
    return not _PRAISE.match(plain, mark.verb) and (mark.start == 0 if first else not _NOT_MINE.search(before))


def _predicate(mark: _Mark, words: str) -> Predicate:
    text = _LOOSE.sub(r"\1 ", words)
    if mark.aux in {"", "do"} and not mark.spoken and (lead := _SUPPLIED.match(level(text))):
        text = f"{_BY_LEAD.get(lead[0], 'am')} {text}"
    if mark.denial and mark.aux in {"am", "was", "have", "had", "can", "will"}:
        text = f"{mark.aux} {text}"
    return Predicate(text, level(text), mark.denial)


def _third(first: str, written: str) -> str:
    if first in _IRREGULAR:
        return _IRREGULAR[first]
    if not _MANY.fullmatch(first):
        return written
    if _SIBILANT.search(first):
        return f"{first}es"
    if first.endswith("y") and first[-2:-1] not in "aeiou":
        return f"{first[:-1]}ies"
    return f"{first}s"
