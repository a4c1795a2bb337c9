"""Makes each adapter from the settings, importing its driver only then."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from datetime import timedelta

from lembranca.adapters.outbound.embedding.hashing import HashingEmbedder
from lembranca.adapters.outbound.tokens.cached import CachingTokenCounter
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.application.memory_agent import AgentSettings
from lembranca.application.semantic_index import IVectorIndex
from lembranca.bootstrap.compression import preset_in_force
from lembranca.bootstrap.settings import Settings
from lembranca.bootstrap.urls import masked, path_of, scheme_of
from lembranca.domain.errors import ConfigurationError
from lembranca.domain.plan import MOST_VERBATIM
from lembranca.ports.clock import IClock
from lembranca.ports.date_reader import IDateReader
from lembranca.ports.embedder import IEmbedder
from lembranca.ports.language_model import ILanguageModel
from lembranca.ports.memory_repository import ISessionCache
from lembranca.ports.reranker import IReranker
from lembranca.ports.token_counter import ITokenCounter

WINDOW = MOST_VERBATIM  # messages of a conversation that its session cache holds


_CACHES = {"memory": "memory"} | dict.fromkeys(("redis", "rediss", "redis+cluster", "rediss+cluster", "unix"), "redis")


@dataclass(frozen=True, slots=True)
class Choices:
    """Which adapter each setting chooses, as the container's selectors know them."""

    history: str
    cache: str
    vectors: str
    embedder: str
    reranker: str
    llm: str
    tokens: str
    described: dict[str, str]

    @classmethod
    def read(cls, settings: Settings) -> Choices:
        """
        Read the choices.

        Raises:
            ConfigurationError: names the setting, its value and what is allowed.

        """
        return cls(
            history=scheme_of("history", settings.history, {"sqlite": "sqlite"}),
            cache=scheme_of("cache", settings.cache, _CACHES),
            vectors=scheme_of("vectors", settings.vectors, {"duckdb": "duckdb", "memory": "memory"}),
            embedder=_kind_of(
                "embedder", settings.embedder, {"hashing": "", "sentence-transformers": "MODEL_OR_FOLDER"}
            ),
            reranker=_kind_of("reranker", settings.reranker, {"none": "", "cross-encoder": "MODEL_OR_FOLDER"}),
            llm=_kind_of("llm", settings.llm, {"none": "", "openai": "MODEL"}),
            tokens=_kind_of("tokens", settings.tokens, {"estimate": "", "tiktoken": "ENCODING"}),
            described={
                name: masked(getattr(settings, name))
                for name in ("history", "cache", "vectors", "embedder", "reranker", "llm", "tokens")
            },
        )


def _kind_of(setting: str, value: str, allowed: dict[str, str]) -> str:
    """Give the kind of `kind` or `kind:DETAIL`; *allowed* names the detail that a kind must have."""
    kind, _, detail = value.partition(":")
    if kind not in allowed or bool(detail) != bool(allowed[kind]):
        choices = ", ".join(f"{name}:{wanted}" if wanted else name for name, wanted in allowed.items())
        raise ConfigurationError(setting, masked(value), f"it must be one of {choices}")
    return kind.replace("-", "_")


def _need(setting: str, value: str, module: str, extra: str) -> None:
    if importlib.util.find_spec(module) is None:
        raise ConfigurationError(setting, value, f"{module} is not installed: pip install 'lembranca[{extra}]'")


def agent_settings(settings: Settings) -> AgentSettings:
    """Give what the agent is told."""
    preset = preset_in_force(settings)
    model = "" if settings.llm == "none" else settings.llm
    extracts = settings.extractor != "none"
    return AgentSettings(
        preset, settings.language, preset.max_context_tokens, settings.max_message_bytes, model, extracts
    )


def estimating_counter() -> ITokenCounter:
    """Make the default token counter."""
    return CachingTokenCounter(EstimatingTokenCounter())


def tiktoken_counter(settings: Settings) -> ITokenCounter:
    """Make a token counter with a real vocabulary."""
    _need("tokens", settings.tokens, "tiktoken", "tiktoken")
    from lembranca.adapters.outbound.tokens.tiktoken_counter import TiktokenCounter

    return CachingTokenCounter(TiktokenCounter(settings.tokens.partition(":")[2]))


def hashing_embedder() -> IEmbedder:
    """Make the default embedder."""
    return HashingEmbedder()


def neural_embedder(settings: Settings) -> IEmbedder:
    """Make a neural embedder."""
    _need("embedder", settings.embedder, "sentence_transformers", "neural")
    from lembranca.adapters.outbound.embedding.sentence_transformer import SentenceTransformerEmbedder

    return SentenceTransformerEmbedder(settings.embedder.partition(":")[2])


def cross_encoder(settings: Settings) -> IReranker:
    """Make a reranker that reads question and text together."""
    _need("reranker", settings.reranker, "sentence_transformers", "neural")
    from lembranca.adapters.outbound.reranking.cross_encoder import CrossEncoderReranker

    return CrossEncoderReranker(settings.reranker.partition(":")[2])


def openai_model(settings: Settings) -> ILanguageModel:
    """Make the client of an OpenAI-compatible endpoint."""
    _need("llm", settings.llm, "openai", "llm")
    from lembranca.adapters.outbound.language_model.openai_model import OpenAILanguageModel

    key = settings.llm_api_key.get_secret_value() if settings.llm_api_key else None
    model = settings.llm.partition(":")[2]
    return OpenAILanguageModel(model, base_url=settings.llm_base_url, api_key=key, timeout=settings.llm_timeout)


def date_reader() -> IDateReader:
    """Make the reader of dates in questions and entries."""
    from lembranca.adapters.outbound.dates import DateparserDateReader

    return DateparserDateReader()


def inprocess_cache(settings: Settings, clock: IClock) -> ISessionCache:
    """Make the session cache that needs no server."""
    from lembranca.adapters.outbound.inprocess.session_cache import InProcessMemoryRepository

    return InProcessMemoryRepository(clock, ttl=timedelta(seconds=settings.cache_ttl), max_messages=WINDOW)


def redis_cache(settings: Settings) -> ISessionCache:
    """Make the session cache on Redis, behind a time limit and a circuit breaker."""
    from lembranca.adapters.outbound.redis import RedisMemoryRepository
    from lembranca.adapters.outbound.resilient_cache import ResilientSessionCache

    ttl = timedelta(seconds=settings.cache_ttl)
    inner = RedisMemoryRepository(settings.cache, ttl=ttl, window=WINDOW, timeout=settings.cache_timeout)
    return ResilientSessionCache(inner, timeout=settings.cache_timeout)


def inprocess_vectors(settings: Settings) -> IVectorIndex:
    """Make the vector index that lives in memory."""
    from lembranca.adapters.outbound.inprocess.vectors import InProcessVectorRepository

    return InProcessVectorRepository(memory_limit_bytes=settings.vector_memory_mb << 20)


def duckdb_vectors(settings: Settings) -> IVectorIndex:
    """Make the vector index on DuckDB."""
    from lembranca.adapters.outbound.duckdb import DuckDBVectorRepository

    path = path_of("vectors", settings.vectors, settings.data_dir)
    history = path_of("history", settings.history, settings.data_dir)
    if path.parent == history.parent and path.name.startswith(history.name):
        rule = "it must be another file than the history and its companions"
        raise ConfigurationError("vectors", settings.vectors, rule)
    return DuckDBVectorRepository(
        path,
        memory_limit_bytes=settings.vector_memory_mb << 20,
        use_hnsw=settings.vector_hnsw,
        own_folder=path.parent == history.parent,
    )
