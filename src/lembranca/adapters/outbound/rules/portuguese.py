"""How people speak of themselves in Portuguese, and how that is said of them."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

import re

from lembranca.adapters.outbound.rules import frames_pt
from lembranca.adapters.outbound.rules.frame import Frame, Predicate, joined
from lembranca.adapters.outbound.rules.verbs_pt import IRREGULAR, THIRD
from lembranca.domain.levelling import level

_BETWEEN = (
    r"(?:(?:ja|ainda|tambem|sempre|so|agora|hoje|atualmente|realmente|simplesmente|geralmente|normalmente|finalmente|recentemente|acabei|ontem|absolutamente"
    r"|sinceramente|particularmente|la|aqui|em casa|mesmo|ha|faz|ate|adoro|muito|mal|de fato|costumo|la em casa),? )*?"
)
_VERB = "|".join(sorted(THIRD, key=len, reverse=True))
_PREDICATE = re.compile(
    rf"(?<![\w'-])(?P<subject>eu,? )?{_BETWEEN}(?P<denial>nao |nunca |jamais |nem |tampouco )?(?:mais |muito |tanto )?(?:ja |sempre |ainda |mais )?"
    rf"(?P<verb>(?:me |te )?(?:{_VERB}))(?![\w-])"
)
# Nouns that look like verbs: what stands before them tells.
_NOUN = re.compile(
    r"\b(?:o|a|os|as|um|uma|do|da|dos|das|no|na|nos|nas|ao|meu|minha|seu|sua|nosso|nossa|de|em|com|por|pelo|pela|sem|esse|este|essa|esta|cada|todo|algum|nenhum|muito|outro|novo|para|pra|pro|sobre|ate|e o|bom|mau)\s$"
)
_MAY_BE_NOUN = frozenset(
    [
        "trabalho",
        "gosto",
        "amo",
        "estudo",
        "moro",
        "vivo",
        "curso",
        "jogo",
        "treino",
        "corro",
        "sonho",
        "uso",
        "canto",
        "toco",
        "falo",
        "sinto",
        "como",
        "cuido",
        "espero",
        "passo",
        "bebo",
        "fumo",
        "ando",
        "luto",
        "pinto",
        "leio",
        "caso",
        "planejo",
        "evito",
        "sofro",
        "odeio",
        "tomo",
        "durmo",
        "acordo",
        "choro",
        "quero",
        "curto",
        "surto",
        "acordo",
        "caio",
        "visto",
        "peso",
        "rezo",
        "ouco",
        "bordo",
        "remo",
        "parto",
        "corto",
    ]
)
_SAYS = re.compile(
    joined(r"""
    \b(?:ele|ela|eles|elas|mae|pai|mulher|marido|esposa|esposo|irma|irmao|chefe|amig[oa]s?|filh[oa]s?|namorad[oa]|colegas?|gente|pessoal|todos|todo mundo|povo|medic[oa]|professor[a]?|vizinh[oa]|[a-z]+)\s
    (?:sempre |vive |ainda |so |me |nao |ja |fica |ficou )*(?:disse|diz|dizem|disseram|acha|acham|achou|pensa|pensam|falou|fala|falam|falaram|dizendo|falando|jura|acredita|insiste|reclama|cre|jurou|pensou|perguntou|pergunta|contou|comentou|escreveu|respondeu|gritou|afirma|cantava|canta|repete|espalhou|espalharam|inventou)\b
    |\b(?:nao|nunca|jamais) (?:disse|falei|afirmei|contei|quis dizer|significa|quer dizer|e que|acho|sei|diria|e verdade)\b|\b(?:acho|parece|duvido|sera|dizem|segundo|boato|mentira|fingi|fingir|sonhei|suponho|desconfio|finjo)\b
    """)
)
_OTHERS = re.compile(
    r"\b(?:ele|ela|eles|elas|voces?|vc|(?:meu|minha|seu|sua) \w+(?: \w+)?|quem|alguem|ninguem|todo mundo|a gente)(?: \w+)?\s*$"
)
_OPENING = re.compile(
    r"\b(?:descobri|lembr\w+|saiba|saber|esque\w+|dizer|mencion\w+|falei|disse|contei|contar|avisar|falar|ja|visto|fato de|sorte|uma vez|note|anot\w+|registr\w+|guard\w+|e|bem|verdade|juro|e claro|confess\w+|admit\w+|sabia|considera\w*|conta) (?:de )?que (?:eu )?$"
)
_LINK = re.compile(r"(?:,|\be|\bmas|\bporque|\bpois|\bque|\bquando|\benquanto|\bentao|\bnem|\bai|\bpq|^)\s*$")
_POSSESSIVES = {
    "meu": "seu",
    "minha": "sua",
    "meus": "seus",
    "minhas": "suas",
    "mim": "si",
    "comigo": "consigo",
    "me": "se",
    "eu": "",
    "nosso": "seu",
    "nossa": "sua",
    "nossos": "seus",
    "nossas": "suas",
}
_FIRST_PERSON = re.compile(rf"(?<![\w-])(?:{'|'.join(_POSSESSIVES)})(?![\w-])")
_DIAGNOSED = re.compile(
    r"\b(?:o|a|meu|minha)s? (?:medic[oa]|doutora?|exames?|psiquiatra|neurologista|dermatologista|cardiologista|psicolog[oa]|nutricionista|ginecologista) (?:me |hoje |ja )?(?:disse|falou|confirmou|confirmaram|descobriu|mostrou|avisou|contou)(?: hoje| ontem)? que $"
)
_FURTHEST = 60  # characters that may stand before the verb in its own clause
_NO_MORE = re.compile(r"((?:me )?\w+) mais\b(?! (?:de|do|que|d[ao]s|velh|nov|\w+ que)\b)")
_COLLOQUIAL = re.compile(r"(?<![\w-])(pra|pro|pras|pros|vc|pq|tb|tbm|mto|num|numa|q|ñ)(?![\w-])", re.IGNORECASE)
_WRITTEN = {"vc": "você", "pq": "porque", "tb": "também", "tbm": "também", "mto": "muito", "q": "que", "ñ": "não"}


class Portuguese:
    """The grammar of Portuguese, as far as rules for facts need it."""

    frames: tuple[Frame, ...] = frames_pt.FRAMES
    statements: tuple[Frame, ...] = frames_pt.STATEMENTS

    def prepare(self, sentence: str) -> str:
        return _COLLOQUIAL.sub(lambda found: _WRITTEN.get(found[0].lower(), found[0]), sentence)

    def predicates(self, clause: str) -> list[Predicate]:
        plain = level(clause)
        found = [hit for hit in _PREDICATE.finditer(plain) if _is_verb(hit, plain)]
        said = []
        for index, hit in enumerate(found):
            start = hit.start("verb")
            before = plain[found[index - 1].start("verb") if index else 0 : hit.start()]
            if not _own(_DIAGNOSED.sub("", before), subject=bool(hit["subject"]) or hit["verb"].startswith("me ")):
                continue
            end = found[index + 1].start() if index + 1 < len(found) else len(plain)
            said.append(_predicate(clause[start:end], (hit["denial"] or "").strip(), hit.group()))
        return said

    def third(self, predicate: Predicate, text: str) -> str:
        words = text.split(" ")
        clitic = [words.pop(0)] if level(words[0]) in {"me", "te"} and len(words) > 1 else []
        first = level(words[0].strip(",.")) if words else ""
        head = THIRD.get(first, words[0] if words else "")
        word, _, more = predicate.denial.partition(" ")
        denial = {"": "", "nunca": "nunca ", "jamais": "jamais "}.get(word, "não ")
        reflexive = "se " if clitic and level(clitic[0]) == "me" else ""
        return " ".join(f"{denial}{reflexive}{head} {more} {self.plainly(' '.join(words[1:]))}".split())

    def plainly(self, text: str) -> str:
        plain = level(text)
        out, last = [], 0
        for found in _FIRST_PERSON.finditer(plain):
            out += [text[last : found.start()], _POSSESSIVES[found[0]]]
            last = found.end()
        return " ".join("".join([*out, text[last:]]).split())


def _predicate(text: str, denial: str, lead: str) -> Predicate:
    """Take the "mais" of "não sou mais" out of the words, so that one frame serves both."""
    ended = _NO_MORE.match(level(text)) if denial else None
    if ended:
        text = f"{text[: ended.end(1)]} {text[ended.end() :]}".strip()
        text = re.sub(r"\s+", " ", text)
    ended_by_ja = denial and re.search(r"\bja\b", lead)
    return Predicate(text, level(text), f"{denial} mais" if denial and (ended or ended_by_ja) else denial)


def _is_verb(hit: re.Match[str], plain: str) -> bool:
    verb = hit["verb"].split()[-1]
    if hit["subject"] or hit["denial"] or verb not in _MAY_BE_NOUN or hit["verb"].startswith("me "):
        return verb != "como" or bool(hit["subject"] or hit["denial"])
    if verb == "como":
        return hit.start() == 0 or bool(
            re.match(r"como (?:carne|de tudo|muito|pouco|peixe|so |apenas )", plain[hit.start("verb") :])
        )
    alone = re.match(r"(?:\s*,|\s+e\b|\s*$)", plain[hit.end() :]) and hit.start() > 0
    return not alone and not _NOUN.search(plain[: hit.start("verb")])


def _own(before: str, *, subject: bool) -> bool:
    """Whether what stands *before* the verb leaves it to the user in earnest."""
    if _SAYS.search(before):
        return False
    near = before[-_FURTHEST:]
    if re.search(r"\bque (?:eu )?$", near):
        if re.search(r"\b(?:faz|ha|fazem|tem) [\w ]{2,25}que (?:eu )?$", near):
            return True
        return bool(_OPENING.search(near)) or (subject and not re.search(r"\b(?:quero|espero|que) que ", near))
    if subject or _LINK.search(near):
        return True
    return not _OTHERS.search(near)


assert THIRD.keys() >= IRREGULAR  # noqa: S101 - a slip in the data
