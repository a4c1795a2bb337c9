"""
English cues: what makes a clause worth keeping, and what says nothing.

Patterns are matched against folded text (lower case, no accents), between word boundaries.
"""

# fmt: off
# ruff: noqa: SIM905, E501 - a list of a hundred quoted words is read by nobody
GREETINGS = r"""
hey there|hey|hi there|hi|hello|woah|mmm+|hmm+|nope|good (?:morning|afternoon|evening|night)|wow|whoa|oh|ah|aw+|yay|haha+|lol|omg|gosh|yeah|yep|yup|okay|ok|
well|anyways?|by the way|btw|so yeah|you know what|guess what|of course|for sure|absolutely|definitely|totally|exactly|
thanks(?: so much| a lot| a bunch| again)?|thank you(?: so much| very much| again)?|congrats|congratulations|cheers|sure|cool|awesome|great|nice|
sounds (?:good|great)|no worries|no problem|you're welcome|my pleasure|bye|goodbye|see you(?: soon| later)?|take care|good luck|please|
long time no (?:see|talk|chat)
"""
FILLERS = r"really|actually|basically|literally|honestly|totally|definitely|absolutely|just|simply|super|very|quite"
ASIDES = r"kind of|sort of|kinda|sorta|you know|i mean|i guess|i must say|to be honest|as you know|as i said|of course|anyway|like|right"
EXAMPLE = r"e\.g\.|for example|for instance"
SOCIAL = r"""
how are you|how(?:'s| is| has) (?:it|everything|life|your day|the family|you been)\b|how have you been|how about you|what about you|
what(?:'s| is) (?:up|new|going on)|nice to (?:meet|hear|see)|great to (?:hear|see)|good to (?:hear|see)|glad to hear|happy to help|
i'm here for you|let me know|keep (?:it up|me posted)|have a (?:great|good|nice)|talk (?:to you )?(?:soon|later)|catch up|
hope (?:you|all|everything)|sounds (?:like )?(?:a )?(?:fun|good|great|awesome|amazing)|i(?:'d| would) love to (?:hear|see)|tell me more|
thanks for|thank you for|that's (?:so )?(?:great|awesome|amazing|cool|wonderful|fantastic|nice|lovely|sweet)|way to go|proud of you|
can i help you|is there anything else|feel free to|i hope this helps
"""
CUES = {
    "want": r"""want(?:s|ed)? to|want(?:s|ed)? an?|would like|'d like|need(?:s|ed)? to|need(?:s|ed)? an?|looking for|hoping to|plan(?:s|ning|ned)? (?:to|on|for)|
        goal|dream(?:s|ing)? of|intend|aim(?:s|ing)? to|wish|prefer|thinking (?:of|about)|trying to|interested in|favou?rite|must""",
    "decided": r"""decid(?:e|ed|es|ing)|decision|agree(?:d|s)?|chose|chosen|choose|settled|made up my mind|signed|accepted|promised|confirmed|approved|
        cancell?ed|postponed|scheduled|booked|bought|hired|we will|i will|going to|'ll""",
    "tried": r"tried|attempted|tested|failed|did(?:n't| not) work|work(?:s|ed) (?:out|now|fine)|fixed|solved|still (?:fails|broken|not)|already|gave up",
    "changed": r"""changed|no longer|not any ?more|instead|used to|switched|on second thought|actually no|moved|quit|left|stopped|started|became|
        from now on|since then|turned out|but now""",
    "fact": r"""born|birthday|married|engaged|divorced|died|pregnant|graduated|lives? in|from|works? (?:at|as|for|in)|studied|years? (?:old|ago)|named|called|
        name is|allergic|diagnosed|address|phone|e-?mail|password|deadline|due|costs?|price|because|since|first|last (?:week|month|year|night)|
        yesterday|tomorrow|next (?:week|month|year)""",
}
NEGATION = r"not|no|never|none|nothing|nobody|neither|nor|without|cannot|[a-z]+n't|don t|dont|cant|wont"
CONDITION = r"if|unless|whether|would have|wish|maybe|perhaps|might"
EVENTS = {
    "high": r"""(?:was|were|is|been|got) (?:born|married|fired|hired|arrested|pregnant|engaged|divorced|diagnosed|promoted|accepted|laid off)|gave birth|
        had a baby|having a baby|passed away|died|death of|funeral|wedding|married|got engaged|proposed to|divorced?|broke up|separated|accident|
        car crash|surgery|hospital|diagnos(?:ed|is)|cancer|new job|job offer|quit my job|lost (?:my|his|her|their) (?:job|wife|husband|mother|mom|father|dad|son|daughter|home|house)|
        moved (?:to|in|out|from)|moving to|adopt(?:ed|ing)|pregnant|arrested|bankrupt""",
    "medium": r"""decided|made up my mind|agreed|promised|confess(?:ed|ion)|admitted|told (?:him|her|them) (?:everything|the truth)|in love|first date|graduated|
        won|award|prize|passed (?:the|my)|got accepted|opened|launched|published|started (?:a|my|working)|signed|bought|sold|
        trip to|travel(?:l?ed|ing) to|flew to|visited|vacation|deadline|due (?:on|by)|interview|promotion|performed|competed|quit|cancell?ed|finished|completed""",
    "low": r"birthday|party|met (?:with|up)|joined|signed up|appointment|reunion|concert|festival|tournament|camping|hik(?:e|ed|ing)|volunteer(?:ed|ing)",
}
FEELINGS = """
happy excited anxious nervous sad angry frustrated worried stressed tired exhausted overwhelmed proud grateful thankful relieved afraid scared lonely
confused hopeful disappointed upset calm ashamed guilty bored curious confident insecure annoyed hurt heartbroken thrilled motivated depressed
embarrassed jealous optimistic pessimistic desperate inspired content furious satisfied impatient discouraged
""".split()
EMPTY = """
nope same really great good nice cool awesome amazing wonderful fantastic lovely sweet thank thanks thankful wow hey hi hello yeah yes yep okay ok sure glad hear
heard sounds sound like love loved think thought know knew get got getting go going goes went gone see saw seen look looking looks looked make makes
made making take takes took taking give gave come came thing things stuff something anything everything nothing someone anyone everyone time times day days
way lot lots bit much many well also even still always never ever maybe actually totally definitely absolutely just super pretty quite kind sort feel
feeling feels felt hope hoping want wanted need needed say said says tell told talk talking ask asked keep keeps kept let us try trying able help helps
helped find found new one ones back around away big little best better next last great fun happy excited inspiring inspired incredible important special
proud support supportive mean means right wait check sharing share shared catch chat life people part place moment experience journey enjoy enjoyed
enjoying believe bring brings brought put care long far soon today now already since first another own worth real true especially though although however
lately recently never else guess luck welcome please sorry congrats congratulations beautiful gorgeous perfect interesting agree exactly course wish
remind reminds reminder start started work working use used using show showed happened happening makes every different able passion passionate
""".split()
