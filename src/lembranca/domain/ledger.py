"""What memory costs and saves, in tokens and in money."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from lembranca.domain.errors import InvalidInput

LOAD = "load"
SUMMARIZE = "summarize"
EXTRACT = "extract"


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """
    What one operation used on one day (UTC) for one tenant, with one model.

    *operation* is *load* (contexts given, to be sent to a model), *summarize* (what a summarizer was sent and
    answered; no tokens without a language model) or *extract* (what a model was sent and answered for facts). *calls*
    counts them. *input_tokens* were sent, *output_tokens* answered. *full_tokens* is what the whole histories would
    have been instead of the contexts; 0 but for loads.
    """

    day: date
    tenant_id: str
    operation: str
    model: str
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    full_tokens: int = 0

    @property
    def key(self) -> tuple[date, str, str, str]:
        """What entries that are added up have in common."""
        return self.day, self.tenant_id, self.operation, self.model

    @property
    def saved_tokens(self) -> int:
        """How many tokens less were sent than the whole histories have."""
        return max(0, self.full_tokens - self.input_tokens)

    @property
    def saved_share(self) -> float:
        """The share of the whole histories that was not sent, from 0 to 1; 0 where none was in question."""
        return self.saved_tokens / self.full_tokens if self.full_tokens else 0.0


@dataclass(frozen=True, slots=True)
class Price:
    """
    Money for a million tokens sent (*input*) and answered (*output*), in whatever currency the settings use.

    Raises:
        InvalidInput: one of them is negative or no finite number.

    """

    input: float
    output: float = 0.0

    def __post_init__(self) -> None:
        for name in ("input", "output"):
            amount = getattr(self, name)
            if not isinstance(amount, int | float) or not math.isfinite(amount) or amount < 0:
                raise InvalidInput(name, amount, "must be a number from 0")


@dataclass(frozen=True, slots=True)
class Account:
    """An entry with its money: *spent* and *saved* are None where no price is known."""

    entry: LedgerEntry
    spent: float | None = None
    saved: float | None = None


def added(one: LedgerEntry, other: LedgerEntry) -> LedgerEntry:
    """Add up two entries of the same key."""
    return replace(
        one,
        calls=one.calls + other.calls,
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
        full_tokens=one.full_tokens + other.full_tokens,
    )


def priced(entries: Iterable[LedgerEntry], prices: Mapping[str, Price]) -> list[Account]:
    """Give each entry its money, by the price of its model, else by that of `default`."""
    return [_account(entry, prices.get(entry.model) or prices.get("default")) for entry in entries]


def summed(accounts: Iterable[Account]) -> Account:
    """
    Add up *accounts* of whatever day, tenant, operation and model, which the sum does not name.

    Its saved tokens are net: what summarizers were sent is taken off. Money is None where no account has any.
    """
    listed = list(accounts)
    total = LedgerEntry(date.min, "", "", "")
    for account in listed:
        total = added(total, account.entry)
    return Account(total, _sum(account.spent for account in listed), _sum(account.saved for account in listed))


def _sum(amounts: Iterable[float | None]) -> float | None:
    known = [amount for amount in amounts if amount is not None]
    return math.fsum(known) if known else None


def _account(entry: LedgerEntry, price: Price | None) -> Account:
    if price is None:
        return Account(entry)
    spent = (entry.input_tokens * price.input + entry.output_tokens * price.output) / 1e6
    return Account(entry, spent, entry.saved_tokens * price.input / 1e6)
