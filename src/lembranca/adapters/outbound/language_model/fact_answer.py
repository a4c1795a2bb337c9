"""The facts in a language model's answer, each held against the message that it names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from lembranca.adapters.outbound.language_model.answer import AnswerRefused, values_in, without_thoughts
from lembranca.adapters.outbound.language_model.fact_material import Said
from lembranca.adapters.outbound.language_model.plain_text import one_line
from lembranca.domain.errors import InvalidInput
from lembranca.domain.fact import ExtractedFact, from_compact
from lembranca.domain.pasted import own_words
from lembranca.domain.topics import TOPICS
from lembranca.domain.words import fold, words
from lembranca.ports.normalizer import INormalizer

MOST_FACTS = 20
_MOST_ENTRIES = 500
_MOST_REASONS = 3
_SUBJECT = re.compile(r"^(?:the user|user|(?:o|a) usu[aá]ri[oa]|usu[aá]ri[oa])\s+", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"(?:eu|i|i'm|i've|my|meus?|minhas?|me)\b")
_KIN = (
    "mother|mom|mum|father|dad|sister|brother|son|daughter|wife|husband|partner|boyfriend|girlfriend|friend|boss|cousin"
    "|uncle|aunt|grandmother|grandfather|neighbou?r|colleague|roommate|mae|pai|irma|irmao|filh[oa]|esposa|marido"
    "|namorad[oa]|amig[oa]|chefe|prim[oa]|ti[oa]|avo|vizinh[oa]|colega|companheir[oa]|sogr[oa]|cunhad[oa]"
)
_OTHERS = re.compile(
    rf"(?:(?:his|her|their|the|o|a|seu|sua)\s+)?(?:{_KIN})s?\s+"
    r"(?!se chama|chamad|is (?:called|named)|called|named|of\b|d[aeo]\b)"
    r"(?:\w+\s+)?(?:is|are|was|has|had|likes|loves|hates|lives|works|wants|does|e|sao|era|tem|tinha|gosta|ama|adora|odeia"
    r"|mora|trabalha|quer|nao)\b"
)
_FIGURE = re.compile(r"[0-9]+")
_NAME = re.compile(r"(?<=\s)[^\W\d_a-zà-öø-ÿ][\w'-]+")


@dataclass(frozen=True, slots=True)
class Reading:
    """The facts of an answer, and why other entries of it were *refused*."""

    facts: tuple[ExtractedFact, ...]
    refused: tuple[str, ...] = ()


def read_facts(answer: str, said: Mapping[int, Said], normalizer: INormalizer) -> Reading:
    """
    Give the facts in *answer* about the messages *said*, in their order; at most 20 a message, none of them twice.

    There may be thoughts, prose and a fence around the JSON list. An entry is refused that is no fact, names no
    message, has a wrong kind or weight, is too long, speaks in the first person, of somebody else or to a model, has no
    word in common with its message, or names and figures that are not in it. Reasons say nothing of what was said.

    Raises:
        AnswerRefused: there is no list, it is too long, or nothing in it can be used.

    """
    entries = _entries(answer)
    if len(entries) > _MOST_ENTRIES:
        raise AnswerRefused(f"the list has more than {_MOST_ENTRIES} entries")
    sources = {number: _Source.of(one, normalizer) for number, one in said.items()}
    kept: dict[tuple[int, str, str], ExtractedFact] = {}
    refused: list[str] = []
    for place, entry in enumerate(entries, 1):
        try:
            number, fact = _fact(entry, sources, normalizer)
        except InvalidInput as exc:
            refused.append(f"entry {place}: {exc.field} {exc.rule}")
            continue
        except AnswerRefused as exc:
            refused.append(f"entry {place} {exc}")
            continue
        kept.setdefault((number, fact.kind, fold(fact.content)), fact)
    if refused and not kept:
        raise AnswerRefused("; ".join(refused[:_MOST_REASONS]))
    facts = [
        fact
        for number in sorted(said)
        for fact in [one for (its, _, _), one in kept.items() if its == number][:MOST_FACTS]
    ]
    return Reading(tuple(facts), tuple(refused))


@dataclass(frozen=True, slots=True)
class _Source:
    """What a fact of one message may be made of: *words* to be met, and *all* the text in which names must stand."""

    message_id: str
    words: frozenset[str]
    all: frozenset[str]

    @classmethod
    def of(cls, said: Said, normalizer: INormalizer) -> _Source:
        # What the assistant asked belongs to the answer: "Are you a vegetarian?" - "Yes, since 2019".
        text = f"{said.words}\n{said.context}" if said.is_asked else said.words
        return cls(said.message_id, _forms(text, normalizer), frozenset(words(f"{said.words}\n{said.context}")))


def _forms(text: str, normalizer: INormalizer) -> frozenset[str]:
    return frozenset(term for form in normalizer.forms(text) for term in form)


def _entries(answer: str) -> list[Any]:
    """Find the list: the first one that holds objects, else objects without a whole list around them, else `[]`."""
    text = without_thoughts(answer)
    lists = list(values_in(text, "["))
    for found in lists:
        if any(isinstance(item, dict) for item in found):
            return list(found)
    bare = [found for found in values_in(text) if "c" in found]
    if not bare and not any(found == [] for found in lists):
        raise AnswerRefused("there is no complete JSON list of facts in it")
    return bare


def _fact(entry: object, sources: Mapping[int, _Source], normalizer: INormalizer) -> tuple[int, ExtractedFact]:
    if not isinstance(entry, dict):
        raise AnswerRefused("is no object")
    number = entry.get("m", 1 if len(sources) == 1 else None)
    number = int(number) if isinstance(number, str) and re.fullmatch("[0-9]{1,4}", number) else number
    if isinstance(number, bool) or not isinstance(number, int) or number not in sources:
        raise AnswerRefused("has no m, or one that is no number of a message")
    given = {key: value for key, value in entry.items() if key not in {"m", "k", "n"}}
    if isinstance(given.get("c"), str):
        given["c"] = _SUBJECT.sub("", one_line(given["c"])).rstrip(".;")
    fact = from_compact(given, sources[number].message_id)
    _require_about_the_user(fact.content)
    _require_said(fact.content, sources[number], normalizer)
    topic = entry.get("k")
    return number, replace(
        fact, topic=topic if topic in TOPICS else None, negated=entry.get("n") in (1, True, "1", "true")
    )


def _require_about_the_user(content: str) -> None:
    plain = fold(content)
    if _FIRST_PERSON.match(plain):
        raise AnswerRefused("is in the first person")
    if _OTHERS.match(plain):
        raise AnswerRefused("is about somebody else")
    if not own_words(content):
        raise AnswerRefused("is an instruction, or none of the user's own words")


def _require_said(content: str, source: _Source, normalizer: INormalizer) -> None:
    if source.words.isdisjoint(_forms(content, normalizer)):
        raise AnswerRefused("has no word of its message")
    named = [word for found in _NAME.findall(content) for word in words(found) if len(word) > 1]
    if not source.all.issuperset([*named, *_FIGURE.findall(content)]):
        raise AnswerRefused("has a name or a figure that is not in its message")
