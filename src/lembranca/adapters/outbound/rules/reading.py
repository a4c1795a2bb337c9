"""Frames held against clauses: the facts that one segment of a message tells."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lembranca.adapters.outbound.rules.frame import Frame, Grammar, Predicate
from lembranca.adapters.outbound.rules.writing import ending, short, trimmed
from lembranca.domain.levelling import level

_GROUPS = re.compile(r"\{(\w+)\}")
_STATED_DENIAL = re.compile(r"\b(?:nao|nunca|jamais|nem|not|never|no longer)\b")
_ENDED = re.compile(
    r"^(?:nao|nunca|jamais|not|never|no longer|does not|is not|has not|parou|deixou|largou|quit|stopped|gave up|used to|abandonou|desistiu)\b|\bno longer\b|\bnao .{2,40}mais\b"
)
_KEEPS_DENIAL = re.compile(r"(?:consigo|aguento|suporto|can|me sinto|feel|quero|want|pretendo|plan)\b")
# What points at something said elsewhere, or at who is spoken to, says nothing by itself.
_POINTS = re.compile(
    r"\b(?:it|them|those|these|this|that|him|her|ones?|isso|isto|ele|ela|eles|elas|disso|nisso|dele|dela|deles|delas|essa|esse|aquilo)$"
    r"|\b(?:your|yours|yourself|love (?:is|are|was|me|us)|seu jeito|sua (?:ajuda|resposta|dica|mensagem))\b|^(?:[\w ]{2,20}) (?:it|them) (?:after|before|when|for|with|here|there|because|and)\b"
)
_WHOLE = re.compile(
    r"smokes|vapes|drinks|drives|fuma|bebe|dirige|quit smoking|(?:se )?(?:casou|separou|divorciou|aposentou|formou|mudou)|married|divorced|retired|graduated|resigned|relocated|noivou|engravidou|emigrou"
)
_DANGLING = re.compile(
    r".*\b(?:of|about|for|with|at) (?:it|this|that|how far|who|how)|.*\b(?:get|have) any|.*\b(?:at|in|of) yesterday|runs out of .*|.*\bthe thought\b.*|.*\ball the \w+ \w+ it .*|.*\bkeeping busy\b.*"
)
_UNSAID = re.compile(
    r"does not (?:any ?more|really|know|mind)|"
    r"(?:is|was|has been|have been|started|got|esta|estava|comecou) (?:\w+ing|a \w+|\w+ndo|doing (?:great|well|good|fine|ok|okay|better|so)\b.*|learning (?:a )?(?:ton|lot|so)\b.*|starting to .*|working on (?:one|some|something|a few|it)\b.*|hoping for (?:some|the|good)\b.*|(?:so |really |super |very |pretty )*(?:proud|happy|excited|glad|thankful|grateful|inspired|blessed|stoked|thrilled|feliz|animad[oa]|empolgad[oa]))|\w+ best|(?:feels?|felt) (?:so |really )*(?:happy|good|great|blessed|inspired)"
)
_OVERCOME = re.compile(
    r"\b(?:got over|overc[ao]me|beat|cured|lost|conquered|faced|quit|left|sold|curei|superei|perdi|venci|perder|larguei|vendi|deixei|sem|without|not|nao e|enfrentei) (?:o |a )?$"
)
_NO_LONGER = re.compile(r"^(?:nao|nunca|jamais) mais\b|^no longer\b|^not .*\b(?:any ?more|any longer)\b")
_CONTENT = re.compile(r"\w{4,}")
_ALIKE = 0.66
_BEGINNING = 20  # letters of a predicate by which it is found again
_LEAST_SAID = 5  # words that say enough although the last one points at somebody
_CHANNEL = re.compile(
    r"^(?:quer: |prefere:? ).*\b(?:por|pel[oa]|via|n[oa]|so|contato|manda|envia|mande|chama|chame)\b.*\b(?:whatsapp|telegram|e-?mail|sms|telefone|ligacao|signal|slack|teams|discord|mensagem|mensagens|video)\b"
)
_FEWEST_LETTERS = 3
_MOST_WORDS = 14
_DANGLES = re.compile(
    r"(?:[\s,]+(?:desde|quando|porque|que|enquanto|sempre que|toda vez|mas|e|só de|só|então))+$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Told:
    """A fact as a frame tells it, not yet bound to a message."""

    frame: Frame
    content: str
    negated: bool
    topic: str | None = None
    said: str = ""


def _short(text: str) -> str:
    return _DANGLES.sub("", short(text, _MOST_WORDS)) or text


def read(segment: str, grammar: Grammar) -> Iterator[Told]:
    """Give the facts that *segment*, prepared for *grammar*, tells, in the order of frames and clauses."""
    for told in _told_in(segment, grammar):
        channel = told.topic is None and told.frame.topic is None and told.frame.kind == "pref" and not told.negated
        yield replace(told, topic="contact_channel") if channel and _CHANNEL.search(level(told.content)) else told


def _told_in(segment: str, grammar: Grammar) -> Iterator[Told]:
    plain = level(segment)
    stated = list(_statements(segment, grammar))
    yield from stated
    if stated and len(segment) < 1 + max(len(told.content) for told in stated):
        return
    last: Told | None = None
    for predicate in grammar.predicates(segment):
        elaborates = plain[: max(0, plain.find(predicate.plain[:_BEGINNING]))].endswith(", ")
        for told in _predicate(predicate, grammar, plain):
            if any(_again(told, before) for before in stated):
                continue
            if not (elaborates and last is not None and _elaborates(told, last)):
                yield told
            last = told


def _elaborates(told: Told, last: Told) -> bool:
    """Whether *told* only goes on about what *last* has told: "sou evangélica, congrego na Assembleia"."""
    kinds = {told.frame.kind, last.frame.kind}
    return (
        kinds == {"bio"}
        and told.frame.tags[:1] == last.frame.tags[:1] != ()
        and told.topic is None
        and not (told.negated or last.negated)
        and last.frame.topic != told.frame.topic
    )


def _again(told: Told, before: Told) -> bool:
    """Whether *told* has the words of *before*, but for a few."""
    if told.frame.kind != before.frame.kind:
        return False
    if (
        told.frame.kind == "pref"
        and level(told.content).split()[-1] in before.said.split()[-3:]
        and told.frame.tags != before.frame.tags
    ):
        return True
    new, old = (set(_CONTENT.findall(level(one.content))) for one in (told, before))
    return bool(new) and len(new & old) >= _ALIKE * min(len(new), len(old))


def _statements(segment: str, grammar: Grammar) -> Iterator[Told]:
    plain = level(segment)
    taken: list[tuple[int, int]] = []
    for frame in grammar.statements:
        found = frame.pattern.search(plain)
        if (
            found is None
            or (not found["rest"] and frame.write in {None, "{rest}"})
            or (frame.needs and not frame.needs.search(plain))
            or (frame.refuse and frame.refuse.search(plain[found.start() :]))
        ):
            continue
        if _OVERCOME.search(plain[: found.start()]) or (
            "likes" in frame.tags and grammar.is_own(plain[found.start("rest") :])
        ):
            continue
        start, end = found.span("rest")
        if any(start < until and since < end for since, until in taken):
            continue
        if frame.capital and not (segment[start : start + 1].isupper() and segment[start + 1 : start + 3].islower()):
            continue
        content = _written(frame, found, segment, grammar)
        if len(content) >= _FEWEST_LETTERS:
            taken.append((start, end))
            yield Told(frame, content, bool(_STATED_DENIAL.search(level(content))), _topic(frame, found), found[0])


def _topic(frame: Frame, found: re.Match[str]) -> str | None:
    """Give the frame's topic, with the thing in it: `favourite_{thing}`."""
    if frame.topic is None or "{thing}" not in frame.topic:
        return frame.topic
    return frame.topic.format(thing=re.sub(r"\W+", "_", found["thing"].strip()))


def _written(frame: Frame, found: re.Match[str], segment: str, grammar: Grammar) -> str:
    """Fill the frame's template with what was said, cut where a fact ends."""
    template = frame.write or "{rest}"
    names = _GROUPS.findall(template)
    parts = {}
    for name in names:
        text = segment[found.start(name) : found.end(name)] if found[name] is not None else ""
        last = name == names[-1]
        parts[name] = (
            text[: ending(text, lists=frame.lists, reasons=frame.kind == "emo")] if last or name == "rest" else text
        )
    return _short(grammar.retold(template.format(**parts)))


def _predicate(predicate: Predicate, grammar: Grammar, clause: str) -> Iterator[Told]:
    for frame in grammar.frames:
        found = frame.pattern.match(predicate.plain) if _fits(frame, predicate, clause) else None
        if found is None:
            continue
        end = _end(frame, predicate, grammar)
        if frame.refuse and frame.refuse.search(predicate.plain[:end] if end else predicate.plain):
            continue
        if _untold(frame, predicate):
            if _ends(predicate):
                continue
            return
        yield from _told(frame, found, predicate, end, grammar)
        for more in frame.also:
            if besides := more.pattern.match(predicate.plain):
                yield from _told(more, besides, predicate, besides.end("rest"), grammar)
        return


def _fits(frame: Frame, predicate: Predicate, clause: str) -> bool:
    """Whether *frame* is about what is, is no longer, never was or is not, as *predicate* says it."""
    return not (
        (frame.ended and not _ends(predicate))
        or (frame.denied and not predicate.denial)
        or (frame.never and predicate.denial not in {"nunca", "jamais", "never"})
        or (frame.needs and not frame.needs.search(clause))
    )


def _end(frame: Frame, predicate: Predicate, grammar: Grammar) -> int:
    end = ending(predicate.text, lists=frame.lists, reasons=frame.kind == "emo")
    return end if frame.lists else grammar.appended(predicate.text, end)


def _ends(predicate: Predicate) -> bool:
    return _NO_LONGER.search(f"{predicate.denial} {predicate.plain}") is not None


def _untold(frame: Frame, predicate: Predicate) -> bool:
    """Whether a denied goal or feeling is none: what is not felt tells nothing, but that it ended does."""
    if not predicate.denial or frame.denied or frame.kind not in {"obj", "emo"}:
        return False
    return not (_KEEPS_DENIAL.match(predicate.plain) or (frame.kind == "emo" and _ends(predicate)))


def _told(frame: Frame, found: re.Match[str], predicate: Predicate, end: int, grammar: Grammar) -> Iterator[Told]:
    text = predicate.text[:end]
    pointing = _POINTS.search(predicate.plain[:end].rstrip(" .,!"))
    whose = pointing is not None and pointing[0].startswith("del") and len(text.split()) > _LEAST_SAID
    if pointing and not whose and "communication" not in frame.tags:
        return
    if frame.write:
        content = _short(
            grammar.plainly(frame.write.format(rest=predicate.text[found.start("rest") : min(end, found.end("rest"))]))
        )
        if predicate.denial and not frame.denied:
            if _STATED_DENIAL.search(level(frame.write)):
                return
            content = f"{grammar.denied(predicate)}{content}"
        if content:
            yield Told(frame, content, frame.negated if frame.denied else bool(_STATED_DENIAL.search(level(content))))
        return
    start = found.start("rest") if frame.lists and found["rest"] is not None else len(text)
    head, tail = text[:start], text[start:]
    for item in grammar.items(tail) if tail.strip() else [tail]:
        content = _short(grammar.third(predicate, trimmed(f"{head}{item}")))
        if _DANGLING.fullmatch(level(content)) or (frame.kind != "pref" and _UNSAID.fullmatch(level(content))):
            continue
        if " " in content or _WHOLE.fullmatch(level(content)):
            yield Told(frame, content, bool(predicate.denial) or bool(_ENDED.search(level(content))))
