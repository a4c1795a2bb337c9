"""Text cut into sentences and clauses, without courtesy, fillers and throw-away examples."""

# ruff: noqa: RUF001 - typographic quotes and dashes are what people type

from __future__ import annotations

import re

from lembranca.adapters.outbound.extractive.cues import ASIDES, EXAMPLE, FILLERS, GREETINGS, denies, has_condition

LONGEST_CLAUSE = 300  # characters; what has no punctuation is cut here, at a space where there is one
_LONGEST_SENTENCE = 1_000  # characters: keeps every pattern below from reading far
_SHORTEST_CLAUSE = 3  # words; what is shorter stays with its neighbour

_ABBREVIATED = "".join(
    rf"(?<!\b{short}\.)"
    for short in (
        "Dr",
        "Dra",
        "Sr",
        "Sra",
        "Mr",
        "Mrs",
        "Ms",
        "St",
        "Prof",
        r"e\.g",
        r"i\.e",
        "p",
        "ex",
        "vs",
        "no",
        "nº",
    )
)
_SENTENCE_END = re.compile(
    rf"{_ABBREVIATED}(?:(?<=[.!?…])|(?<=[.!?…][\"'”’)\]*]))\s+|(?<=[。！？])|\s(?=•)",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"^[\s>#*•\-–—=_|`~+]+|[\s*_|`~]+$")
_ACTION = re.compile(r"^\*([^*]{1,200})\*\s+(?=[^\W\d_a-z])")  # of a character, in front of what is said
# Where a clause ends whatever stands in it, and where only if neither negation nor condition may reach across.
_STRONG = re.compile(r"\s*;\s+|\s+[-–—]+\s+|,?\s+(?=(?:but|mas|porém|however)\s)", re.IGNORECASE)
# No possessives: what begins with one is as often one more thing of a list ("minha esposa e nosso filho").
_SUBJECT = r"(?:i|i'\w+|we|he|she|they|it|you|there|eu|nós|ele|ela|eles|elas|você|a gente)\s"
_WEAK = re.compile(
    rf"(?:,\s+|\s+(?=(?:and|e)\s{_SUBJECT}))"
    rf"(?=(?:(?:and|so|then|e|então|aí|daí)\s+)?{_SUBJECT}|(?:because|since|porque|pois)\s)"
    r"|\s+(?=(?:because|porque|pois)\s)",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:but|mas|porém|however,?|and|so|then|also|plus|e|então|aí|daí|também)\s+(?=\S)", re.IGNORECASE
)
_GREETING = re.compile(
    rf"^(?:{GREETINGS})(?:\s+(?!I\b|I'|The\b|My\b|We\b)[A-ZÀ-Þ]\w*)?(?:\s*[,!.…~\-–—:;)(]+\s*|\s*$)",
    re.IGNORECASE,
)
_NAME_CALL = re.compile(r"^[A-ZÀ-Þ]\w+(?=[,!])[,!]+\s+|,\s+[A-ZÀ-Þ]\w+(?=[.!?]*$)")
_NOT_AFTER = "".join(rf"(?<!{word})(?<!{word} )" for word in ("not", "n't", "n’t", "não", "nao"))
# Not behind a negation: "not just a job" is a job.
_FILLER = re.compile(
    rf"{_NOT_AFTER},?\s*\b(?<![-'’])(?:{FILLERS})\b(?![-'’]),?(?=\s|[.!?;]|$)",
    re.IGNORECASE,
)
# What means something elsewhere ("what kind of dog", "ele sabe nadar") is only filler between commas.
_ASIDE = re.compile(rf"(?:^|,\s*)(?:{ASIDES})\s*(?:,|(?=[.!?;]|$))", re.IGNORECASE)
_EXAMPLE_END = re.compile(r"[;)!?]|\.(?:\s|$)")
_LONE_MARKS = re.compile(r"[\s.!?,;:…]+$")


def sentences(text: str) -> list[str]:
    """Cut *text* into its sentences, each on one line, without the marks of lists and quotations; none when blank."""
    found = []
    for line in text.splitlines():
        for chunk in pieces(_ACTION.sub(r"\1. ", " ".join(line.split())), _LONGEST_SENTENCE):
            found += [plain for piece in _SENTENCE_END.split(chunk) if (plain := _MARKUP.sub("", piece))]
    return found


def pieces(text: str, longest: int) -> list[str]:
    """Cut *text* into pieces of at most *longest* characters, at a space where there is one in the later half."""
    found, start = [], 0
    while len(text) - start > longest:
        space = text.rfind(" ", start + longest // 2, start + longest)
        end = space if space > 0 else start + longest
        found.append(text[start:end].strip())
        start = end
    found.append(text[start:].strip())
    return [piece for piece in found if piece]


def without_examples(sentence: str) -> str:
    """Cut throw-away examples out of *sentence*: from their cue to the end of the bracket or sentence."""
    cue = EXAMPLE.search(sentence)
    if cue is None:
        return sentence
    start = cue.start()
    end = _EXAMPLE_END.search(sentence, cue.end())
    stop = end.start() if end else len(sentence)
    before = sentence[:start].rstrip(" (,-—")
    after = sentence[stop:].lstrip(")")
    return f"{before}{after}".strip()


def without_courtesy(sentence: str, names: frozenset[str]) -> str:
    """Drop greetings, thanks, interjections, calls by name and fillers; what is nothing else becomes empty."""
    rest = sentence
    while rest and (found := _GREETING.match(rest)) and found.end():
        rest = rest[found.end() :]
    call = _NAME_CALL.search(rest)
    if call and call.group().strip(" ,!.?") in names:
        rest = rest[: call.start()] + rest[call.end() :]
    if len(rest) <= LONGEST_CLAUSE:
        rest = _FILLER.sub("", _ASIDE.sub("", rest))
    return " ".join(rest.split()).strip(" ,;:—–-")


def clauses(sentence: str) -> list[str]:
    """
    Cut a sentence into clauses that can stand alone.

    Where it negates or makes a condition it is only cut in front of "but" and at semicolons and dashes, so that no
    part loses the word that turns its meaning.
    """
    parts: list[str] = []
    for strong in _STRONG.split(sentence):
        bound = denies(strong) or has_condition(strong)
        parts += [strong] if bound else _joined(_WEAK.split(strong))
    return [
        piece for part in parts for piece in pieces(_LEADING.sub("", _LONE_MARKS.sub("", part).strip()), LONGEST_CLAUSE)
    ]


def _joined(parts: list[str]) -> list[str]:
    """Put short parts back to the one before them: the items of a list are no clauses."""
    whole: list[str] = []
    for part in parts:
        short = part.count(" ") < _SHORTEST_CLAUSE
        if whole and (short or whole[-1].count(" ") < _SHORTEST_CLAUSE):
            glue = " " if _LEADING.match(part) else ", "
            whole[-1] = f"{whole[-1]}{glue}{part}"
        else:
            whole.append(part)
    return whole
