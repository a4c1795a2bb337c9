"""
What every `IMemoryRepository` promises, as tests to run against your own adapter.

Derive a class called `Test...`, fill in the fixture, and pytest does the rest:

    class TestMyRepository(MemoryRepositoryContract):
        @pytest.fixture
        async def repository(self):
            repository = MyRepository()
            await repository.open()
            yield repository
            await repository.close()

It needs the extra `testing`. For readable failures, register the module before it is imported, in `conftest.py`:
`pytest.register_assert_rewrite("lembranca.testing")`.
"""

from __future__ import annotations

from typing import Any

import pytest

from lembranca.domain.errors import Closed, InvalidInput
from lembranca.domain.scope import Scope
from lembranca.ports.memory_repository import IMemoryRepository
from lembranca.testing.memory_adding import MemoryAddingContract
from lembranca.testing.memory_content import MemoryContentContract
from lembranca.testing.memory_conversations import MemoryConversationsContract
from lembranca.testing.memory_isolation import MemoryIsolationContract
from lembranca.testing.memory_model import MemoryModelContract
from lembranca.testing.samples import SCOPE, ids, message, messages


@pytest.mark.asyncio
class MemoryRepositoryContract(
    MemoryConversationsContract,
    MemoryAddingContract,
    MemoryContentContract,
    MemoryIsolationContract,
    MemoryModelContract,
):
    """Every sentence of the port's docstrings."""

    @pytest.fixture
    async def repository(self) -> Any:
        """Give an `IMemoryRepository`, opened and empty."""
        raise NotImplementedError

    # --- opening and closing

    async def test_opening_twice_is_harmless(self, repository: IMemoryRepository) -> None:
        await repository.add_message(SCOPE, message())
        await repository.open()

        assert ids(await repository.get_messages(SCOPE, "c1")) == ["m1"]

    async def test_closing_twice_is_harmless_and_afterwards_it_says_that_it_is_closed(
        self, repository: IMemoryRepository
    ) -> None:
        await repository.close()
        await repository.close()

        with pytest.raises(Closed):
            await repository.get_recent_messages(SCOPE, "c1", 5)
        with pytest.raises(Closed):
            await repository.add_message(SCOPE, message())

    # --- reading

    @pytest.mark.parametrize(
        ("limit", "expected"),
        [(1, ["m9"]), (4, ["m6", "m7", "m8", "m9"]), (9, None), (10, None), (100_000, None)],
    )
    async def test_recent_messages_are_the_newest_oldest_first(
        self, repository: IMemoryRepository, limit: int, expected: list[str] | None
    ) -> None:
        stored = await repository.add_messages(SCOPE, "c1", messages(9))
        found = await repository.get_recent_messages(SCOPE, "c1", limit)

        assert ids(found) == (expected or ids(stored))
        assert found == stored[-limit:]

    @pytest.mark.parametrize(
        ("first", "last", "expected"),
        [
            (1, None, [1, 2, 3, 4, 5]),
            (3, None, [3, 4, 5]),
            (2, 4, [2, 3, 4]),
            (3, 3, [3]),
            (5, 5, [5]),
            (4, 99, [4, 5]),
            (6, None, []),
            (6, 9, []),
            (4, 3, []),
            (5, 1, []),
        ],
    )
    async def test_messages_are_read_by_position_both_ends_included(
        self, repository: IMemoryRepository, first: int, last: int | None, expected: list[int]
    ) -> None:
        await repository.add_messages(SCOPE, "c1", messages(5))
        found = await repository.get_messages(SCOPE, "c1", first=first, last=last)

        assert [item.position for item in found] == expected
        assert ids(found) == [f"m{position}" for position in expected]

    @pytest.mark.parametrize("wrong", [0, -1, True, 1.5])
    async def test_a_bound_below_the_first_is_refused_by_name(self, repository: IMemoryRepository, wrong: Any) -> None:
        await repository.add_messages(SCOPE, "c1", messages(5))

        with pytest.raises(InvalidInput, match="limit"):
            await repository.get_recent_messages(SCOPE, "c1", wrong)
        with pytest.raises(InvalidInput, match="first"):
            await repository.get_messages(SCOPE, "c1", first=wrong)
        with pytest.raises(InvalidInput, match="limit"):
            await repository.list_conversations(SCOPE, limit=wrong)

    @pytest.mark.parametrize("wrong", [-1, False, 1.5])
    async def test_an_offset_below_zero_is_refused_by_name(self, repository: IMemoryRepository, wrong: Any) -> None:
        with pytest.raises(InvalidInput, match="offset"):
            await repository.list_conversations(SCOPE, offset=wrong)

    # --- pins

    async def test_a_message_is_pinned_and_unpinned_and_repeating_is_harmless(
        self, repository: IMemoryRepository
    ) -> None:
        await repository.add_messages(SCOPE, "c1", messages(3))

        async def pins() -> list[bool]:
            read = await repository.get_messages(SCOPE, "c1")
            assert await repository.get_recent_messages(SCOPE, "c1", 3) == read
            return [item.pinned for item in read]

        assert await repository.pin(SCOPE, "c1", "m2") is True
        assert await repository.pin(SCOPE, "c1", "m2") is True
        assert await pins() == [False, True, False]
        assert await repository.pin(SCOPE, "c1", "m2", pinned=False) is True
        assert await repository.pin(SCOPE, "c1", "m2", pinned=False) is True
        assert await pins() == [False, False, False]

    async def test_a_message_may_come_pinned_and_a_repeat_does_not_change_its_pin(
        self, repository: IMemoryRepository
    ) -> None:
        await repository.add_messages(SCOPE, "c1", [message("m1", pinned=True), message("m2")])
        await repository.pin(SCOPE, "c1", "m2")
        await repository.add_messages(SCOPE, "c1", [message("m1"), message("m2")])

        assert [item.pinned for item in await repository.get_messages(SCOPE, "c1")] == [True, True]

    async def test_pinning_an_unknown_message_is_false_and_changes_nothing(self, repository: IMemoryRepository) -> None:
        stored = await repository.add_messages(SCOPE, "c1", messages(2))

        assert await repository.pin(SCOPE, "c1", "m3") is False
        assert await repository.pin(Scope("acme", "bia"), "c1", "m1") is False
        assert await repository.pin(SCOPE, "c2", "m1") is False
        assert await repository.get_messages(SCOPE, "c1") == stored
