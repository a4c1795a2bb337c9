"""
Vectors from a neural model that the sentence-transformers library can load.

Documented default: `paraphrase-multilingual-mpnet-base-v2` (768 dimensions, about fifty languages, no prompts needed).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from lembranca.adapters.outbound.embedding.model_loading import identified, load_model, readable, reason_of
from lembranca.domain.errors import Closed, ConfigurationError, ModelError
from lembranca.ports.embedder import FloatMatrix

_BATCH = 16  # as fast as larger ones on a CPU, and a query waits for no more than this
# What is beyond these is not tokenised only to be thrown away: a megabyte would take a second.
_TOKENS = 8192
_CHARACTERS_PER_TOKEN = 64


class _Model(Protocol):
    """What is used of `sentence_transformers.SentenceTransformer`, version 5 and later."""

    @property
    def max_seq_length(self) -> int | None: ...

    def encode_query(self, inputs: list[str], **options: Any) -> NDArray[Any]: ...

    def encode_document(self, inputs: list[str], **options: Any) -> NDArray[Any]: ...


class SentenceTransformerEmbedder:
    """
    An `IEmbedder` over a local folder or a model of the Hugging Face hub.

    A folder never leads to a network call; a name of the hub does when its files are not in the hub's cache, unless
    HF_HUB_OFFLINE is set. Prompts that the model defines for queries and documents are used. A text without a visible
    character gets the vector whose last number is 1; a text longer than the model reads is cut by it.

    Everything runs in one thread, *batch_size* texts at a time. Only one batch of documents at a time stands in line
    for it, so a query waits for one at most, however many documents are being embedded.

    Args:
        model: a folder, or a name such as `paraphrase-multilingual-mpnet-base-v2`.
        batch_size: texts that go through the model together.
        device: such as `cpu` or `cuda`; the best there is by default.

    """

    def __init__(self, model: str, *, batch_size: int = _BATCH, device: str | None = None) -> None:
        self._name = model
        self._batch_size = batch_size
        self._device = device
        self._model: _Model | None = None
        self._identity = ""
        self._dimensions = 0
        self._thread: ThreadPoolExecutor | None = None
        self._opening = asyncio.Lock()
        self._documents = asyncio.Lock()

    @property
    def identity(self) -> str:
        """Name, dimensions and normalisation; a folder's name comes with a digest of what is in it."""
        self._opened()
        return self._identity

    @property
    def dimensions(self) -> int:
        """Length of each vector."""
        self._opened()
        return self._dimensions

    async def open(self) -> None:
        """Load library and model, which takes seconds."""
        if self._batch_size < 1:
            raise ConfigurationError("batch_size", self._batch_size, "must be at least 1")
        async with self._opening:
            if self._model is not None:
                return
            thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lembranca-embedder")
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

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "document"] = "document") -> FloatMatrix:
        """Embed *texts*, those of a length together, since a batch costs what its longest text does."""
        _, _, limit = self._opened()
        matrix = np.zeros((len(texts), self._dimensions), dtype=np.float32)
        matrix[:, -1] = 1
        visible = [row for row, text in enumerate(texts) if text.strip()]
        visible.sort(key=lambda row: len(texts[row]))
        for start in range(0, len(visible), self._batch_size):
            rows = visible[start : start + self._batch_size]
            matrix[rows] = await self._embed_batch([readable(texts[row], limit) for row in rows], kind)
        return matrix

    async def _embed_batch(self, texts: list[str], kind: Literal["query", "document"]) -> FloatMatrix:
        if kind == "query":
            return await self._in_thread(texts, kind)
        async with self._documents:
            return await self._in_thread(texts, kind)

    async def _in_thread(self, texts: list[str], kind: Literal["query", "document"]) -> FloatMatrix:
        model, thread, _ = self._opened()
        return await asyncio.get_running_loop().run_in_executor(thread, self._encode, model, texts, kind)

    def _encode(self, model: _Model, texts: list[str], kind: Literal["query", "document"]) -> FloatMatrix:
        encode = model.encode_query if kind == "query" else model.encode_document
        try:
            rows = encode(texts, batch_size=len(texts), convert_to_numpy=True, show_progress_bar=False)
        except Exception as exc:
            raise ModelError(f"{self._name} failed to embed {len(texts)} texts: {reason_of(exc)}") from exc
        return _normalised(self._name, rows)

    def _opened(self) -> tuple[_Model, ThreadPoolExecutor, int]:
        if self._model is None or self._thread is None:
            raise Closed("the embedder")
        tokens = min(self._model.max_seq_length or _TOKENS, _TOKENS)
        return self._model, self._thread, tokens * _CHARACTERS_PER_TOKEN

    def _load(self) -> _Model:
        chosen = f"sentence-transformers:{self._name}"
        model: _Model = load_model(
            "SentenceTransformer", self._name, setting="embedder", chosen=chosen, device=self._device
        )
        try:
            # The probe tells the dimensions in every version of the library, and pays for what a first call sets up.
            self._dimensions = self._encode(model, ["lembrança"], "query").shape[1]
            name = identified(self._name)
        except Exception as exc:
            rule = f"it must be a model that can be loaded ({reason_of(exc)})"
            raise ConfigurationError("embedder", chosen, rule) from exc
        self._identity = f"sentence-transformers:{name}:{self._dimensions}:normalised"
        return model


def _normalised(name: str, rows: NDArray[Any]) -> FloatMatrix:
    """Give each of *rows* length 1, in double precision since a model may calculate in half."""
    exact = np.asarray(rows, dtype=np.float64)
    if not np.isfinite(exact).all():
        raise ModelError(f"{name} gave a vector with numbers that are not finite")
    lengths = np.linalg.norm(exact, axis=1, keepdims=True)
    nothing = lengths[:, 0] == 0
    exact[nothing, -1] = 1
    lengths[nothing] = 1
    return np.ascontiguousarray(exact / lengths, dtype=np.float32)
