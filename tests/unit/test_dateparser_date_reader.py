"""How dates in a text are found and what they are taken for, in the finer points."""

import subprocess
import sys
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.adapters.outbound.dates import DateparserDateReader
from lembranca.adapters.outbound.dates.calendar import numbered, season, weekend, widened
from lembranca.domain.errors import InvalidInput
from lembranca.domain.period import Period
from lembranca.testing.date_reader import WEDNESDAY, days

READER = DateparserDateReader()


async def read(text, now=WEDNESDAY, **more):
    return await READER.periods(text, now, **more)


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("the week before August 3, 2023", days("2023-07-27", "2023-08-02")),
        ("two weeks before August 11, 2023", days("2023-07-24", "2023-07-30")),
        ("last weekend before April 10, 2023", days("2023-04-08", "2023-04-09")),
        ("the Sunday before October 25, 2022", days("2022-10-23")),
        ("two days after May 3, 2023", days("2023-05-05")),
        ("the month before May 2023", days("2023-04-01", "2023-04-30")),
        ("na semana antes de 3 de agosto de 2023", days("2023-07-27", "2023-08-02")),
        ("duas semanas antes do dia 11 de agosto de 2023", days("2023-07-24", "2023-07-30")),
        ("no domingo antes de 25/10/2022", days("2022-10-23")),
        ("um dia depois de 3 de maio de 2023", days("2023-05-04")),
    ],
)
async def test_what_is_counted_from_a_date_is_meant_and_not_the_date(text, period):
    assert await read(text) == [period]


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("between 3 and 7 May 2023", days("2023-05-03", "2023-05-07")),
        ("May 3-7, 2023", days("2023-05-03", "2023-05-07")),
        ("from March 30 to April 2, 2024", days("2024-03-30", "2024-04-02")),
        ("from November to February 2024", days("2023-11-01", "2024-02-29")),
        ("entre 3 e 7 de maio de 2023", days("2023-05-03", "2023-05-07")),
        ("de novembro de 2022 a fevereiro de 2023", days("2022-11-01", "2023-02-28")),
        ("the past two weeks", days("2026-11-04", "2026-11-18")),
        ("nos últimos 3 dias", days("2026-11-15", "2026-11-18")),
    ],
)
async def test_a_stretch_is_one_period(text, period):
    assert await read(text) == [period]


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("last Wednesday", days("2026-11-11")),
        ("next Wednesday", days("2026-11-25")),
        ("last November", days("2025-11-01", "2025-11-30")),
        ("in November", days("2026-11-01", "2026-11-30")),
        ("in December", days("2025-12-01", "2025-12-31")),
        ("next May", days("2027-05-01", "2027-05-31")),
        ("on 7 December", days("2025-12-07")),
        ("quarta passada", days("2026-11-11")),
        ("sábado que vem", days("2026-11-21")),
        ("semana retrasada", days("2026-11-02", "2026-11-08")),
        ("semana que vem", days("2026-11-23", "2026-11-29")),
        ("mês que vem", days("2026-12-01", "2026-12-31")),
        ("o verão de 2022", days("2021-12-01", "2022-02-28")),
        ("summer 2022", days("2022-06-01", "2022-08-31")),
        ("this weekend", days("2026-11-21", "2026-11-22")),
        ("no fim de semana", days("2026-11-14", "2026-11-15")),
    ],
)
async def test_last_and_next_are_seen_from_now(text, period):
    assert await read(text) == [period]


@pytest.mark.parametrize("text", ["May 7", "on May 7", "em 7 de maio", "no dia 7/5", "7 May"])
async def test_a_day_without_a_year_is_the_last_one_that_has_begun(text):
    assert await read(text) == [days("2026-05-07")]


@pytest.mark.parametrize(
    ("text", "period"),
    [
        ("O que houve no dia 12?", days("2026-11-12")),
        ("O que houve no dia 30?", days("2026-10-30")),
        ("O que houve dia 31 em casa?", days("2026-10-31")),
        ("What happened on the 12th?", days("2026-11-12")),
    ],
)
async def test_a_day_of_a_month_alone_is_the_last_of_that_number(text, period):
    assert await read(text) == [period]


@pytest.mark.parametrize("text", ["on the 2nd floor", "dia 12 por semana", "on the 12th century"])
async def test_other_ordinals_are_no_days(text):
    assert await read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "may 7",
        "written by April",
        "before June came",
        "the 1990s",
        "the 7 may be wrong",
        "I found out 2022 was hard",
        "R$ 2.023,00",
        "25/12",
    ],
)
async def test_words_and_numbers_that_only_look_like_dates_are_none(text):
    assert await read(text) == []


@pytest.mark.parametrize("text", ["SEMANA PASSADA", "Semana\npassada", "semana passada!", "(semana passada)"])
async def test_it_does_not_matter_how_it_is_typed(text):
    assert await read(text) == [days("2026-11-09", "2026-11-15")]


@pytest.mark.parametrize("text", ["há 2 meses", "ha 2 meses", "ha\u0301 2 meses", "2 meses atrás", "dois meses atras"])
async def test_accents_may_be_missing_or_apart(text):
    assert await read(text) == [days("2026-09-01", "2026-09-30")]


@given(text=st.text(max_size=200))
async def test_any_text_is_read_without_an_error(text):
    assert len(await read(text)) <= len(text)


_BITS = (
    "last next this past week month year may march segunda terça passada que vem em de on in the ago há atrás antes "
    "before 3 7 31 2023 29 02/30/2023 1/1 fevereiro february weekend fim summer verão e to - , a dois"
)


@given(bits=st.lists(st.sampled_from(_BITS.split()), max_size=12), now=st.datetimes())
async def test_any_heap_of_words_for_dates_at_any_time_is_read_without_an_error(bits, now):
    found = await read(" ".join(bits), now)

    assert all(period.since < period.until for period in found)
    assert len(set(found)) == len(found)


@given(day=st.dates(date(2, 1, 1), date(9998, 12, 31)))
def test_weeks_weekends_and_seasons_are_whole_and_where_they_belong(day):
    monday, after = widened(day, "week")
    last, given_, next_ = (weekend(which, day) for which in ("past", "given", "next"))

    assert (monday.weekday(), after - monday) == (0, timedelta(days=7))
    assert monday <= day < after
    assert last[1] <= day
    assert given_[0] <= day < next_[0]
    assert {found[0].weekday() for found in (last, given_, next_)} == {5}


@given(day=st.dates(date(5, 1, 1), date(9990, 12, 31)), name=st.sampled_from(["spring", "summer", "autumn", "winter"]))
def test_the_last_season_is_over_and_the_next_has_not_begun(day, name):
    for south in (True, False):
        last, next_ = (season(which, name, day, south=south) for which in ("past", "next"))

        assert last[1] <= day < next_[0]
        assert (day - last[1]).days < 366
        assert (next_[0] - day).days <= 366


@given(day=st.dates(date(2, 1, 1), date(9990, 12, 31)), number=st.integers(1, 31))
def test_a_day_by_its_number_is_at_most_two_months_ago(day, number):
    found, after = numbered(number, day)

    assert (found.day, after - found) == (number, timedelta(days=1))
    assert 0 <= (day - found).days <= 61


def test_the_library_is_not_loaded_before_it_is_needed():
    program = (
        "import asyncio, datetime, sys; from lembranca.adapters.outbound.dates import DateparserDateReader as R; "
        "now = datetime.datetime(2026, 11, 18); asyncio.run(R().periods('no date at all', now)); "
        "assert 'dateparser' not in sys.modules; asyncio.run(R().periods('ontem', now)); "
        "assert 'dateparser' in sys.modules"
    )

    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_period_holds_its_beginning_and_not_its_end():
    day = days("2026-11-18")

    assert day.holds(day.since)
    assert not day.holds(day.until)
    assert day.overlaps(days("2026-11-01", "2026-11-18"))
    assert not day.overlaps(days("2026-11-19"))


def test_a_period_that_ends_before_it_begins_is_refused():
    now = datetime(2026, 11, 18, tzinfo=UTC)

    with pytest.raises(InvalidInput, match=r"period\.since"):
        Period(now, now)
