"""What follows from a fact that was told in English: a parent of three has three children."""

# ruff: noqa: E501, RUF001 - patterns stand in one line; typographic quotes are what people type

from __future__ import annotations

import re
from collections.abc import Iterator

from lembranca.adapters.outbound.rules.en.words import CHILD, NUMBER
from lembranca.adapters.outbound.rules.frame import frame
from lembranca.adapters.outbound.rules.reading import Told
from lembranca.adapters.outbound.rules.writing import short
from lembranca.domain.levelling import level

_DAY = r"(?:on|next|this|in|tomorrow)\b [\w' ]+"
_PARENT = re.compile(
    rf"\b(?:mom|mum|mother|dad|father|parent)s? (?:of|to) (?P<who>(?:an? )?(?:[\w-]+ ){{0,3}}(?:{CHILD})\b.*|{NUMBER}$)"
)
_DATED = re.compile(
    r"\b(?:about|of|for|over|before|by) (?:the|their|this|a|an) (?P<what>(?:[\w-]+ ){0,2}(?:surgery|operation|mri|scan|exam|exams|test|interview"
    r"|hearing|trial|wedding|funeral|biopsy|audition|finals|viva|defen[cs]e|presentation|move|flight|appointment|race|marathon|procedure)"
    r" (?:on|next|this|in|tomorrow)\b.*)"
)
_ALONE = re.compile(r"\blives (?P<how>alone|by themselves|with (?!no\b)[\w' -]+?) (?:in|on|at|near|outside) ")
_MOVED = re.compile(
    r"^(?:has |have )?(?:just )?(?:moved|relocated|emigrated|immigrated)\b.*?\b(?:to|in|into) (?P<where>(?!(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|\d|with|my|their|the (?:new|next)|a new|our|another|together|an? (?:bigger|smaller|different))\b)[\w'’ ,.-]+)"
)
_WHERE_ENDS = re.compile(
    r"\s(?:last|this|in (?:january|february|march|april|may|june|july|august|september|october|november|december|\d{4}|the)|on|for|with|from|over|two|three|a (?:year|month|week)|because|after|when|yesterday|today|\w+ (?:years|months|weeks) ago)\b.*$",
    re.IGNORECASE,
)
_HIRED = re.compile(
    r"^(?:has |was |has been |got |is |will )?(?:\w+ )?(?:hired|promoted|working|starting|started|start|taken on|appointed|job|role|position|elected|made)(?: \w+){0,2}? (?P<as>as|to) (?P<what>(?!(?:a|the) (?:result|team|new))(?:an? |the )?[\w -]+)"
)
_WED = re.compile(
    r"^(?:has |have |just |finally )*(?:got|was|were)? ?(?:(?P<state>married|engaged|divorced)|(?P<knot>tied the knot|eloped)|separated)(?P<whom> (?:to|with|from) [\w ]+?)?(?= (?:on|in|last|at|this|yesterday|today|after|two|a)\b|$)"
)
_HOME = frame("bio", ".", "residence", 0.9, "home")
_JOB = frame("bio", ".", "job", 0.9, "work")
_MARITAL = frame("bio", ".", "marital_status", 0.9, "family")
_CHILDREN = frame("bio", ".", None, 0.85, "family")
_HOUSEHOLD = frame("bio", ".", None, 0.7, "home")
_EVENT = frame("event", ".", None, 0.7, "life")


def implied(told: Told) -> Iterator[Told]:
    """Give what *told* says besides, as facts of their own."""
    plain = level(told.content)
    if told.negated:
        return
    if (found := _PARENT.search(plain)) and "family" in told.frame.tags:
        who = found["who"]
        yield Told(
            _CHILDREN, short(f"has {who} children" if re.fullmatch(NUMBER, who) else f"has {who}"), negated=False
        )
    if told.frame.kind == "emo" and (found := _DATED.search(plain)):
        yield Told(_EVENT, short(f"has {told.content[found.start('what') :]}"), negated=False)
    if told.frame.kind == "event":
        yield from _after(told, plain)
    if told.frame.topic == "residence" and (found := _ALONE.search(plain)):
        yield Told(_HOUSEHOLD, short(f"lives {told.content[found.start('how') : found.end('how')]}"), negated=False)


def _after(told: Told, plain: str) -> Iterator[Told]:
    """Give the state that an event leaves behind: a move, a new job, a wedding."""
    if found := _MOVED.search(plain):
        where = _WHERE_ENDS.sub("", told.content[found.start("where") : found.end("where")])
        if where:
            yield Told(_HOME, short(f"lives in {where}"), negated=False)
    elif found := _HIRED.search(plain):
        what = _WHERE_ENDS.sub("", told.content[found.start("what") : found.end("what")])
        yield Told(_JOB, short(f"works as {what}"), negated=False)
    elif found := _WED.search(plain):
        state = found["state"] or ("married" if found["knot"] else "separated")
        whom = told.content[found.start("whom") : found.end("whom")].replace(" with", " to") if found["whom"] else ""
        yield Told(_MARITAL, short(f"is {state}{whom}"), negated=False)
