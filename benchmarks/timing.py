"""Medians of repeated calls."""

import statistics
import time
from collections.abc import Awaitable, Callable


def percentile(seconds: list[float], share: float) -> float:
    """Give the value below which *share* of the *seconds* lie."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median_ms(seconds: list[float]) -> float:
    """Give the median in milliseconds."""
    return statistics.median(seconds) * 1_000


async def timed(call: Callable[[], Awaitable[object]]) -> float:
    """Give the seconds that one awaited call takes."""
    begin = time.perf_counter()
    await call()
    return time.perf_counter() - begin
