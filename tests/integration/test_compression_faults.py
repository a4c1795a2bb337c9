"""Whatever a language model does, the conversation goes on: summaries come, contexts answer, turns are indexed."""

import asyncio
import statistics
import time

import pytest

from compressing import Opened, turns, until, whole
from lembranca.domain.errors import LembrancaError
from openai_server import answer, condensing, digesting, half, hanging, refusing, saying

ZORRO = {"timestamp": "2026-03-02T19:09:05Z", "description": "Zorro came.", "participants": ["Zorro"]}
PATIENCE_S = 600  # of the client, where the test is about what goes on while the model hangs
SOON_S = 30  # for what must not wait for it
LOAD_S = 0.05  # that a context takes at most; of many, since a busy machine may hold up one


def babbling(exchange):
    answer(exchange, ["Well, who knows, and as I was going to say, what a lovely day. " * 200] * 20)


MISBEHAVING = {
    "hangs": hanging,
    "500": refusing(500),
    "429": refusing(429),
    "breaks off": half,
    "babbles": babbling,
    "says nothing": saying(""),
    "an empty summary": digesting(""),
    "no JSON": saying("{ broken"),
}


def asking(server, **given):
    return {"llm": "openai:m", "llm_base_url": server.url, "llm_timeout": 0.3} | given


@pytest.fixture
async def hung(tmp_path, openai_server):
    """A conversation that is being condensed by a model that does not answer."""
    openai_server.behave(hanging)
    async with Opened(tmp_path, **asking(openai_server, llm_timeout=PATIENCE_S)) as opened:
        await opened.chat().add_messages(turns(30))
        await until(lambda: openai_server.exchanges)
        yield opened


def hangs_still(opened):
    counts = opened.summarizer.calls["summarize"], opened.summaries.calls["replace"]
    return counts == (1, 0)


@pytest.mark.parametrize("behaviour", MISBEHAVING.values(), ids=MISBEHAVING)
async def test_what_a_model_cannot_do_the_offline_method_does_and_says_why(tmp_path, openai_server, behaviour):
    openai_server.behave(behaviour)
    async with Opened(tmp_path, **asking(openai_server)) as opened:
        chat = opened.chat()
        await chat.add_messages(turns(30))
        await opened.memory.drain()
        live = await whole(chat)
        status = await opened.memory.status()
        context = await chat.load()

    assert live
    assert {item.method for item in live} == {"extractive:v1"}
    assert all(item.note for item in live)
    assert any(problem.startswith("summarizer:") for problem in status.problems)
    assert (status.jobs.dead, status.job_failures) == (0, 0)
    assert context.warnings == ()
    assert live[-1].text.splitlines()[-1] in context.text


async def test_people_that_a_model_invents_are_in_no_summary(tmp_path, openai_server):
    openai_server.behave(digesting("Zorro came with his sword and his horse.", ZORRO))
    async with Opened(tmp_path, **asking(openai_server)) as opened:
        await opened.chat().add_messages(turns(30))
        await opened.memory.drain()
        live = await whole(opened.chat())

    assert live
    assert all("Zorro" not in name for item in live for event in item.key_events for name in event.participants)
    assert all("Zorro" not in item.participants for item in live)


async def test_a_model_that_answers_makes_the_summaries_and_its_tokens_are_accounted(tmp_path, openai_server):
    openai_server.behave(condensing)
    settings = asking(openai_server, llm_timeout=30, prices={"openai:m": {"input": 1.0, "output": 2.0}})
    async with Opened(tmp_path, **settings) as opened:
        await opened.chat().add_messages(turns(30))
        await opened.memory.drain()
        live = await whole(opened.chat())
        (account,) = [item for item in await opened.memory.stats() if item.entry.operation == "summarize"]

    assert {item.method for item in live} == {"openai:m"}
    assert account.entry.calls == opened.summarizer.calls["summarize"]
    assert account.entry.input_tokens > 0
    assert account.entry.output_tokens > 0
    assert account.spent > 0


async def test_what_a_model_used_in_vain_is_on_its_account(tmp_path, openai_server):
    openai_server.behave(saying("no JSON"))
    async with Opened(tmp_path, **asking(openai_server, llm_timeout=30)) as opened:
        await opened.chat().add_messages(turns(6))
        (summary,) = await opened.chat().compress()
        (account,) = [item for item in await opened.memory.stats() if item.entry.operation == "summarize"]

    assert summary.method == "extractive:v1"
    assert account.entry.model == "openai:m"
    assert account.entry.input_tokens > 0


async def test_contexts_and_saves_do_not_wait_for_a_model_that_hangs(hung):
    waits = []
    async with asyncio.timeout(SOON_S):
        for number in range(31, 61):
            await hung.chat().add_messages(turns(1, first=number))
            before = time.perf_counter()
            context = await hung.chat().load("the red house by the lake")
            waits.append(time.perf_counter() - before)
            assert context.items[-1].message_ids == (f"m{number}",)
        assert await hung.chat().summaries() == []

    assert statistics.median(waits) < LOAD_S
    assert hangs_still(hung)


async def test_indexing_does_not_wait_for_a_model_that_hangs(hung):
    async with asyncio.timeout(SOON_S):
        await hung.chat("c2").save(user="My parrot is called Pancho")
        await hung.memory._parts.worker.drain()
        (found,) = await hung.memory.for_user("ana", tenant_id="acme").search("Pancho", limit=1, explain=True)

    assert found.explanation.vector > 0
    assert hangs_still(hung)


async def test_pins_and_deletions_do_not_wait_for_a_model_that_hangs(hung):
    async with asyncio.timeout(SOON_S):
        await hung.chat().pin("m2")
        assert await hung.chat().delete()
        await hung.chat().save(user="once more")
        assert len((await hung.chat().load()).items) == 1

    assert hangs_still(hung)


async def test_closing_does_not_wait_for_a_model_that_hangs_and_the_work_is_done_later(tmp_path, openai_server):
    openai_server.behave(hanging, condensing)
    async with Opened(tmp_path, **asking(openai_server, llm_timeout=PATIENCE_S)) as opened:
        await opened.chat().add_messages(turns(30))
        await until(lambda: openai_server.exchanges)
        closing = asyncio.create_task(opened.memory.__aexit__(None, None, None))
        await asyncio.wait_for(closing, SOON_S)
        assert hangs_still(opened)
    async with Opened(tmp_path, **asking(openai_server, llm_timeout=30)) as opened:
        await opened.memory.drain()

        assert {item.method for item in await whole(opened.chat())} == {"openai:m"}


async def test_who_asked_for_a_compression_is_told_when_the_memory_is_closed_meanwhile(tmp_path, openai_server):
    openai_server.behave(hanging)
    async with Opened(tmp_path, **asking(openai_server, llm_timeout=PATIENCE_S)) as opened:
        await opened.chat().add_messages(turns(6))
        compressing = asyncio.create_task(opened.chat().compress())
        await until(lambda: openai_server.exchanges)
        async with asyncio.timeout(SOON_S):
            await opened.memory.__aexit__(None, None, None)
            with pytest.raises(LembrancaError):
                await compressing


async def test_a_model_that_recovers_is_asked_again_and_its_trouble_is_over(tmp_path, openai_server):
    openai_server.behave(refusing(400), condensing)
    async with Opened(tmp_path, **asking(openai_server, llm_timeout=30)) as opened:
        chat = opened.chat()
        await chat.add_messages(turns(6))
        (first,) = await chat.compress()
        troubled = await opened.memory.status()
        await chat.add_messages(turns(4, first=7))
        (second,) = await chat.compress()
        recovered = await opened.memory.status()
        await whole(chat)

    assert (first.method, second.method) == ("extractive:v1", "openai:m")
    assert "400" in first.note
    assert any("400" in problem for problem in troubled.problems)
    assert recovered.problems == ()
