"""The loop beside the main thread: work is done, errors come out, Ctrl-C stops it and waits."""

import asyncio
import os
import signal
import threading

import pytest

from lembranca.adapters.inbound.cli.loop import LoopThread


async def answer(value):
    await asyncio.sleep(0)
    return value


async def fail(error):
    raise error


def test_a_call_gives_what_the_work_gives():
    with LoopThread() as loop:
        assert loop.call(answer(42)) == 42


def test_an_error_of_the_work_comes_out_and_the_loop_goes_on():
    with LoopThread() as loop:
        with pytest.raises(ValueError, match="wrong"):
            loop.call(fail(ValueError("wrong")))
        assert loop.call(answer(1)) == 1


def test_background_work_goes_on_between_two_calls():
    done = threading.Event()

    async def begin():
        asyncio.get_running_loop().call_soon(done.set)

    with LoopThread() as loop:
        loop.call(begin())
        assert done.wait(10)


def test_ctrl_c_cancels_the_work_and_waits_until_it_has_cleaned_up():
    seen = []

    async def long_work():
        try:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)
            seen.append("cleaned up")

    with LoopThread() as loop:
        with pytest.raises(KeyboardInterrupt):
            loop.call(long_work())
        assert seen == ["cleaned up"]
        assert loop.call(answer(1)) == 1


def test_the_end_cancels_what_still_runs():
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

    with LoopThread() as loop:
        loop.call(begin())

    assert cancelled.is_set()
