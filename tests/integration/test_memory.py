"""The facade, as a caller uses it: whole paths on the embedded default."""

from __future__ import annotations

import asyncio
import dataclasses
from datetime import UTC, datetime, timedelta

import pytest

from lembranca import Closed, Conflict, InvalidInput, Memory, NotFound, Section
from lembranca.adapters.outbound.embedding.hashing import HashingEmbedder
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.testing.fakes import FakeClock


@pytest.fixture
async def memory(tmp_path):
    async with Memory.open(data_dir=tmp_path) as opened:
        yield opened


@pytest.fixture
def ana(memory):
    return memory.for_user("ana", tenant_id="acme")


async def test_what_was_saved_is_loaded(ana):
    chat = ana.conversation("c")

    stored = await chat.save(user="Sou vegetariana e odeio coentro.", assistant="Anotado!")
    context = await chat.load()

    assert [(m.role, m.content, m.position) for m in stored] == [
        ("user", "Sou vegetariana e odeio coentro.", 1),
        ("assistant", "Anotado!", 2),
    ]
    assert context.text == "[Conversa recente]\nUsuário: Sou vegetariana e odeio coentro.\nAssistente: Anotado!"
    assert context.warnings == ()


async def test_a_conversation_that_does_not_exist_yet_loads_empty(ana):
    context = await ana.conversation("new").load("o que eu disse?")

    assert (context.text, context.messages, context.tokens.total, context.warnings) == ("", [], 0, ())


async def test_what_matters_is_recalled_from_the_person_s_other_conversations(memory, ana):
    await ana.conversation("old").save(user="I hate coriander.", assistant="Noted.")
    chat = ana.conversation("new")
    await chat.save(user="Hi! What is for dinner?", assistant="Pasta?")
    await memory.drain()

    context = await chat.load("something with coriander?")

    recalled = [item for item in context.items if item.section == Section.RECALLED]
    assert "I hate coriander." in [item.content for item in recalled]
    assert max(recalled, key=lambda item: item.score).content == "I hate coriander."
    assert list(context.tokens.sections) == [Section.FACTS, Section.RECALLED, Section.RECENT]


async def test_half_a_turn_can_be_saved(ana):
    chat = ana.conversation("c")

    await chat.save(user="Oi?")
    await chat.save(assistant="Oi!", channel="web", metadata={"model": "m"})

    stored = await chat.messages()
    assert [(m.role, m.channel, m.metadata) for m in stored] == [
        ("user", None, {}),
        ("assistant", "web", {"model": "m"}),
    ]


@pytest.mark.parametrize(
    "turn",
    [
        {},
        {"user": ""},
        {"user": 5},
        {"user": "oi", "assistant": ""},
        {"user": "x" * (1 << 20) + "x"},
        {"user": "\ud800"},
    ],
    ids=["nothing", "empty", "a number", "an empty answer", "over a mebibyte", "a lone surrogate"],
)
async def test_a_turn_that_breaks_a_rule_stores_nothing(ana, turn):
    with pytest.raises(InvalidInput):
        await ana.conversation("c").save(**turn)

    assert await ana.conversations() == []


async def test_the_same_key_again_is_the_first_result_and_with_other_words_a_conflict(ana):
    chat = ana.conversation("c")
    first = await chat.save(user="Sexta.", assistant="Ok.", idempotency_key="k")

    assert await chat.save(user="Sexta.", assistant="Ok.", idempotency_key="k") == first
    with pytest.raises(Conflict, match="k:user"):
        await chat.save(user="Sábado.", assistant="Ok.", idempotency_key="k")
    assert (await chat.info()).message_count == 2


async def test_a_key_that_is_too_long_is_refused(ana):
    with pytest.raises(InvalidInput, match="idempotency_key"):
        await ana.conversation("c").save(user="oi", idempotency_key="k" * 510)


async def test_messages_are_added_all_or_none_and_repeating_is_harmless(ana):
    chat = ana.conversation("c")
    when = datetime(2026, 3, 2, tzinfo=UTC)
    batch = [{"id": "1", "role": "user", "content": "a", "timestamp": when}, {"role": "assistant", "content": "b"}]

    with pytest.raises(InvalidInput):
        await chat.add_messages([*batch, {"role": "nobody", "content": "c"}])
    assert await ana.conversations() == []

    assert (await chat.add_messages(batch)).added == 2
    assert (await chat.add_messages(batch[:1])).added == 0
    assert (await chat.add_messages([])).messages == []
    assert (await chat.messages())[0].timestamp == when


async def test_the_clock_dates_what_brings_no_date(tmp_path):
    clock = FakeClock()

    async with Memory.open(data_dir=tmp_path, customize=lambda container: container.clock.override(clock)) as memory:
        chat = memory.for_user("ana").conversation("c")
        await chat.save(user="oi")
        clock.advance(timedelta(days=1))
        await chat.save(user="tchau")
        first, second = await chat.messages()

    assert second.timestamp - first.timestamp == timedelta(days=1)


async def test_history_goes_through_everything_in_order(ana):
    chat = ana.conversation("c")
    await chat.add_messages([{"role": "user", "content": str(n)} for n in range(1_203)])

    assert [message.content async for message in chat.history()] == [str(n) for n in range(1_203)]
    assert [m.content for m in await chat.messages(first=1_200)] == ["1199", "1200", "1201", "1202"]
    assert [m.content for m in await chat.messages(first=2, last=3)] == ["1", "2"]


async def test_conversations_are_listed_the_last_updated_first(ana):
    for name in ("a", "b", "c"):
        await ana.conversation(name).save(user=f"conversa {name}")
    await ana.conversation("a").save(user="de novo")

    assert [found.id for found in await ana.conversations()] == ["a", "c", "b"]
    assert [found.id for found in await ana.conversations(limit=1, offset=1)] == ["c"]
    assert (await ana.conversations())[0].title == "conversa a"


async def test_renaming_beside_a_deletion_does_not_bring_the_conversation_back(ana):
    for turn in range(10):
        chat = ana.conversation(f"c{turn}")
        await chat.save(user="oi")
        await asyncio.gather(chat.rename("Jantar"), chat.delete(), return_exceptions=True)

    assert await ana.conversations() == []


async def test_renaming_beside_a_save_does_not_set_its_time_back(ana):
    chat = ana.conversation("c")
    await chat.save(user="oi")
    for turn in range(10):
        *_, saved = (await asyncio.gather(chat.rename(f"title {turn}"), chat.save(user=f"turn {turn}")))[1]

        assert (await chat.info()).updated_at == saved.timestamp


async def test_a_conversation_can_be_renamed(ana):
    chat = ana.conversation("c")
    await chat.save(user="oi")

    await chat.rename("Jantar")

    assert (await chat.info()).title == "Jantar"
    assert (await chat.info()).message_count == 1
    with pytest.raises(InvalidInput, match="title"):
        await chat.rename("x" * 201)
    with pytest.raises(NotFound):
        await ana.conversation("other").rename("Jantar")


async def test_pinning_shows_in_what_was_said(ana):
    chat = ana.conversation("c")
    stored = await chat.save(user="oi")
    await chat.load()

    await chat.pin(stored[0].id)
    assert [m.pinned for m in await chat.messages()] == [True]
    await chat.pin(stored[0].id, pinned=False)
    assert [m.pinned for m in await chat.messages()] == [False]
    with pytest.raises(NotFound, match="message 'nope'"):
        await chat.pin("nope")


async def test_a_deleted_conversation_is_gone_everywhere_and_what_was_learned_from_it_stays_known(memory, ana):
    chat = ana.conversation("c")
    await chat.save(user="odeio coentro")
    await ana.conversation("other").save(user="gosto de salsinha")
    await memory.drain()

    assert await chat.delete()
    assert not await chat.delete()

    assert [hit.content for hit in await ana.search("coentro", kinds=["message"])] == ["gosto de salsinha"]
    assert [hit.content for hit in await ana.search("coentro", kinds=["pref"], limit=1)] == ["odeia coentro"]
    assert [item.section for item in (await chat.load()).items] == [Section.FACTS] * 2
    with pytest.raises(NotFound):
        await chat.messages()
    assert (await memory.status()).vectors.entries == 3


@pytest.mark.parametrize("limit", [0, -1, 1.5, "10", None, True])
async def test_a_limit_that_is_none_is_refused(ana, limit):
    with pytest.raises(InvalidInput):
        await ana.search("coentro", limit=limit)
    with pytest.raises(InvalidInput):
        await ana.conversations(limit=limit)


@pytest.mark.parametrize("budget", [0, -5, 1.5, "100", True])
async def test_a_budget_that_is_none_is_refused(ana, budget):
    with pytest.raises(InvalidInput, match="max_tokens"):
        await ana.conversation("c").load(max_tokens=budget)


async def test_status_tells_what_there_is(memory, ana):
    await ana.conversation("c").save(user="oi", assistant="olá")
    await memory.drain()

    status = await memory.status()

    assert (status.health, status.problems, status.entries) == ("ok", (), 2)
    assert (status.jobs.waiting, status.jobs.dead, status.jobs_done) == (0, 0, 2)
    assert status.vectors.entries == 2
    assert status.adapters["cache"] == "memory://"
    assert dataclasses.asdict(status)["index"]["state"] == "ready"


async def test_reindexing_from_scratch_holds_the_same(memory, ana):
    await ana.conversation("c").add_messages([{"role": "user", "content": f"fala {n}"} for n in range(40)])
    await memory.drain()
    seen = []

    assert await memory.reindex(lambda done, total: seen.append((done, total)), from_scratch=True) == 40

    assert seen[-1] == (40, 40)
    assert await memory.reindex() == 0
    assert (await memory.status()).vectors.entries == 40


async def test_another_embedder_has_everything_embedded_again(tmp_path):
    async with Memory.open(data_dir=tmp_path) as memory:
        await memory.for_user("ana").conversation("c").save(user="odeio coentro", assistant="anotado")
        await memory.drain()

    def smaller(container):
        container.embedder.override(HashingEmbedder(64))

    async with Memory.open(data_dir=tmp_path, customize=smaller) as memory:
        await memory.drain()
        status = await memory.status()
        hits = await memory.for_user("ana").search("coentro", explain=True)

    assert (status.health, status.vectors.entries) == ("ok", 3)
    assert hits[0].explanation.vector == 1.0


async def test_what_was_saved_by_another_normaliser_is_found_after_the_change(tmp_path):
    def normalizing(language):
        return lambda container: container.normalizer.override(SnowballNormalizer(language))

    async with Memory.open(data_dir=tmp_path, customize=normalizing("en")) as memory:
        await memory.for_user("ana").conversation("c").save(user="decisões importantes", assistant="sim")

    async with Memory.open(data_dir=tmp_path, customize=normalizing("pt")) as memory:
        hits = await memory.for_user("ana").search("decisão", limit=1, explain=True)

    assert hits[0].explanation.keyword == 1.0


async def test_system_prompts_are_kept_but_not_recalled(memory, ana):
    chat = ana.conversation("c")
    prompt = {"role": "system", "content": "You are a pirate."}
    await chat.add_messages([prompt, {"role": "user", "content": "A pirate?"}])
    await memory.drain()

    assert [hit.role for hit in await ana.search("pirate")] == ["user"]
    assert "You are a pirate." in (await chat.load()).text
    assert "You are a pirate." not in (await ana.conversation("d").load("pirate")).text


async def test_a_memory_is_opened_once(tmp_path):
    async with Memory.open(data_dir=tmp_path) as memory:
        with pytest.raises(RuntimeError, match="open already"):
            await memory.__aenter__()
        await memory.for_user("ana").conversation("c").save(user="oi")


@pytest.mark.parametrize(
    ("method", "arguments"),
    [("add_messages", [None]), ("add_messages", ["oi"]), ("add_messages", [{}]), ("load", [5]), ("load", [[]])],
)
async def test_what_is_of_the_wrong_type_is_refused_by_name(ana, method, arguments):
    with pytest.raises(InvalidInput):
        await getattr(ana.conversation("c"), method)(*arguments)


async def test_a_message_is_pinned_or_not(ana):
    with pytest.raises(InvalidInput, match="pinned"):
        await ana.conversation("c").pin("m", pinned="no")


@pytest.mark.parametrize("filters", [{"kinds": None}, {"kinds": "message"}, {"layers": 5}, {"layers": [["short"]]}])
async def test_a_filter_of_the_wrong_type_is_refused_by_name(ana, filters):
    with pytest.raises(InvalidInput, match=r"kinds|layers"):
        await ana.search("coentro", **filters)


async def test_before_and_after_it_is_open_a_memory_says_so(tmp_path):
    memory = Memory.open(data_dir=tmp_path)
    chat = memory.for_user("ana").conversation("c")

    with pytest.raises(Closed):
        await chat.save(user="oi")
    async with memory:
        await chat.save(user="oi")
    with pytest.raises(Closed):
        await chat.load()
    with pytest.raises(Closed):
        await chat.save(user="oi")


async def test_what_was_indexed_in_the_background_survives_a_close_at_once(tmp_path):
    async with Memory.open(data_dir=tmp_path) as memory:
        for n in range(20):
            await memory.for_user("ana").conversation("c").save(user=f"fala {n}")

    async with Memory.open(data_dir=tmp_path) as memory:
        await memory.drain()
        status = await memory.status()

    assert (status.entries, status.vectors.entries, status.jobs.waiting) == (20, 20, 0)


async def test_many_tasks_share_one_memory(memory):
    async def talk(user: str) -> None:
        chat = memory.for_user(user).conversation("c")
        for n in range(10):
            await chat.save(user=f"{user} {n}")
            assert f"{user} {n}" in (await chat.load(max_tokens=50)).text

    await asyncio.gather(*(talk(f"u{n}") for n in range(10)))

    assert (await memory.status()).entries == 100


async def test_labels_follow_the_language_of_the_conversation_and_stay(ana):
    chat = ana.conversation("c")
    await chat.save(user="Hello!", assistant="Hi, what can I do for you?")
    assert (await chat.load()).text.startswith("[Recent conversation]\nUser: ")

    await chat.save(user="What does 'não é o que você quer' mean?", assistant="It is not what you want.")
    assert "[Recent conversation]" in (await chat.load("e agora, o que é isso?")).text


async def test_much_text_is_counted_beside_the_event_loop(ana):
    chat = ana.conversation("c")
    await chat.add_messages([{"role": "user", "content": f"{n} " + "palavra " * 20_000} for n in range(3)])

    context = await chat.load(max_tokens=50_000)

    assert context.tokens.total <= 50_000
    assert context.tokens.recent_count == 2


async def test_a_mistyped_path_of_the_index_costs_nobody_a_file(tmp_path):
    thesis = tmp_path / "thesis.txt"
    thesis.write_text("my thesis", encoding="utf-8")

    async with Memory.open(data_dir=tmp_path / "data", vectors=f"duckdb:///{thesis}") as memory:
        ana = memory.for_user("ana")
        await ana.conversation("c").save(user="odeio coentro")
        hits = await ana.search("coentro")
        status = await memory.status()

    assert thesis.read_text(encoding="utf-8") == "my thesis"
    assert [hit.content for hit in hits] == ["odeio coentro"]
    assert status.health == "degraded"
    assert "thesis.txt" in status.problems[0]
