"""What people said, as a language model is shown it for facts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lembranca.adapters.outbound.language_model.plain_text import clean, one_line
from lembranca.adapters.outbound.language_model.transcript import Count, Entry, written_within
from lembranca.domain.fact import FactRequest
from lembranca.domain.pasted import own_words

_BEFORE = {"pt": "antes de", "en": "before"}
_CONTEXT = 400  # characters of what the assistant said, from its end, where the question stands


@dataclass(frozen=True, slots=True)
class Said:
    """One message: what of it are the user's own *words*, and what the assistant had said (*context*) before it."""

    message_id: str
    words: str
    context: str = ""

    @property
    def is_asked(self) -> bool:
        """Whether the assistant had asked something, so that the message may be an answer."""
        return "?" in self.context


@dataclass(frozen=True, slots=True)
class Material:
    """The messages by their numbers, and the *text* with which they are shown."""

    said: Mapping[int, Said]
    text: str

    @property
    def fence(self) -> str:
        """A mark that nobody who wrote a message can have known, the same for the same text."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]


def own(request: FactRequest) -> list[Said]:
    """
    Give the messages in which the user speaks, with that part of them alone.

    Recalled context that was pasted, prompts, transcripts and what is played or to be worked on never reach a model:
    it would take them for something that the user told.
    """
    heard: list[Said] = []
    for message in request.messages:
        words = "\n".join(own_words(clean(message.content)))
        if re.search(r"\w", words):
            context = "\n".join(own_words(clean(request.context.get(message.id, ""))))
            heard.append(Said(message.id, words, one_line(context)[-_CONTEXT:]))
    return heard


def material(heard: Iterable[Said], language: str, count: Count, *, most_each: int, most_all: int) -> Material:
    """Write messages in at most *most_all* tokens, each in *most_each*; what is too long is cut in its middle."""
    said = dict(enumerate(heard, 1))
    entries: list[Entry] = []
    for number, one in said.items():
        if one.context:
            entries.append(Entry(f"{_BEFORE[language]} {number}", one.context))
        entries.append(Entry(str(number), one.words))
    text, _, _, _ = written_within(entries, count, most_each, most_all)
    return Material(said, text)
