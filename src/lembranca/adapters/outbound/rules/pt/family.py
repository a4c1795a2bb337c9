"""What tells about family and animals."""

# ruff: noqa: E501 - tables of words and patterns, an alternative is easier to find in one line

from __future__ import annotations

from lembranca.adapters.outbound.rules.pt.told import tells

# fmt: off
FAMILY = (
    tells("bio", r"tenho (?:a |minha )?guarda (?:compartilhada|unilateral|d[aoe]s?|total|definitiva)\b.*", None, 0.85, "family"),
    tells("bio", r"(?:<AM>|estou|fiquei|continuo|vivo) (?:~|muito bem )*(?:<MARITAL>|num (?:relacionamento|namoro)|em uniao estavel|(?:mae|pai) solo|mae solteira|pai solteiro|namorando)(?= |$) ...", "marital_status", 0.9, "family"),
    tells("bio", r"(?:<n:namorar>|estou (?:num relacionamento|junt[oa] com|com (?:meu|minha) (?:<PARTNER>)|em uniao|ficando com)|tenho (?:~|um |uma )*(?:<PARTNER>)|vivo com (?:um |uma |meu |minha )*(?:<PARTNER>)|moro junto com) ...", "marital_status", 0.8, "family", refuse=r"\bnamoro (?:a|o) (?:ideia|distancia)|^(?:estou|tenho) .*\bproblema"),
    tells("bio", r"tenho (?:~|so |apenas |tambem )*(?P<rest>(?:(?:<N>|uns|umas|varios|varias|muitos|muitas|um casal de|uma penca de|nenhum|nenhuma|mais|um par de) )?(?:\w+ )?(?:<KIN>)\b.*)", None, 0.9, "family", lists=True, refuse=r"^tenho (?:~)(?:um |uma |o |a )?(?:medo|pena|duvida|ideia|receio|certeza|raiva|horror|nojo|problema|historia)"),
    tells("bio", r"(?:sou|virei|vou ser|serei|fui|me tornei|acabo de ser|acabei de ser|sou ja) (?:~|o |a |um |uma |tambem )*(?:pai|mae|avo|vo|tia|tio|padrinho|madrinha|madrasta|padrasto|bisavo|net[oa]|bisnet[oa]|descendente|filh[oa]|caculas?|cacul[ao]|irma|irmao|gemeos?|gemeas?|primogenit[oa]|orfa|orfao|adotad[oa]|enteado|enteada|mamae|papai|titi[oa]|dind[oa]|tutor|tutora|matriarca)(?= |$) ...", None, 0.9, "family", refuse=r"\b(?:da mentira|do ano|dos \w+s burros)\b"),
    tells("bio", r"(?:estou|to|fiquei|continuo) (?:~)(?:gravid[oa]|gestante|prenha|esperando (?:um|uma|meu|nosso|nossa|minha|gemeos|bebe|nenem|o primeiro|a primeira)|de (?:<N>) (?:meses|semanas)|(?:n[oa]|com) (?:<N>|\w+) (?:mes|meses|semanas?|trimestre)(?: de (?:gestacao|gravidez))?|amamentando|na reta final da gravidez) ...", "pregnancy", 0.9, "family", refuse=r"\b(?:mes|semana) (?:corrid|passad|que vem|d[oe] (?:prova|ferias))"),
    tells("bio", r"entrei (?:~)no (?:<N>|\w+) (?:mes|trimestre) ...", "pregnancy", 0.85, "family", refuse=r"\bmes de (?!gesta|gravid)"),
    tells("bio", r"(?:crio|cuido d[eoa]|sustento|adotei|tenho a guarda d[eoa]|perdi a guarda|sou responsavel (?:por|pel[oa])) (?:~)@(?:sozinh[oa] )?@(?:<N> )?(?:<KIN>)(?= |$) ...", None, 0.8, "family"),
)

ANIMALS = (
    tells("bio", r"(?:<n:ter criar cuidar adotar>|resgatei|adotei|acolhi|ganhei|comprei|peguei|tenho em casa|moro com|divido a casa com|sou (?:tutora?|mae|pai|don[oa]) de) (?:~|de |d[oa] |mais |so |apenas |tambem )*(?P<rest>(?:varios |muitos |muitas |um casal de |lind[oa]s? )*@(?:<N> )?(?:outr[oa]s? |lind[oa]s? |pequen[oa] |velh[oa] )?(?:<ANIMAL>)(?= |$).*)", None, 0.8, "pets", lists=True, refuse=r"\b(?:medo|alergia|pavor)\b"),
    tells("bio", r"(?:sou|virei) (?:~)(?:mae|pai) (?:de )?(?:pet|gateir[oa]|cachorreir[oa]|<ANIMAL>) ...|(?:sou|virei) (?:~)(?:gateir[oa]|cachorreir[oa]) ...", None, 0.7, "pets"),
)
