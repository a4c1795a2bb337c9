"""How a speaker is called in a summary, and back."""

from __future__ import annotations

from collections.abc import Collection

_ROLES = {
    "pt": {"user": "Usuário", "assistant": "Assistente", "system": "Sistema", "tool": "Ferramenta"},
    "en": {"user": "User", "assistant": "Assistant", "system": "System", "tool": "Tool"},
}
_BACK = {written: role for roles in _ROLES.values() for role, written in roles.items()}


def label(speaker: str, language: str) -> str:
    """Give a name as it is, and a role in the language of the summary."""
    return " ".join(_ROLES.get(language, {}).get(speaker, speaker).split())


def speaker_named(written: str, speakers: Collection[str]) -> str | None:
    """Tell which of *speakers* a label names; None when none."""
    if written in speakers:
        return written
    role = _BACK.get(written)
    return role if role in speakers else None
