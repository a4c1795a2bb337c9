"""
Condense a conversation and die, as by `kill -9`, just before or just after a step of it.

Arguments: the data folder, the preset, `compress` or `refresh`, the port, its method, `before` or `after`, and with
which call of the method. Before a refresh it says which summaries are live.
"""

import asyncio
import os
import sys
from pathlib import Path

from dependency_injector import providers

sys.path.insert(0, str(Path(__file__).parents[2]))

from compressing import SMALL, turns
from lembranca import Memory
from lembranca.application.worker import Worker
from lembranca.domain.job import COMPRESS


class Dying:
    """A port of which one call of a method, once it is *armed*, is the last act."""

    def __init__(self, inner, method, moment, call):
        self._inner, self._method, self._moment, self._left = inner, method, moment, int(call)
        self.armed = False

    def __getattr__(self, name):
        found = getattr(self._inner, name)
        return self._counted(found) if name == self._method else found

    def _counted(self, method):
        async def act(*args, **kwargs):
            self._left -= self.armed
            if self._left > 0:
                return await method(*args, **kwargs)
            if self._moment == "after":
                await method(*args, **kwargs)
            os._exit(9)

        return act


async def main(folder, preset, work, port, method, *act):
    dying = []

    def customize(container):
        provider = getattr(container, port)
        dying.append(Dying(provider(), method, *act))
        if method not in {"lease", "complete"}:
            provider.override(providers.Object(dying[0]))
            return
        handlers = providers.Dict({COMPRESS: container.pressure.provided.handle})  # not the index's jobs
        worker = providers.Singleton(Worker, dying[0], handlers, container.clock, lane=True, linger=0)
        container.compressor.override(worker)

    async with Memory.open(data_dir=folder, customize=customize, **SMALL | {"preset": preset}) as memory:
        chat = memory.for_user("ana", tenant_id="acme").conversation("c1")
        dying[0].armed = work == "compress"
        await chat.add_messages(turns(60))
        await memory.drain()
        dying[0].armed = True
        sys.stdout.write(" ".join(summary.id for summary in await chat.summaries()))
        sys.stdout.flush()
        await chat.refresh()


asyncio.run(main(*sys.argv[1:]))
