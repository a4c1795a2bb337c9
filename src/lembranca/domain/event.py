"""What happens in the background, told to whoever listens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from lembranca.domain.scope import Scope

COMPRESSION_STARTED = "compression_started"
COMPRESSION_COMPLETED = "compression_completed"
COMPRESSION_FAILED = "compression_failed"


@dataclass(frozen=True, slots=True)
class Event:
    """
    Something that happened to a conversation: its *kind*, whose and which conversation, when.

    *detail* depends on the kind. Of `compression_completed`: *summaries* made, *messages* newly condensed,
    *tokens_before* and *tokens_after* of what the context would hold, *method*, *note*.
    Of `compression_failed`: *reason*.
    """

    kind: str
    scope: Scope
    conversation_id: str
    at: datetime
    detail: Mapping[str, Any] = field(default_factory=dict)
