"""What every `IErasureLog` promises, as tests to run against your own adapter; see `memory_repository`."""

from __future__ import annotations

from typing import Any

import pytest

from lembranca.domain.erasure import CACHE, FILES, INDEX, STORES
from lembranca.domain.job import NewJob
from lembranca.domain.scope import Scope
from lembranca.ports.erasure import IErasureLog
from lembranca.ports.job_queue import IJobQueue
from lembranca.ports.memory_repository import IHistory
from lembranca.testing.samples import SCOPE, START, ids, messages

OTHER = Scope(SCOPE.tenant_id, f"{SCOPE.user_id} too")
KINDS = {"conversations", "messages", "words", "embeddings", "summaries", "jobs", "dead_letters"} | {
    *("facts", "changes", "messages_read"),
}


@pytest.mark.asyncio
class ErasureLogContract:
    """
    Every sentence of the port's docstrings.

    Fill in the fixtures: an empty, opened `IHistory`, and over the same store an `IErasureLog` and an `IJobQueue`.
    """

    @pytest.fixture
    async def history(self) -> Any:
        """Give an `IHistory`, opened and empty."""
        raise NotImplementedError

    @pytest.fixture
    async def log(self, history: IHistory) -> Any:
        """Give an `IErasureLog` over the same store."""
        raise NotImplementedError

    @pytest.fixture
    async def queue(self, history: IHistory) -> Any:
        """Give an `IJobQueue` over the same store."""
        raise NotImplementedError

    async def test_a_scope_is_removed_with_everything_and_no_other(
        self, history: IHistory, log: IErasureLog, queue: IJobQueue
    ) -> None:
        for scope in (SCOPE, OTHER):
            for name in ("c1", "c2"):
                await history.append(scope, name, messages(3, name), jobs=[NewJob("index", {})])
        [number] = await queue.enqueue(SCOPE, [NewJob("index", {})], now=START)
        await queue.fail(number, reason="no", now=START, delay=None)
        others = await history.get_messages(OTHER, "c1")
        pending = await log.begin(SCOPE, STORES, now=START)

        assert (pending.scope, pending.stores, pending.begun_at) == (SCOPE, STORES, START)
        assert set(pending.removed) == KINDS
        assert {kind: count for kind, count in pending.removed.items() if count} == {
            "conversations": 2,
            "messages": 6,
            "words": 6,
            "jobs": 2,  # those that wait
            "dead_letters": 1,
        }
        assert await history.list_scopes() == [OTHER]
        assert await history.list_conversations(SCOPE) == []
        assert await history.get_messages(SCOPE, "c1") == []
        assert await history.get_messages(OTHER, "c1") == others
        assert await history.count_messages() == 6
        assert (await queue.counts()).waiting == 2
        assert await queue.dead_letters() == []

    async def test_whom_nobody_knows_may_be_known_elsewhere(self, log: IErasureLog, history: IHistory) -> None:
        await history.add_messages(OTHER, "c1", messages(1))
        pending = await log.begin(SCOPE, STORES, now=START)

        assert pending.removed == dict.fromkeys(KINDS, 0)
        assert await log.pending() == [pending]
        assert await history.list_scopes() == [OTHER]

    async def test_it_is_pending_until_it_is_ended_and_names_the_person_only_while_that_is_needed(
        self, log: IErasureLog
    ) -> None:
        first, second = [await log.begin(scope, STORES, now=START) for scope in (SCOPE, OTHER)]
        half = await log.done(first.number, CACHE, kind="sessions", count=2)

        assert first.number < second.number
        assert (half.scope, half.stores) == (SCOPE, (INDEX, FILES))
        assert await log.pending() == [half, second]
        again = await log.done(first.number, CACHE, kind="sessions", count=1)
        nameless = await log.done(first.number, INDEX, kind="vectors", count=5)
        assert again.removed["sessions"] == 3
        assert (nameless.scope, nameless.stores) == (None, (FILES,))
        assert nameless.removed == {**first.removed, "sessions": 3, "vectors": 5}
        assert await log.pending() == [nameless, second]
        await log.end(first.number, now=START)
        assert await log.pending() == [second]

    async def test_who_begins_anew_is_somebody_else(self, history: IHistory, log: IErasureLog) -> None:
        await history.add_messages(SCOPE, "c1", messages(3))
        await log.begin(SCOPE, STORES, now=START)
        await history.add_messages(SCOPE, "c1", messages(1))
        await log.scrub()

        assert ids(await history.get_messages(SCOPE, "c1")) == ["m1"]
        assert await history.count_messages() == 1

    async def test_scrubbing_changes_nothing_that_is_there(self, history: IHistory, log: IErasureLog) -> None:
        await log.scrub()
        stored = await history.add_messages(SCOPE, "c1", messages(30))
        await log.scrub()
        await log.scrub()

        assert await history.get_messages(SCOPE, "c1") == stored
        assert await history.list_scopes() == [SCOPE]
