"""What a value alone makes of the fact that it corrects ("sorry, the 13th") or is added to ("oh, and tennis")."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lembranca.domain.claim import Claim, Reader
from lembranca.domain.fact import ExtractedFact
from lembranca.domain.known_fact import Fact, Source
from lembranca.domain.numerals import numerals
from lembranca.domain.slots import MONTHS
from lembranca.domain.stop_words import ENGLISH, PORTUGUESE
from lembranca.domain.words import words

_PLACES = ("birthplace", "residence", "origin", "country", "employer")
_NAMED = ("name", "occupation", "form_of_address", "studies", "team", "car", "pronouns")
_IN = frozenset({"em", "no", "na", "nos", "nas", "in", "at", "from", "de", "do", "da"})
_OF_SEVERAL = frozenset({"~like", "~play", "~speak", "~eat", "~drink", "~allergy"})
_LONGEST = 4  # words of a value


def corrected(
    told: ExtractedFact, source: Source, known: Iterable[Fact], reader: Reader
) -> tuple[Fact, ExtractedFact] | None:
    """
    Give the fact that *told*, a value alone, corrects, and what it says when corrected.

    It is one that was said last in the same conversation, before *source*. None where none of those has a value of this
    sort in it, or several have, or the message told something already.
    """
    found = [
        (fact, content)
        for fact in _said_last(source, known)
        if (content := _with(told.content, fact.content, reader.claim(fact), reader)) is not None
        and content != fact.content
    ]
    if len(found) != 1:
        return None
    ((fact, content),) = found
    return fact, _like(fact, content, told)


def added(told: ExtractedFact, source: Source, known: Iterable[Fact], reader: Reader) -> ExtractedFact | None:
    """
    Give what *told*, a thing alone, says when it is added to the one fact of one thing that was said last.

    Only what several things may be said of side by side is added to: to like, to play, to speak, to eat.
    """
    found = [fact for fact in _said_last(source, known) if _of_one_thing(reader.claim(fact))]
    if len(found) != 1:
        return None
    fact, said = found[0], found[0].content.split()
    (thing,) = reader.claim(fact).words
    places = [
        place for place, part in enumerate(said) for word in words(part) if not thing.isdisjoint(reader.stem(word))
    ]
    if not places:
        return None
    return _like(fact, " ".join([*said[: places[0]], told.content, *said[places[-1] + 1 :]]), told)


def _of_one_thing(claim: Claim) -> bool:
    return len(claim.words) == 1 and not claim.numbers and bool(claim.frames) and claim.frames <= _OF_SEVERAL


def _said_last(source: Source, known: Iterable[Fact]) -> list[Fact]:
    """Give what was said last in the conversation before *source*, nothing where its message told something already."""
    here = [fact for fact in known if any(other.conversation_id == source.conversation_id for other in fact.sources)]
    if any(other.message_id == source.message_id for fact in here for other in fact.sources):
        return []
    before = [fact for fact in here if fact.is_active and fact.state.updated_at <= source.said_at]
    last = max((fact.state.updated_at for fact in before), default=None)
    return [fact for fact in before if fact.state.updated_at == last]


def _like(fact: Fact, content: str, told: ExtractedFact) -> ExtractedFact:
    return ExtractedFact(
        fact.kind, content, told.message_id, fact.state.weight, fact.tags, fact.topic, negated=fact.negated
    )


def _with(value: str, content: str, claim: Claim, reader: Reader) -> str | None:
    parts = value.split()
    if not parts or len(parts) > _LONGEST + 1:
        return None
    if any(_is_number(part) for part in parts):
        return _with_figures(parts, content.split(), reader)
    placed = words(parts[0])[:1] and words(parts[0])[0] in _IN
    named = parts[1:] if placed else parts
    if not named:
        return None
    return _with_name(named, content.split(), claim, _PLACES if placed else _NAMED, reader)


def _with_figures(value: Sequence[str], said: Sequence[str], reader: Reader) -> str | None:
    """Put other figures, and another month, where those of *said* stand; the rest has to be said already."""
    there = {stem for part in said for word in words(part) for stem in reader.stem(word)}
    others = [word for part in value if not _is_number(part) for word in words(part)]
    new = [word for word in others if word not in ENGLISH | PORTUGUESE and there.isdisjoint(reader.stem(word))]
    dated = [place for place, part in enumerate(said) if _is_number(part) or _is_month(part)]
    if not any(_is_number(said[place]) for place in dated) or any(word not in MONTHS for word in new):
        return None
    if new:
        return " ".join([*said[: dated[0]], *value, *said[dated[-1] + 1 :]])
    figures = [part for part in value if _is_number(part)]
    places = [place for place in dated if _is_number(said[place])]
    if len(figures) != len(places):
        return None
    exchanged = dict(zip(places, figures, strict=True))
    return " ".join(exchanged.get(place, part) for place, part in enumerate(said))


def _with_name(
    value: Sequence[str], said: Sequence[str], claim: Claim, slots: Sequence[str], reader: Reader
) -> str | None:
    stems = next((claim.slots[name] for name in claim.slots if name in slots or name.startswith("favourite")), None)
    if stems is None:
        return None
    if "name" in claim.slots and not value[0][:1].isupper():
        return None
    places = [
        place for place, part in enumerate(said) if any(not stems.isdisjoint(reader.stem(word)) for word in words(part))
    ]
    return " ".join([*said[: places[0]], *value, *said[places[-1] + 1 :]]) if places else None


def _is_number(part: str) -> bool:
    return any(word.isdigit() for word in numerals(words(part)))


def _is_month(part: str) -> bool:
    return not MONTHS.isdisjoint(words(part))
