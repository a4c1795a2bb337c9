"""Facts written short: where they end, and which words may stand at their end."""

# ruff: noqa: E501, RUF001 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

import re

from lembranca.domain.levelling import level

MOST_WORDS = 12
_STOP = re.compile(
    r",\s|[!?;]|\.\s|\s[-–—]|\s(?:mas|porem|pois|ja que|so que|entao|embora(?= (?:eu|ele|ela|nao|seja|tenha|goste|more|ainda|tudo|as|os|minha|meu|trabalhe|ja)\b)|senao|por isso|,? ?e [\w-]+ (?:e|sao|esta|foi|era)|,? ?e (?:o|a|os|as|meu|minha) \w+ (?:e|sao|esta|ta|estava|tava|foi|era|tem|vai|faz|fica|quer|pode|disse|mora|trabalha|ama|odeia|gosta|nao|sempre|nunca)|e (?:eu|ele|ela|eles|elas|voce|isso|agora|hoje|ai|depois|por isso|nao|nunca|meus pais sao)|o que|ou seja|but|so (?:i|we|it|that|please|you|any)|although|though|however|and (?:he|she|they|it|we|you|that|this|now|then|there|am|my \w+ (?:is|are|has|loves|likes|hates))|which|where i|while|whereas|hence|even though|do you|can you|what|btw)\b"
)
_LIST_STOP = re.compile(_STOP.pattern.replace(r",\s|", "", 1))
_BECAUSE = re.compile(r"\s(?:porque|pq|because|since (?:i|it|my|the)|como se|as if)\b")
_ITEMS = re.compile(r"\s*,\s+(?:e |and |ou |or |nem )?|\s+(?:e|and|ou|or|nem|&)\s+", re.IGNORECASE)
_LOOSE = frozenset(
    [
        "a",
        "o",
        "as",
        "os",
        "um",
        "uma",
        "de",
        "do",
        "da",
        "dos",
        "das",
        "e",
        "que",
        "em",
        "no",
        "na",
        "nos",
        "nas",
        "com",
        "por",
        "para",
        "pra",
        "pro",
        "se",
        "ao",
        "mas",
        "ou",
        "como",
        "the",
        "an",
        "of",
        "and",
        "to",
        "in",
        "on",
        "at",
        "with",
        "for",
        "by",
        "or",
        "that",
        "my",
        "their",
        "but",
        "so",
        "as",
        "from",
        "is",
        "are",
        "than",
        "because",
        "quando",
        "when",
        "if",
        "muito",
        "very",
        "also",
        "too",
        "tambem",
        "just",
        "about",
        "now",
    ]
)
_ITEM_WORDS = 2
_FINAL = re.compile(r"[\s,.;:!?…()\"*_~–—-]+$")
_BEGIN = re.compile(r"^[\s,.;:!?…)\"*_~–—-]+")
_PICTURE = re.compile(
    "[\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0f\u200d]+|\\s[:;]-?[)(dp/](?=\\s|$)",
    re.IGNORECASE,
)
_LAUGHTER = re.compile(
    r"(?<!\w)(?:k{3,}|rs(?:rs)+|(?:ha){2,}h?|(?:he){2,}|lol|lmao|haha\w*|hehe\w*)(?!\w)", re.IGNORECASE
)


def ending(text: str, start: int = 0, *, lists: bool = False, reasons: bool = False) -> int:
    """Give where in *text*, from *start* on, one fact ends: before the next comma or conjunction."""
    plain = level(text)
    found = (_LIST_STOP if lists else _STOP).search(plain, start)
    end = found.start() if found else len(text)
    because = None if reasons else _BECAUSE.search(plain, start, end)
    return because.start() if because else end


def items(text: str) -> list[str]:
    """Split a list into its items; one item where a part is too long to be one."""
    found = [item for part in _ITEMS.split(text) if (item := trimmed(part))]
    return (
        found
        if len(found) > 1
        and all(len(item.split()) <= _ITEM_WORDS for item in found)
        and not re.search(r"\b(?:the|os?|as?) ", found[0])
        else [text]
    )


def short(text: str, most: int = MOST_WORDS) -> str:
    """Cut *text* to *most* words that do not end loosely."""
    words = trimmed(text).split()
    if len(words) > most:
        words = words[:most]
    while words and level(words[-1]).strip(",.") in _LOOSE and len(words) > 1:
        words.pop()
    return trimmed(" ".join(words))


def trimmed(text: str) -> str:
    """Take marks off both ends of *text*, white space made single."""
    return _BEGIN.sub("", _FINAL.sub("", " ".join(text.split())))


def without_pictures(text: str) -> str:
    """Give *text* without emoji and laughter, which tell nothing that lasts."""
    return _LAUGHTER.sub(" ", _PICTURE.sub(" ", text))
