"""What is deleted while it is condensed is gone for good, whoever uses its id next."""

import pytest

from compressing import Opened, turns, until, whole
from lembranca import NotFound
from lembranca.domain.errors import ModelError

DOWN = ModelError("the model is down")
ENGLISH = "My {} sisters are going to sail to the island and they have never been on a boat"


@pytest.fixture
async def opened(tmp_path):
    async with Opened(tmp_path) as opened:
        yield opened


@pytest.fixture
def chat(opened):
    return opened.chat()


@pytest.mark.parametrize("again", [False, True])
async def test_what_is_deleted_while_it_is_condensed_does_not_come_back(opened, chat, again):
    released = opened.summarizer.hold("summarize")
    await chat.add_messages(turns(20, words="secret " + ENGLISH))
    await until(lambda: opened.summarizer.calls["summarize"])
    await chat.delete()
    if again:
        await chat.add_messages(turns(30))
    released.set()
    await opened.memory.drain()
    if not again:
        with pytest.raises(NotFound):
            await chat.timeline()
        await chat.save(user="hi")
        assert await chat.timeline() == []
    context = await chat.load()

    assert all("secret" not in item.body for item in await chat.timeline())
    assert "secret" not in context.text
    assert context.warnings == ()
    await whole(chat)
    assert (await opened.memory.status()).job_failures == 0


async def test_a_summary_ready_in_the_very_moment_of_the_deletion_is_not_put_into_the_next_conversation(opened, chat):
    """The deletion is done, and a save under the same id, but who asked for the deletion has not been told yet."""
    released = opened.summarizer.hold("summarize")
    await chat.add_messages(turns(20, words="secret " + ENGLISH))
    await until(lambda: opened.summarizer.calls["summarize"])
    delete = opened.history.inner.delete_conversation

    async def delete_and_more(scope, conversation_id):
        deleted = await delete(scope, conversation_id)
        await chat.add_messages(turns(30))
        released.set()
        await opened.memory._parts.compressor.drain()
        return deleted

    opened.history.inner.delete_conversation = delete_and_more
    await chat.delete()
    await opened.memory.drain()

    assert all("secret" not in item.body for item in await chat.timeline())
    await whole(chat)


async def test_messages_that_go_while_they_are_to_be_read_again_are_no_failure(tmp_path):
    async with Opened(tmp_path, preset="cycles") as opened:
        chat = opened.chat()
        await chat.add_messages(turns(8 + 4 * 6))
        await opened.memory.drain()
        get_messages = opened.history.inner.get_messages

        async def gone(scope, conversation_id, *, first=1, last=None):
            if last == 12:
                await chat.delete()
            return await get_messages(scope, conversation_id, first=first, last=last)

        opened.history.inner.get_messages = gone
        await chat.add_messages(turns(6, first=33))
        await opened.memory.drain()
        status = await opened.memory.status()

        assert (status.job_failures, status.jobs.dead, status.jobs.waiting) == (0, 0, 0)
        with pytest.raises(NotFound):
            await chat.info()


async def test_the_failure_of_a_deleted_conversation_is_not_told_of_the_next_one(opened, chat):
    opened.summarizer.breaks("summarize", DOWN, times=5)
    await chat.add_messages(turns(20))
    await opened.memory.drain()
    assert (await chat.load()).warnings
    await chat.delete()
    await chat.save(user="hi")

    assert (await chat.load()).warnings == ()
