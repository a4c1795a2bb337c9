"""Whether what English rules found is meant, points at nothing unsaid, and is worth keeping."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line

from __future__ import annotations

import re

from lembranca.adapters.outbound.rules.en.predicates import Clause
from lembranca.adapters.outbound.rules.en.rule import Rule
from lembranca.adapters.outbound.rules.en.words import STRONG
from lembranca.adapters.outbound.rules.frame import joined

_NOTHING = re.compile(
    r"^(?:(?:never )?(?:give|gives) up|quits?|(?:took|made|got|had|started|did|went|came|has been|is|was) (?:last|this|yesterday|on|today) ?\w*|(?:is|has been|was) \w+ing|got allergic|go|come|know|do|work|think|see|say|mean|feel|get|try|look|care|mind|matter|remember|sleep|go often|(?:(?:is|was|has|does|did|has been|feels?|likes?|loves?|hates?|enjoys?|wants? to|would like to|hopes to|used to) ?)?(?:it|this|that|them|so|too|there|here|one|some|more|better|good|great|well|fine|ok|okay|sure|right|back|not|these|those|things?|stuff|something|everything|him|her|you)?)$"
)
_POINTS = re.compile(
    r"(?<!without )\b(?:it|them|those|these|this|that|him|her|ones?|there|here)$|\b(?:your|yours|yourself|you)\b|^[\w ]{2,20} (?:it|them|this|that) (?:after|before|when|for|with|here|there|because|and|to|so|in|on|at|from|as)\b"
)
_NEVER_SO = re.compile(r"(?:be|feel|see) (?:so|this|more|as) \w")
_BARE_FEELING = re.compile(
    rf"(?:is|was|feels?|felt|has been|is feeling) (?!(?:{STRONG})$)[\w-]+|.*\b(?:proud|thankful|grateful) of (?:themselves|them|it)|.*\bwhen that happened"
)
_BEFORE = re.compile(r"\b(?:yesterday|last (?:night|week|month|year|weekend)|ago)\b")
_TRAILING = re.compile(
    r",?\s(?:at the moment|right now|as well|though|again|these days|for now|at present|currently|now|too|please|honestly|anyway|or something|and stuff|and everything|and all that|either|or whatever|I guess|I think|I suppose|I reckon|of course)$",
    re.IGNORECASE,
)
_DANGLING = re.compile(
    r"\b(?:make|give|be|help|get|keep|let|who|what|how|how far|how much(?: fun)?|even|something|no matter|kind of|sort of|doing|making|anyone|someone|others|everyone|people|whatever|whoever|do|put|take|bring|feel|having|being|getting|(?:creating|making|building|having|being) an? \w+|really|if|their true selves|selves|when|even though|the same|same|others to|stuff|things|in hopes|in order|(?:the|their) (?:progress|process|results?|journey|experience|whole thing|right (?:spot|place|one|thing)|way|next (?:chapter|step)|future|support|opportunity|day|outcome))$|\bthis new\b|\b(?:no matter|(?:make|making) (?:a|any|an)(?: \w+)? (?:difference|impact)|an? (?:new |great )?game\b.*nonstop|keep (?:going|pushing|on|it)|that (?:performance|feeling|day|moment|place|song|book|show|movie|game|time|experience|one|kind|way))\b"
)
_UNSAID = re.compile(
    r"\b(?:it(?! (?:when|if))|them|these|those|others|each other|one another|selves|this (?!year|summer|autumn|fall|winter|spring|month|week|morning|afternoon|evening|coming|time|mon|tues|wednes|thurs|fri|satur|sun)|that (?:is|was|will|can))\b"
)
# What nobody needs to know next month, or nobody can: of the moment, vague, cut off, or about what was named before.
_FLEETING = re.compile(
    joined(r"""
    ^(?:is|was|has been|feels?|felt) (?:(?:so|very|really|a bit|pretty|completely|totally) )*(?:swamped|snowed under|rushed off|up to (?:my|their) (?:eyes|neck|ears)|busy|stretched thin)\b(?!.*\b(?:since|for (?:months|years|weeks))\b)
    |^(?:has |have )?lost (?:all )?(?:their|the|all|some|half)(?: of)? ?(?:their |the |my )?(?:\w+ )?(?:work|progress|files?|data|photos|notes|draft|document|page|place|keys|glasses|phone)\b
    |^(?:has|have) (?:about |only |just )?(?:\d+|\w+) (?:minutes?|hours?|seconds?|questions?|tabs|emails)\b|^(?:has|does not have) (?:an? |any )?(?:favou?rite|preference|question|idea)s?$
    |^(?:has not|have not|did not) .*\byet$|^is not the\b|\b(?:him|her|them|it) (?:in the end|after all|again|back|anymore|once|twice)$
    |^(?:is|feels) .* for (?:tomorrow|tonight|today|later)$|^got their \w+ back$
    |^(?:was|felt) so [\w ]{1,40}? (?:that )?they (?:forgot|could|almost|nearly|had to|just)\b
    |^was (?:(?:so|very|really|a bit|pretty|quite|super) )*(?:worried|nervous|anxious|panicking|stressed|mad|annoyed|scared|afraid|concerned|confused|unsure) (?:about|at|that|with|over)\b(?!.*\b(?:years|always|as a|growing up|when)\b)
    |^is (?:on|in|at|off) .* this (?:week|weekend|morning|afternoon)$
    |^is (?:preparing|practi[cs]ing|getting ready|rehearsing|cramming) for (?:the|a|this|that|our|their) (?:next )?(?:meeting|call|day|weekend|party|dinner|trip|class|shift|other \w+)s?$
    |\b(?:in|at|on|of|with|from|to|for|about|like|by) (?:that|those|these) [\w-]+$|\b(?:in|with|at|by|of|about) this (?:app|update|service|site|website|product|place|weather|result|order|game|thing|situation)\b
    |\b(?:when|how|if|because) (?:things|stuff|it all|all that)\b|\b(?:kinds?|sorts?|types?) of (?:thing|stuff)s?$|\b(?:all (?:that|this|of it|of that)|it all|and such|and things|whatnot)$
    |\b(?:the|an?|their|no|every|any) (?:proper|own|right|same|best|most|first|next|real|whole|only|other|little|big|new|good|great|kind|sort|type)$|\b(?:is|are|was|were|and|or|than|who|which|not have the) ?$
    |^(?:really |so )?(?:loves?|likes?|enjoys?) (?:\w+ )?(?:to )?(?:(?:hav|mak|get|be|spend)(?:ing|e) (?:such|so much|a (?:great|good|lot|blast)|fun)|(?:the )?(?:vibes?|energy|idea|look|sound|thought|support|effort|compliments?|way)\b)
    """)
)
_MOMENT = re.compile(r"\b(?:right now|at the moment|in a (?:minute|bit|sec)|tonight|later today)\b")
_WHOLE = re.compile(r"\w+ed|smokes|vapes|drinks|drives|swims|runs|crochets|knits|quit|resigned|cannot \w+|\w+s")
_AVERSE = frozenset(
    {"hate", "dislike", "detest", "loathe", "despise", "mind", "dread", "regret", "resent", "avoid", "fear"}
)
# What "we" work at may be anybody's, unless it is what a household does.
_TOGETHER = frozenset({"work", "strive", "push", "decide", "practice", "practise", "rehearse", "design", "develop"})
_HOUSEHOLD = re.compile(
    r"\b(?:house|home|flat|wedding|married|marry|baby|adopt\w*|kids?|child(?:ren)?|mov(?:e|ing)|divorce|separate|split|sell|buy\w*|business|open\w*|debt|sav(?:e|ing)|mortgage|garden|relationship|marriage|emigrate|homeschool\w*)\b"
)
_RARELY = frozenset({"rarely", "hardly", "barely", "seldom"})
_ENDED = re.compile(r"\b(?:any ?more|any longer|these days)\b")
_WANTED = frozenset({"want", "plan", "hope", "need", "try", "intend", "wish", "look", "aim", "mean"})


def is_denied(clause: Clause, plain: str) -> bool:
    """Whether *clause* denies; "never felt so alone" does not."""
    more_than_ever = clause.denial == "never" and _NEVER_SO.match(plain)
    return (bool(clause.denial) and not more_than_ever) or clause.adverb in _RARELY


def meant(rule: Rule, clause: Clause, plain: str) -> bool:
    """Whether tense and denial of *clause* are such that *rule* may speak."""
    if clause.denial and clause.lemma in _AVERSE:
        return False
    if clause.plural and rule.kind == "obj" and clause.lemma in _TOGETHER and not _HOUSEHOLD.search(plain):
        return False
    denied = is_denied(clause, plain)
    ended = clause.denial == "no longer" or (clause.denial and _ENDED.search(plain))
    return _asked_for(rule, clause, denied=denied, ended=bool(ended)) and _timely(rule, clause, plain, denied=denied)


def _asked_for(rule: Rule, clause: Clause, *, denied: bool, ended: bool) -> bool:
    if rule.denied == "drop":
        return not denied or ended
    if rule.denied == "only":
        return denied
    if rule.denied == "never":
        return clause.denial == "never"
    return rule.denied != "emo" or denied or clause.tense not in {"c", "m"}


def _timely(rule: Rule, clause: Clause, plain: str, *, denied: bool) -> bool:
    """Whether it is of the right time: what was wanted once is no goal, what will not happen no event."""
    if clause.tense == "g" and _BEFORE.search(plain):
        return False
    if rule.kind == "event":
        return not (denied and clause.tense in {"w", "g"})
    if rule.kind == "obj":
        once = clause.tense == "d" and clause.lemma in _WANTED and "always" not in clause.adverb
        return not once and not (clause.lemma == "try" and clause.tense == "p")
    return True


def points_elsewhere(plain: str) -> bool:
    """Whether *plain* (levelled) ends in a pronoun for something said elsewhere, or speaks to somebody."""
    return _POINTS.search(plain.rstrip(" .,!")) is not None


def specific(rule: Rule, plain: str) -> bool:
    """Whether the rest of a clause (levelled) can be understood without what was said before."""
    if "communication" in rule.tags:
        return True
    if points_elsewhere(plain) or (rule.kind != "bio" and _MOMENT.search(plain)):
        return False
    return rule.kind == "emo" or _UNSAID.search(plain) is None


def fleeting(plain: str) -> bool:
    """Whether a content (levelled) would mean nothing to who reads it next month."""
    return _FLEETING.search(plain) is not None


def without_trailing(rest: str) -> str:
    """Take off what only closes a sentence: "these days", "as well", "I guess"."""
    return _TRAILING.sub("", rest)


def worth(rule: Rule, plain: str) -> bool:
    """Whether a content (levelled) says enough to be kept."""
    if rule.kind == "emo" and _BARE_FEELING.fullmatch(plain):
        return False
    if _NOTHING.match(plain.removeprefix("does not ")) or _DANGLING.search(plain):
        return False
    return " " in plain or _WHOLE.fullmatch(plain) is not None
