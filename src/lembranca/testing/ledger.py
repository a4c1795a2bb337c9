"""What every `ILedger` promises, as tests to run against your own adapter; see `memory_repository`."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest

from lembranca.domain.ledger import LOAD, SUMMARIZE, LedgerEntry
from lembranca.ports.ledger import ILedger
from lembranca.testing.samples import HOSTILE_IDS

DAY = date(2026, 3, 2)


def entry(**changes: Any) -> LedgerEntry:
    """Make an entry; *changes* are fields of `LedgerEntry`."""
    values: dict[str, Any] = {"day": DAY, "tenant_id": "acme", "operation": LOAD, "model": "", "calls": 1}
    return LedgerEntry(**(values | changes))


@pytest.mark.asyncio
class LedgerContract:
    """Every sentence of the port's docstrings. Fill in the fixture `ledger`: an empty, opened `ILedger`."""

    @pytest.fixture
    async def ledger(self) -> Any:
        """Give an `ILedger`, opened and empty."""
        raise NotImplementedError

    async def test_at_first_it_is_empty(self, ledger: ILedger) -> None:
        await ledger.add([])

        assert await ledger.entries() == []

    async def test_an_entry_comes_back_as_it_was_given(self, ledger: ILedger) -> None:
        given = entry(model="llama 'ç😀", calls=2, input_tokens=10**12, output_tokens=7, full_tokens=10**13)
        await ledger.add([given])

        assert await ledger.entries() == [given]

    async def test_entries_of_the_same_key_are_added_up(self, ledger: ILedger) -> None:
        once = entry(input_tokens=100, output_tokens=10, full_tokens=1000)
        await ledger.add([once])
        await ledger.add([once, entry(input_tokens=1)])

        assert await ledger.entries() == [entry(calls=3, input_tokens=201, output_tokens=20, full_tokens=2000)]

    async def test_each_part_of_the_key_keeps_entries_apart_and_orders_them(self, ledger: ILedger) -> None:
        given = [
            entry(day=date(2025, 12, 31), tenant_id="z"),
            entry(tenant_id="acme", operation=LOAD, model=""),
            entry(tenant_id="acme", operation=LOAD, model="b"),
            entry(tenant_id="acme", operation=SUMMARIZE, model="a"),
            entry(tenant_id="b", operation=LOAD, model="a"),
            entry(day=date(2026, 10, 1), tenant_id="a"),
        ]
        await ledger.add(given[::-1])

        assert await ledger.entries() == given

    async def test_the_bounds_of_the_days_are_inclusive(self, ledger: ILedger) -> None:
        days = [date(2026, 3, day) for day in range(1, 6)]
        await ledger.add([entry(day=day) for day in days])

        assert [item.day for item in await ledger.entries(since=days[1], until=days[3])] == days[1:4]
        assert [item.day for item in await ledger.entries(since=days[3])] == days[3:]
        assert [item.day for item in await ledger.entries(until=days[0])] == days[:1]
        assert await ledger.entries(since=days[3], until=days[1]) == []

    async def test_the_first_and_the_last_day_there_can_be_are_days(self, ledger: ILedger) -> None:
        await ledger.add([entry(day=date.max), entry(day=date.min)])

        assert [item.day for item in await ledger.entries()] == [date.min, date.max]

    async def test_a_tenant_has_its_own_entries_however_alike_the_ids_are(self, ledger: ILedger) -> None:
        await ledger.add([entry(tenant_id=name, calls=place) for place, name in enumerate(HOSTILE_IDS, start=1)])
        found = [await ledger.entries(tenant_id=name) for name in HOSTILE_IDS]

        assert [[item.calls for item in items] for items in found] == [[n] for n in range(1, len(HOSTILE_IDS) + 1)]
        assert await ledger.entries(tenant_id="nobody") == []

    async def test_adding_at_once_loses_nothing(self, ledger: ILedger) -> None:
        await asyncio.gather(*(ledger.add([entry(input_tokens=3)]) for _ in range(50)))

        assert await ledger.entries() == [entry(calls=50, input_tokens=150)]

    async def test_entries_are_added_all_or_none(self, ledger: ILedger) -> None:
        broken: Any = entry(calls=None, model="b")
        with pytest.raises(Exception):  # noqa: B017, PT011 - what is raised is not promised
            await ledger.add([entry(), broken])

        assert await ledger.entries() == []
