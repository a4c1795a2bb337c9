"""The contract of `ITokenCounter` as tests."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lembranca.ports.token_counter import ITokenCounter

_EVERYTHING = st.text(st.characters(codec=None), max_size=80)  # codec None: lone surrogates too
_SIGNS = st.text("aZ1 .,:;!?|}/\\'\"\n\r\t-*#çã中🎉\u0301\u200d\ufe0f\u2028", max_size=30)
_ANY_TEXT = _EVERYTHING | _SIGNS
_LATER_LINE = _ANY_TEXT.filter(lambda line: line != "" and not line[0].isspace())
_LINES = st.builds(lambda first, later: [first, *later], _ANY_TEXT, st.lists(_LATER_LINE, max_size=5))

_MEGABYTE = 1_000_000
_UNITS = ["a", " ", "\n", "\r\n", "\t", "!", "1", "é", "中", "🎉", "aA", "a ", " \n", "\ud800"]
_GENEROUS_SECONDS = 20.0  # linear counters need less than one; a quadratic one needs minutes

# A count changes nothing, so one fixture serves all examples of a property; and one suite serves several subclasses on
# purpose, whose examples then share a name in Hypothesis' database: a failure of one is tried on the others, no more.
_settings = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors], deadline=None
)


class TokenCounterContract(ABC):
    """
    What every `ITokenCounter` keeps: subclass it, name the class `Test...`, and give it a *counter* fixture.

    Needs pytest and Hypothesis (the extra `testing`).
    """

    @pytest.fixture
    @abstractmethod
    def counter(self) -> ITokenCounter:
        """Give a counter that is ready to count."""

    def test_has_an_identity(self, counter: ITokenCounter) -> None:
        assert counter.identity
        assert counter.identity == counter.identity.strip()

    def test_nothing_counts_nothing(self, counter: ITokenCounter) -> None:
        assert counter.count("") == 0

    @_settings
    @given(text=_ANY_TEXT.filter(bool))
    def test_any_text_counts_at_least_one(self, counter: ITokenCounter, text: str) -> None:
        count = counter.count(text)

        assert isinstance(count, int)
        assert count >= 1

    @pytest.mark.parametrize("unit", _UNITS)
    def test_no_token_has_more_than_128_characters(self, counter: ITokenCounter, unit: str) -> None:
        text = unit * 2_000

        assert counter.count(text) >= len(text) / 128

    @_settings
    @given(text=_ANY_TEXT, other=_ANY_TEXT)
    def test_the_same_text_always_counts_the_same(self, counter: ITokenCounter, text: str, other: str) -> None:
        before = counter.count(text)
        counter.count(other)

        assert counter.count(text) == before

    @_settings
    @given(lines=_LINES)
    @example(lines=["x:;"])
    @example(lines=["wait!", "/etc/passwd"])
    @example(lines=["<", "/:0:"])
    @example(lines=["wait!\n", "//", "/"])
    @example(lines=["def f():  \n    return 1\r", "> quoted ", "|}"])
    @example(lines=["a" * 70_000, "- " * 40_000, "#" * 70_000 + " \n"])
    def test_lines_add_up(self, counter: ITokenCounter, lines: list[str]) -> None:
        assert counter.count("\n".join(lines)) <= sum(counter.count(line + "\n") for line in lines)

    @pytest.mark.parametrize("special", ["<|endoftext|>", "<|fim_prefix|>", "<|im_start|>", "<s>", "[INST]", "\x00"])
    def test_special_tokens_are_ordinary_text(self, counter: ITokenCounter, special: str) -> None:
        assert counter.count(special) >= 1
        assert counter.count(f"before {special} after") > counter.count("before after")

    def test_more_text_of_a_kind_counts_more(self, counter: ITokenCounter) -> None:
        page = "Ontem choveu o dia inteiro, so we stayed at home and read. "

        assert 15 * counter.count(page) <= counter.count(page * 20) <= 21 * counter.count(page)

    @pytest.mark.parametrize("unit", _UNITS)
    def test_a_megabyte_of_one_thing_is_counted_soon(self, counter: ITokenCounter, unit: str) -> None:
        text = unit * (_MEGABYTE // len(unit.encode("utf-8", "surrogatepass"))) + "."
        started = time.monotonic()
        count = counter.count(text)

        assert count >= 1
        assert time.monotonic() - started < _GENEROUS_SECONDS
