"""What follows from a fact that was told in English: a parent of three has three children."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lembranca.adapters.outbound.rules.en.words import CHILD, NUMBER
from lembranca.adapters.outbound.rules.frame import frame
from lembranca.adapters.outbound.rules.reading import Told
from lembranca.adapters.outbound.rules.writing import short
from lembranca.domain.levelling import level

_DAY = r"(?:on|next|this|in|tomorrow)\b [\w' ]+"
_PARENT = re.compile(rf"\b(?:mom|mum|mother|dad|father|parent)s? (?:of|to) (?P<who>(?:an? )?(?:[\w-]+ ){{0,3}}(?:{CHILD})\b.*|{NUMBER}$)")
_DATED = re.compile(
    r"\b(?:about|of|for|over|before|by) (?:the|their|this|a|an) (?P<what>(?:[\w-]+ ){0,2}(?:surgery|operation|mri|scan|exam|exams|test|interview"
    r"|hearing|trial|wedding|funeral|biopsy|audition|finals|viva|defen[cs]e|presentation|move|flight|appointment|race|marathon|procedure)"
    r" (?:on|next|this|in|tomorrow)\b.*)"
)
_ALONE = re.compile(r"\blives (?P<how>alone|by themselves|with (?!no\b)[\w' -]+?) (?:in|on|at|near|outside) ")
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
        yield Told(_CHILDREN, short(f"has {who} children" if re.fullmatch(NUMBER, who) else f"has {who}"), negated=False)
    if told.frame.kind == "emo" and (found := _DATED.search(plain)):
        yield Told(_EVENT, short(f"has {told.content[found.start('what') :]}"), negated=False)
    if told.frame.topic == "residence" and (found := _ALONE.search(plain)):
        yield Told(_HOUSEHOLD, short(f"lives {told.content[found.start('how') : found.end('how')]}"), negated=False)
