"""Nobody ever sees anything of anybody else's, whatever they are called and whatever they ask."""

import random
import unicodedata

import pytest

from lembranca import InvalidInput, Memory, NotFound
from lembranca.domain.errors import LembrancaError

CALLS = 10_000
NFC, NFD = unicodedata.normalize("NFC", "José"), unicodedata.normalize("NFD", "José")
# Tenant and user of each: alike in every way that an adapter may confuse.
PEOPLE = [
    ("a/b", "c"),
    ("a", "b/c"),
    ("a:b", "c"),
    ("a", "b:c"),
    ("%", "%"),
    ("_", "%"),
    ("*", "*"),
    ("..", ".."),
    ("../a", "b"),
    ("x" * 512, "y"),
    ("x" * 511 + "z", "y"),
    ("t", NFC),
    ("t", NFD),
    ("t", "ana"),
    ("t", "Ana"),
    ("t", "ana\n"),
    ("t", "ana "),
    ("t\n", "ana"),
    ("{t}", "ana"),
    ("'; DROP TABLE messages; --", '" OR 1=1'),
]
CONVERSATIONS = ["c1", "a/b", "a:b", "*", "%"]
TURNS = 4
ADAPTERS = [(cache, vectors) for cache in ("memory", "redis") for vectors in ("memory", "duckdb")]


def canary(person):
    return f"canary{person:02d}canary"


@pytest.fixture
async def memory(request, tmp_path):
    cache, vectors = request.param
    settings = {"vectors": "memory://" if vectors == "memory" else "duckdb:///vectors.duckdb"}
    if cache == "redis":
        server = request.getfixturevalue("redis_server")
        server.say("FLUSHALL")
        settings |= {"cache": server.url, "cache_timeout": 20}
    async with Memory.open(data_dir=tmp_path, keep_messages=1, **settings) as memory:
        for person, (tenant, user) in enumerate(PEOPLE):
            await fill(memory.for_user(user, tenant_id=tenant), person)
        await memory.drain()
        yield memory


async def fill(user, person):
    """The same ids and nearly the same words for everybody; only the canary tells who it was."""
    for conversation in CONVERSATIONS:
        for turn in range(TURNS):
            words = f"{canary(person)} wants dinner with fish and {turn} potatoes"
            message = {"id": f"m{turn}", "role": "user", "content": words, "author": f"me {canary(person)}"}
            photo = {"type": "image", "description": f"fish of {canary(person)}"}
            await user.conversation(conversation).add_messages(
                [message | {"attachments": [photo], "metadata": {"who": canary(person)}}]
            )
    await user.conversation(CONVERSATIONS[person % len(CONVERSATIONS)]).compress()
    await user.remember(f"likes the fish of {canary(person)}", topic="favourite_fish")


class Visitor:
    """Makes one random call in the name of one person; everything that comes back, as one text."""

    def __init__(self, memory, chance):
        self.memory, self.chance = memory, chance
        self.person, self.ids = 0, ["fact-none", "m1"]

    async def call(self, person):
        tenant, user = PEOPLE[person]
        self.person = person
        ana = self.memory.for_user(user, tenant_id=tenant)
        chat = ana.conversation(self.chance.choice([*CONVERSATIONS, "c2", "C1", "c1\n", canary(person)]))
        name = self.chance.choice(CALLS_BY_NAME)
        try:
            return name, repr(await getattr(self, name)(ana, chat))
        except NotFound as exc:
            return name, str(exc)

    def query(self):
        words = [canary(self.chance.randrange(len(PEOPLE))), "fish", "dinner potatoes", "what did I want?", "%", "*"]
        return " ".join(self.chance.sample(words, self.chance.randint(1, 3)))

    async def load(self, ana, chat):
        try:
            return await chat.load(max_tokens=self.chance.choice([50, 400, 4000]))
        except InvalidInput as exc:  # what is pinned needs more
            return str(exc)

    async def load_with_query(self, ana, chat):
        context = await chat.load(self.query())
        assert context.warnings == ()
        return context.text, context.messages, context.items

    async def search(self, ana, chat):
        bound = {"conversation_id": chat.id} if self.chance.random() < 0.3 else {}
        return await ana.search(self.query(), limit=self.chance.choice([1, 10, 1000]), explain=True, **bound)

    async def messages(self, ana, chat):
        return await chat.messages(first=self.chance.randint(1, 3))

    async def history(self, ana, chat):
        return [message async for message in chat.history()]

    async def info(self, ana, chat):
        return await chat.info()

    async def conversations(self, ana, chat):
        return await ana.conversations(limit=self.chance.randint(1, 20), offset=self.chance.randint(0, 2))

    async def summaries(self, ana, chat):
        return await chat.summaries()

    async def timeline(self, ana, chat):
        return await chat.timeline(limit=self.chance.randint(1, 20), offset=self.chance.randint(0, 2))

    async def compress(self, ana, chat):
        return await chat.compress()

    async def refresh(self, ana, chat):
        return await chat.refresh()

    async def stats(self, ana, chat):
        found = await self.memory.stats(tenant_id=ana.scope.tenant_id)
        assert {account.entry.tenant_id for account in found} <= {ana.scope.tenant_id}
        return found

    async def facts(self, ana, chat):
        found = await ana.facts(statuses=["active", "superseded", "forgotten"])
        self.ids.append(self.chance.choice(found).id)  # with it others try to reach it
        return found

    async def search_facts(self, ana, chat):
        return await ana.search(self.query(), kinds=["pref", "bio"], limit=self.chance.choice([1, 100]), explain=True)

    async def profile(self, ana, chat):
        return await ana.profile()

    async def changes(self, ana, chat):
        return await ana.history(limit=self.chance.randint(1, 20)), await ana.history(self.chance.choice(self.ids))

    async def export(self, ana, chat):
        return await ana.export()

    async def remember(self, ana, chat):
        fish = self.chance.choice(["carp", "cod", "eel"])
        return await ana.remember(f"likes the {fish} of {canary(self.person)}", topic="favourite_fish")

    async def forget(self, ana, chat):
        return await ana.forget(self.chance.choice(self.ids))

    async def restore(self, ana, chat):
        return await ana.restore(self.chance.choice(self.ids))

    async def tend(self, ana, chat):
        return await ana.tend()

    async def pin(self, ana, chat):
        return await chat.pin(self.chance.choice(["m0", "m1", "m9", "%", "*"]), pinned=self.chance.random() < 0.5)


READING = ["load", "load_with_query", "search", "messages", "history", "info", "conversations", "summaries", "timeline"]
READING += ["facts", "search_facts", "profile", "export", "remember"]
CHANGING = ["pin", "compress", "refresh", "forget", "restore", "tend", "changes"]  # these show contents seldom or never
CALLS_BY_NAME = [*READING, *CHANGING, "stats"]


@pytest.mark.slow
@pytest.mark.parametrize("memory", ADAPTERS, indirect=True, ids=["-".join(pair) for pair in ADAPTERS])
async def test_no_foreign_canary_in_10_000_random_calls(memory):
    chance = random.Random(11)
    visitor = Visitor(memory, chance)
    seen_own = dict.fromkeys(CALLS_BY_NAME, 0)
    for _ in range(CALLS):
        person = chance.randrange(len(PEOPLE))
        name, answer = await visitor.call(person)
        # A query may repeat a canary in an explanation; contents, authors and metadata have theirs behind "canary".
        foreign = [other for other in range(len(PEOPLE)) if other != person and f"{canary(other)} wants" in answer]
        foreign += [
            other
            for other in range(len(PEOPLE))
            if other != person and (f"me {canary(other)}" in answer or f"of {canary(other)}" in answer)
        ]
        assert foreign == [], (name, PEOPLE[person])
        seen_own[name] += canary(person) in answer

    # Not one of them is silent: each kind of call that shows contents has shown the caller's own.
    assert all(seen_own[name] > 100 for name in READING)
    assert seen_own["compress"] + seen_own["refresh"] > 100
    assert memory._parts.sessions.hits > 200


@pytest.mark.parametrize("memory", [("memory", "duckdb"), ("redis", "memory")], indirect=True)
async def test_everybody_finds_all_that_is_theirs(memory):
    for person, (tenant, user) in enumerate(PEOPLE):
        ana = memory.for_user(user, tenant_id=tenant)
        found = await ana.search(f"{canary(person)} dinner fish", limit=1000, kinds=["message"])

        assert {(entry.conversation_id, entry.message_id) for entry in found} == {
            (conversation, f"m{turn}") for conversation in CONVERSATIONS for turn in range(TURNS)
        }
        assert {item.id for item in await ana.conversations()} == set(CONVERSATIONS)


@pytest.mark.parametrize("memory", [("memory", "duckdb"), ("redis", "memory")], indirect=True)
async def test_what_one_person_deletes_or_pins_stays_with_all_others(memory):
    for person, (tenant, user) in enumerate(PEOPLE):
        if person % 2:
            chat = memory.for_user(user, tenant_id=tenant).conversation("c1")
            await chat.load()
            assert await chat.delete() is True
        else:
            await memory.for_user(user, tenant_id=tenant).conversation("c1").pin("m1")
    await memory.drain()

    for person, (tenant, user) in enumerate(PEOPLE):
        ana = memory.for_user(user, tenant_id=tenant)
        found = await ana.search("fish", limit=1000, conversation_id="c1", kinds=["message"])
        context = await ana.conversation("c1").load()
        if person % 2:
            assert (found, context.tokens.recent_count) == ([], 0)
            with pytest.raises(NotFound):
                await ana.conversation("c1").messages()
        else:
            assert len(found) == TURNS
            assert [message.pinned for message in await ana.conversation("c1").messages()] == [
                False,
                True,
                False,
                False,
            ]


async def test_an_id_of_somebody_else_and_an_unknown_one_look_the_same(tmp_path):
    async with Memory.open(data_dir=tmp_path, vectors="memory://") as memory:
        await memory.for_user("ana").conversation("hers").save(user="mine")
        bia = memory.for_user("bia")

        async def said(conversation):
            with pytest.raises(LembrancaError) as caught:
                await bia.conversation(conversation).messages()
            return type(caught.value), str(caught.value).replace(conversation, "...")

        assert await said("hers") == await said("none")
