"""How people tell that something in their life is another than before, in Portuguese and English."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lembranca.adapters.outbound.rules.writing import ending, short
from lembranca.domain.fact import CORRECTION
from lembranca.domain.levelling import level


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change tells, as in `ExtractedFact`; *said* are the words of it that stand in the message."""

    kind: str
    content: str
    said: str
    topic: str | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class _Turn:
    """
    A shape of words that tells a change.

    *pattern* is held against levelled words; its groups fill *write*. With *named* the group `rest` is written like a
    name. *needs* has to stand somewhere in the segment as well.
    """

    kind: str
    pattern: re.Pattern[str]
    write: str
    topic: str | None = None
    negated: bool = False
    named: bool = False
    needs: re.Pattern[str] | None = None


def _turn(
    kind: str,
    pattern: str,
    write: str,
    topic: str | None = None,
    *,
    negated: bool = False,
    named: bool = False,
    needs: str = "",
) -> _Turn:
    return _Turn(kind, re.compile(pattern), write, topic, negated, named, re.compile(needs) if needs else None)


_ANYONE = r"(?P<rest>.+)"
_UNIT = r"(?:kg|kgs|quilos|kilos)"
_POUNDS = r"(?:kg|kgs|kilos|lbs?|pounds|stone)"
_SON = r"(?:segund[oa]|terceir[oa]|quart[oa]|primeir[oa]|cacul[ao]|primogenit[oa]|filh[oa]|net[oa]|bebe)\b(?: filh[oa]| net[oa])?"
_THING = r"(?!\w+ed\b|got\b|have\b|the one)[a-z][\w-]+(?: [\w-]+){0,2}?"
_SOME = r"(?:a bit of |a little |some |the )?"
_WORK = r"\b(?:demissao|demiti\w*|emprego|empresa|firma|contratad\w+|trampo|trabalh\w+|cargo|vaga)\b"
_JOB = r"\b(?:notice|jobs?|quit|resign\w*|hired|company|offer|laid off|left|employer|position)\b"
_BEST = r"(?:mornings?|afternoons?|evenings?|nights?|weekends|weekdays|lunchtimes?)"

# fmt: off
_PORTUGUESE = (
    _turn("bio", r"\b(?:aniversario|niver)\b.*\b(?:sao|completei|tenho|virei|fiz) (?:ja )?(?P<rest>\d{1,3})(?: anos)?\b", "tem {rest} anos", "age"),
    _turn("bio", r"\b(?:agora|hoje|ja) (?:to|tou|estou|trabalho) n(?P<where>[ao]s?) (?P<rest>[^,]+)", "trabalha n{where} {rest}", "job", named=True, needs=_WORK),
    _turn("bio", r"^(?:agora |ai |entao )?(?:vim|fui|voltei a|passei a) (?P<verb>viver|morar|residir) (?P<rest>(?:para|pra|pro|em|no|na) .+)", "foi {verb} {rest}", "residence"),
    _turn("bio", rf"^(?:ja |agora )?(?:desci|baixei|cai|subi|cheguei|voltei|fui) (?:de \S+ )?(?:pra|para|pros|aos|a) (?:os )?(?P<rest>\d{{2,3}}(?:[,.]\d)? ?{_UNIT})\b", "pesa {rest}", "weight"),
    _turn("bio", rf"^(?:eu )?peso (?P<rest>\d{{2,3}}(?:[,.]\d)? ?{_UNIT})\b", "pesa {rest}", "weight"),
    _turn("pref", r"\b(?:passa|passe|comeca|comece|agora|prefiro)(?: a| que)?(?: me)? (?:avis|cham|escrev|respond|mand|contat)\w+(?: mensagem)? (?:por|pelo|pela|via|no) (?P<rest>[\w-]+)", "prefere avisos por {rest}", "contact_channel"),
    _turn("obj", r"^(?:a |minha |o |meu )?(?:outr[ao]|nov[ao]|proxim[ao]) (?:meta|objetivo|sonho|alvo|plano)(?: minha| meu)? (?:agora )?e (?P<rest>.+)", "meta: {rest}"),
    _turn("obj", r"\b(?:meta|objetivo|sonho|alvo) (?:agora )?(?:virou|passou a ser|mudou (?:pra|para)) (?P<rest>.+)", "meta: {rest}"),
    _turn("event", rf"^nasceu (?:o )?(?:meu|nosso) (?P<rest>{_SON})(?P<when>,? o [a-z]+)?", "nasceu o {rest}{when}"),
    _turn("event", rf"^nasceu (?:a )?(?:minha|nossa) (?P<rest>{_SON})(?P<when>,? a [a-z]+)?", "nasceu a {rest}{when}"),
    _turn("obj", r"^nao quero mais (?P<rest>(?!saber|que\b|falar|nada|ver\b|isso|isto|te |conversar|brincar)[^,]+)", "não quer mais {rest}", negated=True),
    _turn("emo", r"\bnao tenho mais (?P<rest>(?:medo|pavor|fobia|ansiedade|panico|vergonha|raiva|receio)\b[^,]*)", "não tem mais {rest}", negated=True),
    _turn("event", r"\bpassei n[oa] d[aoe]s? (?P<rest>[^,]+)", "passou no da {rest}", named=True),
    _turn("bio", r"\b(?:hoje|agora) (?:a |o )?(?:minha|meu) (?:favorit|preferid)[oa] e (?P<rest>[^,]+)", "{rest}", CORRECTION, named=True),
    _turn("event", r"^entrei (?:na faculdade de|no curso de|em) (?P<rest>(?!casa|contato|panico|forma|ferias|crise|acordo|greve|depressao|choque|desespero)[^,]+)", "entrou em {rest}", "studies", needs=r"\b(?:tranquei|curso|faculdade|vestibular|enem)\b"),
    _turn("emo", r"^(?:e )?com (?P<about>[\w ]{3,25}?)(?: entao)?,? (?:eu )?fico (?P<rest>[^,]+)", "fica {rest} com {about}"),
    _turn("bio", r"^(?:a noite|de noite|de dia|de manha|de tarde|nos fins de semana|no fim de semana|as vezes),? (?:eu )?faco (?P<rest>(?:bico|freela|plantao|entrega)\w*[^,]*)", "faz {rest}"),
    _turn("obj", r",\s(?:e )?(?:eu )?(?:quero|pretendo|planejo) (?P<rest>[a-z]+[aei]r\b[^,]+)", "quer {rest}"),
)

_ENGLISH = (
    _turn("bio", r"\bbirthday\b.*\b(?:that's|that is|i am|i'm|it's|it is|makes me|makes it|turned|turning) (?:now )?(?P<rest>\d{1,3})\b", "is {rest}", "age"),
    _turn("event", r"\b(?:just |have |recently )?(?:joined|started at|signed with|moved (?:over )?to) (?P<rest>[^,]+)", "joined {rest}", "job", named=True, needs=_JOB),
    _turn("event", r"^(?P<rest>[a-z]+) and (?:i|me) (?:have |finally |just )*(?:tied the knot|got married|got hitched|eloped|are married)\b(?P<when>[^,!]*)", "married {rest}{when}", "marital_status", named=True),
    _turn("event", r"^(?P<rest>[a-z]+) and (?:i|me) (?:have |finally |just )*(?:are (?:history|over|done|through)|split(?: up)?|broke up|separated)\b", "broke up with {rest}", "marital_status", named=True),
    _turn("bio", r"\bi(?:'m| am) (?:now )?(?:seeing|dating|going out with) (?P<rest>[a-z]+)(?: now)?\b", "is dating {rest}", "marital_status", named=True),
    _turn("pref", r"^(?:ok |okay |so |my |the )*(?:new |current )?(?P<spelt>favou?rite) (?P<thing>[\w ]{3,20}?)(?: ever| now| these days)?(?: is|'s|:) (?P<rest>[^,]+)", "{spelt} {thing}: {rest}", "favourite_{thing}"),
    _turn("event", r"\b(?:traded|swapped|switched)(?: in)? (?:my |the |our )(?P<old>[\w ]{2,25}?)(?: in)?(?:,| and| for)(?: i)?(?: got| bought| picked up)? (?:a |an )(?P<rest>[\w ]{2,25})", "traded the {old} for a {rest}"),
    _turn("bio", r"\b(?:switched|changed) (?:my )?majors?(?:,? (?:and )?(?:it's|it is|now it's|i'm in)| to) (?P<rest>[\w ]+?)(?: now)?$", "is majoring in {rest}", "studies"),
    _turn("pref", rf"\b(?P<rest>{_BEST}) (?:are|work|is|works) (?:best|better)\b", "{rest} work best", "contact_time"),
    _turn("bio", r"\b(?:am |i'm |i |me )?rent(?:ing)?(?: a (?:room|flat|place|house|studio|apartment))? in (?P<rest>[^,]+)", "is renting in {rest}", "residence", named=True),
    _turn("bio", r"\b(?:got|adopted|have) (?:a |another |our )?(?:second|third|new|other) one,? (?:called |named )?(?P<rest>[a-z]+)", "got another one called {rest}", named=True),
    _turn("obj", r"\b(?:called off|cancelled|canceled|scrapped|shelved) (?:the|my|our) (?P<rest>[\w ]+? (?:move|plans?|trip|wedding|idea|project))\b", "no longer wants the {rest}", negated=True),
    _turn("event", r"\b(?:we|i|my (?:wife|husband|partner))(?: and i)? (?:just )?(?:had|welcomed) (?:a|our)(?: first| second| third)? (?P<what>baby boy|baby girl|baby|son|daughter|little boy|little girl|boy|girl)\b(?: last night| today| yesterday| this morning| last week)?,? (?:called |named )?(?P<rest>[a-z]+)", "had a {what}, {rest}", named=True),
    _turn("bio", r"\b(?:our|my) (?P<which>eldest|oldest|youngest|firstborn)(?: is|'s| was) (?:called|named) (?P<rest>[a-z]+)", "the {which} child is called {rest}", named=True),
    _turn("bio", r"\b(?:i am|i'm|we are|we're) no longer (?P<rest>(?:on|in|at|with|part of|a|an|the) [^,]+)", "is no longer {rest}", negated=True),
    _turn("bio", rf"^(?:(?:plus|and|also|oh) )*{_SOME}(?P<rest>{_THING}),? i (?:also )?(?P<verb>play|speak|teach|practise|practice|collect|study|do) (?:that|it|them|those)\b", "{verb}s {rest}"),
    _turn("pref", rf"^(?:(?:plus|and|also|oh) )*{_SOME}(?P<rest>{_THING}), i (?:also |really )?(?P<verb>love|like|hate|enjoy|loathe) (?:that|it|them|those)\b", "{verb}s {rest}"),
    _turn("bio", r"^(?:i am |i'm )?down to (?P<rest>\d{2,3} ?" + _POUNDS + r")\b", "weighs {rest}", "weight"),
)
# fmt: on
_LABELLED = re.compile(r"\b((?:meu|minha|my) [\w-]+): (?=\S)", re.IGNORECASE)
_SUBJECTS = r"(?:time|nome|cidade|profissao|profissão|signo|banda|filme|livro|cor|comida|bebida|team|name|job|city|band|movie|film|book|colour|color|food)"
_OWN_ANSWER = re.compile(
    rf"\b((?:meu|minha|my) {_SUBJECTS}(?: (?:favorit[oa]|preferid[oa]|do coracao|do coração))?)\? (?:(?:sou|é|e o|é o|it's|it is|is) )?(?!(?:não|nao|no|not|qual|which|what)\b)(?=\w)",
    re.IGNORECASE,
)
_TURNS = {"pt": _PORTUGUESE, "en": _ENGLISH}
_COLON = re.compile(r"(\bfavou?rite [\w ]{3,25}): ", re.IGNORECASE)


def prepared(line: str) -> str:
    """Write *line* with a verb between what is named and its value: "meu nome: Ana", "my team? Leeds"."""
    return _LABELLED.sub(_with_verb, _OWN_ANSWER.sub(_with_verb, _COLON.sub(r"\1 is ", line)))


def _with_verb(found: re.Match[str]) -> str:
    return f"{found[1]} {'is' if found[1][:2].lower() == 'my' else 'é'} "


def changes(segment: str, language: str) -> Iterator[Changed]:
    """Give what *segment*, said in earnest, tells of a change."""
    plain = level(segment)
    for turn in _TURNS.get(language, ()):
        found = turn.pattern.search(plain)
        if found is None or (turn.needs and not turn.needs.search(plain)):
            continue
        if turn.named and not segment[found.start("rest") : found.start("rest") + 1].isupper():
            continue
        groups = {
            name: segment[found.start(name) : found.end(name)] for name, text in found.groupdict().items() if text
        }
        rest = groups["rest"]
        content = turn.write.format(**{"when": ""} | groups | {"rest": rest[: ending(rest)].strip()})
        topic = turn.topic and turn.topic.format(
            **{name: level(text).replace(" ", "_") for name, text in groups.items()}
        )
        yield Changed(turn.kind, short(content), " ".join(groups.values()), topic, turn.negated)
