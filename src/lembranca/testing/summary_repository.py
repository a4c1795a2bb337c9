"""What every `ISummaryRepository` promises, as tests to run against your own adapter; see `memory_repository`."""

from __future__ import annotations

import asyncio
import dataclasses
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from lembranca.domain.errors import Conflict, InvalidInput, NotFound
from lembranca.domain.scope import Scope
from lembranca.domain.summary import KeyEvent, Summary
from lembranca.ports.memory_repository import IHistory
from lembranca.ports.summary_repository import ISummaryRepository
from lembranca.testing.samples import HOSTILE_IDS, SCOPE, START, messages

LATER = START + timedelta(hours=1)
OTHER = Scope("acme", "bia")


def summary(id: str = "s1", first: int = 1, last: int = 4, **changes: Any) -> Summary:  # noqa: A002
    """Make a summary of the positions *first* to *last* of `c1`; *changes* are fields of `Summary`."""
    values: dict[str, Any] = {"conversation_id": "c1", "text": f"text of {id}", "created_at": START}
    return Summary(id=id, first=first, last=last, **(values | changes))


def names(found: list[Summary]) -> list[str]:
    """Give their ids."""
    return [item.id for item in found]


FULL = summary(
    "s'\"\n😀",
    2,
    9,
    text="Ana pediu\tum jantar ç😀\nsem coentro",
    key_events=(
        KeyEvent(datetime(2026, 3, 2, 19, 4, 5, 123456, tzinfo=UTC), "decidiu; \"já\" 'foi'", ("Ana", "José"), "high"),
        KeyEvent(datetime(1, 1, 1, tzinfo=UTC), "há muito tempo", (), "low"),
    ),
    tier=3,
    cycles=4,
    message_count=6,
    tokens=57,
    source_tokens=912,
    left_out=(3, 7),
    first_message_id="m2",
    last_message_id="m9",
    started_at=datetime(1970, 1, 1, tzinfo=UTC),
    ended_at=START,
    participants=("Ana", "", "assistant", "José"),
    method="openai:llama-3.3-70b",
    note="the model answered nothing",
    replaces=("old 1", "old 2"),
)


@pytest.mark.asyncio
class SummaryRepositoryContract:
    """
    Every sentence of the port's docstrings.

    Fill in two fixtures: `history`, an empty, opened `IHistory`, and `summaries`, the repository over it.
    """

    @pytest.fixture
    async def history(self) -> Any:
        """Give an `IHistory`, opened and empty."""
        raise NotImplementedError

    @pytest.fixture
    async def summaries(self, history: IHistory) -> Any:
        """Give the `ISummaryRepository` over *history*."""
        raise NotImplementedError

    @pytest.fixture(autouse=True)
    async def conversation(self, history: IHistory) -> None:
        """Begin the conversation `c1` with twenty messages."""
        await history.add_messages(SCOPE, "c1", messages(20))

    async def test_at_first_there_are_none(self, summaries: ISummaryRepository) -> None:
        assert await summaries.live_summaries(SCOPE, "c1") == []
        assert await summaries.timeline(SCOPE, "c1") == []

    async def test_an_unknown_conversation_has_none(self, summaries: ISummaryRepository) -> None:
        assert await summaries.live_summaries(SCOPE, "c2") == []
        assert await summaries.timeline(Scope("nobody", "x"), "c1") == []

    async def test_a_summary_comes_back_as_it_was_given(self, summaries: ISummaryRepository) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[FULL], now=LATER)

        assert await summaries.live_summaries(SCOPE, "c1") == [FULL]
        assert await summaries.timeline(SCOPE, "c1") == [FULL]

    async def test_a_summary_of_which_little_is_said_does_too(self, summaries: ISummaryRepository) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary()], now=LATER)

        assert await summaries.live_summaries(SCOPE, "c1") == [summary()]

    async def test_live_ones_come_with_the_oldest_turns_first(self, summaries: ISummaryRepository) -> None:
        given = [summary("s3", 9, 12), summary("s1", 1, 4), summary("s2", 5, 8)]
        await summaries.replace(SCOPE, "c1", retire=[], add=given, now=LATER)

        assert names(await summaries.live_summaries(SCOPE, "c1")) == ["s1", "s2", "s3"]

    async def test_the_timeline_has_live_and_retired_ones_in_the_order_of_their_making(
        self, summaries: ISummaryRepository
    ) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary("z", 5, 8), summary("y")], now=START)
        merged = summary("x", 1, 8, replaces=("y", "z"), created_at=START - timedelta(days=1))
        await summaries.replace(SCOPE, "c1", retire=["y", "z"], add=[merged], now=LATER)

        assert await summaries.live_summaries(SCOPE, "c1") == [merged]
        assert await summaries.timeline(SCOPE, "c1") == [
            summary("z", 5, 8, retired_at=LATER),
            summary("y", retired_at=LATER),
            merged,
        ]

    async def test_the_timeline_is_read_in_pages(self, summaries: ISummaryRepository) -> None:
        given = [summary(f"s{place}", place, place) for place in range(1, 6)]
        await summaries.replace(SCOPE, "c1", retire=[], add=given, now=LATER)

        assert names(await summaries.timeline(SCOPE, "c1", limit=2)) == ["s1", "s2"]
        assert names(await summaries.timeline(SCOPE, "c1", limit=2, offset=3)) == ["s4", "s5"]
        assert await summaries.timeline(SCOPE, "c1", offset=5) == []

    @pytest.mark.parametrize(("limit", "offset", "field"), [(0, 0, "limit"), (-1, 0, "limit"), (1, -1, "offset")])
    async def test_a_page_that_cannot_be_is_refused(
        self, summaries: ISummaryRepository, limit: int, offset: int, field: str
    ) -> None:
        with pytest.raises(InvalidInput) as caught:
            await summaries.timeline(SCOPE, "c1", limit=limit, offset=offset)

        assert caught.value.field == field

    async def test_the_messages_stay_as_they_are(self, history: IHistory, summaries: ISummaryRepository) -> None:
        before = await history.get_messages(SCOPE, "c1")
        await summaries.replace(SCOPE, "c1", retire=[], add=[FULL], now=LATER)

        assert await history.get_messages(SCOPE, "c1") == before

    async def test_what_is_added_is_live_whatever_it_says(self, summaries: ISummaryRepository) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary(retired_at=START)], now=LATER)

        assert await summaries.live_summaries(SCOPE, "c1") == [summary()]

    async def test_replacing_nothing_by_nothing_changes_nothing(self, summaries: ISummaryRepository) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary()], now=LATER)
        await summaries.replace(SCOPE, "c1", retire=[], add=[], now=LATER)

        assert await summaries.timeline(SCOPE, "c1") == [summary()]

    async def test_retiring_alone_is_legal_and_an_id_may_be_named_twice(self, summaries: ISummaryRepository) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary()], now=START)
        await summaries.replace(SCOPE, "c1", retire=["s1", "s1"], add=[], now=LATER)

        assert await summaries.live_summaries(SCOPE, "c1") == []
        assert await summaries.timeline(SCOPE, "c1") == [summary(retired_at=LATER)]

    # --- what is refused; nothing is stored then

    async def refused(self, summaries: ISummaryRepository, error: type[Exception], **given: Any) -> Any:
        """Try to replace what there is, see it refused and nothing changed, and give the error."""
        before = await summaries.timeline(SCOPE, "c1")
        values: dict[str, Any] = {"scope": SCOPE, "conversation_id": "c1", "retire": [], "add": [], "now": LATER}
        with pytest.raises(error) as caught:
            await summaries.replace(**(values | given))
        assert await summaries.timeline(SCOPE, "c1") == before
        return caught.value

    async def test_an_unknown_conversation_is_not_found(self, summaries: ISummaryRepository) -> None:
        error = await self.refused(
            summaries, NotFound, conversation_id="c2", add=[summary(conversation_id="c2")], retire=["s1"]
        )

        assert (error.kind, error.id) == ("conversation", "c2")
        assert await summaries.timeline(SCOPE, "c2") == []

    async def test_somebody_elses_conversation_is_not_found(self, summaries: ISummaryRepository) -> None:
        await self.refused(summaries, NotFound, scope=OTHER, add=[summary()])

    async def test_a_summary_of_another_conversation_is_refused(self, summaries: ISummaryRepository) -> None:
        error = await self.refused(summaries, InvalidInput, add=[summary(), summary("s2", 5, 8, conversation_id="c2")])

        assert error.field == "conversation_id"

    async def test_an_id_that_is_taken_is_a_conflict_live_or_retired(self, summaries: ISummaryRepository) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary("s1"), summary("s2", 5, 8)], now=START)
        await summaries.replace(SCOPE, "c1", retire=["s1"], add=[], now=START)

        for name in ("s1", "s2"):
            error = await self.refused(summaries, Conflict, add=[summary("new", 9, 9), summary(name, 10, 12)])
            assert (error.kind, error.id) == ("summary", name)

    async def test_an_id_is_taken_by_another_that_is_added_with_it(self, summaries: ISummaryRepository) -> None:
        await self.refused(summaries, Conflict, add=[summary("s1", 1, 2), summary("s1", 3, 4)])

    async def test_ids_of_other_conversations_are_free(self, history: IHistory, summaries: ISummaryRepository) -> None:
        await history.add_messages(SCOPE, "c2", messages(4, "c2"))
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary()], now=LATER)
        await summaries.replace(SCOPE, "c2", retire=[], add=[summary(conversation_id="c2")], now=LATER)

        assert await summaries.live_summaries(SCOPE, "c2") == [summary(conversation_id="c2")]

    @pytest.mark.parametrize(("first", "last"), [(1, 8), (8, 8), (3, 5), (5, 5), (1, 20), (6, 7)])
    async def test_what_a_live_one_covers_is_not_covered_again(
        self, summaries: ISummaryRepository, first: int, last: int
    ) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary("s1", 5, 8)], now=START)
        error = await self.refused(summaries, Conflict, add=[summary("s2", first, last)])

        assert error.id == "s2"
        assert "s1" in str(error)

    async def test_two_that_are_added_may_not_cover_the_same_either(self, summaries: ISummaryRepository) -> None:
        await self.refused(summaries, Conflict, add=[summary("s1", 1, 4), summary("s2", 4, 6)])

    async def test_what_one_leaves_out_another_may_cover(self, summaries: ISummaryRepository) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary("s1", 1, 9, left_out=(3, 4, 8))], now=START)
        for name, first, last in (("s2", 4, 5), ("s3", 2, 3)):
            await self.refused(summaries, Conflict, add=[summary(name, first, last)])
        more = [summary("s4", 3, 4), summary("s5", 8, 10, left_out=(9,))]
        await summaries.replace(SCOPE, "c1", retire=[], add=more, now=LATER)

        assert names(await summaries.live_summaries(SCOPE, "c1")) == ["s1", "s4", "s5"]

    async def test_what_a_retired_one_covered_may_be_covered_again(self, summaries: ISummaryRepository) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary("s1")], now=START)
        await summaries.replace(SCOPE, "c1", retire=["s1"], add=[summary("s2")], now=LATER)

        assert names(await summaries.live_summaries(SCOPE, "c1")) == ["s2"]

    async def test_nothing_beyond_the_newest_message_can_be_covered(self, summaries: ISummaryRepository) -> None:
        await self.refused(summaries, Conflict, add=[summary("s1", 20, 21)])
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary("s2", 20, 20)], now=LATER)

        assert names(await summaries.live_summaries(SCOPE, "c1")) == ["s2"]

    async def test_one_that_is_not_live_cannot_be_retired(self, summaries: ISummaryRepository) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary("s1"), summary("s2", 5, 8)], now=START)
        await summaries.replace(SCOPE, "c1", retire=["s1"], add=[], now=START)

        for name in ("s1", "none such"):
            error = await self.refused(summaries, Conflict, retire=["s2", name], add=[summary("s3", 9, 9)])
            assert (error.kind, error.id) == ("summary", name)

    async def test_of_two_that_replace_the_same_at_once_one_succeeds(self, summaries: ISummaryRepository) -> None:
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary("s0")], now=START)
        tries = (summaries.replace(SCOPE, "c1", retire=["s0"], add=[summary(name)], now=LATER) for name in "abcd")
        outcomes = await asyncio.gather(*tries, return_exceptions=True)

        assert [type(outcome) for outcome in outcomes if outcome is not None] == [Conflict] * 3
        assert len(await summaries.live_summaries(SCOPE, "c1")) == 1

    # --- whose they are, and when they go

    async def test_each_scope_and_conversation_has_its_own_however_alike_their_ids(
        self, history: IHistory, summaries: ISummaryRepository
    ) -> None:
        scopes = [Scope(one, other) for one, other in zip(HOSTILE_IDS, reversed(HOSTILE_IDS), strict=True)]
        for place, (scope, name) in enumerate(zip(scopes, HOSTILE_IDS, strict=True)):
            await history.add_messages(scope, name, messages(4, name))
            given = summary(name, conversation_id=name, text=f"text {place}")
            await summaries.replace(scope, name, retire=[], add=[given], now=LATER)
        found = [await summaries.timeline(*key) for key in zip(scopes, HOSTILE_IDS, strict=True)]

        assert [[item.text for item in items] for items in found] == [[f"text {n}"] for n in range(len(scopes))]

    async def test_they_go_with_their_conversation(self, history: IHistory, summaries: ISummaryRepository) -> None:
        await history.add_messages(SCOPE, "c2", messages(4, "c2"))
        kept = dataclasses.replace(summary(), conversation_id="c2")
        await summaries.replace(SCOPE, "c2", retire=[], add=[kept], now=START)
        await summaries.replace(SCOPE, "c1", retire=[], add=[summary("s1"), summary("s2", 5, 8)], now=START)
        await summaries.replace(SCOPE, "c1", retire=["s1"], add=[], now=START)
        assert await history.delete_conversation(SCOPE, "c1") is True
        await history.add_messages(SCOPE, "c1", messages(20))

        assert await summaries.timeline(SCOPE, "c1") == []
        assert await summaries.timeline(SCOPE, "c2") == [kept]
