"""English lines that are not said in earnest as a whole: played, quoted to be worked on, meant the other way round."""

# ruff: noqa: E501, RUF001 - tables of patterns, an alternative is easier to find in one line; quotes as people type them

from __future__ import annotations

import re

_PLAYED = (
    r"\b(?:stay|speak|answer|remain|respond|reply) in character|\brole-?play|\blarp|\bd&d\b|\bdnd\b|\bimprov (?:scene|game|prompt)|\bfan ?fic|^\s*\*[^*]{3,80}\*|^\s*\([^)]{2,40}\)\s*i am\b"
    r"|\byou(?: are| be| play| will be|'re|'ll be) (?:the|an?|my) [\w -]{2,30}(?:,| and|;|\.) (?:and )?i(?: am|'m| will be|'ll be| play| be)\b"
    r"|\bi(?: am|'m| will be|'ll be| play) (?:the|an?|your) [\w' -]{2,40}(?:,| and|;|\.) (?:and |so )?you(?: are|'re| will be|'ll be| be| play)\b"
    r"|\b(?:i will|i'll|let me) (?:speak|talk|write|answer|respond|act) as\b|\b(?:scenario|scene|setting|premise|in this (?:scenario|scene|world|universe|timeline|story|game|reality))\b ?[:,]"
    r"|\b(?:my|the|our) (?:character|npc|persona|avatar|protagonist|narrator|hero|villain)\b|\b(?:mock|pretend|practi[cs]e) (?:interview|trial|debate|job interview|date|call)\b"
    r"|\b(?:from|in) the (?:perspective|point of view|pov|voice|shoes) of\b|\bonce upon a time\b|\b(?:for|in) (?:the|our|a|my) (?:murder mystery|campaign|one-shot|skit|sketch|pantomime|panto|screenplay|short story|roleplay)\b"
    r"|\b(?:imagine|pretend|say|suppose|assume|let us say|let's say) (?:that )?(?:i|you|we)(?: am|'m| are|'re)\b|\bas your (?:captain|host|guide|doctor|lawyer|king|queen|teacher|boss|waiter|butler|pilot)\b|\byou(?:'re| are) (?:the|a) (?:suspect|patient|customer|interviewer|examiner|client|judge|king|villain|detective|waiter|doctor|guard|wizard|knight|narrator)\b|\bi(?: am|'ll be|'m| will be) the (?:waiter|customer|patient|doctor|interviewer|suspect|detective|dragon|wizard|client|teacher|judge|king|queen)\b|\bthou\b|\bthee\b|\bfair maiden\b|\bgood sir\b|\bmy liege\b"
)
_WORKED_ON = (
    r"^\W*(?:please |can you |could you |would you |help me (?:to )?)*(?:shorten|tighten|polish|improve|edit|fix|rate|critique|check|punch up|rework|review|reword|rephrase|rewrite|proofread|correct|paraphrase|translate|summari[sz]e|analy[sz]e|continue|finish|complete|parse|diagram|convert|classify|label|score|grade|format|turn|change|make)\b[^.!?]{0,60}(?::|[\"“])"
    r"|^\W*(?:a |the |my |new |possible |draft |sample |example |fake |suggested |famous |favou?rite |opening |closing |another )*(?:quote|caption|headline|tagline|slogan|lyrics?|motto|subject(?: line)?|title|bio|testimonial|review|dialogue|line|draft|tweet|post|status|sentence|example|prompt|input|text|passage|excerpt|verse|chorus|poem|haiku|joke|transcript|voicemail|message from [\w ]+|email from [\w ]+|letter from [\w ]+)(?: \w+){0,3} ?:"
    r"|\b(?:is|are) (?:this|these|the following) (?:sentence|phrase|line|text|email|paragraph)s? (?:correct|ok|okay|right|grammatical|good|polite)"
    r"|^\W*dear (?:sir|madam|hiring|recruit\w+|mr|mrs|ms|team|landlord|editor|all|valued|customer)\b|\b(?:cover letter|dating|tinder|hinge|bumble|linkedin|cv|resume)(?: \w+){0,3}(?:, (?:rate|check|fix|improve) \w+)? ?:|\b(?:is (?:this|that|it) (?:ok|okay|good|fine|alright) to (?:send|post|submit)|(?:rate|roast) (?:it|this|my))\b|^\W*(?:define|meaning of|synonyms? (?:of|for)|opposite of)\b|\b(?:ad|advert|sign|quiz|test|horoscope|meme|sticker|slogan|song|poster) (?:claims?|promises?|insists?)\b|\b(?:says|according to) (?:the|my|this|a|that) (?:\w+ )?(?:quiz|test|horoscope|app|sign)\b|\b(?:on|in) (?:my |the )?(?:sims|minecraft|skyrim|stardew\w*|animal crossing|second life)\b.{0,200}\bi (?:have|am|own|live|work)\b"
    r"|\b(?:the|that|this|his|her|their|a|one) (?:\w+ )?(?:sign|poster|note|card|mug|t-?shirt|banner|ad|advert|lyrics?|song|line|caption|label|bumper sticker|email|letter|text|article|narrator|character|book|novel|film|movie|play|poem|diary|journal|email|review|testimonial|post|tweet|headline|script|chorus|verse|audiobook|voiceover) (?:on \w+ \w+ )?(?:says?|said|reads?|goes|went|begins?|starts?|opens?|ends|has|quotes|wrote|sings)\b"
)
_OVERHEARD = (
    r"\b(?:sticker|graffiti|overheard|conjugate|badge|plaque|billboard|fridge magnet|placard)\b[^:]{0,40}: ?"
    r"|[\"”'’],? (?:his|her|their|the|my|a|one) [\w' ]{2,25} (?:says?|said|reads?|goes)\b|\b(?:he|she|they) goe?s?, (?:\W)?i\b"
)
_NOT_SO = (
    r"\bsaid no ?(?:one|body)\b|\blucky me\b|\boh,? joy\b|\bwhat a (?:treat|joy|delight|thrill)\b|\b(?:my|our) (?:absolute |all-time )?favou?rite (?:thing|activity|hobby|pastime|part of (?:the day|my day))\b(?=.{0,5}$)|\bexactly what i (?:wanted|needed|ordered|dreamed)|\bjust what i (?:wanted|needed)|\bliving the dream\b|\bjust how i (?:dreamed|like|wanted|imagined|pictured)"
    r"|\bhow (?:very )?(?:kind|thoughtful|lovely|wonderful|delightful|generous) of\b|\bbig surprise\b|\bcolou?r me\b|\b(?:truly|totally|clearly|obviously) (?:a|my|the) (?:dream|highlight|genius|joy)\b|\bcould not be more thrilled\b|\bbecause (?:that is|obviously|clearly|who needs|who does not)\b|\bas you do\b|\b(?:yeah|yep|sure|right|oh),? (?:and )?(?:i am|i'm) (?:the|a) (?:queen|king|pope|president|millionaire|supermodel|genius|astronaut|unicorn)\b"
    r"|\b(?:and i am|and i'm) (?:the )?(?:queen|king|pope|tooth fairy|santa|batman|beyonce|elvis|napoleon|father christmas)\b|\bwith (?:unicorns|dolphins|dragons)\b|\bon my (?:private (?:jet|island)|yacht|unicorn|throne)\b|\bspoiler: (?:i|it|no)\b|\b(?:psych|gotcha|syke)[!.]*$|\bnot{2,}\b|[.…] ?not!*$|\bas if!*$|\byeah no\b|\bcan(?:'t| ?not) you tell\b|\bwho would(?:n't| not)\b"
    r"|\b(?:love|adore|enjoy|cherish|treasure|live for) (?:it when (?:my|the) (?:flight|train|bus|boss|alarm)\b|(?:being|getting|sitting|standing|waiting|queu\w+) (?:on hold|put on hold|woken|stuck|overcharged|ghosted|rained|soaked|rejected|yelled|shouted|spammed|told off|in (?:traffic|line|a queue|queues)|fined|dumped|robbed|lied)\b|(?:unpaid overtime|overtime|traffic(?: jams?)?|rush hour|root canals?|paying (?:rent|taxes|bills|tax)|filling (?:in|out) forms|tax(?:es)?|flat tyres?|flat tires?|parking (?:tickets|fines)|mosquito(?:e)?s|hangovers|spam|queues|delays|monday meetings)[.!]*$)|\bof course i (?:just )?(?:love|enjoy|adore) (?:being|waiting|doing|cleaning|having|getting|when|it when)\b|^\W*what (?:fun|joy|bliss|luck),|\b(?:practically|basically|pretty much) married to\b|\b(?:phd|degree|doctorate|black belt|masters?) in (?:procrastinat|overthink|sarcasm|napp|laz|eating|sleeping)\w*|\bprofessional (?:overthinker|procrastinator|napper|worrier|snacker|couch potato)|\b(?:fluent|fluent in) (?:sarcasm|toddler|cat|dog|gibberish)\b|\bwalks to the (?:fridge|kitchen)\b|\bsee ?food diet\b|\bidentify as (?:tired|hungry|sleepy|broke)\b|\bproud owner of (?:an? )?(?:flat|broken|dead|empty|leaky|overdraft)\b|\blike (?:cats|fish|dogs|pigs|snails) (?:are|can|love)\b|\bfavou?rite (?:hobby|pastime|activity) ?(?:is|:) (?:waiting|queu|paying|crying|filling|scrubbing)\w*|\b(?:oh|yeah|sure|wow|great|yes),? (?:how )?i (?:just |really )?(?-i:LOVE|ADORE|ENJOY)\b"
    r"|\blive to (?:fill|serve|pay|clean|work|please|wait)\b|\bmarried to (?:my|the) (?:job|work|desk|phone|laptop|office)\b"
)
_SETTLED = (
    r"\b(?:was|were|been|got|am) (?:so |really |a bit |pretty )?(?:worried|confused|stuck|unsure|panicking|wondering|struggling|lost|looking|stressing|nervous|concerned|puzzled|baffled|convinced|scared|afraid|anxious|stressed|terrified|dreading|freaking out|upset|unsure)\b.{0,300}\b(?:fixed|sorted|resolved|solved|all (?:good|fine|sorted|clear)|figured|turns out|turned out|never ?mind|worked it out|cleared (?:it |that )?up|working now|fine now|ok now|okay now|good now|false alarm|crisis averted|panic over|found (?:it|them)|explained|(?:it |that |everything |all )?(?:went|goes|turned out|worked out|ended up) (?:\w+ )?(?:great|well|fine|ok|okay|smoothly|perfectly|better|good|alright|brilliantly)|extended|phew|(?:is|was|are|were|came back|it's|that's) (?:\w+ )?(?:clear|negative|benign|nothing|fine|gone|over now|unfounded|groundless|ok|okay|alright)|sorted itself|passed|been paid|came through)\b"
    r"|\b(?:lost|misplaced|couldn't find|could not find) (?:my|the) [\w ]{2,20}(?:,| and| but) (?:\w+ ){0,2}found\b|\b(?:false alarm|crisis averted|panic over|problem solved|scratch that|ignore (?:that|my (?:last|previous|question))|disregard|all sorted|all good now|no longer (?:an issue|relevant|a problem)|forget i (?:asked|said))\b"
)
_UNEARNEST = re.compile(f"{_PLAYED}|{_WORKED_ON}|{_OVERHEARD}|{_NOT_SO}|{_SETTLED}", re.IGNORECASE)


def unearnest(line: str) -> bool:
    """Whether nothing in *line* is said of the user in earnest."""
    return _UNEARNEST.search(line) is not None
