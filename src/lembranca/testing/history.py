"""What every `IHistory` promises, as tests to run against your own adapter; see `memory_repository`."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from lembranca.domain.errors import Conflict, InvalidInput
from lembranca.domain.job import NewJob
from lembranca.domain.scope import Scope
from lembranca.ports.job_queue import IJobQueue
from lembranca.ports.memory_repository import AppendResult, IHistory, IMemoryRepository
from lembranca.testing.memory_repository import MemoryRepositoryContract
from lembranca.testing.samples import SCOPE, ids, message, messages, placed

_WORK = NewJob("index", {"conversation_id": "c1"})


class HistoryContract(MemoryRepositoryContract):
    """
    What an `IHistory` promises beside.

    The fixture `repository` gives one, opened and empty, and `queue` the `IJobQueue` it puts its jobs into.
    """

    @pytest.fixture
    async def queue(self, repository: IHistory) -> Any:
        """Give the queue of the same store."""
        raise NotImplementedError

    async def test_the_conversation_is_created_when_it_is_unknown(self, repository: IMemoryRepository) -> None:
        """Replaces a test of `MemoryRepositoryContract`: unlike a cache, a history titles what it creates."""
        await repository.add_messages(SCOPE, "c1", messages(2))
        found = await repository.get_conversation(SCOPE, "c1")

        assert found is not None
        assert (found.id, found.title, found.message_count) == ("c1", "content of m1", 2)
        assert found.created_at == messages(2)[0].timestamp
        assert found.updated_at == messages(2)[1].timestamp

    async def test_appending_gives_the_messages_as_stored_and_how_many_are_new(self, repository: IHistory) -> None:
        given = messages(4)

        assert await repository.append(SCOPE, "c1", given[:3]) == AppendResult(placed(given[:3]), 3)
        assert await repository.append(SCOPE, "c1", given[2:]) == AppendResult(placed(given)[2:], 1)
        assert await repository.append(SCOPE, "c1", given) == AppendResult(placed(given), 0)
        assert await repository.append(SCOPE, "c1", []) == AppendResult([], 0)

    async def test_jobs_are_enqueued_with_what_causes_them(self, repository: IHistory, queue: IJobQueue) -> None:
        before = datetime.now(UTC)
        await repository.append(SCOPE, "c1", messages(2), jobs=[_WORK, NewJob("other", {})])
        leased = await queue.lease(limit=9, now=before + timedelta(minutes=1), lease=timedelta(minutes=1))

        assert [(job.kind, job.scope) for job in leased] == [("index", SCOPE), ("other", SCOPE)]

    async def test_repeating_enqueues_nothing(self, repository: IHistory, queue: IJobQueue) -> None:
        await repository.append(SCOPE, "c1", messages(2))
        await repository.append(SCOPE, "c1", messages(2), jobs=[_WORK])
        await repository.append(SCOPE, "c1", [], jobs=[_WORK])

        assert (await queue.counts()).waiting == 0

    async def test_one_new_message_among_repeated_ones_enqueues_the_jobs(
        self, repository: IHistory, queue: IJobQueue
    ) -> None:
        await repository.append(SCOPE, "c1", messages(2))
        await repository.append(SCOPE, "c1", messages(3), jobs=[_WORK])

        assert (await queue.counts()).waiting == 1

    async def test_what_is_refused_enqueues_nothing(self, repository: IHistory, queue: IJobQueue) -> None:
        await repository.append(SCOPE, "c1", messages(1))
        with pytest.raises(Conflict):
            await repository.append(SCOPE, "c1", [message("m2"), message("m1", content="other")], jobs=[_WORK])
        with pytest.raises(InvalidInput):
            await repository.append(SCOPE, "c1", [message("m3", "another")], jobs=[_WORK])

        assert (await queue.counts()).waiting == 0
        assert ids(await repository.get_messages(SCOPE, "c1")) == ["m1"]

    async def test_a_cancelled_caller_finds_the_turn_whole_or_absent(
        self, repository: IHistory, queue: IJobQueue
    ) -> None:
        for turn in range(40):
            pair = [message(f"t{turn}-1"), message(f"t{turn}-2")]
            saving = asyncio.create_task(repository.append(SCOPE, "c1", pair, jobs=[_WORK]))
            for _ in range(turn % 8):
                await asyncio.sleep(0)
            saving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await saving
        await repository.append(SCOPE, "c1", [message("last")])
        found = ids(await repository.get_messages(SCOPE, "c1"))
        turns = [name.partition("-")[0] for name in found[:-1:2]]

        assert found == [name for turn in turns for name in (f"{turn}-1", f"{turn}-2")] + ["last"]
        assert (await queue.counts()).waiting == len(turns)

    @pytest.mark.parametrize(
        ("contents", "title"),
        [
            ([("user", "  Onde \n jantar? ")], "Onde jantar?"),
            ([("system", "Be kind."), ("assistant", "Oi!"), ("user", "Bom dia")], "Bom dia"),
            ([("user", " \n "), ("user", "second")], "second"),
            ([("assistant", "Oi!")], None),
        ],
    )
    async def test_a_new_conversation_is_titled_after_what_the_user_says_first(
        self, repository: IHistory, contents: list[tuple[str, str]], title: str | None
    ) -> None:
        given = [message(f"m{place}", role=role, content=text) for place, (role, text) in enumerate(contents)]
        await repository.append(SCOPE, "c1", given)
        found = await repository.get_conversation(SCOPE, "c1")

        assert found is not None
        assert found.title == title

    async def test_a_long_title_is_cut_at_a_word(self, repository: IHistory) -> None:
        await repository.append(SCOPE, "c1", [message("m1", content="palavra " * 50)])
        found = await repository.get_conversation(SCOPE, "c1")

        assert found is not None
        assert found.title == "palavra " * 6 + "palavra…"

    async def test_a_message_is_given_by_its_id_as_it_is_stored(self, repository: IHistory) -> None:
        given = [message("m1"), message("m2", author="Ana", metadata={"n": [1]}, pinned=True), message("m3")]
        await repository.append(SCOPE, "c1", given)

        assert await repository.get_message(SCOPE, "c1", "m2") == placed(given)[1]

    async def test_a_message_that_is_not_there_is_none(self, repository: IHistory) -> None:
        await repository.append(SCOPE, "c1", messages(2))
        await repository.append(SCOPE, "c2", [message("m9", "c2")])

        assert await repository.get_message(SCOPE, "c1", "m9") is None
        assert await repository.get_message(SCOPE, "c1", "M1") is None
        assert await repository.get_message(SCOPE, "c3", "m1") is None
        assert await repository.get_message(Scope("acme", "bia"), "c1", "m1") is None

    async def test_pinned_messages_come_in_the_order_of_their_positions(self, repository: IHistory) -> None:
        await repository.append(SCOPE, "c1", messages(6))
        await repository.append(SCOPE, "c1", [message("p", pinned=True)])
        await repository.append(SCOPE, "c2", [message("other", "c2", pinned=True)])
        for name in ("m5", "m2", "m4"):
            await repository.pin(SCOPE, "c1", name)
        await repository.pin(SCOPE, "c1", "m4", pinned=False)
        found = await repository.get_pinned(SCOPE, "c1")

        assert [(item.id, item.position, item.pinned) for item in found] == [
            ("m2", 2, True),
            ("m5", 5, True),
            ("p", 7, True),
        ]

    async def test_where_nothing_is_pinned_there_is_nothing(self, repository: IHistory) -> None:
        await repository.append(SCOPE, "c1", [message("m1", pinned=True)])
        await repository.append(SCOPE, "c2", messages(2, "c2"))

        assert await repository.get_pinned(SCOPE, "c2") == []
        assert await repository.get_pinned(SCOPE, "c3") == []
        assert await repository.get_pinned(Scope("acme", "bia"), "c1") == []

    async def test_renaming_changes_the_title_and_nothing_else(self, repository: IHistory) -> None:
        await repository.append(SCOPE, "c1", messages(3))
        before = await repository.get_conversation(SCOPE, "c1")

        assert before is not None
        assert await repository.rename_conversation(SCOPE, "c1", "Jantar") is True
        assert await repository.get_conversation(SCOPE, "c1") == dataclasses.replace(before, title="Jantar")
        assert await repository.rename_conversation(SCOPE, "c1", "Jantar") is True

    async def test_renaming_what_is_not_there_is_false_and_makes_nothing(self, repository: IHistory) -> None:
        await repository.append(SCOPE, "c1", messages(1))

        assert await repository.rename_conversation(SCOPE, "c2", "Jantar") is False
        assert await repository.rename_conversation(Scope("acme", "bia"), "c1", "Jantar") is False
        assert [item.title for item in await repository.list_conversations(SCOPE)] == ["content of m1"]
        assert await repository.list_scopes() == [SCOPE]

    async def test_it_counts_all_messages_and_lists_all_scopes(self, repository: IHistory) -> None:
        assert await repository.count_messages() == 0
        assert await repository.list_scopes() == []
        other = Scope("a\n", "%")
        await repository.append(SCOPE, "c1", messages(3))
        await repository.append(SCOPE, "c2", messages(2, "c2"))
        await repository.append(other, "c1", messages(4))
        await repository.delete_conversation(SCOPE, "c2")

        assert await repository.count_messages() == 7
        assert set(await repository.list_scopes()) == {SCOPE, other}
