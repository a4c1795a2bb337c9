"""What a value alone ("sorry, the 13th") makes of the fact that it corrects."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

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
_LONGEST = 4  # words of a value


def corrected(
    told: ExtractedFact, source: Source, known: Iterable[Fact], reader: Reader
) -> tuple[Fact, ExtractedFact] | None:
    """
    Give the fact that *told*, a value alone, corrects, and what it says when corrected.

    It is one that was said last in the same conversation, before *source*. None where none of those has a value of this
    sort in it, or several have, or the message told something already.
    """
    here = [fact for fact in known if any(other.conversation_id == source.conversation_id for other in fact.sources)]
    if any(other.message_id == source.message_id for fact in here for other in fact.sources):
        return None
    before = [fact for fact in here if fact.is_active and fact.state.updated_at <= source.said_at]
    last = max((fact.state.updated_at for fact in before), default=None)
    found = [
        (fact, content)
        for fact in before
        if fact.state.updated_at == last
        and (content := _with(told.content, fact.content, reader.claim(fact), reader)) is not None
        and content != fact.content
    ]
    if len(found) != 1:
        return None
    ((fact, content),) = found
    kept = {"kind": fact.kind, "topic": fact.topic, "tags": fact.tags, "negated": fact.negated}
    return fact, replace(told, content=content, weight=fact.state.weight, **kept)  # type: ignore[arg-type]  # as in a fact


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
