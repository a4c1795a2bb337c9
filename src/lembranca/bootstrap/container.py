"""The wiring: which adapter stands behind which port. Drivers are imported only when they are chosen."""

from __future__ import annotations

from dependency_injector import containers, providers

from lembranca.adapters.outbound.inprocess.event_bus import InProcessEventBus
from lembranca.adapters.outbound.system import SystemClock, UuidGenerator
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.application.accesses import Accesses
from lembranca.application.accounts import Accounts
from lembranca.application.compression_agent import CompressionAgent
from lembranca.application.condensed import CondensedConversations
from lembranca.application.erasure import Eraser
from lembranca.application.extraction import Extraction
from lembranca.application.fact_recall import FactRecall
from lembranca.application.gardener import Gardener
from lembranca.application.incarnations import Incarnations
from lembranca.application.known_facts import KnownFacts
from lembranca.application.memory_agent import AgentSettings, MemoryAgent
from lembranca.application.memory_search import MemorySearch
from lembranca.application.parts import Parts
from lembranca.application.pins import Pins
from lembranca.application.portability import Portability
from lembranca.application.precedence import Precedence
from lembranca.application.pressure import Pressure
from lembranca.application.recall import Recall
from lembranca.application.recollection import Recollection
from lembranca.application.reranking import Reranking
from lembranca.application.rounds import Rounds
from lembranca.application.semantic_index import IVectorIndex, SemanticIndex
from lembranca.application.sessions import Sessions
from lembranca.application.summary_maker import CompressionSettings, SummaryMaker
from lembranca.application.tail import TailReader
from lembranca.application.timing import Timing
from lembranca.application.worker import Worker
from lembranca.bootstrap import adapters, compression, erasure, knowledge
from lembranca.bootstrap import history as sqlite
from lembranca.bootstrap.settings import Settings
from lembranca.domain.job import COMPRESS, EXTRACT, INDEX
from lembranca.ports.clock import IClock
from lembranca.ports.date_reader import IDateReader
from lembranca.ports.embedder import IEmbedder
from lembranca.ports.entry_repository import IEmbeddingStore, IEntryRepository
from lembranca.ports.erasure import IErasureLog
from lembranca.ports.event_bus import IEventBus
from lembranca.ports.fact_extractor import IFactExtractor
from lembranca.ports.fact_repository import IFactRepository
from lembranca.ports.id_generator import IIdGenerator
from lembranca.ports.job_queue import IJobQueue
from lembranca.ports.language_model import ILanguageModel
from lembranca.ports.ledger import ILedger
from lembranca.ports.memory_repository import IHistory, ISessionCache
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.reranker import IReranker
from lembranca.ports.summarizer import ISummarizer
from lembranca.ports.summary_repository import ISummaryRepository
from lembranca.ports.token_counter import ITokenCounter


class Container(containers.DeclarativeContainer):
    """Every part of a memory; any provider can be overridden, which is how tests put in their own."""

    settings: providers.Provider[Settings] = providers.Dependency(instance_of=Settings)
    choices: providers.Provider[adapters.Choices] = providers.Singleton(adapters.Choices.read, settings)

    clock: providers.Provider[IClock] = providers.Singleton(SystemClock)
    ids: providers.Provider[IIdGenerator] = providers.Singleton(UuidGenerator)
    normalizer: providers.Provider[INormalizer] = providers.Singleton(SnowballNormalizer)
    counter: providers.Provider[ITokenCounter] = providers.Selector(
        choices.provided.tokens,
        estimate=providers.Singleton(adapters.estimating_counter),
        tiktoken=providers.Singleton(adapters.tiktoken_counter, settings),
    )
    embedder: providers.Provider[IEmbedder] = providers.Selector(
        choices.provided.embedder,
        hashing=providers.Singleton(adapters.hashing_embedder),
        sentence_transformers=providers.Singleton(adapters.neural_embedder, settings),
    )
    reranker: providers.Provider[IReranker | None] = providers.Selector(
        choices.provided.reranker,
        none=providers.Object(None),
        cross_encoder=providers.Singleton(adapters.cross_encoder, settings),
    )
    language_model: providers.Provider[ILanguageModel | None] = providers.Selector(
        choices.provided.llm,
        none=providers.Object(None),
        openai=providers.Singleton(adapters.openai_model, settings),
    )

    database = providers.Singleton(sqlite.sqlite_database, settings)
    history: providers.Provider[IHistory] = providers.Selector(
        choices.provided.history, sqlite=providers.Singleton(sqlite.SqliteHistory, database, normalizer)
    )
    entries: providers.Provider[IEntryRepository] = providers.Selector(
        choices.provided.history, sqlite=providers.Singleton(sqlite.SqliteEntryRepository, database, normalizer)
    )
    embeddings: providers.Provider[IEmbeddingStore] = providers.Selector(
        choices.provided.history, sqlite=providers.Singleton(sqlite.SqliteEmbeddingStore, database)
    )
    queue: providers.Provider[IJobQueue] = providers.Selector(
        choices.provided.history, sqlite=providers.Singleton(sqlite.SqliteJobQueue, database)
    )
    summaries: providers.Provider[ISummaryRepository] = providers.Selector(
        choices.provided.history, sqlite=providers.Singleton(sqlite.SqliteSummaryRepository, database)
    )
    facts: providers.Provider[IFactRepository] = providers.Selector(
        choices.provided.history, sqlite=providers.Singleton(sqlite.SqliteFactRepository, database, normalizer)
    )
    ledger: providers.Provider[ILedger] = providers.Selector(
        choices.provided.history, sqlite=providers.Singleton(sqlite.SqliteLedger, database)
    )
    erasures: providers.Provider[IErasureLog] = providers.Selector(
        choices.provided.history, sqlite=providers.Singleton(sqlite.SqliteErasures, database)
    )
    cache: providers.Provider[ISessionCache] = providers.Selector(
        choices.provided.cache,
        memory=providers.Singleton(adapters.inprocess_cache, settings, clock),
        redis=providers.Singleton(adapters.redis_cache, settings),
    )
    vectors: providers.Provider[IVectorIndex] = providers.Selector(
        choices.provided.vectors,
        memory=providers.Singleton(adapters.inprocess_vectors, settings),
        duckdb=providers.Singleton(adapters.duckdb_vectors, settings),
    )

    incarnations: providers.Provider[Incarnations] = providers.Singleton(Incarnations)
    precedence: providers.Provider[Precedence] = providers.Singleton(Precedence)
    events: providers.Provider[IEventBus] = providers.Singleton(InProcessEventBus)
    offline_summarizer: providers.Provider[ISummarizer] = providers.Singleton(
        compression.extractive_summarizer, counter, normalizer, precedence
    )
    summarizer: providers.Provider[ISummarizer] = providers.Singleton(
        compression.chosen_summarizer, settings, offline_summarizer, language_model, counter
    )

    index: providers.Provider[SemanticIndex] = providers.Singleton(
        SemanticIndex, embedder, embeddings, vectors, incarnations
    )
    sessions: providers.Provider[Sessions] = providers.Singleton(
        Sessions, history, cache, window=adapters.WINDOW, incarnations=incarnations
    )
    dates: providers.Provider[IDateReader] = providers.Singleton(adapters.date_reader)
    timing: providers.Provider[Timing] = providers.Singleton(Timing, dates, entries, clock)
    reranking: providers.Provider[Reranking] = providers.Singleton(
        Reranking, reranker, patience=settings.provided.reranker_timeout
    )
    recall: providers.Provider[Recall] = providers.Singleton(Recall, entries, index, normalizer, timing, reranking)
    accounts: providers.Provider[Accounts] = providers.Singleton(Accounts, ledger, clock, settings.provided.prices)
    condensed: providers.Provider[CondensedConversations] = providers.Singleton(
        CondensedConversations, history, summaries, incarnations
    )
    tails: providers.Provider[TailReader] = providers.Singleton(TailReader, history, counter)
    compression_settings: providers.Provider[CompressionSettings] = providers.Singleton(
        compression.compression_settings, settings
    )
    summary_maker: providers.Provider[SummaryMaker] = providers.Singleton(
        SummaryMaker, history, tails, summarizer, counter, accounts, clock, ids, compression_settings
    )
    compression_agent: providers.Provider[CompressionAgent] = providers.Singleton(
        CompressionAgent,
        history,
        summaries,
        condensed,
        tails,
        summary_maker,
        events,
        clock,
        compression_settings.provided.manner,
    )
    pressure: providers.Provider[Pressure] = providers.Singleton(
        Pressure, compression_agent, condensed, tails, queue, clock, compression_settings.provided.manner
    )

    worker: providers.Provider[Worker] = providers.Singleton(
        Worker, queue, providers.Dict({INDEX: index.provided.handle}), clock, without=(COMPRESS, EXTRACT)
    )
    # A slow summarizer must not hold up indexing.
    compressor: providers.Provider[Worker] = providers.Singleton(
        Worker, queue, providers.Dict({COMPRESS: pressure.provided.handle}), clock, lane=True, batch=4
    )
    agent_settings: providers.Provider[AgentSettings] = providers.Singleton(adapters.agent_settings, settings)
    extractor: providers.Provider[IFactExtractor | None] = providers.Singleton(
        knowledge.chosen_extractor, settings, normalizer, language_model, counter, precedence
    )
    known: providers.Provider[KnownFacts] = providers.Singleton(KnownFacts, facts, incarnations)
    gardener: providers.Provider[Gardener] = providers.Singleton(
        Gardener,
        facts,
        known,
        providers.Singleton(knowledge.breathing_normalizer, normalizer, precedence),
        clock,
        ids,
        worker.provided.notify,
    )
    search: providers.Provider[MemorySearch] = providers.Singleton(
        MemorySearch, recall, providers.Singleton(FactRecall, facts, known), index
    )
    rounds: providers.Provider[Rounds] = providers.Singleton(Rounds, gardener, facts, settings.provided.garden_interval)
    accesses: providers.Provider[Accesses] = providers.Singleton(Accesses, gardener.provided.recalled, clock)
    extraction: providers.Provider[Extraction] = providers.Singleton(
        Extraction,
        history,
        facts,
        extractor,
        gardener,
        incarnations,
        accounts,
        providers.Singleton(knowledge.language_of_texts, settings),
        keeps_interactions=agent_settings.provided.preset.keeps_interactions,
    )
    # Nor must one that reads slowly.
    reader: providers.Provider[Worker] = providers.Singleton(
        Worker, queue, providers.Dict({EXTRACT: extraction.provided.handle}), clock, lane=True, batch=16
    )
    pins: providers.Provider[Pins] = providers.Singleton(
        Pins,
        history,
        sessions,
        condensed,
        pressure,
        counter,
        agent_settings.provided.preset,
        agent_settings.provided.language,
    )
    agent: providers.Provider[MemoryAgent] = providers.Singleton(
        MemoryAgent,
        history,
        sessions,
        providers.Singleton(Recollection, search, known, accesses, clock, agent_settings.provided.preset),
        worker,
        reader,
        compression_agent,
        condensed,
        tails,
        pressure,
        pins,
        accounts,
        precedence,
        counter,
        clock,
        ids,
        agent_settings,
        incarnations,
    )
    eraser: providers.Provider[Eraser] = providers.Singleton(
        Eraser,
        erasures,
        sessions,
        index,
        incarnations,
        clock,
        forgetting=providers.Singleton(
            erasure.forgetting,
            condensed,
            compression_agent,
            pressure,
            known,
            accesses,
            rounds,
            providers.List(worker, compressor, reader),
        ),
        texts=providers.Singleton(
            erasure.text_memories, counter, normalizer, embedder, offline_summarizer, index, gardener
        ),
    )
    portability: providers.Provider[Portability] = providers.Singleton(
        Portability, history, entries, embeddings, known, gardener, agent, clock, incarnations
    )
    parts: providers.Provider[Parts] = providers.Singleton(
        Parts,
        history=history,
        cache=cache,
        queue=queue,
        index=index,
        sessions=sessions,
        recall=recall,
        search=search,
        reranking=reranking,
        worker=worker,
        compressor=compressor,
        agent=agent,
        compression=compression_agent,
        condensed=condensed,
        pressure=pressure,
        eraser=eraser,
        incarnations=incarnations,
        summaries=summaries,
        summarizer=summarizer,
        entries=entries,
        facts=facts,
        known=known,
        gardener=gardener,
        rounds=rounds,
        accesses=accesses,
        extraction=extraction,
        reader=reader,
        portability=portability,
        extractor=extractor,
        events=events,
        accounts=accounts,
        counter=counter,
        clock=clock,
        language_model=language_model,
        adapters=choices.provided.described,
    )
