"""What `IMemoryRepository` promises about conversations: part of `MemoryRepositoryContract`."""

from __future__ import annotations

from datetime import timedelta

from lembranca.domain.message import Conversation
from lembranca.ports.memory_repository import IMemoryRepository
from lembranca.testing.samples import SCOPE, START, conversation, message, messages, placed


class MemoryConversationsContract:
    """A conversation is saved, found, listed and removed, and its messages are counted."""

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
