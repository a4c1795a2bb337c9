"""Scores from a cross-encoder that the sentence-transformers library can load, such as `BAAI/bge-reranker-v2-m3`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lembranca.adapters.outbound.embedding.model_loading import identified, load_model, readable, reason_of
from lembranca.domain.errors import Closed, ConfigurationError, ModelError

_BATCH = 8  # a question that comes in between waits for no more than this
# What is beyond these is not tokenised only to be thrown away.
_TOKENS = 8192
_CHARACTERS_PER_TOKEN = 64
# An embedding model or a bare language model is loaded as well, with a layer of random numbers for its scores.
_HEADS = ("ForSequenceClassification", "ForCausalLM")


class _Model(Protocol):
    """What is used of `sentence_transformers.CrossEncoder`, version 5 and later."""

    @property
    def config(self) -> Any: ...

    def predict(self, inputs: list[tuple[str, str]], **options: Any) -> NDArray[Any]: ...


class CrossEncoderReranker:
    """
    An `IReranker` over a local folder or a model of the Hugging Face hub.

    A folder never leads to a network call; a name of the hub does when its files are not in the hub's cache, unless
    HF_HUB_OFFLINE is set. Everything runs in one thread, *batch_size* texts at a time, and those who ask at the same
    time take turns.

    Args:
        model: a folder, or a name such as `BAAI/bge-reranker-v2-m3`.
        batch_size: texts that go through the model together.
        device: such as `cpu` or `cuda`; the best there is by default.

    """

    def __init__(self, model: str, *, batch_size: int = _BATCH, device: str | None = None) -> None:
        self._name = model
        self._batch_size = batch_size
        self._device = device
        self._model: _Model | None = None
        self._identity = ""
        self._thread: ThreadPoolExecutor | None = None
        self._opening = asyncio.Lock()

    @property
    def identity(self) -> str:
        """The model's name; a folder's comes with a digest of what is in it."""
        self._opened()
        return self._identity

    async def open(self) -> None:
        """Load library and model, which takes seconds."""
        if self._batch_size < 1:
            raise ConfigurationError("batch_size", self._batch_size, "must be at least 1")
        async with self._opening:
            if self._model is not None:
                return
            thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lembranca-reranker")
            try:
                model = await asyncio.get_running_loop().run_in_executor(thread, self._load)
            except BaseException:
                thread.shutdown(wait=False)
                raise
            self._thread, self._model = thread, model

    async def close(self) -> None:
        """Let the batch at hand end and forget the model."""
        self._model = None
        if self._thread is not None:
            thread, self._thread = self._thread, None
            await asyncio.to_thread(thread.shutdown)

    async def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Score *texts*, those of a length together, since a batch costs what its longest text does."""
        _, _, limit = self._opened()
        scores = np.zeros(len(texts))
        visible = [row for row, text in enumerate(texts) if text.strip()] if query.strip() else []
        visible.sort(key=lambda row: len(texts[row]))
        question = readable(query, limit)
        for start in range(0, len(visible), self._batch_size):
            rows = visible[start : start + self._batch_size]
            scores[rows] = await self._in_thread([(question, readable(texts[row], limit)) for row in rows])
        return [float(score) for score in scores]

    async def _in_thread(self, pairs: list[tuple[str, str]]) -> NDArray[np.float64]:
        model, thread, _ = self._opened()
        return await asyncio.get_running_loop().run_in_executor(thread, self._score, model, pairs)

    def _score(self, model: _Model, pairs: list[tuple[str, str]]) -> NDArray[np.float64]:
        try:
            # Models differ in whether they bring their output to 0..1 themselves; asked for it as it is, none does.
            raw = model.predict(
                pairs, batch_size=len(pairs), activation_fn=_as_it_is, convert_to_numpy=True, show_progress_bar=False
            )
        except Exception as exc:
            raise ModelError(f"{self._name} failed to score {len(pairs)} texts: {reason_of(exc)}") from exc
        outputs = np.asarray(raw, dtype=np.float64)
        if outputs.shape != (len(pairs),) or not np.isfinite(outputs).all():
            raise ModelError(f"{self._name} must give one finite number for each text, and gave shape {outputs.shape}")
        return np.asarray(0.5 * (1 + np.tanh(outputs / 2)))  # the logistic function, which cannot overflow this way

    def _opened(self) -> tuple[_Model, ThreadPoolExecutor, int]:
        if self._model is None or self._thread is None:
            raise Closed("the reranker")
        tokens = min(getattr(self._model, "max_seq_length", None) or _TOKENS, _TOKENS)
        return self._model, self._thread, tokens * _CHARACTERS_PER_TOKEN

    def _load(self) -> _Model:
        chosen = f"cross-encoder:{self._name}"
        model: _Model = load_model("CrossEncoder", self._name, setting="reranker", chosen=chosen, device=self._device)
        architectures = getattr(model.config, "architectures", None) or ()
        if architectures and not any(name.endswith(_HEADS) for name in architectures):
            rule = f"it must be a model trained to score pairs of texts, and this is a {', '.join(architectures)}"
            raise ConfigurationError("reranker", chosen, rule)
        try:
            self._score(model, [("lembrança", "lembrança")])  # pays for what a first call sets up
            self._identity = f"cross-encoder:{identified(self._name)}"
        except Exception as exc:
            rule = f"it must be a model that can be used ({reason_of(exc)})"
            raise ConfigurationError("reranker", chosen, rule) from exc
        return model


def _as_it_is(output: Any) -> Any:
    return output
