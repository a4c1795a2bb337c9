"""The doctor asks every probe, whatever the others did."""

import asyncio

from lembranca.application.doctor import Finding, examine
from lembranca.domain.errors import StorageDamaged


async def well():
    return Finding("first", "ok", "all well")


async def broken():
    raise StorageDamaged("the file is damaged")


async def no_room():
    raise OSError(28, "No space left on device")


async def asleep():
    await asyncio.Event().wait()


async def found_by(*probes, **options):
    return [finding async for finding in examine(probes, **options)]


async def test_findings_come_in_the_order_of_the_probes():
    assert await found_by(("first", well), ("second", well)) == [Finding("first", "ok", "all well")] * 2


async def test_an_error_is_a_failed_finding_and_the_next_probe_is_asked():
    findings = await found_by(("history", broken), ("folder", no_room), ("first", well))

    assert [(item.name, item.level) for item in findings] == [("history", "fail"), ("folder", "fail"), ("first", "ok")]
    assert findings[0].detail == "the file is damaged"
    assert "No space left" in findings[1].detail


async def test_a_probe_that_does_not_come_back_is_a_failed_finding():
    findings = await found_by(("model", asleep), ("first", well), patience=0.01)

    assert [(item.name, item.level) for item in findings] == [("model", "fail"), ("first", "ok")]
    assert "0.01 s" in findings[0].detail


async def test_no_probes_are_no_findings():
    assert await found_by() == []
