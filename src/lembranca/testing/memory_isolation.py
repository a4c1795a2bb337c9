"""What `IMemoryRepository` promises about whose memory it is: part of `MemoryRepositoryContract`."""

from __future__ import annotations

import itertools

import pytest

from lembranca.domain.scope import Scope
from lembranca.ports.memory_repository import IMemoryRepository
from lembranca.testing.samples import HOSTILE_IDS, SCOPE, message, messages, placed


class MemoryIsolationContract:
    """Nobody sees, changes or removes what belongs to somebody else, however alike the ids are."""

    async def test_hostile_conversation_ids_are_kept_apart(self, repository: IMemoryRepository) -> None:
        for place, name in enumerate(HOSTILE_IDS):
            await repository.add_message(SCOPE, message("m", name, content=f"canary {place}"))

        for place, name in enumerate(HOSTILE_IDS):
            found = await repository.get_messages(SCOPE, name)
            held = await repository.get_conversation(SCOPE, name)

            assert [(item.conversation_id, item.content) for item in found] == [(name, f"canary {place}")]
            assert held is not None
            assert (held.id, held.message_count) == (name, 1)
        listed = await repository.list_conversations(SCOPE)
        assert sorted(item.id for item in listed) == sorted(HOSTILE_IDS)

    async def test_hostile_message_ids_are_kept_apart(self, repository: IMemoryRepository) -> None:
        given = [message(name, content=f"canary {place}") for place, name in enumerate(HOSTILE_IDS)]

        assert await repository.add_messages(SCOPE, "c1", given) == placed(given)
        assert await repository.add_messages(SCOPE, "c1", given) == placed(given)
        for name in HOSTILE_IDS[::2]:
            assert await repository.pin(SCOPE, "c1", name) is True
        found = await repository.get_messages(SCOPE, "c1")
        assert [item.id for item in found if item.pinned] == list(HOSTILE_IDS[::2])

    async def test_hostile_scopes_never_see_one_another(self, repository: IMemoryRepository) -> None:
        scopes = [Scope(name, "u") for name in HOSTILE_IDS]
        scopes += [Scope("t", name) for name in HOSTILE_IDS]
        scopes += [Scope(tenant, user) for tenant, user in itertools.pairwise(HOSTILE_IDS)]
        for place, scope in enumerate(scopes):
            await repository.add_message(scope, message("m", "c", content=f"canary {place}"))

        for place, scope in enumerate(scopes):
            assert [item.content for item in await repository.get_messages(scope, "c")] == [f"canary {place}"]
            assert [item.id for item in await repository.list_conversations(scope)] == ["c"]

    @pytest.mark.parametrize(
        "owners",
        [
            [("a", "b:c", "d"), ("a:b", "c", "d"), ("a", "b", "c:d"), ("a:b:c", "d", "d")],
            [("a", "b/c", "d"), ("a/b", "c", "d"), ("a", "b", "c/d")],
            [("a", "bc", "d"), ("ab", "c", "d"), ("a", "b", "cd"), ("abc", "d", "d")],
            [("1", "12", "2"), ("11", "2", "2"), ("1", "1", "22")],
            [("a|1", "b", "c"), ("a", "1|b", "c"), ("a", "1", "b|c")],
            [("{a}", "b", "c"), ("a", "{b}", "c"), ("{a", "b}", "c"), ("{", "}", "{}")],
            [("a\n", "b", "c"), ("a", "\nb", "c"), ("a", "b", "\nc"), ("a", "b", "c\n")],
        ],
    )
    async def test_no_two_triples_of_tenant_user_and_conversation_are_one(
        self, repository: IMemoryRepository, owners: list[tuple[str, str, str]]
    ) -> None:
        for tenant, user, name in owners:
            content = repr((tenant, user, name))
            await repository.add_message(Scope(tenant, user), message("m", name, content=content))

        for tenant, user, name in owners:
            (found,) = await repository.get_messages(Scope(tenant, user), name)
            assert found.content == repr((tenant, user, name))

    async def test_deleting_touches_nobody_else(self, repository: IMemoryRepository) -> None:
        scopes = [Scope(tenant, user) for tenant in ("a", "A", "%", "*") for user in ("u", "_", "*")]
        for scope in scopes:
            await repository.add_messages(scope, "c1", messages(2))
        for name in ("*", "%", "_", "c", "C1", "c1\n"):
            assert await repository.delete_conversation(scopes[0], name) is False
        assert await repository.delete_conversation(scopes[-1], "c1") is True

        for scope in scopes[:-1]:
            assert len(await repository.get_messages(scope, "c1")) == 2
        assert await repository.get_messages(scopes[-1], "c1") == []
