"""Where a list ends and what its items are; what is added to a fact after a comma."""

# ruff: noqa: E501 - tables of words and patterns, an alternative is easier to find in one line

from __future__ import annotations

import re

from lembranca.adapters.outbound.rules.pt.verbs import FROM_HE, THIRD, named
from lembranca.adapters.outbound.rules.pt.words import WORDS
from lembranca.adapters.outbound.rules.writing import trimmed
from lembranca.domain.levelling import level

_BETWEEN_ITEMS = re.compile(
    r"\s*,\s+(?:e |ou |nem |mas tambem |mas também )?|\s+(?:e|ou|nem|&)\s+(?:tambem |também )?", re.IGNORECASE
)
_ITEM_WORDS = 4
_NOT_HE = named(
    "era fora ate para como sobre nada casa cara meta conta volta falta ajuda compra venda visita prova foi marca area cama cola corta custa data dura entrada escola fala festa filha forma junta leva luta mata mora mostra musica para passa pega pinta planta porta quarta rata sala sexta toca trabalha troca usa vira danca pesca cozinha mesma cria capa serra vila terra e"
)
# What goes on after a comma and still belongs: a place, a time, a name, how long.
_APPENDED = re.compile(
    r", (?:e )?\w+(?:ar|er|ir) [\w' ]{2,30}(?=[,.;!]|$)|, (?:(?:[nN][oa]s?|em|de|d[oa]s?|com|há|desde|às|aos?|por|pr[ao]|para|como|depois|antes|tod[oa]s?|dia|perto|ali|aqui|tipo|mais|meu|minha|mesmo) [\w'./-]+(?: [\w'./-]+){0,4}|(?:o |a |os |as )?[A-ZÁÉÍÓÚÂÊÔÃÕÇ][\w'-]+(?:(?: e| de| da| do|) [\w'-]+){0,3}|\d[\w /]{0,12})(?=[,.;!]|$)"
)
_FEWEST_ITEMS = 2
_NOUNS_TOO = named(
    "danca pesca luta cozinha musica pintura escrita leitura corrida joga compra planta pinta corta filma escala rema"
)
_COUNTED = re.compile(rf"(?:{WORDS['N']}|varios|muitos|uns|umas|meu|minha|duas)\b")
_INFINITIVE = re.compile(r"\w{2,}[aei]r\b(?! de)")
_GOES_ON = re.compile(
    r"^(?:sem|com)\b|\b(?:que|quando|porque|pois|entao|mas|eu|meu|minha|nao|sao|e|tem|esta|foi|quem|demais)\b|^(?:me|te|se|o resto|muito mais|tal|afins|pronto|so|etc|tudo|todo|toda|companhia|outr[oa]s?)\b"
)
_JOINT = re.compile(r"^(?:d[eoa]s?|a|ao|aos|as|um pouco de|a [oa]s?)\s+(?=\w)", re.IGNORECASE)


def with_appended(text: str, end: int) -> int:
    """Give where in *text* what belongs to its first *end* letters ends: "em Genebra, na Suíça"."""
    while (found := _APPENDED.match(text, end)) and not _has_verb(found[0]):
        end = found.end()
    return end


def _has_verb(text: str) -> bool:
    words = level(text).replace(",", " ").split()
    return any((word in FROM_HE and word not in _NOT_HE) or word in THIRD or word.endswith("ndo") for word in words[1:])


def items_of(text: str) -> list[str]:
    """Give the items of the list *text*, without what goes on after it; all of it where it is no list."""
    listed = _listed(text)
    parts = [part for part in _BETWEEN_ITEMS.split(listed) if trimmed(part)]
    parts[-1:] = [part.partition(" que ")[0] for part in parts[-1:]]
    plain = [level(part) for part in parts]
    verbs = [bool(_INFINITIVE.match(part)) for part in plain]
    counted = [bool(_COUNTED.match(part)) for part in plain]
    if (
        len(parts) < _FEWEST_ITEMS
        or not all(_is_item(part) for part in plain)
        or len(set(verbs)) > 1
        or (counted[0] and not all(counted))
        or (verbs[0] and any(len(part.split()) > _FEWEST_ITEMS for part in plain[:-1]))
    ):
        return [listed]
    return [trimmed(_JOINT.sub("", part)) for part in parts]


def _listed(text: str) -> str:
    """Cut *text* at the first comma that is followed by no further item."""
    kept, *more = text.split(", ")
    for part in more:
        plain = level(part)
        first = (plain.split() or [""])[0]
        if (
            _has_verb(f"x {part}")
            or not all(_is_item(one) for one in _BETWEEN_ITEMS.split(plain))
            or first in THIRD
            or (first in FROM_HE and len(plain.split()) > 1 and first not in _NOUNS_TOO)
        ):
            break
        kept = f"{kept}, {part}"
    return kept


def _is_item(plain: str) -> bool:
    return len(plain.split()) <= _ITEM_WORDS and not _GOES_ON.search(plain)
