"""`IMemoryRepository` against a plain model, over any sequence of operations: part of `MemoryRepositoryContract`."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Awaitable
from datetime import UTC
from typing import Any, TypeVar

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lembranca.domain.errors import Conflict, InvalidInput
from lembranca.domain.message import Message, difference
from lembranca.domain.scope import Scope
from lembranca.ports.memory_repository import IMemoryRepository
from lembranca.testing.samples import message

_T = TypeVar("_T")
_fresh = itertools.count(1)


async def _outcome(call: Awaitable[_T]) -> _T | type[Exception]:
    try:
        return await call
    except (Conflict, InvalidInput) as exc:
        return type(exc)


class _Model:
    """The port's meaning in the plainest words."""

    def __init__(self) -> None:
        self._messages: dict[str, list[Message]] = {}

    def held(self, conversation_id: str) -> list[Message]:
        return self._messages.get(conversation_id, [])

    async def add_messages(self, conversation_id: str, given: list[Message]) -> list[Message]:
        if any(item.conversation_id != conversation_id for item in given):
            raise InvalidInput("conversation_id", conversation_id, "must be the same")
        held, stored = list(self.held(conversation_id)), []
        for item in given:
            known = next((other for other in held if other.id == item.id), None)
            if known and difference(known, item):
                raise Conflict("message", item.id, "content")
            if not known:
                known = dataclasses.replace(item, position=len(held) + 1)
                held.append(known)
            stored.append(known)
        if given:
            self._messages[conversation_id] = held
        return stored

    async def delete_conversation(self, conversation_id: str) -> bool:
        return self._messages.pop(conversation_id, None) is not None

    async def pin(self, conversation_id: str, message_id: str) -> bool:
        held = self.held(conversation_id)
        for place, item in enumerate(held):
            if item.id == message_id:
                held[place] = dataclasses.replace(item, pinned=True)
                return True
        return False

    async def get_recent_messages(self, conversation_id: str, limit: int) -> list[Message]:
        return self.held(conversation_id)[-limit:]


_CONVERSATIONS = st.sampled_from(["c", "d"])
_MESSAGE_IDS = st.sampled_from(["m1", "m2", "m3", "m4", "m5", "m6"])
_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


def _given_messages(conversation_id: str) -> st.SearchStrategy[list[Message]]:
    one = st.builds(
        message,
        _MESSAGE_IDS,
        st.sampled_from([conversation_id] * 15 + ["elsewhere"]),
        content=st.one_of(st.just("Oi"), _TEXTS),
        author=st.sampled_from([None, None, "Ana"]),
        timestamp=st.datetimes(timezones=st.just(UTC)),
        pinned=st.booleans(),
    )
    return st.lists(one, max_size=4)


_STEPS = st.one_of(
    _CONVERSATIONS.flatmap(lambda name: st.tuples(st.just("add_messages"), st.just(name), _given_messages(name))),
    st.tuples(st.just("get_recent_messages"), _CONVERSATIONS, st.integers(1, 8)),
    st.tuples(st.just("pin"), _CONVERSATIONS, _MESSAGE_IDS),
    st.tuples(st.just("delete_conversation"), _CONVERSATIONS),
)


class MemoryModelContract:
    """Whatever is done in whatever order, the outcome is that of the model."""

    # One repository serves all examples, each in a scope of its own; the class is shared by design.
    @settings(
        deadline=None,
        max_examples=40,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
    )
    @given(steps=st.lists(_STEPS, max_size=12))
    async def test_any_sequence_of_operations_gives_what_a_plain_model_gives(
        self, repository: IMemoryRepository, steps: list[tuple[Any, ...]]
    ) -> None:
        scope = Scope("model", f"example-{next(_fresh)}")
        model = _Model()
        for name, *arguments in steps:
            given = await _outcome(getattr(repository, name)(scope, *arguments))
            expected = await _outcome(getattr(model, name)(*arguments))

            assert given == expected, name
        for conversation_id in ("c", "d"):
            assert await repository.get_messages(scope, conversation_id) == model.held(conversation_id)
            assert await repository.get_recent_messages(scope, conversation_id, 3) == model.held(conversation_id)[-3:]
