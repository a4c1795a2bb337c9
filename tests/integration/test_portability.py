"""A person's memory goes out as a document that anybody can read, and comes in again, here or elsewhere."""

import copy
import json
from datetime import UTC, datetime, timedelta

import pytest
from dependency_injector import providers

from lembranca import Conflict, Imported, InvalidInput, Memory
from lembranca.testing.fakes import FakeClock

WEEK = timedelta(weeks=1)
TOLD = [
    ("w", "whatsapp", "Sou vegetariana."),
    ("w", "whatsapp", "Moro em Recife."),
    ("e", "email", "Mudei para Curitiba."),
    ("e", "email", "O código do portão é lilás."),
]


@pytest.fixture
def clock():
    return FakeClock(datetime(2026, 3, 2, 12, tzinfo=UTC))


@pytest.fixture
def opened(clock, tmp_path):
    def customize(container):
        container.clock.override(providers.Object(clock))

    def at(folder="data", **settings):
        chosen = {"vectors": "memory://", "garden_interval": 0} | settings
        return Memory.open(data_dir=tmp_path / folder, customize=customize, **chosen)

    return at


async def lived(memory, clock):
    """A person of whom facts of every status are known, with a forgotten message, a pinned one and a title."""
    ana = memory.for_user("ana")
    for conversation, channel, text in TOLD:
        await ana.conversation(conversation).save(user=text, assistant="Certo.", channel=channel)
        await memory.drain()
        clock.advance(timedelta(hours=1))
    await ana.conversation("w").rename("Comida e casa")
    await ana.conversation("w").pin((await ana.conversation("w").messages())[0].id)
    await ana.remember("ansiosa com finanças", kind="emo", weight=0.3, tags=("dinheiro",))
    forgotten = await ana.remember("gosta de jazz", kind="pref", weight=0.9)
    await ana.forget(forgotten.id)
    [gate, *_] = await ana.search("código do portão", kinds=["message"])
    await ana.forget(gate.id)
    await ana.search("vegetariana", kinds=["bio", "pref"])
    clock.advance(WEEK)
    await ana.tend()
    await memory.drain()
    return ana


def plain(document):
    """The document without what names this memory: ids of facts become the contents they stand for."""
    names = {fact["id"]: fact["content"] for fact in document["facts"]}
    facts = [
        fact | {"id": names[fact["id"]], "superseded_by": names.get(fact.get("superseded_by"))}
        for fact in document["facts"]
    ]
    return document["conversations"], facts


async def test_a_memory_goes_to_another_folder_and_user_as_it_is(opened, clock):
    async with opened() as memory:
        ana = await lived(memory, clock)
        document = json.loads(json.dumps(await ana.export()))
        asked = [(hit.content, hit.relevance) for hit in await ana.search("onde moro? vegetariana")]
    async with opened("elsewhere") as memory:
        bia = memory.for_user("bia", tenant_id="other")
        added = await bia.import_(document)
        await memory.drain()
        again = await bia.export()

        assert added == Imported(conversations=2, messages=8, facts=len(document["facts"]))
        assert {fact["status"] for fact in document["facts"]} == {"active", "superseded", "archived", "forgotten"}
        assert plain(again) == plain(document)
        assert [(hit.content, hit.relevance) for hit in await bia.search("onde moro? vegetariana")] == asked


async def test_importing_twice_is_harmless(opened, clock):
    async with opened() as memory:
        document = await (await lived(memory, clock)).export()
        first = await memory.for_user("bia").import_(document)
        before = await memory.for_user("bia").export()
        second = await memory.for_user("bia").import_(document)
        into_itself = await memory.for_user("ana").import_(document)

        assert first.facts == len(document["facts"])
        assert second == into_itself == Imported()
        assert await memory.for_user("bia").export() == before


async def test_a_long_conversation_comes_in_whole_and_in_its_order(opened):
    async with opened() as memory:
        chat = memory.for_user("ana").conversation("long")
        await chat.add_messages([{"id": f"m{n}", "role": "user", "content": f"linha {n}"} for n in range(1_203)])
        await memory.for_user("bia").import_(await memory.for_user("ana").export())

        copied = [message.content async for message in memory.for_user("bia").conversation("long").history()]
        assert copied == [f"linha {n}" for n in range(1_203)]


async def test_where_a_message_is_there_with_other_words_it_is_told_and_what_came_before_stays(opened, clock):
    async with opened() as memory:
        ana, bia = memory.for_user("ana"), memory.for_user("bia")
        for name in ("a", "b"):
            await ana.conversation(name).add_messages([{"id": "m1", "role": "user", "content": "Oi"}])
            clock.advance(timedelta(hours=1))
        await bia.conversation("b").add_messages([{"id": "m1", "role": "user", "content": "Tchau"}])
        with pytest.raises(Conflict):
            await bia.import_(await ana.export())

        assert [message.content for message in await bia.conversation("a").messages()] == ["Oi"]
        assert [message.content for message in await bia.conversation("b").messages()] == ["Tchau"]
        assert await bia.facts() == []


async def test_what_was_forgotten_stays_forgotten(opened, clock):
    async with opened() as memory:
        document = await (await lived(memory, clock)).export()
        bia = memory.for_user("bia")
        await bia.import_(document)
        await memory.drain()

        assert await bia.search("gosta de jazz", kinds=["pref"]) == []
        assert "lilás" not in " ".join(hit.content for hit in await bia.search("código do portão lilás"))
        assert "lilás" in " ".join([message.content async for message in bia.conversation("e").history()])


async def test_messages_that_came_with_their_facts_are_not_read_again(opened, clock):
    async with opened() as memory:
        document = await (await lived(memory, clock)).export() | {"facts": []}
        bia = memory.for_user("bia")
        await bia.import_(document)
        await memory.drain()

        assert await bia.facts() == []


async def test_an_import_is_a_change_that_can_be_taken_back(opened, clock):
    async with opened() as memory:
        document = await (await lived(memory, clock)).export()
        bia = memory.for_user("bia")
        await bia.import_(document)
        for change in await bia.history():
            assert change.action == "import"
            await bia.undo(change.id)

        assert (await bia.export())["facts"] == []


async def test_what_was_used_stays_used_after_a_restart(opened, clock):
    async with opened() as memory:
        document = await (await lived(memory, clock)).export()
        await memory.for_user("bia").import_(document)
    async with opened() as memory:
        assert plain(await memory.for_user("bia").export()) == plain(document)


def _at(document, path, value):
    *way, last = path
    for step in way:
        document = document[step]
    if value is ...:
        del document[last]
    else:
        document[last] = value


MESSAGE = ("conversations", 0, "messages", 1)
FACT = ("facts", 0)


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("format",), "other", "format"),
        (("format",), ..., "format"),
        (("version",), 2, "version"),
        (("wishes",), [], "document"),
        (("conversations",), {}, "conversations"),
        (("conversations", 1), "c", "conversations[1].conversation"),
        (("conversations", 0, "id"), "", "conversations[0].id"),
        (("conversations", 0, "title"), 7, "conversations[0].title"),
        (("conversations", 0, "title"), "x" * 201, "conversations[0].title"),
        (("conversations", 1, "id"), "w", "conversations.id"),
        ((*MESSAGE, "role"), "robot", "conversations[0].messages[1].role"),
        ((*MESSAGE, "id"), ..., "conversations[0].messages[1].id"),
        ((*MESSAGE, "timestamp"), ..., "conversations[0].messages[1].timestamp"),
        ((*MESSAGE, "content"), "x" * 200_001, "conversations[0].messages[1].content"),
        ((*MESSAGE, "forgotten"), "yes", "conversations[0].messages[1].forgotten"),
        ((*MESSAGE, "mood"), "good", "conversations[0].messages[1].message"),
        (("facts",), None, "facts"),
        (FACT, 7, "facts[0].fact"),
        ((*FACT, "colour"), "red", "facts[0].fact"),
        ((*FACT, "content"), ..., "facts[0].content"),
        ((*FACT, "content"), "x" * 401, "facts[0].fact.content"),
        ((*FACT, "kind"), "gossip", "facts[0].fact.kind"),
        ((*FACT, "status"), "withdrawn", "facts[0].status"),
        ((*FACT, "layer"), "attic", "facts[0].fact.layer"),
        ((*FACT, "weight"), 1.5, "facts[0].fact.weight"),
        ((*FACT, "weight"), float("nan"), "facts[0].fact.weight"),
        ((*FACT, "observations"), "2", "facts[0].fact.observations"),
        ((*FACT, "updated_at"), "yesterday", "facts[0].updated_at"),
        ((*FACT, "tags"), "food", "facts[0].tags"),
        ((*FACT, "tags"), [7], "facts[0].tags"),
        ((*FACT, "topic"), 7, "facts[0].topic"),
        ((*FACT, "negated"), 1, "facts[0].negated"),
        ((*FACT, "access_count"), -1, "facts[0].access_count"),
        ((*FACT, "superseded_by"), ["x"], "facts[0].superseded_by"),
        ((*FACT, "sources"), ["m1"], "facts[0].sources"),
        ((*FACT, "sources"), [{"conversation_id": "c"}], "facts[0].said_at"),
        (("facts", 1, "id"), "SAME", "facts.id"),
    ],
)
async def test_a_damaged_document_is_refused_whole_with_the_field_named(opened, clock, path, value, field):
    async with opened(max_message_bytes=200_000) as memory:
        whole = await (await lived(memory, clock)).export()
        document = copy.deepcopy(whole)
        _at(document, path, whole["facts"][0]["id"] if value == "SAME" else value)
        with pytest.raises(InvalidInput) as refused:
            await memory.for_user("bia").import_(document)

        assert refused.value.field == field
        assert await memory.for_user("bia").conversations() == []
        assert await memory.for_user("bia").facts() == []


@pytest.mark.parametrize("document", [None, [], "text", 7, {}])
async def test_what_is_no_document_at_all_is_refused(opened, document):
    async with opened() as memory:
        with pytest.raises(InvalidInput, match="format"):
            await memory.for_user("bia").import_(document)
