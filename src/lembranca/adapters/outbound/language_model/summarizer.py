"""Summaries by a language model, whose answers are not believed before they were looked at."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace

from lembranca.adapters.outbound.language_model.answer import AnswerRefused, Rules, read_answer, with_most_events
from lembranca.adapters.outbound.language_model.calls import Calls, Chat, said
from lembranca.adapters.outbound.language_model.fitting import fitted
from lembranca.adapters.outbound.language_model.plain_text import clean
from lembranca.adapters.outbound.language_model.templates import Prompts
from lembranca.adapters.outbound.language_model.transcript import Transcript, time_of, transcribe
from lembranca.domain.errors import ModelError
from lembranca.domain.rules import require_limit
from lembranca.domain.summary import Digest, SummaryRequest
from lembranca.ports.language_model import ILanguageModel
from lembranca.ports.token_counter import ITokenCounter

MOST_MESSAGE_TOKENS = 4_000
MOST_TOKENS = 32_000

_ECHO = 4_000  # characters of a refused answer that the model is shown again
_NAMES = 100  # of participants that it is told
_WORDS_PER_TOKEN = {"pt": 0.45, "en": 0.6}  # below what text has, for models write more than they are asked


class LanguageModelSummarizer:
    """
    An `ISummarizer` that asks a language model.

    An answer that cannot be used is asked for once more, with what was wrong; one over its target is asked to be
    shortened once and then cut. So there are at most three calls of the model for a digest; each is as patient as the
    model is. The digest's *note* says when it was asked again, shortened or cut, and when turns were cut or left out.

    Args:
        model: who is asked.
        counter: counts the target, and what is sent and answered.
        prompts: what it is asked with; the package's own when left out.
        most_message_tokens: what a turn of more tokens is cut to, in its middle and with a mark.
        most_tokens: what the model is sent of former summaries and turns at most, a few hundred of the prompt not
            counted; the longest turns are cut first, and where there are too many for 40 tokens each, those
            after the first quarter are left out. A model's window must have room for these, and for the target twice.

    """

    def __init__(
        self,
        model: ILanguageModel,
        counter: ITokenCounter,
        prompts: Prompts | None = None,
        *,
        most_message_tokens: int = MOST_MESSAGE_TOKENS,
        most_tokens: int = MOST_TOKENS,
    ) -> None:
        self._model = model
        self._counter = counter
        self._prompts = prompts
        self._most_each = require_limit("most_message_tokens", most_message_tokens, minimum=100, maximum=10_000_000)
        self._most_all = require_limit("most_tokens", most_tokens, minimum=500, maximum=10_000_000)

    @property
    def identity(self) -> str:
        """The model's."""
        return self._model.identity

    async def summarize(self, request: SummaryRequest) -> Digest:
        """See `ISummarizer`; the error knows the tokens that were spent."""
        calls = Calls(self._model, self._counter)
        try:
            digest = await self._digest(request, calls)
        except AnswerRefused as exc:
            reason = f"{self.identity} did not answer usefully: {exc}"
            raise ModelError(reason, read=calls.read, written=calls.written) from exc
        except ModelError as exc:
            exc.read, exc.written = calls.read, calls.written
            raise
        return replace(digest, method=self.identity, read=calls.read, written=calls.written)

    async def _digest(self, request: SummaryRequest, calls: Calls) -> Digest:
        # Counting and searching a megabyte takes a while, so all but the waiting is done beside the event loop.
        task = await asyncio.to_thread(self._prepared, request)
        digest = await self._drafted(task, calls)
        if await asyncio.to_thread(self._is_over, digest, request):
            digest = await self._shortened(digest, task, calls)
        note = "; ".join([*task.notes, *calls.notes]) or None
        return replace(digest, note=note)

    def _prepared(self, request: SummaryRequest) -> _Task:
        prompts = self._prompts or Prompts.read()
        transcript = transcribe(request, self._counter.count, most_each=self._most_each, most_all=self._most_all)
        return _Task(request, prompts, transcript, Rules.of(request, transcript.text))

    async def _drafted(self, task: _Task, calls: Calls) -> Digest:
        chat = task.opening()
        answer = await calls.ask(chat)
        try:
            return await asyncio.to_thread(task.read, answer)
        except AnswerRefused as exc:
            reason = str(exc)
        calls.notes.append(f"asked again ({reason})")
        answer = await calls.ask([*chat, *task.refusal(answer, reason)])
        return await asyncio.to_thread(task.read, answer)

    async def _shortened(self, digest: Digest, task: _Task, calls: Calls) -> Digest:
        """Ask for less once; whatever comes of it, there is a digest already, and it can be cut."""
        target = task.request.target_tokens
        try:
            answer = await calls.ask(task.shortening(digest, self._counter.count(digest.body)))
            digest = await asyncio.to_thread(task.read, answer)
            calls.notes.append("asked to shorten it")
        except ModelError as exc:
            calls.notes.append(f"asked to shorten it in vain ({exc})")
        if await asyncio.to_thread(self._is_over, digest, task.request):
            digest = await asyncio.to_thread(fitted, digest, target, self._counter.count)
            calls.notes.append(f"cut to {target} tokens")
        return digest

    def _is_over(self, digest: Digest, request: SummaryRequest) -> bool:
        return self._counter.count(digest.body) > request.target_tokens


@dataclass(frozen=True, slots=True)
class _Task:
    """One request on its way: what is sent for it, and what its answers are held against."""

    request: SummaryRequest
    prompts: Prompts
    transcript: Transcript
    rules: Rules

    @property
    def notes(self) -> list[str]:
        """What the model was not shown."""
        cut, left_out = self.transcript.cut, self.transcript.left_out
        return [f"turns cut: {cut}"] * bool(cut) + [f"turns left out: {left_out}"] * bool(left_out)

    def opening(self) -> Chat:
        """Ask for a summary; what is the same for all conversations comes first, for the sake of providers' caches."""
        names = json.dumps([clean(name) for name in self.request.participants[:_NAMES]], ensure_ascii=False)
        turns = self._fill(
            "turns",
            participants=names,
            fence=self.transcript.fence,
            former=self.transcript.former,
            turns=self.transcript.turns,
            **self._size(),
        )
        return [said("system", self._rules()), said("user", turns)]

    def refusal(self, answer: str, reason: str) -> Chat:
        """Go on after an *answer* that cannot be used."""
        return [
            said("assistant", clean(answer[:_ECHO]).strip() or "-"),
            said("user", self._fill("again", reason=reason)),
        ]

    def shortening(self, digest: Digest, size: int) -> Chat:
        """Ask for a shorter *digest*, without the turns."""
        asked = self._fill("shorten", fence=self.transcript.fence, summary=_as_json(digest), size=size, **self._size())
        return [said("system", self._rules()), said("user", asked)]

    def read(self, answer: str) -> Digest:
        """
        Give the digest in an *answer*.

        Raises:
            AnswerRefused: it cannot be used.

        """
        return with_most_events(read_answer(answer, self.rules), self.request.most_events)

    def _rules(self) -> str:
        narrative = self.request.style == "narrative"
        return self._fill("narrative", events=self.request.most_events) if narrative else self._fill("paragraph")

    def _size(self) -> dict[str, int]:
        tokens = self.request.target_tokens
        return {"tokens": tokens, "words": max(1, int(tokens * _WORDS_PER_TOKEN[self.request.language]))}

    def _fill(self, name: str, **values: object) -> str:
        return self.prompts.fill(name, self.request.language, **values)


def _as_json(digest: Digest) -> str:
    """Write a digest in the form in which it was asked for."""
    events = [
        {
            "timestamp": time_of(event.timestamp),
            "description": event.description,
            "participants": event.participants,
            "importance": event.importance,
        }
        for event in digest.key_events
    ]
    return json.dumps({"summary": digest.text, "key_events": events}, ensure_ascii=False)
