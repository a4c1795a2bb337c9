"""What a language model answered, read with distrust."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from lembranca.adapters.outbound.language_model.names import Names
from lembranca.adapters.outbound.language_model.plain_text import lines_of, one_line, says_something
from lembranca.domain.errors import InvalidInput, ModelError
from lembranca.domain.rules import require_time
from lembranca.domain.summary import Digest, KeyEvent, SummaryRequest

_TRIES = 50  # openings at which an object or a list is looked for; who writes more before one is babbling
_EVENTS = 200  # in an answer; more is a model that does not stop
_SHOWN = 40
_THOUGHTS = ("<think>", "<thinking>")
_IMPORTANCES = {
    **dict.fromkeys(("high", "alta", "alto", "critical", "crítica"), "high"),
    **dict.fromkeys(("low", "baixa", "baixo"), "low"),
}
_DECODER = json.JSONDecoder()


class AnswerRefused(ModelError):
    """The answer cannot be used; the message says why, on one line and so that a model can mend it."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What an answer is held against: names, and the time between the first and the last of what was condensed."""

    names: Names
    earliest: datetime
    latest: datetime
    paragraph: bool = False

    @classmethod
    def of(cls, request: SummaryRequest, text: str) -> Rules:
        """Give the rules for *request*, of which *text* was sent."""
        times = [message.timestamp for message in request.messages]
        for summary in request.former:
            known = [time for time in (summary.started_at, summary.ended_at) if time]
            known += [event.timestamp for event in summary.key_events]
            times += known or [summary.created_at]
        return cls(Names(request, text), min(times), max(times), request.style == "paragraph")


def read_answer(text: str, rules: Rules) -> Digest:
    """
    Give the summary and the events in the order of their times that *text* holds.

    There may be thoughts, prose and a fence around the JSON object. A time outside of what was condensed becomes the
    nearest one inside, one that is missing or cannot be read the last; an importance that is unknown becomes *medium*.

    Raises:
        AnswerRefused: there is no object, half of one, one of another form, a summary without words, or an event in
            which somebody takes part of whom the conversation does not know.

    """
    found = _object_in(text)
    summary = found.get("summary")
    if not isinstance(summary, str):
        raise AnswerRefused("summary is missing or is no text")
    if not says_something(summary):
        raise AnswerRefused("summary is empty")
    body = one_line(summary) if rules.paragraph else "\n".join(lines_of(summary))
    return Digest(body, () if rules.paragraph else _events(found.get("key_events"), rules))


def _object_in(text: str) -> dict[str, Any]:
    best: dict[str, Any] | None = None
    found: dict[str, Any]
    for found in values_in(without_thoughts(text)):
        if "summary" in found:
            return found
        best = best or found
    if best is None:
        raise AnswerRefused("there is no complete JSON object in it")
    return best


def without_thoughts(text: str) -> str:
    """Leave out what a model that thinks aloud says before its answer."""
    for begin in _THOUGHTS:
        if text.lstrip().startswith(begin):
            _, ended, rest = text.rpartition(begin.replace("<", "</"))
            return rest if ended else ""
    return text


def values_in(text: str, opening: str = "{") -> Iterator[Any]:
    """Give the JSON objects, or lists when *opening* is a bracket, in *text* that stand in no other one."""
    place = text.find(opening)
    for _ in range(_TRIES):
        if place < 0:
            return
        try:
            found, end = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):  # broken, or nested too deeply to be an answer
            end = place + 1
        else:
            yield found
        place = text.find(opening, end)


def _events(given: object, rules: Rules) -> tuple[KeyEvent, ...]:
    if given is None:
        return ()
    if not isinstance(given, list):
        raise AnswerRefused("key_events is no list")
    if len(given) > _EVENTS:
        raise AnswerRefused(f"key_events has more than {_EVENTS} entries")
    events = {event.description.casefold(): event for event in (_event(item, rules) for item in given)}
    return tuple(sorted(events.values(), key=lambda event: event.timestamp))


def _event(given: object, rules: Rules) -> KeyEvent:
    if not isinstance(given, dict):
        raise AnswerRefused("an entry of key_events is no object")
    description = given.get("description")
    if not isinstance(description, str) or not says_something(description):
        raise AnswerRefused("the description of a key event is missing, empty or no text")
    return KeyEvent(
        timestamp=_time(given.get("timestamp"), rules),
        description=one_line(description),
        participants=_participants(given.get("participants"), rules.names),
        importance=_importance(given.get("importance")),
    )


def _time(given: object, rules: Rules) -> datetime:
    if not isinstance(given, str):
        return rules.latest
    try:
        time = require_time("timestamp", given.strip())
    except InvalidInput:
        return rules.latest
    return min(max(time, rules.earliest), rules.latest)


def _participants(given: object, names: Names) -> tuple[str, ...]:
    if given is None:
        return ()
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise AnswerRefused("the participants of a key event are no list of names")
    known: dict[str, None] = {}
    for name in filter(None, map(one_line, given)):
        try:
            found = names.canonical(name)
        except LookupError:
            shown = json.dumps(name[:_SHOWN], ensure_ascii=False)
            raise AnswerRefused(f"nobody is called {shown}, a participant of a key event") from None
        if found:
            known[found] = None
    return tuple(known)


def _importance(given: object) -> str:
    return _IMPORTANCES.get(given.strip().casefold(), "medium") if isinstance(given, str) else "medium"


def with_most_events(digest: Digest, most: int) -> Digest:
    """Keep at most *most* events: the most important, the newest among those that matter the same."""
    if len(digest.key_events) <= most:
        return digest
    kept = sorted(range(len(digest.key_events)), key=lambda place: (_weight(digest.key_events[place]), place))
    places = sorted(kept[len(kept) - most :])
    return replace(digest, key_events=tuple(digest.key_events[place] for place in places))


def _weight(event: KeyEvent) -> int:
    return ("low", "medium", "high").index(event.importance)
