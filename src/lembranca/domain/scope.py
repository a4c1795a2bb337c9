"""Whose memory it is."""

from __future__ import annotations

from dataclasses import dataclass

from lembranca.domain.rules import require_id

DEFAULT_TENANT = "default"


@dataclass(frozen=True, slots=True)
class Scope:
    """
    A tenant and a user. Every read and write has one, and sees nothing outside it.

    Ids are compared exactly, character by character: `Ana`, `ana` and `ana ` are three users, and so are
    the composed and the decomposed form of `José`.

    Raises:
        InvalidInput: an id is not a text of 1 to 512 characters that UTF-8 can carry.

    """

    tenant_id: str
    user_id: str

    def __post_init__(self) -> None:
        require_id("tenant_id", self.tenant_id)
        require_id("user_id", self.user_id)
