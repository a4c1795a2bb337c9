"""The presets: how a conversation is condensed, what goes into a context and how it is written. All of them as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lembranca.domain.choice import Blended, Choice, Layered, Weighed
from lembranca.domain.context import Section
from lembranca.domain.errors import ConfigurationError
from lembranca.domain.layers import EPISODIC, MEDIUM
from lembranca.domain.paragraph import Paragraph
from lembranca.domain.plan import Manner
from lembranca.domain.rolling import Rolling
from lembranca.domain.tiers import Tiers
from lembranca.domain.wording import Wording


@dataclass(frozen=True, slots=True)
class Preset:
    """
    What a context is made of.

    Args:
        name: the preset's name, as in the setting.
        max_context_tokens: the budget when `load` is given none.
        recent_messages: so many of the newest messages are offered verbatim although they are condensed too.
        recalled_entries: at most this many recalled entries; mostly their share of the budget ends them before.
        recalled_share: the share of the budget that recalled entries may take while recent messages want it too.
        summary_share: the share of the budget that the words of summaries may take.
        manner: how what is older is condensed.
        wording: how it is written, per language (`pt`, `en`).
        choice: which of the known facts a context has.
        fact_share: the share of the budget that they may take, together with the profile.
        keeps_interactions: whether turns that matter are kept as entries of the medium-term memory.

    """

    name: str
    max_context_tokens: int
    recent_messages: int
    recalled_entries: int
    recalled_share: float
    summary_share: float
    manner: Manner
    wording: Mapping[str, Wording] = field(default_factory=dict)
    choice: Choice = field(default_factory=Blended)
    fact_share: float = 0.1
    keeps_interactions: bool = False


_PT = {"user": "Usuário", "assistant": "Assistente", "system": "Sistema", "tool": "Ferramenta"}
_EN = {"user": "User", "assistant": "Assistant", "system": "System", "tool": "Tool"}

_HYBRID = {
    "pt": Wording(
        headers={
            Section.FACTS: "[Fatos]",
            Section.PROFILE: "[Perfil]",
            Section.SUMMARIES: "[Resumo do que veio antes]",
            Section.PINNED: "[Mensagens fixadas]",
            Section.RECALLED: "[Lembranças relevantes]",
            Section.RECENT: "[Conversa recente]",
        },
        labels=_PT,
        events="Acontecimentos:",
    ),
    "en": Wording(
        headers={
            Section.FACTS: "[Facts]",
            Section.PROFILE: "[Profile]",
            Section.SUMMARIES: "[Summary of what came before]",
            Section.PINNED: "[Pinned messages]",
            Section.RECALLED: "[Relevant memories]",
            Section.RECENT: "[Recent conversation]",
        },
        labels=_EN,
        events="Key events:",
    ),
}

_CHARHUB = {
    "pt": Wording(
        headers={
            Section.FACTS: "[= FATOS =]",
            Section.PROFILE: "[= PERFIL =]",
            Section.SUMMARIES: "[= HISTÓRICO DA CONVERSA (RESUMIDO) =]",
            Section.PINNED: "[= MENSAGENS FIXADAS =]",
            Section.RECALLED: "[= LEMBRANÇAS RELEVANTES =]",
            Section.RECENT: "[= MENSAGENS RECENTES (CONTEXTO COMPLETO) =]",
        },
        footers={Section.SUMMARIES: "[= FIM DO HISTÓRICO RESUMIDO =]"},
        labels=_PT,
        summary="Resumo {number} ({messages} mensagens): {text}",
        events="Eventos importantes:",
    ),
    "en": Wording(
        headers={
            Section.FACTS: "[= FACTS =]",
            Section.PROFILE: "[= PROFILE =]",
            Section.SUMMARIES: "[= CONVERSATION HISTORY (SUMMARIZED) =]",
            Section.PINNED: "[= PINNED MESSAGES =]",
            Section.RECALLED: "[= RELEVANT MEMORIES =]",
            Section.RECENT: "[= RECENT MESSAGES (FULL CONTEXT) =]",
        },
        footers={Section.SUMMARIES: "[= END OF SUMMARIZED HISTORY =]"},
        labels=_EN,
        summary="Summary {number} ({messages} messages): {text}",
        events="Key Events:",
    ),
}

_CYCLES = {
    "pt": Wording(
        headers={
            Section.FACTS: "[Fatos]",
            Section.PROFILE: "[Perfil]",
            Section.SUMMARIES: "[Histórico Resumido]",
            Section.PINNED: "[Mensagens Fixadas]",
            Section.RECALLED: "[Trechos Lembrados]",
            Section.RECENT: "[Conversa Recente]",
        },
        labels={"user": "U", "assistant": "A", "system": "S", "tool": "F"},
        summary="- [Ciclos {first_cycle}-{last_cycle}, {percent}%] {text}",
    ),
    "en": Wording(
        headers={
            Section.FACTS: "[Facts]",
            Section.PROFILE: "[Profile]",
            Section.SUMMARIES: "[Summarized History]",
            Section.PINNED: "[Pinned Messages]",
            Section.RECALLED: "[Recalled Turns]",
            Section.RECENT: "[Recent Conversation]",
        },
        labels={"user": "U", "assistant": "A", "system": "S", "tool": "T"},
        summary="- [Cycles {first_cycle}-{last_cycle}, {percent}%] {text}",
    ),
}

_KATHERINE = {
    "pt": Wording(
        headers={
            Section.FACTS: "[MEMÓRIA]",
            Section.PROFILE: "[PERFIL]",
            Section.SUMMARIES: "[CONTEXTO ATUAL]",
            Section.PINNED: "[MENSAGENS FIXADAS]",
            Section.RECALLED: "[MEMÓRIA DE LONGO PRAZO]",
            Section.RECENT: "[HISTÓRICO RECENTE]",
        },
        labels=_PT,
        fact="- {text}.",
        joint="; ",
        feeling="- {text} (leve em conta com carinho).",
    ),
    "en": Wording(
        headers={
            Section.FACTS: "[MEMORY]",
            Section.PROFILE: "[PROFILE]",
            Section.SUMMARIES: "[CURRENT CONTEXT]",
            Section.PINNED: "[PINNED MESSAGES]",
            Section.RECALLED: "[LONG-TERM MEMORY]",
            Section.RECENT: "[RECENT HISTORY]",
        },
        labels=_EN,
        fact="- {text}.",
        joint="; ",
        feeling="- {text} (be considerate about it).",
    ),
}

_BESTSTAG = {
    "pt": Wording(
        headers={
            Section.FACTS: "Informações importantes sobre o usuário:",
            Section.PROFILE: "Perfil do usuário:",
            Section.SUMMARIES: "Contexto de longo prazo:",
            Section.PINNED: "Mensagens fixadas:",
            Section.RECALLED: "Interações recentes relevantes:",
            Section.RECENT: "Conversa atual:",
        },
        labels=_PT,
        keyed="- {key}: {text}",
        layers={EPISODIC: "Acontecimentos marcantes:", MEDIUM: "Interações anteriores:"},
        summary="- {text}",
        events="Eventos importantes a lembrar:",
    ),
    "en": Wording(
        headers={
            Section.FACTS: "Important information about the user:",
            Section.PROFILE: "The user's profile:",
            Section.SUMMARIES: "Long-term context:",
            Section.PINNED: "Pinned messages:",
            Section.RECALLED: "Relevant recent interactions:",
            Section.RECENT: "Current conversation:",
        },
        labels=_EN,
        keyed="- {key}: {text}",
        layers={EPISODIC: "Notable events:", MEDIUM: "Earlier interactions:"},
        summary="- {text}",
        events="Important events to remember:",
    ),
}

PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset("hybrid", 4_000, 6, 60, 0.6, 0.15, Rolling(4_000, keep=6, share=0.15), _HYBRID),
        Preset("katherine", 1_000, 6, 5, 0.5, 0.2, Paragraph(exchanges=3, tokens=80), _KATHERINE, Weighed(), 0.3),
        Preset(
            "beststag",
            2_000,
            10,
            15,
            0.4,
            0.3,
            Rolling(2_000, keep=10),
            _BESTSTAG,
            Layered(),
            0.3,
            keeps_interactions=True,
        ),
        Preset("cycles", 3_000, 8, 40, 0.25, 0.6, Tiers(), _CYCLES),
        Preset("charhub", 8_000, 10, 60, 0.3, 0.3, Rolling(8_000, keep=10), _CHARHUB),
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
