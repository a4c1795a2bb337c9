"""Every vector index keeps the contract."""

from importlib.util import find_spec

import pytest

from lembranca.adapters.outbound.duckdb import DuckDBVectorRepository
from lembranca.adapters.outbound.inprocess.vectors import InProcessVectorRepository
from lembranca.testing.vector_repository import VectorRepositoryContract

MUCH = 64 << 20
A_LITTLE = 40_000  # bytes: room for two or three of the contract's larger scopes at a time


class TestInProcessVectorRepository(VectorRepositoryContract):
    abilities = frozenset({"exact"})

    @pytest.fixture
    def make(self):
        return lambda: InProcessVectorRepository(MUCH)


class TestInProcessVectorRepositoryWithoutLimit(VectorRepositoryContract):
    abilities = frozenset({"exact"})

    @pytest.fixture
    def make(self):
        return InProcessVectorRepository


class TestDuckDBVectorRepository(VectorRepositoryContract):
    abilities = frozenset({"exact", "durable"})

    @pytest.fixture
    def make(self, tmp_path):
        return lambda: DuckDBVectorRepository(tmp_path / "vectors.duckdb", MUCH)


class TestDuckDBVectorRepositoryInMemory(VectorRepositoryContract):
    abilities = frozenset({"exact"})

    @pytest.fixture
    def make(self):
        return lambda: DuckDBVectorRepository(None, MUCH)


class TestDuckDBVectorRepositoryThatKeepsNothingInMemory(VectorRepositoryContract):
    abilities = frozenset({"exact", "durable"})

    @pytest.fixture
    def make(self, tmp_path):
        return lambda: DuckDBVectorRepository(tmp_path / "vectors.duckdb", 0)


class TestDuckDBVectorRepositoryThatKeepsALittleInMemory(VectorRepositoryContract):
    abilities = frozenset({"exact", "durable"})

    @pytest.fixture
    def make(self, tmp_path):
        return lambda: DuckDBVectorRepository(tmp_path / "vectors.duckdb", A_LITTLE)


@pytest.mark.skipif(not find_spec("duckdb_extension_vss"), reason="needs the extra vss")
class TestDuckDBVectorRepositoryWithHNSW(VectorRepositoryContract):
    abilities = frozenset({"durable"})

    @pytest.fixture
    def make(self, tmp_path):
        return lambda: DuckDBVectorRepository(tmp_path / "vectors.duckdb", MUCH, use_hnsw=True, hnsw_minimum=5)
