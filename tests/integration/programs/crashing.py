"""
Save some turns and die, as by `kill -9`, just before or just after a step of the way from the history to the index.

Arguments: the data folder, the port, its method, and `before` or `after`.
"""

import asyncio
import os
import sys

from dependency_injector import providers

from lembranca import Memory


class Dying:
    """A port whose one method is its last act."""

    def __init__(self, inner, method, moment):
        self._inner, self._method, self._moment = inner, method, moment

    def __getattr__(self, name):
        found = getattr(self._inner, name)
        return self._last_act(found) if name == self._method else found

    def _last_act(self, method):
        async def act(*args, **kwargs):
            if self._moment == "after":
                await method(*args, **kwargs)
            os._exit(9)

        return act


async def main(folder, port, method, moment):
    def customize(container):
        provider = getattr(container, port)
        provider.override(providers.Object(Dying(provider(), method, moment)))

    async with Memory.open(data_dir=folder, customize=customize) as memory:
        chat = memory.for_user("ana").conversation("c1")
        for turn in range(5):
            await chat.save(user=f"about guitars {turn}", assistant=f"strings {turn}", idempotency_key=str(turn))
        await memory.drain()


asyncio.run(main(*sys.argv[1:]))
