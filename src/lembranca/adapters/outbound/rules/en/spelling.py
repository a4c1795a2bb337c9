"""Chat English written out: contractions with and without apostrophe, and what people shorten."""

# ruff: noqa: E501, RUF001 - tables of patterns; typographic quotes are what people type

from __future__ import annotations

import re

from lembranca.adapters.outbound.rules.en.pretence import unearnest

_APOSTROPHE = r"['’‘`´]"
_PLAIN = (
    (rf"\bca(?:n{_APOSTROPHE}?t)\b", "can not"),
    (r"\bcannot\b", "can not"),
    (rf"\bwon{_APOSTROPHE}t\b|(?<=\bi )wont\b", "will not"),
    (rf"\bshan{_APOSTROPHE}t\b", "will not"),
    (rf"\bain{_APOSTROPHE}?t\b", "am not"),
    (rf"\b(do|does|did|is|are|was|were|has|have|had|could|would|should|must|need)n{_APOSTROPHE}?t\b", r"\1 not"),
    (rf"\bI{_APOSTROPHE}?m\b(?!\.\w)", "I am"),
    (rf"\bI{_APOSTROPHE}?ve\b", "I have"),
    (rf"\bI{_APOSTROPHE}ll\b", "I will"),
    (
        rf"\bI{_APOSTROPHE}d (?=(?:like|love|prefer|rather|be|hate|say|call|want|never (?:eat|go|live)|not|go|do|marry|give|have to|die|kill|buy|move|live|take)\b)",
        "I would ",
    ),
    (rf"\bI{_APOSTROPHE}d\b", "I had"),
    (rf"\bwe{_APOSTROPHE}re\b", "we are"),
    (rf"\bwe{_APOSTROPHE}ve\b", "we have"),
    (rf"\bwe{_APOSTROPHE}ll\b", "we will"),
    (rf"\bwe{_APOSTROPHE}d (?=(?:like|love|prefer|rather)\b)", "we would "),
    (rf"\b(you|they)(?:{_APOSTROPHE}re)\b", r"\1 are"),
    (rf"\b(you|they)(?:{_APOSTROPHE}ve)\b", r"\1 have"),
    (rf"\b(it|that|he|she|what|\w{{3,}}){_APOSTROPHE}s been\b", r"\1 has been"),
    (
        rf"(?<=\w)(?<!let){_APOSTROPHE}s (?=(?:due|above|based|getting|called|named|an?\b|in\b|on\b|at\b|not\b|so\b|always|never|my\b|the\b|too\b|really|very|just|like|basically|giving|making|driving|killing|stressing)\b)",
        " is ",
    ),
    (r"\bI neither (\w+) nor (\w+)", r"I do not \1. I do not \2"),
    (r"(?<!\w)([A-Z][a-z]+) and I tied the knot", r"I tied the knot with \1"),
    (r"\b(?:loving|digging|feeling) (?=(?:the new|all the|this new|my new)\b)", "I love "),
    (
        r"\bI am (?:far from|anything but|hardly|no) (?=(?:an? )?(?:vegan|vegetarian|religious|shy|rich|young|old|chef|cook|expert|saint|athlete|\w+ian|\w+ist|\w+er|\w+ous|\w+ful|organi[sz]ed|sporty|sociable|outgoing|fit)\b)",
        "I am not ",
    ),
    (r"\bI (?:would|do|did) not (?:say|think|reckon) (?:that )?I am\b", "I am not"),
    (rf"\b(?P<who>he|she|it|that|there|what|who|where|how|here)(?:{_APOSTROPHE}s)\b", r"\g<who> is"),
    (rf"\b(you|they|he|she|it|that|this)(?:{_APOSTROPHE}ll)\b", r"\1 will"),
    (r"\bgonna\b|\bgunna\b|\bfinna\b", "going to"),
    (r"\bwanna\b", "want to"),
    (r"\btryna\b", "trying to"),
    (r"\bgotta\b", "have to"),
    (r"\bkinda\b", "kind of"),
    (r"\bsorta\b", "sort of"),
    (r"\bhafta\b", "have to"),
    (r"\busta\b", "used to"),
    (r"\b(?:fav|fave)s?\b(?!\w)", "favourite"),
    (r"\bbday\b|\bb-day\b", "birthday"),
    (r"\b(?:cuz|coz|cos|bc|b/c|'cause|becuz|becasue)\b", "because"),
    (r"\bluv\b", "love"),
    (r"\brly\b|\brlly\b", "really"),
    (r"\bu\b(?! \d)(?!\.)", "you"),
    (r"\bur\b", "your"),
    (r"(?<=\w )(?:n|&|'n')(?= \w)", "and"),
    (r"\bpls\b|\bplz\b|\bplease please\b", "please"),
    (r"\bmsgs\b", "messages"),
    (r"\bmsg\b", "message"),
    (r"\bw/(?=\s?\w)", "with "),
    (r"\babt\b", "about"),
    (r"\byrs?\b(?= old)", "years"),
    (r"(?<=\d) ?(?:y/o|yo)\b", " years old"),
    (r"\bppl\b", "people"),
    (r"\bgf\b", "girlfriend"),
    (r"\bbf\b(?!\w)", "boyfriend"),
    (r"\bvegaterian\b|\bvegeterian\b|\bvegitarian\b", "vegetarian"),
    (r"\balergic\b|\ballergc\b", "allergic"),
    (r"\bdefinately\b|\bdef\b|\bdefo\b", "definitely"),
    (r"\bteh\b", "the"),
    (r"\bliv\b(?= in)", "live"),
    (r"\bwrk\b", "work"),
    (r"\bI do not (?:just|only|merely|simply) (?=[a-z])", "I "),
    (r"\b(I am|I have) not (?:just|only|merely|simply) (?=an?\b|the\b|my\b)", r"\1 "),
    # what goes on after a dash has the subject that stands before it
    (r"\s[-–—]+\s(?=[a-z]+ing\b)", ", "),
    (rf"(?<=\w){_APOSTROPHE}s (?:pretty much|kind of|sort of|basically|always|simply) (?=(?:my|the|an?)\b)", " is "),
    # words that only colour what is said
    (
        r",?\s*\b(?:tbh|ngl|imo|imho|fyi|lol|lmao|rofl|haha+|hehe+|rn|atm|btw|by the way|iirc|afaik|fwiw|tho|smh|omg|istg|low-?key|high-?key|for the record|if you must know|believe it or not|if i'm honest|to be honest|to be fair|if i'm being honest|in all honesty|not gonna lie|full disclosure|fun fact|funnily enough|oddly enough|of all things|no joke|no lie|for real|fr fr|frfr)\b[,:]?(?=\s|[.!,;)]|$)",
        "",
    ),
)
# A question that the user answers at once, and a heading: both are one statement.
_STATEMENTS = (
    (r"\b(?:picture|imagine) (?:this|it|the scene)[:,.]?\s", "imagine "),
    (
        r"\b((?:my |our )?(?:main |big |biggest |new year'?s? )?(?:goals?|targets?|aims?|plans?|dreams?|resolutions?|ambitions?|wish|mission|bucket list)(?: (?:for|this|in|of)(?: [\w']+){1,3})?) ?[:?] +(?=[a-z0-9])",
        r"\1 is ",
    ),
    (
        r"\b(?:could|can|would|will) you (?:please )?((?:always|never|only|please|stop|not|just|try to|keep)\b [^?]*)\?",
        r"please \1.",
    ),
    (r",? (?:even )?if it kills me\b|,? if it is the last thing I do\b", ""),
    (
        r"(?:^|(?<=[.!?] ))([a-z][\w' -]{2,30})\? (?:absolutely not|no thanks?(?: you)?|no way|hard (?:no|pass)|never(?: again)?|(?:i )?(?:hate|loathe|detest) (?:it|them|the (?:stuff|things))|(?:i )?can(?:'?t| not) stand (?:it|them|the (?:stuff|things|sight|smell))|yuck|ew+|not for me|gross|nope|big no|not a fan|hell no|no chance)\b",
        r"I dislike \1",
    ),
    (
        r"(?:^|(?<=[.!?] ))([a-z][\w' -]{2,30})\? (?:(?:i )?(?:love|adore) (?:it|them|the (?:stuff|things))|yes please|obsessed|big fan|always|can'?t get enough|count me in|hell yes|any day)\b",
        r"I love \1",
    ),
    (r"\b(fav(?:ou?)rite [\w ]{3,25})\? +(?=[a-z])", r"my \1 is "),
    (
        r"(?<=\w)['’]s (?=to\b|my\b|the best\b|called\b|named\b|not (?:my|for)\b|never been\b|always been\b|disgusting\b|gross\b|vile\b|an? \w+ (?:and|$)|life\b)",
        " is ",
    ),
    (
        r"(?:^|(?<=[.!?,] ))(name|age|job|occupation|profession|location|hometown|birthday|birthplace|diet|height|weight|pronouns|nationality|religion|native language|blood type|hobbies|allergies) ?[:=-] +(?=\w)",
        r"my \1 is ",
    ),
)


def _made(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), written) for pattern, written in pairs)


_ALL = (*_made(_PLAIN), *_made(_STATEMENTS))


def written_out(line: str) -> str:
    """Give *line* as it would stand in a letter, as far as the rules need it; empty where it is not in earnest."""
    if unearnest(line):
        return ""
    for pattern, plain in _ALL:
        line = pattern.sub(plain, line)
    return line
