"""Facts about the user, by rules."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from lembranca.adapters.outbound.rules import IDENTITY
from lembranca.adapters.outbound.rules.changes import changes, prepared
from lembranca.adapters.outbound.rules.en import answers as english_answers
from lembranca.adapters.outbound.rules.en import reading as english
from lembranca.adapters.outbound.rules.en.spelling import written_out
from lembranca.adapters.outbound.rules.guards import earnest
from lembranca.adapters.outbound.rules.pt import answers as portuguese_answers
from lembranca.adapters.outbound.rules.pt.grammar import Portuguese
from lembranca.adapters.outbound.rules.reading import Told, read
from lembranca.adapters.outbound.rules.second_thoughts import second_thoughts
from lembranca.adapters.outbound.rules.writing import without_pictures
from lembranca.domain.fact import ExtractedFact, FactRequest
from lembranca.domain.language import language_of
from lembranca.domain.pasted import own_words
from lembranca.domain.words import words
from lembranca.ports.fact_extractor import Spent
from lembranca.ports.normalizer import INormalizer

MOST_FACTS = 20
_LONGEST_SEGMENT = 600  # characters
_BLANKS = re.compile(r"[^\S\n]+")
_MOST_CHARACTERS = 20_000  # of a message; what is longer is no longer somebody speaking of themselves
_NUMBER = re.compile(r"\W*\d+(?: (?:anos?|years?(?: old)?))?\W*", re.IGNORECASE)
_FAMILY = re.compile(
    r"(?P<home>(?P<verb>mora|vive|lives) (?:em|n[oa]s?|in|at|on|near) [^,]+?),? (?P<who>(?:com|with) [^,]*\b(?:marid"
    r"|espos|mulher|companheir|namorad|noiv|filh|husband|wife|partner|girlfriend|boyfriend|fianc|son|daughter|kids"
    r"|children).*)",
    re.IGNORECASE,
)
_PORTUGUESE = Portuguese()
_LANGUAGES: dict[str, tuple[Callable[[str], str], Callable[[str], Iterator[Told]]]] = {
    "pt": (_PORTUGUESE.prepare, partial(read, grammar=_PORTUGUESE)),
    "en": (written_out, english.read),
}


class RuleFactExtractor:
    """
    Reads clause by clause what people say of themselves, in Portuguese and English.

    Args:
        normalizer: tells when two wordings in one message are the same fact.
        breathe: called between two messages, in the thread that reads them, to let others go first.

    """

    def __init__(self, normalizer: INormalizer, breathe: Callable[[], None] = lambda: None) -> None:
        self._normalizer = normalizer
        self._breathe = breathe

    @property
    def identity(self) -> str:
        return IDENTITY

    async def extract(self, request: FactRequest, *, spent: Spent | None = None) -> list[ExtractedFact]:
        del spent  # rules cost nothing
        return await asyncio.to_thread(self._from_all, request)

    def _from_all(self, request: FactRequest) -> list[ExtractedFact]:
        found: list[ExtractedFact] = []
        for message in request.messages:
            self._breathe()
            context = _spaced(request.context.get(message.id, "")[-_MOST_CHARACTERS:])
            content = _spaced(message.content[:_MOST_CHARACTERS])
            found += self._from(message.id, content, context, request.language)
        return found

    def _from(self, message_id: str, content: str, context: str, language: str | None) -> list[ExtractedFact]:
        kept = self._rethought(message_id, content, language)
        told_here = list(_told(content, context, language))
        firm = any(not told.frame.loose for told in told_here)
        for told in _each_alone(told_here):
            if firm and told.frame.loose:
                continue
            fact = ExtractedFact(
                kind=told.frame.kind,
                content=told.content,
                message_id=message_id,
                weight=told.frame.weight,
                tags=told.frame.tags,
                topic=told.topic or told.frame.topic,
                negated=told.negated,
            )
            same = (fact.kind, fact.negated, frozenset(self._normalizer.terms(fact.content)))
            kept.setdefault(same, fact)
        found = list(kept.values())
        known = frozenset(self._normalizer.terms(" ".join(fact.content for fact in found)))
        found += self._changed(message_id, content, language, known)
        return found[:MOST_FACTS]

    def _changed(
        self, message_id: str, content: str, language: str | None, known: frozenset[str]
    ) -> Iterator[ExtractedFact]:
        """Give what the message tells to be another than before, unless all its words are among *known* terms."""
        for line in own_words(content):
            heard = language_of(line, words(line)) or language
            for spoken_in in [heard] if heard else list(_LANGUAGES):
                for segment in earnest([prepared(line)]):
                    for told in changes(segment, spoken_in):
                        if not known.issuperset(self._normalizer.terms(told.said)):
                            fact = ExtractedFact(told.kind, told.content, message_id, 0.8, (), told.topic, told.negated)
                            yield fact

    def _rethought(
        self, message_id: str, content: str, language: str | None
    ) -> dict[tuple[object, ...], ExtractedFact]:
        """Give what the message takes back or corrects."""
        kept: dict[tuple[object, ...], ExtractedFact] = {}
        for line in [content] if "\n" not in content else own_words(content):
            heard = language_of(line, words(line)) or language
            for spoken_in in [heard] if heard else list(_LANGUAGES):
                if thought := second_thoughts(line, spoken_in):
                    topic, said = thought
                    kept.setdefault((topic, said), ExtractedFact("bio", said, message_id, topic=topic))
        return kept


def _spaced(text: str) -> str:
    """Give *text* with one blank for several, over which patterns would go again and again."""
    return _BLANKS.sub(" ", text)


def _whole(content: str, context: str) -> str | None:
    portuguese = language_of(context, words(context)) == "pt"
    return portuguese_answers.completed(content, context) if portuguese else english_answers.completed(content, context)


def _each_alone(told_here: list[Told]) -> Iterator[Told]:
    """Part a home from the family in it, who stay when somebody moves."""
    for told in told_here:
        found = _FAMILY.fullmatch(told.content) if (told.topic or told.frame.topic) == "residence" else None
        if found is None or told.negated:
            yield told
        else:
            yield replace(told, content=found["home"])
            yield replace(told, content=f"{found['verb']} {found['who']}", topic="household")


def _told(content: str, context: str, language: str | None) -> Iterator[Told]:
    whole = _whole(content, context) if context else None
    if whole is None and "?" in context and _NUMBER.fullmatch(content):
        return  # it answers a question after something else than what is known here
    lines = own_words(whole or content)
    if not lines:
        return
    spoken = "\n".join(lines)[:2_000]
    heard = (
        language_of(spoken, words(spoken)) or (language_of(context, words(context)) if context else None) or language
    )
    found = False
    for spoken_in in [heard] if heard else list(_LANGUAGES):
        if found:
            return
        prepare, facts_in = _LANGUAGES[spoken_in]
        for segment in earnest([prepare(prepared(line)) for line in lines]):
            if len(segment) <= _LONGEST_SEGMENT:
                for told in facts_in(without_pictures(segment).strip()):
                    found = True
                    yield told
