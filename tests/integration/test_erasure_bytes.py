"""SQLite overwrites what it deletes, but not the copies that it makes of it: they go too."""

import random

import numpy as np
import pytest

from lembranca.adapters.outbound.sqlite import (
    SqliteDatabase,
    SqliteEmbeddingStore,
    SqliteErasures,
    SqliteFactRepository,
    SqliteHistory,
)
from lembranca.adapters.outbound.sqlite import erasures as sqlite_erasures
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.domain.erasure import CACHE, INDEX, STORES
from lembranca.domain.scope import Scope
from lembranca.testing.fact_samples import FOUND, changed, fact, learnt, source
from lembranca.testing.samples import START, message

ANA, BIA = Scope("acme", "zqxvk"), Scope("acme", "bia")
TRACE = b"zqxvk"
VECTOR = np.frombuffer(TRACE * 64, dtype=np.uint8).astype("<f4")


@pytest.fixture
async def history(tmp_path):
    history = SqliteHistory(SqliteDatabase(tmp_path / "history.sqlite3"), SnowballNormalizer())
    await history.open()
    yield history
    await history.close()


async def grown(history, chosen, turns):
    """Let two people's messages of all lengths come in turn, with ids in no order: pages are split and joined."""
    for _ in range(turns):
        scope, conversation = chosen.choice([ANA, BIA]), f"c{chosen.randrange(4)}"
        mark = TRACE.decode() if scope is ANA else "other"
        size = chosen.choice([1, 1, 5, 60, 800])
        words = " ".join(f"{mark}{chosen.randrange(4000)}" for _ in range(size))
        name = f"{chosen.randrange(10**9):09d}{mark * chosen.randrange(60)}"
        await history.add_messages(scope, conversation, [message(name, conversation, content=words)])
        if chosen.random() < 0.02:
            await history.delete_conversation(chosen.choice([ANA, BIA]), f"c{chosen.randrange(4)}")


async def learnt_by_both(history, chosen, turns):
    """Let facts of both be made, changed, archived and taken back, with the trace in every text of Ana's."""
    facts = SqliteFactRepository(history._database, SnowballNormalizer())
    known = {ANA: [], BIA: []}
    for turn in range(turns):
        scope = chosen.choice([ANA, BIA])
        mark = TRACE.decode() if scope is ANA else "other"
        words = " ".join(f"{mark}{chosen.randrange(4000)}" for _ in range(chosen.choice([1, 5, 25])))
        name = f"{chosen.randrange(10**9):09d}{mark * chosen.randrange(60)}"
        behind = (source(name, name, channel=mark),) * chosen.randrange(2)
        about = {"id": f"{turn} {name}", "reason": words, "sources": behind}
        if len(known[scope]) < 5 or chosen.random() < 0.4:
            new = fact(name, words, topic=mark, tags=(mark, words), superseded_by=name)
            await facts.apply(scope, [learnt(new, **about)], read=[source(f"{name} too", name)])
            known[scope].append(new)
        else:
            old = known[scope].pop(chosen.randrange(len(known[scope])))
            after = old.become(status=chosen.choice(["active", "archived", "forgotten"]), weight=chosen.random())
            await facts.apply(scope, [changed((old, after), **about)])
            known[scope].append(after)
    return facts


def left(folder):
    return {path.name: count for path in folder.iterdir() if (count := path.read_bytes().count(TRACE))}


async def erased(history):
    log = SqliteErasures(history._database)
    pending = await log.begin(ANA, STORES, now=START)
    for store, kind in ((CACHE, "sessions"), (INDEX, "vectors")):
        await log.done(pending.number, store, kind=kind, count=0)
    await log.scrub()


@pytest.mark.parametrize("seed", range(4))
async def test_no_copy_is_left_where_rows_were_moved(tmp_path, history, seed):
    await grown(history, random.Random(seed), 700)
    facts = await learnt_by_both(history, random.Random(seed), 300)
    known = await facts.list_facts(BIA, statuses=FOUND), await facts.changes(BIA, limit=1_000)
    others = [await history.get_messages(BIA, f"c{number}") for number in range(4)]
    store = SqliteEmbeddingStore(history._database)
    texts = await store.missing("e", limit=2_000)
    await store.save_embeddings("e", [text.entry.id for text in texts], np.stack([VECTOR] * len(texts)))
    before = left(tmp_path)
    await erased(history)

    assert before
    assert left(tmp_path) == {}
    assert [await history.get_messages(BIA, f"c{number}") for number in range(4)] == others
    assert (await facts.list_facts(BIA, statuses=FOUND), await facts.changes(BIA, limit=1_000)) == known
    assert await facts.count_facts() == await facts.count_facts(BIA)
    assert await facts.scopes_with_facts() == [BIA]


async def test_the_words_of_a_large_index_are_merged_in_many_small_steps(tmp_path, history, monkeypatch):
    monkeypatch.setattr(sqlite_erasures, "_PAGES", 1)
    await grown(history, random.Random(9), 300)
    await learnt_by_both(history, random.Random(9), 100)
    writes = 0
    write = history._database.write

    async def counted(operation):
        nonlocal writes
        writes += 1
        return await write(operation)

    history._database.write = counted
    await erased(history)

    assert left(tmp_path) == {}
    assert writes > 6


async def test_merging_ends_when_others_never_stop_writing(tmp_path, history, monkeypatch):
    monkeypatch.setattr(sqlite_erasures, "_merged", lambda *_: True)
    await grown(history, random.Random(9), 100)
    await learnt_by_both(history, random.Random(9), 50)
    await erased(history)

    assert left(tmp_path) == {}
