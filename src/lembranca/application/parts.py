"""What a memory is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

# Whoever imports the package should not wait for parts that are loaded when a memory is made.
if TYPE_CHECKING:
    from lembranca.application.accesses import Accesses
    from lembranca.application.accounts import Accounts
    from lembranca.application.compression_agent import CompressionAgent
    from lembranca.application.condensed import CondensedConversations
    from lembranca.application.erasure import Eraser
    from lembranca.application.extraction import Extraction
    from lembranca.application.gardener import Gardener
    from lembranca.application.incarnations import Incarnations
    from lembranca.application.known_facts import KnownFacts
    from lembranca.application.memory_agent import MemoryAgent
    from lembranca.application.memory_search import MemorySearch
    from lembranca.application.portability import Portability
    from lembranca.application.pressure import Pressure
    from lembranca.application.recall import Recall
    from lembranca.application.reranking import Reranking
    from lembranca.application.rounds import Rounds
    from lembranca.application.semantic_index import SemanticIndex
    from lembranca.application.sessions import Sessions
    from lembranca.application.worker import Worker
    from lembranca.ports.clock import IClock
    from lembranca.ports.entry_repository import IEntryRepository
    from lembranca.ports.event_bus import IEventBus
    from lembranca.ports.fact_extractor import IFactExtractor
    from lembranca.ports.fact_repository import IFactRepository
    from lembranca.ports.job_queue import IJobQueue
    from lembranca.ports.language_model import ILanguageModel
    from lembranca.ports.memory_repository import IHistory, ISessionCache
    from lembranca.ports.summarizer import ISummarizer
    from lembranca.ports.summary_repository import ISummaryRepository
    from lembranca.ports.token_counter import ITokenCounter


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything a memory is made of; `bootstrap` puts it together. *adapters* names what was chosen."""

    history: IHistory
    cache: ISessionCache
    queue: IJobQueue
    index: SemanticIndex
    sessions: Sessions
    recall: Recall
    search: MemorySearch
    reranking: Reranking
    worker: Worker
    compressor: Worker
    agent: MemoryAgent
    compression: CompressionAgent
    condensed: CondensedConversations
    pressure: Pressure
    eraser: Eraser
    incarnations: Incarnations
    summaries: ISummaryRepository
    summarizer: ISummarizer
    entries: IEntryRepository
    facts: IFactRepository
    known: KnownFacts
    gardener: Gardener
    rounds: Rounds
    accesses: Accesses
    extraction: Extraction
    reader: Worker
    portability: Portability
    extractor: IFactExtractor | None
    events: IEventBus
    accounts: Accounts
    counter: ITokenCounter
    clock: IClock
    language_model: ILanguageModel | None = None
    adapters: dict[str, str] = field(default_factory=dict)
