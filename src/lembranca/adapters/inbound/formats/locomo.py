"""
The LoCoMo benchmark's files: two people talk over many sessions, and questions name the turns that answer them.

The first speaker is read as *user*, the second as *assistant*, each under their name. A turn's time is its session's
plus one second per turn before it, so that the order shows. The search words by which the makers found a picture were
not said, and are left out; its caption becomes the attachment's description.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from lembranca.adapters.inbound.formats.content import said_without_words, shortened_uri
from lembranca.adapters.inbound.formats.messages import read_id
from lembranca.adapters.inbound.formats.moments import read_locomo_time
from lembranca.adapters.inbound.formats.records import BadRecord, Draft, Drafts, UnknownEvidence, place
from lembranca.domain.errors import InvalidInput
from lembranca.domain.evaluation import Question
from lembranca.domain.message import Attachment, NewMessage

CATEGORIES = {"1": "multi-hop", "2": "temporal", "3": "open-domain", "4": "single-hop", "5": "adversarial"}
_SESSION = re.compile(r"session_(\d{1,9})")
_EVIDENCE = re.compile(r"D\d+:\d+")


def read_sample(value: object, where: str) -> Drafts:
    """Read the turns of one sample, session after session."""
    talk = value.get("conversation") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(talk, Mapping):
        yield BadRecord(where, 'must be an object with a "conversation" of sessions')
        return
    sample_id = read_id(value.get("sample_id"))
    for number, turns in _sessions(talk):
        spot = place(where, f"session {number}")
        start = None
        try:
            start = read_locomo_time(talk.get(f"session_{number}_date_time"))
        except InvalidInput as exc:
            yield BadRecord(spot, f"its turns are read without a time: {exc}")
        for index, turn in enumerate(turns):
            try:
                message = _message(turn, talk.get("speaker_b"), _later(start, index))
            except InvalidInput as exc:
                yield BadRecord(place(spot, f"turn {index + 1}"), str(exc))
            else:
                yield Draft(sample_id, None, message, place(spot, f"turn {index + 1}"))


def read_sample_questions(
    value: Mapping[str, Any], where: str, conversation_id: str, known_ids: Collection[str]
) -> Iterator[Question | BadRecord]:
    """
    Read the questions of one sample.

    One text may name several turns. What is no id, or the id of no turn, is left out of the evidence and reported.
    """
    asked = value.get("qa")
    for number, item in enumerate(asked if isinstance(asked, list) else [], 1):
        spot = place(where, f"question {number}")
        evidence, dropped = _evidence(item, known_ids)
        for name in dropped:
            yield UnknownEvidence(spot, f"evidence {name!r:.60} is no turn of this conversation")
        try:
            yield _question(item, conversation_id, evidence)
        except InvalidInput as exc:
            yield BadRecord(spot, str(exc))


def _sessions(talk: Mapping[str, Any]) -> list[tuple[int, list[Any]]]:
    named = [(_SESSION.fullmatch(key), turns) for key, turns in talk.items()]
    return sorted(
        ((int(found[1]), turns) for found, turns in named if found and isinstance(turns, list)),
        key=lambda session: session[0],
    )


def _later(start: datetime | None, seconds: int) -> datetime | None:
    try:
        return None if start is None else start + timedelta(seconds=seconds)
    except OverflowError:
        raise InvalidInput("session date", start, "must leave room for its turns before the year 10000") from None


def _message(turn: object, second_speaker: object, time: datetime | None) -> NewMessage:
    if not isinstance(turn, Mapping):
        raise InvalidInput("turn", turn, "must be an object with speaker, dia_id and text")
    speaker = turn.get("speaker")
    attachments = _pictures(turn)
    return NewMessage.from_mapping(
        {
            "role": "assistant" if speaker is not None and speaker == second_speaker else "user",
            "content": turn.get("text") or said_without_words(attachments),
            "id": turn.get("dia_id"),
            "author": speaker,
            "timestamp": time,
            "attachments": attachments,
        }
    )


def _pictures(turn: Mapping[str, Any]) -> list[Attachment]:
    addresses, caption = turn.get("img_url"), turn.get("blip_caption")
    described = caption if isinstance(caption, str) and caption else None
    listed = addresses if isinstance(addresses, list) else [addresses]
    uris = [uri for item in listed if (uri := shortened_uri(item))]
    if not uris:
        return [Attachment("image", description=described)] if described else []
    return [Attachment("image", uri, described if index == 0 else None) for index, uri in enumerate(uris)]


def _evidence(item: object, known_ids: Collection[str]) -> tuple[tuple[str, ...], list[str]]:
    listed = item.get("evidence") if isinstance(item, Mapping) else None
    names: dict[str, None] = {}
    dropped: list[str] = []
    for text in listed if isinstance(listed, list) else []:
        for name in re.split(r"[;,\s]+", text) if isinstance(text, str) else [str(text)]:
            if _EVIDENCE.fullmatch(name) and name in known_ids:
                names[name] = None
            elif name:
                dropped.append(name)
    return tuple(names), dropped


def _question(item: object, conversation_id: str, evidence: tuple[str, ...]) -> Question:
    if not isinstance(item, Mapping):
        raise InvalidInput("question", item, "must be an object with question and evidence")
    category, answer = item.get("category"), item.get("answer")
    return Question(
        conversation_id,
        item.get("question"),  # type: ignore[arg-type] # judged by the domain
        evidence,
        None if category is None else str(category),
        None if answer is None else str(answer),
    )
