"""The contract of `IReranker` as tests."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lembranca.domain.errors import Closed
from lembranca.ports.reranker import IReranker

_ANY_TEXT = st.text(st.characters(codec=None), max_size=60)  # codec None: lone surrogates too
_ROUNDING = 1e-5
_QUESTION = "when does the train to Lisbon leave?"

_HOSTILE = {
    "nul": "\0",
    "nul inside": "a\0b",
    "surrogate": "\ud800",
    "surrogates": "\udcff\ud83d antes \udfff",
    "emoji": "👩‍👩‍👧‍👦😀",
    "zero width": "\u200b\u200d\ufeff",
    "combining": "e" + "\u0301" * 500,
    "special tokens": "[CLS] [SEP] [PAD] [MASK] <s> </s> <|endoftext|>",
    "one word": "a" * 20_000,
    "long": "palavra " * 20_000,
    "scripts": "東京 Москва القاهرة हिन्दी",
}

# Scoring changes nothing, so one fixture serves all examples; several subclasses share the suite on purpose.
_settings = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
    deadline=None,
    max_examples=30,
)


def _texts(count: int) -> list[str]:
    return [f"{'muito ' * (number * 7 % 11)}assunto {number}, o trem das nove" for number in range(count)]


class RerankerContract(ABC):
    """
    What every `IReranker` keeps: subclass it, name the class `Test...`, and give it a *reranker* fixture.

    Needs pytest with pytest-asyncio in auto mode and Hypothesis (the extra `testing`).
    """

    @pytest.fixture
    @abstractmethod
    def reranker(self) -> IReranker:
        """Give an open reranker."""

    async def test_says_what_gives_its_scores(self, reranker: IReranker) -> None:
        before = reranker.identity
        await reranker.rerank("one", ["two"])

        assert reranker.identity == before
        assert before
        assert before == before.strip()

    async def test_opening_twice_is_harmless(self, reranker: IReranker) -> None:
        before = (reranker.identity, await reranker.rerank(_QUESTION, _texts(3)))
        await reranker.open()

        assert reranker.identity == before[0]
        assert await reranker.rerank(_QUESTION, _texts(3)) == pytest.approx(before[1], abs=_ROUNDING)

    async def test_no_texts_have_no_scores(self, reranker: IReranker) -> None:
        assert await reranker.rerank(_QUESTION, []) == []

    @_settings
    @given(query=_ANY_TEXT, texts=st.lists(_ANY_TEXT, max_size=5))
    async def test_any_text_has_a_score_from_0_to_1(self, reranker: IReranker, query: str, texts: list[str]) -> None:
        scores = await reranker.rerank(query, texts)

        assert len(scores) == len(texts)
        assert all(type(score) is float and 0 <= score <= 1 for score in scores)

    @pytest.mark.parametrize("blank", ["", " \t\n\u00a0\u2028"])
    async def test_what_has_no_visible_character_has_0(self, reranker: IReranker, blank: str) -> None:
        assert await reranker.rerank(_QUESTION, [blank, blank]) == [0, 0]
        assert await reranker.rerank(blank, _texts(2)) == [0, 0]

    @pytest.mark.parametrize("name", _HOSTILE)
    async def test_a_hostile_text_harms_no_other(self, reranker: IReranker, name: str) -> None:
        before, hostile, after = await reranker.rerank(_QUESTION, ["antes", _HOSTILE[name], "depois"])

        assert 0 <= hostile <= 1
        assert [before, after] == pytest.approx(await reranker.rerank(_QUESTION, ["antes", "depois"]), abs=_ROUNDING)
        assert len(await reranker.rerank(_HOSTILE[name], ["antes"])) == 1

    async def test_scores_stand_in_the_order_of_the_texts(self, reranker: IReranker) -> None:
        texts = _texts(40)
        scores = await reranker.rerank(_QUESTION, texts)

        assert scores == pytest.approx((await reranker.rerank(_QUESTION, texts[::-1]))[::-1], abs=_ROUNDING)
        assert len(set(scores)) > 1

    async def test_a_score_does_not_depend_on_the_texts_beside_it(self, reranker: IReranker) -> None:
        texts = [*_HOSTILE.values(), "Oi!", "O dentista é na quinta.", "We moved to a smaller flat in May. " * 30]
        alone = [(await reranker.rerank(_QUESTION, [text]))[0] for text in texts]

        assert await reranker.rerank(_QUESTION, texts) == pytest.approx(alone, abs=_ROUNDING)

    async def test_calls_at_the_same_time_do_not_mix(self, reranker: IReranker) -> None:
        texts = _texts(20)
        expected = await reranker.rerank(_QUESTION, texts)
        *single, together = await asyncio.gather(
            *(reranker.rerank(_QUESTION, [text]) for text in texts), reranker.rerank(_QUESTION, texts)
        )

        assert [score for scores in single for score in scores] == pytest.approx(expected, abs=_ROUNDING)
        assert together == pytest.approx(expected, abs=_ROUNDING)

    async def test_leaves_its_input_as_it_was(self, reranker: IReranker) -> None:
        texts = ["um texto bem mais longo", "", "b", "a"]
        await reranker.rerank(_QUESTION, texts)

        assert texts == ["um texto bem mais longo", "", "b", "a"]
        assert len(await reranker.rerank(_QUESTION, tuple(texts))) == 4

    async def test_the_event_loop_goes_on_meanwhile(self, reranker: IReranker) -> None:
        texts = [f"{number} " + "uma conversa comprida sobre a viagem a Lisboa " * 20 for number in range(20)]
        task = asyncio.create_task(reranker.rerank(_QUESTION, texts))
        turns = 0
        while not task.done():
            turns += 1
            await asyncio.sleep(0)

        assert len(task.result()) == 20
        assert turns > 2  # one is the call itself, wherever it does its work

    async def test_a_cancelled_call_harms_no_other(self, reranker: IReranker) -> None:
        texts = [f"{number} " + "uma conversa comprida " * 20 for number in range(60)]
        task = asyncio.create_task(reranker.rerank(_QUESTION, texts))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

        assert task.cancelled()
        assert len(await reranker.rerank(_QUESTION, ["depois"])) == 1

    async def test_closed_it_scores_nothing_and_closing_twice_is_harmless(self, reranker: IReranker) -> None:
        await reranker.close()
        await reranker.close()

        with pytest.raises(Closed):
            await reranker.rerank(_QUESTION, ["depois"])
