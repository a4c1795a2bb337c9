"""The contract of `ILanguageModel` as tests."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import pytest

from lembranca.domain.errors import LembrancaError, ModelError
from lembranca.ports.language_model import ILanguageModel

_CHAT: Sequence[Mapping[str, str]] = (
    {"role": "system", "content": "You answer in one sentence."},
    {"role": "user", "content": "Olá! What is a memory?"},
)


async def _answer(model: ILanguageModel, messages: Sequence[Mapping[str, str]] = _CHAT) -> str:
    return "".join([piece async for piece in model.stream(messages)])


class LanguageModelContract(ABC):
    """
    What every `ILanguageModel` keeps: subclass it, name the class `Test...`, and give it its two fixtures.

    Needs pytest with pytest-asyncio in auto mode (the extra `testing`).
    """

    @pytest.fixture
    @abstractmethod
    def model(self) -> ILanguageModel:
        """Give a model that answers every chat with at least three pieces, and close it afterwards."""

    @pytest.fixture
    @abstractmethod
    def failing_model(self) -> ILanguageModel:
        """Give a model that cannot answer, within seconds, and close it afterwards."""

    async def test_says_which_model_it_is(self, model: ILanguageModel) -> None:
        before = model.identity
        await _answer(model)

        assert before
        assert model.identity == before

    async def test_answers_piece_by_piece(self, model: ILanguageModel) -> None:
        pieces = [piece async for piece in model.stream(_CHAT)]

        assert len(pieces) >= 3
        assert all(pieces)
        assert "".join(pieces).strip()

    async def test_any_text_can_be_said_to_it(self, model: ILanguageModel) -> None:
        for content in ("", "\0", "é🎉\u2028\r\n", '"}]}\n\ndata: [DONE]', "palavra " * 10_000):
            assert await _answer(model, [{"role": "user", "content": content}])

    async def test_leaves_the_messages_as_they_were(self, model: ILanguageModel) -> None:
        messages = [dict(message) for message in _CHAT]
        await _answer(model, messages)

        assert messages == list(_CHAT)

    async def test_answers_several_at_the_same_time(self, model: ILanguageModel) -> None:
        answers = await asyncio.gather(*(_answer(model) for _ in range(10)))

        assert all(answers)

    async def test_an_answer_may_be_left_unheard(self, model: ILanguageModel) -> None:
        for _ in range(5):
            async for _piece in (pieces := model.stream(_CHAT)):
                break
            await pieces.aclose()  # type: ignore[attr-defined]  # generators have it

        assert await _answer(model)

    async def test_a_call_may_be_cancelled(self, model: ILanguageModel) -> None:
        task = asyncio.create_task(_answer(model))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

        assert await _answer(model)

    async def test_a_failure_is_a_model_error_of_one_line(self, failing_model: ILanguageModel) -> None:
        with pytest.raises(ModelError) as caught:
            await _answer(failing_model)

        assert str(caught.value)
        assert "\n" not in str(caught.value)

    async def test_a_failure_can_be_tried_again(self, failing_model: ILanguageModel) -> None:
        for _ in range(2):
            with pytest.raises(ModelError):
                await _answer(failing_model)

    async def test_closing_twice_is_harmless(self, model: ILanguageModel) -> None:
        await _answer(model)
        await model.close()
        await model.close()

        with pytest.raises(LembrancaError):
            await _answer(model)

    async def test_closing_before_the_first_answer_is_harmless(self, model: ILanguageModel) -> None:
        await model.close()

        with pytest.raises(LembrancaError):
            await _answer(model)
