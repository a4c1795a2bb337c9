"""What every `IJobQueue` promises, as tests to run against your own adapter; see `memory_repository`."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from lembranca.domain.job import JobCounts, NewJob
from lembranca.domain.scope import Scope
from lembranca.ports.job_queue import IJobQueue
from lembranca.testing.samples import HOSTILE_IDS, SCOPE, START

SECOND = timedelta(seconds=1)
LEASE = timedelta(minutes=2)
KINDS = ("index", "slow", "odd'\"--")


def jobs(count: int, *, kind: str = "index") -> list[NewJob]:
    """Make *count* jobs that tell themselves apart by their payload."""
    return [NewJob(kind, {"number": number}) for number in range(1, count + 1)]


@pytest.mark.asyncio
class JobQueueContract:
    """Every sentence of the port's docstrings. Fill in the fixture `queue`: an empty, opened `IJobQueue`."""

    @pytest.fixture
    async def queue(self) -> Any:
        """Give an `IJobQueue`, opened and empty."""
        raise NotImplementedError

    async def test_an_empty_queue_has_nothing_to_do(self, queue: IJobQueue) -> None:
        assert await queue.lease(limit=10, now=START, lease=LEASE) == []
        assert await queue.next_due() is None
        assert await queue.newest_id() == 0
        assert await queue.counts() == JobCounts(waiting=0, dead=0)
        assert await queue.dead_letters() == []
        assert await queue.release_all() == 0
        assert await queue.revive(now=START) == 0

    async def test_a_job_comes_back_as_it_was_given(self, queue: IJobQueue) -> None:
        payload = {"conversation_id": "c\n'\"", "message_ids": ["ç", "😀"], "deep": {"n": [1, None, 0.5, True]}}
        (number,) = await queue.enqueue(SCOPE, [NewJob("index", payload)], now=START)
        (job,) = await queue.lease(limit=10, now=START, lease=LEASE)

        assert (job.id, job.kind, job.scope, job.payload, job.attempts) == (number, "index", SCOPE, payload, 1)

    async def test_jobs_are_leased_oldest_first_up_to_the_limit(self, queue: IJobQueue) -> None:
        first = await queue.enqueue(SCOPE, jobs(3), now=START)
        second = await queue.enqueue(Scope("other", "bia"), jobs(2), now=START + SECOND)
        later = START + 2 * SECOND

        assert [job.id for job in await queue.lease(limit=4, now=later, lease=LEASE)] == [*first, second[0]]
        assert [job.id for job in await queue.lease(limit=4, now=later, lease=LEASE)] == [second[1]]

    async def test_enqueuing_nothing_is_legal(self, queue: IJobQueue) -> None:
        assert await queue.enqueue(SCOPE, [], now=START) == []
        assert (await queue.counts()).waiting == 0

    async def test_a_job_is_not_leased_before_it_is_due(self, queue: IJobQueue) -> None:
        await queue.enqueue(SCOPE, jobs(1), now=START + SECOND)

        assert await queue.lease(limit=1, now=START, lease=LEASE) == []
        assert len(await queue.lease(limit=1, now=START + SECOND, lease=LEASE)) == 1

    async def test_a_leased_job_is_held_until_its_lease_runs_out_and_then_offered_again(self, queue: IJobQueue) -> None:
        (number,) = await queue.enqueue(SCOPE, jobs(1), now=START)
        await queue.lease(limit=1, now=START, lease=LEASE)

        assert await queue.lease(limit=1, now=START + LEASE - SECOND, lease=LEASE) == []
        (again,) = await queue.lease(limit=1, now=START + LEASE, lease=LEASE)
        assert (again.id, again.attempts) == (number, 2)

    async def test_leased_jobs_count_as_waiting(self, queue: IJobQueue) -> None:
        await queue.enqueue(SCOPE, jobs(3), now=START)
        await queue.lease(limit=2, now=START, lease=LEASE)

        assert await queue.counts() == JobCounts(waiting=3, dead=0)

    async def test_a_completed_job_is_gone_and_unknown_ids_are_passed_over(self, queue: IJobQueue) -> None:
        first, second = await queue.enqueue(SCOPE, jobs(2), now=START)
        await queue.lease(limit=2, now=START, lease=LEASE)
        await queue.complete([first, 10**9])
        await queue.complete([first])
        await queue.complete([])

        assert await queue.counts() == JobCounts(waiting=1, dead=0)
        left = await queue.lease(limit=5, now=START + LEASE, lease=LEASE)
        assert [job.id for job in left] == [second]

    async def test_a_failed_job_is_due_again_after_its_delay_and_behind_those_due_before(
        self, queue: IJobQueue
    ) -> None:
        failing, other = await queue.enqueue(SCOPE, jobs(2), now=START)
        await queue.lease(limit=1, now=START, lease=LEASE)
        await queue.fail(failing, reason="no", now=START, delay=3 * SECOND)

        assert [job.id for job in await queue.lease(limit=5, now=START + 2 * SECOND, lease=LEASE)] == [other]
        (again,) = await queue.lease(limit=5, now=START + 3 * SECOND, lease=LEASE)
        assert (again.id, again.attempts) == (failing, 2)

    async def test_a_job_without_another_attempt_becomes_a_dead_letter(self, queue: IJobQueue) -> None:
        (number,) = await queue.enqueue(SCOPE, jobs(1), now=START)
        await queue.lease(limit=1, now=START, lease=LEASE)
        await queue.fail(number, reason="boom: ç😀", now=START + SECOND, delay=None)
        (letter,) = await queue.dead_letters()

        assert await queue.counts() == JobCounts(waiting=0, dead=1)
        assert await queue.lease(limit=5, now=START + 10 * LEASE, lease=LEASE) == []
        assert (letter.id, letter.kind, letter.scope, letter.payload) == (number, "index", SCOPE, {"number": 1})
        assert (letter.attempts, letter.reason, letter.died_at) == (1, "boom: ç😀", START + SECOND)

    async def test_dead_letters_come_the_latest_first_up_to_the_limit(self, queue: IJobQueue) -> None:
        numbers = await queue.enqueue(SCOPE, jobs(4), now=START)
        await queue.lease(limit=4, now=START, lease=LEASE)
        for place, number in enumerate(numbers):
            await queue.fail(number, reason="no", now=START + place * SECOND, delay=None)

        assert [letter.id for letter in await queue.dead_letters()] == numbers[::-1]
        assert [letter.id for letter in await queue.dead_letters(limit=2)] == numbers[:1:-1]

    async def test_failing_a_job_that_is_done_or_dead_changes_nothing(self, queue: IJobQueue) -> None:
        done, dead = await queue.enqueue(SCOPE, jobs(2), now=START)
        await queue.lease(limit=2, now=START, lease=LEASE)
        await queue.complete([done])
        await queue.fail(dead, reason="first", now=START, delay=None)
        for number in (done, dead, 10**9):
            await queue.fail(number, reason="second", now=START, delay=SECOND)

        assert await queue.counts() == JobCounts(waiting=0, dead=1)
        assert [letter.reason for letter in await queue.dead_letters()] == ["first"]

    async def test_revived_letters_are_due_with_fresh_attempts(self, queue: IJobQueue) -> None:
        numbers = await queue.enqueue(SCOPE, jobs(3), now=START)
        await queue.lease(limit=3, now=START, lease=LEASE)
        for number in numbers:
            await queue.fail(number, reason="no", now=START, delay=None)

        assert await queue.revive([numbers[1], 10**9], now=START + SECOND) == 1
        (job,) = await queue.lease(limit=5, now=START + SECOND, lease=LEASE)
        assert (job.id, job.attempts) == (numbers[1], 1)
        assert await queue.revive(now=START + SECOND) == 2
        assert await queue.counts() == JobCounts(waiting=3, dead=0)

    async def test_reviving_touches_no_job_that_is_alive(self, queue: IJobQueue) -> None:
        (number,) = await queue.enqueue(SCOPE, jobs(1), now=START)
        await queue.lease(limit=1, now=START, lease=LEASE)

        assert await queue.revive([number], now=START) == 0
        assert await queue.lease(limit=1, now=START + SECOND, lease=LEASE) == []

    async def test_releasing_ends_all_leases_and_only_those(self, queue: IJobQueue) -> None:
        leased, delayed, dead = await queue.enqueue(SCOPE, jobs(3), now=START)
        await queue.lease(limit=3, now=START, lease=LEASE)
        await queue.fail(delayed, reason="no", now=START, delay=LEASE)
        await queue.fail(dead, reason="no", now=START, delay=None)

        assert await queue.release_all() == 1
        assert [job.id for job in await queue.lease(limit=5, now=START, lease=LEASE)] == [leased]
        assert await queue.counts() == JobCounts(waiting=2, dead=1)

    async def test_the_next_due_time_is_that_of_the_first_waiting_job(self, queue: IJobQueue) -> None:
        await queue.enqueue(SCOPE, jobs(1), now=START + SECOND)
        (number,) = await queue.enqueue(SCOPE, jobs(1), now=START)

        assert await queue.next_due() == START
        await queue.lease(limit=1, now=START, lease=LEASE)
        assert await queue.next_due() == START + SECOND
        await queue.lease(limit=1, now=START + SECOND, lease=LEASE)
        assert await queue.next_due() == START + LEASE
        await queue.fail(number, reason="no", now=START, delay=None)
        assert await queue.next_due() == START + SECOND + LEASE

    async def test_the_next_due_time_up_to_an_id_is_that_of_the_jobs_no_newer(self, queue: IJobQueue) -> None:
        first, second = await queue.enqueue(SCOPE, jobs(2), now=START + SECOND)
        await queue.enqueue(SCOPE, jobs(1), now=START)
        await queue.lease(limit=2, now=START + SECOND, lease=LEASE)

        assert await queue.next_due(up_to=first - 1) is None
        assert await queue.next_due(up_to=second) == START + SECOND
        await queue.complete([second])
        assert await queue.next_due(up_to=second) == START + SECOND + LEASE
        await queue.fail(first, reason="no", now=START, delay=None)
        assert await queue.next_due(up_to=second) is None
        assert await queue.next_due() == START + SECOND + LEASE

    async def test_ids_grow_even_after_the_jobs_are_gone(self, queue: IJobQueue) -> None:
        first, second = await queue.enqueue(SCOPE, jobs(2), now=START)
        assert first < second == await queue.newest_id()
        await queue.complete([second])
        assert await queue.newest_id() == first
        await queue.complete([first])
        (third,) = await queue.enqueue(Scope("other", "bia"), jobs(1), now=START)

        assert second < third == await queue.newest_id()

    async def test_a_dead_letter_may_be_the_newest(self, queue: IJobQueue) -> None:
        (number,) = await queue.enqueue(SCOPE, jobs(1), now=START)
        await queue.fail(number, reason="no", now=START, delay=None)

        assert await queue.newest_id() == number

    async def test_no_job_is_leased_twice_by_concurrent_workers(self, queue: IJobQueue) -> None:
        numbers = await queue.enqueue(SCOPE, jobs(40), now=START)
        leased = await asyncio.gather(*(queue.lease(limit=7, now=START, lease=LEASE) for _ in range(10)))

        assert sorted(job.id for batch in leased for job in batch) == numbers

    async def test_each_job_keeps_its_scope_however_alike_the_ids_are(self, queue: IJobQueue) -> None:
        scopes = [Scope(name, other) for name, other in zip(HOSTILE_IDS, reversed(HOSTILE_IDS), strict=True)]
        for place, scope in enumerate(scopes):
            await queue.enqueue(scope, [NewJob("index", {"place": place})], now=START)
        leased = await queue.lease(limit=1000, now=START, lease=LEASE)

        assert [job.scope for job in leased] == scopes
        assert [job.payload["place"] for job in leased] == list(range(len(scopes)))

    async def test_kinds_and_without_say_which_jobs_are_leased(self, queue: IJobQueue) -> None:
        index, slow, odd = [(await queue.enqueue(SCOPE, jobs(1, kind=kind), now=START))[0] for kind in KINDS]

        async def leased(**which: Any) -> list[int]:
            found = await queue.lease(limit=9, now=START, lease=LEASE, **which)
            await queue.release_all()
            return [job.id for job in found]

        assert await leased(kinds=["slow"]) == [slow]
        assert await leased(kinds={"odd'\"--", "index", "none such"}) == [index, odd]
        assert await leased(without=["slow"]) == [index, odd]
        assert await leased(kinds=["index", "slow"], without=["slow"]) == [index]
        assert await leased(kinds=[]) == []
        assert await leased(kinds=None, without=[]) == [index, slow, odd]

    async def test_jobs_that_do_not_count_take_no_room_in_the_limit(self, queue: IJobQueue) -> None:
        await queue.enqueue(SCOPE, jobs(5), now=START)
        slow = await queue.enqueue(SCOPE, jobs(3, kind="slow"), now=START + SECOND)
        leased = await queue.lease(limit=2, now=START + SECOND, lease=LEASE, kinds=["slow"])

        assert [job.id for job in leased] == slow[:2]

    async def test_the_next_due_time_and_the_newest_id_are_those_of_the_jobs_that_count(self, queue: IJobQueue) -> None:
        (index,) = await queue.enqueue(SCOPE, jobs(1), now=START)
        (slow,) = await queue.enqueue(SCOPE, jobs(1, kind="slow"), now=START + SECOND)

        assert await queue.next_due(kinds=["slow"]) == START + SECOND
        assert await queue.next_due(without=["slow"]) == START
        assert await queue.next_due(up_to=index, kinds=["slow"]) is None
        assert await queue.next_due(kinds=[]) is None
        assert await queue.newest_id(kinds=["index"]) == index
        assert await queue.newest_id(without=["index"]) == slow
        assert await queue.newest_id(kinds=["none such"]) == 0

    async def test_releasing_may_end_the_leases_of_some_kinds_only(self, queue: IJobQueue) -> None:
        for kind in KINDS:
            await queue.enqueue(SCOPE, jobs(1, kind=kind), now=START)
        await queue.lease(limit=9, now=START, lease=LEASE)

        assert await queue.release_all(kinds=["slow"]) == 1
        assert [job.kind for job in await queue.lease(limit=9, now=START, lease=LEASE)] == ["slow"]
        assert await queue.release_all(without=["slow"]) == 2
        assert {job.kind for job in await queue.lease(limit=9, now=START, lease=LEASE)} == {"index", "odd'\"--"}
