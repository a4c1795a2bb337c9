"""A memory with a language model learns what people tell through it, and without it when it fails."""

import pytest

from lembranca import Memory
from openai_server import fact, listing, refusing, saying


@pytest.fixture
def opened(tmp_path, openai_server):
    def opened(**settings):
        given = {"data_dir": tmp_path, "llm": "openai:m", "llm_base_url": openai_server.url, "summarizer": "extractive"}
        return Memory.open(**given | settings)

    return opened


async def known(memory):
    return [entry.content for entry in await memory.for_user("ana").search("Natal samba", kinds=["bio", "pref"])]


async def said(memory, text):
    await memory.for_user("ana").conversation("c").save(user=text, assistant="Anotado!")
    await memory.drain()


async def account(memory):
    await memory.drain()
    spent = [line.entry for line in await memory.stats()]
    return {line.operation: (line.model, line.input_tokens > 0, line.output_tokens > 0) for line in spent}


async def test_facts_come_from_the_model_and_the_account_says_what_it_cost(opened, openai_server):
    openai_server.behave(listing(fact("é de Natal e ama samba")))
    async with opened() as memory:
        await said(memory, "Ah, Natal! E samba, claro.")

        assert await known(memory) == ["é de Natal e ama samba"]
        assert (await account(memory))["extract"] == ("openai:m", True, True)
        assert len(openai_server.exchanges) == 1


@pytest.mark.parametrize("behaviour", [refusing(500), saying("no"), listing(fact("adora jazz"))])
async def test_where_the_model_fails_the_rules_read(opened, openai_server, behaviour):
    openai_server.behave(behaviour)
    async with opened() as memory:
        await said(memory, "Moro em Natal.")

        assert await known(memory) == ["mora em Natal"]
        assert any("extractor: " in problem for problem in (await memory.status()).problems)


@pytest.mark.parametrize("extractor", ["rules", "none"])
async def test_a_model_is_not_asked_for_facts_when_the_settings_say_so(opened, openai_server, extractor):
    async with opened(extractor=extractor) as memory:
        await said(memory, "Moro em Natal.")

        assert await known(memory) == (["mora em Natal"] if extractor == "rules" else [])
        assert openai_server.exchanges == []
