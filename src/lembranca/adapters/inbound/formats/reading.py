"""From a file to messages and questions: tell the format by the content, then read record after record."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias

from lembranca.adapters.inbound.formats import chatgpt, locomo, own_questions
from lembranca.adapters.inbound.formats.identity import identified
from lembranca.adapters.inbound.formats.json_stream import (
    MAX_RECORD_BYTES,
    ByteSource,
    Container,
    JsonRecord,
    read_json,
)
from lembranca.adapters.inbound.formats.messages import read_chat, read_draft
from lembranca.adapters.inbound.formats.records import BadRecord, Drafts, ImportedMessage, Record, UnknownEvidence
from lembranca.domain.errors import InvalidInput
from lembranca.domain.evaluation import Question
from lembranca.domain.portable import FORMAT

Format: TypeAlias = Literal["messages", "chat", "chatgpt", "locomo", "questions", "memory"]
_TRIED = 1000
_KNOWN = (
    "must be messages with role and content, conversations with a list of messages, a ChatGPT data export, "
    "a LoCoMo file, our own questions or an exported memory"
)
_MARKS: tuple[tuple[str, type, Format], ...] = (
    ("mapping", Mapping, "chatgpt"),
    ("conversation", Mapping, "locomo"),
    ("messages", list, "chat"),
    ("questions", list, "questions"),
)
_CONVERSATIONS: dict[Format, Callable[[object, str], Drafts]] = {
    "chat": read_chat,
    "chatgpt": chatgpt.read_conversation,
    "locomo": locomo.read_sample,
    "questions": own_questions.read_conversations,
}


class Import:
    """
    A file being read: iterate it once for its records, in the file's order within each conversation.

    *format* is "messages" (our own JSON Lines, or a list of chat messages), "chat" (objects with a list of messages),
    "chatgpt", "locomo" or "questions"; *bytes_read* grows while it is iterated. Of a whole exported memory, "memory",
    *document* holds everything, for `UserMemory.import_`, and there are no records.
    """

    def __init__(
        self,
        format: Format,  # noqa: A002
        records: Iterator[Record],
        source: ByteSource,
        document: Mapping[str, Any] | None = None,
    ) -> None:
        self.format = format
        self.document = document
        self._records = records
        self._source = source

    @property
    def bytes_read(self) -> int:
        """How much of the input has been taken so far."""
        return self._source.bytes_read

    def __iter__(self) -> Iterator[Record]:
        return self._records


@dataclass(frozen=True, slots=True)
class Evaluation:
    """
    Questions, the messages the file brings along, and what could not be read.

    Evidence that names no message is dropped and stands among the *problems*; *dropped_evidence* counts it.
    """

    format: Format
    messages: tuple[ImportedMessage, ...]
    questions: tuple[Question, ...]
    problems: tuple[BadRecord, ...]
    dropped_evidence: int


@contextmanager
def open_source(path: Path | str) -> Iterator[BinaryIO]:
    """
    Open a file for reading, or standard input for "-" (which stays open afterwards).

    Raises:
        InvalidInput: it is missing, a folder, or not to be read.

    """
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    if Path(path).is_dir():
        raise InvalidInput("file", str(path), "must be a file; this is a folder")
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 - closed below, while errors of the body stay its own
    except (OSError, ValueError) as exc:
        raise InvalidInput("file", str(path), f"must be a file that can be read ({exc})") from exc
    with stream:
        yield stream


def read_messages(stream: BinaryIO, *, max_record_bytes: int = MAX_RECORD_BYTES) -> Import:
    """
    Tell the format and give its messages; *stream* is read once, forwards, and need not be seekable.

    Reading the same content again yields the same ids.

    Raises:
        InvalidInput: it is empty, no JSON, or no format we know. While iterating: the system cannot read on.

    """
    source = ByteSource(stream)
    kind, container, records = _recognised(source, max_record_bytes)
    if kind == "memory":
        return Import(kind, iter(()), source, next(records).value)
    return Import(kind, _records(kind, container, records), source)


def read_evaluation(stream: BinaryIO, *, max_record_bytes: int = MAX_RECORD_BYTES) -> Evaluation:
    """
    Read a file of questions: LoCoMo (one sample or a list) or our own question format, wholly into memory.

    Raises:
        InvalidInput: it is empty, no JSON, or holds no questions.

    """
    kind, container, records = _recognised(ByteSource(stream), max_record_bytes)
    if kind not in ("locomo", "questions"):
        raise InvalidInput("file", kind, "must be a LoCoMo file or our own questions")
    messages: list[ImportedMessage] = []
    questions: list[Question] = []
    problems: list[BadRecord] = []
    for record in records:
        where = _where(kind, container, record)
        found = list(_records(kind, container, [record]))
        messages += (item for item in found if isinstance(item, ImportedMessage))
        problems += (item for item in found if isinstance(item, BadRecord))
        asked = list(_questions(kind, record.value, where, found))
        questions += (item for item in asked if isinstance(item, Question))
        problems += (item for item in asked if isinstance(item, BadRecord))
    dropped = sum(isinstance(item, UnknownEvidence) for item in problems)
    return Evaluation(kind, tuple(messages), tuple(questions), tuple(problems), dropped)


def _questions(kind: Format, value: object, where: str, found: Iterable[Record]) -> Iterator[Question | BadRecord]:
    ids: dict[str, set[str]] = {}
    for item in found:
        if isinstance(item, ImportedMessage) and item.message.id is not None:
            ids.setdefault(item.conversation_id, set()).add(item.message.id)
    if not isinstance(value, Mapping):
        return iter(())
    if kind == "questions":
        return own_questions.read_questions(value, where, ids)
    # A sample is one conversation; without a turn that could be read there is nothing to ask about.
    return chain.from_iterable(locomo.read_sample_questions(value, where, name, ids[name]) for name in ids)


def _recognised(source: ByteSource, limit: int) -> tuple[Format, Container, Iterator[JsonRecord]]:
    container, records = read_json(source, limit=limit)
    tried: list[JsonRecord] = []
    for record in records:
        tried.append(record)
        kind = None if record.problem else _format_of(record.value)
        if kind is not None:
            return kind, container, chain(tried, records)
        if len(tried) == _TRIED:
            break
    if not tried:
        raise InvalidInput("file", "", "must hold at least one record; this one is an empty list")
    first = next((item.problem for item in tried if item.problem), None)
    raise InvalidInput("file", tried[0].value, f"{_KNOWN}; its record {tried[0].number} {first}" if first else _KNOWN)


def _format_of(value: Any) -> Format | None:
    if not isinstance(value, Mapping):
        return None
    if value.get("format") == FORMAT:
        return "memory"
    for key, kind, named in _MARKS:
        if isinstance(value.get(key), kind):
            return named
    return "messages" if "role" in value and "content" in value else None


def _records(kind: Format, container: Container, records: Iterable[JsonRecord]) -> Iterator[Record]:
    where = partial(_where, kind, container)
    if kind == "messages":
        return identified(_draft(record, where(record)) for record in records)
    # Each conversation is identified by itself: two without an id are two.
    return chain.from_iterable(identified(_conversation(kind, record, where(record))) for record in records)


def _draft(record: JsonRecord, where: str) -> Any:
    return BadRecord(where, record.problem) if record.problem else read_draft(record.value, where)


def _conversation(kind: Format, record: JsonRecord, where: str) -> Drafts:
    drafts = iter((BadRecord(where, record.problem),)) if record.problem else _CONVERSATIONS[kind](record.value, where)
    for draft in drafts:
        # A document has no place of its own.
        yield BadRecord("file", draft.reason) if isinstance(draft, BadRecord) and not draft.where else draft


def _where(kind: Format, container: Container, record: JsonRecord) -> str:
    if container == "lines":
        return f"line {record.number}"
    if container == "document":
        return "message 1" if kind == "messages" else ""
    return f"{'message' if kind == 'messages' else 'conversation'} {record.number}"
