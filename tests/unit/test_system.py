"""Time and ids of the machine, and their stand-ins."""

import time
from datetime import UTC, datetime, timedelta
from uuid import UUID

from lembranca.adapters.outbound.system import SystemClock, UuidGenerator
from lembranca.domain.rules import require_id
from lembranca.testing.fakes import FakeClock, SequentialIds


def test_the_clock_tells_the_time_in_utc():
    before, now, after = datetime.now(UTC), SystemClock().now(), datetime.now(UTC)

    assert before <= now <= after
    assert now.utcoffset() == timedelta(0)


def test_ids_bear_their_prefix_and_are_legal_uuids_of_version_seven():
    prefix, text = UuidGenerator().new_id("msg").split("-")

    assert prefix == "msg"
    assert UUID(text).version == 7
    assert UUID(text).variant == "specified in RFC 4122"
    assert require_id("id", f"{prefix}-{text}")


def test_ids_are_never_given_twice():
    ids = UuidGenerator()

    assert len({ids.new_id("m") for _ in range(10_000)}) == 10_000


def test_ids_made_later_sort_later(monkeypatch):
    ids = UuidGenerator()
    now = time.time_ns()
    made = []
    for step in range(50):
        monkeypatch.setattr(time, "time_ns", lambda step=step: now + step * 1_000_000)
        made.append(ids.new_id("m"))

    assert made == sorted(made)


def test_a_fake_clock_stands_still_until_it_is_moved():
    clock = FakeClock()
    first, seconds = clock.now(), clock.monotonic()
    clock.advance(timedelta(seconds=90))

    assert clock.now() - first == timedelta(seconds=90)
    assert clock.monotonic() - seconds == 90


def test_sequential_ids_count():
    ids = SequentialIds()

    assert [ids.new_id("msg"), ids.new_id("msg"), ids.new_id("conv")] == ["msg-1", "msg-2", "conv-3"]
