"""Save into a data folder until there is no room, then with room again; tell as JSON what happened."""

import asyncio
import json
import resource
import sys

from lembranca import LembrancaError, Memory

ROOM = 900_000
TURN = "words of a turn that takes room " * 60


def allow(size):
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))


async def main(folder):
    acknowledged, errors = [], []
    async with Memory.open(data_dir=folder, vectors="memory://") as memory:
        chat = memory.for_user("ana").conversation("c1")

        async def save(number):
            try:
                acknowledged.extend(item.id for item in await chat.save(user=f"{number} {TURN}", assistant=TURN))
            except LembrancaError as exc:
                errors.append(type(exc).__name__)

        allow(ROOM)
        number = 0
        while len(errors) < 20 and number < 5_000:
            await asyncio.gather(*(save(number + saver) for saver in range(4)))
            number += 4
        refused = len(errors)
        while_full = len(acknowledged)
        found_while_full = len(await chat.messages())
        allow(resource.getrlimit(resource.RLIMIT_FSIZE)[1])
        before = len(acknowledged)
        for turn in range(10):
            await save(number + turn)
        found = [item.id for item in await chat.messages()]
    report = {
        "refused": refused,
        "errors": sorted(set(errors)),
        "acknowledged_while_full": while_full,
        "found_while_full": found_while_full,
        "saved_afterwards": len(acknowledged) - before,
        "acknowledged": len(acknowledged),
        "found": len(found) if set(found) == set(acknowledged) else -1,
    }
    sys.stdout.write(f"\n{json.dumps(report)}\n")


asyncio.run(main(sys.argv[1]))
