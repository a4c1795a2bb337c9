"""What is said becomes what is known: learned once, revised, faded, archived, recalled, forgotten and brought back."""

from datetime import UTC, datetime, timedelta

import pytest
from dependency_injector import providers

from lembranca import Memory, NotFound
from lembranca.domain.job import EXTRACT, NewJob
from lembranca.testing.fakes import FakeClock

DAY = timedelta(days=1)
WEEK = timedelta(weeks=1)


@pytest.fixture
def clock():
    return FakeClock(datetime(2026, 3, 2, 12, tzinfo=UTC))


@pytest.fixture
async def memory(tmp_path, clock):
    def customize(container):
        container.clock.override(providers.Object(clock))

    async with Memory.open(data_dir=tmp_path, garden_interval=0, customize=customize) as memory:
        yield memory


@pytest.fixture
def ana(memory):
    return memory.for_user("ana")


async def told(memory, person, *said, conversation="c1", **more):
    for text in said:
        await person.conversation(conversation).save(user=text, **more)
        await memory.drain()


async def contents(person, **which):
    return [entry.content for entry in await person.facts(**which)]


async def only(person, **which):
    [entry] = await person.facts(**which)
    return entry


# --- learning


async def test_what_the_user_says_of_themselves_is_known_after_a_while(memory, ana):
    await told(memory, ana, "Oi, tudo bem?", "Sou vegetariana e moro em Recife.")

    diet, home = await ana.facts()
    assert ("vegetarian" in diet.content, "Recife" in home.content) == (True, True)
    assert diet.sources == home.sources == ((diet.conversation_id, diet.message_id),)
    assert {diet.status, home.status} == {"active"}


async def test_what_the_assistant_says_is_not(memory, ana):
    await ana.conversation("c1").save(user="Oi!", assistant="Eu sou vegetariana e moro em Recife.")
    await memory.drain()

    assert await ana.facts() == []


async def test_neither_is_what_was_recalled_and_pasted_back(memory, ana):
    await told(memory, ana, "Sou vegetariana.")
    context = await ana.conversation("c2").load("O que eu como?")
    await told(memory, ana, context.text, conversation="c2")

    assert [len(entry.sources) for entry in await ana.facts()] == [1]


async def test_a_message_is_read_once_even_when_its_fact_was_forgotten(memory, ana):
    await told(memory, ana, "Sou vegetariana.")
    fact = await only(ana)
    await ana.forget(fact.id)
    job = NewJob(EXTRACT, {"conversation_id": "c1", "message_ids": [fact.message_id]})
    await memory._parts.queue.enqueue(ana.scope, [job], now=memory._parts.clock.now())
    await memory.drain()

    assert await ana.facts() == []


async def test_a_memory_that_is_not_to_extract_learns_only_what_is_given_by_hand(tmp_path):
    async with Memory.open(data_dir=tmp_path, extractor="none") as memory:
        ana = memory.for_user("ana")
        await told(memory, ana, "Sou vegetariana.")
        await ana.remember("odeia coentro")

        assert await contents(ana) == ["odeia coentro"]


# --- revising


async def test_a_newer_value_takes_the_place_of_the_older_which_stays_in_the_history(memory, ana, clock):
    await told(memory, ana, "Moro em Recife.")
    clock.advance(DAY)
    await told(memory, ana, "Mudei para Curitiba.")

    homes = [entry for entry in await ana.facts() if entry.topic == "residence"]
    assert ["Curitiba" in entry.content for entry in homes] == [True]
    [old] = await ana.facts(statuses=["superseded"])
    assert "Recife" in old.content
    assert [change.action for change in await ana.history(old.id)] == ["supersede", "learn"]


async def test_what_is_said_again_in_other_words_is_no_second_fact(memory, ana, clock):
    await told(memory, ana, "Sou vegetariana.")
    clock.advance(DAY)
    await told(memory, ana, "Não gosto de carne.")

    fact = await only(ana)
    assert len(fact.sources) == 2


async def test_what_is_given_by_hand_is_merged_as_well(ana):
    first = await ana.remember("odeia coentro", kind="pref", weight=0.8)
    second = await ana.remember("odeia coentro", kind="pref", weight=0.8)

    assert second.id == first.id
    assert second.weight > first.weight


# --- taking back


async def test_a_change_is_taken_back_with_all_that_it_touched(memory, ana, clock):
    await told(memory, ana, "Moro em Recife.")
    before = await ana.facts()
    clock.advance(DAY)
    await told(memory, ana, "Mudei para Curitiba.")
    while len(changes := [c for c in await ana.history() if c.undone_by is None and c.undoes is None]) > 1:
        await ana.undo(changes[0].id)

    assert await ana.facts() == before


async def test_a_forgotten_fact_comes_back_when_it_is_restored(memory, ana):
    await told(memory, ana, "Sou vegetariana.")
    fact = await only(ana)
    await ana.forget(fact.id)
    gone = await ana.facts()
    found = await ana.search("vegetariana", kinds=["bio", "pref"])
    await ana.restore(fact.id)

    assert gone == found == []
    assert await ana.facts() == [fact]


async def test_a_forgotten_message_is_not_recalled_and_stays_in_its_conversation(memory, ana):
    await told(memory, ana, "O código do portão é lilás.")
    [hit] = await ana.search("código do portão")
    await ana.forget(hit.id)
    hidden = await ana.search("código do portão")
    said = await ana.conversation("c1").messages()
    await ana.restore(hit.id)

    assert hidden == []
    assert [message.content for message in said] == ["O código do portão é lilás."]
    assert [entry.id for entry in await ana.search("código do portão")] == [hit.id]


@pytest.mark.parametrize("entry_id", ["m999", "fact-unknown", "x"])
async def test_what_is_not_there_or_somebody_elses_can_neither_be_forgotten_nor_restored(ana, entry_id):
    with pytest.raises(NotFound):
        await ana.forget(entry_id)
    with pytest.raises(NotFound):
        await ana.restore(entry_id)


async def test_another_persons_fact_looks_like_none(memory, ana):
    fact = await memory.for_user("bia").remember("odeia coentro")
    for call in (ana.forget, ana.restore, ana.history):
        with pytest.raises(NotFound):
            await call(fact.id)

    assert await memory.for_user("bia").facts() == [fact]


# --- time


async def test_a_feeling_loses_a_tenth_a_week_and_is_archived_below_three_tenths(ana, clock):
    fact = await ana.remember("ansiosa com finanças", kind="emo", weight=0.5)
    weights = []
    for _ in range(3):
        clock.advance(WEEK - timedelta(seconds=1))
        assert await ana.tend() == []
        clock.advance(timedelta(seconds=1))
        await ana.tend()
        [present] = await ana.facts(statuses=["active", "archived"])
        weights.append((round(present.weight, 6), present.status))

    assert weights == [(0.4, "active"), (0.3, "active"), (0.2, "archived")]
    actions = [change.action for change in await ana.history(fact.id)]
    assert set(actions[:-1]) <= {"decay", "archive"}
    assert actions[-1] == "remember"


async def test_a_feeling_that_comes_again_does_not_fade(ana, clock):
    await ana.remember("ansiosa com finanças", kind="emo", weight=0.5)
    clock.advance(WEEK)
    await ana.tend()
    again = await ana.remember("ansiosa com finanças", kind="emo", weight=0.5)
    clock.advance(WEEK - DAY)
    await ana.tend()

    assert (await only(ana)).weight == again.weight > 0.4


async def test_what_somebody_is_does_not_fade(ana, clock):
    fact = await ana.remember("é engenheira", kind="bio")
    clock.advance(timedelta(days=3_650))
    await ana.tend()

    assert await ana.facts() == [fact]


async def test_an_archived_fact_comes_back_for_a_search_that_wants_it(memory, ana, clock):
    await ana.remember("ansiosa com finanças", kind="emo", weight=0.3)
    await ana.remember("gosta de trilhas na serra", kind="pref")
    clock.advance(WEEK)
    await ana.tend()
    assert await contents(ana) == ["gosta de trilhas na serra"]

    assert await ana.search("qual trilha na serra?", kinds=["emo"]) == []
    [hit] = await ana.search("ansiosa com finanças?", kinds=["emo"])
    await memory.drain()

    assert hit.status == "archived"
    assert sorted(await contents(ana)) == ["ansiosa com finanças", "gosta de trilhas na serra"]
    newest, *_ = await ana.history(hit.id)
    assert newest.action == "revive"


async def test_tending_without_doing_it_tells_what_would_be_done(ana, clock):
    await ana.remember("ansiosa com finanças", kind="emo", weight=0.3)
    clock.advance(WEEK)
    planned = await ana.tend(dry_run=True)
    untouched = await contents(ana)
    done = await ana.tend()

    assert untouched == ["ansiosa com finanças"]
    assert [change.action for change in planned] == [change.action for change in done]


# --- recalling


async def test_what_matters_of_the_known_is_in_the_context(memory, ana):
    await told(memory, ana, "Sou vegetariana.", "Detesto coentro.", "Tenho um gato chamado Miau.")
    context = await ana.conversation("c9").load("O que você sugere pro meu jantar vegetariano?", max_tokens=500)

    assert "[Fatos]" in context.text
    assert "vegetariana" in context.text
    assert context.tokens.facts > 0
    assert context.tokens.total <= 500
    assert all(item.entry_id for item in context.items if item.section == "facts")


async def test_what_is_put_into_a_context_for_a_question_counts_as_used(memory, ana):
    await ana.remember("odeia coentro")
    await ana.conversation("c1").load("o que eu odeio? coentro?")
    await ana.search("coentro", kinds=["pref"])
    await memory.drain()

    assert (await only(ana)).access_count == 2


async def test_a_fact_and_its_message_are_found_as_one(memory, ana):
    await told(memory, ana, "Sou vegetariana.")
    found = await ana.search("vegetariana")

    assert [entry.kind for entry in found] == ["message"]
    assert {entry.is_fact for entry in await ana.search("vegetariana", kinds=["bio", "pref"])} == {True}


# --- channels


async def test_what_was_said_in_one_channel_is_known_in_the_others(memory, ana):
    await told(memory, ana, "Sou vegetariana.", conversation="w", channel="whatsapp")
    await told(memory, ana, "Moro em Recife.", conversation="e", channel="email")
    context = await ana.conversation("web").load("Sou vegetariana?")

    assert "vegetariana" in context.text
    assert [entry.channel for entry in await ana.search("onde moro? vegetariana", channel="email")] == ["email"]
    assert [entry.channel for entry in await ana.search("moro em recife", channel="whatsapp")] == ["whatsapp"]


# --- the rounds


async def test_the_gardener_goes_round_by_itself(tmp_path, clock):
    def customize(container):
        container.clock.override(providers.Object(clock))

    settings = {"data_dir": tmp_path, "customize": customize}
    async with Memory.open(**settings) as memory:
        await memory.for_user("ana").remember("ansiosa com finanças", kind="emo", weight=0.3)
        await memory.for_user("bia").remember("gosta de trilhas", kind="pref")
        clock.advance(WEEK)
        assert await memory.tend(dry_run=True) == await memory.tend()

        assert await memory.for_user("ana").facts() == []
        assert (await memory.status()).facts == {"active": 1, "superseded": 0, "archived": 1, "forgotten": 0}


# --- the medium term


@pytest.fixture
async def stag(tmp_path, clock):
    def customize(container):
        container.clock.override(providers.Object(clock))

    async with Memory.open(
        data_dir=tmp_path / "stag", preset="beststag", garden_interval=0, customize=customize
    ) as memory:
        yield memory


async def asked(memory, person):
    await person.conversation("c1").save(
        user="Qual é o melhor dia para visitar o museu de arte?", assistant="Terça-feira, a entrada é gratuita."
    )
    await memory.drain()
    return await only(person, kinds=["message"])


async def test_a_question_is_kept_as_an_interaction_for_fourteen_days_and_then_archived(stag, clock):
    ana = stag.for_user("ana")
    entry = await asked(stag, ana)
    clock.advance(14 * DAY - timedelta(seconds=1))
    assert await ana.tend() == []
    clock.advance(timedelta(seconds=1))
    [change] = await ana.tend()

    assert (entry.layer, entry.priority) == ("medium", 7)
    assert "museu" in entry.content
    assert change.action == "archive"
    assert await contents(ana, statuses=["archived"]) == [entry.content]


async def test_an_archived_interaction_that_a_search_wants_is_back_for_fourteen_days(stag, clock):
    ana = stag.for_user("ana")
    entry = await asked(stag, ana)
    clock.advance(14 * DAY)
    await ana.tend()
    [hit] = await ana.search("melhor dia para visitar o museu de arte?", layers=["medium"])
    await stag.drain()
    clock.advance(13 * DAY)
    await ana.tend()

    assert hit.id == entry.id
    assert await contents(ana) == [entry.content]


async def test_an_interaction_used_three_times_stays_for_good(stag, clock):
    ana = stag.for_user("ana")
    await asked(stag, ana)
    for _ in range(3):
        await ana.search("melhor dia para visitar o museu de arte?", layers=["medium"])
    await stag.drain()
    clock.advance(14 * DAY)
    [change] = await ana.tend()
    clock.advance(365 * DAY)
    await ana.tend()

    assert change.action == "promote"
    assert (await only(ana)).layer == "long"


async def test_a_feeling_that_meets_the_same_topic_three_times_is_a_pattern(memory, ana, clock):
    for _ in range(3):
        await told(memory, ana, "Fico ansiosa com prazos.")
        clock.advance(DAY)

    assert (await only(ana)).layer == "semantic"
    assert "promote" in [change.action for change in await ana.history()]
