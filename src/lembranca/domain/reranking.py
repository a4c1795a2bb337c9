"""How the ranking of a search and the scores of a reranker become one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

# Interpolated, rerankers beat rerankers alone: the search knows of exact words, neighbours and who said it, of which a
# model that reads one text at a time sees little (Lin, Nogueira and Yates, "Pretrained Transformers for Text Ranking",
# 2021, 3.2).  Nothing is known of the model that will be chosen, so both count the same.
SHARE = 0.5


def rescored(
    first: Sequence[tuple[str, float]], second: Mapping[str, float], *, share: float = SHARE
) -> list[tuple[str, float]]:
    """
    Order ids by (1 - share) times their score in *first*, of which the best counts 1, plus share times their *second*.

    Args:
        first: ids with scores of 0 or more, best first.
        second: scores from 0 to 1 of the first few of them; an id without one counts 0 there.
        share: what the second counts, from 0 to 1.

    Returns:
        Every id of *first* with its new score from 0 to 1, best first; equal ones stay in their order.

    """
    best = max((score for _, score in first), default=0.0) or 1.0
    scored = [(id_, (1 - share) * score / best + share * second.get(id_, 0.0)) for id_, score in first]
    return sorted(scored, key=lambda item: -item[1])
