"""A person who has said something of every kind, each with words of its own, and where those are found again."""

import contextlib
import random
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb

from lembranca.domain.change import Change, Revision
from lembranca.domain.job import NewJob
from lembranca.domain.known_fact import Fact, FactState, Source
from lembranca.domain.summary import Digest, KeyEvent

KINDS = [
    *("content", "author", "channel", "description", "transcript", "uri", "key", "metadata"),
    *("conversation", "title", "message", "user", "pinned", "idempotency"),
    *("summary", "event", "participant", "query", "loaded", "reason"),
    *("fact", "topic", "tag", "given", "change", "talk", "telling", "way", "read", "archived"),
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
STATE = FactState("active", "long", 0.5, 1, START)


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
    await known_of(parts, ana.scope)
    await ana.remember(f"likes {CANARIES['given']}", kind="pref")
    await memory.drain()
    await ana.search(CANARIES["query"])
    await ana.search(CANARIES["content"])
    for kind in ("index", "compress"):  # one that waits and one that was given up
        await chat.add_messages(said(1, first=900 + len(kind)))
        await memory.drain()
        payload = {"conversation_id": CONVERSATION, "message_ids": [pinned.id]}
        await buried(parts, ana.scope, kind, payload)
    return chat


async def known_of(parts, scope):
    """Leave facts with words in all their texts: one by the API, one that holds, one archived, one taken back."""
    canary = {kind: CANARIES[kind] for kind in ("fact", "topic", "tag", "change", "talk", "telling", "way", "read")}
    behind = Source(canary["talk"], canary["telling"], START, canary["way"])
    held = Fact(
        "fact-held", "obj", f"sails with {canary['fact']}", START, STATE, canary["topic"], tags=(canary["tag"],)
    )
    old = Fact("fact-old", "bio", f"was a sailor {CANARIES['archived']} " * 9, START, STATE)
    away = old.become(status="archived")
    changes = [
        Change("change-1", START, "learn", f"said {canary['change']}", (Revision(None, held),), (behind,)),
        Change("change-2", START, "learn", "said", (Revision(None, old),)),
        Change("change-3", START, "archive", "faded", (Revision(old, away),)),
        Change("change-4", START, "undo", "not so", (Revision(held, held.become(status="withdrawn")),), (), "change-1"),
    ]
    async with parts.known.changing(scope):
        jobs = [NewJob("index", {"fact_ids": [held.id, old.id]})]
        await parts.known.apply(scope, changes, read=[Source(canary["talk"], canary["read"], START)], jobs=jobs)


async def buried(parts, scope, kind, payload):
    """Leave a dead letter."""
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
        of_scope = {"scope_no = :no": ["conversations", "jobs", "facts", "fact_changes", "messages_read"]}
        of_scope["conversation_no IN (SELECT no FROM conversations WHERE scope_no = :no)"] = ["messages", "summaries"]
        of_scope["change_no IN (SELECT no FROM fact_changes WHERE scope_no = :no)"] = [
            "fact_revisions",
            "change_sources",
        ]
        where = {"scopes": "no = :no"} | {table: what for what, tables in of_scope.items() for table in tables}
        for owner, column, tables in (
            ("messages", "message_no", ("embeddings", "message_terms")),
            ("facts", "fact_no", ("fact_embeddings", "fact_terms")),
        ):
            numbers = f"(SELECT no FROM {owner} WHERE {where[owner]})"
            where |= {tables[0]: f"{column} IN {numbers}", tables[1]: f"rowid IN {numbers}"}
        number = {"no": scope[0][0] if scope else -1}
        columns = {table: "rowid, *" if table.endswith("_terms") else "*" for table in where}
        return {
            table: sorted(connection.execute(f"SELECT {columns[table]} FROM {table} WHERE {what}", number), key=repr)
            for table, what in where.items()
        }


def vectors_of(folder, tenant, user):
    """Give what the index file has of a person; the memory is closed."""
    with duckdb.connect(str(Path(folder) / "vectors.duckdb"), read_only=True) as connection:
        sql = "SELECT * FROM lembranca_entries WHERE tenant_id = ? AND user_id = ? ORDER BY id"
        return connection.execute(sql, [tenant, user]).fetchall()
