"""A chat model behind any endpoint that speaks OpenAI's protocol: OpenAI, Groq, Gemini, Ollama, vLLM and others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import aclosing
from typing import Any, TypeVar
from urllib.parse import urlsplit

try:
    import openai
except ImportError as exc:
    raise ImportError("openai is not installed: pip install 'lembranca[llm]'") from exc

from lembranca.domain.errors import Closed, ConfigurationError, ModelError

_T = TypeVar("_T")

_OPENAI = "https://api.openai.com/v1"
_RETRIES = 2
_LONGEST = 1 << 20  # characters of an answer; more is a model that does not stop
_REASON = 200


class OpenAILanguageModel:
    """
    An `ILanguageModel` over HTTP.

    A request that is refused for now (429, 5xx) or gets no connection is repeated twice; an answer that has begun is
    not. Address, key, organisation and project are never taken from the environment variables of the openai library.

    Args:
        model: its name at the endpoint.
        base_url: address of the endpoint; OpenAI's own when left out.
        api_key: its key; an endpoint of one's own may need none.
        timeout: seconds to wait for an answer in all, retries included. What the caller does between two pieces of the
            answer does not count.

    Raises:
        ConfigurationError: OpenAI needs a key and there is none, or *base_url* is not an address.

    """

    def __init__(
        self, model: str, *, base_url: str | None = None, api_key: str | None = None, timeout: float = 60.0
    ) -> None:
        if not base_url and not api_key:
            raise ConfigurationError("llm_api_key", None, f"openai:{model} needs one, or llm_base_url")
        if base_url and not _is_address(base_url):
            raise ConfigurationError(
                "llm_base_url", base_url.rpartition("@")[2], "it must begin with http:// or https:// and name a host"
            )
        self._model = model
        self._base_url = base_url or _OPENAI
        self._api_key = api_key or ""
        self._timeout = timeout
        self._client: openai.AsyncOpenAI | None = None
        self._closed = False

    @property
    def identity(self) -> str:
        """The protocol and the model's name."""
        return f"openai:{self._model}"

    async def close(self) -> None:
        """Let go of connections; an answer on its way ends as an error."""
        self._closed = True
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    async def stream(self, messages: Sequence[Mapping[str, str]]) -> AsyncIterator[str]:
        """Answer *messages* piece by piece."""
        if self._closed:
            raise Closed(f"the language model {self._model}")
        length, visible = 0, False
        async with aclosing(self._pieces([dict(message) for message in messages])) as pieces:
            async for piece in pieces:
                length += len(piece)
                visible = visible or not piece.isspace()
                if length > _LONGEST:
                    raise self._error(f"the answer is longer than {_LONGEST} characters")
                yield piece
        if not visible:
            raise self._error("the answer is empty")

    async def _pieces(self, messages: list[Any]) -> AsyncGenerator[str, None]:
        patience = _Patience(self._timeout)
        finished = False
        try:
            chunks = await patience.wait_for(self._begin(messages))
            async with chunks:
                iterator = aiter(chunks)
                while (chunk := await patience.wait_for(anext(iterator, None))) is not None:
                    piece, ends = _read(chunk)
                    finished = finished or ends
                    if piece:
                        yield piece
        except TimeoutError as exc:
            raise self._error(f"no whole answer within {self._timeout:g} s") from exc
        except (openai.OpenAIError, ValueError, TypeError, RecursionError) as exc:  # the latter: unreadable answers
            reason = self._reason(exc)
            raise self._error(reason) from (None if self._reveals(exc) else exc)
        except RuntimeError as exc:  # how the client refuses to try again once it is closed
            if not self._closed:
                raise
            raise Closed(f"the language model {self._model}") from exc
        if not finished:
            raise self._error("the answer broke off")

    async def _begin(self, messages: list[Any]) -> openai.AsyncStream[Any]:
        if self._client is None:
            key = self._api_key or "none"  # the library insists on one
            self._client = openai.AsyncOpenAI(
                api_key=key, base_url=self._base_url, timeout=self._timeout, max_retries=_RETRIES
            )
            # Whatever the environment says of an account at OpenAI is nothing to another endpoint.
            self._client.organization = self._client.project = self._client.admin_api_key = None
        return await self._client.chat.completions.create(model=self._model, messages=messages, stream=True)

    def _error(self, reason: str) -> ModelError:
        return ModelError(f"language model {self._model}: {reason}")

    def _reason(self, exc: Exception) -> str:
        """Give the error's text on one line, without the key that a server may repeat in it."""
        text = f"{type(exc).__name__}: {exc}"
        if exc.__cause__ is not None:
            text += f" ({type(exc.__cause__).__name__}: {exc.__cause__})"
        if self._api_key:
            text = text.replace(self._api_key, "**********")
        return " ".join(text.split())[:_REASON]

    def _reveals(self, exc: BaseException | None) -> bool:
        """Tell whether a traceback of *exc* would show the key."""
        return exc is not None and bool(self._api_key) and (self._api_key in str(exc) or self._reveals(exc.__cause__))


class _Patience:
    """Waits for several things, *seconds* in all."""

    def __init__(self, seconds: float) -> None:
        self._left = seconds

    async def wait_for(self, awaitable: Awaitable[_T]) -> _T:
        started = time.monotonic()
        try:
            async with asyncio.timeout(self._left):
                return await awaitable
        finally:
            self._left -= time.monotonic() - started


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname)


def _read(chunk: Any) -> tuple[str, bool]:
    """
    Give the text that a chunk adds, and whether it says that the answer is complete.

    The library passes on whatever JSON came, so nothing about its form is taken for granted.

    Raises:
        ValueError: it is not a chunk of an answer.

    """
    choices = getattr(chunk, "choices", None)
    if not isinstance(choices, list):
        raise ValueError("a piece of the answer has not the form of one")  # noqa: TRY004 - the data is wrong, not a type
    if not choices:  # such as the last one, which counts tokens
        return "", False
    content = getattr(getattr(choices[0], "delta", None), "content", None)
    if not hasattr(choices[0], "delta") or not isinstance(content, str | None):
        raise ValueError("a piece of the answer is not text")
    return content or "", bool(getattr(choices[0], "finish_reason", None))
