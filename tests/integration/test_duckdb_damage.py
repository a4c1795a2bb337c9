"""Whatever happens to the file of the vector index, it opens: whole, or empty with the former file set aside."""

import asyncio
import random
import re
import shutil
import signal
import subprocess
import sys

import duckdb
import numpy as np
import pytest

from lembranca.adapters.outbound.duckdb import DuckDBVectorRepository
from lembranca.domain.errors import StorageBusy, StorageDamaged, StorageError
from lembranca.domain.scope import Scope
from lembranca.testing.samples import SCOPE
from lembranca.testing.vector_model import entry

DIMENSIONS = 64
IDENTITY = "test:v1:64"
MUCH = 64 << 20
ENTRIES = 3_000
FLIPS = 50


def rows(count, seed=1):
    return np.random.default_rng(seed).standard_normal((count, DIMENSIONS)).astype(np.float32)


async def opened(path, memory=MUCH, identity=IDENTITY):
    repository = DuckDBVectorRepository(path, memory)
    await repository.open(identity=identity, dimensions=DIMENSIONS)
    return repository


async def fill(repository, count=ENTRIES):
    entries = [entry(f"m{number}", f"c{number // 50}") for number in range(count)]
    await repository.index_entries(SCOPE, entries, rows(count))


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A closed index of `ENTRIES` entries; to be copied, not changed."""
    path = tmp_path_factory.mktemp("sound") / "vectors.duckdb"

    async def make():
        repository = await opened(path)
        await fill(repository)
        await repository.close()

    asyncio.run(make())
    return path


@pytest.fixture
def path(sound, tmp_path):
    return shutil.copy(sound, tmp_path / "vectors.duckdb")


async def assert_it_starts_over(path):
    repository = await opened(path)
    state = await repository.state()
    await repository.index_entry(SCOPE, entry("new"), rows(1)[0])
    ids = await repository.all_ids()
    await repository.close()
    again = await opened(path)
    kept = (await again.state(), await again.all_ids())
    await again.close()

    assert (state.entries, ids) == (0, {"new"})
    assert state.set_aside is not None
    assert f"{path.name}.damaged-1" in state.set_aside
    assert path.with_name(f"{path.name}.damaged-1").exists()
    assert (kept[0].set_aside, kept[1]) == (None, {"new"})


async def test_a_sound_file_is_opened_as_it_is(path):
    repository = await opened(path)
    state = await repository.state()
    await repository.close()

    assert (state.entries, state.set_aside) == (ENTRIES, None)


async def test_a_deleted_file_is_begun_anew(path):
    path.unlink()
    repository = await opened(path)
    state = await repository.state()
    await repository.close()

    assert (state.entries, state.set_aside) == (0, None)


@pytest.mark.parametrize("share", [0, 0.001, 0.3, 0.9, 0.999])
async def test_a_truncated_file_is_set_aside(path, share):
    with path.open("r+b") as file:
        file.truncate(int(path.stat().st_size * share))
    await assert_it_starts_over(path)


@pytest.mark.parametrize("flip", range(FLIPS))
async def test_a_file_with_one_flipped_byte_is_set_aside_or_still_whole(path, flip):
    """A byte that nothing depends on may be flipped without harm; then everything has to be there."""
    chance = random.Random(flip)
    place = chance.randrange(3 * 4096) if flip % 5 == 0 else chance.randrange(path.stat().st_size)
    with path.open("r+b") as file:
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ chance.randrange(1, 256)]))
    repository = await opened(path)
    state = await repository.state()
    found = await repository.search_similar(SCOPE, rows(1)[0], limit=1)
    await repository.close()

    if state.set_aside:
        assert (state.entries, found) == (0, [])
        assert path.with_name(f"{path.name}.damaged-1").exists()
    else:
        assert (state.entries, found[0].id) == (ENTRIES, "m0")


@pytest.mark.parametrize("text", ["not a database", "x" * 100_000])
async def test_a_text_in_its_place_is_set_aside(path, text):
    path.write_text(text)
    await assert_it_starts_over(path)

    assert path.with_name(f"{path.name}.damaged-1").read_text() == text


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE lembranca_meta SET value = '0' WHERE name = 'schema'",
        "UPDATE lembranca_meta SET value = 'other' WHERE name = 'identity'",
        "DELETE FROM lembranca_meta",
        "DROP TABLE lembranca_meta",
        "CREATE TABLE somebody_elses (a INTEGER)",
        "ALTER TABLE lembranca_entries DROP COLUMN kind",
        "INSERT INTO lembranca_entries SELECT * FROM lembranca_entries LIMIT 1",
        "UPDATE lembranca_entries SET embedding = array_value("
        + ", ".join(["'nan'::FLOAT"] * DIMENSIONS)
        + ") WHERE id = 'm7'",
    ],
)
async def test_a_database_that_is_not_what_was_written_is_set_aside(path, change):
    with duckdb.connect(str(path)) as connection:
        connection.execute(change)
    await assert_it_starts_over(path)


async def test_the_former_files_do_not_pile_up(path):
    for number in range(5):
        path.write_text(f"text {number}")
        await (await opened(path)).close()

    assert sorted(file.name for file in path.parent.iterdir()) == [
        "vectors.duckdb",
        "vectors.duckdb.damaged-1",
        "vectors.duckdb.damaged-2",
    ]
    assert path.with_name("vectors.duckdb.damaged-1").read_text() == "text 4"
    assert path.with_name("vectors.duckdb.damaged-2").read_text() == "text 3"


async def test_a_log_without_its_file_is_set_aside(tmp_path):
    path = tmp_path / "vectors.duckdb"
    killed_while_writing(path)
    path.unlink()
    repository = await opened(path)
    state = await repository.state()
    await repository.close()

    assert state.entries == 0
    assert state.set_aside is not None
    assert path.with_name("vectors.duckdb.damaged-1.wal").exists()


WRITER = """
import asyncio, sys
sys.path.insert(0, {tests!r})
from pathlib import Path
import test_duckdb_damage as here

async def main():
    repository = await here.opened(Path(sys.argv[1]))
    for number in range(10_000):
        entries = [here.entry(f"m{{number}}-{{place}}") for place in range(20)]
        await repository.index_entries(here.SCOPE, entries, here.rows(20))
        print(number, flush=True)

asyncio.run(main())
"""


def start_writer(path):
    code = WRITER.format(tests=str(__file__.rsplit("/", 1)[0]))
    return subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True)


def killed_while_writing(path, batches=10):
    """Let a process write and kill it; returns how many batches it had acknowledged at least."""
    with start_writer(path) as process:
        for _ in range(batches):
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    return batches


async def test_after_a_kill_while_writing_every_acknowledged_batch_is_there_whole(tmp_path):
    path = tmp_path / "vectors.duckdb"
    acknowledged = killed_while_writing(path)
    assert path.with_name("vectors.duckdb.wal").exists()
    repository = await opened(path)
    state, ids = await repository.state(), await repository.all_ids()
    await repository.close()

    assert state.set_aside is None
    assert len(ids) % 20 == 0
    assert {f"m{number}-{place}" for number in range(acknowledged) for place in range(20)} <= ids


@pytest.mark.parametrize("flip", range(10))
async def test_a_log_with_one_flipped_byte_is_set_aside_with_its_file(tmp_path, flip):
    path = tmp_path / "vectors.duckdb"
    killed_while_writing(path)
    log = path.with_name("vectors.duckdb.wal")
    damaged = bytearray(log.read_bytes())
    damaged[random.Random(flip).randrange(len(damaged))] ^= 255
    log.write_bytes(damaged)
    repository = await opened(path)
    state = await repository.state()
    await repository.close()

    assert state.entries == 0
    assert state.set_aside is not None
    assert path.with_name("vectors.duckdb.damaged-1.wal").exists()


async def test_another_process_that_holds_the_file_is_named(tmp_path):
    path = tmp_path / "vectors.duckdb"
    with start_writer(path) as process:
        process.stdout.readline()
        with pytest.raises(StorageBusy, match=re.escape(f"PID {process.pid}")):
            await opened(path)
        process.kill()

    assert not path.with_name("vectors.duckdb.damaged-1").exists()


async def test_a_second_index_over_the_same_file_in_this_process_is_refused(path):
    first = await opened(path)
    with pytest.raises(StorageBusy, match="in this process"):
        await opened(path)
    await first.close()
    await (await opened(path)).close()


async def test_a_place_that_cannot_be_written_is_not_taken_for_damage(tmp_path):
    folder = tmp_path / "vectors.duckdb"
    folder.mkdir()
    with pytest.raises(StorageError, match="cannot be written"):
        await opened(folder)

    assert [file.name for file in tmp_path.iterdir()] == ["vectors.duckdb"]


@pytest.mark.parametrize("memory", [0, MUCH], ids=["by DuckDB", "by loading"])
async def test_damage_found_by_a_search_is_told_and_clearing_mends_it(path, memory):
    repository = await opened(path, memory)
    forget_what_was_read(repository)
    with path.open("r+b") as file:
        for place in range(12_288, path.stat().st_size, 4_096):
            file.seek(place)
            file.write(b"\xa5" * 64)  # after the check of `open`
    with pytest.raises(StorageDamaged):
        await repository.search_similar(SCOPE, rows(1)[0], limit=3)
    await repository.clear()
    await fill(repository, 10)
    found = await repository.search_similar(SCOPE, rows(1)[0], limit=3)
    await repository.close()

    assert found[0].id == "m0"
    assert len(found) == 3


def forget_what_was_read(repository):
    """Make DuckDB read from the file again, as it does when its buffers were needed for something else."""
    repository._opened.database._disconnect()
    repository._opened.resident.clear()


async def test_clearing_removes_the_bytes_of_all_former_files(path):
    path.write_text("first")
    await (await opened(path)).close()
    repository = await opened(path)
    await fill(repository, 10)
    await repository.clear()
    await repository.close()

    assert [file.name for file in path.parent.iterdir()] == ["vectors.duckdb"]


def test_a_full_disk_loses_nothing_acknowledged_and_goes_on_when_there_is_room(tmp_path):
    """The limit on a file's size stands for the disk: the error differs, what DuckDB does with it does not."""
    code = FULL_DISK.format(tests=str(__file__.rsplit("/", 1)[0]))
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "vectors.duckdb")], capture_output=True, text=True, check=False
    )

    assert done.stdout.split() == ["StorageFull", "same", "searched", "goes", "on", "kept"], done.stderr


FULL_DISK = """
import asyncio, resource, sys
sys.path.insert(0, {tests!r})
from pathlib import Path
import test_duckdb_damage as here
from lembranca.domain.errors import StorageError

async def write(repository, number):
    entries = [here.entry(f"m{{number}}-{{place}}") for place in range(200)]
    await repository.index_entries(here.SCOPE, entries, here.rows(200))
    return {{item.id for item in entries}}

async def main():
    path = Path(sys.argv[1])
    repository = await here.opened(path)
    kept = await write(repository, 0)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, resource.RLIM_INFINITY))
    try:
        for number in range(1, 1_000):
            kept |= await write(repository, number)
    except StorageError as exc:
        print(type(exc).__name__)
    print("same" if await repository.all_ids() == kept else "other")
    found = await repository.search_similar(here.SCOPE, here.rows(1)[0], limit=5)
    print("searched" if len(found) == 5 else found)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    kept |= await write(repository, 5_000)
    print("goes on")
    await repository.close()
    repository = await here.opened(path)
    print("kept" if await repository.all_ids() == kept else "lost")
    await repository.close()

asyncio.run(main())
"""


async def test_scopes_larger_than_the_limit_are_searched_all_the_same(tmp_path):
    repository = await opened(tmp_path / "vectors.duckdb", memory=100_000)
    small = Scope("acme", "small")
    await repository.index_entries(small, [entry("small")], rows(1, seed=9))
    await fill(repository)
    for _ in range(2):
        assert (await repository.search_similar(SCOPE, rows(1)[0], limit=3))[0].id == "m0"
        assert [hit.id for hit in await repository.search_similar(small, rows(1)[0], limit=3)] == ["small"]
    state = await repository.state()
    await repository.close()

    assert 0 < state.memory_bytes <= 100_000
