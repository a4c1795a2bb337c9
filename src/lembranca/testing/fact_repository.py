"""What every `IFactRepository` promises, as tests to run against your own adapter; see `memory_repository`."""

from __future__ import annotations

from typing import Any

import pytest

from lembranca.ports.fact_repository import IFactRepository
from lembranca.testing.fact_changes import FactChangesContract
from lembranca.testing.fact_model import FactModelContract
from lembranca.testing.fact_search import FactSearchContract


class FactRepositoryContract(FactChangesContract, FactSearchContract, FactModelContract):
    """
    Every sentence of the port's docstrings.

    Fill in the fixtures `facts`, an `IFactRepository`, opened and empty, and `queue`, the `IJobQueue` of its store.
    """

    @pytest.fixture
    async def facts(self) -> Any:
        """Give an `IFactRepository`, opened and empty."""
        raise NotImplementedError

    @pytest.fixture
    async def queue(self, facts: IFactRepository) -> Any:
        """Give the queue of the same store."""
        raise NotImplementedError
