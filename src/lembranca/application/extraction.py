"""Reads what people said for what is worth knowing of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from lembranca.application.accounts import Accounts
from lembranca.application.gardener import Gardener
from lembranca.application.incarnations import Incarnations
from lembranca.domain.fact import ExtractedFact, FactRequest
from lembranca.domain.job import Job
from lembranca.domain.known_fact import Source
from lembranca.domain.ledger import EXTRACT
from lembranca.domain.message import Message
from lembranca.domain.scope import Scope
from lembranca.ports.fact_extractor import IFactExtractor
from lembranca.ports.fact_repository import IFactRepository
from lembranca.ports.memory_repository import IHistory

_AT_ONCE = 20  # messages that are read together

Told = tuple[Source, Sequence[ExtractedFact]]


class Extraction:
    """
    Draws facts from the messages that jobs name, and hands them to the gardener.

    A message is read once: what comes of it is kept in one transaction with the note that it was read, so that a job
    that runs twice, or after something was forgotten, brings nothing back.

    Args:
        language: of messages that do not tell their own, `pt` or `en`; None when it is not known.

    """

    def __init__(
        self,
        history: IHistory,
        facts: IFactRepository,
        extractor: IFactExtractor,
        gardener: Gardener,
        scopes: Incarnations,
        accounts: Accounts,
        language: str | None = None,
    ) -> None:
        self._history = history
        self._facts = facts
        self._extractor = extractor
        self._gardener = gardener
        self._scopes = scopes
        self._accounts = accounts
        self._language = language

    async def handle(self, jobs: Sequence[Job]) -> None:
        """
        Carry out jobs: those of different conversations side by side, those of one in their order.

        Raises:
            LembrancaError: one of them failed; the others are done all the same.

        """
        grouped: dict[tuple[Scope, str], list[str]] = {}
        for job in jobs:
            key = (job.scope, job.payload["conversation_id"])
            grouped.setdefault(key, []).extend(job.payload["message_ids"])
        work = (self.read(scope, conversation, ids) for (scope, conversation), ids in grouped.items())
        done = await asyncio.gather(*work, return_exceptions=True)
        for outcome in done:
            if isinstance(outcome, BaseException):
                raise outcome

    async def read(self, scope: Scope, conversation_id: str, message_ids: Sequence[str]) -> int:
        """
        Read those of the messages that are the user's and were not read before. Returns how many facts they told.

        Raises:
            ModelError: they cannot be read now.
            StorageError: what they told cannot be kept.

        """
        present = self._scopes.of(scope)
        unread = await self._facts.unread(scope, conversation_id, message_ids)
        count = 0
        for start in range(0, len(unread), _AT_ONCE):
            told = await self._told(scope, conversation_id, unread[start : start + _AT_ONCE])
            await self._gardener.absorb(scope, told, heard_by=present)
            count += sum(len(facts) for _, facts in told)
        return count

    async def _told(self, scope: Scope, conversation_id: str, message_ids: Sequence[str]) -> list[Told]:
        """Give the facts that each message tells; messages gone since, and those of others, are left out."""
        around = await self._around(scope, conversation_id, message_ids)
        wanted = set(message_ids)
        said = [message for message in around if message.id in wanted and message.role == "user"]
        if not said:
            return []
        request = FactRequest(tuple(said), _context(around), self._language)
        facts = await self._extractor.extract(request, spent=partial(self._spent, scope.tenant_id))
        by_message: dict[str, list[ExtractedFact]] = {message.id: [] for message in said}
        for fact in facts:
            by_message[fact.message_id].append(fact)
        return [(_source(message), by_message[message.id]) for message in said]

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


def _source(message: Message) -> Source:
    return Source(message.conversation_id, message.id, message.timestamp, message.channel)
