"""Numbers in words and in digits made the same."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lembranca.domain.words import fold

_ONES = {
    "dois": 2, "duas": 2, "three": 3, "tres": 3, "quatro": 4, "cinco": 5, "seis": 6, "sete": 7, "oito": 8, "nove": 9,
    "dez": 10, "onze": 11, "doze": 12, "treze": 13, "quatorze": 14, "catorze": 14, "quinze": 15, "dezesseis": 16,
    "dezasseis": 16, "dezessete": 17, "dezassete": 17, "dezoito": 18, "dezenove": 19, "dezanove": 19,
    "two": 2, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
    "cem": 100, "hundred": 100, "mil": 1000, "thousand": 1000,
}  # fmt: skip
_TENS = {
    "vinte": 20, "trinta": 30, "quarenta": 40, "cinquenta": 50, "sessenta": 60, "setenta": 70, "oitenta": 80,
    "noventa": 90, "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
# A second is no time and a quarto no room only before one of these.
_ORDINALS = {
    "primeiro": 1, "primeira": 1, "segundo": 2, "terceiro": 3, "terceira": 3, "quarto": 4, "quinto": 5, "sexto": 6,
    "setimo": 7, "setima": 7, "oitavo": 8, "oitava": 8, "nono": 9, "decimo": 10, "first": 1, "second": 2, "third": 3,
    "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip
_COUNTED = frozenset(
    fold(word)
    for word in (
        "ano", "mês", "semestre", "período", "trimestre", "grau", "andar", "dia", "year", "month", "semester", "term",
        "trimester", "grade", "week", "semana", "floor", "day",
    )
)  # fmt: skip
_WITH_UNIT = re.compile(r"(\d+)([a-z]+)")
_UNITS_UNSAID = frozenset({"st", "nd", "rd", "th", "o", "a", "h", "hs", "hrs", "am"})


def numerals(said: Iterable[str]) -> list[str]:
    """Write the numbers among *said*, folded words, in digits: "vinte e um", "21st", "10kg" as 21, 21, 10 and kg."""
    told = list(said)
    written: list[str] = []
    place = 0
    while place < len(told):
        word = told[place]
        following = told[place + 1] if place + 1 < len(told) else ""
        if word in _TENS:
            ones, used = _after_ten(told, place)
            written.append(str(_TENS[word] + ones))
            place += used
        elif word in _ORDINALS and following in _COUNTED:
            written.append(str(_ORDINALS[word]))
        elif word in _ONES:
            written.append(str(_ONES[word]))
        else:
            written += _apart(word)
        place += 1
    return written


def _after_ten(told: list[str], place: int) -> tuple[int, int]:
    """Give the ones that follow a ten, and how many words they take."""
    for skipped in (1, 2):
        if place + skipped < len(told) and (skipped == 1 or told[place + 1] == "e"):
            value = {"um": 1, "uma": 1, "one": 1}.get(told[place + skipped], _ONES.get(told[place + skipped], 0))
            if 0 < value < 10:  # noqa: PLR2004 - the ones
                return value, skipped
    return 0, 0


def _apart(word: str) -> list[str]:
    found = _WITH_UNIT.fullmatch(word)
    if not found:
        return [word.lstrip("0") or "0"] if word.isdigit() else [word]
    number, unit = found.groups()
    return [number] if unit in _UNITS_UNSAID else [number, unit]
