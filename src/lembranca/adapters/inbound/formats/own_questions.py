"""Our own question format: `{"questions": [...], "conversations": {id: [messages]}}`, the conversations optional."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from lembranca.adapters.inbound.formats.messages import read_draft, read_id
from lembranca.adapters.inbound.formats.records import BadRecord, Drafts, UnknownEvidence, place
from lembranca.domain.errors import InvalidInput
from lembranca.domain.evaluation import Question


def read_conversations(value: object, where: str) -> Drafts:
    """Read the messages of the conversations that the file brings along, if it does."""
    conversations = value.get("conversations", {}) if isinstance(value, Mapping) else None
    if not isinstance(conversations, Mapping):
        yield BadRecord(where, 'its "conversations" must be an object of id and list of messages')
        return
    for name, messages in conversations.items():
        spot = place(where, f"conversation {name!r:.60}")
        if not isinstance(messages, list):
            yield BadRecord(spot, "must be a list of messages")
            continue
        for number, item in enumerate(messages, 1):
            yield read_draft(item, place(spot, f"message {number}"), name)


def read_questions(
    value: Mapping[str, Any], where: str, known_ids: Mapping[str, Collection[str]]
) -> Iterator[Question | BadRecord]:
    """
    Read the questions.

    Evidence for a conversation of *known_ids* (conversation to message ids) must be among them, else it is left out
    and reported; for any other conversation it is taken as it is.
    """
    asked = value.get("questions")
    if not isinstance(asked, list):
        yield BadRecord(where or "file", 'its "questions" must be a list')
        return
    for number, item in enumerate(asked, 1):
        spot = place(where, f"question {number}")
        try:
            question, dropped = _question(item, known_ids)
        except InvalidInput as exc:
            yield BadRecord(spot, str(exc))
            continue
        for name in dropped:
            yield UnknownEvidence(spot, f"evidence {name!r:.60} is no message of this conversation")
        yield question


def _question(item: object, known_ids: Mapping[str, Collection[str]]) -> tuple[Question, list[str]]:
    if not isinstance(item, Mapping):
        raise InvalidInput("question", item, "must be an object with conversation_id, question and evidence")
    conversation_id: Any = read_id(item.get("conversation_id"))
    evidence = item.get("evidence", [])
    if not isinstance(evidence, list):
        raise InvalidInput("evidence", evidence, "must be a list of message ids")
    names: list[Any] = [read_id(name) for name in evidence]
    question: Any = item.get("question")
    category, answer = (None if item.get(key) is None else str(item[key]) for key in ("category", "answer"))
    judged = Question(conversation_id, question, tuple(names), category, answer)
    known = known_ids.get(judged.conversation_id)
    kept = tuple(dict.fromkeys(name for name in judged.evidence if known is None or name in known))
    dropped = [name for name in judged.evidence if name not in kept]
    return Question(judged.conversation_id, judged.question, kept, category, answer), dropped
