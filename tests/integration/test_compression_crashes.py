"""Whenever the process dies while it condenses: no message is lost, no summary doubled, and the work is done."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from compressing import Opened, turns, whole

PROGRAM = Path(__file__).parent / "programs" / "condensing.py"
COMPRESSING = [
    ("summarizer", "summarize", 1),
    ("summarizer", "summarize", 2),
    ("summaries", "replace", 1),
    ("summaries", "replace", 2),
    ("queue", "lease", 2),
    ("queue", "enqueue", 1),
    ("queue", "complete", 1),
]
REFRESHING = [
    ("hybrid", "summarizer", "summarize", 1),
    ("hybrid", "summarizer", "summarize", 2),
    ("hybrid", "summaries", "replace", 1),
    ("cycles", "summarizer", "summarize", 3),
    ("cycles", "summaries", "replace", 1),
    ("katherine", "summarizer", "summarize", 1),
    ("katherine", "summaries", "replace", 1),
]


def crash(*arguments):
    """Let it die, and give what it said."""
    command = [sys.executable, str(PROGRAM), *map(str, arguments)]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ended.returncode == 9, ended.stderr
    return ended.stdout.split()


async def live_in(folder, preset):
    """Give the summaries as they lie there, before anything goes on."""
    async with Opened(folder, preset=preset) as opened:
        opened.summarizer.hold("summarize")
        return await whole(opened.chat())


async def done(folder, preset):
    """Open the memory again as a client does that got no answer, let it finish, and check all that it holds."""
    async with Opened(folder, preset=preset) as opened:
        chat = opened.chat()
        await chat.add_messages(turns(60))
        await chat.add_messages(turns(1, first=61))
        await opened.memory.drain()
        live = await whole(chat)
        status = await opened.memory.status()
        messages = await chat.messages()
        timeline = await chat.timeline(limit=1_000)

    assert [message.id for message in messages] == [f"m{number}" for number in range(1, 62)]
    assert {item.id for item in timeline if item.retired_at is None} == {item.id for item in live}
    assert len({item.id for item in timeline}) == len(timeline)
    assert (status.jobs.waiting, status.jobs.dead) == (0, 0)
    assert live[-1].last >= 61 - 2 * 4 - 6
    return live


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize(("port", "method", "call"), COMPRESSING)
@pytest.mark.parametrize("preset", ["hybrid", "cycles"])
async def test_after_a_crash_in_a_compression_it_is_finished(tmp_path, preset, port, method, call, moment):
    await asyncio.to_thread(crash, tmp_path, preset, "compress", port, method, moment, call)

    assert await done(tmp_path, preset) != []


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize(("preset", "port", "method", "call"), REFRESHING)
async def test_after_a_crash_in_a_refresh_all_of_the_former_or_all_of_the_new_summaries_live(
    tmp_path, preset, port, method, call, moment
):
    former = await asyncio.to_thread(crash, tmp_path, preset, "refresh", port, method, moment, call)
    live = await live_in(tmp_path, preset)

    assert former
    if (method, moment) == ("replace", "after"):
        assert {item.replaces for item in live} == {tuple(former)}
    else:
        assert [item.id for item in live] == former
    await done(tmp_path, preset)
