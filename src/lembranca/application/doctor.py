"""Examine the installation and the data: what is well, what is not, and what to do about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from lembranca.domain.errors import LembrancaError

Level: TypeAlias = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """
    What one probe found.

    *level* is ok; warn where it works, but not as it could; fail where something does not work. *advice* says what to
    do, and is empty where there is nothing to do. Where things are counted, *count* is how many are wrong, and
    *examples* are the ids of some.
    """

    name: str
    level: Level
    detail: str
    advice: str = ""
    count: int | None = None
    examples: tuple[str, ...] = ()


Probe: TypeAlias = Callable[[], Awaitable[Finding]]


async def examine(probes: Sequence[tuple[str, Probe]], *, patience: float = 60.0) -> AsyncIterator[Finding]:
    """
    Carry out named *probes* one after the other and give what each found.

    A probe that raises an error of ours or of the system, or takes longer than *patience* seconds, is a failed finding;
    the others go on.
    """
    for name, probe in probes:
        try:
            async with asyncio.timeout(patience):
                finding = await probe()
        except TimeoutError:
            finding = Finding(name, "fail", f"no answer within {patience:g} s", "see what keeps it busy and try again")
        except (LembrancaError, OSError) as exc:
            finding = Finding(name, "fail", str(exc))
        yield finding
