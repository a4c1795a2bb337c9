"""Makes one summary: asks the summarizer and tells what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter

from lembranca.application.accounts import Accounts
from lembranca.application.tail import Tail, TailReader
from lembranca.domain.errors import ModelError
from lembranca.domain.language import language_in_force
from lembranca.domain.ledger import SUMMARIZE
from lembranca.domain.message import Message
from lembranca.domain.plan import Manner, Step
from lembranca.domain.scope import Scope
from lembranca.domain.summary import Digest, Summary, SummaryRequest
from lembranca.ports.clock import IClock
from lembranca.ports.id_generator import IIdGenerator
from lembranca.ports.memory_repository import IHistory
from lembranca.ports.summarizer import ISummarizer
from lembranca.ports.token_counter import ITokenCounter

_MOST_PARTICIPANTS = 50


@dataclass(frozen=True, slots=True)
class CompressionSettings:
    """How conversations are condensed: the *manner*, and the *language* of summaries; `auto` is that of the words."""

    manner: Manner
    language: str = "auto"


class SummaryMaker:
    """Carries out one step of a plan, without storing anything."""

    def __init__(
        self,
        history: IHistory,
        tails: TailReader,
        summarizer: ISummarizer,
        counter: ITokenCounter,
        accounts: Accounts,
        clock: IClock,
        ids: IIdGenerator,
        settings: CompressionSettings,
    ) -> None:
        self._history = history
        self._tails = tails
        self._summarizer = summarizer
        self._counter = counter
        self._accounts = accounts
        self._clock = clock
        self._ids = ids
        self._settings = settings

    async def make(self, scope: Scope, step: Step, live: Sequence[Summary], tail: Tail) -> Summary:
        """Carry out one step, without storing anything."""
        replaced = [summary for summary in live if summary.id in step.replaces]
        messages = await self._messages(scope, step, tail)
        former = tuple(summary for summary in replaced if summary.id in step.former)
        request = self._request(step, former, messages)
        try:
            digest = await self._summarizer.summarize(request)
        except ModelError as exc:
            self._spent(scope, self._summarizer.identity, exc.read, exc.written)
            raise
        # Where the offline method stood in for a model, the tokens are what that used in vain.
        spender = self._summarizer.identity if digest.read or digest.written else digest.method
        self._spent(scope, spender, digest.read, digest.written)
        if self._counter.count(digest.body) > step.target_tokens:  # the plan might never end
            raise ModelError(
                f"{digest.method} made a summary of more than the {step.target_tokens} tokens it was given"
            )
        new = [message for message in messages if not any(item.covers(message.position) for item in replaced)]
        return self._summary(step, request, digest, replaced, new, tail)

    def _spent(self, scope: Scope, spender: str, read: int, written: int) -> None:
        self._accounts.note(scope.tenant_id, SUMMARIZE, spender, input_tokens=read, output_tokens=written)

    async def _messages(self, scope: Scope, step: Step, tail: Tail) -> list[Message]:
        """Give the messages of the step: from the tail, and those that are read again from the history."""
        at_hand = {message.position: message for message in tail.messages}
        missing = [position for position in step.positions if position not in at_hand]
        if missing:
            first, last = min(missing), max(missing)
            found = await self._history.get_messages(scope, tail.conversation_id, first=first, last=last)
            at_hand |= {message.position: message for message in found}
        return [at_hand[position] for position in step.positions if position in at_hand]

    def _request(self, step: Step, former: tuple[Summary, ...], messages: Sequence[Message]) -> SummaryRequest:
        manner = self._settings.manner
        said = (message.content for message in messages)
        language = language_in_force(self._settings.language, said, (summary.text for summary in former))
        return SummaryRequest(
            former=former,
            messages=tuple(messages),
            target_tokens=step.target_tokens,
            language=language,
            style=manner.style,
            most_events=manner.most_events,
        )

    def _summary(
        self,
        step: Step,
        request: SummaryRequest,
        digest: Digest,
        replaced: Sequence[Summary],
        new: Sequence[Message],
        tail: Tail,
    ) -> Summary:
        spoken = [(message.position, message.id, message.timestamp) for message in new]
        begins = [(item.first, item.first_message_id, item.started_at) for item in replaced]
        ends = [(item.last, item.last_message_id, item.ended_at) for item in replaced]
        # A message that was left out may stand where a summary begins or ends: then it is what is said there.
        _, first_id, started_at = min([*spoken, *begins], key=itemgetter(0))
        _, last_id, ended_at = max([*spoken, *ends], key=itemgetter(0))
        known = [name for summary in replaced for name in summary.participants]
        names = tuple(dict.fromkeys([*known, *request.participants]))
        return Summary(
            id=self._ids.new_id("sum"),
            conversation_id=tail.conversation_id,
            first=step.first,
            last=step.last,
            text=digest.text,
            created_at=self._clock.now(),
            key_events=digest.key_events,
            tier=step.tier,
            cycles=step.cycles,
            message_count=sum(summary.message_count for summary in replaced) + len(new),
            tokens=self._counter.count(digest.body),
            source_tokens=sum(summary.source_tokens for summary in replaced) + sum(map(self._tails.size, new)),
            left_out=step.left_out,
            first_message_id=first_id,
            last_message_id=last_id,
            started_at=started_at,
            ended_at=ended_at,
            participants=names[:_MOST_PARTICIPANTS],
            method=digest.method,
            note=digest.note,
            replaces=step.replaces,
        )
