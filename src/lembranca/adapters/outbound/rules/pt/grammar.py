"""How people speak of themselves in Portuguese, and how that is said of them."""

# ruff: noqa: E501 - tables of words and patterns, an alternative is easier to find in one line

from __future__ import annotations

import re

from lembranca.adapters.outbound.rules.frame import Frame, Predicate, joined
from lembranca.adapters.outbound.rules.pt.frames import FRAMES, STATEMENTS
from lembranca.adapters.outbound.rules.pt.implied import implied
from lembranca.adapters.outbound.rules.pt.lists import items_of, with_appended
from lembranca.adapters.outbound.rules.pt.rewriting import rewritten
from lembranca.adapters.outbound.rules.pt.verbs import IMPERFECT, THIRD, named
from lembranca.adapters.outbound.rules.pt.words import WORDS
from lembranca.domain.levelling import level

_TOKEN = re.compile(r"(?<![\w'@#/-])[a-z]+(?![\w'/-])")
_LEAD = re.compile(
    rf"(?:(?<!\w)(?P<subject>eu,? ))?(?:(?:{WORDS['ADV']}|la|aqui|ontem|em casa|la em casa|ha|faz|acho que|inclusive|sinceramente|geralmente),? )*?"
    r"(?P<denial>(?:nao|nunca|jamais|nem|tampouco) )?(?:(?:mais|muito|tanto|ja|sempre|ainda|nem|mesmo|so|mais|tb|tambem) )*(?P<clitic>(?:me|te|se) )?$"
)
_AUXILIARY = named("estou ando fico vivo continuo sigo vou sou era estava tenho")
_ALONE = re.compile(r"\s*,|\s+e\b|\s*$|\s+(?:de|do|da)\b")
_JOINED = re.compile(r"(?:,|\be|\bmas) $")
_FIRST = 12  # characters: a clause with "quando" before this opens the sentence and is none of its predicates' ends
_FARTHEST = 70  # characters before a verb in which its subject and its denial are looked for
_NOUN = re.compile(
    r"\b(?:o|a|os|as|um|uma|do|da|dos|das|no|na|nos|nas|ao|meu|minha|seu|sua|nosso|nossa|de|em|com|por|pelo|pela|sem|esse|este|essa|esta|cada|todo|algum|nenhum|outro|novo|para|pra|pro|sobre|ate|bom|boa|mau|dele|dela|qual|que tipo de|num|tanto|quanto|primeiro|segundo|terceiro)\s$"
)
# What may stand before a verb that could be a noun as well.
_OPENS = re.compile(
    r"(?:^|[,;:.!]|\b(?:e|mas|que|porque|pois|quando|onde|enquanto|entao|ai|dai|nem|ou|porem|la|aqui|ali|manha|tarde|noite|madrugada|feira|segundas?|tercas?|quartas?|quintas?|sextas?|sabados?|domingos?|dia|dias|semana|semanas|mes|ano|anos|meses|vez|vezes|casa|vida|verdade|fato|infelizmente|felizmente|vagas|livres|\w+mente|disso|tempo|trabalho|junto|tambem|20\d\d|19\d\d|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|como \w+|isso|ja|so|ainda|anteontem|cedo|antes|depois|desde \w+|desde entao|vem|passad[oa]|proxim[oa]|\d+|\d+h|logo|ferias|inverno|verao|natal|gente|acabo))\s*$"
)
_SURE = named(
    "sou estou tenho vou fui quero faco prefiro sinto consegui adoro detesto gosto fiz tive fiquei vim posso preciso comecei nasci moro me sei digo trago leio odeio ouco peco durmo venho dou vejo fico acho amo curto estudei trabalhei casei mudei passei ganhei perdi quebrei comprei vendi terminei larguei parei"
)
_SAID_BY_OTHERS = re.compile(
    joined(r"""
    \b(?:disse|diz|dizem|disseram|acha|acham|achou|achava|pensa|pensam|pensou|falou|fala|falam|falaram|dizendo|falando|jura|jurou|acredita|acreditam|insiste|cre|pergunta|perguntou|contou|conta|contaram|comentou|escreveu|respondeu|gritou|afirma|afirmou|repete|espalhou|espalharam|inventou|inventaram|concluiu|prometeu|garante|sugere|anota|narra|confessa|suspeita|reclama|sabe la)
    (?: (?:assim|sempre|hoje|ontem|por ai|la|pra todo mundo|para todos|pra mim|para mim|aqui))*(?:,| que| se)? (?:eu )?(?:nao )?$
    |\b(?:nao|nunca|jamais) (?:disse|falei|afirmei|contei|quis dizer|significa|quer dizer|e que|e porque|e por que|acho|sei|diria|e verdade|acredito|lembro de ter dito)\b.*$
    |\bnao (?:sou|fui|era|e) eu (?:que|quem) (?:eu )?$
    |\b(?:parece|duvido|dizem|segundo|boato|mentira|finjo|fingi|fingir|sonhei|suponho|desconfio|imagino|sera|e se|como se|acho|achei|achava|pensei|quem (?:te )?(?:disse|contou|falou))\b[^,]*\bque (?:eu )?(?:nao )?$""")
)
# Said to the assistant, not of somebody who notes.
_NOTE = re.compile(
    r"\s*(?:(?:por favor|entao|ai|e|pode|podes),? )*(?:anot(?:a|e|ar)|registr(?:a|e|ar)|guard(?:a|e|ar))(?: ai| isso| tambem)*[,:]? que (?:eu )?(?:nao )?"
)
_DOCTOR = re.compile(
    r"\b(?:medic[oa]|doutora?|dra?|exames?|psiquiatra|neuro\w*|dermato\w*|cardio\w*|psicolog[oa]|nutri\w*|ginec\w*|ortopedista|oftalmo\w*|terapeuta|pediatra|dentista|laudo|teste|resultado)\b[\w ]{0,30}$"
)
_IN_RELATIVE = re.compile(
    r"\b(?:[oa]|aquilo|tudo|coisa|quem|algo|[oa]s|unic[oa] coisa) que (?:eu )?(?:mais |menos |tanto |ja |sempre |nao |nunca )*$"
)
_WHENEVER = re.compile(
    r"\b(?:quando|sempre que|(?:cada|toda) vez que|enquanto|assim que|depois que|antes que|logo que) (?:eu )?$"
)
_POSSESSIVES = {
    "meu": "seu", "minha": "sua", "meus": "seus", "minhas": "suas", "mim": "si", "comigo": "consigo", "me": "se", "eu": "", "nosso": "seu", "nossa": "sua", "nossos": "seus", "nossas": "suas",
}  # fmt: skip
_FIRST_PERSON = re.compile(rf"(?<![\w-])(?:{'|'.join(_POSSESSIVES)})(?![\w-])")
_NO_MORE = re.compile(r"((?:me )?\w+) mais\b(?! (?:de|do|que|d[ao]s|velh|nov|\w+ que)\b)")


_NEXT = re.compile(
    r"(?<=\w)(?:,| e| mas) (?:eu |nao |me |ja |tambem )*(?:sou|tenho|moro|estou|trabalho|quero|gosto|adoro|odeio|prefiro|vou|fui|detesto|nasci|faco|amo|chamo|preciso|estudo)\b"
)
_WISHES = re.compile(r"queria (?:muito|tanto|mesmo) ")
_TO_ME = re.compile(r"\bme (?=\w)", re.IGNORECASE)
_FIRST_VERB = re.compile(
    r"(?:[\w ,]{0,30}?\b(?:nao|so|nunca|eu) )?(?:(?:nao|so|nunca|eu|ja|sempre) )*(?P<verb>[a-z]+)\b(?!:)"
)
_TOKENS = re.compile(r"[a-z]+")


class Portuguese:
    """The grammar of Portuguese, as far as rules for facts need it."""

    frames: tuple[Frame, ...] = FRAMES
    statements: tuple[Frame, ...] = STATEMENTS

    def prepare(self, sentence: str) -> str:
        return rewritten(sentence)

    def predicates(self, clause: str) -> list[Predicate]:
        clause = implied(clause)
        plain = level(clause)
        hits = [
            hit
            for token in _TOKEN.finditer(plain)
            if token[0] in THIRD
            and (hit := _hit(token, plain))
            and not (_WHENEVER.search(plain[: hit[0]]) and hit[0] > _FIRST)
        ]
        said = []
        for index, (start, verb, lead) in enumerate(hits):
            if level(clause[verb : verb + 20]).split(" ", 1)[0].strip(",.") in IMPERFECT and not _WISHES.match(
                plain[verb:]
            ):
                continue
            if not _own(plain[:start]):
                continue
            end = hits[index + 1][0] if index + 1 < len(hits) else len(plain)
            said.append(_predicate(clause[verb:end].rstrip(" ,"), (lead["denial"] or "").strip(), lead[0]))
        return said

    def third(self, predicate: Predicate, text: str) -> str:
        words = text.split(" ")
        clitic = [words.pop(0)] if level(words[0]) in {"me", "te"} and len(words) > 1 else []
        first = level(words[0].strip(",.")) if words else ""
        head = THIRD.get(first, words[0] if words else "")
        more = predicate.denial.partition(" ")[2]
        denial = self.denied(predicate)
        reflexive = "se " if clitic and level(clitic[0]) == "me" else ""
        return " ".join(f"{denial}{reflexive}{head} {more} {self.plainly(' '.join(words[1:]))}".split())

    def retold(self, text: str) -> str:
        if following := _NEXT.search(level(text)):
            text = text[: following.start()]
        plain = level(text)
        if plain.startswith(("quer: ", "prefere: ")):
            return self.plainly(_TO_ME.sub("", text))
        found = _FIRST_VERB.match(plain)
        if found and found["verb"] in THIRD:
            start, end = found.span("verb")
            text = f"{text[:start]}{THIRD[found['verb']]}{text[end:]}"
        return self.plainly(text)

    def appended(self, text: str, end: int) -> int:
        return with_appended(text, end)

    def is_own(self, plain: str) -> bool:
        return (_TOKENS.findall(plain) or [""])[0] in THIRD

    def denied(self, predicate: Predicate) -> str:
        return {"": "", "nunca": "nunca ", "jamais": "jamais "}.get(predicate.denial.partition(" ")[0], "não ")

    def items(self, text: str) -> list[str]:
        return items_of(text)

    def plainly(self, text: str) -> str:
        plain = level(text)
        out, last = [], 0
        for found in _FIRST_PERSON.finditer(plain):
            out += [text[last : found.start()], _POSSESSIVES[found[0]]]
            last = found.end()
        return " ".join("".join([*out, text[last:]]).split())


def _hit(token: re.Match[str], plain: str) -> tuple[int, int, re.Match[str]] | None:
    """Give where the predicate of the verb *token* begins, where its verb does, and its lead; None for a noun."""
    before = plain[max(0, token.start() - _FARTHEST) : token.start()]
    lead = _LEAD.search(before)
    if lead is None or lead["clitic"] in {"te ", "se "}:
        return None
    if not (lead["subject"] or lead["denial"] or lead["clitic"]) and _is_noun(token, plain, before, lead):
        return None
    return token.start() - len(lead[0]), token.start() - len(lead["clitic"] or ""), lead


def _is_noun(token: re.Match[str], plain: str, before: str, lead: re.Match[str]) -> bool:
    if token[0] in _SURE:
        return _NOUN.search(before) is not None
    opening = before[: len(before) - len(lead[0])]
    last = (opening.split() or [""])[-1]
    if not _OPENS.search(opening) and (last not in THIRD or last in _AUXILIARY):
        return True
    if token[0] == "como" and not _eats(token, plain):
        return True
    alone = _ALONE.match(plain, token.end()) and token.start() > 0
    return bool(alone) and not _JOINED.search(before)


def _eats(token: re.Match[str], plain: str) -> bool:
    if token.start() == 0:
        return (
            re.match(
                r"como (?:sempre|assim|antes|esse|essa|isso|foi|era|vegetarian|vegan|profess|medic|mae|pai|estud|bo[am])",
                plain,
            )
            is None
        )
    return bool(
        re.match(
            r"como (?:ate|carne|de tudo|muito|pouco|peixe|so|apenas|pao|frango|ovo|arroz|fruta|salada|doce|sushi|tudo|queijo|bem|mal|fora|em casa|marmita)\b",
            plain[token.start() :],
        )
    )


def _own(before: str) -> bool:
    """Whether what stands *before* the verb leaves it to the user in earnest."""
    reported = _SAID_BY_OTHERS.search(before) if not _NOTE.fullmatch(before) else None
    if reported and not _DOCTOR.search(before[: reported.start()]):
        return False
    return not (_IN_RELATIVE.search(before) or _WHENEVER.search(before))


def _predicate(text: str, denial: str, lead: str) -> Predicate:
    """Take the "mais" of "não sou mais" out of the words, so that one frame serves both."""
    ended = _NO_MORE.match(level(text)) if denial else None
    if ended:
        text = " ".join(f"{text[: ended.end(1)]} {text[ended.end() :]}".split())
    ended_by_ja = denial and re.search(r"\bja\b", lead)
    return Predicate(
        text, level(text), f"{denial} mais" if denial and (ended or ended_by_ja or "mais" in lead.split()) else denial
    )
