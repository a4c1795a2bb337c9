"""Facts by a language model, whose answers are not believed before they were looked at."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from lembranca.adapters.outbound.language_model.answer import AnswerRefused
from lembranca.adapters.outbound.language_model.calls import Calls, Chat, said
from lembranca.adapters.outbound.language_model.fact_answer import MOST_FACTS, Reading, read_facts
from lembranca.adapters.outbound.language_model.fact_material import Material, Said, material, own
from lembranca.adapters.outbound.language_model.plain_text import clean
from lembranca.adapters.outbound.language_model.templates import Prompts
from lembranca.domain.errors import ModelError
from lembranca.domain.fact import ExtractedFact, FactRequest
from lembranca.domain.language import language_in_force
from lembranca.domain.rules import require_limit
from lembranca.domain.topics import TOPICS
from lembranca.ports.fact_extractor import Spent
from lembranca.ports.language_model import ILanguageModel
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter

_log = structlog.get_logger("lembranca.facts")

MOST_MESSAGE_TOKENS = 2_000
MOST_TOKENS = 16_000
_AT_ONCE = 20  # messages shown together
_ECHO = 4_000  # characters of a refused answer that the model is shown again


class LanguageModelFactExtractor:
    """
    An `IFactExtractor` that asks a language model.

    Only what the user says in earnest is shown to it; a request of nothing else costs no call. Up to 20 messages are
    shown together. An answer that cannot be used at all is asked for once more, with what was wrong; entries that
    cannot be used are left out.

    Args:
        model: who is asked.
        counter: counts what is sent and answered.
        normalizer: tells whether a fact and its message have a word in common.
        prompts: what it is asked with; the package's own when left out.
        most_message_tokens: what a message of more tokens is cut to, in its middle and with a mark.
        most_tokens: what the model is sent of messages at most, a few hundred of the prompt not counted.

    """

    def __init__(
        self,
        model: ILanguageModel,
        counter: ITokenCounter,
        normalizer: INormalizer,
        prompts: Prompts | None = None,
        *,
        most_message_tokens: int = MOST_MESSAGE_TOKENS,
        most_tokens: int = MOST_TOKENS,
    ) -> None:
        self._model = model
        self._counter = counter
        self._normalizer = normalizer
        self._prompts = prompts
        self._most_each = require_limit("most_message_tokens", most_message_tokens, minimum=100, maximum=10_000_000)
        self._most_all = require_limit("most_tokens", most_tokens, minimum=1_000, maximum=10_000_000)

    @property
    def identity(self) -> str:
        """The model's."""
        return self._model.identity

    async def extract(self, request: FactRequest, *, spent: Spent | None = None) -> list[ExtractedFact]:
        """See `IFactExtractor`; the error knows the tokens that were spent."""
        heard = await asyncio.to_thread(own, request)
        calls = Calls(self._model, self._counter)
        facts: list[ExtractedFact] = []
        try:
            for start in range(0, len(heard), _AT_ONCE):
                facts += await self._told(heard[start : start + _AT_ONCE], request.language, calls)
        except AnswerRefused as exc:
            reason = f"{self.identity} did not answer usefully: {exc}"
            raise ModelError(reason, read=calls.read, written=calls.written) from exc
        except ModelError as exc:
            exc.read, exc.written = calls.read, calls.written
            raise
        finally:
            if spent and (calls.read or calls.written):
                spent(self.identity, calls.read, calls.written)
        return facts

    async def _told(self, heard: Sequence[Said], language: str | None, calls: Calls) -> Sequence[ExtractedFact]:
        task = await asyncio.to_thread(self._prepared, heard, language)
        chat = task.opening()
        answer = await calls.ask(chat)
        try:
            reading = await asyncio.to_thread(task.read, answer)
        except AnswerRefused as exc:
            answer = await calls.ask([*chat, *task.refusal(answer, str(exc))])
            reading = await asyncio.to_thread(task.read, answer)
        if reading.refused:  # how many, and not what: it is the person's
            _log.info("facts_refused", model=self.identity, refused=len(reading.refused), kept=len(reading.facts))
        return reading.facts

    def _prepared(self, heard: Sequence[Said], language: str | None) -> _Task:
        spoken = language_in_force(language or "auto", [one.words for one in heard])
        shown = material(heard, spoken, self._counter.count, most_each=self._most_each, most_all=self._most_all)
        return _Task(self._prompts or Prompts.read(), spoken, shown, self._normalizer)


@dataclass(frozen=True, slots=True)
class _Task:
    """A few messages on their way: with what they are sent, and what the answer is held against."""

    prompts: Prompts
    language: str
    shown: Material
    normalizer: INormalizer

    def opening(self) -> Chat:
        """Ask for facts; what is the same for all comes first, for the sake of providers' caches."""
        rules = self._fill("facts", topics=", ".join(TOPICS), most=MOST_FACTS)
        return [
            said("system", rules),
            said("user", self._fill("messages", fence=self.shown.fence, messages=self.shown.text)),
        ]

    def refusal(self, answer: str, reason: str) -> Chat:
        """Go on after an *answer* that cannot be used."""
        return [
            said("assistant", clean(answer[:_ECHO]).strip() or "-"),
            said("user", self._fill("relist", reason=reason)),
        ]

    def read(self, answer: str) -> Reading:
        """
        Give the facts in an *answer*.

        Raises:
            AnswerRefused: it cannot be used.

        """
        return read_facts(answer, self.shown.said, self.normalizer)

    def _fill(self, name: str, **values: object) -> str:
        return self.prompts.fill(name, self.language, **values)
