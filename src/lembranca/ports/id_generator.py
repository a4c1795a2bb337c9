"""Ids."""

from __future__ import annotations

from typing import Protocol


class IIdGenerator(Protocol):
    """Makes ids, so that tests can decide them."""

    def new_id(self, prefix: str) -> str:
        """Give an id such as `msg-...` that was never given before, for *prefix* `msg`."""
        ...
