"""English sentences taken apart: what the user says of themselves, clause by clause."""

# ruff: noqa: E501, RUF001 - tables of patterns, an alternative is easier to find in one line
# ruff: noqa: PLR0911, PLR0912, C901, FBT001 - one way out for each shape is the plainest reading of a grammar; whose
# clause the last one was is yes, no or unknown

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lembranca.adapters.outbound.rules.en.predicates import FILLERS, TOKEN, Clause, Words, offset, predicate
from lembranca.adapters.outbound.rules.en.verbs import BASE, ING, PARTICIPLE, PAST, THIRD
from lembranca.adapters.outbound.rules.en.words import FEELING, INTENSE

_SINGLE_FILLER = FILLERS - {"a", "of", "all", "bit", "so", "once", "first", "kind", "sort", "pretty", "much"}
_CONJUNCTION = frozenset(
    "and but so because since though although while plus then or as whereas hence therefore yet nor besides except".split()  # noqa: SIM905
)
_SUBORDINATE = re.compile(
    r"\b(?:when|whenever|if|unless|until|till|before|after|once|where|wherever|what|how|why|who|whom|than|like|whether|whatever|that|everything|something|anything|things?|way|time|place|one|ones|person|people|moment|day|reason|all|the only|as (?:long|soon|much|far|if|though)(?: as)?|everyone|someone|somebody|anyone|in case|so much|the more|now that|given|than what|no matter|but what|imagine|wish|pretend(?:ing)?|hope|assuming|provided|supposing) $"
)
_OPENER = re.compile(
    r"\b(?:(?:mention|mentioned|say|said|tell(?: you)?|told you|add|note|noted|note down|remember|know|forget|forgot|mind|realised|realized|realise|realize|discovered|learned|learnt|found out|find out|see|admit|confess|glad|grateful|thankful|fact|reminder|aware|clear|swear|promise|confirm|announce|thing|truth|problem|news|issue|catch|turns out|turned out|proud|pleased|happy|sad|sorry|thrilled|ashamed|lucky|means|meant|mean|reveal|shame|considering|given|seeing)(?: is| was)?,?(?: that)?|(?:i|we) (?:have |just |had )*(?:think|feel|know|believe|reckon|figure|realise|realize|decided|remember|find|admit|confess|swear|must say|have to say|should say|would say|promised myself|told myself|vowed|agreed)(?: that| like)?|(?:doctor|gp|therapist|psychiatrist|dentist|dermatologist|cardiologist|neurologist|midwife|results|scan|test|tests|specialist|optician|vet) (?:just |has |have )?(?:said|says|told me|tells me|confirmed|showed?|found|thinks)(?: today| yesterday| that)*|such that|which is why|that is why|not only do|not only|only|why) $"
)
_UNSURE = re.compile(
    r"\b(?:guess|suppose|imagine|doubt|bet|wish|dreamt|dreamed|pretended?|pretending|would think|thought|hope) (?:that )?$"
)
_FRONT = re.compile(
    r"^(?:(?:in|on|at|every|each|these|nowadays|currently|lately|now|today|tonight|tomorrow|yesterday|after|since|during|for|as|with|without|most|usually|normally|sometimes|often|always|once|twice|growing|being|by|before|from|until|one|some|someday|eventually|next|last|this|back|recently|finally|at|outside|apart|instead|of|two|three|four|five|six|ten|\d+|weekends|weekdays|mornings|evenings|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|monday|tuesday|wednesday|thursday|friday|saturday|sunday|ever|over|like|besides|professionally|career|workwise|religiously|politically|me|myself|personally|honestly|unlike|despite|thanks|between|regardless|here|first|second|long[- ]term|short[- ]term|long|short|work-wise|also|well|just|so|yes|yeah|no|nope|too|still|maybe|only|or|a couple|a few|the other day|my whole|all my|half)\b)[^.!?;]*$"
)
_SAYS = re.compile(
    r"\b(?:says?|said|thinks?|thought|claims?|claimed|believes?|believed|swears?|insists?|insisted|tells?|told|reckons?|saying|telling|assumes?|assumed|jokes?|joked|asked|asks|wrote|writes|texted|replied|sings|sang|goes|yelled|screamed|complains?|complained|heard|rumou?r|pretend\w*|imagin\w+|joking|suggest\w*|figured|expects?|wants?|wishes|convinced|feels like|according)\b"
)
_NEVER_SAID = re.compile(
    r"\b(?:(?:never|not|ever) (?:really )?(?:say|said|claim|claimed|mean|meant|think|thought|tell|told|mention|mentioned|saying|that|because|true|like|as if)|rumou?rs?|dream)\b"
)
_OTHER = re.compile(
    r"(?:you|he|she|they|it|that|this|there|these|those|who|everyone|everybody|someone|somebody|people|nobody|which|what|nothing|everything)$"
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|had|does|did|will|would|can|could|should|may|might|must|says|said|told|thinks|makes|made|gave|gives|wants|loves|likes|hates|keeps|got|went|came|took|asked|does|looks|sounds|seems|feels|needs|goes|gets|do|have|am|died|passed|works?|lives?|starts?|started|turned|turns|moved|left|means|helps?|helped|runs?|ran|put|lost|called|decided|thought|saw|met|became|tell|tells|knows?|always|never|just)\b"
)
# Statives that are said without "I" and are no imperative.
_ELIDED = frozenset(
    "love hate prefer like dislike detest loathe adore live work study teach speak own want need hope avoid suffer struggle have sleep miss dread fear regret collect volunteer commute come despise crave fancy intend am was weigh identify wear belong drink eat smoke feel find".split()  # noqa: SIM905
)
_REGULARLY = re.compile(
    r"\b(?:every|most|daily|weekly|twice|three times|once a|always|usually|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|on weekends|at weekends|each|nightly|a lot|for a living|a (?:day|week))\b"
)
_STATES = re.compile(
    r"(?:born|raised|based|allergic|diagnosed|vegan|vegetarian|married|divorced|single|engaged|widowed|pregnant|unemployed|retired|self-employed|scared|terrified|afraid|worried|nervous|anxious|stressed|sad|heartbroken|devastated|excited|thrilled|ashamed|jealous|lonely|exhausted|overwhelmed|depressed|frustrated|angry|furious|homesick|relieved|ecstatic|grateful|guilty|embarrassed|disappointed|petrified|burnt|burned|gutted|fed up|tired|proud|fluent|native|obsessed|addicted|hooked|fond|keen|partial|lactose|gluten|celiac|coeliac|diabetic|asthmatic|left-handed|hopeful|buzzing|stoked|chuffed|over the moon|self-taught|colou?rblind|colou?r-blind|off (?:gluten|dairy|sugar|alcohol|meat|caffeine|coffee|carbs)|on (?:a diet|keto|insulin|medication|meds|antidepressants|maternity|parental)|out of work|between jobs|happily|recently|newly|livid|fuming|mortified|lapsed|borderline|signed off|in between jobs|in (?:my|the) (?:first|second|third|final|last|early|mid|late)|on the (?:dole|spectrum|autism)|long distance with|adopted (?:at|from|as|by)|up at \w+|up by \w+|with my (?:partner|wife|husband|girlfriend|boyfriend)|the (?:middle|eldest|youngest|oldest)|knackered|shattered|bored|crazy about|halfway|on the (?:lookout|hunt|waiting list|mend|verge|edge)|in the market for|at the end of my|at my wits|in bits|in tears|in pieces|bricking it|crapping|shitting|made up|chuffed|dead (?:nervous|chuffed|excited|proud|scared|jealous|set on)|sick (?:with|to)|so (?:done|proud|nervous|anxious|jealous|excited|scared|in love)|done with|not (?:coping|okay|ok)\b|struggling|raised|deaf|blind|hard of hearing|partially|visually|mad about|sick of|big on|torn|desperate|determined|grieving|half|registered|originally|severely|deathly|mildly|trained|qualified|employed|promoted|fired|sacked|hired|laid off|made (?:redundant|partner)|bit of an?|signed up|a (?:bit|little|huge|big|massive|lifelong|proud|vegetarian|vegan|nurse|teacher|doctor|student|mum|mom|dad|mother|father|widow|widower|fan|single|night owl|morning person|retired|\w+ (?:fan|person|lover|lover|by trade)))\b"
)
_GERUND_SUBJECT = re.compile(
    r"(?:[\w'’-]+ ){1,12}?(?:[\w-]+['’]s been|is|are|was|were|has|have|takes|makes|made|gives|gave|helps|helped|means|meant|feels|felt|keeps|kept|can|will|would|could|brings|brought|lets|shows|showed|requires|teaches|taught|sounds|gets|got|seems|becomes|became|reminds|inspires|allows|took|does|did|must|should|may|might|needs|calms|relaxes|fills|sucks|rocks|beats|stresses|scares|terrifies|drives|puts|bores|annoys|hits|hurts|breaks|kills)\b"
)
_NOT_VERBAL = re.compile(
    r"(?:is|are|was|were|has|makes?|helps?|sounds?|feels?|takes?|keeps?|can|will|would|and|calms|gives|for me)\b"
)


_HAPPENED = re.compile(r"(?:made|fired|sacked|hired|promoted|laid off|diagnosed|born|raised|adopted|signed off)\b")
_SAME = frozenset({"read", "put", "let", "set", "cut", "cost", "hurt", "beat", "split", "spread", "hit", "shut"})
_LATELY = re.compile(
    r"\b(?:ago|yesterday|last|this (?:morning|week)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in \d{4})\b"
)
_FELT = re.compile(
    rf"(?:(?:{INTENSE}|[a-z]+ly) ){{0,6}}(?!(?:happy|confident|lost|hurt|touched|moved|ignored|stuck|down|old|free|low|spent|shaken|broken|abandoned|rejected|trapped|robbed|cheated|struggling) )(?:{FEELING})(?: (?:about|of|with|by|that|because|since|over|at|for|after|without|to (?:my|the|bits|pieces)|i|my|we|every|whenever|all|again|lately|these days|ever since)\b(?! (?:you|it$|that$|this$))|$)"
)
_WISHES = frozenset(
    {
        "want",
        "hope",
        "plan",
        "would like",
        "would love",
        "would rather",
        "intend",
        "aim",
        "need to",
        "try",
        "decide",
        "need",
        "wish",
        "dream",
    }
)
_WHEN = re.compile(
    r"(?:my (?:spare|free|down) ?time|one day|some day|these days|every day|this time|most days|(?:most|half|all) (?:of )?the time|the other day|this moment|my whole life|each day) $"
)
_RUN_ON = re.compile(r"^i am [\w'-]+(?: [\w'-]+)? $")


@dataclass(frozen=True, slots=True)
class _Head:
    """Where a clause begins, and where what is said in it does; *own* None where it is of somebody else."""

    start: int
    own: Clause | None
    at: int = 0


def clauses(segment: str) -> list[Clause]:
    """Give what the user says of themselves in *segment*, written out, in its order."""
    given = Words.of(segment)
    heads = list(_heads(given))
    said = []
    for index, head in enumerate(heads):
        if head.own is None:
            continue
        end = heads[index + 1].start if index + 1 < len(heads) else len(segment)
        said.append(_with_rest(head.own, segment[head.at : end]))
    return said


def _with_rest(clause: Clause, rest: str) -> Clause:
    rest = "" if rest.lstrip().startswith((",", ";")) else rest
    return replace(clause, rest=rest.strip(" ,;-–—"))


def _heads(given: Words) -> Iterator[_Head]:
    mine: bool | None = None
    last: Clause | None = None
    since = index = 0
    while index < len(given.words):
        head, after = _head_at(given, index, mine, since, last)
        if head is None:
            index += 1
            continue
        yield head
        mine, last = head.own is not None, head.own
        since = given.spans[index][0]
        index = max(after, index + 1)


def _head_at(given: Words, index: int, mine: bool | None, since: int, last: Clause | None) -> tuple[_Head | None, int]:
    """Read the clause that begins at *index*, if one does; *mine* tells whose the one before was."""
    word = given.words[index]
    start = given.spans[index][0]
    subject = _subject(given, index)
    if subject:
        return _spoken(given, index, subject, mine, since)
    edge = (
        index == 0
        or (given.words[index - 1] in _CONJUNCTION and not _measured(given, index))
        or any(mark in given.gap(index) for mark in ",;:(-–—")
    )
    if not edge and not _OTHER.match(word):
        return None, index
    if word == "you" and re.search(
        r"\b(?:rather|prefer|(?:like|prefer|love) (?:it )?(?:if|when)|want|need) $", given.plain[:start]
    ):
        return None, index
    hangs = bool(mine and index) and (
        given.words[index - 1] in {"that", "because", "since", "when", "if", "after", "before", "while", "how"}
        or not edge
    )
    if (
        _OTHER.match(word)
        and not hangs
        and given.text[start : start + 2] != "IT"
        and _is_finite(given.word(index + 1), given.word(index + 2))
    ):
        return _Head(_edge(given, index), None), index
    if not edge:
        return None, index
    theirs = mine is None and index > 0 and given.words[0] in {"my", "our", "the", "his", "her", "their", "your"}
    if mine is not False and not theirs and (clause := _elided(given, index, last=last)):
        found, after = clause
        return _Head(_edge(given, index) if index else start, found, offset(given, after)), after
    if _foreign(given, index):
        return _Head(_edge(given, index), None), index
    return None, index


def _measured(given: Words, index: int) -> bool:
    """Whether "so" before *index* tells how much: "was so nervous"."""
    return given.words[index - 1] == "so" and given.word(index - 2) in {
        "am",
        "are",
        "was",
        "were",
        "been",
        "feel",
        "felt",
    }


def _is_finite(word: str, following: str) -> bool:
    return (
        bool(_FINITE.fullmatch(word))
        or word in THIRD
        or word in PAST
        or (word in BASE and following != "of")
        or word in {"not", "really", "also", "all", "both"}
    )


def _foreign(given: Words, index: int) -> bool:
    """Whether another subject begins at *index*: a few words and then a finite verb."""
    if (
        not re.match(r"(?:my|our|the|his|her|their|your|a|an)$", given.words[index])
        and not given.text[given.spans[index][0]].isupper()
    ):
        return given.word(index + 1) in {"is", "are", "was", "were", "has"} and given.words[index] != "who"
    if _FRONT.match(given.words[index]) and given.words[index] not in {"half", "two", "three", "one"}:
        return False
    until = next(
        (at for at in range(index + 1, min(index + 6, len(given.words))) if given.words[at] in {"i", "we"}), index + 6
    )
    return any(
        (given.word(at) in THIRD and given.word(at) not in {"likes", "works", "runs", "plans"})
        or given.word(at) in {"is", "are", "was", "were", "has", "had", "will", "can", "does", "did", "would"}
        or (given.word(at) in PAST and given.word(at) not in {"retired", "grown"})
        for at in range(index + 1, min(until, len(given.words)))
        if not any(mark in given.gap(at) for mark in ",;")
    )


def _edge(given: Words, index: int) -> int:
    """Give where the clause before ends: conjunctions and commas belong to neither."""
    at = index
    while at > 0 and given.words[at - 1] in _CONJUNCTION:
        at -= 1
    return given.spans[at][0] if at else 0


def _subject(given: Words, index: int) -> int:
    """Give how many words the subject at *index* has when it is the user, alone or with others; 0 otherwise."""
    word, following = given.words[index], given.word(index + 1)
    if word in {"i", "we"}:
        return 1
    if word in {"my", "our"}:
        for at in range(index + 2, min(index + 5, len(given.words))):
            if given.words[at] == "and" and given.word(at + 1) in {"i", "me"}:
                return at + 2 - index
    if word == "me" and following == "and" and given.word(index + 2) in {"my", "the"}:
        return 4
    named = given.text[given.spans[index][0]].isupper() and following == "and" and given.word(index + 2) in {"i", "me"}
    return 3 if named else 0


def _spoken(given: Words, index: int, length: int, mine: bool | None, since: int) -> tuple[_Head | None, int]:
    start = given.spans[index][0]
    before = given.plain[since:start]
    parsed = predicate(given, index + length)
    if parsed is None:
        return None, index
    clause, after = parsed
    front = ""
    if not _is_main(given, index, before, mine):
        # What hangs on the user's own clause is part of it: "before I turn forty".
        return (
            (None, index)
            if mine and not _NEVER_SAID.search(before) and not _UNSURE.search(before)
            else (_Head(start, None), index + length)
        )
    if _FRONT.match(before.strip(" ,")) and mine is None:
        front = before.strip(" ,")
    plural = length > 1 or given.words[index] == "we"
    purpose = (
        clause.tense == "c" and not clause.denial and index and re.search(r"\bso(?: that)? $", given.plain[:start])
    )
    clause = replace(clause, tense="s" if purpose else clause.tense, front=front, plural=plural, spoken=True)
    return _Head(_edge(given, index), clause, offset(given, after)), after


def _is_main(given: Words, index: int, before: str, mine: bool | None) -> bool:
    """Whether the subject at *index* says something in earnest: no relative clause, nor what others say."""
    if _NEVER_SAID.search(before) or _UNSURE.search(before):
        return False
    if re.search(r"\b(?:were|if|would|do|did|can|could|will|have|when|what|why) you\b", before):
        return False
    if _OPENER.search(before):
        return not (
            mine is False
            and _SAYS.search(before)
            and not re.search(
                r"\b(?:doctor|gp|therapist|psychiatrist|dentist|dermatologist|cardiologist|neurologist|midwife|results|scan|tests?|specialist|out)\b",
                before,
            )
        )
    if mine is False and _SAYS.search(before) and not re.search(r"[,;] *(?:and|but|so)? *$|\b(?:and|but) $", before):
        return False
    if mine is None and _SAYS.search(before) and not re.search(r"\b(?:but|and|so|because) $", before):
        return False
    if _SUBORDINATE.search(before) and not _WHEN.search(before):
        return False
    if index == 0 or given.words[index - 1] in _CONJUNCTION or re.search(r"[,;:()-]", given.gap(index)):
        return True
    tail = re.split(r"[,;:()]", before)[-1]
    if all(word in FILLERS for word in TOKEN.findall(tail)) or (
        _RUN_ON.match(before) and given.word(index + 1) in {"am", "live", "work", "have"}
    ):
        return True
    return (
        (mine is None or tail != before)
        and _FRONT.match(tail.strip()) is not None
        and not re.search(r"\b(?:is|are|was|were)\b", tail)
    )


def _elided(given: Words, index: int, last: Clause | None) -> tuple[Clause, int] | None:
    """Read a predicate whose "I" was left out."""
    at = index
    while given.word(at) in _SINGLE_FILLER and at < len(given.words) - 1:
        at += 1
    word, following = given.word(at), given.word(at + 1)
    if index and given.words[index - 1] == "as":
        return None
    if (
        last is not None
        and word in BASE
        and word not in PAST
        and (last.tense in {"w", "c", "m", "u", "s"} or last.lemma in _WISHES)
        and index
        and given.words[index - 1] in {"and", "or", "then", "but"}
    ):
        return None  # "I'll buy a boat and live on it": the second verb hangs on the first
    rest = given.plain[given.spans[at][0] :] if at < len(given.spans) else ""
    if not word:
        return None
    if (
        word == "been"
        or (word == "never" and following in PARTICIPLE and following not in PAST)
        or (word == "not" and following == "been")
    ):
        found = predicate(given, index, supplied="have")
    elif (
        _FELT.match(rest)
        or _STATES.match(rest)
        or (index == 0 and re.match(r"(?:into|from) \w", rest))
        or (
            word == "not"
            and re.match(
                r"not (?:a |an |really a |the |much of a |one for |into |allergic |afraid |scared |available |single |looking |from |on married |really |keen|fond|vegan|vegetarian|religious|a fan)",
                rest,
            )
        )
    ):
        if re.match(r"(?:\w+,? ){0,3}(?:is|are|was|makes)\b", rest) or following in {"is", "are"}:
            return None
        found = predicate(given, index, supplied="was" if _HAPPENED.match(rest) else "am")
    elif (
        (
            word in ING
            and following
            and not (
                index
                and given.words[index - 1] in {"and", "or", "then"}
                and (last is None or last.tense not in {"g", "F"})
            )
            and not _NOT_VERBAL.match(following)
            and word
            not in {
                "being",
                "according",
                "including",
                "regarding",
                "following",
                "speaking",
                "sounding",
                "looking",
                "going",
                "thinking",
                "talking",
            }
            and not _GERUND_SUBJECT.match(re.split(r"[,;.]| (?:so|but|because|while|when|that) ", rest)[0])
        )
        or (
            word in {"going", "looking", "thinking"}
            and following in {"to", "for", "of", "on", "back", "through", "about"}
            and not _GERUND_SUBJECT.match(rest)
        )
        or (
            re.match(
                r"(?:up|out|off|back|down|on|in|due|best|only free|free|not) (?:at|to|on|from|in|since|with|for|reached)\b",
                rest,
            )
            and index == 0
            and word in {"due", "best"}
        )
    ):
        found = predicate(given, index, supplied="am")
    elif word == "rather" and following in BASE:
        found = predicate(given, index, supplied="would")
    elif word == "would" and following in {"love", "like", "rather", "prefer", "hate"}:
        found = predicate(given, index)
    elif word == "got" and re.match(r"got (?:my (?:eye|heart|sights)|no|two|three|four|five|six|\d+) ", rest):
        found = predicate(given, at + 1, supplied="have got")
    elif (
        word in {"have", "had", "can", "could", "did", "was", "used", "do", "am", "will", "would"}
        or (word in PAST and (word not in _SAME or _LATELY.search(rest) is not None))
        or (word in _ELIDED and _may_follow(given, index, word, following))
        or (word in BASE and _REGULARLY.search(rest) and index == 0)
    ):
        if (
            following in {"is", "are", "was", "you", "u", "your"}
            or (word == "do" and given.word(at + 2) in {"you", "me"})
            or (word in {"can", "could", "would", "will", "did", "do"} and following != "not")
        ):
            return None
        if word == "do" and re.search(
            r"\b(?:me|please|your|tell|make|forget|worry|send|write|give|use|call|include)\b", rest[:40]
        ):
            return None
        found = predicate(given, index)
    else:
        return None
    if found is None:
        return None
    clause, after = found
    lasting = clause.tense == "d" and (clause.adverb == "always" or clause.denial == "never")
    return replace(clause, tense="f" if lasting else clause.tense, front="", plural=False, spoken=False), after


def _may_follow(given: Words, index: int, word: str, following: str) -> bool:
    """Whether a bare verb at *index* has the user as its subject: further on it may be a noun ("with love and hope")."""
    if index == 0 or word not in {
        "love",
        "hope",
        "need",
        "like",
        "work",
        "study",
        "drink",
        "fear",
        "smoke",
        "rent",
        "sleep",
        "dread",
        "regret",
        "hate",
        "come",
        "want",
        "miss",
    }:
        return True
    return (word != "like" or following in ING) and (
        following in ING
        or following in {"to", "my", "a", "an", "in", "at", "from", "as", "it", "the", "both", "all", "every"}
        or given.gap(index).strip() == ","
    )
