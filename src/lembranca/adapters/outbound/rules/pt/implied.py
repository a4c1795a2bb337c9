"""Clauses without a verb, given the one that is meant: "Casada, dois filhos", "viciada em dorama", "saudade do mar"."""

# ruff: noqa: E501 - tables of words and patterns, an alternative is easier to find in one line

from __future__ import annotations

import re

from lembranca.adapters.outbound.rules.pt.verbs import FROM_HE, THIRD, named
from lembranca.adapters.outbound.rules.pt.words import patterned
from lembranca.domain.levelling import level

_MEANT = (
    ("estou", r"(?:~)(?:<FEEL>)(?= (?:demais|com|por|porque|pel[oa]|de|d[oa]s?|que|hoje|ultimamente|desde|n[oa]s?|ate|pra|para|e|em|so de|aqui|mesmo|esses)\b|$)"),
    ("sou", r"(?:~)(?:escorpian[oa]|arian[oa]|taurin[oa]|leonin[oa]|virginian[oa]|librian[oa]|sagitarian[oa]|capricornian[oa]|aquarian[oa]|piscian[oa]|geminian[oa]|cancerian[oa]|<MARITAL>|<DIET>|<FAITH>|celiac[oa]|diabetic[oa]|hipertens[oa]|asmatic[oa]|autista|aposentad[oa]|canhot[oa]|fumante|ex-\w+|filh[oa] unic[oa]|<TEAM>)(?= (?:ha|desde|de|com|por|e|convict|praticante|assumid|doente|roxo|roxa|nao|nivel|grau|tipo|assumid[oa]|diagnosticad[oa]|na)\b|$)"),
    ("tenho", r"(?:diabetes|hernia de disco|colesterol|pressao alta|pressao baixa|asma|rinite|enxaqueca|tdah|toc|lupus|fibromialgia|endometriose|epilepsia|gastrite|refluxo|artrite|artrose|hipotireoidismo|depressao|insonia|labirintite|psoriase|escoliose|tendinite|anemia|alergia|intolerancia|vontade|planos?|mania|trauma)(?= (?:a|as|ao|aos|tipo|de|d[oa]|n[oa]s?|cronic|grave|forte|leve|desde|ha|alto|alta)\b|$)"),
    ("sou", r"(?:~)(?:alergic[oa]|intolerante|viciad[oa]|apaixonad[oa]|louc[oa]|doid[oa]|maluc[oa]|fissurad[oa]|fascinad[oa]|chegad[oa]|adept[oa]) (?:a|ao|as|aos|em|n[oa]s?|por|pel[oa]s?)\b"),
    ("sou", r"(?:fa|torcedora?|mae|pai|avo|filh[oa]|net[oa]|natural|nascid[oa]|criad[oa]|morador|moradora|don[oa]|formad[oa]|pos-?graduad[oa]|estudante|aluno|aluna|professora?|time) (?:de|d[oa]s?|em|n[oa]s?)\b"),
    ("sou", r"(?:<JOB>|<JOBEND>)(?: \w+| d[eoa]s? \w+)?(?= (?:aqui|ha|desde|n[oa]s?|em|de carreira|de profissao|por)\b|$)"),
    ("tenho", r"<N> an(?:os|inhos)(?=$| (?:de idade|nas costas|na cara|completos|bem vividos|e|recem)\b)"),
    ("tenho", r"(?:<N>|varios|muitos) (?:<CHILD>|<ANIMAL>)\b"),
    ("sinto", r"(?:muit[oa] |que |tant[oa] |uma |um )*(?:saudades?|medo|raiva|orgulho|vergonha|culpa|pavor|inveja|angustia|ansiedade|panico|aperto no peito|preocupacao) (?:de|d[oa]s?|por|pel[oa]s?|com|so de|quando|que)\b"),
    ("estou", r"(?:morando|pensando (?:\w+ )?em|querendo|indo morar|esperando (?:um|uma|meu|nosso) (?:bebe|filh\w)|trabalhando|estudando|aprendendo|juntando|economizando|namorando|tentando|planejando|treinando|fazendo|cursando|procurando emprego|guardando|morrendo de|surtando|sofrendo|chorando)\b"),
    ("fui", r"(?:promovid[oa]|contratad[oa]|aprovad[oa]|demitid[oa]|efetivad[oa]|selecionad[oa]|assaltad[oa]|reprovad[oa]|diagnosticad[oa]|operad[oa])(?=$| (?:n[oa]s?|em|a|como|com|pel[oa]|pr[ao]|para|d[oa]|hoje|ontem)\b)"),
    ("sou", r"(?:<ORIGIN>)(?= (?:da gema|de|raiz|com (?:muito )?orgulho|nat[oa]|arretad[oa]|roxo|roxa|morando|legitim[oa]|da capital|do interior|radicad[oa]|vivendo|perdid[oa])\b)"),
    ("estou", r"(?:gravida|gestante|desempregad[oa]|de licenca|noiv[oa]|de mudanca)(?=$| (?:de|ha|desde|do|da|pra|para|faz)\b)"),
)  # fmt: skip
_COMPILED = tuple((verb, re.compile(patterned(pattern))) for verb, pattern in _MEANT)
_OWN = re.compile(
    r"(?:eu )?(?:sou|tenho|me chamo|meu nome e|aqui e|moro|nasci)\b|[a-z]+(?: [a-z]+)?$|[a-z]+(?: [a-z]+)?, (?:\d{1,2}\b|[a-z ]+ anos)"
)
_LONGEST = 25  # words of a clause that goes without a verb
_WORDS = re.compile(r"[a-z]+")
_NO_VERB = named(
    "da de e faz vem tem ta esta era fora ate para como sobre nada casa cara meta conta volta falta ajuda pra compra venda visita prova foi"
)


def implied(clause: str) -> str:
    """Put the verbs that are meant into *clause*, at its beginning and, where it speaks of the user, after its commas."""
    plain = level(clause)
    if len(plain.split()) > _LONGEST:
        return clause
    pieces = clause.split(", ")
    first = _with_verb(pieces[0])
    if first == pieces[0] and not _OWN.match(plain):
        return clause
    return ", ".join([first, *(_with_verb(piece) for piece in pieces[1:])])


def _with_verb(piece: str) -> str:
    plain = level(piece)
    for verb, pattern in _COMPILED:
        found = pattern.match(plain)
        if found and found[0].split()[-1] not in THIRD and not _has_subject(plain[found.end() :]):
            return f"{verb} {piece[:1].lower()}{piece[1:]}"
    return piece


def _has_subject(rest: str) -> bool:
    """Whether the words up to the first comma hold a verb of a third person, whose subject the beginning would be."""
    near = re.split(r",|\b(?:que|porque|quando|e|mas|desde)\b", rest, maxsplit=1)[0]
    return any(word in FROM_HE and word not in _NO_VERB and word not in THIRD for word in _WORDS.findall(near))
