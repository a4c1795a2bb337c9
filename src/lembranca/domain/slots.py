"""The places in a life that hold one value at a time, and which of them a fact fills."""

# ruff: noqa: SIM905 - a list of many quoted words is read by nobody

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from lembranca.domain import equivalents_en, equivalents_pt
from lembranca.domain.fact import RETRACTION
from lembranca.domain.words import words

Slots = dict[str, list[str]]

_FIGURES = frozenset({"age", "weight", "height"})
_TOO_WIDE = frozenset({"favourite", "favourite_thing"})
_SEVERAL = frozenset(
    {"contact_time", "contact_channel", "residence", "job", "marital_status", "birth", "studies", "diet", "name"}
)

_COUNTRIES = frozenset(words(equivalents_pt.COUNTRIES)) | frozenset(words(equivalents_en.COUNTRIES))
_KIN = frozenset(
    """
    ~son ~daughter ~child ~brother ~sister ~sibling ~mother ~father ~parents ~grandmother ~grandfather ~dog ~cat
    tio tia primo prima sobrinho sobrinha neto neta uncle aunt cousin nephew niece grandson granddaughter marido esposa
    """.split()
)
_CHANNELS = frozenset("~email ~telegram ~whatsapp ~sms ~phone ~slack ~teams ~signal".split())
_TIMES = frozenset("~morning ~afternoon ~night".split())
_LENGTHS = frozenset("~short ~long".split())
_STATUS = frozenset("~married ~dating ~engaged ~single ~divorced ~widowed".split())
MONTHS = frozenset(
    """
    janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
    january february march april may june july august september october november december
    """.split()
)
_NO_EMPLOYER = frozenset(
    """
    casa home remoto remota noite madrugada manha tarde turno turnos sabado sabados domingo domingos feriado feriados
    nights night weekends herself himself themselves conta propria
    """.split()
)
_SINGLE = {
    "~weigh": "weight",
    "~height": "height",
    "~birthday": "birthday",
    "~anniversary": "anniversary",
    "~support": "team",
    "~nick": "form_of_address",
    "~pregnant": "pregnancy",
}
_IS = frozenset({"e", "is", "are", "sao"})
_FAVOURITE = ("favo", "prefer", "predilet")
_COMPANY = re.compile(r"\b(?:com|sozinh\w+|with|alone|by (?:them|my|him|her)sel\w+)\b")
_CONTACT = frozenset({"contact_time", "contact_channel"})
_TAKEN = re.compile(
    r"(?:takes|likes|has|drinks) (?:their|his|her|the)? ?(?P<what>coffee|tea|eggs|steak)\b(?= \w)"
    r"|(?:toma|bebe|prefere) (?:o|seu|so)? ?(?P<que>cafe|cha)\b(?= (?:com|sem|pret|forte|amarg|pur))"
)
_AS = re.compile(r"\b(?:como|de|as)\b (?P<what>.+)")
_AT = re.compile(r"\b(?:na|no|nas|nos|para|pra|pro|at|for|joined)\b (?P<what>.+?)(?= \b(?:como|as|in|em|desde|ha)\b|$)")
_VERB = 2  # words: the verb and its pronoun, before the company
_NAME = 3  # words of the longest name


@dataclass(frozen=True, slots=True)
class _Fact:
    kind: str
    topic: str | None
    said: list[str]
    frames: frozenset[str]
    objects: Sequence[str]
    numbers: frozenset[str]

    @property
    def value(self) -> list[str]:
        return [*self.objects, *sorted(self.numbers)]

    @property
    def of_kin(self) -> bool:
        return not _KIN.isdisjoint(self.objects)


def slots_of(
    kind: str,
    topic: str | None,
    said: str,
    frames: frozenset[str],
    objects: Sequence[str],
    numbers: frozenset[str],
) -> Slots:
    """
    Give the slots that a fact fills and the words of its value in each.

    A *topic* is a slot, but for those that name several: somebody has a home, a country and people to live with, a
    trade and an employer. Without a topic the words tell. What is liked, eaten or wished for fills none.

    Args:
        kind: see `ExtractedFact`.
        topic: see `ExtractedFact`.
        said: the text, folded.
        frames: what it says, see `Claim`.
        objects: the words and concepts that it says it of, without figures.
        numbers: the figures.

    """
    fact = _Fact(kind, topic, words(said), frames, objects, numbers)
    if topic == RETRACTION or kind == "emo":  # how somebody feels about a home is not the home
        return {}
    if topic and topic not in _SEVERAL | _TOO_WIDE:
        return _filled({topic: sorted(numbers) if numbers and topic in _FIGURES else fact.value})
    found: Slots = {}
    for tells, read in _READINGS:
        if tells(fact):
            found = read(fact)
            break
    return _filled(found | _figures(fact) | _name(fact))


def _filled(found: Mapping[str, list[str]]) -> Slots:
    return {name: value for name, value in found.items() if value}


def _home(fact: _Fact) -> Slots:
    value, plain = fact.value, " ".join(fact.said)
    company = _COMPANY.search(plain)
    if value and value[0] in _KIN and not company:  # a sister lives there
        return {}
    if value and all(word in _COUNTRIES for word in value):
        return {"country": value}
    if company and len(plain[: company.start()].split()) <= _VERB:
        return {"household": value}
    return {"residence": value}


def _idle(fact: _Fact) -> Slots:
    return {"employer": sorted(fact.frames), "occupation": sorted(fact.frames)}


def _job(fact: _Fact) -> Slots:
    value, plain = fact.value, " ".join(fact.said)
    if "~faith" in value:
        return {"faith": value}
    if "~work" not in fact.frames:
        return {"occupation": value or sorted(fact.frames)}
    found: Slots = {}
    if trade := _AS.search(plain):
        after = trade["what"].split()
        found["occupation"] = [word for word in value if word in after or word[0] == "~"]
    if place := _AT.search(plain):
        after = place["what"].split()
        found["employer"] = [word for word in value if word in after] if _NO_EMPLOYER.isdisjoint(after) else []
    if not any(found.values()) and any(word[0] == "~" or word == "software" for word in value):
        return {"occupation": value}
    return found


def _status(fact: _Fact) -> Slots:
    return {"marital_status": sorted(fact.frames & _STATUS)}


def _birth(fact: _Fact) -> Slots:
    dated = fact.numbers or not MONTHS.isdisjoint(fact.objects)
    return {"birth_date" if dated else "birthplace": fact.value}


def _favourite(fact: _Fact) -> Slots:
    """What is the favourite stands before the verb and what it is behind it, or the other way round."""
    verb = next((place for place, word in enumerate(fact.said) if word in _IS), None)
    if verb is None:
        first, *others = fact.objects or [""]
        return {f"favourite_{first}": others}
    mark = next((place for place, word in enumerate(fact.said) if word.startswith(_FAVOURITE)), 0)
    before = [word for word in fact.objects if word in fact.said[:verb] or word[0] == "~"]
    behind = [word for word in fact.objects if word not in before]
    thing, named = (before, behind) if mark < verb else (behind, before)
    return {f"favourite_{'_'.join(sorted(thing))}": named} if thing else {}


def _way(fact: _Fact) -> Slots:
    """How and when somebody wants to be written to, answered or met."""
    there = set(fact.objects)
    if channel := there & _CHANNELS:
        return {"contact_channel": sorted(channel)}
    if (length := there & _LENGTHS) and there <= _LENGTHS | {"~answer"}:
        return {"length_of_answers": sorted(length)}
    if fact.topic not in _CONTACT and fact.frames - {"~prefer"}:
        return {}
    time, rest = there & _TIMES, sorted(there - _TIMES - {"~notice", "~meeting"})
    return {f"time_of_{rest[0]}" if rest else "contact_time": sorted(time)} if len(rest) <= 1 else {}


def _taken(fact: _Fact) -> Slots:
    """How somebody takes what they drink or eat."""
    found = _TAKEN.match(" ".join(fact.said))
    if found is None:
        return {}
    what = found["what"] or found["que"]
    return {f"taken_{what}": [word for word in fact.value if word not in {"~coffee", what}]}


def _of_topic(fact: _Fact) -> Slots:
    return {fact.topic: [*sorted(fact.frames), *fact.value]} if fact.topic else {}


def _figures(fact: _Fact) -> Slots:
    if fact.of_kin:
        return {}
    return {name: fact.value for frame, name in _SINGLE.items() if frame in fact.frames}


def _name(fact: _Fact) -> Slots:
    named = "~name" in fact.frames and len(fact.objects) <= _NAME and not any(word[0] == "~" for word in fact.objects)
    return {"name": fact.value} if fact.topic == "name" or (named and not fact.of_kin) else {}


_READINGS: tuple[tuple[Callable[[_Fact], bool], Callable[[_Fact], Slots]], ...] = (
    (lambda fact: "~live" in fact.frames or fact.topic == "residence", _home),
    (lambda fact: fact.kind in {"bio", "event"} and not _STATUS.isdisjoint(fact.frames), _status),
    (lambda fact: not fact.frames.isdisjoint({"~unemployed", "~retired"}), _idle),
    (lambda fact: fact.kind != "obj" and ("~work" in fact.frames or fact.topic == "job"), _job),
    (lambda fact: ("~born" in fact.frames or fact.topic == "birth") and not fact.of_kin, _birth),
    (lambda fact: "~favourite" in fact.frames, _favourite),
    (lambda fact: fact.topic in {"studies", "diet"}, _of_topic),
    (lambda fact: _TAKEN.match(" ".join(fact.said)) is not None, _taken),
    (lambda fact: "~prefer" in fact.frames or fact.kind == "pref" or fact.topic in _CONTACT, _way),
)
