"""The worker: nothing is marked done that was not done, and nothing that can be done waits for what cannot."""

import asyncio
from datetime import timedelta

import pytest

from faults import Faulty, settled
from lembranca.adapters.outbound.sqlite import SqliteDatabase, SqliteJobQueue
from lembranca.application.worker import Worker
from lembranca.domain.errors import ModelError, StorageError, StorageFull
from lembranca.domain.job import JobCounts, NewJob, RetryPolicy
from lembranca.testing.fakes import FakeClock
from lembranca.testing.samples import SCOPE

AT_ONCE = RetryPolicy(attempts=3, first=timedelta(0))


class Handler:
    """Notes what it is given; fails for the payloads told to fail, and waits while it is held."""

    def __init__(self):
        self.batches = []
        self.failing = {}
        self.gate = None

    async def __call__(self, jobs):
        numbers = [job.payload["number"] for job in jobs]
        self.batches.append(numbers)
        if self.gate:
            await self.gate.wait()
        for number in numbers:
            if number in self.failing:
                raise self.failing[number]


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
async def queue(tmp_path):
    database = SqliteDatabase(tmp_path / "history.sqlite3")
    await database.open()
    yield Faulty(SqliteJobQueue(database))
    await database.close()


@pytest.fixture
def handler():
    return Handler()


@pytest.fixture
async def worker(queue, handler, clock):
    worker = Worker(queue, {"index": handler}, clock, policy=AT_ONCE, linger=0)
    yield worker
    await worker.stop()


@pytest.fixture
def give(queue, clock):
    async def give(*numbers, kind="index"):
        return await queue.enqueue(SCOPE, [NewJob(kind, {"number": n}) for n in numbers], now=clock.now())

    return give


async def test_jobs_of_a_kind_are_handed_over_together_and_done(worker, queue, handler, give):
    await give(1, 2, 3)

    assert await worker.run_once() == 3
    assert handler.batches == [[1, 2, 3]]
    assert worker.done == 3
    assert await queue.counts() == JobCounts()


async def test_with_nothing_to_do_nothing_is_done(worker, handler):
    assert await worker.run_once() == 0
    await worker.drain()

    assert handler.batches == []


async def test_one_bad_job_does_not_hold_up_the_others(worker, queue, handler, give):
    await give(1, 2, 3)
    handler.failing[2] = ModelError("no")
    await worker.run_once()

    assert handler.batches == [[1, 2, 3], [1], [2], [3]]
    assert (worker.done, worker.failed, worker.last_error) == (2, 1, "ModelError: no")
    assert await queue.counts() == JobCounts(waiting=1)


async def test_a_failed_job_is_tried_again_and_then_done(worker, queue, handler, give):
    await give(1)
    handler.failing[1] = ModelError("no")
    await worker.run_once()
    handler.failing.clear()
    await worker.drain()

    assert await queue.counts() == JobCounts()
    assert worker.done == 1


async def test_after_its_last_attempt_a_job_is_a_dead_letter_with_the_reason(worker, queue, handler, give):
    await give(7)
    handler.failing[7] = KeyError("defect")
    await worker.drain()
    (letter,) = await queue.dead_letters()

    assert (letter.payload, letter.attempts, letter.reason) == ({"number": 7}, 3, "KeyError: 'defect'")
    assert await queue.counts() == JobCounts(dead=1)


async def test_retries_wait_longer_each_time(queue, handler, clock, give):
    worker = Worker(queue, {"index": handler}, clock, policy=RetryPolicy(first=timedelta(seconds=1)))
    await give(1)
    handler.failing[1] = ModelError("no")
    waits = []
    for _ in range(4):
        await worker.run_once()
        waits.append(await queue.next_due() - clock.now())
        assert await worker.run_once() == 0
        clock.advance(waits[-1])

    assert waits == [timedelta(seconds=seconds) for seconds in (1, 2, 4, 8)]


async def test_a_kind_without_handler_becomes_a_dead_letter(worker, queue, handler, give):
    await give(1, kind="unheard of")
    await give(2)
    await worker.drain()

    assert handler.batches == [[2]]
    (letter,) = await queue.dead_letters()
    assert "unheard of" in letter.reason


async def test_a_running_worker_notices_what_comes(worker, queue, handler, give):
    await worker.start()
    await give(1)
    worker.notify()
    await worker.drain()

    assert [number for batch in handler.batches for number in batch] == [1]


async def test_starting_takes_back_what_a_former_process_left_unfinished(worker, queue, handler, clock, give):
    await give(1, 2)
    await queue.lease(limit=9, now=clock.now(), lease=timedelta(hours=1))
    await worker.start()
    await asyncio.wait_for(worker.drain(), 5)

    assert handler.batches == [[1, 2]]


async def test_draining_waits_for_the_batch_at_hand_and_no_longer(worker, queue, handler, give):
    """Not for its lease to end, nor for the next call."""
    handler.gate = asyncio.Event()
    await worker.start()
    await give(1)
    worker.notify()
    while not handler.batches:  # noqa: ASYNC110 - the worker tells nobody
        await asyncio.sleep(0.001)
    draining = asyncio.create_task(worker.drain())
    await settled()
    assert not draining.done()
    handler.gate.set()
    await asyncio.wait_for(draining, 5)

    assert await queue.counts() == JobCounts()
    assert handler.batches == [[1]]


async def test_draining_waits_for_a_retry_that_was_put_off(queue, handler, clock, give):
    worker = Worker(queue, {"index": handler}, clock, policy=RetryPolicy(first=timedelta(milliseconds=20)))
    await give(1)
    handler.failing[1] = ModelError("no")
    draining = asyncio.create_task(worker.drain())
    while not worker.failed:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.001)
    handler.failing.clear()
    clock.advance(timedelta(seconds=1))
    await asyncio.wait_for(draining, 5)

    assert await queue.counts() == JobCounts()


async def test_draining_does_not_chase_what_is_saved_meanwhile(worker, queue, handler, give):
    await give(1, 2)
    handle = handler.__call__

    async def handle_while_another_saves(jobs):
        await handle(jobs)
        await give(len(handler.batches) + 2)

    worker._handlers = {"index": handle_while_another_saves}
    await asyncio.wait_for(worker.drain(), 5)

    assert handler.batches == [[1, 2]]
    assert await queue.counts() == JobCounts(waiting=1)


async def test_draining_waits_for_an_old_job_behind_newer_ones(worker, queue, handler, give):
    await give(1)
    handler.failing[1] = ModelError("no")
    await worker.run_once()
    handler.failing.clear()
    draining = asyncio.create_task(worker.drain())
    await asyncio.sleep(0)
    await give(2)
    await asyncio.wait_for(draining, 5)

    assert 1 in handler.batches[-1]
    assert await queue.next_due(up_to=1) is None


async def test_whoever_drains_may_be_cancelled_without_holding_the_jobs_up(worker, queue, handler, give):
    await give(1)
    handler.gate = asyncio.Event()
    draining = asyncio.create_task(worker.drain())
    while not handler.batches:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.001)
    draining.cancel()
    with pytest.raises(asyncio.CancelledError):
        await draining
    handler.gate.set()
    await asyncio.wait_for(worker.drain(), 5)

    assert handler.batches == [[1]]
    assert await queue.counts() == JobCounts()


async def test_stopping_in_the_middle_keeps_the_jobs_for_the_next_start(worker, queue, handler, give):
    await give(1, 2)
    handler.gate = asyncio.Event()
    await worker.start()
    while not handler.batches:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.001)
    await worker.stop()
    await worker.stop()

    assert (worker.done, worker.failed) == (0, 0)
    assert await queue.counts() == JobCounts(waiting=2)
    handler.gate = None
    await worker.start()
    await worker.drain()
    assert handler.batches == [[1, 2], [1, 2]]


async def test_stopping_lets_the_cancellation_of_its_caller_through(worker, queue, handler, give):
    await give(1)
    handler.gate = asyncio.Event()
    await worker.start()
    while not handler.batches:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.001)
    stopping = asyncio.create_task(worker.stop())
    await asyncio.sleep(0)
    stopping.cancel()

    with pytest.raises(asyncio.CancelledError):
        await stopping


async def test_a_queue_that_fails_is_told_and_tried_again(worker, queue, handler, give, monkeypatch):
    monkeypatch.setattr("lembranca.application.worker._BLOCKED", 0.0)
    await give(1)
    queue.breaks("lease", StorageFull("no room"), times=2)
    await worker.start()
    while not worker.done:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.001)

    assert worker.last_error == "no room"
    assert handler.batches == [[1]]


async def test_a_job_whose_end_could_not_be_noted_is_done_again(worker, queue, handler, give):
    await give(1)
    queue.breaks("complete", StorageError("no"))
    with pytest.raises(StorageError):
        await worker.run_once()
    await queue.release_all()
    await worker.drain()

    assert handler.batches == [[1], [1]]
    assert await queue.counts() == JobCounts()


# --- lanes: several workers on one queue


@pytest.fixture
async def lane(queue, clock):
    slow = Handler()
    lane = Worker(queue, {"slow": slow}, clock, policy=AT_ONCE, linger=0, batch=2, lane=True)
    yield lane, slow
    await lane.stop()


@pytest.fixture
async def rest(queue, handler, clock):
    rest = Worker(queue, {"index": handler}, clock, policy=AT_ONCE, linger=0, without=["slow"])
    yield rest
    await rest.stop()


async def test_workers_on_one_queue_never_take_each_others_jobs(lane, rest, queue, handler, give):
    worker, slow = lane
    await give(1, 2)
    await give(3, kind="slow")
    await give(4)
    await asyncio.wait_for(rest.drain(), 5)

    assert (handler.batches, slow.batches) == ([[1, 2, 4]], [])
    await asyncio.wait_for(worker.drain(), 5)
    assert slow.batches == [[3]]
    assert await queue.counts() == JobCounts()


async def test_a_slow_lane_holds_nobody_else_up(lane, rest, queue, handler, give):
    worker, slow = lane
    slow.gate = asyncio.Event()
    await give(1, kind="slow")
    await worker.start()
    await rest.start()
    while not slow.batches:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0.001)
    await give(2)
    rest.notify()
    await asyncio.wait_for(rest.drain(), 5)

    assert handler.batches == [[2]]
    assert await queue.counts() == JobCounts(waiting=1)
    slow.gate.set()
    await asyncio.wait_for(worker.drain(), 5)
    assert await queue.counts() == JobCounts()


async def test_a_lane_that_starts_leaves_the_leases_of_others_alone(lane, queue, clock, give):
    await give(1)
    await queue.lease(limit=9, now=clock.now(), lease=timedelta(hours=1))
    await lane[0].start()

    assert await queue.next_due() == clock.now() + timedelta(hours=1)


async def test_a_lane_takes_back_its_own_jobs_when_it_starts(lane, queue, clock, give):
    worker, slow = lane
    await give(1, kind="slow")
    await queue.lease(limit=9, now=clock.now(), lease=timedelta(hours=1))
    await worker.start()
    await asyncio.wait_for(worker.drain(), 5)

    assert slow.batches == [[1]]


async def test_a_kind_that_nobody_handles_becomes_a_dead_letter_beside_lanes_too(lane, rest, queue, give):
    await give(1, kind="unheard of")
    await asyncio.wait_for(lane[0].drain(), 5)
    assert await queue.counts() == JobCounts(waiting=1)
    await asyncio.wait_for(rest.drain(), 5)

    assert await queue.counts() == JobCounts(dead=1)


async def test_a_batch_has_at_most_the_jobs_it_may_have(lane, give):
    worker, slow = lane
    await give(1, 2, 3, 4, 5, kind="slow")
    await asyncio.wait_for(worker.drain(), 5)

    assert slow.batches == [[1, 2], [3, 4], [5]]
