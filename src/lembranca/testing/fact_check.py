"""What `IFactCheck` promises, as tests to run against your own adapter."""

from __future__ import annotations

from typing import Any

import pytest

from lembranca.ports.fact_check import IFactCheck
from lembranca.ports.fact_repository import IFactRepository
from lembranca.ports.memory_repository import IHistory
from lembranca.testing.fact_samples import OTHER, fact, learnt, source
from lembranca.testing.samples import SCOPE, messages


@pytest.mark.asyncio
class FactCheckContract:
    """
    Subclass it and fill in the fixtures, all of one store.

    `history`, an `IHistory`, opened and empty, `facts`, an `IFactRepository`, and `check`, an `IFactCheck`.
    """

    @pytest.fixture
    async def history(self) -> Any:
        """Give an `IHistory`, opened and empty."""
        raise NotImplementedError

    @pytest.fixture
    async def facts(self, history: IHistory) -> Any:
        """Give the `IFactRepository` of the same store."""
        raise NotImplementedError

    @pytest.fixture
    async def check(self, history: IHistory) -> Any:
        """Give the `IFactCheck` of the same store."""
        raise NotImplementedError

    async def test_in_an_empty_store_there_is_nobody(self, check: IFactCheck) -> None:
        assert await check.people() == []
        assert await check.active_facts(SCOPE) == []

    async def test_active_facts_are_given_with_their_sources_in_the_order_in_which_they_were_made(
        self, facts: IFactRepository, check: IFactCheck
    ) -> None:
        made = [fact("b", "one"), fact("a", "two"), fact("c", "gone", status="forgotten")]
        for each in made:
            await facts.apply(SCOPE, [learnt(each, sources=(source("m1"),))])

        found = await check.active_facts(SCOPE)

        assert found == made[:2]
        assert [each.sources for each in found] == [(source("m1"),)] * 2

    async def test_everybody_is_seen_by_himself(self, facts: IFactRepository, check: IFactCheck) -> None:
        await facts.apply(OTHER, [learnt(fact("of another"))])
        await facts.apply(SCOPE, [learnt(fact("forgotten", status="forgotten"))])

        assert await check.people() == [OTHER]
        assert await check.active_facts(SCOPE) == []

    async def test_what_was_said_around_a_message_is_given_in_its_order(
        self, history: IHistory, check: IFactCheck
    ) -> None:
        said = messages(5)
        await history.add_messages(SCOPE, "c1", said)

        around = await check.around(SCOPE, source(said[2].id), before=1, after=5)

        assert [message.id for message in around] == [message.id for message in said[1:]]

    @pytest.mark.parametrize(("message_id", "conversation_id"), [("gone", "c1"), ("m1", "elsewhere")])
    async def test_around_what_is_gone_or_elsewhere_there_is_nothing(
        self, history: IHistory, check: IFactCheck, message_id: str, conversation_id: str
    ) -> None:
        await history.add_messages(SCOPE, "c1", messages(2))

        assert await check.around(SCOPE, source(message_id, conversation_id), before=1, after=1) == []
        assert await check.around(OTHER, source("m1"), before=1, after=1) == []
