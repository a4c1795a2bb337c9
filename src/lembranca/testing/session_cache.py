"""What every `ISessionCache` promises, as tests to run against your own adapter; see `memory_repository`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import pytest

from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import Message
from lembranca.domain.scope import Scope
from lembranca.ports.memory_repository import ISessionCache
from lembranca.testing.memory_repository import MemoryRepositoryContract
from lembranca.testing.samples import SCOPE, conversation, ids, message, messages, placed

OTHER = Scope(SCOPE.tenant_id, f"{SCOPE.user_id} too")


class SessionCacheContract(MemoryRepositoryContract):
    """
    What an `ISessionCache` promises beside.

    The fixture `repository` gives a cache of conversations that live for `ttl` and hold their newest `window` messages.
    """

    ttl = timedelta(hours=1)
    window = 200

    @pytest.fixture
    async def pass_time(self, repository: ISessionCache) -> Any:
        """Give an async function that lets a `timedelta` pass for the cache, without waiting."""
        raise NotImplementedError

    # --- replace

    async def test_replacing_keeps_the_positions_that_the_messages_bring(self, repository: ISessionCache) -> None:
        newest = placed(messages(10, first=91), first=91)
        await repository.replace(SCOPE, conversation(title="Jantar", message_count=100), newest)

        assert await repository.get_recent_messages(SCOPE, "c1", 4) == newest[-4:]
        assert await repository.get_recent_messages(SCOPE, "c1", 1000) == newest
        assert await repository.get_messages(SCOPE, "c1", first=95, last=97) == newest[4:7]
        assert await repository.get_messages(SCOPE, "c1", first=1, last=92) == newest[:2]
        assert await repository.get_messages(SCOPE, "c1", first=1, last=90) == []
        assert await repository.get_conversation(SCOPE, "c1") == conversation(title="Jantar", message_count=100)

    async def test_what_is_added_after_replacing_goes_on_behind_the_newest(self, repository: ISessionCache) -> None:
        newest = placed(messages(10, first=91), first=91)
        await repository.replace(SCOPE, conversation(message_count=100), newest)
        added = await repository.add_messages(SCOPE, "c1", [newest[-1], *messages(2, first=101)])
        kept = await repository.get_conversation(SCOPE, "c1")

        assert [item.position for item in added] == [100, 101, 102]
        assert await repository.get_messages(SCOPE, "c1") == newest + added[1:]
        assert kept is not None
        assert kept.message_count == 102

    async def test_replacing_puts_them_in_the_place_of_all_that_was_held(self, repository: ISessionCache) -> None:
        await repository.add_messages(SCOPE, "c1", messages(6))
        await repository.pin(SCOPE, "c1", "m5")
        other = placed([message("m2", content="another"), message("x", pinned=True)], first=5)
        await repository.replace(SCOPE, conversation(title="new"), other)

        assert await repository.get_messages(SCOPE, "c1") == other
        assert await repository.pin(SCOPE, "c1", "m1") is False
        assert await repository.add_messages(SCOPE, "c1", [message("m1")]) == placed([message("m1")], first=7)

    async def test_replacing_by_nothing_leaves_a_conversation_without_messages(self, repository: ISessionCache) -> None:
        await repository.add_messages(SCOPE, "c1", messages(6))
        await repository.replace(SCOPE, conversation(), [])

        assert await repository.get_messages(SCOPE, "c1") == []
        assert await repository.get_conversation(SCOPE, "c1") == conversation()
        assert await repository.add_messages(SCOPE, "c1", messages(1)) == placed(messages(1))

    @pytest.mark.parametrize(
        "wrong",
        [
            [message("m1", "c2", position=1)],
            [message("m1", position=0)],
            [message("m1", position=-1)],
            [message("m1", position=1), message("m2", position=3)],
            [message("m1", position=2), message("m2", position=1)],
            [message("m1", position=1), message("m1", position=2)],
        ],
    )
    async def test_replacing_by_what_is_no_window_of_the_conversation_is_refused(
        self, repository: ISessionCache, wrong: list[Message]
    ) -> None:
        stored = await repository.add_messages(SCOPE, "c1", messages(2))

        with pytest.raises(InvalidInput):
            await repository.replace(SCOPE, conversation(title="wrong"), wrong)

        assert await repository.get_messages(SCOPE, "c1") == stored

    async def test_a_reader_sees_a_replacement_whole_or_not_at_all(self, repository: ISessionCache) -> None:
        versions = [
            placed([message(f"v{version}-{number}") for number in range(20)], first=version) for version in range(1, 31)
        ]
        seen: list[list[Message]] = []

        async def read() -> None:
            for _ in range(30):
                seen.append(await repository.get_recent_messages(SCOPE, "c1", 100))
                await asyncio.sleep(0)

        async def write() -> None:
            for version in versions:
                await repository.replace(SCOPE, conversation(), version)

        await asyncio.gather(read(), write(), read())

        assert all(found == [] or found in versions for found in seen)

    # --- the window

    async def test_the_window_holds_the_newest_messages_and_goes_on_counting(self, repository: ISessionCache) -> None:
        given = messages(self.window + 7)
        for start in range(0, len(given), 50):
            await repository.add_messages(SCOPE, "c1", given[start : start + 50])
        kept = await repository.get_conversation(SCOPE, "c1")

        assert await repository.get_recent_messages(SCOPE, "c1", 100_000) == placed(given)[-self.window :]
        assert await repository.get_messages(SCOPE, "c1", first=1, last=8) == placed(given)[7:8]
        assert kept is not None
        assert kept.message_count == self.window + 7

    async def test_one_batch_larger_than_the_window_gets_all_its_positions(self, repository: ISessionCache) -> None:
        given = messages(self.window + 7)

        assert await repository.add_messages(SCOPE, "c1", given) == placed(given)
        assert await repository.get_messages(SCOPE, "c1") == placed(given)[-self.window :]

    async def test_replacing_by_more_than_the_window_holds_the_newest(self, repository: ISessionCache) -> None:
        given = placed(messages(self.window + 7), first=4)
        await repository.replace(SCOPE, conversation(), given)

        assert await repository.get_messages(SCOPE, "c1") == given[-self.window :]

    async def test_what_left_the_window_cannot_be_pinned(self, repository: ISessionCache) -> None:
        await repository.add_messages(SCOPE, "c1", messages(self.window + 1))

        assert await repository.pin(SCOPE, "c1", "m1") is False
        assert await repository.pin(SCOPE, "c1", "m2") is True

    # --- the time to live

    async def test_it_forgets_a_conversation_as_a_whole_when_its_time_is_over(
        self, repository: ISessionCache, pass_time: Callable[[timedelta], Awaitable[None]]
    ) -> None:
        await repository.save_conversation(SCOPE, conversation())
        await repository.add_messages(SCOPE, "c1", messages(3))
        await pass_time(self.ttl * 0.9)
        before = await repository.get_messages(SCOPE, "c1")
        await pass_time(self.ttl * 0.2)

        assert ids(before) == ["m1", "m2", "m3"]
        assert await repository.get_conversation(SCOPE, "c1") is None
        assert await repository.get_messages(SCOPE, "c1") == []
        assert await repository.get_recent_messages(SCOPE, "c1", 5) == []
        assert await repository.list_conversations(SCOPE) == []
        assert await repository.pin(SCOPE, "c1", "m1") is False
        assert await repository.delete_conversation(SCOPE, "c1") is False

    async def test_a_forgotten_conversation_begins_again(
        self, repository: ISessionCache, pass_time: Callable[[timedelta], Awaitable[None]]
    ) -> None:
        await repository.add_messages(SCOPE, "c1", messages(3))
        await pass_time(self.ttl * 1.1)
        again = [message("m1", content="another")]

        assert await repository.add_messages(SCOPE, "c1", again) == placed(again)
        assert await repository.get_messages(SCOPE, "c1") == placed(again)

    @pytest.mark.parametrize("write", ["save_conversation", "add_messages", "repeat", "pin", "replace"])
    async def test_each_write_starts_the_time_to_live_again(
        self, repository: ISessionCache, pass_time: Callable[[timedelta], Awaitable[None]], write: str
    ) -> None:
        stored = await repository.add_messages(SCOPE, "c1", messages(2))
        writes: dict[str, Callable[[], Awaitable[object]]] = {
            "save_conversation": lambda: repository.save_conversation(SCOPE, conversation()),
            "add_messages": lambda: repository.add_messages(SCOPE, "c1", messages(1, first=3)),
            "repeat": lambda: repository.add_messages(SCOPE, "c1", messages(2)),
            "pin": lambda: repository.pin(SCOPE, "c1", "m1"),
            "replace": lambda: repository.replace(SCOPE, conversation(), stored),
        }
        await pass_time(self.ttl * 0.9)
        await writes[write]()
        await pass_time(self.ttl * 0.9)

        assert ids(await repository.get_messages(SCOPE, "c1"))[:2] == ["m1", "m2"]
        assert [item.id for item in await repository.list_conversations(SCOPE)] == ["c1"]

        await pass_time(self.ttl * 0.2)

        assert await repository.get_conversation(SCOPE, "c1") is None

    @pytest.mark.parametrize("write", ["save_conversation", "add_messages", "replace"])
    async def test_the_time_to_live_begins_with_the_first_write(
        self, repository: ISessionCache, pass_time: Callable[[timedelta], Awaitable[None]], write: str
    ) -> None:
        writes: dict[str, Callable[[], Awaitable[object]]] = {
            "save_conversation": lambda: repository.save_conversation(SCOPE, conversation()),
            "add_messages": lambda: repository.add_messages(SCOPE, "c1", messages(1)),
            "replace": lambda: repository.replace(SCOPE, conversation(), placed(messages(1))),
        }
        await writes[write]()
        await pass_time(self.ttl * 0.9)
        before = await repository.get_conversation(SCOPE, "c1")
        await pass_time(self.ttl * 0.2)

        assert before is not None
        assert await repository.get_conversation(SCOPE, "c1") is None

    async def test_reading_does_not_make_it_live_longer(
        self, repository: ISessionCache, pass_time: Callable[[timedelta], Awaitable[None]]
    ) -> None:
        await repository.add_messages(SCOPE, "c1", messages(2))
        await pass_time(self.ttl * 0.9)
        await repository.get_recent_messages(SCOPE, "c1", 5)
        await repository.get_conversation(SCOPE, "c1")
        await repository.list_conversations(SCOPE)
        await pass_time(self.ttl * 0.2)

        assert await repository.get_messages(SCOPE, "c1") == []

    async def test_conversations_are_forgotten_each_in_its_own_time(
        self, repository: ISessionCache, pass_time: Callable[[timedelta], Awaitable[None]]
    ) -> None:
        await repository.add_messages(SCOPE, "c1", messages(1))
        await pass_time(self.ttl * 0.6)
        await repository.add_messages(SCOPE, "c2", messages(1, "c2"))
        await pass_time(self.ttl * 0.6)

        assert await repository.get_messages(SCOPE, "c1") == []
        assert [item.id for item in await repository.list_conversations(SCOPE)] == ["c2"]

    # --- erasing

    async def test_an_erased_scope_is_as_if_it_had_never_been(self, repository: ISessionCache) -> None:
        for name in ("c1", "c2"):
            await repository.add_messages(SCOPE, name, messages(3, name))
        await repository.add_messages(OTHER, "c1", messages(2))
        before = await repository.list_conversations(OTHER)
        erased = await repository.erase_scope(SCOPE)

        assert erased == 2
        assert await repository.list_conversations(SCOPE) == []
        assert await repository.get_conversation(SCOPE, "c1") is None
        assert await repository.get_messages(SCOPE, "c2") == []
        assert await repository.list_conversations(OTHER) == before
        assert ids(await repository.get_messages(OTHER, "c1")) == ["m1", "m2"]
        assert await repository.add_messages(SCOPE, "c1", messages(1)) == placed(messages(1))

    async def test_erasing_whom_it_does_not_know_is_harmless(self, repository: ISessionCache) -> None:
        await repository.add_messages(OTHER, "c1", messages(2))
        await repository.add_messages(SCOPE, "c1", messages(2))

        assert await repository.erase_scope(Scope("acme", "nobody")) == 0
        assert [await repository.erase_scope(SCOPE) for _ in range(2)] == [1, 0]
        assert len(await repository.list_conversations(OTHER)) == 1
