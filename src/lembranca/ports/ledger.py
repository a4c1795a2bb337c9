"""Where the use of tokens is added up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from lembranca.domain.ledger import LedgerEntry


class ILedger(Protocol):
    """The use of tokens per day, tenant, operation and model. For accounting: it spans all tenants."""

    async def add(self, entries: Sequence[LedgerEntry]) -> None:
        """Add *entries* to those of the same key, all or none, durable on return."""
        ...

    async def entries(
        self, *, since: date | None = None, until: date | None = None, tenant_id: str | None = None
    ) -> list[LedgerEntry]:
        """Give the entries from *since* to *until*, both included, by day, tenant, operation and model."""
        ...
