"""What older turns are condensed into."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import Message
from lembranca.domain.rules import require_limit, require_one_of, require_text, require_time

IMPORTANCES = ("low", "medium", "high")
STYLES = ("narrative", "paragraph")


@dataclass(frozen=True, slots=True)
class KeyEvent:
    """
    Something that happened in the turns condensed: when, what, between whom, and how much it matters.

    *importance* is *low*, *medium* or *high*; *participants* are names as the messages give them.
    """

    timestamp: datetime
    description: str
    participants: tuple[str, ...] = ()
    importance: str = "medium"

    def __post_init__(self) -> None:
        object.__setattr__(self, "timestamp", require_time("key_event.timestamp", self.timestamp))
        require_text("key_event.description", self.description)
        require_one_of("key_event.importance", self.importance, IMPORTANCES)
        object.__setattr__(self, "participants", tuple(self.participants))


@dataclass(frozen=True, slots=True)
class Digest:
    """
    What a summarizer makes: one *text*, never empty, and the key events in the order in which they happened.

    *method* says who made it (`extractive:v1`, `openai:llama-3.3-70b`), *note* what did not go as it
    should, such as why it was not who was asked first, or that it had to be cut; *read* and *written* are the tokens
    that a language model was sent and answered, 0 without one.
    """

    text: str
    key_events: tuple[KeyEvent, ...] = ()
    method: str = ""
    note: str | None = None
    read: int = 0
    written: int = 0

    @property
    def body(self) -> str:
        """Give text and key events as the size of a summary counts them: the text, then a line for each event."""
        return body_of(self.text, self.key_events)


@dataclass(frozen=True, slots=True)
class Summary:
    """
    Turns of a conversation, condensed.

    It covers the messages at the positions *first* to *last*, both included, without those *left_out*, which were
    pinned when it was made. *tier* counts how often they were condensed (1 is the newest tier; rolling summaries and
    paragraphs have 1). *tokens* are those of its body, *source_tokens* those of the messages that it covers, as said.
    *started_at* and *ended_at* are the times of the first and last of them. It is live until *retired_at*.
    """

    id: str
    conversation_id: str
    first: int
    last: int
    text: str
    created_at: datetime
    key_events: tuple[KeyEvent, ...] = ()
    tier: int = 1
    cycles: int = 0
    message_count: int = 0
    tokens: int = 0
    source_tokens: int = 0
    left_out: tuple[int, ...] = ()
    first_message_id: str = ""
    last_message_id: str = ""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    participants: tuple[str, ...] = ()
    method: str = ""
    note: str | None = None
    replaces: tuple[str, ...] = ()
    retired_at: datetime | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.first <= self.last:
            raise InvalidInput("summary", (self.first, self.last), "must cover positions from 1 on, the first first")

    @property
    def body(self) -> str:
        """Give text and key events as its size counts them."""
        return body_of(self.text, self.key_events)

    def covers(self, position: int) -> bool:
        """Whether the message at *position* is condensed in it."""
        return self.first <= position <= self.last and position not in self.left_out


@dataclass(frozen=True, slots=True)
class SummaryRequest:
    """
    What is to be condensed: *former* summaries (oldest first) and the *messages* that follow, in their order.

    The body of what is made has at most *target_tokens*, and at most *most_events* key events. *style* is *narrative*,
    or *paragraph*: one dense paragraph that says what the user is after and in what mood. *language* is `pt` or `en`.

    Raises:
        InvalidInput: there is nothing to condense, or a value breaks its rule.

    """

    former: tuple[Summary, ...]
    messages: tuple[Message, ...]
    target_tokens: int
    language: str = "pt"
    style: str = "narrative"
    most_events: int = 0

    def __post_init__(self) -> None:
        if not self.former and not self.messages:
            raise InvalidInput("messages", (), "must not be empty where there is no former summary")
        require_limit("target_tokens", self.target_tokens, maximum=100_000_000)
        require_limit("most_events", self.most_events, minimum=0)
        require_one_of("style", self.style, STYLES)
        require_one_of("language", self.language, ("pt", "en"))

    @property
    def participants(self) -> tuple[str, ...]:
        """The names of who takes part, in the order of their first words; roles where nobody is named."""
        former = (name for summary in self.former for name in summary.participants)
        return tuple(dict.fromkeys([*former, *(message.speaker for message in self.messages)]))


def body_of(text: str, key_events: Iterable[KeyEvent]) -> str:
    """Write a text with its key events, a line for each."""
    return "\n".join([text, *(event_line(event) for event in key_events)])


def event_line(event: KeyEvent) -> str:
    """Write a key event on one line."""
    return f"- {' '.join(event.description.split())} ({event.importance})"
