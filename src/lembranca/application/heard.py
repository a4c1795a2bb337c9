"""What was heard in a message, on its way to the gardener."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lembranca.domain.fact import ExtractedFact
from lembranca.domain.interactions import Interaction
from lembranca.domain.known_fact import Source


@dataclass(frozen=True, slots=True)
class Heard:
    """What one message told: *facts*, and the *interaction* that it begins where that is worth keeping."""

    source: Source
    facts: Sequence[ExtractedFact] = ()
    interaction: Interaction | None = None
