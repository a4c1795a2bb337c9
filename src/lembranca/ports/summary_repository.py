"""Where summaries are kept."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from lembranca.domain.scope import Scope
from lembranca.domain.summary import Summary


class ISummaryRepository(Protocol):
    """
    The summaries of conversations: live ones, which cover each message at most once, and retired ones, kept for good.

    The cut-off of a conversation, up to which it is condensed, is the last position that a live summary covers: it
    changes in the same transaction as the summaries, being one and the same.
    """

    async def live_summaries(self, scope: Scope, conversation_id: str) -> list[Summary]:
        """Give the live summaries, oldest turns first; none when the conversation is unknown."""
        ...

    async def timeline(self, scope: Scope, conversation_id: str, *, limit: int = 100, offset: int = 0) -> list[Summary]:
        """
        Give all summaries ever made of the conversation, live and retired, in the order in which they were made.

        Raises:
            InvalidInput: *limit* is below 1 or *offset* below 0.

        """
        ...

    async def replace(
        self,
        scope: Scope,
        conversation_id: str,
        *,
        retire: Sequence[str],
        add: Sequence[Summary],
        now: datetime,
    ) -> None:
        """
        Retire the summaries of these ids at *now* and add others, in one durable transaction.

        What is added is live, whatever its `retired_at`. Coverage is judged by what is live afterwards.

        Raises:
            InvalidInput: a summary names another conversation; nothing is stored.
            NotFound: the conversation does not exist in this scope; nothing is stored.
            Conflict: one to be retired is not live, or one to be added has an id that is taken or would cover what
                another live one covers or lie beyond the newest message; nothing is stored.

        """
        ...
