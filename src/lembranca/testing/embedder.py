"""The contract of `IEmbedder` as tests."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import Literal

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lembranca.ports.embedder import FloatMatrix, IEmbedder

_Kind = Literal["query", "document"]
_KINDS: tuple[_Kind, ...] = ("query", "document")
_ANY_TEXT = st.text(st.characters(codec=None), max_size=60)  # codec None: lone surrogates too
_ROUNDING = 1e-5

_HOSTILE = {
    "empty": "",
    "spaces": " \t\n\u00a0\u2028",
    "nul": "\0",
    "nul inside": "a\0b",
    "surrogate": "\ud800",
    "surrogates": "\udcff\ud83d antes \udfff",
    "emoji": "👩‍👩‍👧‍👦😀",
    "zero width": "\u200b\u200d\ufeff",
    "combining": "e" + "\u0301" * 500,
    "right to left": "\u202eabc\u202c",
    "special tokens": "[CLS] [SEP] [PAD] [MASK] <s> </s> <|endoftext|>",
    "one word": "a" * 20_000,
    "long": "palavra " * 20_000,
    "signs": "!?" * 500,
    "scripts": "東京 Москва القاهرة हिन्दी",
}

# Embedding changes nothing, so one fixture serves all examples; several subclasses share the suite on purpose.
_settings = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
    deadline=None,
    max_examples=30,
)


def _check_form(embedder: IEmbedder, matrix: FloatMatrix, rows: int) -> None:
    assert matrix.shape == (rows, embedder.dimensions)
    assert matrix.dtype == np.float32
    assert matrix.flags.c_contiguous
    assert np.isfinite(matrix).all()
    assert np.linalg.norm(matrix.astype(np.float64), axis=1) == pytest.approx(np.ones(rows), abs=_ROUNDING)


class EmbedderContract(ABC):
    """
    What every `IEmbedder` keeps: subclass it, name the class `Test...`, and give it an *embedder* fixture.

    Needs pytest with pytest-asyncio in auto mode and Hypothesis (the extra `testing`).
    """

    @pytest.fixture
    @abstractmethod
    def embedder(self) -> IEmbedder:
        """Give an open embedder."""

    async def test_says_what_makes_its_vectors(self, embedder: IEmbedder) -> None:
        before = embedder.identity
        await embedder.embed(["one", "two"])

        assert embedder.identity == before
        assert before
        assert before == before.strip()
        assert str(embedder.dimensions) in before

    async def test_opening_twice_is_harmless(self, embedder: IEmbedder) -> None:
        before = (embedder.identity, await embedder.embed(["lembrança"]))
        await embedder.open()

        assert embedder.identity == before[0]
        assert np.allclose(await embedder.embed(["lembrança"]), before[1], atol=_ROUNDING)

    @pytest.mark.parametrize("kind", _KINDS)
    async def test_no_texts_give_no_rows(self, embedder: IEmbedder, kind: _Kind) -> None:
        _check_form(embedder, await embedder.embed([], kind=kind), 0)

    @_settings
    @given(texts=st.lists(_ANY_TEXT, max_size=5), kind=st.sampled_from(_KINDS))
    async def test_any_text_gives_a_row_of_length_one(self, embedder: IEmbedder, texts: list[str], kind: _Kind) -> None:
        _check_form(embedder, await embedder.embed(texts, kind=kind), len(texts))

    @pytest.mark.parametrize("kind", _KINDS)
    @pytest.mark.parametrize("name", _HOSTILE)
    async def test_a_hostile_text_gives_a_row_of_length_one(self, embedder: IEmbedder, name: str, kind: _Kind) -> None:
        matrix = await embedder.embed(["antes", _HOSTILE[name], "depois"], kind=kind)

        _check_form(embedder, matrix, 3)
        assert np.allclose(matrix[[0, 2]], await embedder.embed(["antes", "depois"], kind=kind), atol=_ROUNDING)

    @pytest.mark.parametrize("kind", _KINDS)
    async def test_rows_stand_in_the_order_given(self, embedder: IEmbedder, kind: _Kind) -> None:
        texts = [f"{'muito ' * (number * 7 % 11)}assunto número {number}" for number in range(40)]
        matrix = await embedder.embed(texts, kind=kind)
        backwards = await embedder.embed(texts[::-1], kind=kind)

        assert np.allclose(matrix, backwards[::-1], atol=_ROUNDING)
        assert len(np.unique(matrix.round(4), axis=0)) == len(texts)

    @pytest.mark.parametrize("kind", _KINDS)
    async def test_a_row_does_not_depend_on_its_batch(self, embedder: IEmbedder, kind: _Kind) -> None:
        texts = [*_HOSTILE.values(), "Oi!", "O dentista é na quinta.", "We moved to a smaller flat in May. " * 30]
        together = await embedder.embed(texts, kind=kind)
        alone = np.concatenate([await embedder.embed([text], kind=kind) for text in texts])

        assert np.allclose(together, alone, atol=_ROUNDING)

    async def test_the_same_text_gives_the_same_row_again(self, embedder: IEmbedder) -> None:
        texts = ["A vó começou um remédio novo.", "My allergy tests are on Friday."]

        assert np.allclose(await embedder.embed(texts), await embedder.embed(texts), atol=_ROUNDING)

    async def test_calls_at_the_same_time_do_not_mix(self, embedder: IEmbedder) -> None:
        texts = [f"mensagem {number} sobre {'abacate' * (number % 3)}" for number in range(20)]
        expected = await embedder.embed(texts)
        found = await asyncio.gather(*(embedder.embed([text]) for text in texts), embedder.embed(texts))

        assert np.allclose(np.concatenate(found[:-1]), expected, atol=_ROUNDING)
        assert np.allclose(found[-1], expected, atol=_ROUNDING)

    async def test_a_result_belongs_to_the_caller(self, embedder: IEmbedder) -> None:
        first = await embedder.embed(["lembrança"])
        kept = first.copy()
        first[:] = 0

        assert np.allclose(await embedder.embed(["lembrança"]), kept, atol=_ROUNDING)

    async def test_leaves_its_input_as_it_was(self, embedder: IEmbedder) -> None:
        texts = ["um texto bem mais longo", "", "b", "a"]
        await embedder.embed(texts)

        assert texts == ["um texto bem mais longo", "", "b", "a"]
        _check_form(embedder, await embedder.embed(tuple(texts)), 4)

    async def test_a_text_is_nearest_to_what_says_nearly_the_same(self, embedder: IEmbedder) -> None:
        texts = ["My sister works at the hospital", "The train to Lisbon leaves at nine", "I bought a green bicycle"]
        [query] = await embedder.embed(["when does the train to Lisbon leave?"], kind="query")

        assert int(np.argmax(await embedder.embed(texts) @ query)) == 1

    async def test_the_event_loop_goes_on_meanwhile(self, embedder: IEmbedder) -> None:
        texts = [f"{number} " + "uma conversa comprida sobre a viagem a Lisboa " * 20 for number in range(20)]
        task = asyncio.create_task(embedder.embed(texts))
        turns = 0
        while not task.done():
            turns += 1
            await asyncio.sleep(0)

        _check_form(embedder, task.result(), 20)
        assert turns > 2  # one is the call itself, wherever it does its work

    async def test_a_cancelled_call_harms_no_other(self, embedder: IEmbedder) -> None:
        texts = [f"{number} " + "uma conversa comprida " * 20 for number in range(60)]
        task = asyncio.create_task(embedder.embed(texts))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

        _check_form(embedder, await embedder.embed(["depois"], kind="query"), 1)

    async def test_closing_twice_is_harmless(self, embedder: IEmbedder) -> None:
        await embedder.close()
        await embedder.close()
