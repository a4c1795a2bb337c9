"""Facts that are kept together and should not be: those that say the same, and those that cannot both hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from lembranca.domain.change import Change
from lembranca.domain.claim import Terms
from lembranca.domain.known_fact import Fact
from lembranca.domain.sameness import Similarity


def merge_duplicates(
    facts: Sequence[Fact],
    *,
    now: datetime,
    new_id: Callable[[str], str],
    terms: Terms,
    similarity: Similarity | None = None,
) -> list[Change]:
    """Plan the merging of active facts that say the same."""
    return []


def contradictions(facts: Sequence[Fact], *, terms: Terms) -> list[tuple[Fact, Fact]]:
    """Give pairs of active facts that cannot both hold."""
    return []
