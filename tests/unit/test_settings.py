"""Where settings come from, and what happens to wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from lembranca import Memory
from lembranca.bootstrap.settings import load_settings, settings_in_force
from lembranca.bootstrap.urls import masked, path_of
from lembranca.domain.errors import ConfigurationError
from lembranca.domain.ledger import Price


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_without_any_setting_everything_has_a_default():
    settings = load_settings()

    assert settings.data_dir == Path(".lembranca")
    assert (settings.history, settings.cache, settings.llm) == ("sqlite:///history.sqlite3", "memory://", "none")


def test_an_argument_goes_before_the_environment_and_that_before_the_file(tmp_path, monkeypatch):
    (tmp_path / "lembranca.toml").write_text('preset = "cycles"\nlanguage = "pt"\ncache_ttl = 7\n', encoding="utf-8")
    monkeypatch.setenv("LEMBRANCA_PRESET", "charhub")
    monkeypatch.setenv("LEMBRANCA_LANGUAGE", "en")

    settings = load_settings(preset="katherine")
    sources = {item.name: item.source for item in settings_in_force(settings, {"preset": "katherine"})}

    assert (settings.preset, settings.language, settings.cache_ttl) == ("katherine", "en", 7)
    assert sources["preset"] == "argument"
    assert sources["language"] == "environment (LEMBRANCA_LANGUAGE)"
    assert sources["cache_ttl"] == "file (lembranca.toml)"
    assert sources["data_dir"] == "default"


def test_the_file_can_be_named(tmp_path, monkeypatch):
    (tmp_path / "other.toml").write_text('preset = "cycles"\n', encoding="utf-8")
    monkeypatch.setenv("LEMBRANCA_CONFIG", "other.toml")

    assert load_settings().preset == "cycles"


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("preset", "hybird", "katherine"),
        ("language", "fr", "pt"),
        ("cache_ttl", "soon", "integer"),
        ("cache_ttl", 0, "greater than or equal to 1"),
        ("colour", "red", "known are data_dir"),
        ("prices", "cheap", "dictionary"),
    ],
)
def test_a_wrong_setting_is_refused_by_name_with_what_is_allowed(name, value, hint):
    with pytest.raises(ConfigurationError) as refused:
        load_settings(**{name: value})

    assert refused.value.setting == name
    assert hint in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("history", "postgres://db", "sqlite://"),
        ("history", "sqlite://history.db", "three strokes"),
        ("history", "sqlite:///", "sqlite:///FILE"),
        ("cache", "memcached://localhost", "redis://"),
        ("cache", "localhost:6379", "redis://"),
        ("vectors", "chroma:///x", "duckdb://"),
        ("embedder", "word2vec", "sentence-transformers:MODEL_OR_FOLDER"),
        ("embedder", "sentence-transformers", "sentence-transformers:MODEL_OR_FOLDER"),
        ("embedder", "hashing:12", "hashing"),
        ("reranker", "cross-encoder", "cross-encoder:MODEL_OR_FOLDER"),
        ("reranker", "bm25", "none, cross-encoder:MODEL_OR_FOLDER"),
        ("llm", "openai", "openai:MODEL"),
        ("tokens", "tiktoken", "tiktoken:ENCODING"),
        ("vectors", "duckdb:///a?b", "question mark"),
        ("vectors", "duckdb:///history.sqlite3", "another file than the history"),
        ("vectors", "duckdb:///history.sqlite3-wal", "another file than the history"),
        ("vectors", "duckdb://[x", "three strokes"),
    ],
)
def test_an_unknown_adapter_is_refused_by_name_with_what_is_allowed(name, value, hint):
    with pytest.raises(ConfigurationError) as refused:
        Memory.open(**{name: value})

    assert refused.value.setting == name
    assert hint in str(refused.value)


async def test_an_unknown_vocabulary_is_told_at_the_start():
    with pytest.raises(ConfigurationError, match="cl100k_base"):
        async with Memory.open(tokens="tiktoken:klingon"):
            pass


def test_an_unknown_variable_is_refused(monkeypatch):
    monkeypatch.setenv("LEMBRANCA_DATADIR", "/tmp")

    with pytest.raises(ConfigurationError, match=r"LEMBRANCA_DATADIR.*LEMBRANCA_DATA_DIR"):
        load_settings()


@pytest.mark.parametrize("amount", [-0.1, float("nan"), float("inf")])
def test_a_price_is_a_number_from_0(amount):
    with pytest.raises(ConfigurationError, match="output: must be a number from 0"):
        load_settings(prices={"openai:m": {"input": 0.1, "output": amount}})


def test_prices_in_the_environment_are_json(monkeypatch):
    monkeypatch.setenv("LEMBRANCA_PRICES", '{"default": {"input": 0.5}}')
    assert load_settings().prices == {"default": Price(0.5)}

    monkeypatch.setenv("LEMBRANCA_PRICES", "default=0.5")
    with pytest.raises(ConfigurationError, match=r"LEMBRANCA_PRICES='default=0.5' .* must be JSON"):
        load_settings()


def test_an_empty_variable_is_not_set(monkeypatch):
    monkeypatch.setenv("LEMBRANCA_MAX_CONTEXT_TOKENS", "")

    assert load_settings().max_context_tokens is None


def test_a_settings_file_that_is_named_has_to_exist(monkeypatch):
    monkeypatch.setenv("LEMBRANCA_CONFIG", "missing.toml")

    with pytest.raises(ConfigurationError, match=r"LEMBRANCA_CONFIG='missing\.toml'"):
        load_settings()


def test_a_data_folder_may_begin_at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))

    assert path_of("history", "sqlite:///h.db", Path("~/data")) == tmp_path / "data" / "h.db"


def test_a_data_folder_that_no_database_can_use_is_refused():
    with pytest.raises(ConfigurationError, match="data_dir"):
        load_settings(data_dir="what?")


def test_a_file_that_is_no_toml_is_refused(tmp_path):
    (tmp_path / "lembranca.toml").write_text("preset = ", encoding="utf-8")

    with pytest.raises(ConfigurationError, match=r"lembranca\.toml"):
        load_settings()


def test_secrets_are_never_shown(monkeypatch):
    monkeypatch.setenv("LEMBRANCA_LLM_API_KEY", "sk-very-secret")
    monkeypatch.setenv("LEMBRANCA_CACHE", "redis://ana:p4ss:w@rd@localhost:6379/0")

    settings = load_settings()
    shown = repr(settings_in_force(settings, {}))

    assert "very-secret" not in shown + repr(settings)
    assert "p4ss" not in shown
    assert "redis://ana:**********@localhost:6379/0" in shown


def test_a_wrong_secret_is_not_shown_in_the_error():
    with pytest.raises(ConfigurationError) as refused:
        Memory.open(cache="rediz://ana:p4ss@localhost")

    assert "p4ss" not in str(refused.value)


def test_a_url_names_a_file_in_the_data_folder_or_an_absolute_one(tmp_path):
    assert path_of("history", "sqlite:///h.db", tmp_path) == tmp_path / "h.db"
    assert path_of("history", "sqlite:///a%20b/h.db", tmp_path) == tmp_path / "a b" / "h.db"
    assert path_of("history", "sqlite:////var/h.db", tmp_path) == Path("/var/h.db")


@pytest.mark.parametrize(
    "url",
    [
        "redis://ana:p4ss@h:1/0",
        "redis://p4ss@h/0",
        "redis://h/0?password=p4ss",
        "redis://h/0?db=1&token=p4ss#x",
    ],
)
def test_whatever_may_be_secret_in_a_url_is_masked(url):
    assert "p4ss" not in masked(url)


@pytest.mark.parametrize("url", ["redis://localhost:6379/0", "duckdb:///a/b.duckdb", "hashing", "openai:gpt@1"])
def test_what_has_no_password_is_not_masked(url):
    assert masked(url) == url
