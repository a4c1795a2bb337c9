"""How and when somebody wants to be written to: preferences that a newer word replaces."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lembranca.domain.fact import ExtractedFact
from lembranca.domain.language import language_of
from lembranca.domain.levelling import level
from lembranca.domain.pasted import own_words
from lembranca.domain.words import words

CHANNEL, TIME = "contact_channel", "contact_time"
"""The topics of these preferences."""

_WEIGHT = 0.8
_TAG = "communication"
_CHANNELS = {
    r"e-?mails?": ("e-mail", "email"),
    r"whats(?:app)?|zap(?:zap)?": ("WhatsApp", "WhatsApp"),
    r"telegram": ("Telegram", "Telegram"),
    r"slack": ("Slack", "Slack"),
    r"sms|text messages?|texts?(?! (?:editor|file))|torpedos?": ("SMS", "text message"),
    r"(?:mensage(?:m|ns) de )?(?:audios?|voz)|voice (?:notes?|messages?)": ("mensagem de voz", "voice message"),
    r"telefone|telefonemas?|ligac(?:ao|oes)|phone(?: calls?)?|calls|call me (?:instead|rather)": ("telefone", "phone"),
    r"por mensage(?:m|ns)|by messages?": ("mensagem", "message"),
}
_CLOCK = r"(?:as |d?as |the )?\d{1,2}(?: ?(?:h(?:oras)?|am|pm|o'clock)|h\d\d|:\d\d)?(?: ?(?:e meia|am|pm|horas))?"
_HOURS = (
    rf"(?:depois|antes|a partir) d(?:as|e|o) {_CLOCK}|entre (?:as )?{_CLOCK} e (?:as )?{_CLOCK}|das {_CLOCK} as {_CLOCK}|as {_CLOCK}"
    r"|(?:depois|antes) do (?:almoco|trabalho|expediente|jantar)"
    rf"|(?:after|before|from|around|at) {_CLOCK}|between {_CLOCK} and {_CLOCK}|(?:after|before) (?:work|lunch|dinner|noon)"
)
_PART = (
    r"(?:de|pela|na|a|no (?:fim|final|comeco) d[ae])? ?(?:manha|tarde|noite|madrugada)s?\b|(?:no |em )?horario (?:comercial|de almoco)"
    r"|(?:in the |at |on |early )?(?:mornings?|afternoons?|evenings?|nights?|weekdays|weekends)|(?:in |during )?(?:business|working|office) hours"
)
# Who wishes it, in the first person or as an order, and what is wished has to do with being reached.
_WISH = (
    r"prefiro|gosto (?:mais )?(?:de (?:receber|ser)|que me)|melhor (?:horario|hora|canal|jeito|forma|periodo|momento)"
    r"|melhor(?:es)? (?:pra|para) mim|acho melhor (?:que me|me|por)|melhor (?:falar comigo|me|contato)"
    r"|i(?:'d| would)? (?:prefer|rather)|best (?:time|way|channel|hours?)|(?:better|best) for me|i(?:'d| would)? like (?:to be|being|getting)"
)
_REACH = (
    r"fal(?:ar|e|a)|convers\w+|contat\w+|cham(?:ar|e|a)|lig(?:a|ar|ue|uem)|escrev\w+|mand(?:ar|e|a)|envi(?:ar|e|a)|respond\w+|avis(?:ar|e|a)|receber|reuni\w+|trat(?:ar|e|a)"
    r"|agend\w+|marc(?:ar|ad\w+)|mensage\w+|ligac\w+|telefon\w+|encontr\w+|horario|hora"
    r"|talk|speak|contact\w*|call(?:s|ed)?|reach\w*|writ\w+|text(?:s|ed)?|messag\w+|email(?:s|ed)?|ping|answer|reply|meet(?:ings?)?|chat|schedul\w+|time|hours?"
)


def _any(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])")


_CHANNEL_NAMES = [(_any(pattern), names) for pattern, names in _CHANNELS.items()]
_WISHED = _any(_WISH)
_REACHED = _any(_REACH)
_TIMES = (_any(_HOURS), _any(_PART))
_ORDER = re.compile(
    r"^(?:por favor,? |pode |sempre |so |e |please |always |only |just |and )*"
    r"(?:fal[ae] comigo|me (?:ligue|liga|chame|chama|escreva|escreve|mande|manda|avise|avisa|responda|responde)|(?:call|text|email|message|reach|contact|write|ping) (?:to )?me)(?!\w)"
)
_DENIED = _any(
    r"nao|nunca|nada de|sem|no (?:phone |voice )?(?:calls?|texts?|e-?mails?|messages?)|not|never|don't|do not|hate|odeio|detesto|evit\w+|avoid"
)
_INSTEAD = _any(
    r"do que|em vez de|ao inves de|(?:a|que) (?:por )?(?:telefone|ligac\w+|e-?mails?|audios?)|than|rather than|instead of|over|to (?:phone )?calls?"
)
_OTHERS = _any(
    r"ele|ela|eles|elas|(?:meu|minha|seu|sua) \w+ (?:me|prefere|gosta|quer)|prefere|gosta|quer|(?:com|para|pra|a|ao) (?:a |o |os |as )?(?:meus?|minhas?)|se eu"
    r"|he|she|they|him|her|them|(?:my|his|her) \w+ (?:prefers|likes|wants)|(?:call|calling|text|texting|email|message|meet|see|to|with) my|if i"
)
_PASSING = _any(
    r"hoje|amanha|agora|dess[ae] vez|desta vez|today|tomorrow|tonight|now|this (?:time|one)|ontem|yesterday"
)
_SENTENCE = re.compile(r"(?<=[.!?;…])\s+|\n+|, (?:mas|but) |,\s+(?=(?:never|not|no|nunca|n[aã]o|nada)\b)")
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class _Found:
    """A preference as a message tells it: its *topic*, *what* is preferred per language, and the *words* that say so."""

    topic: str
    what: tuple[str, str]
    words: str


def with_contact(facts: Sequence[ExtractedFact], text: str, message_id: str) -> list[ExtractedFact]:
    """
    Give *facts*, drawn from the message of that text and id, with the topics of preferences for a channel or a time.

    One that says such a preference already gets its topic; where none does, one is added. Questions, other people,
    wishes for today and what is only pasted tell none; what is *not* wanted replaces nothing and is left as it is.
    """
    done = list(facts)
    for found in _told(text):
        place = next((i for i, fact in enumerate(done) if _says(fact, found)), None)
        if place is None:
            done.append(_written(found, text, message_id))
        elif done[place].topic is None:
            tags = tuple(dict.fromkeys((*done[place].tags, _TAG)))
            done[place] = replace(done[place], topic=found.topic, tags=tags)
    return done


def _says(fact: ExtractedFact, found: _Found) -> bool:
    if fact.kind != "pref" or fact.topic not in {None, found.topic}:
        return False
    return fact.topic == found.topic or _any(re.escape(found.words)).search(level(fact.content)) is not None


def _written(found: _Found, text: str, message_id: str) -> ExtractedFact:
    is_english = language_of(text, words(text)) == "en"
    by = ("por ", "by ") if found.topic == CHANNEL else ("", "")
    content = f"{('prefere contato', 'prefers contact')[is_english]} {by[is_english]}{found.what[is_english]}"
    return ExtractedFact("pref", content, message_id, _WEIGHT, (_TAG,), found.topic)


def _told(text: str) -> Iterator[_Found]:
    """Give the first preference for a channel and the first for a time that *text* tells."""
    seen: set[str] = set()
    for line in own_words(unicodedata.normalize("NFC", text)):
        for sentence in _SENTENCE.split(line):
            for found in _of_sentence(sentence):
                if found.topic not in seen:
                    seen.add(found.topic)
                    yield found


def _of_sentence(sentence: str) -> Iterator[_Found]:
    plain = level(sentence.strip())
    if len(plain) > _LONGEST or plain.endswith("?") or _OTHERS.search(plain) or _PASSING.search(plain):
        return
    wish = _ORDER.search(plain) or _WISHED.search(plain)
    if wish is None or _DENIED.search(plain):
        return
    instead = _INSTEAD.search(plain, wish.start())
    wanted = plain[: instead.start()] if instead else plain
    channel = _channel(wanted)
    if channel is not None:
        yield channel
    if channel is not None or _REACHED.search(wanted):
        for pattern in _TIMES:
            time = pattern.search(wanted)
            if time is not None:
                said = " ".join(sentence.strip()[time.start() : time.end()].split())
                yield _Found(TIME, (said, said), time[0].strip())
                return


def _channel(wanted: str) -> _Found | None:
    for pattern, names in _CHANNEL_NAMES:
        found = pattern.search(wanted)
        if found is not None:
            return _Found(CHANNEL, names, found[0])
    return None
