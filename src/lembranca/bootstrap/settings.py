"""
The settings: one frozen object, parsed once and strictly.

A value comes from an argument, else from an environment variable, else from `lembranca.toml` (the file that
`LEMBRANCA_CONFIG` names, else the one in the working folder), else from the default.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)

from lembranca.bootstrap.urls import masked
from lembranca.domain.errors import ConfigurationError
from lembranca.domain.ledger import Price
from lembranca.domain.preset import PRESETS

PREFIX = "LEMBRANCA_"
_FILE = "lembranca.toml"


class Settings(BaseSettings):
    """Everything that can be chosen. Each field is an argument, a variable `LEMBRANCA_<NAME>` and a key in the file."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, extra="forbid", frozen=True, validate_default=True, env_ignore_empty=True
    )

    data_dir: Path = Field(Path(".lembranca"), description="Folder of everything that is stored.")
    history: str = Field("sqlite:///history.sqlite3", description="The truth: sqlite:///FILE, relative to data_dir.")
    cache: str = Field("memory://", description="Session cache: memory:// or redis://HOST:PORT/DB (rediss:// too).")
    vectors: str = Field("duckdb:///vectors.duckdb", description="Vector index: duckdb:///FILE or memory://.")
    embedder: str = Field("hashing", description="hashing, or sentence-transformers:MODEL_OR_FOLDER.")
    reranker: str = Field("none", description="none, or cross-encoder:MODEL_OR_FOLDER, to read the best hits again.")
    reranker_timeout: float = Field(2.0, gt=0, le=60, description="Seconds it may keep a search waiting.")
    llm: str = Field("none", description="none, or openai:MODEL for any OpenAI-compatible endpoint.")
    llm_base_url: str | None = Field(None, description="Address of that endpoint; OpenAI's own when left out.")
    llm_api_key: SecretStr | None = Field(None, description="Its key.")
    llm_timeout: float = Field(60.0, gt=0, le=3600, description="Seconds an answer may take.")
    tokens: str = Field("estimate", description="How tokens are counted: estimate, or tiktoken:ENCODING.")
    preset: str = Field("hybrid", description=f"One of {', '.join(PRESETS)}.")
    language: Literal["auto", "pt", "en"] = Field("auto", description="Of the labels in rendered contexts.")
    max_context_tokens: int | None = Field(
        None, ge=1, le=100_000_000, description="Budget of a load without one; else the preset's."
    )
    compress: bool = Field(default=True, description="Condense what is old; false leaves it out of full contexts.")
    compress_above: int | None = Field(
        None, ge=100, le=100_000_000, description="Tokens above which a rolling summary is renewed; else the budget."
    )
    keep_messages: int | None = Field(
        None, ge=1, le=400, description="Newest messages that a rolling summary or a paragraph leaves standing."
    )
    summary_share: float | None = Field(
        None,
        gt=0,
        le=0.9,
        description="Share of the budget that a rolling summary may have.",
    )
    whole_cycles: int | None = Field(None, ge=1, le=100, description="Newest cycles that stay whole (cycles).")
    block_cycles: int | None = Field(None, ge=1, le=100, description="Cycles condensed together (cycles).")
    tier_ratio: float | None = Field(
        None, gt=0, lt=1, description="What each tier leaves of the one before it (cycles)."
    )
    paragraph_exchanges: int | None = Field(
        None, ge=1, le=100, description="Exchanges after which the paragraph is renewed (katherine)."
    )
    paragraph_tokens: int | None = Field(None, ge=10, le=10_000, description="Most tokens of it (katherine).")
    summarizer: Literal["auto", "extractive", "llm"] = Field(
        "auto", description="Who condenses: extractive, llm, or auto: the llm where there is one."
    )
    extractor: Literal["auto", "rules", "llm", "none"] = Field(
        "auto",
        description="Who reads facts from what users say: rules, llm, none, or auto: the llm where there is one.",
    )
    garden_interval: float = Field(
        3600.0, ge=0, le=31_536_000, description="Seconds between two rounds of the gardener; 0 for none."
    )
    prompts_dir: Path | None = Field(None, description="Folder with prompts of your own for the llm.")
    prices: dict[str, Price] = Field(
        {},
        description='Money per million tokens: {"openai:MODEL": {"input": 0.1, "output": 0.4}}; "default" for others.',
    )
    max_message_bytes: int = Field(1 << 20, ge=1, le=1 << 28, description="Largest message that is accepted, in bytes.")
    cache_ttl: int = Field(
        3600, ge=1, le=31_536_000, description="Seconds of inactivity after which a session leaves the cache."
    )
    cache_timeout: float = Field(0.25, gt=0, le=60, description="Seconds the cache may keep a load waiting.")
    vector_memory_mb: int = Field(256, ge=0, description="Most MiB of vectors kept in memory.")
    vector_hnsw: bool = Field(default=False, description="Build an HNSW index for large scopes (needs the vss extra).")

    @field_validator("data_dir")
    @classmethod
    def _usable_folder(cls, value: Path) -> Path:
        if any(mark in str(value) for mark in "?\0"):
            raise ValueError("a folder without a question mark or NUL in its path")
        return value

    @field_validator("preset")
    @classmethod
    def _known_preset(cls, value: str) -> str:
        if value not in PRESETS:
            raise ValueError(f"one of {', '.join(PRESETS)}")
        return value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - a .env file is not one of our sources
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - nor is a folder of secrets
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments, then the environment, then the file."""
        file = TomlConfigSettingsSource(settings_cls, config_file())
        return init_settings, env_settings, file


@dataclass(frozen=True, slots=True)
class SettingInForce:
    """A setting's *value* as text, secrets masked, and where it came from: argument, environment, file or default."""

    name: str
    value: str
    source: str
    description: str


def config_file() -> Path:
    """Give the settings file that would be read; it need not exist."""
    return Path(os.environ.get(f"{PREFIX}CONFIG") or _FILE)


def load_settings(**arguments: Any) -> Settings:
    """
    Read the settings.

    Raises:
        ConfigurationError: names the setting, its value and what is allowed; the file cannot be read.

    """
    _refuse_unknown_variables()
    if os.environ.get(f"{PREFIX}CONFIG") and not config_file().is_file():
        raise ConfigurationError(f"{PREFIX}CONFIG", str(config_file()), "it must name a file that exists")
    try:
        return Settings(**arguments)
    except ValidationError as exc:
        raise _explained(exc) from None
    except SettingsError as exc:
        raise _not_json(exc) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as exc:
        raise ConfigurationError("config", str(config_file()), f"it must be a TOML file ({exc})") from exc


def settings_in_force(settings: Settings, arguments: dict[str, Any]) -> list[SettingInForce]:
    """Tell for every setting what is in force and where it came from."""
    file = config_file()
    in_file = {key.lower() for key in tomllib.loads(file.read_text(encoding="utf-8"))} if file.is_file() else set()

    def source(name: str) -> str:
        if name in arguments:
            return "argument"
        if f"{PREFIX}{name.upper()}" in {key.upper() for key in os.environ}:
            return f"environment ({PREFIX}{name.upper()})"
        return f"file ({file})" if name in in_file else "default"

    return [
        SettingInForce(name, _shown(getattr(settings, name)), source(name), field.description or "")
        for name, field in Settings.model_fields.items()
    ]


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return masked(value) if isinstance(value, str) else str(value)


def _refuse_unknown_variables() -> None:
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields} | {f"{PREFIX}CONFIG"}
    for name in os.environ:
        if name.upper().startswith(PREFIX) and name.upper() not in known:
            raise ConfigurationError(name, "...", f"there is no such setting; known are {', '.join(sorted(known))}")


def _not_json(exc: SettingsError) -> ConfigurationError:
    """Name the variable that should hold a table and is no JSON; the error has no more than its text."""
    name = next((f"{PREFIX}{name.upper()}" for name in Settings.model_fields if f'"{name}"' in str(exc)), "settings")
    return ConfigurationError(name, os.environ.get(name, "..."), "in the environment it must be JSON")


def _explained(exc: ValidationError) -> ConfigurationError:
    error = exc.errors(include_url=False)[0]
    name = ".".join(map(str, error["loc"])) or "settings"
    if error["type"] == "extra_forbidden":
        return ConfigurationError(
            name, "...", f"there is no such setting; known are {', '.join(Settings.model_fields)}"
        )
    given = "**********" if "key" in name else masked(str(error["input"]))
    return ConfigurationError(name, given, error["msg"].removeprefix("Value error, "))
