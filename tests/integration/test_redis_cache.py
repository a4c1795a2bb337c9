"""What the Redis adapter does to a real server."""

import traceback
from datetime import timedelta

import pytest
import redis
from redis.asyncio import Connection, ConnectionPool
from redis.asyncio import Redis as AsyncRedis

from lembranca.adapters.outbound.redis import RedisMemoryRepository
from lembranca.adapters.outbound.redis.rows import conversation_key
from lembranca.domain.errors import StorageDamaged, StorageError, StorageFull, StorageUnavailable
from lembranca.testing.samples import SCOPE, conversation, message, messages, placed
from servers import start_redis, stop_redis

UNHURRIED = 20.0


@pytest.fixture
def server(redis_server):
    with redis.Redis(port=redis_server.port) as client:
        client.flushall()
        client.script_flush()
        client.config_resetstat()
        yield client


@pytest.fixture
async def cache(server, redis_server):
    cache = RedisMemoryRepository(redis_server.url, timeout=UNHURRIED)
    await cache.open()
    yield cache
    await cache.close()


async def use_everything(cache):
    await cache.save_conversation(SCOPE, conversation())
    await cache.add_messages(SCOPE, "c1", messages(3))
    await cache.pin(SCOPE, "c1", "m1")
    await cache.replace(SCOPE, conversation("c2"), placed(messages(3, "c2")))
    await cache.get_conversation(SCOPE, "c1")
    await cache.get_recent_messages(SCOPE, "c1", 2)
    await cache.get_messages(SCOPE, "c1")
    await cache.list_conversations(SCOPE)
    await cache.delete_conversation(SCOPE, "c2")


@pytest.mark.parametrize(
    "write",
    [
        lambda cache: cache.save_conversation(SCOPE, conversation()),
        lambda cache: cache.add_messages(SCOPE, "c1", messages(3)),
        lambda cache: cache.replace(SCOPE, conversation(), placed(messages(3))),
        lambda cache: cache.replace(SCOPE, conversation(), []),
    ],
)
async def test_every_key_that_a_write_leaves_has_a_time_to_live(cache, server, write):
    await write(cache)

    left = [server.pttl(key) for key in server.scan_iter()]
    assert len(left) == 2
    assert all(3_590_000 < one <= 3_600_000 for one in left)


async def test_a_tiny_time_to_live_is_enforced_by_the_server(server, redis_server):
    cache = RedisMemoryRepository(redis_server.url, ttl=timedelta(milliseconds=1), timeout=UNHURRIED)
    await cache.open()
    await cache.add_messages(SCOPE, "c1", messages(3))
    while await cache.get_messages(SCOPE, "c1"):
        pass

    assert await cache.list_conversations(SCOPE) == []
    await cache.close()


async def test_nothing_looks_through_all_keys(cache, server):
    await use_everything(cache)

    used = set(server.info("commandstats"))
    assert "cmdstat_evalsha" in used
    assert not used & {"cmdstat_keys", "cmdstat_scan", "cmdstat_hscan", "cmdstat_hgetall", "cmdstat_smembers"}


class _Counting(Connection):
    sent = 0

    async def send_packed_command(self, *args, **options):
        type(self).sent += 1
        await super().send_packed_command(*args, **options)


@pytest.fixture
async def counted(server, redis_server):
    _Counting.sent = 0
    pool = ConnectionPool(connection_class=_Counting, port=redis_server.port, protocol=2)
    client = AsyncRedis.from_pool(pool)
    cache = RedisMemoryRepository(client=client, timeout=UNHURRIED)
    await cache.open()
    await use_everything(cache)  # connects, and teaches the server the scripts
    yield cache
    await cache.close()
    await client.aclose()


@pytest.mark.parametrize(
    "operation",
    [
        lambda cache: cache.get_recent_messages(SCOPE, "c1", 40),
        lambda cache: cache.get_messages(SCOPE, "c1"),
        lambda cache: cache.get_conversation(SCOPE, "c1"),
        lambda cache: cache.add_messages(SCOPE, "c1", messages(10, first=4)),
        lambda cache: cache.replace(SCOPE, conversation(), placed(messages(10))),
        lambda cache: cache.pin(SCOPE, "c1", "m1"),
        lambda cache: cache.delete_conversation(SCOPE, "c1"),
    ],
)
async def test_each_operation_is_one_round_trip(counted, operation):
    before = _Counting.sent
    await operation(counted)

    assert _Counting.sent - before == 1


async def test_a_client_that_was_passed_in_stays_open(server, redis_server):
    async with AsyncRedis(port=redis_server.port, decode_responses=True) as client:
        cache = RedisMemoryRepository(client=client, timeout=UNHURRIED)
        await cache.open()
        await use_everything(cache)
        found = await cache.get_messages(SCOPE, "c1")
        await cache.close()

        assert [item.pinned for item in found] == [True, False, False]
        assert found[0].content == "content of m1"
        assert client.connection_pool._available_connections[0].is_connected


async def test_a_server_that_forgot_the_scripts_is_told_again(cache, server):
    await cache.add_messages(SCOPE, "c1", messages(2))
    server.script_flush()
    await cache.add_messages(SCOPE, "c1", messages(2, first=3))
    server.script_flush()

    assert [item.position for item in await cache.get_messages(SCOPE, "c1")] == [1, 2, 3, 4]


async def test_what_the_list_names_but_is_gone_is_left_out(cache, server):
    await cache.add_messages(SCOPE, "c1", messages(1))
    await cache.add_messages(SCOPE, "c2", messages(1, "c2"))
    server.delete(conversation_key(SCOPE, "c1"))

    assert [item.id for item in await cache.list_conversations(SCOPE)] == ["c2"]


async def test_the_list_drops_what_has_ended_with_the_next_write(cache, server):
    await cache.add_messages(SCOPE, "c1", messages(1))
    (index,) = server.scan_iter("*:conversations")
    server.zadd(index, {"ended": 1})
    await cache.add_messages(SCOPE, "c2", messages(1, "c2"))

    assert set(server.zrange(index, 0, -1)) == {b"c1", b"c2"}


async def test_a_message_that_was_damaged_is_an_error_that_names_the_key(cache, server):
    key = conversation_key(SCOPE, "c1")
    await cache.add_messages(SCOPE, "c1", messages(2))
    server.hset(key, "p2", "nonsense")

    with pytest.raises(StorageDamaged) as caught:
        await cache.get_recent_messages(SCOPE, "c1", 2)
    assert key in str(caught.value)


async def test_a_key_of_another_type_is_an_error_and_not_an_empty_answer(cache, server):
    server.set(conversation_key(SCOPE, "c1"), "text")

    with pytest.raises(StorageError, match="WRONGTYPE"):
        await cache.get_recent_messages(SCOPE, "c1", 2)


async def test_a_server_without_room_is_storage_full_and_goes_on_later(cache, server):
    await cache.add_messages(SCOPE, "c1", messages(2))
    server.config_set("maxmemory", "1")
    try:
        with pytest.raises(StorageFull):
            await cache.add_messages(SCOPE, "c1", messages(2, first=3))
        assert len(await cache.get_messages(SCOPE, "c1")) == 2
    finally:
        server.config_set("maxmemory", "0")

    assert len(await cache.add_messages(SCOPE, "c1", messages(2, first=3))) == 2


async def test_a_replica_that_may_not_write_is_unavailable(cache, server):
    await cache.add_messages(SCOPE, "c1", messages(2))
    server.replicaof("127.0.0.1", "1")
    try:
        with pytest.raises(StorageUnavailable):
            await cache.add_messages(SCOPE, "c1", messages(2, first=3))
    finally:
        server.replicaof("NO", "ONE")

    assert len(await cache.add_messages(SCOPE, "c1", messages(2, first=3))) == 2


@pytest.fixture(scope="module")
def locked_server():
    server = start_redis("--requirepass", "p@ss/w:rd")
    yield server
    stop_redis(server)


async def test_a_password_in_the_url_opens_the_server(locked_server):
    cache = RedisMemoryRepository(f"redis://:p%40ss%2Fw%3Ard@127.0.0.1:{locked_server.port}/0", timeout=UNHURRIED)
    await cache.open()
    await cache.add_message(SCOPE, message())

    assert len(await cache.get_messages(SCOPE, "c1")) == 1
    assert "p%40ss" not in repr(cache)
    await cache.close()


@pytest.mark.parametrize("login", ["", ":hunter2%21@", "somebody:hunter2%21@"])
async def test_a_wrong_password_is_an_error_that_does_not_repeat_it(locked_server, login, caplog):
    cache = RedisMemoryRepository(f"redis://{login}127.0.0.1:{locked_server.port}/0", timeout=UNHURRIED)
    await cache.open()
    with pytest.raises(StorageError) as caught:
        await cache.get_messages(SCOPE, "c1")
    await cache.close()

    shown = "".join(traceback.format_exception(caught.value)) + repr(cache) + caplog.text
    assert not isinstance(caught.value, StorageUnavailable)
    assert "hunter2" not in shown
    assert f"127.0.0.1:{locked_server.port}" in str(caught.value)
