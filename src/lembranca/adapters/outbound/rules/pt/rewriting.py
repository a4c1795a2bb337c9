"""What people type, put into the words and the order that the frames expect."""

# ruff: noqa: E501 - tables of words and patterns, an alternative is easier to find in one line

from __future__ import annotations

import re
from collections.abc import Callable

from lembranca.adapters.outbound.rules.frame import joined
from lembranca.adapters.outbound.rules.pt.verbs import FROM_HE, FROM_WE, THIRD, VERBS
from lembranca.domain.levelling import level

_WRITTEN = {
    "vc": "você", "vcs": "vocês", "ce": "você", "oce": "você", "pq": "porque", "tb": "também", "tbm": "também", "tbem": "também", "mt": "muito", "mto": "muito", "mta": "muita", "mtu": "muito", "mts": "muitos", "mtos": "muitos", "mtas": "muitas", "q": "que", "ñ": "não", "n": "não", "nao": "não", "naum": "não", "nn": "não",
    "hj": "hoje", "dps": "depois", "cmg": "comigo", "msm": "mesmo", "msg": "mensagem", "msgs": "mensagens", "sdd": "saudade", "sdds": "saudades", "td": "tudo", "ngm": "ninguém", "fds": "fim de semana", "niver": "aniversário", "facul": "faculdade", "eh": "é", "to": "estou", "tou": "estou", "tava": "estava", "tamo": "estamos", "tamos": "estamos", "ta": "está", "tao": None, "tão": None,
    "zap": "whatsapp", "zapzap": "whatsapp", "whats": "whatsapp", "wpp": "whatsapp", "wapp": "whatsapp", "insta": "instagram", "apto": "apartamento", "trampo": "trabalho", "trampando": "trabalhando", "trampar": "trabalhar", "trampei": "trabalhei", "msmo": "mesmo", "agr": "agora", "vdd": "verdade", "obg": "obrigado", "pfv": "por favor", "pf": "por favor", "pls": "por favor", "nd": "nada", "cm": "com", "p": "para", "c": "com", "qnd": "quando", "qdo": "quando", "qto": "quanto", "smp": "sempre", "comecei": "comecei", "prof": "professor", "profe": "professora", "ansiosaa": "ansiosa", "mudo": None, "fzr": "fazer", "bjs": "beijos", "tlgd": "sabe", "mora": None, "num": None,
}  # fmt: skip
_SPELT = {said: written for said, written in _WRITTEN.items() if written}
_WORD = re.compile(r"(?<![\w'@#/-])[a-zñç]{1,9}(?![\w'/-])")
_ACRONYM = re.compile(r"[A-Z]{3,}")
Replacement = str | Callable[[re.Match[str]], str | None]

_BOND = {
    "casei": "com",
    "noivei": "com",
    "namoro": "com",
    "moro": "com",
    "separei": "de",
    "divorciei": "de",
    "vivo": "com",
}


def _of_us(found: re.Match[str]) -> str | None:
    """Say in the first person what is said of "we": "a gente se mudou", "nos mudamos", "eu e meu marido moramos"."""
    said = found["he"] or found["we"]
    own = (FROM_HE if found["he"] else FROM_WE).get(said)
    if own is None:
        return None
    denial = "não " if "nao " in found[0] else ""
    reflexive = "me " if re.search(r"\b(?:se|nos) \w+$", found[0]) else ""
    whom = (found.groupdict().get("whom") or "").strip()
    bond = f" {_BOND[level(own)]} {whom}" if whom and level(own) in _BOND else ""
    return f"eu {denial}{reflexive}{own}{bond}"


def _of_us_alone(found: re.Match[str]) -> str | None:
    own = FROM_WE.get(found["we"])
    if own is None or found["we"] in {"vamos", "fomos", "somos"}:
        return None
    denial = "não " if "nao " in found[0] else ""
    return f"{found['lead']}{denial}{'me ' if found['se'] else ''}{own}"


def _progressive(found: re.Match[str]) -> str | None:
    verb = VERBS.get(found["verb"])
    return f"{found['aux']} {found['se'] or ''}{verb.gerund}" if verb else None


def _denied_after(found: re.Match[str]) -> str | None:
    if found["verb"] not in THIRD or "nao" in found["rest"] or found["rest"].endswith((" dia", " ou", " sim", " que")):
        return None
    return f"{found['lead']}não {found['verb']}{found['rest']}"


def _fronted(found: re.Match[str]) -> str | None:
    """Put what is talked about behind its verb: "alemão eu aprendi com ela"."""
    if found["what"].split()[-1] in THIRD or found["what"].split()[0] in FROM_HE:
        return None
    lead, verb, more = re.match(r"((?:nao |so |tambem )?)(\w+)(.*)", found["rest"]).groups()  # type: ignore[union-attr]
    return f"eu {lead.replace('nao', 'não')}{verb} {found['what']}{more}"


def _was_and_is_not(found: re.Match[str]) -> str | None:
    verb = _OF_IMPERFECT.get(found["verb"])
    return f"não {verb} mais{found['what']}" if verb else None


def _was_not_and_is(found: re.Match[str]) -> str | None:
    verb = _OF_IMPERFECT.get(found["verb"])
    return f"{verb}{found['what']}" if verb and level(verb) == found["now"] else None


def _was_and_ended(found: re.Match[str]) -> str | None:
    verb = _OF_IMPERFECT.get(found["verb"]) or _OF_PAST.get(found["verb"])
    return f"não {verb} mais{found['what'] or ''}" if verb else None


_OF_PAST = {
    level(VERBS[name].i[1]): VERBS[name].i[0]
    for name in [
        "ter",
        "morar",
        "trabalhar",
        "usar",
        "fazer",
        "fumar",
        "beber",
        "jogar",
        "estudar",
        "namorar",
        "frequentar",
        "praticar",
        "treinar",
        "tocar",
        "gostar",
        "curtir",
        "amar",
        "comer",
        "tomar",
        "participar",
        "torcer",
        "dirigir",
    ]
} | {"fui": "sou"}
_OF_IMPERFECT = {said: VERBS_BY for verb in VERBS.values() for said, VERBS_BY in [(level(verb.imperfect), verb.i[0])]}
_BUT_NOT = r"(?:(?:hoje|agora|atualmente)(?: em dia)?|mas|porem|depois)(?: (?:hoje|agora|hoje em dia|ja|eu|depois))*,? (?:ja )?(?:nao\b|nem\b|nunca mais|parei|larguei|enjoei|odeio|detesto|passo longe|perdi o gosto|mudei|acabou)"
_GONE = r"(?:vendi|perdi|doei|me desfiz|larguei|parei|terminei|acabou|sumiu|passou|sarou|curei|me curei|foi embora|superei|roubaram|levaram|foi (?:roubad|embora)|quebrou|morreu|fugiu|fali|faliu|fechei|fechou|desisti|saí|sai|troquei|joguei fora|nao tenho mais|ja era|venci|melhorei|zerei|quitei|devolvi|dei (?:pra|para|pro|a))"
_ONCE = r"(?:(?:antes|antigamente|quando (?:crianca|jovem|menin[oa]|pequen[oa]|mais nov[oa])|na (?:adolescencia|juventude|infancia)|ate (?:ano passado|pouco tempo|o ano passado)|ja|eu|sempre|ate|um dia),? )*"
_AGAINST = r"deus me livre|odeio|detesto|nem pensar|nem a pau|nem mort[oa]|nem pintad\w+|nem de graca|nem que me paguem|jamais|nunca|to fora|estou fora|passo longe|passo|nao (?:curto|gosto|suporto|desce|rola|consigo|aguento|da|e comigo|como|bebo|tomo|quero nem ver|me desce|me pega)|credo|eca+|argh|ugh|que nojo|que horror|horror|dispenso|tenho (?:horror|nojo|pavor|ranco|trauma)|sai fora|sai pra la|xo|fujo|corro|me tira dessa|nem em sonho|cruzes|misericordia|ninguem merece|pior coisa|nojo|nao,? obrigad[oa]"
_FOR = r"adoro|amo|curto(?: muito| demais)?|(?:e )?minha paixao|sou (?:viciad[oa]|louc[oa]|doid[oa]|fa|apaixonad[oa])|melhor coisa|(?:eu )?nao vivo sem|e comigo mesmo|quero sempre|topo sempre|to sempre dentro|perfeito|delicia|minha vida|tudo de bom|como (?:todo dia|sempre)"
_POLITE = r"(?:se|quando) (?:puder(?:em)?|possivel|der|nao for (?:incomodo|pedir muito)|quiser(?:em)?|conseguir|der pra|for possivel)(?: (?:me|pra|para)\b)?,? ?"
_IMPERATIVE = r"(?:por favor,? )?(?:me )?(?:manda|mande|liga|ligue|chama|chame|escreve|escreva|avisa|avise|fala|fale|usa|use|responde|responda|prefiro|so )"

_LIKED = "adoro|amo|odeio|detesto|dispenso|evito|suporto|como|bebo|tomo|aguento|engulo|aprendi|falo|toco|curto|faco|uso|tenho"
_RULES: tuple[tuple[str, Replacement], ...] = (
    (r"\bse (?:tem|ha|existe) (?:uma |alguma )?coisa que (?:eu )?(?P<verb>[a-z]+)(?: mesmo| muito| mais)? e (?:d[eoa] )?(?=\w)", "{verb} "),
    (r"\b(?:o que|a coisa que|uma coisa que) (?:eu )?(?:mais )?(?P<verb>adoro|amo|odeio|detesto|curto|prefiro|evito) (?:mesmo |mais |na vida |muito |no mundo )*e ", "{verb} "),
    (r"\b(?:o que|a coisa que|uma coisa de que|do que) (?:eu )?(?:mais )?gosto (?:mesmo |mais |na vida |muito |de fazer )*e (?:de )?", "gosto de "),
    (r"^(?P<what>(?!(?:nao|que|e|mas|quando|se|como|porque|o que|hoje|ontem|agora|entao|ja|so|acho|ai|ah|oh|eh|hum|bom|bem|opa|oi|nossa|gente|cara|claro|sim|certo|obvio|logico|serio|verdade|olha|puts|poxa|com certeza)\b)[\w'-]+(?: (?!(?:que|e|mas|quando|onde|porque|se|como|nao)\b)[\w'-]+){0,4}),? eu (?P<rest>(?:nao |so |tambem )?(?:" + _LIKED + r")\b[^,.!?]{0,40})(?=$|[,.!?])", _fronted),
    (r"^(?P<what>(?!(?:nao|que|e|mas|quando|se|como|porque|hoje|ontem|agora|entao|ja|so|gente|nossa|ai|sim|ah|oh|bom|bem|opa|oi|olha|cara|pode|podem|me|manda|eu)\b)[\w'-]+(?: [\w'-]+){0,4}), (?:eu )?(?P<rest>adoro|amo|odeio|detesto|nao suporto|nao aguento)(?: demais| muito| sempre| de paixao)?(?=$|[.!])", "{rest} {what}"),
    (r"(?P<what>\b(?:explica|explique|responde|responda|fala|fale|trata|trate|escreve|ensina)(?: comigo| tudo| as coisas)*) como se (?:eu )?(?:fosse|tivesse)\b", "{what} como para quem é"),
    (rf"(?:^|(?<=[.!;] )){_ONCE}(?:nao )?(?:\w+ava|\w+ia) (?:d[eoa] )?(?P<what>[^,.;!?]{{2,40}}?),? (?:mas |so que )?(?:hoje|agora|atualmente)(?: em dia)?,? (?:eu )?(?P<rest>adoro|amo|curto|como|tomo|bebo)(?: demais| muito| de tudo)?(?=$|[.!,])", "{rest} {what}"),
    (r"^(?P<what>metas?|objetivos?|sonhos?|planos?|resoluc\w+)(?P<rest>(?: (?:pra|para|de|pro|do|deste|desse|este|esse|ano|novo|que vem|20\d\d|proximo|semestre|mes|vida|verao|curto|longo|prazo))*): (?=\w)", "minha {what}{rest} é "),
    (r"(?<= )so se for (?=\w)", "só "),
    (r"(?:^|(?<=[.!,] ))se for (?P<what>[\w ]{3,20}?),? (?=(?:me )?(?:liga|manda|chama)\b)", ""),
    (r"(?<!\w)(?:estou|tou) que (?:e|so) (?=medo|saudade|alegria|raiva)", "estou com "),
    (r"\b(?P<aux>estou|ando|continuo|fico|estava|estamos|andamos|tenho estado) a (?P<se>(?:me|te|se) )?(?P<verb>\w+[aeio]r)\b", _progressive),
    (r"^(?!(?:eu|nao|ja|voce|deixei|sou|tenho|moro|gosto|quero|sera|posso|devo|qual|quem|como|o que|quando|onde|por que|quanto|ei|e ai|sabe|tudo|serio|pra que|cade)\b)(?P<what>[\w' -]{2,40}?)\? ?(?:eu )?(?:" + _AGAINST + r")\b[^?]*$", "não gosto de {what}"),
    (r"^(?!(?:eu|nao|ja|voce|deixei|sou|tenho|moro|gosto|quero|sera|posso|devo|qual|quem|como|o que|quando|onde|por que|quanto|ei|e ai|sabe|tudo|serio|pra que|cade)\b)(?P<what>[\w' -]{2,40}?)\? ?(?:eu )?(?:" + _FOR + r")\b[^?]*$", "adoro {what}"),
    (r"(?:^|(?<=[.!,] ))" + _POLITE, ""),
    (r"(?<=\w) " + _POLITE + r"(?=\w)", " "),
    (r"(?:^|(?<=[.!] ))(?:se|quando|caso) (?:for|forem|precisar(?:em)?|quiser(?:em)?|tiver(?:em)?|vier|houver|voce (?:for|quiser|precisar|puder|tiver))\b[^,.!?]{2,60}, (?=" + _IMPERATIVE + ")", ""),
    (rf"(?:^|(?<=[.!;] )|(?<=, )){_ONCE}(?P<verb>\w+(?:ava|ia|era|inha|era))(?P<what> [^,.;!?]{{2,50}}?)(?:,| e) ?{_BUT_NOT}\b[^.;!?]*", _was_and_is_not),
    (rf"(?:^|(?<=[.!;] )){_ONCE}nao (?P<verb>\w+(?:ava|ia))(?P<what> [^,.;!?]{{2,40}}?)(?:,| e| mas),? (?:mas |agora |hoje |em dia |eu |ja |ate )+(?P<now>\w+)\b", _was_not_and_is),
    (rf"(?:^|(?<=[.!;] )){_ONCE}(?P<verb>\w+(?:ava|ia|era|inha)|fui|gostei|curti|amei|tive|morei|trabalhei|usei|fumei|bebi|joguei|estudei|namorei|frequentei|pratiquei|treinei|toquei|comi|tomei)(?P<what> [^,.;!?]{{2,45}})?(?:,| e| mas),? (?:mas |so que |ai |eu )*(?:(?:hoje|agora|atualmente)(?: em dia)?,? (?:ja )?(?:nao|nunca|nem)\b|ja nao|nao (?:mais|\w+ mais)|parei|larguei|abandonei|desisti|deixei|cortei|me afastei|sai)\b[^.;!?]*", _was_and_ended),
    (rf"(?:^|(?<=[.!;] )){_ONCE}(?:tinha|tive|fazia|era)(?P<what> [^,.;!?]{{2,50}}?)(?:,| e| mas),? (?:mas |ja |so que |depois |ai |eu |hoje |agora |faz tempo que |ela |ele )*{_GONE}\b[^.;!?]*", "não tenho mais{what}"),
    (r"(?:^|(?<=[.!,;] ))(?P<lead>eu )?(?P<verb>[a-z]+)(?P<rest>(?: [\w'-]+){0,6}),? nao(?=$|[,.!;]| k{3,})", _denied_after),
    (r"(?<=\w)(?P<x>\b(?:nao|nunca) [^,.!?;]{3,50}) nao(?=$|[,.!;])", "{x}"),
    (r"\b(?:a gente|nos|eu e (?P<whom>(?:(?:o|a|meu|minha) )*\w+)|(?:o |a )?(?P<kin>(?:meu|minha) \w+) e eu),? (?:(?:ja|tambem|sempre|so|ainda|hoje|agora|finalmente|acabou que) )*(?:nao )?(?:ja )?(?:(?:se|nos) )?(?:(?P<we>\w+mos)|(?P<he>[a-z]+))\b", _of_us),
    (r"(?P<lead>(?:^|(?<=[,.;:!] )|(?<=\be )|(?<=\bmas )|(?<=\bque )|(?<=\bonde ))(?:(?:ontem|hoje|ja|finalmente|aqui em casa|la em casa|agora|desde \w+|em \w+|no \w+) )?)(?:nao )?(?P<se>nos )?(?P<we>\w+mos)\b", _of_us_alone),
    (r"(?P<what>\b(?:prefiro|gosto|odeio|detesto|fico|me sinto|passo mal|evito) [^,.!?]{3,50}?) se (?:nao )?(?!(?:me|te|eu|puder)\b)\w+[^,.!?]*", "{what}"),
    (r"(?P<what>\b(?:pedi demissao|pedi as contas|sai d[aoe] [\w ]{2,20}?|troquei de (?:emprego|empresa|trabalho)|mudei de (?:emprego|empresa|trabalho)|fui contratad[oa]|novo emprego|emprego novo|larguei [\w ]{2,20}?)\b[^.!?]*?) (?:e |, )?agora (?:eu )?estou (?=n[oa] )", "{what}, agora trabalho "),
    (r"\bvou nos (?=casar|mudar|separar|divorciar)", "vou me "),
)  # fmt: skip
_COMPILED = tuple((re.compile(joined(pattern)), replacement) for pattern, replacement in _RULES)


def rewritten(line: str) -> str:
    """Write *line* in full words, in the first person singular, a denial before its verb, verdicts as likes."""
    text = spelt(line)
    for pattern, replacement in _COMPILED:
        text = _replaced(text, pattern, replacement)
    return text


def spelt(line: str) -> str:
    """Write out the abbreviations in *line*."""
    plain = level(line)
    out, last = [], 0
    for found in _WORD.finditer(plain):
        written = _SPELT.get(found[0])
        if written is None or _ACRONYM.fullmatch(line, found.start(), found.end()):
            continue
        out += [line[last : found.start()], written]
        last = found.end()
    return "".join([*out, line[last:]])


def _replaced(text: str, pattern: re.Pattern[str], replacement: Replacement) -> str:
    plain = level(text)
    out, last = [], 0
    for found in pattern.finditer(plain):
        if callable(replacement):
            written = replacement(found)
        else:
            groups = {name: text[found.start(name) : found.end(name)] for name in found.groupdict()}
            written = replacement.format(**groups)
        if written is None:
            continue
        out += [text[last : found.start()], _restored(written, found, text)]
        last = found.end()
    return "".join([*out, text[last:]]) if out else text


def _restored(written: str, found: re.Match[str], text: str) -> str:
    """Give the levelled groups in *written* back their accents and capitals."""
    for name, value in found.groupdict().items():
        if value and name in {"what", "rest", "whom"} and value in written:
            written = written.replace(value, text[found.start(name) : found.end(name)], 1)
    return written
