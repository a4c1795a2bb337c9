"""One picture of all figures: each as a share of what it may be."""

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt

# (part, figure, label, what it may be, whether more is better)
_LIMITS = [
    ("saving", "save_to_bare", "save, to a bare transaction", 4.0, False),
    ("saving", "concurrent_to_bare", "16 savers together, to the bare rate", 0.5, True),
    ("saving", "imported_messages_per_second", "import, messages/s", 2_000, True),
    ("compressing", "save_to_bare_beside_compression", "save beside a compression, to a bare one", 4.0, False),
    ("compressing", "tokens_per_second", "offline summaries, tokens read/s", 50_000, True),
    ("loading", "load_cache_100k_ms", "load from the cache, ms", 0.5, False),
    ("loading", "load_sqlite_100k_ms", "load from SQLite, ms", 3.0, False),
    ("loading", "load_100k_to_1k", "load, 100,000 messages to 1,000", 1.5, False),
    ("loading", "search_500_ms", "search in a scope of 500, ms", 5.0, False),
    ("vectors", "scope_of_500_warm_p50_ms", "vectors, scope of 500, warm, ms", 1.0, False),
    ("vectors", "scope_of_500_cold_p50_ms", "vectors, scope of 500, cold, ms", 8.0, False),
    ("vectors", "whole_ratio_to_numpy", "vectors, all 100,000, to NumPy", 3.0, False),
]


def draw(results: dict[str, Any], path: Path) -> None:
    """Draw *results* into *path*: a bar within the line is within its limit."""
    rows = [(label, results[part][figure], limit, more) for part, figure, label, limit, more in _LIMITS]
    shares = [limit / value if more else value / limit for _, value, limit, more in rows]
    figure, axes = plt.subplots(figsize=(9, 5.4))
    colours = ["#3d9257" if share <= 1 else "#b8433b" for share in shares]
    axes.barh([label for label, *_ in rows], shares, color=colours)
    for row, ((_, value, limit, more), share) in enumerate(zip(rows, shares, strict=True)):
        sign = "≥" if more else "≤"
        axes.text(min(share, 1.02) + 0.01, row, f"{_shown(value)} (limit {sign} {limit:,g})", va="center", fontsize=8)
    axes.axvline(1, color="#555555", linestyle="--", linewidth=1)
    axes.set_xlim(0, 1.45)
    axes.invert_yaxis()
    axes.set_xlabel("share of the limit (shorter is better; the dashed line is the limit)")
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    plt.close(figure)


def draw_reading(results: dict[str, Any], path: Path) -> None:
    """Draw into *path* how many tokens condensing reads after each turn of a long conversation, for each preset."""
    figure, axes = plt.subplots(figsize=(9, 3.6))
    for preset in ("charhub", "cycles", "katherine"):
        reads = results["compressing"][preset]["read_per_turn"]
        messages = [40 * (number + 1) for number in range(len(reads))]
        axes.plot(messages, reads, label=preset)
    axes.set_xlabel("messages in the conversation")
    axes.set_ylabel("tokens read, a turn")
    axes.set_ylim(0)
    axes.set_xlim(0)
    axes.legend(frameon=False, loc="upper center", bbox_to_anchor=(0.5, 0.9), ncols=3)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    plt.close(figure)


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2g}"
