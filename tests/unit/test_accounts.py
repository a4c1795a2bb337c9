"""The account of tokens adds up, whoever is cancelled and whatever the ledger does."""

import asyncio
from datetime import date, timedelta

import pytest

from compressing import until
from faults import Faulty, settled
from lembranca.adapters.outbound.sqlite import SqliteDatabase, SqliteLedger
from lembranca.application.accounts import Accounts
from lembranca.domain.errors import StorageUnavailable
from lembranca.domain.ledger import LOAD, SUMMARIZE, Price
from lembranca.testing.fakes import FakeClock

DOWN = StorageUnavailable("the ledger is down")
TODAY = FakeClock().now().date()


@pytest.fixture
async def ledger(tmp_path):
    database = SqliteDatabase(tmp_path / "history.sqlite3")
    await database.open()
    yield Faulty(SqliteLedger(database))
    await database.close()


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
async def accounts(ledger, clock):
    accounts = Accounts(ledger, clock, {"openai:m": Price(2.0, 4.0)})
    yield accounts
    await accounts.close()


def answering_late(ledger):
    """Have the ledger write at once, also what nobody waits for any more, and answer only when the event is set."""
    answer, add, writing = asyncio.Event(), ledger.inner.add, []

    async def add_and_wait(entries):
        writing.append(asyncio.create_task(add(entries)))
        await asyncio.shield(writing[-1])
        await answer.wait()

    ledger.inner.add = add_and_wait
    return answer, writing


async def kept(ledger):
    return {entry.key: (entry.calls, entry.input_tokens) for entry in await ledger.inner.entries()}


async def test_uses_are_added_up_by_day_tenant_operation_and_model(accounts, ledger, clock):
    for tenant in ("acme", "acme", "globex"):
        accounts.note(tenant, LOAD, "openai:m", input_tokens=100, full_tokens=1_000)
    accounts.note("acme", SUMMARIZE, "openai:m", input_tokens=10, output_tokens=5)
    clock.advance(timedelta(days=1))
    accounts.note("acme", LOAD, "openai:m", input_tokens=7)
    await accounts.flush()

    assert await kept(ledger) == {
        (TODAY, "acme", LOAD, "openai:m"): (2, 200),
        (TODAY, "globex", LOAD, "openai:m"): (1, 100),
        (TODAY, "acme", SUMMARIZE, "openai:m"): (1, 10),
        (TODAY + timedelta(days=1), "acme", LOAD, "openai:m"): (1, 7),
    }


async def test_a_report_has_what_was_noted_last_with_its_money(accounts):
    accounts.note("acme", LOAD, "openai:m", input_tokens=1_000_000, full_tokens=4_000_000)
    accounts.note("acme", SUMMARIZE, "openai:m", input_tokens=500_000, output_tokens=250_000)
    accounts.note("acme", SUMMARIZE, "extractive:v1")
    report = await accounts.report(since=TODAY, until=TODAY, tenant_id="acme")

    assert [(item.entry.operation, item.entry.model, item.spent, item.saved) for item in report] == [
        (LOAD, "openai:m", 2.0, 6.0),
        (SUMMARIZE, "extractive:v1", None, None),
        (SUMMARIZE, "openai:m", 2.0, 0.0),
    ]
    assert await accounts.report(until=date(2000, 1, 1)) == []


async def test_what_could_not_be_written_is_written_the_next_time(accounts, ledger):
    accounts.note("acme", LOAD, input_tokens=1)
    ledger.breaks("add", DOWN)
    with pytest.raises(StorageUnavailable):
        await accounts.flush()
    accounts.note("acme", LOAD, input_tokens=2)
    await accounts.flush()
    await accounts.flush()

    assert list((await kept(ledger)).values()) == [(2, 3)]


async def test_a_write_whose_caller_is_cancelled_counts_once(accounts, ledger):
    answer, writing = answering_late(ledger)
    accounts.note("acme", LOAD, input_tokens=1)
    reporting = asyncio.create_task(accounts.report())
    await until(lambda: writing)
    reporting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reporting
    answer.set()
    await accounts.flush()

    assert list((await kept(ledger)).values()) == [(1, 1)]


async def test_closing_in_the_middle_of_a_write_counts_once(accounts, ledger, monkeypatch):
    monkeypatch.setattr("lembranca.application.accounts._PAUSE", 0)
    answer, writing = answering_late(ledger)
    accounts.note("acme", LOAD, input_tokens=1)
    await until(lambda: writing)
    closing = asyncio.create_task(accounts.close())
    await settled()
    answer.set()
    await closing

    assert list((await kept(ledger)).values()) == [(1, 1)]


async def test_closing_with_a_broken_ledger_is_no_error(accounts, ledger):
    accounts.note("acme", LOAD, input_tokens=1)
    ledger.breaks("add", DOWN)
    await accounts.close()

    assert await kept(ledger) == {}


async def test_a_hundred_reports_and_uses_side_by_side_add_up(accounts, ledger):
    async def use_and_report():
        accounts.note("acme", LOAD, input_tokens=3)
        await accounts.report()

    ledger.breaks("add", DOWN, times=7)
    answers = await asyncio.gather(*(use_and_report() for _ in range(100)), return_exceptions=True)
    await accounts.flush()

    assert {type(answer) for answer in answers} == {type(None), StorageUnavailable}
    assert list((await kept(ledger)).values()) == [(100, 300)]
