"""What the token counters do beyond their contract."""

import sys

import pytest
import tiktoken.registry

from lembranca.adapters.outbound.tokens._common_words import COMMON_ENGLISH, COMMON_PORTUGUESE
from lembranca.adapters.outbound.tokens.cached import CachingTokenCounter
from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from lembranca.adapters.outbound.tokens.tiktoken_counter import TiktokenCounter
from lembranca.domain.errors import ConfigurationError
from vocabularies import NAMES, encoding

TEXT = "Olá! Ontem a Ana leu 12 páginas.\n\n- It's fine, isn't it?\n  indented <|endoftext|> 🎉\n"

HARD_TO_COUNT = ["wait!\n/bin/ls", "!\n\n//", "x:;\n", "a" * 200_000, " " * 200_000 + "x", ":;" + "\n" * 40]


@pytest.fixture(autouse=True, scope="module")
def _vocabularies():
    """So that tiktoken has them before a counter asks, whatever ran before."""
    for name in NAMES:
        encoding(name)


class RecordingCounter:
    identity = "recording:v1"

    def __init__(self):
        self.asked = []

    def count(self, text):
        self.asked.append(text)
        return len(text)


def test_the_cache_counts_a_text_once():
    inner = RecordingCounter()
    counter = CachingTokenCounter(inner)

    assert [counter.count("abc"), counter.count("abc"), counter.count("abcd")] == [3, 3, 4]
    assert inner.asked == ["abc", "abcd"]


def test_the_cache_forgets_what_was_not_used_for_longest():
    inner = RecordingCounter()
    counter = CachingTokenCounter(inner, entries=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        counter.count(text)

    assert inner.asked == ["a", "b", "c", "b"]


def test_the_cache_does_not_keep_long_texts():
    inner = RecordingCounter()
    counter = CachingTokenCounter(inner, longest=4)
    counts = [counter.count(text) for text in ("abcde", "abcde", "abcd", "abcd")]

    assert counts == [5, 5, 4, 4]
    assert inner.asked == ["abcde", "abcde", "abcd"]


def test_two_caches_share_nothing():
    first, second = RecordingCounter(), RecordingCounter()
    CachingTokenCounter(first).count("a")
    CachingTokenCounter(second).count("a")

    assert (first.asked, second.asked) == (["a"], ["a"])


def test_the_cache_has_the_identity_of_what_it_wraps():
    assert CachingTokenCounter(RecordingCounter()).identity == "recording:v1"


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_tiktoken_counts_ordinary_text_exactly(name):
    assert TiktokenCounter(name).count(TEXT) == len(encoding(name).encode_ordinary(TEXT))


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_tiktoken_counts_a_long_text_exactly_although_in_parts(name):
    long = TEXT * 2_000

    assert len(long) > 100_000
    assert TiktokenCounter(name).count(long) == len(encoding(name).encode_ordinary(long))


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
@pytest.mark.parametrize("text", HARD_TO_COUNT)
def test_tiktoken_never_counts_less_than_the_vocabulary_does(name, text):
    assert TiktokenCounter(name).count(text) >= len(encoding(name).encode_ordinary(text))


def test_tiktoken_is_read_before_the_first_count_when_opened():
    encoding("cl100k_base")
    counter = TiktokenCounter("cl100k_base")
    counter.open()
    counter.open()

    assert counter.identity == "tiktoken:cl100k_base"
    assert counter.count("hello world") == 2


@pytest.mark.parametrize("name", ["", "gpt2", "cl100k", "O200K_BASE"])
def test_an_unknown_encoding_is_refused_with_the_known_ones(name):
    with pytest.raises(ConfigurationError, match=r"tokens=.*cl100k_base, o200k_base"):
        TiktokenCounter(name).open()


def test_without_tiktoken_the_error_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "tiktoken", None)

    with pytest.raises(ConfigurationError, match=r"tokens=.*lembranca\[tiktoken\]"):
        TiktokenCounter("cl100k_base").open()


def test_without_vocabulary_and_network_the_error_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(tiktoken.registry, "ENCODINGS", {})
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    for scheme in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
        monkeypatch.setenv(scheme, "http://127.0.0.1:9")

    with pytest.raises(ConfigurationError, match=r"tokens=.*TIKTOKEN_CACHE_DIR"):
        TiktokenCounter("o200k_base").open()


def test_the_estimator_takes_any_language_mix_word_by_word():
    counter = EstimatingTokenCounter()
    english, portuguese = "They were walking slowly. ", "Elas caminhavam devagarinho. "
    mixed = counter.count((english + portuguese) * 50)

    assert mixed == pytest.approx(counter.count(english * 50) + counter.count(portuguese * 50), abs=2)


def test_the_common_words_are_all_one_token():
    vocabulary = encoding("cl100k_base")
    wrong = {w for w in COMMON_PORTUGUESE | COMMON_ENGLISH if len(vocabulary.encode_ordinary(" " + w)) != 1}

    assert wrong == set()
    assert COMMON_PORTUGUESE.isdisjoint(COMMON_ENGLISH)
