"""A mistyped path may name anybody's file: only an index of ours is ever set aside, all else stays as it was."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys

import duckdb
import numpy as np
import pytest

from lembranca.adapters.outbound.duckdb import DuckDBVectorRepository
from lembranca.domain.errors import StorageError
from lembranca.testing.samples import SCOPE
from lembranca.testing.vector_model import entry

DIMENSIONS = 4


async def opened(path, *, own_folder=False, identity="test:v1:4"):
    repository = DuckDBVectorRepository(path, 1 << 20, own_folder=own_folder)
    await repository.open(identity=identity, dimensions=DIMENSIONS)
    return repository


async def set_aside(path, **how):
    repository = await opened(path, **how)
    state = await repository.state()
    await repository.close()
    return state.set_aside


def files(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


async def assert_it_is_refused(path, *, own_folder):
    before = files(path.parent)
    with pytest.raises(StorageError, match=rf"{re.escape(str(path))}.*Move it .* or choose another path") as caught:
        await opened(path, own_folder=own_folder)

    assert type(caught.value) is StorageError
    assert files(path.parent) == before


def a_text(path):
    path.write_text("Chapter 1\n" * 2_000)


def a_short_text(path):
    path.write_text("a,b\n")


def nothing(path):
    path.write_bytes(b"")


def a_sqlite_database(path):
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE notes (text)")
    connection.close()


def a_broken_database(path):
    a_database(path)
    path.write_bytes(path.read_bytes()[:9_000])


def a_lone_log(path):
    path.with_name(f"{path.name}.wal").write_text("somebody's")


def a_database(path):
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE sales AS SELECT range AS amount FROM range(1000)")


def a_database_of_views(path):
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE VIEW sales AS SELECT 1 AS amount")


def a_database_and_its_log(path):
    code = (
        "import duckdb, os, sys; c = duckdb.connect(sys.argv[1]); c.execute('CREATE TABLE sales (amount INTEGER)'); "
        "c.execute('CHECKPOINT'); c.execute('INSERT INTO sales VALUES (1)'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    assert path.with_name(f"{path.name}.wal").exists()


UNREADABLE = [a_text, a_short_text, nothing, a_sqlite_database, a_broken_database, a_lone_log]
SOUND = [a_database, a_database_of_views, a_database_and_its_log]


@pytest.mark.parametrize("make", [*UNREADABLE, *SOUND], ids=lambda make: make.__name__)
@pytest.mark.parametrize("name", ["thesis.txt", "sales.csv", "vectors.duckdb"])
async def test_in_a_folder_of_others_a_file_that_is_not_ours_is_refused_and_left_as_it_is(tmp_path, make, name):
    make(tmp_path / name)
    await assert_it_is_refused(tmp_path / name, own_folder=False)


@pytest.mark.parametrize("make", SOUND, ids=lambda make: make.__name__)
async def test_in_our_folder_a_sound_database_of_others_is_refused_and_left_as_it_is(tmp_path, make):
    path = tmp_path / "vectors.duckdb"
    make(path)
    await assert_it_is_refused(path, own_folder=True)


@pytest.mark.parametrize("make", UNREADABLE, ids=lambda make: make.__name__)
async def test_in_our_folder_a_file_that_is_no_index_is_set_aside(tmp_path, make):
    path = tmp_path / "vectors.duckdb"
    make(path)
    former = files(tmp_path)

    assert "vectors.duckdb.damaged-1" in await set_aside(path, own_folder=True)
    assert {name.replace("duckdb", "duckdb.damaged-1", 1) for name in former} <= files(tmp_path).keys()
    assert set(former.values()) <= set(files(tmp_path).values())


@pytest.mark.parametrize("make", UNREADABLE, ids=lambda make: make.__name__)
async def test_what_lies_beside_our_marker_is_set_aside_when_it_is_no_index(tmp_path, make):
    path = tmp_path / "vectors.duckdb"
    await (await opened(path)).close()
    path.unlink()
    make(path)

    assert "vectors.duckdb.damaged-1" in await set_aside(path)
    assert await set_aside(path) is None


@pytest.mark.parametrize("make", SOUND, ids=lambda make: make.__name__)
async def test_a_sound_database_of_others_is_refused_even_beside_our_marker(tmp_path, make):
    path = tmp_path / "vectors.duckdb"
    await (await opened(path)).close()
    path.unlink()
    make(path)
    await assert_it_is_refused(path, own_folder=False)


async def test_a_file_of_the_markers_name_that_says_something_else_is_no_marker(tmp_path):
    path = tmp_path / "thesis.txt"
    a_text(path)
    path.with_name("thesis.txt.lembranca").write_text("thoughts about it")
    await assert_it_is_refused(path, own_folder=False)


async def test_an_index_without_marker_is_known_by_its_tables_and_gets_one(tmp_path):
    path = tmp_path / "vectors.duckdb"
    repository = await opened(path, own_folder=True)
    await repository.index_entries(SCOPE, [entry("m1")], np.eye(1, DIMENSIONS, dtype=np.float32))
    await repository.close()
    assert files(tmp_path).keys() == {"vectors.duckdb"}

    repository = await opened(path)
    ids = await repository.all_ids()
    await repository.close()

    assert ids == {"m1"}
    assert files(tmp_path).keys() == {"vectors.duckdb", "vectors.duckdb.lembranca"}


async def test_an_index_of_another_embedder_is_set_aside_by_its_tables_alone(tmp_path):
    path = tmp_path / "vectors.duckdb"
    await (await opened(path, own_folder=True)).close()

    assert "vectors.duckdb.damaged-1" in await set_aside(path, identity="other:v1:4")


async def test_a_broken_index_whose_marker_is_gone_is_refused(tmp_path):
    path = tmp_path / "vectors.duckdb"
    await (await opened(path)).close()
    path.with_name("vectors.duckdb.lembranca").unlink()
    path.write_bytes(path.read_bytes()[:9_000])
    await assert_it_is_refused(path, own_folder=False)


async def test_the_marker_says_in_one_line_what_it_is_and_outlives_clearing(tmp_path):
    path = tmp_path / "vectors.duckdb"
    repository = await opened(path)
    await repository.clear()
    await repository.close()
    text = path.with_name("vectors.duckdb.lembranca").read_text(encoding="utf-8")

    assert text.count("\n") == 1
    assert "vector index of Lembrança" in text


async def test_after_a_refusal_the_path_is_free_once_the_file_is_moved(tmp_path):
    path = tmp_path / "thesis.txt"
    a_text(path)
    await assert_it_is_refused(path, own_folder=False)
    shutil.move(path, tmp_path / "elsewhere.txt")

    assert await set_aside(path) is None


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the superuser may write everywhere")
async def test_a_marker_that_cannot_be_written_is_told_by_name(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(StorageError, match=r"vectors\.duckdb\.lembranca"):
        await opened(tmp_path / "vectors.duckdb")
    tmp_path.chmod(0o700)
