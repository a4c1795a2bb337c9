"""The facts that one segment of an English message tells."""

# ruff: noqa: E501, RUF001 - tables of patterns, an alternative is easier to find in one line; quotes as people type them

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from lembranca.adapters.outbound.rules.en.broad import BROAD, CHOSEN
from lembranca.adapters.outbound.rules.en.clauses import clauses
from lembranca.adapters.outbound.rules.en.health import HABITS, HEALTH
from lembranca.adapters.outbound.rules.en.implied import implied
from lembranca.adapters.outbound.rules.en.life import EVENTS, FEELINGS, GOALS
from lembranca.adapters.outbound.rules.en.likes import COMMANDS, FALLBACKS, LIKES
from lembranca.adapters.outbound.rules.en.person import PERSON
from lembranca.adapters.outbound.rules.en.predicates import Clause
from lembranca.adapters.outbound.rules.en.rule import Rule, rule
from lembranca.adapters.outbound.rules.en.said import plainly, sentence
from lembranca.adapters.outbound.rules.en.sense import (
    fleeting,
    is_denied,
    meant,
    points_elsewhere,
    specific,
    without_trailing,
    worth,
)
from lembranca.adapters.outbound.rules.en.statements import FRAGMENTS, STATEMENTS
from lembranca.adapters.outbound.rules.en.verbs import BASE
from lembranca.adapters.outbound.rules.en.words import AGE, CONDITION, DIET, FAITH, FEELING, TRAIT
from lembranca.adapters.outbound.rules.frame import Frame
from lembranca.adapters.outbound.rules.reading import Told
from lembranca.adapters.outbound.rules.writing import MOST_WORDS, ending, items, short, trimmed
from lembranca.domain.levelling import level

_RULES = (*PERSON[:3], *GOALS, *EVENTS, *PERSON[3:], *FEELINGS, *HEALTH, *LIKES, *HABITS, *FALLBACKS, *CHOSEN, *BROAD)
_GROUP = re.compile(r"\{(\w+)\}")
_DENIAL = re.compile(r"\b(?:not|never|no longer|cannot)\b")
_ENDED = re.compile(
    r"^(?:quit|stopped|gave up|used to|has quit|has stopped|has given up|went off|sold|lost|dropped out|left)\b|\bno longer\b|\b(?:any ?more|any longer)$"
)
# A pronoun for what was said elsewhere, or a crowd without a face.
_OVERCOME = re.compile(
    r"\b(?:got over|overc[ao]me|beat|cured|lost|conquered|faced|quit|left|sold|without|not|no|like|as if|isn't|than|wish|(?:re)?train(?:ed|ing)?|work(?:ed|ing)?|appl(?:y|ied|ying)|hired|interview(?:ed|ing)?|look(?:ed|ing)?|career|become|dressed|treats?|sees?|known|think of me|act(?:s|ed|ing)?|start(?:ed|ing)?|job|role|back|moonlight(?:s|ing)?|freelance|serve[ds]?|qualif(?:y|ied))(?: \w+)? $"
)
_BLOCKED = re.compile(
    r"(?:totally|obviously|naturally|of course not)$|^(?:picture this|explain|like i am|as if|act as|pretend|summar|translate|write|rewrite|proofread)\b|\blike i am (?:an? )?(?:five|\d|\w+ (?:year|yr))"
)
# Said by "we" these may be anybody's: "we roast marshmallows".
_ONES_OWN = BROAD[:4]
_CALLED = frozenset({"name", "age", "form_of_address"})  # what they are not called tells nothing
_STATES = frozenset({"job", "diet", "marital_status", "faith"})
_STILL = re.compile(r"\b(?:born|raised|grow up|when i was|as a (?:kid|child|teen\w*|boy|girl)|growing up)\b")
# "I don't hate it" says neither one thing nor the other.
_SPOKEN_TO = re.compile(r"\b(?:you|your|yours)\b")
_OTHERS = re.compile(r"\b(?:others|each other|one another|selves|she|he)\b")
_FEWEST = 3
_LONG = 16  # words of a feeling with its cause
_STEM = 4  # letters by which two words are taken for one
_PIECES = re.compile(
    r",\s+|\s+(?=(?:living|working|based) (?:in|as|at|for)\b)|\s+and (?=(?:a|an|from|based|living|married|single|two|three|one|proud)\b)|\s*\|\s*|\s+/\s+|\.\s+"
)
_OPENING = re.compile(
    r"^(?:(?:hi|hey|hello|just|only|and|also|plus|so|well|but|oh|yes|yep|yeah|a bit about me|about me|me)[,:!]?\s+)+",
    re.IGNORECASE,
)
_FOREIGN = re.compile(r"\b(?:he|she|they|you|it|your|his|her)\b|\b(?:is|are|was|were|has|says?|said)\b")
_MORE_THAN_A_NAME = re.compile(r"\b(?:fan|supporter|lover|here|from|in|at|mom|mum|dad|speaker)\b")
_EMPTY = frozenset(
    [
        "is",
        "a",
        "an",
        "the",
        "has",
        "their",
        "they",
        "in",
        "at",
        "of",
        "and",
        "was",
        "called",
        "does",
        "not",
        "to",
        "lives",
        "living",
        "from",
        "with",
        "as",
        "works",
    ]
)
_NAME = re.compile(r"[^\W\d_]{2,}(?:['’-][^\W\d_]+)?(?: [A-Z][\w'’-]+)?")
_NO_NAME = re.compile(
    rf"(?:{TRAIT}|{FAITH}|{DIET}|{FEELING}|{CONDITION}|[a-z]+day|january|february|march|june|july|august|september|october|november|december|christmas|ok|okay|sure|done|back|home|here|there|so|not|very|really|just|good|great|fine|well|sorry|ready|free|busy|late|sick|ill|in|on|at|to|the|my|your|team|all|god|jesus|mr|chatgpt|[a-z]+(?:ish|ese|ing|ed|ful|less|ous|ive|able))\b"
)
# What somebody was when something happened, or has left, they need not be now: "I worked there as a student".
_ONCE = re.compile(
    r"\b(?:i|we) (?:was|were|had|did|used to|went|ran|took|made|sold|wrote|taught|[a-z]+ed)\b|\b(?:out of|lost|left|quit|former|previous|old|last) "
)
_SINCE_WHEN = re.compile(
    r"(?<=\w) (?:until|till|for (?:an?|\w+) (?:years?|months?|decades?|weeks?)|in (?:the )?(?:\d{2,4}s?|\w+ties)|back (?:in|when)|from \d|between \d|during)\b.*$"
)
_BARE_AGE = re.compile(AGE)
_NAMED = rule("bio", "be .+", "name", 1.0, "identity")


def read(segment: str) -> Iterator[Told]:
    """Give the facts that *segment*, written out, tells, in the order of its clauses."""
    if _BLOCKED.search(level(segment)):
        return
    kept: list[Told] = []
    for told in _all(segment):
        if "communication" not in told.frame.tags and fleeting(level(told.content)):
            continue
        if not any(_says_again(told, other) for other in kept):
            kept = [other for other in kept if not _says_again(other, told)]
            kept.append(told)
    for told in kept:
        yield told
        yield from (
            more
            for more in implied(told)
            if not any(
                other.frame.topic == more.frame.topic is not None
                for other in kept
                if other is not told and other.frame.kind == "bio"
            )
        )


def _all(segment: str) -> Iterator[Told]:
    said = clauses(segment)
    stated = list(_stated(segment, STATEMENTS))
    commands = [] if stated else list(_stated(segment, COMMANDS))
    yield from stated
    yield from commands
    if commands and not any(clause.spoken for clause in said):
        return
    for index, clause in enumerate(said):
        yield from _named(clause, said[index + 1 :]) or _of(clause)
    yield from _fragments(segment, said)


def _says_again(told: Told, other: Told) -> bool:
    """Whether *told* adds nothing to *other*."""
    mine, theirs = _said_words(told), _said_words(other)
    if told.frame.topic not in {None, other.frame.topic}:
        return False
    return mine <= theirs and (told.frame.kind == other.frame.kind or mine == theirs)


def _said_words(told: Told) -> set[str]:
    return {word.rstrip("s")[:_STEM] for word in re.findall(r"\w+", level(told.content)) if word not in _EMPTY}


def _named(clause: Clause, following: list[Clause]) -> list[Told]:
    """Read a name: one that is written like one, or stands before an age or an origin."""
    if clause.lemma != "be" or clause.tense != "p" or clause.denial or not clause.spoken or clause.plural:
        return []
    name = clause.rest.split(",")[0].strip(" .!")
    name = re.split(r"\s(?:and|from|by|but|here|in|the)\b", name)[0]
    if not _NAME.fullmatch(name) or _NO_NAME.match(level(name)):
        return []
    intro = bool(following) and re.match(r"be (?:\d|from|an? )", following[0].plain) is not None
    if not (all(word[:1].isupper() for word in name.split()) or (intro and " " not in name)):
        return []
    return [_told(_NAMED, f"is called {name}", "name", denied=False)]


def _fragments(segment: str, said: list[Clause]) -> Iterator[Told]:
    """Read the pieces between commas that have no verb of their own."""
    whole = level(segment)
    if not any(clause.spoken for clause in said) and _FOREIGN.search(whole):
        return
    pieces = _PIECES.split(segment)
    told: list[Told] = []
    age: list[Told] = []
    for index, piece in enumerate(pieces):
        text = _OPENING.sub("", piece.strip())
        if not text or re.match(r"(?:i|we|my|our|you|he|she|they|it|that|this|there)\b", level(text)):
            continue
        if index and text[:1].isupper() and not _MORE_THAN_A_NAME.search(level(text)):
            continue
        (age if _BARE_AGE.fullmatch(level(text)) else told).extend(_stated(text, FRAGMENTS, once=True))
    # A number alone may be anything: it is an age beside what else somebody says of themselves, or after a name.
    introduced = told or said or (len(pieces) > 1 and _NAME.fullmatch(_OPENING.sub("", pieces[0].strip())))
    yield from [*told, *age] if introduced else told


def _stated(text: str, rules: tuple[Rule, ...], *, once: bool = False) -> Iterator[Told]:
    plain = level(text)
    taken: list[tuple[int, int]] = []
    for each in rules:
        found = each.pattern.search(plain)
        if found is None or (each.refuse and each.refuse.search(plain[found.start() :])):
            continue
        start, end = found.span()
        if each.kind == "pref" and "communication" not in each.tags and _OTHERS.search(plain[start:end]):
            continue
        if "communication" not in each.tags and _SPOKEN_TO.search(plain[:start]):
            continue
        if any(start < until and since < end for since, until in taken) or _OVERCOME.search(plain[:start]):
            continue
        if found[0].lstrip(" ,").startswith("as ") and _ONCE.search(plain[:start]):
            continue
        if each.capital and not text[found.start("rest") : found.start("rest") + 1].isupper():
            continue
        content = _written(each, found, text)
        if len(content) >= _FEWEST and (
            "communication" in each.tags or not points_elsewhere(plain[start:end].rstrip(" .,!").removesuffix(" here"))
        ):
            taken.append((start, end))
            yield _told(each, content, _topic(each, found), denied=bool(_DENIAL.search(level(content))))
            if once:
                return


def _written(rule: Rule, found: re.Match[str], text: str) -> str:
    template = rule.write or "{rest}"
    names = _GROUP.findall(template)
    parts = {}
    for name in names:
        if name in {"whole", "rest_of"}:
            part = text[found.start() : found.end()]
        else:
            part = text[found.start(name) : found.end(name)] if found[name] is not None else ""
        last = name == names[-1] or name in {"rest", "whole", "rest_of"}
        parts[name] = part[: ending(part, reasons=rule.reasons)] if last else part
    most = _LONG if rule.kind == "emo" else MOST_WORDS
    content = short(plainly(template.format(**parts)), most)
    return re.sub(r"^is an? (?=(?:not|no) )", "is ", re.sub(r"\s(?:here|over here|too|as well)$", "", content))


def _topic(rule: Rule, found: re.Match[str]) -> str | None:
    if rule.topic is None or "{" not in rule.topic:
        return rule.topic
    name = _GROUP.findall(rule.topic)[0]
    value = re.sub(r"\W+", "_", (found[name] or "").strip())
    return rule.topic.format(**{name: value or "thing"}).strip("_")


def _told(rule: Rule, content: str, topic: str | None, *, denied: bool) -> Told:
    frame = Frame(rule.kind, rule.pattern, topic, rule.weight, rule.tags)
    return Told(frame, content, denied or rule.negated or bool(_ENDED.search(level(content))))


def _ended(clause: Clause, rule: Rule) -> Clause:
    """Give what once was as what is no longer: "used to smoke", "was vegan for a year"."""
    past = clause.tense == "u" or (clause.tense == "d" and clause.lemma == "be" and rule.topic in _STATES)
    if not past or clause.denial or clause.front.startswith("as a") or _STILL.search(clause.plain):
        return clause
    return replace(clause, tense="p", form=clause.lemma, denial="no longer", adverb="")


def _of(clause: Clause) -> Iterator[Told]:
    plain = clause.plain
    short_of = plain[: len(clause.lemma) + 1 + ending(clause.rest)]
    heard = dict.fromkeys((plain, short_of, f"{plain} {clause.front}" if clause.front else plain))
    for each in _RULES:
        if each in _ONES_OWN and (clause.plural or clause.lemma not in BASE):
            continue
        if clause.tense not in each.when:
            continue
        found = next(filter(None, map(each.pattern.match, heard)), None)
        if found is None or (each.often and not clause.adverb and clause.denial != "never"):
            continue
        told = list(_facts(each, found, clause, plain))
        yield from told
        if told and not each.goes_on:
            return


def _facts(rule: Rule, found: re.Match[str], clause: Clause, plain: str) -> Iterator[Told]:
    if not meant(rule, clause, plain):
        return
    head = len(clause.lemma) + 1
    rest = without_trailing(clause.rest[: ending(clause.rest, lists=rule.lists, reasons=rule.reasons)])
    held = f"{plain[: head + len(rest)]} | {clause.front}" if clause.front else plain[: head + len(rest)]
    if (rule.refuse and rule.refuse.search(held)) or not specific(rule, level(rest)):
        return
    if rule.capital and not clause.rest[found.start("rest") - head :][:1].isupper():
        return
    denied = is_denied(clause, plain)
    if rule.write:
        value = clause.rest[found.start("rest") - head : min(len(rest), found.end("rest") - head)]
        if not (denied and rule.topic in _CALLED):
            yield _told(rule, short(plainly(rule.write.format(rest=value))), rule.topic, denied=denied)
        return
    lists = rule.lists and "rest" in rule.pattern.groupindex and found["rest"] is not None
    begin = max(0, found.start("rest") - head) if lists else len(rest)
    first, tail = rest[:begin], rest[begin:]
    for item in items(tail) if tail.strip() else [tail]:
        ended = _ended(clause, rule)
        said = trimmed(f"{first}{item}")
        content = short(sentence(ended, _SINCE_WHEN.sub("", said) if ended is not clause else said))
        if worth(rule, level(content)):
            yield _told(rule, content, rule.topic, denied=denied)
