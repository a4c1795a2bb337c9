"""The vector index may be lost or damaged in any way: the history answers, and it is built again by itself."""

import asyncio
import shutil

import pytest

from lembranca import Memory

QUESTION = "which guitar strings sound warm"


def talk(turn):
    things = ["guitar", "garden", "kitchen", "mountain", "station"]
    thing = things[turn % len(things)]
    return {"user": f"What about the {thing} number {turn}?", "assistant": f"The {thing} {turn} has warm strings."}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A closed data folder with an index, and what a search in it finds."""
    folder = tmp_path_factory.mktemp("whole")

    async def make():
        async with Memory.open(data_dir=folder) as memory:
            chat = memory.for_user("ana").conversation("c1")
            for turn in range(40):
                await chat.save(**talk(turn))
            await memory.drain()
            return await found(memory)

    return folder, asyncio.run(make())


@pytest.fixture
def folder(whole, tmp_path):
    """A copy of it to damage."""
    return shutil.copytree(whole[0], tmp_path / "data")


@pytest.fixture
def expected(whole):
    return whole[1]


async def found(memory):
    return [(entry.message_id, round(entry.score, 6)) for entry in await memory.for_user("ana").search(QUESTION)]


async def recovers(folder, expected):
    """Open, ask at once, wait, compare; gives the health while nothing had been waited for."""
    async with Memory.open(data_dir=folder) as memory:
        at_once = await memory.for_user("ana").search("guitar strings")
        context = await memory.for_user("ana").conversation("c1").load("guitar strings")
        early = await memory.status()
        assert any("guitar" in entry.content for entry in at_once)
        assert context.tokens.recent_count > 0

        await memory.drain()
        index = memory._parts.index
        kept = await index._store.embedded_ids(index._embedder.identity)

        assert await index._vectors.all_ids() == kept
        assert len(kept) == (await memory.status()).entries == 80
        assert await found(memory) == expected
        assert (await memory.status()).health == "ok"
        return early


async def test_an_index_that_is_whole_is_kept(folder, expected):
    early = await recovers(folder, expected)

    assert early.health == "ok"
    assert early.vectors.set_aside is None


async def test_a_deleted_index_is_built_again(folder, expected):
    for path in folder.glob("vectors.duckdb*"):
        path.unlink()

    await recovers(folder, expected)


DAMAGES = {
    "emptied": lambda data: b"",
    "cut to half": lambda data: data[: len(data) // 2],
    "cut to its first kilobytes": lambda data: data[:5000],
    "cut by a byte": lambda data: data[:-1],
    "replaced by text": lambda data: b"dear diary\n" * 5000,
    "replaced by zeros": lambda data: bytes(len(data)),
    "its headers overwritten": lambda data: b"\xff" * 12288 + data[12288:],
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_a_damaged_index_is_set_aside_and_built_again(folder, expected, damage):
    file = folder / "vectors.duckdb"
    file.write_bytes(DAMAGES[damage](file.read_bytes()))

    await recovers(folder, expected)


async def test_an_index_that_is_a_folder_leaves_keyword_search_and_says_so(folder):
    file = folder / "vectors.duckdb"
    file.unlink()
    (file / "inside").mkdir(parents=True)

    async with Memory.open(data_dir=folder) as memory:
        context = await memory.for_user("ana").conversation("c1").load("guitar strings")
        entries = await memory.for_user("ana").search("guitar strings")
        status = await memory.status()

    assert any("guitar" in entry.content for entry in entries)
    if status.vectors is None:  # not set aside
        assert status.health == "degraded"
        assert context.warnings


@pytest.mark.slow
async def test_one_byte_flipped_at_50_places_never_gives_a_wrong_or_missing_answer(folder, expected):
    file = folder / "vectors.duckdb"
    data = file.read_bytes()
    for place in range(50):
        for other in folder.glob("vectors.duckdb*"):
            other.unlink()
        flipped = bytearray(data)
        # The headers lie at the beginning; beyond them the places are spread over the whole file.
        at = place * 512 if place < 20 else (place - 19) * len(data) // 32
        flipped[at] ^= 0x10
        file.write_bytes(flipped)

        await recovers(folder, expected)
