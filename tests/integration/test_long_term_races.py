"""What is known stays what is stored: when callers give up, when a person is erased, when much happens at once."""

import asyncio
import contextlib
import random
from datetime import UTC, datetime, timedelta

import pytest
from dependency_injector import providers

from lembranca import Conflict, InvalidInput, Memory
from lembranca.domain.known_fact import STATUSES
from lembranca.testing.fakes import FakeClock

HELD = tuple(status for status in STATUSES if status != "withdrawn")
START = datetime(2026, 3, 2, 12, tzinfo=UTC)
SAID = (
    "Sou vegetariana.",
    "Moro em Recife.",
    "Mudei para Curitiba.",
    "Não sou mais vegetariana.",
    "Detesto coentro.",
    "Fico ansiosa com prazos.",
    "Minha cor favorita é azul.",
    "I live in Boston.",
)


@pytest.fixture
def clock():
    return FakeClock(START)


@pytest.fixture
async def memory(tmp_path, clock):
    def customize(container):
        container.clock.override(providers.Object(clock))

    settings = {"garden_interval": 0, "vectors": "memory://", "customize": customize}
    async with Memory.open(data_dir=tmp_path, **settings) as memory:
        yield memory


@pytest.fixture
def ana(memory):
    return memory.for_user("ana")


def whole(facts):
    """All of each fact, with what does not come into comparing two."""
    return [(fact, fact.sources, fact.access_count, fact.last_accessed) for fact in facts]


async def at_hand_and_stored(memory, person):
    known = memory._parts.known
    async with known.changing(person.scope) as (facts, _):
        return whole(facts.values()), whole(await memory._parts.facts.list_facts(person.scope, statuses=HELD))


async def does_something(person, chance, clock):  # noqa: C901 - one of nine things, each in a line or two
    chat = person.conversation(chance.choice("ab"))
    match chance.randrange(9):
        case 0:
            await chat.save(user=chance.choice(SAID), channel=chance.choice([None, "web"]))
        case 1:  # what was said before comes to be known after it
            moment = clock.now() + timedelta(days=chance.randint(-60, 10))
            await chat.add_messages([{"role": "user", "content": chance.choice(SAID), "timestamp": moment}])
        case 2:
            await person.remember(chance.choice(["mora em Natal", "mora em Lisboa"]), kind="bio", topic="residence")
        case 3 | 4:
            held = await person.facts(statuses=HELD)
            if held:
                await chance.choice([person.forget, person.restore])(chance.choice(held).id)
        case 5:
            changes = await person.history(limit=10)
            if changes:
                await person.undo(chance.choice(changes).id)
        case 6:
            await person.search(chance.choice(SAID), kinds=["bio", "pref", "emo"])
        case 7:
            clock.advance(timedelta(days=chance.choice([0, 1, 7, -1])))
            await person.tend()
        case 8:
            await person.import_(await person.export())


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
async def test_whatever_is_done_at_once_and_given_up_what_is_at_hand_is_what_is_stored(memory, clock, seed):
    chance = random.Random(seed)
    people = [memory.for_user("ana"), memory.for_user("bia")]
    for _ in range(30):
        tasks = [asyncio.create_task(does_something(chance.choice(people), chance, clock)) for _ in range(5)]
        for task in chance.sample(tasks, 2):
            for _ in range(chance.randrange(30)):
                await asyncio.sleep(0)
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            assert outcome is None or isinstance(outcome, asyncio.CancelledError | Conflict)
        async with asyncio.timeout(60):
            await memory.drain()
        for person in people:
            known, stored = await at_hand_and_stored(memory, person)
            assert known == stored
    assert (await memory.status()).job_failures == 0


async def test_a_fact_that_was_kept_after_its_caller_gave_up_is_known(memory, ana):
    """The next caller does not read the facts while the write is under way."""
    facts = memory._parts.facts
    apply, begun = facts.apply, asyncio.Event()

    async def slow(*args, **more):
        begun.set()
        for _ in range(50):
            await asyncio.sleep(0)
        await apply(*args, **more)

    facts.apply = slow
    task = asyncio.create_task(ana.remember("odeia coentro"))
    await begun.wait()
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    known = await ana.facts()

    assert [fact.content for fact in known] == ["odeia coentro"]


async def test_what_held_before_keeps_the_message_behind_it(tmp_path, memory, ana):
    chat = ana.conversation("c1")
    await chat.add_messages([{"role": "user", "content": "Moro em Curitiba.", "timestamp": START}])
    await memory.drain()
    before = START - timedelta(days=30)
    await chat.add_messages([{"id": "m0", "role": "user", "content": "Moro em Recife.", "timestamp": before}])
    await memory.drain()
    memory._parts.known.forget_all()
    [past] = await ana.facts(statuses=["superseded"])

    assert past.sources == (("c1", "m0"),)


async def test_an_import_that_goes_on_after_an_erasure_brings_nothing_back(memory, ana):
    messages = [{"id": f"m{n}", "role": "user", "content": "Sou vegetariana.", "timestamp": START} for n in range(3)]
    for name in "abc":
        await ana.conversation(name).add_messages(messages)
    await memory.drain()
    document = await ana.export()
    await ana.erase()
    task = asyncio.create_task(ana.import_(document))
    while not await ana.conversations():  # noqa: ASYNC110 - nothing tells how far an import is
        await asyncio.sleep(0)
    await ana.erase()

    with pytest.raises(Conflict, match="erased"):
        await task
    assert await ana.conversations() == []
    assert await ana.facts(statuses=HELD) == []


async def test_a_conversation_that_is_begun_anew_is_read_anew(memory, ana):
    chat = ana.conversation("c1")
    await chat.save(user="Oi!", idempotency_key="1")
    await memory.drain()
    await chat.delete()
    await chat.save(user="Sou vegetariana.", idempotency_key="1")
    await memory.drain()

    assert len(await ana.facts()) == 1


@pytest.mark.parametrize("topic", ["correction", "addition", "retraction"])
async def test_what_only_tells_of_other_facts_is_not_remembered_by_hand(ana, topic):
    with pytest.raises(InvalidInput, match="topic"):
        await ana.remember("Recife", topic=topic)
    assert await ana.facts(statuses=HELD) == []


async def test_an_export_under_traffic_has_each_conversation_once(memory, ana):
    for number in range(20):
        await ana.conversation(f"c{number}").save(user="Oi!")
    saving = [ana.conversation(f"c{number % 25}").save(user="Olá!") for number in range(50)]
    document, *_ = await asyncio.gather(ana.export(), *saving)
    names = [conversation["id"] for conversation in document["conversations"]]

    assert len(names) == len(set(names)) >= 20


@pytest.mark.parametrize("year", [1, 9999])
async def test_what_was_said_at_the_ends_of_time_is_learned(tmp_path, year):
    moment = datetime(year, 1 if year == 1 else 12, 31, tzinfo=UTC)
    async with Memory.open(data_dir=tmp_path, preset="beststag", garden_interval=0) as memory:
        ana = memory.for_user("ana")
        said = {"role": "user", "content": "Sou vegetariana. Qual é o melhor dia para visitar o museu?"}
        await ana.conversation("c1").add_messages([said | {"timestamp": moment}])
        await memory.drain()
        await ana.tend()
        await ana.conversation("c1").load("museu vegetariana", max_tokens=500)
        status = await memory.status()

    assert status.job_failures == 0
    assert sum(status.facts.values()) >= 1
