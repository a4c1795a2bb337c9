"""One dense paragraph: what the user is after, in what mood, and what else is going on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from lembranca.adapters.outbound.extractive.cues import AIM, MOOD_BEFORE, plain
from lembranca.adapters.outbound.extractive.keywords import fitting, smallest, telling_words
from lembranca.adapters.outbound.extractive.labels import label
from lembranca.adapters.outbound.extractive.material import Clause
from lembranca.adapters.outbound.extractive.moods import mood
from lembranca.adapters.outbound.extractive.selection import Choice, choose
from lembranca.adapters.outbound.extractive.weighing import Weights
from lembranca.domain.summary import SummaryRequest
from lembranca.ports.normalizer import INormalizer
from lembranca.ports.token_counter import ITokenCounter

_MOOD = {"pt": "humor: ", "en": "mood: "}
_AIM_REACH = 24  # characters
_AIM_SHARE = 0.6  # of the target: room must be left for the mood
_TELLING = 2.0  # weight of the terms of a clause that says something at all
_FEWEST_TELLING = 3  # terms of a point, one fewer of what is told of oneself
_AGEING = 0.97  # of a point for each that follows: the paragraph is about now
_OLDEST = 0.15


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
        said = [clause for clause in clauses if not MOOD_BEFORE.fullmatch(clause.text)]
        aim = self._aim(said, weights, user, target)
        moods = mood(clauses, user, request.language)
        head = [f"{label(user, request.language)}: {aim.text}"] if aim else []
        head += [f"{_MOOD[request.language]}{', '.join(moods)}"] if moods else []
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
        told = [clause for clause in short if not clause.question and not clause.joking]
        wanted: Iterator[Clause] = (clause for clause in told if _wants(clause.text))
        for kind in ("decided", "want", "changed", "fact", "tried"):
            wanted = chain(wanted, (clause for clause in told if kind in clause.cues))
        return next(chain(wanted, short), None)

    def _going_on(
        self, head: list[str], aim: Clause, clauses: Sequence[Clause], weights: Weights, language: str, target: int
    ) -> str:
        points = [clause for clause in clauses if _matters(clause, aim, weights)]
        for age, clause in enumerate(reversed(points)):
            clause.worth *= max(_OLDEST, _AGEING**age)
        names = {clause.speaker: self._counter.count(f"{clause.speaker}: ") for clause in clauses}
        choice = Choice(weights, 0, names)
        choice.covered.update(term for text in head for term in self._normalizer.terms(text))
        choice.tokens = self._counter.count(_line(head)) + 1
        choice.groups.update((day, aim.speaker) for day in {clause.day for clause in clauses})
        choose(choice, points, target)
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


def _matters(clause: Clause, aim: Clause, weights: Weights) -> bool:
    """Whether *clause* says enough to be a point of its own."""
    telling = sum(weights[term] > 0 for term in clause.terms)
    return clause is not aim and not clause.question and telling + clause.about_self >= _FEWEST_TELLING


def _wants(text: str) -> bool:
    """Whether *text* begins with what is wanted or planned: further in, others are quoted or reasons given."""
    found = AIM.search(plain(text))
    return found is not None and found.start() <= _AIM_REACH


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
