"""One dense paragraph: what the user is after, in what mood, and what else is going on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lembranca.adapters.outbound.extractive.cues import FEELINGS, denies
from lembranca.adapters.outbound.extractive.keywords import fitting, smallest, telling_words
from lembranca.adapters.outbound.extractive.labels import label
from lembranca.adapters.outbound.extractive.material import Clause
from lembranca.adapters.outbound.extractive.selection import Choice, choose
from lembranca.adapters.outbound.extractive.weighing import Weights
from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.summary import SummaryRequest
from lembranca.domain.words import fold
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter

_MOOD = {"pt": "humor: ", "en": "mood: "}
_NOT = {"pt": "não ", "en": "not "}
_MOOD_BEFORE = re.compile(r"(?:humor|mood): (.+?)[.;]*")
_WORD = re.compile(r"[^\W_][\w'’-]{0,40}")  # noqa: RUF001
_CAUSE = {"com", "sobre", "por", "de", "do", "da", "about", "with", "by", "of", "for", "over"}
_LINKING = ENGLISH | PORTUGUESE
_CAUSE_WORDS = 3
_NEGATION_REACH = 3  # words in front of a feeling in which a negation turns it
_MOST_FEELINGS = 2
_AIM_SHARE = 0.6  # of the target: room must be left for the mood
_TELLING = 2.0  # weight of the terms of a clause that says something at all
_AGEING = 0.5  # what the oldest clause is worth against the newest: the paragraph is about now


class ParagraphWriter:
    """
    Writes paragraphs about the present.

    Args:
        counter: what targets are counted by.
        normalizer: what makes two words the same.

    """

    def __init__(self, counter: ITokenCounter, normalizer: INormalizer) -> None:
        self._counter = counter
        self._normalizer = normalizer

    def write(self, request: SummaryRequest, clauses: Sequence[Clause], weights: Weights, target: int) -> str:
        """Write one line of at most *target* tokens."""
        user = _user(request)
        said = [clause for clause in clauses if not _MOOD_BEFORE.fullmatch(clause.text)]
        aim = self._aim(said, weights, user, target)
        mood = self._mood(clauses, user, request.language)
        head = [f"{label(user, request.language)}: {aim.text}"] if aim else []
        head += [f"{_MOOD[request.language]}{', '.join(mood)}"] if mood else []
        if not head or self._counter.count(_line(head)) > target:
            head = head[:1] if head and self._counter.count(_line(head[:1])) <= target else []
        if not aim or not head:
            return self._without_aim(said, weights, user, request.language, target)
        return self._going_on(head, aim, said, weights, request.language, target)

    def _aim(self, clauses: Sequence[Clause], weights: Weights, user: str, target: int) -> Clause | None:
        """Choose what the user wants, the newest first; else what was decided; else what was said of themselves."""
        own = [clause for clause in reversed(clauses) if clause.speaker == user and not clause.social]
        short = [
            clause
            for clause in own
            if clause.tokens <= _AIM_SHARE * target and sum(weights[term] for term in clause.terms) >= _TELLING
        ]
        for kind in ("want", "decided", "changed", "fact", "tried"):
            for clause in short:
                if kind in clause.cues and not clause.question:
                    return clause
        return short[0] if short else None

    def _mood(self, clauses: Sequence[Clause], user: str, language: str) -> list[str]:
        """Give the newest feelings of the user, with what they are about; those of the former paragraph else."""
        feelings: dict[str, str] = {}
        for clause in reversed(clauses):
            if clause.speaker == user and not clause.former and not clause.question:
                for word, text in _feelings(clause.text, language):
                    feelings.setdefault(word, text)
        if feelings:
            return list(feelings.values())[:_MOST_FEELINGS]
        before = (_MOOD_BEFORE.fullmatch(clause.text) for clause in reversed(clauses))
        return next(([found[1]] for found in before if found), [])

    def _going_on(
        self, head: list[str], aim: Clause, clauses: Sequence[Clause], weights: Weights, language: str, target: int
    ) -> str:
        for clause in clauses:
            clause.worth *= _AGEING + (1 - _AGEING) * (clause.place + 1) / len(clauses)
        names = {clause.speaker: self._counter.count(f"{clause.speaker}: ") for clause in clauses}
        choice = Choice(weights, 0, names)
        choice.covered.update(term for text in head for term in self._normalizer.terms(text))
        choice.tokens = self._counter.count(_line(head)) + 1
        choice.groups.update((day, aim.speaker) for day in {clause.day for clause in clauses})
        choose(choice, [clause for clause in clauses if clause is not aim], target)
        while choice.taken:
            text = _line([*head, *_rest(choice.taken, aim.speaker, language)])
            if self._counter.count(text) <= target:
                return text
            choice.taken.pop()
        return _line(head)

    def _without_aim(self, clauses: Sequence[Clause], weights: Weights, user: str, language: str, target: int) -> str:
        words = telling_words(clauses, weights, set(), self._normalizer)
        start = f"{label(user, language)}: "
        named = fitting(start, words, target, self._counter)
        if named != start:
            return named
        only = fitting("", words, target, self._counter)
        return only or smallest(clauses[0].text if clauses else "", target, self._counter)


def _user(request: SummaryRequest) -> str:
    spoken = (message.speaker for message in request.messages if message.role == "user")
    return next(spoken, next(iter(request.participants), "user"))


def _feelings(text: str, language: str) -> Iterable[tuple[str, str]]:
    words = _WORD.findall(text)
    for index, word in enumerate(words):
        if fold(word) not in FEELINGS:
            continue
        reach = " ".join(words[max(0, index - _NEGATION_REACH) : index])
        negated = denies(reach)
        cause = words[index + 1 : index + 1 + _CAUSE_WORDS]
        while cause and fold(cause[-1]) in _LINKING:
            cause.pop()
        about = f" {' '.join(cause)}" if cause[1:] and fold(cause[0]) in _CAUSE else ""
        yield fold(word), f"{_NOT[language] if negated else ''}{word.lower()}{about}"


def _rest(clauses: Iterable[Clause], user: str, language: str) -> list[str]:
    """Write the user's clauses first, then those of the others under their names."""
    by_speaker: dict[str, list[str]] = {user: []}
    for clause in sorted(clauses, key=lambda item: item.place):
        by_speaker.setdefault(clause.speaker, []).append(clause.text + "?" * clause.question)
    own = by_speaker.pop(user)
    nobody = by_speaker.pop("", [])
    return [*nobody, *own, *(f"{label(name, language)}: {'; '.join(texts)}" for name, texts in by_speaker.items())]


def _line(parts: Sequence[str]) -> str:
    joined = "; ".join(parts)
    return joined if joined.endswith(("?", ".", "!")) else f"{joined}."
