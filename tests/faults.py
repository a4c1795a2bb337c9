"""A port around a port that does as it is told: fails, or waits for a sign."""

import asyncio
from collections import Counter, defaultdict


class Faulty:
    """
    Passes every call on to *inner*, after failing or waiting as told.

    `breaks("method", error, times=2)` raises *error* for the next two calls instead; `hold("method")` gives an event
    for which the following calls wait before they are passed on. `calls` counts what was called.
    """

    def __init__(self, inner):
        self.inner = inner
        self.calls = Counter()
        self._errors = defaultdict(list)
        self._gates = {}

    def breaks(self, method, error, *, times=1):
        self._errors[method] += [error] * times

    def mend(self):
        self._errors.clear()

    def hold(self, method):
        self._gates[method] = asyncio.Event()
        return self._gates[method]

    def __getattr__(self, name):
        found = getattr(self.inner, name)
        return self._wrapped(name, found) if asyncio.iscoroutinefunction(found) else found

    def _wrapped(self, name, method):
        async def call(*args, **kwargs):
            self.calls[name] += 1
            if name in self._gates:
                await self._gates[name].wait()
            if self._errors[name]:
                raise self._errors[name].pop(0)
            return await method(*args, **kwargs)

        return call


async def settled(turns=30):
    """Let every task that can run reach its next wait."""
    for _ in range(turns):
        await asyncio.sleep(0)
