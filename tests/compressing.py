"""A memory whose parts fail or wait as they are told, and what must hold of it at any moment."""

import asyncio
from datetime import timedelta

from dependency_injector import providers

from faults import Faulty
from lembranca import Memory
from lembranca.application.worker import Worker
from lembranca.domain.job import COMPRESS, RetryPolicy

AT_ONCE = RetryPolicy(first=timedelta(0))
SMALL = {"vectors": "memory://", "compress_above": 200, "keep_messages": 4, "language": "en"}
WORDS = "I want to book the red house by the lake for the {} of July with Marta and her two dogs"
FAULTY = ("summarizer", "summaries", "ledger", "history", "queue")


class Opened:
    """A memory on *folder* with parts that can be told to fail; jobs that fail are tried again at once."""

    def __init__(self, folder, **given):
        self.faulty = {}
        self.memory = Memory.open(data_dir=folder, customize=self._customize, **(SMALL | given))

    def __getattr__(self, name):
        if name in FAULTY:
            return self.faulty[name]
        raise AttributeError(name)

    async def __aenter__(self):
        await self.memory.__aenter__()
        return self

    async def __aexit__(self, *error):
        await self.memory.__aexit__(*error)

    def chat(self, name="c1", *, user="ana", tenant="acme"):
        return self.memory.for_user(user, tenant_id=tenant).conversation(name)

    def _customize(self, container):
        for name in FAULTY:
            provider = getattr(container, name)
            self.faulty[name] = Faulty(provider())
            provider.override(providers.Object(self.faulty[name]))
        handlers = providers.Dict({COMPRESS: container.pressure.provided.handle})
        container.compressor.override(
            providers.Singleton(
                Worker, container.queue, handlers, container.clock, lane=True, batch=4, policy=AT_ONCE, linger=0
            )
        )


async def until(condition, *, seconds=20):
    """Wait until *condition* holds."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - what is waited for are others' counters
            await asyncio.sleep(0.001)


def turns(count, *, first=1, words=WORDS, **more):
    """Make *count* messages as mappings, roles alternating."""
    return [
        {"id": f"m{number}", "role": "user" if number % 2 else "assistant", "content": words.format(number), **more}
        for number in range(first, first + count)
    ]


async def whole(chat):
    """Fail unless every message is in the tail, pinned, loose and shown, or covered by one summary; give those live."""
    while True:  # looked at in one moment, between two compressions in the background
        live = await chat.summaries()
        messages, context = await chat.messages(), await chat.load()
        if live == await chat.summaries():
            break
    end = 0
    for summary in live:
        assert summary.first == end + 1
        end = summary.last
        inside = [message for message in messages if summary.covers(message.position)]
        assert summary.message_count == len(inside)
        assert (summary.first_message_id, summary.last_message_id) == (inside[0].id, inside[-1].id) or summary.left_out
    shown = {name for item in context.items for name in item.message_ids}
    for message in messages:
        times = sum(summary.covers(message.position) for summary in live)
        assert times <= 1
        if message.pinned or (not times and message.position <= end):
            assert message.id in shown
    return live
