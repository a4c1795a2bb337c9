"""Short answers in English made whole by the question before them: "Yes, two" to "Do you have any kids?"."""

# ruff: noqa: E501 - tables of patterns, an alternative is easier to find in one line; quotes as people type them

from __future__ import annotations

import re

from lembranca.adapters.outbound.rules.en.spelling import written_out
from lembranca.domain.levelling import level

_LONGEST = 14  # words of an answer that leans on its question
_QUESTION = re.compile(r"[^.!?\n]*\?")
_YES = re.compile(
    r"^(?:yes|yeah|yep|yup|ya|aye|sure|sure do|of course|absolutely|definitely|indeed|correct|i do|i am|i have|totally|always|guilty|mhm|uh-huh|yes please)\b[\s,.!:;-]*(?:(?:i do|i am|i have|sure|i did|still)\b)?[\s,.!:;-]*"
)
_NO = re.compile(
    r"^(?:no|nope|nah|never|not really|not any ?more|not at all|absolutely not|i do not|i am not|i have not|negative|god no|hell no|none|afraid not|no thanks)\b[\s,.!:;-]*(?:(?:i do not|i am not|never have|not any ?more|not really)\b)?[\s,.!:;-]*"
)
_WHOLE = re.compile(r"^(?:i|my|we|our|i've|i'm)\b")
_POLAR = (
    (
        r"\bdid you (?:ever |also )*have (?:any |an? )?(?P<what>(?!(?:questions?|ideas?|time|fun|trouble|plans?)\b)[\w' -]+)",
        "I had {}",
        "I did not have any {}",
    ),
    (
        r"\b(?:do you (?:still |also |currently |happen to )?have|have you got|got|any|are there any)\b (?:any |an? |some )?(?P<what>(?!(?:questions?|ideas?|plans?|thoughts|time|minute|preference|suggestions?|other)\b)[\w' -]+)",
        "I have {}",
        "I do not have any {}",
    ),
    (
        r"\bdo you (?:still |also |ever |currently |usually |often )*(?P<what>(?!(?:want|know|mean|think|need|have|remember|mind|see|feel like|agree|understand)\b)[a-z][\w' -]+)",
        "I {}",
        "I do not {}",
    ),
    (
        r"\bare you (?:still |also |currently |by any chance |really )*(?P<what>(?!(?:sure|ready|okay|ok|there|free|looking|trying|asking|going)\b)[\w' -]+)",
        "I am {}",
        "I am not {}",
    ),
    (
        r"\bhave you (?:ever |already )*(?P<what>(?:been|had|lived|worked|studied|tried|broken|travelled|traveled|smoked|played|graduated|retired|moved|quit|stopped)\b[\w' -]*)",
        "I have {}",
        "I have never {}",
    ),
    (
        r"\bcan you (?P<what>(?:swim|drive|cook|dance|sing|eat|drink|speak|play|ride|ski|read music)\b[\w' -]*)",
        "I can {}",
        "I can not {}",
    ),
    (
        r"\b(?:would you like|do you want|are you planning|are you hoping) to (?P<what>(?:learn|become|move|have|get|start|run|travel|change|quit|retire|study|buy|visit|open|write)\b[\w' -]*)",
        "I want to {}",
        "I do not want to {}",
    ),
)
_FREE = (
    (
        r"\bwhere (?:do|are) you (?:currently |now |actually )?(?:live|living|based|located|call home|staying)|what (?:city|town|country|state) (?:do|are) you",
        "I live in {}",
    ),
    (
        r"\bwhere (?:are|do) you (?:come |originally )*from|where did you grow up|where were you (?:born|raised)|what(?:'s| is) your hometown",
        "I am from {}",
    ),
    (
        r"\bwhat(?:'s| is) your (?:full |first )?name|who am i (?:talking|speaking|chatting) (?:to|with)",
        "My name is {}",
    ),
    (
        r"\bwhat (?:should|can|may|do|shall) (?:i|people|we|friends) call you|how (?:should|would you like me to|do you want me to) (?:i )?(?:address|call) you|what do you (?:go by|like to be called|prefer to be called)",
        "Call me {}",
    ),
    (r"\bhow old are you|what(?:'s| is) your age", "I am {} years old"),
    (r"\bhow tall are you|what(?:'s| is) your height", "My height is {}"),
    (
        r"\bwhat do you do(?: for (?:a living|work))?(?: (?:these days|now|exactly))?\s*$|what(?:'s| is) your (?:job|occupation|profession|line of work)|what kind of work",
        "My job is {}",
    ),
    (r"\bwhere do you work|who do you work for", "I work at {}"),
    (
        r"\bwhat (?:are you studying|do you study|is your major|are you majoring in)|what(?:'s| is) your major",
        "I study {}",
    ),
    (
        r"\bwhat(?:'s| is| are) your (?:all-time |absolute )?favou?rite (?P<what>[\w' -]{2,30})",
        "My favourite {q} is {}",
    ),
    (
        r"\bwhen(?:'s| is) your birthday|when were you born|what(?:'s| is) your (?:birthday|date of birth)",
        "My birthday is {}",
    ),
    (
        r"\b(?:any|have|what|got|do you have)\b.*?\b(?:allerg\w+|intoleranc\w+|food restrictions|dietary|foods? (?:you|to) avoid)",
        "I am allergic to {}",
    ),
    (
        r"\b(?:what(?:'s| is) your (?:main |biggest |next |big )?(?:goal|dream|plan|resolution|ambition)|what are you (?:working towards?|hoping for|saving for|aiming for)|what (?:would you like|do you want|are you hoping) to (?:achieve|do|accomplish|become))",
        "My goal is {}",
    ),
    (r"\bwhat languages? (?:do|can) you (?:speak|know)|which languages", "I speak {}"),
    (r"\bwhat (?:instruments?) do you play|which instrument", "I play {}"),
    (r"\bwhat (?:car|bike) do you (?:drive|have|ride)|what do you drive", "I drive a {}"),
    (
        r"\bwhat(?:'s| is| are) your (?:hobbies|hobby|interests)|what do you (?:like to do|enjoy|do for fun|do in your (?:free|spare) time)|how do you (?:relax|unwind)",
        "I like {}",
    ),
    (
        r"\bhow (?:should|can|do|would you like me to|would you prefer (?:me )?to) (?:i )?(?:contact|reach|reply|be contacted|get in touch)|best way to reach",
        "I prefer to be contacted by {}",
    ),
    (
        r"\b(?:when|what time)(?:'s| is)? (?:the )?best (?:time )?(?:to (?:call|reach|contact|write)|for (?:calls?|meetings?))",
        "The best time for calls is {}",
    ),
    (
        r"\bhow many (?P<what>(?:kids|children|siblings|brothers|sisters|cats|dogs|pets|grandchildren|languages)\b)",
        "I have {} {q}",
    ),
    (
        r"\bwhat(?:'s| is) your (?P<what>blood type|religion|nationality|star sign|zodiac sign|native language|first language|shoe size|height|weight|relationship status|diet)",
        "My {q} is {}",
    ),
    (r"\bhow (?:do|are) you (?:feel|feeling) (?P<what>(?:about|since|after) [\w' -]+)", "I feel {} {q}"),
    (
        r"\bwhat (?:do you|are you) (?:afraid|scared) of|what scares you|what are you (?:afraid|scared) of|biggest fear",
        "I am scared of {}",
    ),
    (r"\b(?:what|which) (?P<what>[\w ]{3,20}) do you (?P<verb>like|prefer|love|support|follow|hate)", "I {verb} {}"),
    (r"\bwho do you (?P<verb>live with|support)|(?:do you live with)", "I live with {}"),
    (r"\b(?:do you )?prefer (?P<what>[\w' ]{2,25}) or (?P<other>[\w' ]{2,25})", "I prefer {}"),
    (r"\b(?P<what>[\w' ]{2,25}) or (?P<other>[\w' ]{2,25})\s*$", "I prefer {}"),
)
_POLAR_FORMS = tuple((re.compile(asked), yes, no) for asked, yes, no in _POLAR)
_FREE_FORMS = tuple((re.compile(asked), form) for asked, form in _FREE)
_LEAD = re.compile(
    r"^(?:in|at|from|as|i am|it is|it's|that's|they're|just|probably|mostly|well|oh|um|uh|hmm|hi|hey|definitely|maybe)\s*,?\s+(?=\w)",
    re.IGNORECASE,
)
_MY = {"your": "my", "you": "I", "yourself": "myself"}


def completed(answer: str, context: str) -> str | None:
    """Give *answer* as a sentence of its own, by the last question in *context*; None where it needs none."""
    asked = _QUESTION.findall(level(context)[-2_000:])
    plain = level(answer).strip()
    if not asked or not plain or "?" in plain or len(plain.split()) > _LONGEST:
        return None
    question = level(written_out(asked[-1])).strip(" ?")
    yes, no = _YES.match(level(written_out(plain))), _NO.match(level(written_out(plain)))
    if yes or no:
        said = written_out(answer.strip())
        return _polar(question, said[(no or yes).end() :], denied=no is not None and not yes)  # type: ignore[union-attr]
    if _WHOLE.match(plain):
        return None
    return _listed(question, answer.strip()) or _free(question, answer.strip())


def _polar(question: str, rest: str, *, denied: bool) -> str | None:
    rest = rest.strip(" .,!;:-")
    for pattern, yes, no in _POLAR_FORMS:
        found = pattern.search(question)
        if found is None:
            continue
        what = _own(found["what"])
        if rest and not denied and (asked := re.search(r"\bany\w*(?: \w+)?$", what)):
            what, rest = f"{what[: asked.start()]}{rest}", ""
        if denied:
            return _joined(no.format(what), rest)
        if (
            "have" in yes
            and rest
            and not _WHOLE.match(level(rest))
            and re.match(r"(?:an? |the |just |only |\d|one|two|three|four|five|six|twins|some|lots)", level(rest))
        ):
            return f"I have {_told_with(rest, what)}"
        return _joined(yes.format(what), rest)
    return None


def _told_with(rest: str, what: str) -> str:
    """Give a number the noun that the question named, and join what is said of them."""
    count = re.match(r"(?:just |only )?(?:one|two|three|four|five|six|\d+)(?=[,.!]|$)", level(rest))
    named = f"{rest[: count.end()]} {what}{rest[count.end() :]}" if count else rest
    return re.sub(
        r",? (?:they are|they're|he is|he's|she is|she's|it is) (?=(?:both )?[\w]+(?:$|[,.!]))", " aged ", named
    )


def _listed(question: str, answer: str) -> str | None:
    """Read an answer that names what was asked for without a yes: "just the one tortoise"."""
    found = _POLAR_FORMS[0][0].search(question)
    if found is None or re.search(r"allerg|intoleran|dietary|restriction|question", question):
        return None
    if re.match(r"(?:an? |the |just |only |\d|one|two|three|four|five|twins|some|lots)", level(answer)):
        return f"I have {_told_with(answer, found['what'])}"
    return None


def _free(question: str, answer: str) -> str | None:
    for pattern, form in _FREE_FORMS:
        found = pattern.search(question)
        if found is None:
            continue
        first, _, more = answer.partition(". ")
        value = _LEAD.sub("", first).strip(" .!,")
        groups = found.groupdict()
        made = form.replace("{q}", _own((groups.get("what") or "").strip())).replace(
            "{verb}", groups.get("verb") or "like"
        )
        if form.startswith("I prefer {}") and not any(
            part and part.split()[-1] in level(value) for part in (groups.get("what"), groups.get("other"))
        ):
            continue
        return _joined(made.format(value), more)
    return None


def _own(text: str) -> str:
    return " ".join(_MY.get(word, word) for word in text.split())


def _joined(sentence: str, rest: str) -> str:
    return f"{sentence}. {rest}" if rest else f"{sentence}."
