"""The loop beside the caller's thread: work is done, errors come out, Ctrl-C stops it and waits, the end is orderly."""

import asyncio
import contextlib
import os
import signal
import threading

import pytest

from lembranca.adapters.inbound.loop_thread import LoopThread
from lembranca.domain.errors import Closed

PATIENCE_S = 10


@pytest.fixture
def loop():
    with contextlib.closing(LoopThread("the thing", contextlib.nullcontext("held"))) as loop:
        loop.start()
        yield loop


async def answer(value):
    await asyncio.sleep(0)
    return value


async def fail(error):
    raise error


def interrupt():
    os.kill(os.getpid(), signal.SIGINT)


def test_starting_gives_what_is_held_each_time(loop):
    assert (loop.start(), loop.start()) == ("held", "held")


def test_a_call_gives_what_the_work_gives(loop):
    assert loop.call(answer(42)) == 42


def test_an_error_of_the_work_comes_out_and_the_loop_goes_on(loop):
    with pytest.raises(ValueError, match="wrong"):
        loop.call(fail(ValueError("wrong")))
    assert loop.call(answer(1)) == 1


def test_background_work_goes_on_between_two_calls(loop):
    done = threading.Event()

    async def begin():
        asyncio.get_running_loop().call_soon(done.set)

    loop.call(begin())
    assert done.wait(PATIENCE_S)


def test_ctrl_c_cancels_the_work_and_waits_until_it_has_cleaned_up(loop):
    seen = []

    async def long_work():
        try:
            interrupt()
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            seen.append("cleaned up")

    for times in (1, 2, 3):
        with pytest.raises(KeyboardInterrupt):
            loop.call(long_work())
        assert seen == ["cleaned up"] * times
        assert loop.call(answer(1)) == 1


def test_work_that_ctrl_c_cuts_off_before_it_is_waited_for_is_cancelled_too(loop, monkeypatch):
    begun, cancelled = threading.Event(), threading.Event()
    begin = loop._begin

    async def long_work():
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    def interrupted(call):
        begin(call)
        begun.wait(PATIENCE_S)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(loop, "_begin", interrupted)
    with pytest.raises(KeyboardInterrupt):
        loop.call(long_work())
    assert cancelled.is_set()


def test_work_that_ctrl_c_cuts_off_before_it_begins_never_begins(loop, monkeypatch):
    seen = []

    async def work():
        seen.append("begun")

    with monkeypatch.context() as patched:
        patched.setattr(loop, "_begin", lambda call: signal.raise_signal(signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            loop.call(work())
    assert loop.call(answer(1)) == 1
    assert seen == []


def test_ctrl_c_while_it_starts_cancels_the_opening(monkeypatch):
    entering = threading.Event()
    seen = []

    @contextlib.asynccontextmanager
    async def slow():
        entering.set()
        try:
            await asyncio.Event().wait()
            yield
        finally:
            seen.append("cleaned up")

    loop = LoopThread("the thing", slow())
    launch = loop._launch

    def interrupted():
        launch()
        entering.wait(PATIENCE_S)
        signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patched:
        patched.setattr(loop, "_launch", interrupted)
        with pytest.raises(KeyboardInterrupt):
            loop.start()

    assert seen == ["cleaned up"]
    with pytest.raises(Closed):
        loop.start()
    loop.close()


def test_it_takes_work_only_while_it_is_open():
    loop = LoopThread("the thing", contextlib.nullcontext())
    with pytest.raises(Closed, match="the thing is not open"):
        loop.call(answer(1))
    loop.start()
    loop.close()
    loop.close()
    with pytest.raises(Closed):
        loop.call(answer(1))


def test_inside_its_own_thread_it_refuses_instead_of_waiting_for_ever(loop):
    async def nested():
        return loop.call(answer(1))

    async def ending():
        loop.close()

    for work in (nested, ending):
        with pytest.raises(RuntimeError, match="inside its own event loop"):
            loop.call(work())


def test_work_that_ends_the_loop_from_inside_leaves_nobody_waiting():
    loop = LoopThread("the thing", contextlib.nullcontext())
    loop.start()

    with pytest.raises(SystemExit):
        loop.call(fail(SystemExit(3)))
    with pytest.raises(SystemExit):
        loop.close()
    with pytest.raises(Closed):
        loop.call(answer(1))


def test_the_end_cancels_what_still_runs(loop):
    cancelled = threading.Event()

    async def forever():
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    async def begin():
        task = asyncio.create_task(forever())
        await asyncio.sleep(0)
        return task

    loop.call(begin())
    loop.close()

    assert cancelled.is_set()


def test_an_error_of_what_is_held_comes_out_where_it_is_entered_or_left():
    @contextlib.asynccontextmanager
    async def broken(*, entering):
        if entering:
            raise OSError("entering")
        yield
        raise OSError("leaving")

    with pytest.raises(OSError, match="entering"):
        LoopThread("the thing", broken(entering=True)).start()

    loop = LoopThread("the thing", broken(entering=False))
    loop.start()
    with pytest.raises(OSError, match="leaving"):
        loop.close()
