"""Which turns are worth keeping as interactions and as significant events, and in which few words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from lembranca.domain.change import Change, Revision
from lembranca.domain.fact import ExtractedFact
from lembranca.domain.known_fact import ACTIVE, Fact, FactState, Source
from lembranca.domain.language import language_of
from lembranca.domain.layers import EPISODIC, MEDIUM, WEIGHT, expiry
from lembranca.domain.levelling import level
from lembranca.domain.pasted import own_words
from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import fold, words

MOST_CHARACTERS = 200
"""The longest content of an interaction or an event."""

LONG_TURN = 200
"""A turn of more characters is kept although it asks nothing."""

EVENT_TAG = "significant_event"

_TAGS = {
    "tarefa": r"tarefas?|pendente\w*|pendencias?|(?:a|para|por|preciso|tenho que) fazer"
    r"|tasks?|to-dos?|todo list|chores?|pending",
    "agenda": r"agenda\w*|calendarios?|eventos?|reuni(?:ao|oes)|compromissos?"
    r"|calendars?|events?|meetings?|appointments?|schedul\w+",
    "comunicacao": r"e-?mails?|mensage(?:m|ns)|comunica\w+|messages?|communicat\w+",
    "cliente": r"clientes?|contatos?|customers?|clients?|contacts?",
    "projeto": r"projetos?|trabalhos?|projects?",
}
_EVENTS = {  # what each is called in Portuguese and in English
    (
        "marcação",
        "scheduling",
    ): r"marc(?:ar|a|amos|ad[oa]s?|ou|aram)|marquei|agend(?:ar|e|ei|a|ad[oa]s?|ou|amos)|schedul\w+|book(?:ed|ing)?",
    ("reunião", "meeting"): r"reuni(?:ao|oes)|meetings?|appointments?",
    ("prazo", "deadline"): r"prazos?|deadlines?|due date",
    ("entrega", "delivery"): r"entreg\w+|deliver\w*",
    ("cliente", "client"): r"clientes?|clients?|customers?",
    ("contrato", "contract"): r"contratos?|contracts?",
    ("projeto", "project"): r"projetos?|projects?",
    ("proposta", "proposal"): r"propostas?|proposals?",
    ("importante", "important"): r"importantes?|important",
}
_LEAST_EVENT_WORDS = 2


def _any(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")


_TAG_WORDS = {tag: _any(pattern) for tag, pattern in _TAGS.items()}
_EVENT_WORDS = {names: _any(pattern) for names, pattern in _EVENTS.items()}
_TO_KEEP = _any(
    r"lembr(?:ar|a|e)(?:-me|-se)?|importantes?|nao (?:se )?esquec\w+|anot(?:ar|a|e)|salv(?:ar|a|e)"
    r"|remember|remind|important|(?:do not|don't) forget|keep in mind"
    r"|write (?:it|this|that) down|note (?:this|that|down)|save (?:it|this|that)"
)
# What is said to be polite, or to introduce an answer, is not what a turn is about.
_POLITE = frozenset(
    """
    oi ola opa ei eae ai bom boa dia tarde noite tudo bem beleza blz certo legal otimo otima ok okay show obrigado
    obrigada brigado brigada valeu vlw tchau ate logo abraco abracos beijo beijos feliz sexta semana fim claro entendi
    entendo sim nao perfeito maravilha kkk kkkk rs haha hehe ajuda ajudou ajudar desculpa desculpe favor gentileza vai
    vou indo tranquilo joia poxa nossa hein ne alo pode posso quer queria gostaria sugiro recomendo segue aqui
    anotado anotada anotei registrado registrei salvo salvei guardado feito pronto combinado noted saved done
    hello hi hey good morning afternoon evening night thanks thank thx please bye goodbye welcome great nice cool fine
    sure well yes yeah yep nope sorry lol see later cheers awesome perfect got help helped helping doing going today
    hoje happy friday weekend course suggest recommend here right let know like
    """.split()  # noqa: SIM905 - a list of a hundred quoted words is read by nobody
)
_SAYS_NOTHING = ENGLISH | PORTUGUESE | _POLITE
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
_TOKEN = re.compile(r"[^\W_]+(?:[:.,/-]\d+)*")
_QUOTED = 110  # characters of what the user said
_LEAST_ROOM = 40
_KEYWORDS = 4
_LEAST_LETTERS, _LEAST_DIGITS = 4, 3


@dataclass(frozen=True, slots=True)
class Interaction:
    """A turn worth keeping for a while: *content* of at most 200 characters, and the user's message that begins it."""

    content: str
    message_id: str
    tags: tuple[str, ...] = ()
    weight: float = WEIGHT[MEDIUM]


def interaction(user: str, assistant: str, *, message_id: str, language: str | None = None) -> Interaction | None:
    """
    Give what is to be kept of a turn in the medium-term memory, None where it is nothing.

    A turn is kept when the user asks something, when something is said to be important or to be remembered, or when it
    has more than 200 characters; courtesies never are, nor what the user only pasted: recalled context, prompts,
    transcripts, texts to work on. It is written in the language of the turn, or else in *language* (`pt` or `en`).
    """
    own = _own(user)
    asks = [sentence for sentence in _sentences(own) if "?" in sentence and _telling(sentence)]
    marked = [sentence for sentence in _sentences(own) if _TO_KEEP.search(level(sentence)) and _telling(sentence)]
    is_long = len(f"{user} {assistant}") > LONG_TURN and len(_telling(own)) > 1
    if not (asks or marked or is_long or (_telling(own) and _TO_KEEP.search(level(assistant)))):
        return None
    said = _gist(own, asks or marked)
    portuguese = _is_portuguese(own, assistant, language)
    verb = ("perguntou", "asked")[not portuguese] if asks else ("disse", "said")[not portuguese]
    answered = ", ".join(_keywords(assistant, besides=said))
    more = f"; {('resposta', 'answer')[not portuguese]}: {answered}" if answered else ""
    content = _shortened(f"{verb}: “{said}”{more}", MOST_CHARACTERS)
    return Interaction(content, message_id, tags_of(own, assistant))


def significant_event(
    user: str, assistant: str, *, message_id: str, language: str | None = None
) -> ExtractedFact | None:
    """
    Give the event that a turn is, None where it is none.

    At least two things of business have to be spoken of (an appointment, a deadline, a client, a contract ...), one of
    them by the user.
    """
    own = _own(user)
    found, by_user = _business(f"{own} {assistant}"), _business(own)
    if not by_user or len(found) < _LEAST_EVENT_WORDS:
        return None
    most = max(len(_business(one)) for one in _sentences(own))
    said = _gist(own, [one for one in _sentences(own) if len(_business(one)) == most])
    portuguese = _is_portuguese(own, assistant, language)
    named = ", ".join(names[not portuguese] for names in found[:_KEYWORDS])
    content = _shortened(f"{named}: “{said}”", MOST_CHARACTERS)
    return ExtractedFact("event", content, message_id, WEIGHT[EPISODIC], (EVENT_TAG, *tags_of(own, assistant)))


def tags_of(user: str, assistant: str) -> tuple[str, ...]:
    """Tell what a turn is about: `tarefa`, `agenda`, `comunicacao`, `cliente`, `projeto`, in whichever language."""
    combined = level(f"{user} {assistant}")
    return tuple(tag for tag, pattern in _TAG_WORDS.items() if pattern.search(combined))


def kept(found: Interaction, source: Source, *, now: datetime, new_id: Callable[[str], str]) -> Change:
    """Give the change by which an interaction becomes known, for as long as the medium-term memory keeps anything."""
    state = FactState(ACTIVE, MEDIUM, found.weight, 1, source.said_at, expiry(MEDIUM, source.said_at))
    fact = Fact(new_id("fact"), "message", found.content, source.said_at, state, tags=found.tags, sources=(source,))
    return Change(new_id("change"), now, "learn", "the turn is worth keeping", (Revision(None, fact),), (source,))


def _own(text: str) -> str:
    return "\n".join(own_words(unicodedata.normalize("NFC", text)))


def _business(text: str) -> list[tuple[str, str]]:
    """Tell which things of business *text* speaks of."""
    plain = level(text)
    return [names for names, pattern in _EVENT_WORDS.items() if pattern.search(plain)]


def _sentences(text: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in _SENTENCE.split(text) if sentence.strip()]


def _gist(text: str, rather: Sequence[str]) -> str:
    """
    Give *text* without its courtesies when that is short.

    Else the sentence of it that tells most, *rather* one of these, and before it what tells more where there is room.
    """
    sentences = [one for one in _sentences(text) if _telling(one)]
    whole = " ".join(sentences)
    if len(whole) <= _QUOTED:
        return whole
    best = _shortened(max(rather or sentences, key=_weight), _QUOTED)
    room = _QUOTED - len(best) - 1
    richest = max(sentences, key=_weight)
    return f"{_shortened(richest, room)} {best}" if _weight(richest) > _weight(best) and room >= _LEAST_ROOM else best


def _weight(sentence: str) -> int:
    """Give how many different words of *sentence*, as far as it can be quoted, say what it is about."""
    return len(set(_telling(sentence[:_QUOTED])))


def _telling(text: str) -> list[str]:
    """Give the words of *text* that say what it is about."""
    return [word for word in words(text) if word not in _SAYS_NOTHING and (len(word) > 1 or word.isdigit())]


def _keywords(answer: str, *, besides: str) -> list[str]:
    """Give up to four words of *answer* that say what it is about and are not in the question; numbers first."""
    known = set(words(besides))
    spelled: dict[str, str] = {}
    counted: Counter[str] = Counter()
    for token in _TOKEN.findall(answer):
        word = fold(token)
        least = _LEAST_DIGITS if word[0].isdigit() else _LEAST_LETTERS
        if word in _SAYS_NOTHING or word in known or len(word) < least:
            continue
        spelled.setdefault(word, token if token[0].isupper() and token.isalpha() and counted else token.lower())
        counted[word] += 1
    places = {word: place for place, word in enumerate(spelled)}
    best = sorted(counted, key=lambda word: (not word[0].isdigit(), -counted[word], places[word]))[:_KEYWORDS]
    return [spelled[word] for word in sorted(best, key=places.__getitem__)]


def _is_portuguese(own: str, assistant: str, language: str | None) -> bool:
    heard = language_of(own, words(own)) or language_of(assistant, words(assistant)) or language
    return heard != "en"


def _shortened(text: str, most: int) -> str:
    """Give *text* of at most *most* characters, cut between words where it can be."""
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[most // 2 :] else cut}…"
