"""Whenever the process dies while it erases somebody, the next start finishes it, and nobody else loses anything."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from compressing import until
from erasing import ANA, traces
from lembranca import Memory

PROGRAM = Path(__file__).parent / "programs" / "erasing.py"
STEPS = [
    ("erasures", "begin"),
    ("cache", "erase_scope"),
    ("erasures", "done"),
    ("vectors", "delete_entries"),
    ("vectors", "scrub"),
    ("file", "-"),
    ("erasures", "scrub"),
    ("erasures", "end"),
]


async def crash(*arguments):
    command = [sys.executable, str(PROGRAM), *map(str, arguments)]
    ended = await asyncio.to_thread(subprocess.run, command, check=False, capture_output=True, text=True)
    assert ended.returncode == 9, ended.stderr


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize(("part", "method"), STEPS)
async def test_after_a_crash_in_an_erasure_it_is_finished_or_was_never_begun(tmp_path, part, method, moment):
    await crash(tmp_path, part, method, moment)

    await finished(tmp_path, begun=(method, moment) != ("begin", "before"), ended=(method, moment) == ("end", "after"))


@pytest.mark.slow
@pytest.mark.parametrize("milliseconds", [0, 1, 2, 5, 10, 20])
async def test_after_a_crash_while_the_file_is_written_anew_it_is_finished(tmp_path, milliseconds):
    await crash(tmp_path, "vacuum", "-", milliseconds)

    await finished(tmp_path, begun=True, ended=False)


async def finished(folder, *, begun, ended):
    """Start again and let it finish; what was never begun is whole, and can be begun."""
    async with Memory.open(data_dir=folder) as memory:
        assert bool((await memory.status()).problems) == (begun != ended or not begun)  # or two dead letters
        if not begun:
            chats = await memory.for_user(**ANA).conversations()
            assert [chat.message_count for chat in chats] == [34]
            assert (await memory.for_user(**ANA).erase()).complete
        await until(lambda: not memory._parts.eraser.problems())
        await memory.drain()
        bia = memory.for_user("bia")
        status = await memory.status()

        assert len(await bia.conversation("c1").messages()) == 40
        assert len(await bia.search("who sails", limit=20)) == 20
        assert (status.entries, status.vectors.entries, status.health) == (40, 40, "ok")
        assert len(await memory.scopes()) == 1
        assert traces(folder) == {}
    assert traces(folder) == {}
