"""A person who has said something of every kind, each with words of its own, and where those are found again."""

import contextlib
import random
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb

from lembranca.domain.summary import Digest, KeyEvent

KINDS = [
    *("content", "author", "channel", "description", "transcript", "uri", "key", "metadata"),
    *("conversation", "title", "message", "user", "pinned", "idempotency"),
    *("summary", "event", "participant", "query", "loaded", "reason"),
]


def _word(kind):
    """Give a word that nothing else begins with, since full-text segments leave out what two words have in common."""
    chosen = random.Random(f"canary {kind}")
    return "".join(chosen.choice("bcdfghjklmnpqrstvwxz") for _ in range(14))


CANARIES = {kind: _word(kind) for kind in KINDS}
# What is left of a word when its beginning is shared with another and its end is stemmed away.
TRACES = {kind: word[3:11].encode() for kind, word in CANARIES.items()}
ANA = {"user_id": CANARIES["user"], "tenant_id": "acme"}
CONVERSATION = CANARIES["conversation"]
START = datetime(2026, 3, 2, 19, 4, tzinfo=UTC)


class Canarian:
    """An `ISummarizer` whose summaries have words of their own where the messages are those of the person."""

    identity = "canarian:v1"

    async def summarize(self, request):
        if not any("canary" in message.content for message in request.messages):
            return Digest("they talked about sailing")
        event = KeyEvent(START, CANARIES["event"], (CANARIES["participant"],))
        return Digest(CANARIES["summary"], (event,)[: request.most_events])


def said(count=30, first=1):
    """Make messages with something of every kind."""
    attachment = {name: CANARIES[name] for name in ("uri", "description", "transcript")}
    return [
        {
            "id": f"{CANARIES['message']}-{number}",
            "role": "user" if number % 2 else "assistant",
            "content": f"canary {number}: I would like to sail with {CANARIES['content']} in July",
            "author": CANARIES["author"],
            "channel": CANARIES["channel"],
            "attachments": [{"type": "audio", **attachment}],
            "metadata": {CANARIES["key"]: CANARIES["metadata"]},
            "timestamp": START + timedelta(minutes=number),
        }
        for number in range(first, first + count)
    ]


async def fill(memory):
    """Let the person leave something everywhere."""
    parts = memory._parts
    ana = memory.for_user(**ANA)
    chat = ana.conversation(CONVERSATION)
    await chat.add_messages(said())
    await chat.save(user=CANARIES["pinned"], assistant="ok", idempotency_key=CANARIES["idempotency"])
    pinned = (await chat.messages())[-2]
    await chat.pin(pinned.id)
    await chat.rename(CANARIES["title"])
    await memory.drain()
    await chat.compress()
    await chat.refresh()
    await chat.load(CANARIES["loaded"])
    await memory.drain()
    await chat.load()
    await ana.search(CANARIES["query"])
    await ana.search(CANARIES["content"])
    for kind in ("index", "compress"):  # one that waits and one that was given up
        await chat.add_messages(said(1, first=900 + len(kind)))
        await memory.drain()
        payload = {"conversation_id": CONVERSATION, "message_ids": [pinned.id]}
        await buried(parts, ana.scope, kind, payload)
    return chat


async def buried(parts, scope, kind, payload):
    """Leave a dead letter."""
    from lembranca.domain.job import NewJob  # noqa: PLC0415 - programs import this module before the package

    queue = parts.queue
    [number] = await queue.enqueue(scope, [NewJob(kind, payload)], now=START)
    await queue.fail(number, reason=f"it said {CANARIES['reason']}", now=START, delay=None)


def traces(folder, also=()):
    """Search every byte of every file, whatever the case: which kinds stand in which file."""
    found = {}
    for file in [*(path for path in Path(folder).rglob("*") if path.is_file()), *also]:
        content = file.read_bytes().lower()
        kinds = [kind for kind, trace in TRACES.items() if trace in content]
        if kinds:
            found[file.name] = kinds
    return found


def rows_of(folder, tenant, user):
    """Give all that the history has of a person, as it lies there."""
    file = f"file:{Path(folder) / 'history.sqlite3'}?mode=ro"
    with contextlib.closing(sqlite3.connect(file, uri=True)) as connection:
        scope = connection.execute(
            "SELECT no FROM scopes WHERE tenant_id = ? AND user_id = ?", (tenant, user)
        ).fetchall()
        where = {
            "scopes": "no = :no",
            "conversations": "scope_no = :no",
            "jobs": "scope_no = :no",
            "messages": "conversation_no IN (SELECT no FROM conversations WHERE scope_no = :no)",
            "summaries": "conversation_no IN (SELECT no FROM conversations WHERE scope_no = :no)",
            "embeddings": "message_no IN (SELECT m.no FROM messages m JOIN conversations c ON c.no = m.conversation_no"
            " WHERE c.scope_no = :no)",
            "message_terms": "rowid IN (SELECT m.no FROM messages m JOIN conversations c ON c.no = m.conversation_no"
            " WHERE c.scope_no = :no)",
        }
        return {
            table: connection.execute(
                f"SELECT rowid, * FROM {table} WHERE {condition} ORDER BY 1", {"no": scope[0][0] if scope else -1}
            ).fetchall()
            for table, condition in where.items()
        }


def vectors_of(folder, tenant, user):
    """Give what the index file has of a person; the memory is closed."""
    with duckdb.connect(str(Path(folder) / "vectors.duckdb"), read_only=True) as connection:
        sql = "SELECT * FROM lembranca_entries WHERE tenant_id = ? AND user_id = ? ORDER BY id"
        return connection.execute(sql, [tenant, user]).fetchall()
