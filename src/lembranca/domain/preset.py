"""The presets: how much of each kind of memory goes into a context. They are data; all of them stand here."""

from __future__ import annotations

from dataclasses import dataclass, field

from lembranca.domain.context import Section
from lembranca.domain.errors import ConfigurationError


@dataclass(frozen=True, slots=True)
class Preset:
    """
    What a context is made of.

    Args:
        name: the preset's name, as in the setting.
        max_context_tokens: the budget when `load` is given none.
        recent_messages: at most this many of the newest messages stand verbatim.
        recalled_entries: at most this many recalled entries.
        recalled_share: the share of the budget that recalled entries may take while recent messages want it too.
        headers: the line above each section, per language.
        labels: what stands before a message without an author, per language and role.

    """

    name: str
    max_context_tokens: int
    recent_messages: int
    recalled_entries: int
    recalled_share: float
    headers: dict[str, dict[Section, str]] = field(default_factory=dict)
    labels: dict[str, dict[str, str]] = field(default_factory=dict)


_LABELS = {
    "pt": {"user": "Usuário", "assistant": "Assistente", "system": "Sistema", "tool": "Ferramenta"},
    "en": {"user": "User", "assistant": "Assistant", "system": "System", "tool": "Tool"},
}
_HEADERS = {
    "pt": {Section.RECALLED: "[Lembranças relevantes]", Section.RECENT: "[Conversa recente]"},
    "en": {Section.RECALLED: "[Relevant memories]", Section.RECENT: "[Recent conversation]"},
}

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("hybrid", 4_000, 40, 12, 0.6, _HEADERS, _LABELS),
        Preset("katherine", 1_000, 6, 5, 0.5, _HEADERS, _LABELS),
        Preset("beststag", 2_000, 10, 10, 0.5, _HEADERS, _LABELS),
        Preset("cycles", 3_000, 8, 6, 0.4, _HEADERS, _LABELS),
        Preset("charhub", 8_000, 10, 10, 0.3, _HEADERS, _LABELS),
    )
}


def preset_named(name: str) -> Preset:
    """
    Give the preset called *name*.

    Raises:
        ConfigurationError: there is none of that name.

    """
    try:
        return PRESETS[name]
    except KeyError:
        raise ConfigurationError("preset", name, f"known presets are {', '.join(PRESETS)}") from None
