"""How dates are named in English."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

import re
from collections.abc import Mapping

from lembranca.adapters.outbound.dates.phrase import DAY, DIGITS, YEAR, Tongue, rule

_MONTHS = "january february march april may june july august september october november december"
_SHORT = "jan feb mar apr jun jul aug sep sept oct nov dec"
# What else they are: verbs and names of persons.
_AMBIGUOUS = frozenset("march april may june august mar jan".split())  # noqa: SIM905
_WEEKDAYS = "monday tuesday wednesday thursday friday saturday sunday"
_SEASONS = "spring summer autumn fall winter"
_NUMBERS = {
    word: str(number)
    for number, words in enumerate(
        (
            "",
            "a an one",
            "two couple",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        )
    )
    for word in words.split()
} | {"a couple of": "2", "a couple": "2"}


def _any(words: str) -> str:
    return "|".join(words.split())


_M = rf"(?P<m>{_any(_MONTHS)}|{_any(_SHORT)})"
_MONTH = rf"(?P<m>{_any(_MONTHS)})"
_SURE = rf"(?P<m>{'|'.join(month for month in _MONTHS.split() if month not in _AMBIGUOUS)})"
_TH = "(?:st|nd|rd|th)?"
_D1 = DAY.replace("<d>", "<d1>") + _TH
_M1 = rf"(?P<m1>{_any(_MONTHS)}|{_any(_SHORT)})"
_YEAR = "(?:19|20)[0-9]{2}"
_TO = "(?:to|and|until|till|through|[-–])"  # noqa: RUF001 - the dash of ranges
_W = rf"(?P<w>{_any(_WEEKDAYS)})"
_S = rf"(?P<s>{_any(_SEASONS)})"
_N = rf"(?P<n>[0-9]{{1,3}}|a couple(?: of)?|{_any('an a one two three four five six seven eight nine ten eleven twelve')})"
_U = "(?P<u>day|week|month|year)"
_LAST = "(?:this |the )?(?:last|past|previous)"
_IN = r"(?:in|since|until|till|during|early|mid|late|(?:end|start|beginning|middle|month|half|week|weekend) of)[ -]"
_THINGS = r"(?! (?:[a-z]+ )?(?:words|people|steps|dollars|euros|reais|games|pieces|hours|minutes|days|miles|meters|points|ways)\b|%)"


def _is_month(written: str, beside: Mapping[str, str]) -> bool:
    """May, march, June: months beside a year and after most words that ask for one, else when capitalised."""
    word = written.lower()
    return word not in _AMBIGUOUS or beside.keys().isdisjoint("dc") or bool(beside.get("y")) or written[:1].isupper()


ENGLISH = Tongue(
    language="en",
    cues=frozenset(
        f"{_MONTHS} {_SHORT} {_WEEKDAYS} {_SEASONS} yesterday today tonight tomorrow ago week weekend month year morning afternoon evening night days weeks months years".split()
    ),
    rules=(
        *DIGITS,
        rule(rf"{_D1} ?{_TO} ?{DAY}{_TH}(?: of)? {_M}(?:,? {YEAR})?", "{d1} {m}|{d} {m} {y}", "range"),
        rule(rf"{_M1} {_D1} ?{_TO} ?(?:{_M} )?{DAY}{_TH}(?:,? {YEAR})?", "{m1} {d1}|{m} {d} {y}", "range"),
        rule(
            rf"(?:from|between) {_M1}(?: (?P<y1>{_YEAR}))? ?{_TO} ?{_MONTH}(?: {YEAR})?", "{m1} {y1}|{m} {y}", "range"
        ),
        rule(rf"(?:the )?{DAY}{_TH}(?: day)?(?: of)? {_M}\.?(?:,? (?:of )?{YEAR})?(?! [0-9]|:|%)", "{d} {m} {y}"),
        rule(rf"{_M}\.? (?:the )?{DAY}{_TH}(?:,? (?:of )?{YEAR})?(?! [0-9]{{1,3}}\b|:|%)", "{m} {d} {y}"),
        rule(rf"{_M}\.?,? (?:of )?{YEAR}", "{m} {y}"),
        rule(rf"{_LAST} {_MONTH}", "{m}", "past"),
        rule(rf"(?:next|coming) {_MONTH}", "{m}", "next"),
        rule(rf"this (?P<c>){_MONTH}", "{m}", "this"),
        rule(rf"{_IN}(?:the )?{_MONTH}|{_SURE.replace('<m>', '<sure>')}", "{m} {sure}"),
        rule(rf"(?:{_LAST} |the )?{_S}(?: of|,)? {YEAR}", "{y} {s}", "season"),
        rule(rf"{_LAST} {_S}", "past {s}", "season"),
        rule(rf"(?:next|coming) {_S}", "next {s}", "season"),
        rule(rf"this (?:coming )?{_S}", "this {s}", "season"),
        rule(
            rf"(?:in|since|until|till|during|back in|before|after|by|year|early|mid|late)[ -]{YEAR}(?!,[0-9]){_THINGS}",
            "{y}",
        ),
        rule(rf"{_LAST} weekend", "past", "weekend"),
        rule(r"(?:next|coming) weekend", "next", "weekend"),
        rule(r"this weekend", "this", "weekend"),
        rule(r"(?:on|over|during|at) the weekend", "given", "weekend"),
        rule(rf"{_LAST} {_W}", "{w}", "past"),
        rule(rf"(?:this|next|coming|this coming) {_W}", "{w}", "next"),
        rule(rf"(?<!every )(?<!each ){_W}", "{w}"),
        rule(r"(?:the )?weekend before last", "before", "weekend"),
        rule(r"(?:the )?day before yesterday", "2 days ago"),
        rule(r"(?:the )?day after tomorrow", "in 2 days"),
        rule(r"(?:the )?(?P<u>week|month|year) before last", "2 {u}s ago"),
        rule(
            rf"on the {DAY}(?:st|nd|rd|th)(?= *(?:[,;:.!?]|$)| (?:i|we|you|he|she|they|at|in|with|and)\b)",
            "{d}",
            "numbered",
        ),
        rule(rf"{_N} {_U}s? ago", "{n} {u}s ago"),
        rule(rf"(?:the |these |in )(?:last|past|previous) {_N} {_U}s?", "{n} {u}s ago", "span"),
        rule(r"(?:the |this )past (?P<u>week|month|year)", "1 {u} ago", "span"),
        rule(r"(?:last|past|previous) (?P<u>week|month|year)", "last {u}"),
        rule(r"(?P<g>this|next) (?P<u>week|month|year)", "{g} {u}"),
        rule(r"yesterday|last (?:night|evening)", "yesterday"),
        rule(r"today|tonight|this (?:morning|afternoon|evening)", "today"),
        rule(r"tomorrow", "tomorrow"),
    ),
    numbers=_NUMBERS,
    names={"fall": "autumn"},
    offset=re.compile(
        rf"(?<!\w)(?:the |that |last )?(?:{_N} )?(?P<u>day|week|weekend|month|year|{_any(_WEEKDAYS)})s? (?P<way>before|prior to|after|following) (?:the )?"
    ),
    before=("b", "p"),
    is_month=_is_month,
)
