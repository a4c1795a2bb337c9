"""The places in a life that hold one value at a time, and which of them a fact fills."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lembranca.domain import equivalents_en, equivalents_pt
from lembranca.domain.words import words

_COUNTRY_WORDS = frozenset(words(equivalents_pt.COUNTRIES)) | frozenset(words(equivalents_en.COUNTRIES))
_KIN = frozenset(
    "~son ~daughter ~child ~brother ~sister ~mother ~father ~parents ~grandmother ~grandfather ~dog ~cat tio tia primo prima sobrinho sobrinha neto neta uncle aunt cousin nephew niece grandson granddaughter marido esposa".split()
)
_ALONE = re.compile(r"\b(?:com|sozinh\w+|with|alone|by (?:them|my|him|her)sel\w+)\b")
_AS = re.compile(r"\b(?:como|de|as)\b (?P<what>.+)")
_AT = re.compile(r"\b(?:na|no|nas|nos|para|pra|pro|at|for|joined)\b (?P<what>.+?)(?= \b(?:como|as|in|em|desde|ha)\b|$)")
_NOT_A_PLACE = frozenset(
    "casa home remoto remota noite madrugada manha tarde turno turnos sabado sabados domingo domingos feriado feriados nights night weekends herself himself themselves conta propria".split()
)
_CHANNELS = frozenset("~email ~telegram ~whatsapp ~sms ~phone ~slack ~teams ~signal".split())
_TIMES = frozenset("~morning ~afternoon ~night".split())
_LENGTHS = frozenset("~short ~long".split())
_STATUS = frozenset("~married ~dating ~engaged ~single ~divorced ~widowed".split())
_MONTHS = frozenset(
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro january february march april may june july august september october november december".split()
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
_FAVOURITE = re.compile(r"(?:\be\b|\bis\b|\bare\b|\bsao\b|:)")
_FIGURES = frozenset({"age", "weight", "height"})
_TOO_WIDE = frozenset({"favourite", "favourite_thing"})
_OF_ITS_OWN = frozenset({"residence", "job", "marital_status", "birth", "studies", "diet", "name"})


def slots_of(
    kind: str,
    topic: str | None,
    said: Sequence[str],
    frames: frozenset[str],
    objects: Sequence[str],
    numbers: frozenset[str],
) -> dict[str, list[str]]:
    """
    Give the slots that a fact fills and the words of its value in each.

    A *topic* is a slot, but for those that name several: somebody has a home, a country and people to live with, a
    trade and an employer. Without a topic the words tell. What is liked, eaten or wished for fills none.
    """
    value = [*objects, *sorted(numbers)]
    if topic == "retraction":
        return {}
    if topic and topic not in _OF_ITS_OWN and topic not in _TOO_WIDE:
        figure = sorted(numbers) if topic in _FIGURES else []
        return {topic: figure or value} if value else {}
    found: dict[str, list[str]] = {}
    if "~live" in frames or topic == "residence":
        found |= _home(said, value)
    elif kind in {"bio", "event"} and (status := [frame for frame in frames if frame in _STATUS]):
        found["marital_status"] = sorted(status)
    elif frames & {"~unemployed", "~retired"}:
        found |= {"employer": sorted(frames), "occupation": sorted(frames)}
    elif kind != "obj" and ("~work" in frames or topic == "job"):
        found |= _job(said, frames, value)
    elif ("~born" in frames or topic == "birth") and not _KIN.intersection(objects):
        found["birth_date" if numbers or _MONTHS.intersection(objects) else "birthplace"] = value
    elif "~favourite" in frames:
        found |= _favourite(said, objects)
    elif "~prefer" in frames or kind == "pref":
        found |= _way(objects)
    for frame, name in _SINGLE.items():
        if frame in frames and not _KIN.intersection(objects):
            found[name] = value
    if topic == "name" or ("~name" in frames and len(objects) <= 3 and not _named_other(objects)):  # noqa: PLR2004
        found["name"] = value
    if topic == "studies" and not found:
        found["studies"] = value
    if topic == "diet" and not found:
        found["diet"] = [*sorted(frames), *value]
    return {name: value for name, value in found.items() if value}


def _named_other(objects: Sequence[str]) -> bool:
    return any(word[:1] == "~" or word in _KIN for word in objects)


def _home(said: Sequence[str], value: list[str]) -> dict[str, list[str]]:
    plain = " ".join(said)
    if not value or (value[0] in _KIN and not _ALONE.search(plain)):
        return {}
    if all(word in _COUNTRY_WORDS for word in value):
        return {"country": value}
    found = _ALONE.search(plain)
    if found and len(plain[: found.start()].split()) <= 2:  # noqa: PLR2004 - the verb and its pronoun
        return {"household": value}
    return {"residence": value}


def _job(said: Sequence[str], frames: frozenset[str], value: list[str]) -> dict[str, list[str]]:
    if "~work" not in frames:
        return {"occupation": value or sorted(frames)}
    plain = " ".join(said)
    found: dict[str, list[str]] = {}
    if as_what := _AS.search(plain):
        after = set(as_what["what"].split())
        if trade := [word for word in value if word in after or word[:1] == "~"]:
            found["occupation"] = trade
    if at_what := _AT.search(plain):
        after = set(at_what["what"].split())
        if (place := [word for word in value if word in after]) and not _NOT_A_PLACE.intersection(place):
            found["employer"] = place
    if not found and any(word[:1] == "~" or word == "software" for word in value):
        found["occupation"] = value
    return found


def _favourite(said: Sequence[str], objects: Sequence[str]) -> dict[str, list[str]]:
    """What is the favourite stands before the verb and what it is behind it, or the other way round."""
    if not objects:
        return {}
    plain = list(said)
    verb = next((place for place, word in enumerate(plain) if word in {"e", "is", "are", "sao"}), None)
    mark = next((place for place, word in enumerate(plain) if word.startswith(("favo", "prefer", "predilet"))), 0)
    if verb is None:
        return {f"favourite_{objects[0]}": list(objects[1:])} if len(objects) > 1 else {}
    thing_first = mark < verb
    before = [word for word in objects if word in plain[:verb] or word[:1] == "~"]
    thing = before if thing_first else [word for word in objects if word not in before]
    named = [word for word in objects if word not in thing]
    return {f"favourite_{'_'.join(sorted(thing))}": named} if thing and named else {}


def _way(objects: Sequence[str]) -> dict[str, list[str]]:
    """How and when somebody wants to be written to, answered or met."""
    there = set(objects)
    if channel := there & _CHANNELS:
        return {"contact_channel": sorted(channel)}
    if length := there & _LENGTHS:
        return {"length of answers": sorted(length)} if len(there) <= 2 else {}  # noqa: PLR2004
    if time := there & _TIMES:
        rest = sorted(there - _TIMES)
        name = "contact_time" if not rest or rest == ["~notice"] else f"time of {rest[0]}"
        return {name: sorted(time)} if len(rest) <= 1 else {}
    return {}
