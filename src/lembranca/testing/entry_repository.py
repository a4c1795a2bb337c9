"""What every `IEntryRepository` promises, as tests to run against your own adapter; see `memory_repository`."""

from __future__ import annotations

import dataclasses
from datetime import timedelta
from typing import Any

import pytest

from lembranca.domain.entry import SearchFilter
from lembranca.domain.message import Attachment, Message
from lembranca.domain.relevance import word_shares
from lembranca.domain.scope import Scope
from lembranca.ports.entry_repository import IEntryRepository
from lembranca.ports.memory_repository import IHistory
from lembranca.testing.entry_hiding import EntryHidingContract
from lembranca.testing.samples import HOSTILE_IDS, SCOPE, START, message

OTHER = Scope("acme", "bia")

HOSTILE_TEXTS = (
    "",
    " ",
    "\0",
    "jantar\0almoço",
    '"',
    "'",
    "''; DROP TABLE messages; --",
    "AND",
    "OR NOT",
    "NEAR(jantar, 3)",
    "jantar AND",
    "jantar*",
    "^jantar",
    "terms:jantar",
    "{terms}: jantar",
    "(jantar",
    "jantar)",
    '"jantar',
    "-jantar",
    "+",
    "1_jantar",
    "%",
    "_",
    "😀",
    "\u202e\ufeff",
    "e\u0301" * 1000,
    "晩ご飯",
    "x" * 100_000,
    "jantar " * 20_000,
    " ".join(f"w{number}" for number in range(50_000)),
)
"""Texts that a careless adapter takes for the grammar of its search engine."""


def said(*contents: str, conversation_id: str = "c1", start: int = 1, **changes: Any) -> list[Message]:
    """Make messages that say *contents*, `m<start>`, ..., a minute apart."""
    return [
        message(
            f"m{number}",
            conversation_id,
            content=content,
            timestamp=START + timedelta(minutes=number),
            **changes,
        )
        for number, content in enumerate(contents, start=start)
    ]


class _Asking:
    """How the tests ask: by what was said."""

    @staticmethod
    async def found(entries: IEntryRepository, query: str, scope: Scope = SCOPE, **options: Any) -> list[str]:
        """Give the contents found, best first."""
        hits = await entries.search_keywords(scope, query, **({"limit": 100} | options))
        known = await entries.get_entries(scope, [hit.id for hit in hits])
        return [known[hit.id].content for hit in hits]


@pytest.mark.asyncio
class EntryRepositoryContract(_Asking, EntryHidingContract):
    """
    Every sentence of the port's docstrings.

    Fill in two fixtures: `history`, an empty, opened `IHistory`, and `entries`, the `IEntryRepository` over it.
    """

    @pytest.fixture
    async def history(self) -> Any:
        """Give an `IHistory`, opened and empty."""
        raise NotImplementedError

    @pytest.fixture
    async def entries(self, history: IHistory) -> Any:
        """Give the `IEntryRepository` over *history*."""
        raise NotImplementedError

    # --- keyword search

    async def test_an_unknown_scope_finds_nothing(self, entries: IEntryRepository) -> None:
        assert await entries.search_keywords(SCOPE, "jantar", limit=5) == []

    async def test_what_shares_a_word_with_the_question_is_found_with_the_words_shared(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        await history.append(SCOPE, "c1", said("risotto tomorrow", "pizza yesterday", "pizza tomorrow"))

        assert set(await self.found(entries, "pizza")) == {"pizza yesterday", "pizza tomorrow"}
        (best, *_) = await entries.search_keywords(SCOPE, "pizza tomorrow", limit=9)
        assert len(best.terms) == 2
        assert best.score > 0

    async def test_each_word_found_tells_its_share_of_the_question_and_words_never_said_keep_theirs(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        await history.append(SCOPE, "c1", said("pizza cinema", "pizza window", "carpet window"))

        hits = await entries.search_keywords(SCOPE, "pizza cinema zebra", limit=9)

        shares = word_shares(3, {"pizza": 2, "cinema": 1, "zebra": 0})
        assert [dict(zip(hit.terms, hit.shares, strict=True)) for hit in hits] == [
            {"pizza": pytest.approx(shares["pizza"]), "cinema": pytest.approx(shares["cinema"])},
            {"pizza": pytest.approx(shares["pizza"])},
        ]

    async def test_the_message_that_shares_most_comes_first_and_scores_fall(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        given = said("pizza cinema guitar", "pizza cinema window", "pizza carpet window", "marble carpet window")
        await history.append(SCOPE, "c1", given)
        hits = await entries.search_keywords(SCOPE, "pizza cinema guitar", limit=9)

        assert await self.found(entries, "pizza cinema guitar") == [item.content for item in given[:3]]
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)

    async def test_a_rare_word_counts_more_than_a_common_one(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        await history.append(SCOPE, "c1", said("guitar window", *(f"pizza window{n}" for n in range(9))))

        assert (await self.found(entries, "pizza guitar"))[0] == "guitar window"

    async def test_equal_scores_come_the_newest_first(self, history: IHistory, entries: IEntryRepository) -> None:
        given = said("pizza one", "pizza two", "pizza six")
        await history.append(SCOPE, "c1", given)

        assert await self.found(entries, "pizza") == ["pizza six", "pizza two", "pizza one"]

    async def test_the_limit_cuts_the_end_off(self, history: IHistory, entries: IEntryRepository) -> None:
        await history.append(SCOPE, "c1", said("pizza one", "pizza two", "pizza six"))

        assert await self.found(entries, "pizza", limit=1) == ["pizza six"]
        assert len(await self.found(entries, "pizza", limit=100_000)) == 3

    @pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=range(len(HOSTILE_TEXTS)))
    async def test_nothing_in_a_question_is_syntax(
        self, history: IHistory, entries: IEntryRepository, text: str
    ) -> None:
        await history.append(SCOPE, "c1", said("jantar com Bia", "almoço"))
        found = await self.found(entries, text)

        assert set(found) <= {"jantar com Bia", "almoço"}
        if "jantar" in text and "1_" not in text:
            assert "jantar com Bia" in found

    async def test_a_text_without_words_finds_nothing(self, history: IHistory, entries: IEntryRepository) -> None:
        await history.append(SCOPE, "c1", said("?!", "jantar"))

        assert await self.found(entries, "?! -- * \0") == []

    async def test_any_content_can_be_stored_and_is_found_by_its_words(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        contents = [f"{text} guitar{place}" for place, text in enumerate(HOSTILE_TEXTS) if len(text) < 10_000]
        await history.append(SCOPE, "c1", said(*contents))

        for place, content in enumerate(contents):
            if f"guitar{place}" in content:
                assert await self.found(entries, f"guitar{place}") == [content]

    async def test_an_attachment_and_its_author_are_found_too(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        photo = Attachment("image", description="a waterfall in the forest")
        await history.append(SCOPE, "c1", said("look", attachments=(photo,), author="Marguerite"))

        assert await self.found(entries, "waterfall") == ["look"]
        assert await self.found(entries, "Marguerite") == ["look"]

    async def test_a_deleted_conversation_is_found_no_more(self, history: IHistory, entries: IEntryRepository) -> None:
        await history.append(SCOPE, "c1", said("pizza one"))
        await history.append(SCOPE, "c2", said("pizza two", conversation_id="c2"))
        await history.delete_conversation(SCOPE, "c1")

        assert await self.found(entries, "pizza") == ["pizza two"]

    # --- filters

    async def test_filters_leave_every_matching_entry_and_no_other(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        for number in range(300):
            await history.append(SCOPE, "noise", said("pizza pizza pizza", conversation_id="noise", start=number))
        await history.append(SCOPE, "c1", said("pizza one", "pizza two long text that ranks low", "pizza six"))
        chosen = SearchFilter(conversation_id="c1")

        assert len(await self.found(entries, "pizza", limit=3, filters=chosen)) == 3
        assert set(await self.found(entries, "pizza", filters=chosen)) == {
            "pizza one",
            "pizza two long text that ranks low",
            "pizza six",
        }

    async def test_bounds_of_time_are_inclusive(self, history: IHistory, entries: IEntryRepository) -> None:
        await history.append(SCOPE, "c1", said("pizza one", "pizza two", "pizza six"))
        bounds = SearchFilter(since=START + timedelta(minutes=2), until=START + timedelta(minutes=2))
        after = SearchFilter(since=START + timedelta(minutes=2, microseconds=1))

        assert await self.found(entries, "pizza", filters=bounds) == ["pizza two"]
        assert await self.found(entries, "pizza", filters=after) == ["pizza six"]

    async def test_filters_that_admit_no_messages_find_none(self, history: IHistory, entries: IEntryRepository) -> None:
        await history.append(SCOPE, "c1", said("pizza one"))

        assert await self.found(entries, "pizza", filters=SearchFilter(kinds=frozenset({"pref"}))) == []
        assert await self.found(entries, "pizza", filters=SearchFilter(layers=frozenset({"long"}))) == []
        both = SearchFilter(kinds=frozenset({"pref", "message"}), layers=frozenset({"short"}))
        assert await self.found(entries, "pizza", filters=both) == ["pizza one"]

    async def test_a_filter_changes_no_score(self, history: IHistory, entries: IEntryRepository) -> None:
        await history.append(SCOPE, "c1", said("pizza one", "guitar"))
        await history.append(SCOPE, "c2", said("pizza two", "pizza pizza", conversation_id="c2"))
        free = {hit.id: hit.score for hit in await entries.search_keywords(SCOPE, "pizza", limit=9)}
        bound = await entries.search_keywords(SCOPE, "pizza", limit=9, filters=SearchFilter(conversation_id="c2"))

        assert len(bound) == 2
        assert all(free[hit.id] == hit.score for hit in bound)

    # --- scopes

    async def test_nobodys_entries_change_anothers_ranking(self, history: IHistory, entries: IEntryRepository) -> None:
        await history.append(SCOPE, "c1", said("pizza guitar", "pizza window", "window carpet"))
        alone = [(hit.score, hit.terms) for hit in await entries.search_keywords(SCOPE, "pizza guitar", limit=9)]
        for number in range(1, 40):
            await history.append(OTHER, "c1", said("guitar guitar", "carpet " * 30, start=2 * number))
        among = [(hit.score, hit.terms) for hit in await entries.search_keywords(SCOPE, "pizza guitar", limit=9)]

        assert among == alone

    async def test_hostile_scopes_find_their_own_only(self, history: IHistory, entries: IEntryRepository) -> None:
        scopes = [Scope(name, "u") for name in HOSTILE_IDS] + [Scope("t", name) for name in HOSTILE_IDS]
        for place, scope in enumerate(scopes):
            await history.append(scope, "c1", said(f"pizza canary{place}"))

        for place, scope in enumerate(scopes):
            assert await self.found(entries, "pizza", scope) == [f"pizza canary{place}"]
            assert await self.found(entries, f"canary{place + 1}", scope) == []

    # --- looking up

    async def test_an_entry_tells_the_message_it_is(self, history: IHistory, entries: IEntryRepository) -> None:
        (stored,) = await history.add_messages(SCOPE, "c1", said("pizza", role="assistant", author="Ana"))
        (hit,) = await entries.search_keywords(SCOPE, "pizza", limit=1)
        entry = (await entries.get_entries(SCOPE, [hit.id]))[hit.id]

        assert entry.id == hit.id
        assert (entry.conversation_id, entry.message_id, entry.position) == ("c1", stored.id, 1)
        assert (entry.content, entry.timestamp) == (stored.content, stored.timestamp)
        assert (entry.role, entry.author, entry.layer, entry.kind) == ("assistant", "Ana", "short", "message")

    async def test_ids_unknown_or_of_another_scope_are_left_out(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        await history.append(SCOPE, "c1", said("pizza one"))
        await history.append(OTHER, "c1", said("pizza two"))
        (mine,) = await entries.search_keywords(SCOPE, "pizza", limit=9)
        (theirs,) = await entries.search_keywords(OTHER, "pizza", limit=9)
        asked = [mine.id, theirs.id, "m999999999", "", "m", "nonsense", "m1'--", "m" + "9" * 400, *HOSTILE_IDS]

        assert set(await entries.get_entries(SCOPE, asked)) == {mine.id}
        assert await entries.get_entries(SCOPE, []) == {}
        assert await entries.get_entries(Scope("new", "new"), asked) == {}

    async def test_more_ids_than_a_statement_can_bind_are_looked_up(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        await history.append(SCOPE, "c1", said("pizza one", "two"))
        (hit,) = await entries.search_keywords(SCOPE, "pizza", limit=9)
        asked = [*(f"m{number}" for number in range(1_000_000, 1_070_000)), hit.id]

        assert set(await entries.get_entries(SCOPE, asked)) == {hit.id}
        around = await entries.find_surroundings(SCOPE, asked, reach=1)
        assert len(around.neighbours[hit.id].after) == 1

    # --- surroundings

    async def test_surroundings_are_what_was_said_before_and_after_the_nearest_first(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        await history.append(SCOPE, "other", said("zero", "nought", conversation_id="other"))
        given = said("one", "two", "guitar", "four", "five", "six")
        authors = ["Ana", "Bia", "Ana", None, "Caio", "Ana"]
        given = [dataclasses.replace(item, author=author) for item, author in zip(given, authors, strict=True)]
        await history.append(SCOPE, "c1", given[:4])
        await history.append(OTHER, "c1", said("theirs", "theirs too"))
        await history.append(SCOPE, "c1", given[4:])
        (hit,) = await entries.search_keywords(SCOPE, "guitar", limit=1)
        around = await entries.find_surroundings(SCOPE, [hit.id], reach=2)
        near = around.neighbours[hit.id]
        known = await entries.get_entries(SCOPE, [*near.before, *near.after])

        assert [known[name].content for name in near.before] == ["two", "one"]
        assert [known[name].content for name in near.after] == ["four", "five"]
        assert around.authors == {
            near.before[1]: "Ana",
            near.before[0]: "Bia",
            hit.id: "Ana",
            near.after[0]: None,
            near.after[1]: "Caio",
        }

    async def test_surroundings_end_with_the_conversation(self, history: IHistory, entries: IEntryRepository) -> None:
        await history.append(SCOPE, "c1", said("guitar"))
        (hit,) = await entries.search_keywords(SCOPE, "guitar", limit=1)
        around = await entries.find_surroundings(SCOPE, [hit.id], reach=3)

        assert (tuple(around.neighbours[hit.id].before), tuple(around.neighbours[hit.id].after)) == ((), ())
        assert around.authors == {hit.id: None}

    async def test_entries_of_another_scope_have_no_surroundings(
        self, history: IHistory, entries: IEntryRepository
    ) -> None:
        await history.append(OTHER, "c1", said("one", "guitar", "three", author="Caio"))
        (theirs,) = await entries.search_keywords(OTHER, "guitar", limit=1)
        around = await entries.find_surroundings(SCOPE, [theirs.id], reach=2)

        assert around.authors == {}
        assert [*around.neighbours[theirs.id].before, *around.neighbours[theirs.id].after] == []
