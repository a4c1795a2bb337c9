"""The contract of `IDateReader` as tests."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from lembranca.domain.period import Period
from lembranca.ports.date_reader import IDateReader

WEDNESDAY = datetime(2026, 11, 18, 15, tzinfo=UTC)
_MOST = 20


def days(first: str, last: str | None = None) -> Period:
    """Give the period from the day *first* to the day *last*, both included, in UTC."""
    end = date.fromisoformat(last or first) + timedelta(days=1)
    since = datetime.fromisoformat(first).replace(tzinfo=UTC)
    return Period(since, datetime(end.year, end.month, end.day, tzinfo=UTC))


class DateReaderContract(ABC):
    """What every reader keeps. Subclass it and give the fixture `reader`."""

    @pytest.fixture
    @abstractmethod
    def reader(self) -> IDateReader:
        """Give the reader under test."""

    @pytest.mark.parametrize(
        ("text", "period"),
        [
            ("What did we say yesterday?", days("2026-11-17")),
            ("What did we say last week?", days("2026-11-09", "2026-11-15")),
            ("What did we say last month?", days("2026-10-01", "2026-10-31")),
            ("What did we say last year?", days("2025-01-01", "2025-12-31")),
            ("What did I tell you last May?", days("2026-05-01", "2026-05-31")),
            ("It was 3 days ago.", days("2026-11-15")),
            ("It was on 7 May 2023.", days("2023-05-07")),
            ("It was in May 2023.", days("2023-05-01", "2023-05-31")),
            ("I lived there in 2022.", days("2022-01-01", "2022-12-31")),
            ("Where were we last weekend?", days("2026-11-14", "2026-11-15")),
            ("Where were we last summer?", days("2026-06-01", "2026-08-31")),
            ("We met on Tuesday.", days("2026-11-17")),
            ("O que eu disse ontem?", days("2026-11-17")),
            ("O que eu disse na semana passada?", days("2026-11-09", "2026-11-15")),
            ("O que eu disse no mês passado?", days("2026-10-01", "2026-10-31")),
            ("O que eu disse em maio de 2023?", days("2023-05-01", "2023-05-31")),
            ("Foi em 7 de maio de 2023.", days("2023-05-07")),
            ("Foi há 3 dias.", days("2026-11-15")),
            ("Onde fomos no fim de semana passado?", days("2026-11-14", "2026-11-15")),
            ("Para onde viajei no verão passado?", days("2025-12-01", "2026-02-28")),
            ("Nos vimos na terça.", days("2026-11-17")),
            ("Morei lá em 2022.", days("2022-01-01", "2022-12-31")),
            ("Choveu em março.", days("2026-03-01", "2026-03-31")),
        ],
    )
    async def test_a_period_is_as_wide_as_its_words(self, reader: IDateReader, text: str, period: Period) -> None:
        assert await reader.periods(text, WEDNESDAY) == [period]

    @pytest.mark.parametrize(
        "text",
        [
            "",
            " \n",
            "room 12",
            "May I ask you something?",
            "It may help, and I march on.",
            "a segunda opção",
            "Na segunda vez deu certo, na quarta série não.",
            "Tenho 33 anos e 2 filhos.",
            "I have 3 cats and 2,000 books.",
            "Confio em Marco.",
            "Um maiô novo.",
            "Moro no Rio de Janeiro.",
            "Toda segunda-feira eu corro; every Sunday I rest.",
            "It was the other day, recently.",
            "no dia 31 de fevereiro de 2023",
        ],
    )
    async def test_what_is_vague_or_no_date_names_nothing(self, reader: IDateReader, text: str) -> None:
        assert await reader.periods(text, WEDNESDAY) == []

    async def test_several_are_given_in_their_order_each_once(self, reader: IDateReader) -> None:
        said = "On 7 May 2023 we met, in June 2022 we had not, and on May 7, 2023 it rained."

        assert await reader.periods(said, WEDNESDAY) == [days("2023-05-07"), days("2022-06-01", "2022-06-30")]

    async def test_there_are_at_most_twenty(self, reader: IDateReader) -> None:
        said = "; ".join(f"on 7 May {year}" for year in range(1950, 2020))

        assert len(await reader.periods(said, WEDNESDAY)) == _MOST

    async def test_days_begin_at_midnight_where_it_is_said(self, reader: IDateReader) -> None:
        late = datetime(2026, 11, 18, 23, 30, tzinfo=timezone(timedelta(hours=-3)))
        found = await reader.periods("ontem", late)

        assert found == [Period(datetime(2026, 11, 17, 3, tzinfo=UTC), datetime(2026, 11, 18, 3, tzinfo=UTC))]

    async def test_a_time_without_a_zone_is_in_utc(self, reader: IDateReader) -> None:
        assert await reader.periods("ontem", WEDNESDAY.replace(tzinfo=None)) == [days("2026-11-17")]

    async def test_what_both_languages_write_alike_is_read_in_the_one_given(self, reader: IDateReader) -> None:
        said = "05/07/2023"

        assert await reader.periods(said, WEDNESDAY, language="pt") == [days("2023-07-05")]
        assert await reader.periods(said, WEDNESDAY, language="en") == [days("2023-05-07")]

    @pytest.mark.parametrize("hours", [-12, 0, 14])
    @pytest.mark.parametrize("edge", [datetime(1, 1, 1, 1), datetime(1, 1, 3), datetime(9999, 12, 30), datetime.max])  # noqa: DTZ001, DTZ901
    async def test_the_ends_of_time_are_no_trouble(self, reader: IDateReader, edge: datetime, hours: int) -> None:
        here = edge.replace(tzinfo=timezone(timedelta(hours=hours)))
        said = "ontem, amanhã, last year, next year, no próximo verão, 3 weeks ago, next weekend, last winter"

        assert len(await reader.periods(said, here)) < _MOST

    async def test_a_megabyte_is_no_trouble(self, reader: IDateReader) -> None:
        assert len(await reader.periods("Ontem choveu em maio de 2023. " * 35_000, WEDNESDAY)) <= _MOST

    async def test_several_at_the_same_time_do_not_mix(self, reader: IDateReader) -> None:
        said = ["ontem", "last week", "em maio de 2023", "3 days ago", "nothing"] * 5
        together = await asyncio.gather(*(reader.periods(text, WEDNESDAY) for text in said))

        assert together == [await reader.periods(text, WEDNESDAY) for text in said]

    async def test_many_texts_are_read_each_from_its_own_time(self, reader: IDateReader) -> None:
        said = [("ontem", WEDNESDAY), ("nothing", WEDNESDAY), ("ontem", WEDNESDAY + timedelta(days=1))]

        assert await reader.periods_of_each(said) == [[days("2026-11-17")], [], [days("2026-11-18")]]
        assert await reader.periods_of_each([]) == []
