"""What `IMemoryRepository` promises about adding: part of `MemoryRepositoryContract`."""

from __future__ import annotations

import asyncio
import dataclasses
from datetime import timedelta

import pytest

from lembranca.domain.errors import Conflict, InvalidInput
from lembranca.ports.memory_repository import IMemoryRepository
from lembranca.testing.samples import SCOPE, START, ids, message, messages, placed


class MemoryAddingContract:
    """Messages are kept once, all or none, at unbroken positions in the order of arrival."""

    async def test_messages_come_back_in_the_order_of_arrival_with_unbroken_positions(
        self, repository: IMemoryRepository
    ) -> None:
        given = messages(7)
        given.reverse()  # the order is that of arrival, whatever ids and timestamps say
        first = await repository.add_messages(SCOPE, "c1", given[:3])
        await repository.add_message(SCOPE, given[3])
        second = await repository.add_messages(SCOPE, "c1", given[4:])

        assert first == placed(given[:3])
        assert second == placed(given[4:], first=5)
        assert await repository.get_messages(SCOPE, "c1") == placed(given)

    async def test_adding_one_message_returns_its_id(self, repository: IMemoryRepository) -> None:
        assert await repository.add_message(SCOPE, message("m1")) == "m1"
        assert await repository.add_message(SCOPE, message("m1")) == "m1"

    async def test_positions_that_messages_bring_are_ignored(self, repository: IMemoryRepository) -> None:
        given = [message("m1", position=77), message("m2", position=-3), message("m3", position=77)]

        assert await repository.add_messages(SCOPE, "c1", given) == placed(given)

    async def test_the_conversation_is_created_when_it_is_unknown(self, repository: IMemoryRepository) -> None:
        await repository.add_messages(SCOPE, "c1", messages(2))

        found = await repository.get_conversation(SCOPE, "c1")

        assert found is not None
        assert (found.id, found.title, found.message_count) == ("c1", None, 2)
        assert found.created_at.utcoffset() == timedelta(0)
        assert found.created_at <= found.updated_at

    async def test_an_empty_batch_adds_nothing(self, repository: IMemoryRepository) -> None:
        await repository.add_messages(SCOPE, "c1", messages(2))

        assert await repository.add_messages(SCOPE, "c1", []) == []
        assert await repository.add_messages(SCOPE, "c2", []) == []
        assert ids(await repository.get_messages(SCOPE, "c1")) == ["m1", "m2"]
        assert await repository.get_messages(SCOPE, "c2") == []

    async def test_repeating_is_harmless_and_gives_the_first(self, repository: IMemoryRepository) -> None:
        given = messages(3)
        stored = await repository.add_messages(SCOPE, "c1", given)
        later = [dataclasses.replace(item, timestamp=START + timedelta(days=9), channel="web") for item in given]

        assert await repository.add_messages(SCOPE, "c1", given) == stored
        assert await repository.add_messages(SCOPE, "c1", later) == stored
        assert await repository.get_messages(SCOPE, "c1") == stored

    async def test_a_batch_may_mix_repeated_and_new_messages(self, repository: IMemoryRepository) -> None:
        given = messages(4)
        await repository.add_messages(SCOPE, "c1", [given[0], given[2]])
        result = await repository.add_messages(SCOPE, "c1", given)

        assert [(item.id, item.position) for item in result] == [("m1", 1), ("m2", 3), ("m3", 2), ("m4", 4)]
        assert ids(await repository.get_messages(SCOPE, "c1")) == ["m1", "m3", "m2", "m4"]

    async def test_a_message_twice_in_one_batch_is_stored_once(self, repository: IMemoryRepository) -> None:
        given = [message("m1"), message("m1"), message("m2")]
        result = await repository.add_messages(SCOPE, "c1", given)

        assert [(item.id, item.position) for item in result] == [("m1", 1), ("m1", 1), ("m2", 2)]
        assert ids(await repository.get_messages(SCOPE, "c1")) == ["m1", "m2"]

    @pytest.mark.parametrize(("field", "value"), [("content", "something else"), ("role", "tool"), ("author", "Bia")])
    async def test_the_same_id_with_other_content_is_a_conflict_and_nothing_is_stored(
        self, repository: IMemoryRepository, field: str, value: str
    ) -> None:
        stored = await repository.add_messages(SCOPE, "c1", messages(2))
        other = message("m2", **({"role": "assistant"} | {field: value}))

        with pytest.raises(Conflict) as caught:
            await repository.add_messages(SCOPE, "c1", [message("m3"), other, message("m4")])

        assert (caught.value.kind, caught.value.id) == ("message", "m2")
        assert field in str(caught.value)
        assert await repository.get_messages(SCOPE, "c1") == stored

    async def test_a_conflict_within_a_batch_stores_nothing_and_creates_no_conversation(
        self, repository: IMemoryRepository
    ) -> None:
        with pytest.raises(Conflict):
            await repository.add_messages(SCOPE, "c1", [message("m1"), message("m1", content="other")])

        assert await repository.get_conversation(SCOPE, "c1") is None
        assert await repository.get_messages(SCOPE, "c1") == []
        assert await repository.list_conversations(SCOPE) == []

    async def test_the_same_message_id_in_two_conversations_is_two_messages(
        self, repository: IMemoryRepository
    ) -> None:
        await repository.add_message(SCOPE, message("m1", "c1", content="here"))
        await repository.add_message(SCOPE, message("m1", "c2", content="there"))

        assert [item.content for item in await repository.get_messages(SCOPE, "c1")] == ["here"]
        assert [item.content for item in await repository.get_messages(SCOPE, "c2")] == ["there"]

    async def test_a_message_of_another_conversation_is_refused_and_nothing_is_stored(
        self, repository: IMemoryRepository
    ) -> None:
        with pytest.raises(InvalidInput) as caught:
            await repository.add_messages(SCOPE, "c1", [message("m1", "c1"), message("m2", "c2")])

        assert caught.value.value == "c2"
        assert await repository.get_messages(SCOPE, "c1") == []
        assert await repository.get_messages(SCOPE, "c2") == []
        assert await repository.list_conversations(SCOPE) == []

    async def test_concurrent_writers_get_positions_without_gap_and_without_repeat(
        self, repository: IMemoryRepository
    ) -> None:
        results = await asyncio.gather(
            *(
                repository.add_messages(SCOPE, "c1", [message(f"w{writer}-1"), message(f"w{writer}-2")])
                for writer in range(20)
            )
        )
        stored = await repository.get_messages(SCOPE, "c1")

        assert [item.position for item in stored] == list(range(1, 41))
        assert len(set(ids(stored))) == 40
        assert all(second.position == first.position + 1 for first, second in results)
        assert sorted((item for pair in results for item in pair), key=lambda item: item.position) == stored

    async def test_concurrent_repeats_of_one_message_store_it_once(self, repository: IMemoryRepository) -> None:
        results = await asyncio.gather(*(repository.add_messages(SCOPE, "c1", messages(2)) for _ in range(20)))

        assert all(result == placed(messages(2)) for result in results)
        assert await repository.get_messages(SCOPE, "c1") == placed(messages(2))
