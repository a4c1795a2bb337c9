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

import asyncio
import dataclasses
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from lembranca.domain.errors import Closed, Conflict, InvalidInput
from lembranca.domain.message import Attachment, Conversation
from lembranca.domain.scope import Scope
from lembranca.ports.memory_repository import IMemoryRepository
from lembranca.testing.memory_isolation import MemoryIsolationContract
from lembranca.testing.memory_model import MemoryModelContract
from lembranca.testing.samples import SCOPE, START, conversation, ids, message, messages, placed


@pytest.mark.asyncio
class MemoryRepositoryContract(MemoryIsolationContract, MemoryModelContract):
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

    # --- conversations

    async def test_saving_a_conversation_returns_its_id_and_it_is_found(self, repository: IMemoryRepository) -> None:
        later = START + timedelta(microseconds=1)
        saved = conversation(title="Jantar", updated_at=later)

        assert await repository.save_conversation(SCOPE, saved) == "c1"
        assert await repository.get_conversation(SCOPE, "c1") == saved

    async def test_a_conversation_may_have_no_title(self, repository: IMemoryRepository) -> None:
        await repository.save_conversation(SCOPE, conversation(title="Jantar"))
        await repository.save_conversation(SCOPE, conversation(title=None))

        found = await repository.get_conversation(SCOPE, "c1")

        assert found is not None
        assert found.title is None

    async def test_saving_again_replaces_title_and_times_and_its_messages_stay(
        self, repository: IMemoryRepository
    ) -> None:
        await repository.save_conversation(SCOPE, conversation(title="before"))
        stored = await repository.add_messages(SCOPE, "c1", messages(3))
        created, updated = START - timedelta(days=1), START + timedelta(days=400)
        await repository.save_conversation(
            SCOPE, conversation(title="after", created_at=created, updated_at=updated, message_count=99)
        )

        assert await repository.get_messages(SCOPE, "c1") == stored
        assert await repository.get_conversation(SCOPE, "c1") == Conversation(
            "c1", created, updated, "after", message_count=3
        )

    async def test_the_number_of_messages_is_counted_by_the_repository(self, repository: IMemoryRepository) -> None:
        await repository.save_conversation(SCOPE, conversation(message_count=7))
        before = await repository.get_conversation(SCOPE, "c1")
        await repository.add_messages(SCOPE, "c1", messages(4))
        await repository.add_messages(SCOPE, "c1", messages(4))
        after = await repository.get_conversation(SCOPE, "c1")

        assert before is not None
        assert before.message_count == 0
        assert after is not None
        assert after.message_count == 4

    async def test_an_unknown_conversation_is_none_or_empty_everywhere(self, repository: IMemoryRepository) -> None:
        assert await repository.get_conversation(SCOPE, "nobody") is None
        assert await repository.get_recent_messages(SCOPE, "nobody", 10) == []
        assert await repository.get_messages(SCOPE, "nobody") == []
        assert await repository.delete_conversation(SCOPE, "nobody") is False
        assert await repository.pin(SCOPE, "nobody", "m1") is False
        assert await repository.list_conversations(SCOPE) == []

    async def test_a_conversation_without_messages_has_none(self, repository: IMemoryRepository) -> None:
        await repository.save_conversation(SCOPE, conversation())

        assert await repository.get_recent_messages(SCOPE, "c1", 10) == []
        assert await repository.get_messages(SCOPE, "c1") == []
        assert await repository.pin(SCOPE, "c1", "m1") is False

    async def test_conversations_are_listed_the_last_updated_first_equal_ones_by_id(
        self, repository: IMemoryRepository
    ) -> None:
        updates = {"old": -1, "b": 0, "a": 0, "Z": 0, "new": 2}
        for name, microseconds in updates.items():
            updated = START + timedelta(microseconds=microseconds)
            await repository.save_conversation(SCOPE, conversation(name, updated_at=updated))

        found = await repository.list_conversations(SCOPE)

        assert [item.id for item in found] == ["new", "Z", "a", "b", "old"]

    async def test_a_new_message_makes_its_conversation_the_last_updated(self, repository: IMemoryRepository) -> None:
        await repository.add_message(SCOPE, message("m1", "first"))
        await repository.add_message(SCOPE, message("m1", "second", timestamp=START + timedelta(minutes=1)))
        before = await repository.list_conversations(SCOPE)
        await repository.add_message(SCOPE, message("m2", "first", timestamp=START + timedelta(minutes=2)))
        after = await repository.list_conversations(SCOPE)

        assert [item.id for item in before] == ["second", "first"]
        assert [(item.id, item.message_count) for item in after] == [("first", 2), ("second", 1)]

    async def test_the_list_is_cut_by_limit_and_offset(self, repository: IMemoryRepository) -> None:
        for number in range(7):
            updated = START + timedelta(minutes=number)
            await repository.save_conversation(SCOPE, conversation(f"c{number}", updated_at=updated))

        async def listed(**options: int) -> list[str]:
            return [item.id for item in await repository.list_conversations(SCOPE, **options)]

        assert await listed(limit=3) == ["c6", "c5", "c4"]
        assert await listed(limit=3, offset=2) == ["c4", "c3", "c2"]
        assert await listed(limit=3, offset=6) == ["c0"]
        assert await listed(limit=3, offset=7) == []
        assert await listed(limit=1000) == ["c6", "c5", "c4", "c3", "c2", "c1", "c0"]

    async def test_a_deleted_conversation_is_gone_with_its_messages_and_can_begin_again(
        self, repository: IMemoryRepository
    ) -> None:
        await repository.save_conversation(SCOPE, conversation("other"))
        await repository.add_messages(SCOPE, "c1", messages(3))

        assert await repository.delete_conversation(SCOPE, "c1") is True
        assert await repository.delete_conversation(SCOPE, "c1") is False
        assert await repository.get_conversation(SCOPE, "c1") is None
        assert await repository.get_messages(SCOPE, "c1") == []
        assert [item.id for item in await repository.list_conversations(SCOPE)] == ["other"]

        again = message("m1", content="quite another content")

        assert await repository.add_messages(SCOPE, "c1", [again]) == placed([again])

    # --- adding

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

    # --- what is kept

    @pytest.mark.parametrize(
        "content",
        [
            "NUL \0 in the middle and at the end \0",
            "emoji 👩‍👩‍👧‍👦 and 🇧🇷",
            "é composed, e\u0301 decomposed",
            "line\r\nbreaks\rof\nevery\u2028kind\u2029\x85",
            " leading and trailing \t\n",
            "\ufeffbyte order mark",
            "\x01\x02\x1b[31m\x7f",
            '"quotes" \\ backslash {json} [1, 2] %s $1 ? :x',
            "\uffff\U0010ffff",
            "0",
            " ",
            "ação " * 3,
        ],
    )
    async def test_content_comes_back_byte_for_byte(self, repository: IMemoryRepository, content: str) -> None:
        await repository.add_message(SCOPE, message(content=content))
        (found,) = await repository.get_messages(SCOPE, "c1")
        (recent,) = await repository.get_recent_messages(SCOPE, "c1", 1)

        assert found.content.encode() == content.encode()
        assert recent.content.encode() == content.encode()

    async def test_a_content_of_one_mebibyte_comes_back_byte_for_byte(self, repository: IMemoryRepository) -> None:
        content = ("çã\0😀\n" * (1 << 20))[: (1 << 20) // 10 * 5]
        content += "x" * ((1 << 20) - len(content.encode()))
        await repository.add_message(SCOPE, message(content=content))
        (found,) = await repository.get_recent_messages(SCOPE, "c1", 1)

        assert len(content.encode()) == 1 << 20
        assert found.content == content

    async def test_every_field_comes_back_as_it_was_given(self, repository: IMemoryRepository) -> None:
        given = message(
            "m1",
            role="tool",
            author="Ana Lúcia\0",
            channel="whatsapp",
            timestamp=datetime(1999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
            pinned=True,
            attachments=(
                Attachment("image", uri="file:///a%20b.png", description="um gato", transcript="miau\0"),
                Attachment("other"),
                Attachment("audio", transcript="oi"),
            ),
            metadata={
                "text": "ç\0😀",
                "number": 9_007_199_254_740_993,
                "real": 0.1,
                "negative": -1.5e300,
                "nothing": None,
                "flag": True,
                "list": [1, [2, {"deep": []}]],
                "": {},
            },
        )
        stored = await repository.add_messages(SCOPE, "c1", [given])

        assert stored == placed([given])
        assert await repository.get_messages(SCOPE, "c1") == stored
        assert await repository.get_recent_messages(SCOPE, "c1", 1) == stored

    @pytest.mark.parametrize("year", [1, 1969, 9999])
    async def test_times_keep_their_microseconds_in_every_year(self, repository: IMemoryRepository, year: int) -> None:
        when = datetime(year, 6, 30, 1, 2, 3, 1, tzinfo=UTC)
        await repository.save_conversation(SCOPE, conversation(created_at=when, updated_at=when))
        kept = await repository.get_conversation(SCOPE, "c1")
        await repository.add_message(SCOPE, message(timestamp=when))
        (found,) = await repository.get_messages(SCOPE, "c1")

        assert found.timestamp == when
        assert found.timestamp.utcoffset() == timedelta(0)
        assert kept is not None
        assert (kept.created_at, kept.updated_at) == (when, when)

    async def test_what_the_caller_does_to_its_metadata_later_changes_nothing(
        self, repository: IMemoryRepository
    ) -> None:
        mine: dict[str, Any] = {"tags": ["a"]}
        await repository.add_message(SCOPE, message(metadata=mine))
        mine["tags"].append("b")
        (found,) = await repository.get_messages(SCOPE, "c1")
        found.metadata["tags"].append("c")
        (again,) = await repository.get_recent_messages(SCOPE, "c1", 1)

        assert again.metadata == {"tags": ["a"]}
