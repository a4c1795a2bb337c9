"""
Lembrança: conversational memory for LLM applications.

    async with Memory.open() as memory:
        chat = memory.for_user("ana").conversation("conv-1")
        context = await chat.load("O que você sugere pro jantar?", max_tokens=2000)
        await chat.save(user="Sou vegetariana.", assistant="Anotado!")
"""

from lembranca.application.conversation_memory import ConversationMemory
from lembranca.application.status import Status
from lembranca.application.user_memory import UserMemory
from lembranca.bootstrap.memory import Memory
from lembranca.domain.change import Change, Revision
from lembranca.domain.context import ContextItem, MemoryContext, Section, TokenStats
from lembranca.domain.entry import Explanation, MemoryEntry
from lembranca.domain.erasure import Erasure
from lembranca.domain.errors import (
    Closed,
    ConfigurationError,
    Conflict,
    InvalidInput,
    LembrancaError,
    ModelError,
    NotFound,
    StorageBusy,
    StorageDamaged,
    StorageError,
    StorageFull,
    StorageUnavailable,
)
from lembranca.domain.event import Event
from lembranca.domain.job import DeadLetter
from lembranca.domain.known_fact import Fact, FactState, Source
from lembranca.domain.ledger import Account, LedgerEntry, Price
from lembranca.domain.message import Attachment, Conversation, Message, NewMessage
from lembranca.domain.portable import Imported
from lembranca.domain.profile import Former, Preference, Profile
from lembranca.domain.scope import Scope
from lembranca.domain.summary import KeyEvent, Summary
from lembranca.ports.memory_repository import AppendResult

__version__ = "0.1.0"

__all__ = [
    "Account",
    "AppendResult",
    "Attachment",
    "Change",
    "Closed",
    "ConfigurationError",
    "Conflict",
    "ContextItem",
    "Conversation",
    "ConversationMemory",
    "DeadLetter",
    "Erasure",
    "Event",
    "Explanation",
    "Fact",
    "FactState",
    "Former",
    "Imported",
    "InvalidInput",
    "KeyEvent",
    "LedgerEntry",
    "LembrancaError",
    "Memory",
    "MemoryContext",
    "MemoryEntry",
    "Message",
    "ModelError",
    "NewMessage",
    "NotFound",
    "Preference",
    "Price",
    "Profile",
    "Revision",
    "Scope",
    "Section",
    "Source",
    "Status",
    "StorageBusy",
    "StorageDamaged",
    "StorageError",
    "StorageFull",
    "StorageUnavailable",
    "Summary",
    "TokenStats",
    "UserMemory",
]
