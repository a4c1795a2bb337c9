"""An erasure that meets failures says so, goes on, and ends."""

import asyncio

import pytest

from compressing import until
from faults import Faulty
from lembranca.application import erasure
from lembranca.application.erasure import Eraser
from lembranca.application.incarnations import Incarnations
from lembranca.domain.erasure import CACHE, FILES, INDEX, STORES, PendingErasure
from lembranca.domain.errors import StorageError, StorageFull
from lembranca.domain.scope import Scope
from lembranca.testing.fakes import FakeClock

ANA = Scope("acme", "ana")
DOWN = StorageError("it is down")


class Log:
    """Remembers erasures as the port promises, in a dictionary."""

    def __init__(self):
        self.erasures = {}
        self.ended = []

    async def begin(self, scope, stores, *, now):
        number = len(self.erasures) + len(self.ended) + 1
        self.erasures[number] = PendingErasure(number, scope, now, {"messages": 2}, tuple(stores))
        return self.erasures[number]

    async def pending(self):
        return list(self.erasures.values())

    async def done(self, number, store, *, kind, count):
        before = self.erasures[number]
        left = tuple(name for name in before.stores if name != store)
        scope = None if left == (FILES,) else before.scope
        removed = {**before.removed, kind: count}
        self.erasures[number] = PendingErasure(number, scope, before.begun_at, removed, left)
        return self.erasures[number]

    async def scrub(self):
        pass

    async def end(self, number, *, now):
        del self.erasures[number]
        self.ended.append(number)


class Store:
    async def erase(self, scope):
        assert scope == ANA
        return 1


@pytest.fixture
def parts(monkeypatch):
    monkeypatch.setattr(erasure, "_RETRIES", (0.001,))
    return {"log": Faulty(Log()), "sessions": Faulty(Store()), "index": Faulty(Store())}


@pytest.fixture
async def eraser(parts):
    eraser = Eraser(parts["log"], parts["sessions"], parts["index"], Incarnations(), FakeClock())
    yield eraser
    await eraser.stop()


async def test_when_nothing_fails_the_receipt_is_complete(eraser, parts):
    receipt = await eraser.erase(ANA)

    assert receipt.complete
    assert receipt.removed == {"messages": 2, "sessions": 1, "vectors": 1}
    assert (parts["log"].inner.ended, eraser.problems()) == ([1], [])


@pytest.mark.parametrize(
    ("part", "method", "stores"),
    [
        ("sessions", "erase", [CACHE]),
        ("index", "erase", [INDEX]),
        ("log", "done", [CACHE]),
        ("log", "scrub", [FILES]),
        ("log", "end", [FILES]),
    ],
)
async def test_what_fails_once_is_in_the_receipt_and_done_soon(eraser, parts, part, method, stores):
    parts[part].breaks(method, DOWN)
    receipt = await eraser.erase(ANA)
    problems = eraser.problems()
    await until(lambda: not eraser.problems())

    assert not receipt.complete
    assert dict(receipt.unreached) == dict.fromkeys(stores, "it is down")
    assert problems == [f"erasure 1 is not complete: {stores[0]}: it is down"]
    assert parts["log"].inner.ended == [1]


async def test_all_that_fails_is_named_and_the_files_are_cleaned_of_the_rest(eraser, parts):
    for part in ("sessions", "index"):
        parts[part].breaks("erase", DOWN)
    receipt = await eraser.erase(ANA)

    assert list(receipt.unreached) == [CACHE, INDEX]
    assert parts["log"].calls["scrub"] == 1
    await until(lambda: not eraser.problems())
    assert parts["log"].calls["scrub"] == 2


async def test_what_a_former_process_left_is_done_and_a_log_that_fails_is_asked_again(eraser, parts):
    await parts["log"].inner.begin(ANA, STORES, now=FakeClock().now())
    await eraser.start()
    assert eraser.problems() == [
        "erasure 1 is not complete: session cache: at hand; vector index: at hand; files: at hand"
    ]
    parts["log"].breaks("pending", DOWN, times=2)
    await until(lambda: not eraser.problems())

    assert parts["log"].inner.ended == [1]
    assert parts["log"].calls["pending"] == 4


async def test_with_nothing_left_nothing_is_begun(eraser):
    await eraser.start()

    assert eraser._retrying is None


async def test_what_was_ended_while_it_was_listed_is_not_done_twice(eraser, parts):
    parts["sessions"].breaks("erase", DOWN)
    listed = parts["log"].hold("pending")
    await eraser.erase(ANA)
    pending = await parts["log"].inner.pending()
    eraser._reasons.clear()
    await eraser._go_on(pending[0])
    listed.set()

    assert parts["sessions"].calls["erase"] == 1


async def test_when_the_history_cannot_be_changed_the_caller_is_told_and_nothing_is_left_to_do(eraser, parts):
    parts["log"].breaks("begin", StorageFull("no room"))

    with pytest.raises(StorageFull):
        await eraser.erase(ANA)
    assert eraser.problems() == []
    assert parts["index"].calls["erase"] == 0


async def test_stopping_leaves_the_rest_to_the_next_start(eraser, parts):
    parts["index"].hold("erase")
    erasing = asyncio.create_task(eraser.erase(ANA))
    await until(lambda: parts["index"].calls["erase"])
    await eraser.stop()

    with pytest.raises(asyncio.CancelledError):
        await erasing
    assert [pending.stores for pending in await parts["log"].inner.pending()] == [(INDEX, FILES)]
