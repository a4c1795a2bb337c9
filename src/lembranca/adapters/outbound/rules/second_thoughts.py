"""What people take back, or correct or add to by naming a value alone, in Portuguese and English."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

import re

from lembranca.adapters.outbound.rules.frame import joined
from lembranca.domain.fact import ADDITION, CORRECTION, RETRACTION
from lembranca.domain.levelling import level

_LONGEST = 200  # characters; who writes more has something else to say

_TAKE_BACK = {
    "pt": (
        re.compile(
            joined(r"""
            ^(?:(?:nao|ah|olha|opa|por favor|na verdade),? )*
            (?:apag(?:a|ue)|esque(?:ce|ca)|desconsider[ae]|ignor[ae]|remov[ae]|tir[ae]|delet[ae]|risc[ae]|retir[oa]|retire)\s
            (?:(?:ai|isso|aquilo|essa|esse|a|por favor|tudo|o|que|eu|te|falei|disse|contei|anotou|historia|parte|negocio|coisa),? )*
            (?:d[oae]s?|sobre(?: [oa]s?)?)\s(?P<what>[^,.;!?]{2,40})
            """)
        ),
        "retira o que disse sobre {}",
    ),
    "en": (
        re.compile(
            joined(r"""
            ^(?:(?:no|oh|ok|please|actually|sorry|hey),? )*
            (?:delete|forget|remove|scratch|ignore|disregard|erase|unsave)\s
            (?:(?:(?:what|everything|anything|all) (?:that )?i (?:just )?(?:said|told you|mentioned|wrote)|that|the (?:part|bit|thing|note|stuff)|it|that (?:part|bit|thing|note))?\s?about\s(?P<what>[^,.;!?]{2,40})
            |(?:that|the|my|this)\s(?P<thing>[^,.;!?]{2,30}?)\s(?:thing|bit|part|stuff|comment|note|fact)\b)
            """)
        ),
        "takes back what was said about {}",
    ),
}
_POINTING = re.compile(
    r"(?:that|this|it|isso|isto|aquilo|last|first|second|previous|whole|ultim[oa]|primeir[oa]|segund[oa])\b.*"
)

_SLIP = {
    "pt": r"(?:errei|me enganei|enganei-me|confundi|corrigindo|correcao|digitei errado|escrevi errado|falei errado|erro (?:meu|de digitacao)|quis dizer|quer dizer|digo)",
    "en": r"(?:typo|autocorrect|my mistake|my bad|correction|i mean|i meant|i misread[\w ]*|i misspoke|i mistyped|i got (?:that|it) wrong|i was wrong)",
}
_DOUBT = {
    "pt": r"(?:opa|ops|ai|nao(?=[,:;.!-]| pera| espera| desculp| perdao)|pera|perai|espera|desculpa|desculpe|perdao|na verdade|alias|ou melhor|melhor dizendo|agora(?=[,:;.!-]))",
    "en": r"(?:oops|whoops|sorry|no(?=[,:;.!-]| wait| hang| hold| sorry)|wait|hang on|hold on|actually|well|rather|ah|oh)",
}
_IS = {
    "pt": r"(?:(?:o|a|meu|minha|os|as) (?:certo|correto|[\w-]+(?: [\w-]+)?) )?(?:e|sao|foi|era|eram|sou|fica)",
    "en": r"(?:(?:the|my) [\w-]+(?: [\w-]+)?(?:'s| is| are| was)|it is|it was|it's|its|that is|that's|they are|they're)",
}
_CORRECTIONS = {
    language: re.compile(
        rf"^(?:(?:{_SLIP[language]}|{_DOUBT[language]})(?:[,:;.!-]+\s*|\s+))+(?:{_IS[language]}\s)?(?P<value>[^,.;!?]+)"
    )
    for language in ("pt", "en")
}
_COURTESY = {
    "pt": r"(?!(?:obrigad|valeu|tchau|desculp|outr|mais|bo[am]|feliz|parabens|claro|depois|agora|pode|isso|tudo|nada|voce|tambem|eu|meu|minha|nao|ja|quando|como|qual|por|hoje|ontem|amanha|ai|se|sim|pronto|ponto|so)\w*)",
    "en": r"(?!(?:thanks?|thx|bye|sorry|other|another|one|more|good|happy|please|then|now|you|also|i|my|not|no|when|how|what|which|by|today|yesterday|tomorrow|if|yes|that|this|it|so|the|a|an|we|he|she|they|there|can|could|do|don|will)\b)",
}
_ADDITIONS = {
    "pt": re.compile(
        rf"^(?:ah|ih|opa|oh|verdade),? e (?:tambem )?{_COURTESY['pt']}(?P<thing>[a-z]{{3,20}})(?: tambem)?(?=$|[,.!])"
    ),
    "en": re.compile(
        rf"^(?:ah|oh|yeah),? and (?:also )?{_COURTESY['en']}(?P<thing>[a-z]{{3,20}})(?: too| as well)?(?=$|[,.!])"
    ),
}
_CUES = {language: re.compile(rf"\b{_SLIP[language]}\b") for language in ("pt", "en")}
_SPELT = re.compile(r"\s(?:com|with)(?: an?)?(?: [a-z]{1,2}){1,3}$")
_FIGURE = re.compile(
    r"\d|\b(?:dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|two|three|four|five|six|seven|eight|nine|ten)\b"
)
_PLACE = re.compile(r"(?:em|no|na|in|at|from)\s[A-ZÀ-Ý]")
_NAME = re.compile(r"[A-ZÀ-Ý][\w'-]+(?:\s[A-ZÀ-Ý][\w'-]+){0,2}")
_TRADE = re.compile(r"(?:an? )?[a-z]{3,}(?:ista|log[oa]|eir[oa]|d?or|d?ora|ente|grafo|grafa|ist|er|ian|eer|ant)")
_TOLD = re.compile(r"(?:i|i'm|i've|my|eu|tenho|meu|minha|sou|estou|moro)\b")  # a whole statement is read as one
_MOST_WORDS = 5


def second_thoughts(line: str, language: str) -> tuple[str, str] | None:
    """
    Give the topic and the content of what *line* takes back, corrects or adds, None where it does nothing of it.

    A correction counts only where its value is a figure, a place, a name, or after a slip that is owned a trade.
    """
    text = line.strip()
    if len(text) > _LONGEST or "?" in text or language not in _TAKE_BACK:
        return None
    plain = level(text)
    pattern, content = _TAKE_BACK[language]
    if taken := pattern.match(plain):
        name = "what" if taken["what"] else "thing"
        what = text[taken.start(name) : taken.end(name)]
        return None if _POINTING.fullmatch(level(what)) else (RETRACTION, content.format(what))
    if thing := _ADDITIONS[language].match(plain):
        return (ADDITION, text[thing.start("thing") : thing.end("thing")])
    found = _CORRECTIONS[language].match(plain)
    if found is None:
        return None
    value = text[found.start("value") : found.end("value")].strip()
    value = value[: len(_SPELT.sub("", level(value)))]
    owned = bool(_CUES[language].search(plain[: found.start("value")]))
    return (CORRECTION, value) if _is_value(value, owned=owned) else None


def _is_value(value: str, *, owned: bool) -> bool:
    if not value or len(value.split()) > _MOST_WORDS or _TOLD.match(level(value)):
        return False
    if _FIGURE.search(level(value)) or _PLACE.match(value) or _NAME.fullmatch(value):
        return True
    return owned and bool(_TRADE.fullmatch(level(value)))
