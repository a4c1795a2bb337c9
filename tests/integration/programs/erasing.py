"""
Erase a person and die, as by `kill -9`, just before or just after a step of it.

Arguments: the data folder, the part, its method, and `before` or `after`; a part `file` dies where the new index file
is put in the place of the old one, a part `vacuum` while SQLite writes its file anew, after so many milliseconds.
"""

import asyncio
import os
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from dependency_injector import providers

from erasing import ANA, Canarian, fill
from lembranca import Memory
from lembranca.adapters.outbound.sqlite import erasures


class Dying:
    """A port of which one method, once it is *armed*, is the last act."""

    armed = False

    def __init__(self, inner, method, moment):
        self._inner, self._method, self._moment = inner, method, moment

    def __getattr__(self, name):
        found = getattr(self._inner, name)
        return self._last_act(found) if name == self._method else found

    def _last_act(self, method):
        async def act(*args, **kwargs):
            if not Dying.armed:
                return await method(*args, **kwargs)
            if self._moment == "after":
                await method(*args, **kwargs)
            os._exit(9)

        return act


def die_in_the_swap(moment):
    replace = Path.replace

    def act(self, target):
        if not (Dying.armed and self.name == "vectors.duckdb.new"):
            return replace(self, target)
        if moment == "after":
            replace(self, target)
        os._exit(9)

    Path.replace = act


def die_in_the_vacuum(milliseconds):
    def act(connection):
        threading.Timer(float(milliseconds) / 1e3, os._exit, (9,)).start()
        while True:
            connection.execute("VACUUM")

    erasures._vacuum = act


async def main(folder, part, method, moment):
    def customize(container):
        container.summarizer.override(providers.Object(Canarian()))
        if part == "file":
            die_in_the_swap(moment)
        elif part == "vacuum":
            die_in_the_vacuum(moment)
        else:
            provider = getattr(container, part)
            provider.override(providers.Object(Dying(provider(), method, moment)))

    settings = {"language": "en", "compress_above": 400, "keep_messages": 4}
    async with Memory.open(data_dir=folder, customize=customize, **settings) as memory:
        bia = memory.for_user("bia").conversation("c1")
        for number in range(20):
            await bia.save(user=f"bia sails {number}", assistant="yes", idempotency_key=str(number))
        await fill(memory)
        await memory.drain()
        Dying.armed = True
        await memory.for_user(**ANA).erase()


asyncio.run(main(*sys.argv[1:]))
