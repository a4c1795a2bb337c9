"""Reads what people said for what is worth knowing of them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

from lembranca.application.accounts import Accounts
from lembranca.application.gardener import Gardener
from lembranca.application.heard import Heard
from lembranca.application.incarnations import Incarnations
from lembranca.domain.contact import with_contact
from lembranca.domain.fact import ExtractedFact, FactRequest
from lembranca.domain.interactions import interaction, significant_event
from lembranca.domain.job import Job
from lembranca.domain.known_fact import Source
from lembranca.domain.ledger import EXTRACT
from lembranca.domain.message import Message
from lembranca.domain.scope import Scope
from lembranca.ports.fact_extractor import IFactExtractor
from lembranca.ports.fact_repository import IFactRepository
from lembranca.ports.memory_repository import IHistory

_AT_ONCE = 20  # messages that are read together


class Extraction:
    """
    Draws facts from the messages that jobs name, and hands them to the gardener.

    A message is read once: what comes of it is kept in one transaction with the note that it was read, so that a job
    that runs twice, or after something was forgotten, brings nothing back.

    Args:
        extractor: who reads; None when nobody is to, and what is to be read is passed over.
        language: of messages that do not tell their own, `pt` or `en`; None when it is not known.
        keeps_interactions: whether turns are kept as interactions and significant events too.

    """

    def __init__(
        self,
        history: IHistory,
        facts: IFactRepository,
        extractor: IFactExtractor | None,
        gardener: Gardener,
        scopes: Incarnations,
        accounts: Accounts,
        language: str | None = None,
        *,
        keeps_interactions: bool = False,
    ) -> None:
        self._history = history
        self._facts = facts
        self._extractor = extractor
        self._gardener = gardener
        self._scopes = scopes
        self._accounts = accounts
        self._language = language
        self._keeps_interactions = keeps_interactions

    async def handle(self, jobs: Sequence[Job]) -> None:
        """
        Carry out jobs: those of different conversations side by side, those of one in their order.

        Raises:
            LembrancaError: one of them failed; the others are done all the same.

        """
        if self._extractor is None:
            return
        grouped: dict[tuple[Scope, str], list[str]] = {}
        for job in jobs:
            key = (job.scope, job.payload["conversation_id"])
            grouped.setdefault(key, []).extend(job.payload["message_ids"])
        work = (self._read(self._extractor, scope, conversation, ids) for (scope, conversation), ids in grouped.items())
        done = await asyncio.gather(*work, return_exceptions=True)
        for outcome in done:
            if isinstance(outcome, BaseException):
                raise outcome

    async def _read(
        self, extractor: IFactExtractor, scope: Scope, conversation_id: str, message_ids: Sequence[str]
    ) -> None:
        """Read those of the messages that are the user's and were not read before."""
        present = self._scopes.of(scope)
        unread = await self._facts.unread(scope, conversation_id, message_ids)
        for start in range(0, len(unread), _AT_ONCE):
            part = unread[start : start + _AT_ONCE]
            heard = await self._heard(extractor, scope, await self._around(scope, conversation_id, part), set(part))
            await self._gardener.absorb(scope, heard, heard_by=present)

    async def _heard(
        self, extractor: IFactExtractor, scope: Scope, around: Sequence[Message], wanted: set[str]
    ) -> list[Heard]:
        """Give what each message tells; messages gone since, and those of others, are left out."""
        said = [message for message in around if message.id in wanted and message.role == "user"]
        if not said:
            return []
        request = FactRequest(tuple(said), _context(around), self._language)
        facts = await extractor.extract(request, spent=partial(self._spent, scope.tenant_id))
        by_message: dict[str, list[ExtractedFact]] = {message.id: [] for message in said}
        for fact in facts:
            by_message[fact.message_id].append(fact)
        answers = _answers(around) if self._keeps_interactions else {}
        # A large message takes long enough to keep everybody else waiting.
        return await asyncio.to_thread(
            lambda: [self._with_interaction(message, by_message[message.id], answers) for message in said]
        )

    def _with_interaction(self, message: Message, facts: Sequence[ExtractedFact], answers: Mapping[str, str]) -> Heard:
        source = Source(message.conversation_id, message.id, message.timestamp, message.channel)
        if not self._keeps_interactions:
            return Heard(source, facts)
        turn = (message.content, answers.get(message.id, ""))
        event = significant_event(*turn, message_id=message.id, language=self._language)
        found = interaction(*turn, message_id=message.id, language=self._language)
        told = with_contact(facts, message.content, message.id)
        return Heard(source, [*told, event] if event else told, found)

    def _spent(self, tenant_id: str, model: str, read: int, written: int) -> None:
        self._accounts.note(tenant_id, EXTRACT, model, input_tokens=read, output_tokens=written)

    async def _around(self, scope: Scope, conversation_id: str, message_ids: Sequence[str]) -> list[Message]:
        """Give the messages from before the first of *message_ids* to behind the last."""
        found = [await self._history.get_message(scope, conversation_id, name) for name in message_ids]
        places = [message.position for message in found if message is not None]
        if not places:
            return []
        if max(places) - min(places) > 2 * _AT_ONCE:  # far apart: those between them are not wanted
            return [message for message in found if message is not None]
        first, last = max(1, min(places) - 1), max(places) + 1
        return await self._history.get_messages(scope, conversation_id, first=first, last=last)


def _context(messages: Sequence[Message]) -> dict[str, str]:
    """Give what the assistant said just before each message."""
    return {
        after.id: before.content
        for before, after in pairwise(messages)
        if before.role == "assistant" and after.position == before.position + 1
    }


def _answers(messages: Sequence[Message]) -> dict[str, str]:
    """Give what the assistant answered to each message."""
    return {
        before.id: after.content
        for before, after in pairwise(messages)
        if after.role == "assistant" and after.position == before.position + 1
    }
