"""What in this process has to let go of a person, and of texts."""

from __future__ import annotations

from collections.abc import Sequence

from lembranca.application.accesses import Accesses
from lembranca.application.compression_agent import CompressionAgent
from lembranca.application.condensed import CondensedConversations
from lembranca.application.erasure import Forgetting
from lembranca.application.known_facts import KnownFacts
from lembranca.application.pressure import Pressure
from lembranca.application.rounds import Rounds
from lembranca.application.worker import Worker
from lembranca.domain import language
from lembranca.domain.scope import Scope
from lembranca.ports.erasure import ITextMemory


def forgetting(
    condensed: CondensedConversations,
    compression: CompressionAgent,
    pressure: Pressure,
    known: KnownFacts,
    accesses: Accesses,
    rounds: Rounds,
    workers: Sequence[Worker],
) -> Sequence[Forgetting]:
    """Give what lets go of a scope. The last error of a worker goes whoever's it was, since it does not tell."""

    def forget_errors(_: Scope) -> None:
        for worker in workers:
            worker.forget_error()

    parts = (condensed, compression, pressure, known, accesses, rounds)
    return [*(part.forget_scope for part in parts), forget_errors]


def text_memories(*parts: object) -> Sequence[ITextMemory]:
    """Give what remembers texts: those of *parts* that do, some of which others may have put in, and the domain."""
    return [*(part for part in parts if isinstance(part, ITextMemory)), _Languages()]


class _Languages:
    def forget_texts(self) -> None:
        language.forget_texts()
