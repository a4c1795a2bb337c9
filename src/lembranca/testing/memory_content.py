"""What `IMemoryRepository` promises about what is kept: part of `MemoryRepositoryContract`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from lembranca.domain.message import Attachment
from lembranca.ports.memory_repository import IMemoryRepository
from lembranca.testing.samples import SCOPE, conversation, message, placed


class MemoryContentContract:
    """Everything comes back as it was given, to the last byte and microsecond."""

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
