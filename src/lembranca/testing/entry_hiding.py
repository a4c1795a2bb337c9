"""Messages that are not to be found, and channels: part of `EntryRepositoryContract`."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from lembranca.domain.entry import SearchFilter
from lembranca.domain.scope import Scope
from lembranca.ports.entry_repository import IEntryRepository
from lembranca.ports.memory_repository import IHistory
from lembranca.testing.samples import SCOPE, START, message

OTHER = Scope("acme", "bia")
LATER = START + timedelta(days=1)


async def _ids(entries: IEntryRepository, query: str, **options: Any) -> list[str]:
    """Give the ids found, best first."""
    return [hit.id for hit in await entries.search_keywords(SCOPE, query, limit=100, **options)]


@pytest.mark.asyncio
class EntryHidingContract:
    """What is promised of hiding and of channels."""

    async def test_a_hidden_message_is_not_found_and_stays_in_its_conversation(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        stored = await history.add_messages(SCOPE, "c1", [message("m1", content="pizza"), message("m2", content="pie")])
        (name,) = await _ids(entries, "pizza")

        assert await entries.hide(SCOPE, name, now=LATER) is True
        assert await entries.hide(SCOPE, name, now=LATER) is True
        assert await _ids(entries, "pizza pie") != []
        assert name not in await _ids(entries, "pizza pie")
        assert await entries.get_entries(SCOPE, [name]) == {}
        assert (await entries.get_entries(SCOPE, [name], with_forgotten=True))[name].status == "forgotten"
        assert await history.get_messages(SCOPE, "c1") == stored

    async def test_it_can_be_found_again_as_before(self, history: IHistory, entries: IEntryRepository) -> None:
        await history.add_messages(SCOPE, "c1", [message("m1", content="pizza"), message("m2", content="pizza pie")])
        before = await entries.search_keywords(SCOPE, "pizza pie", limit=9)
        known = await entries.get_entries(SCOPE, [hit.id for hit in before])
        await entries.hide(SCOPE, before[0].id, now=LATER)

        assert await entries.search_keywords(SCOPE, "pizza pie", limit=9) == before[1:]
        assert await entries.hide(SCOPE, before[0].id, hidden=False, now=LATER) is True
        assert await entries.search_keywords(SCOPE, "pizza pie", limit=9) == before
        assert await entries.get_entries(SCOPE, [*known]) == known
        assert {entry.status for entry in known.values()} == {"active"}

    async def test_nobody_hides_what_is_anothers_or_unknown(self, history: IHistory, entries: IEntryRepository) -> None:
        await history.add_messages(SCOPE, "c1", [message("m1", content="pizza")])
        (name,) = await _ids(entries, "pizza")

        for scope, asked in ((OTHER, name), (SCOPE, "m999"), (SCOPE, "fact-1"), (SCOPE, ""), (SCOPE, "m1'--")):
            assert await entries.hide(scope, asked, now=LATER) is False
        assert await _ids(entries, "pizza") == [name]

    async def test_around_a_message_what_is_hidden_is_passed_over(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        given = [message(f"m{n}", content=text) for n, text in enumerate(("one", "pizza", "guitar"))]
        await history.add_messages(SCOPE, "c1", given)
        (hidden,), (name,), (first,) = [await _ids(entries, query) for query in ("pizza", "guitar", "one")]
        await entries.hide(SCOPE, hidden, now=LATER)
        around = await entries.find_surroundings(SCOPE, [name, "fact-1"], reach=2)

        assert list(around.neighbours[name].before) == [first]
        assert set(around.authors) == {name, first}
        assert list(around.neighbours["fact-1"].before) == []

    async def test_a_channel_is_told_and_can_be_searched(self, history: IHistory, entries: IEntryRepository) -> None:
        channels = ["web", "app", None]
        given = [message(f"m{n}", content="pizza", channel=channel) for n, channel in enumerate(channels)]
        await history.add_messages(SCOPE, "c1", given)
        (name,) = await _ids(entries, "pizza", filters=SearchFilter(channel="web"))
        known = await entries.get_entries(SCOPE, await _ids(entries, "pizza"))

        assert {entry.channel for entry in known.values()} == {"web", "app", None}
        assert known[name].message_id == "m0"
        assert await _ids(entries, "pizza", filters=SearchFilter(channel="Web")) == []
