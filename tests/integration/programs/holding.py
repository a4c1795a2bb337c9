"""Hold the data folder named as argument until told to stop; with a second argument, after saving a few turns."""

import asyncio
import sys

from lembranca import Memory


async def main(folder, *saving):
    async with Memory.open(data_dir=folder, vectors="memory://") as memory:
        for turn in range(20 if saving else 0):
            await memory.for_user("ana").conversation("c1").save(user=f"held {turn}", assistant="yes")
        sys.stdout.write("open\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.readline)


asyncio.run(main(*sys.argv[1:]))
