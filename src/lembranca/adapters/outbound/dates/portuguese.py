"""How dates are named in Portuguese; accents are gone, as many people write none."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

import re
from collections.abc import Mapping

from lembranca.adapters.outbound.dates.phrase import DAY, DIGITS, YEAR, Tongue, rule

_MONTHS = "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro"
_SHORT = "jan fev mar abr mai jun jul ago set out nov dez"
# What else they are, bare: Rio de Janeiro, Marco, a publisher, a bathing suit.
_AMBIGUOUS = frozenset("janeiro marco abril maio".split())  # noqa: SIM905
_ORDINALS = "segunda terca quarta quinta sexta"
_SEASONS = "primavera verao outono inverno"
_NUMBERS = {
    word: str(number)
    for number, words in enumerate(
        (
            "",
            "um uma primeiro",
            "dois duas",
            "tres",
            "quatro",
            "cinco",
            "seis",
            "sete",
            "oito",
            "nove",
            "dez",
            "onze",
            "doze",
        )
    )
    for word in words.split()
}


def _any(words: str) -> str:
    return "|".join(words.split())


_M = rf"(?P<m>{_any(_MONTHS)})"
_MS = rf"(?P<m>{_any(_MONTHS)}|{_any(_SHORT)})"
_SURE = rf"(?P<sure>{'|'.join(month for month in _MONTHS.split() if month not in _AMBIGUOUS)})"
_D = DAY.replace("3[01]", "primeiro|3[01]")
_D1 = DAY.replace("<d>", "<d1>")
_M1 = rf"(?P<m1>{_any(_MONTHS)})"
_TO = "(?:a|e|ate|[-–]) ?(?:o dia )?"  # noqa: RUF001 - the dash of ranges
_ORDINAL = rf"(?P<w>{_any(_ORDINALS)})"
_W = rf"(?:(?P<w>{_any(_ORDINALS)})[ -]feira|(?P<w2>sabado|domingo))"
_S = rf"(?P<s>{_any(_SEASONS)})"
_N = rf"(?P<n>[0-9]{{1,3}}|{'|'.join(word for word in _NUMBERS if word != 'primeiro')})"
_U = "(?P<u>dia|semana|mes|ano)"
_OVER = "(?:passad[oa]|retrasad[oa]|anterior)"
_COMING = "(?:que vem|seguinte)"
_THIS = "[nd]?(?:est|ess)[ea]"
_ULTIMO = "(?:ultim[oa])"
_PROXIMO = "(?:proxim[oa])"
_WEEKEND = "(?:fi(?:m|nal) de semana|fds)"
_IN = r"(?:em|desde|ate|durante|(?:inicio|comeco|meados?|meio|fim|final|mes|semana|metade) de)"
_THINGS = r"(?! (?:[a-z]+ )?(?:reais|pessoas|palavras|passos|dolares|euros|horas|minutos|dias|metros|pontos|vezes)\b|%)"
# What follows a weekday said without "feira", but not "segunda" in "na segunda vez".
_NO_NOUN = (
    rf"(?=(?: {_OVER}| {_COMING}| (?:de manha|a tarde|a noite|cedo))?\s*(?:[,;:!?)\"]|\.(?:\D|$)|$)"
    rf"| {_OVER}| {_COMING}| (?:de manha|a tarde|a noite|cedo|eu|voce|ele|ela|eles|elas|nos|a gente|mas|que|quando|com|em|no|na|fui|foi|fomos|foram|tive|teve|tem|tenho|vou|vai|vamos|estava|fiz)\b)"
)


def _is_month(written: str, beside: Mapping[str, str]) -> bool:
    """Tell maio from maiô, and março from the name Marco."""
    del beside
    return "ô" not in written.lower() and not written.startswith("Marco")


PORTUGUESE = Tongue(
    language="pt",
    cues=frozenset(
        f"{_MONTHS} {_ORDINALS} {_SEASONS} sabado domingo ontem anteontem hoje amanha atras ha faz semana semanas mes meses ano anos dia dias fds manha tarde noite".split()
    ),
    rules=(
        *DIGITS,
        rule(r"(?P<t>[0-9]{1,2}\.[0-9]{1,2}\.(?:19|20)[0-9]{2})", "{t}"),
        rule(rf"(?:dias? )?{_D1} ?{_TO} ?{_D} de {_M}(?: de {YEAR})?", "{d1} de {m}|{d} de {m} de {y}", "range"),
        rule(rf"(?:dia )?{_D1} de {_M1} {_TO} {_D} de {_M}(?: de {YEAR})?", "{d1} de {m1}|{d} de {m} de {y}", "range"),
        rule(
            rf"(?:de|entre) {_M1}(?: de (?P<y1>(?:19|20)[0-9]{{2}}))? {_TO} {_M}(?: de {YEAR})?",
            "{m1} de {y1}|{m} de {y}",
            "range",
        ),
        rule(
            rf"(?:dia )?{_D}[oº°]?(?: de | do | )(?:mes de )?{_M}(?:(?: de |, | do ano de | |/){YEAR})?",
            "{d} de {m} de {y}",
        ),
        rule(rf"(?:dia )?{_D}[oº°]?(?: de | ){_MS}(?: de |, | |/){YEAR}", "{d} de {m} de {y}"),
        rule(rf"{_MS}(?: de | do ano de |, | |/){YEAR}", "{m} de {y}"),
        rule(rf"{_M} {_OVER}|{_ULTIMO} (?P<m2>{_any(_MONTHS)})", "{m} {m2}", "past"),
        rule(rf"{_M} {_COMING}|{_PROXIMO} (?P<m2>{_any(_MONTHS)})", "{m} {m2}", "next"),
        rule(rf"{_THIS} {_M}", "{m}", "this"),
        rule(rf"{_IN} (?:o mes de )?{_M}(?! de [0-9])|{_SURE}", "{m} {sure}"),
        rule(rf"{_S}(?: de| do ano de|,)? {YEAR}", "{y} {s}", "season"),
        rule(rf"{_S} {_OVER}|{_ULTIMO} (?P<s2>{_any(_SEASONS)})", "past {s} {s2}", "season"),
        rule(rf"{_S} {_COMING}|{_PROXIMO} (?P<s2>{_any(_SEASONS)})", "next {s} {s2}", "season"),
        rule(rf"{_THIS} {_S}", "this {s}", "season"),
        rule(
            rf"(?:em|desde|ate|durante|ano de|antes de|depois de|apos|(?:inicio|comeco|meados?|fim|final) de) {YEAR}(?![,.][0-9]){_THINGS}",
            "{y}",
        ),
        rule(rf"{_WEEKEND} retrasado", "before", "weekend"),
        rule(rf"{_WEEKEND} {_OVER}|{_ULTIMO} {_WEEKEND}", "past", "weekend"),
        rule(rf"{_WEEKEND} {_COMING}|{_PROXIMO} {_WEEKEND}", "next", "weekend"),
        rule(rf"{_THIS} {_WEEKEND}", "this", "weekend"),
        rule(rf"no {_WEEKEND}", "given", "weekend"),
        rule(rf"{_W} {_OVER}|{_ORDINAL.replace('<w>', '<w3>')} {_OVER}", "{w} {w2} {w3}", "past"),
        rule(rf"{_W} {_COMING}|{_ORDINAL.replace('<w>', '<w3>')} que vem", "{w} {w2} {w3}", "next"),
        rule(rf"{_ULTIMO} (?:{_W}|{_ORDINAL.replace('<w>', '<w3>')}{_NO_NOUN})", "{w} {w2} {w3}", "past"),
        rule(rf"(?:{_PROXIMO}|{_THIS}) (?:{_W}|{_ORDINAL.replace('<w>', '<w3>')}{_NO_NOUN})", "{w} {w2} {w3}", "next"),
        rule(rf"(?<!toda )(?<!todo )(?<!cada )(?<!toda a ){_W}", "{w} {w2}"),
        rule(rf"{_ORDINAL} (?:a|de|pela) (?:manha|tarde|noite)", "{w}"),
        rule(rf"(?:na|desde|ate|desde a|ate a) {_ORDINAL}{_NO_NOUN}", "{w}"),
        rule(r"(?P<u>semana|mes|ano) (?:retrasad[oa])", "ha 2 {u}"),
        rule(rf"(?:ha|faz) (?:cerca de |quase |mais de |uns |umas )?{_N} {_U}(?:e?s)?(?: atras)?", "ha {n} {u}"),
        rule(rf"{_N} {_U}(?:e?s)? atras", "ha {n} {u}"),
        rule(
            rf"[nd][oa]s (?:ultim[oa]s {_N}|{_N.replace('<n>', '<n2>')} ultim[oa]s) {_U}(?:e?s)?",
            "ha {n} {n2} {u}",
            "span",
        ),
        rule(rf"{_ULTIMO} (?P<u>semana|mes|ano)", "ha 1 {u}", "span"),
        rule(rf"(?P<u>semana|mes|ano) {_OVER}", "ha 1 {u}"),
        rule(rf"{_THIS} (?P<u>semana)", "esta {u}"),
        rule(rf"{_THIS} (?P<u>mes|ano)", "este {u}"),
        rule(rf"semana {_COMING}|{_PROXIMO} semana", "proxima semana"),
        rule(rf"(?P<u>mes|ano) {_COMING}|{_PROXIMO} (?P<u2>mes|ano)", "proximo {u} {u2}"),
        rule(rf"(?:no |o )?dia {DAY}(?! de | do | por | [0-9])", "{d}", "numbered"),
        rule(r"anteontem|antes de ontem", "anteontem"),
        rule(r"ontem", "ontem"),
        rule(r"depois de amanha", "em 2 dias"),
        rule(r"amanha", "amanha"),
        rule(r"hoje|[nd]?(?:esta|essa) (?:manha|tarde|noite)", "hoje"),
    ),
    numbers=_NUMBERS,
    names={
        "primavera": "spring",
        "verao": "summer",
        "outono": "autumn",
        "inverno": "winter",
        "dia": "day",
        "semana": "week",
        "mes": "month",
        "ano": "year",
    }
    | dict.fromkeys(("fim de semana", "final de semana", "fds"), "weekend"),
    offset=re.compile(
        rf"(?<!\w)(?:{_N} )?(?P<u>dia|semana|mes|ano|{_WEEKEND}|(?:{_any(_ORDINALS)}|sabado|domingo))(?:e?s|[ -]feira)? (?P<way>anterior|antes|depois|seguinte) (?:de |do |da |ao? |d?o dia |ao dia )?"
    ),
    before=("an",),
    is_month=_is_month,
)
