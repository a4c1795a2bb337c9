"""
Save turns with eight concurrent savers until killed; say each acknowledged turn on standard output at once.

Arguments: the data folder, and for each saver the number of its next turn. Like a client that got no answer, a saver
begins with the turn whose fate it does not know, under the same key.
"""

import asyncio
import os
import sys

from lembranca import Memory


def tell(line):
    os.write(1, f"{line}\n".encode())  # in one piece, past any buffer


async def save_on(chat, saver, turn):
    while True:
        name = f"{saver}-{turn}"
        stored = await chat.save(user=f"question {name}", assistant=f"answer {name}", idempotency_key=name)
        tell(f"{saver} {turn} {' '.join(message.id for message in stored)}")
        turn += 1


async def main(folder, *turns):
    async with Memory.open(data_dir=folder) as memory:
        ana = memory.for_user("ana")
        tell("ready")
        # Two savers share a conversation, so that turns of both stand in one order.
        chats = [ana.conversation(f"c{saver // 2}") for saver in range(8)]
        await asyncio.gather(*(save_on(chat, saver, int(turns[saver])) for saver, chat in enumerate(chats)))


asyncio.run(main(*sys.argv[1:]))
