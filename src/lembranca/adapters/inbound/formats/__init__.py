"""
Files of conversations, read into domain messages: which format it is, is told by the content.

Nothing here stores anything. A file is read as a stream, a record at a time, and what cannot be read is reported with
its place while the rest goes on.
"""

from lembranca.adapters.inbound.formats.identity import ANONYMOUS_HEAD, conversation_id_of, message_id_of
from lembranca.adapters.inbound.formats.reading import (
    Evaluation,
    Import,
    open_source,
    read_evaluation,
    read_messages,
)
from lembranca.adapters.inbound.formats.records import BadRecord, ImportedMessage, UnknownEvidence

__all__ = [
    "ANONYMOUS_HEAD",
    "BadRecord",
    "Evaluation",
    "Import",
    "ImportedMessage",
    "UnknownEvidence",
    "conversation_id_of",
    "message_id_of",
    "open_source",
    "read_evaluation",
    "read_messages",
]
