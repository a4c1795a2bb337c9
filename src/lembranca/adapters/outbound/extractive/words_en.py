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
long time no (?:see|talk|chat)|big news|(?:quick|one more) question|different (?:thing|topic)|hm+|ugh+|phew|ta|cheers
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
i'm (?:so |very )?sorry|sorry to|can i help you|is there anything else|feel free to|i hope this helps
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
SELF = r"i|i'\w+|my|mine|me|myself|we|our|us|ours"
OTHER = r"he|she|they|you|he's|she's|they're|you're|your|his|her|their|said|says|is|are"
ADVICE = r"""
i(?:'d| would) (?:suggest|recommend|start|say|go|ask|keep|not|wait|check)|i (?:suggest|recommend)|my advice|you (?:can|could|should|might|may|need)|
it(?:'s| is) (?:usually|often|normally|best|worth)|usually|typically|generally|as a rule|tips?|try|make sure|remember to|consider|best to|worth
"""
COMMITMENT = r"""
booked|reserved|confirmed|scheduled|arranged|agreed|cancell?ed|refunded|ordered|approved|resolved|fixed|settled|sent|signed|noted|ticket (?:number|no)|
reference|deal|total (?:is|of)|comes to|we(?:'ve| have) (?:decided|agreed)|is done|all set
"""
WISHED = r"happy (?:birthday|new year|christmas|easter|anniversary|hour)|if i|(?:the|this|that|my|our|your) content"
AIM = r"""
want(?:ed)? (?:to|an?|the|my|it|that)|i'd (?:like|love)|would (?:like|love) (?:to|an?)|need (?:to|an?|the|my|help)|looking for|hoping to|plan(?:ning)? (?:to|on|for|an?)|my (?:goal|dream|plan|aim)|
dream(?:ing)? of|intend|aim(?:ing)? to|thinking (?:of|about)|trying to|going to|i will|i'll|we'll|moving to|applying|preparing
"""
LAUGHTER = r"(?:ha){2,}h?|(?:he){2,}h?|lo+l|lmf?ao|rofl"
HYPOTHETICAL = r"""
if|unless|whether|would|could|should|might|may|maybe|perhaps|imagine|suppose|pretend|as if|like i|wish|hope|almost|nearly|people|anyone|someone|
everyone|whoever|joking|kidding|dreamt|dreamed|in the (?:book|film|movie|story|novel|series)
"""
EVENTS = {
    "high": r"""
(?:was|were|is|been) born|gave birth|(?:had|having|have|expecting) (?:a|our|her|their) baby|(?:is|am|are|got|'s|'m|'re) pregnant|passed away|(?:has )?died|
was killed|(?:i|we|he|she|they)(?:'ve| have| has)? (?:just )?lost (?:my|our|his|her|their) (?:job|wife|husband|mother|mom|mum|father|dad|son|daughter|brother|sister|home|house|baby)|
(?:got|are getting|is getting|am getting|were|was|we're getting|i'm getting) (?:married|engaged|divorced)|married (?:my|his|her|him|in|on|last|at)|
proposed (?:to|in)|(?:we|they|i|he|she|and i)(?:'ve| have)? (?:just )?(?:broke up|split up|separated|divorced)|(?:has|have|had|was in|were in) an? (?:car )?(?:accident|crash)|
had (?:a )?(?:stroke|heart attack|surgery|operation|miscarriage)|(?:have|having|need) (?:a )?surgery|(?:was|were|is|been|got) (?:diagnosed|hospitali[sz]ed|operated|arrested|fired|laid off|
sacked|hired|promoted|evicted)|(?:broke|broken) (?:my|his|her) (?:arm|leg|hip|wrist|ankle|foot|neck|collarbone)|(?:rushed|taken|admitted|drove me|went) to (?:the )?(?:hospital|a&e|icu)|
(?:i|we|he|she) (?:have|has|had) (?:been diagnosed|cancer)|(?:got|took|accepted|offered|starting|started|start) (?:me )?(?:the|a|my|that) (?:new )?job|
(?:i|we|he|she)(?:'ve| have| has)? quit (?:my|our|his|her|the) job|resigned|(?:moved|moving|am moving|move) (?:to|back to|in with|out of|abroad)(?! (?:the )?(?:step|side|next|sofa|left|right|top|front|page))|
adopted (?:a|an|our|my|two|him|her)|went bankrupt|(?:i|we) love you|(?:i'm|i am|am|are|fell|fallen) (?:still )?in love|confessed (?:my|his|her|their) love|loves me
""",
    "medium": r"""
(?:i|we|he|she|they|[a-z]+)(?:'ve|'s| have| has)? (?:just |finally )?decided|decided (?:to|on|that|not)|made up my mind|we(?:'ve| have)? agreed|agreed (?:to|on|that)|promised|swore|confessed|
admitted|told (?:him|her|them|me) (?:everything|the truth)|graduated|won (?:a|an|the|my|first|second|third|our)|awarded|passed (?:the|my|her|his) \w*\s?(?:exam|test|course|interview|bar)|got (?:in|accepted|it)|
was accepted|offer accepted|accepted (?:the|an|my|our)|(?:we|i|he|she|they) (?:opened|launched|founded|published)|started (?:a|my|working|studying|therapy|training|lessons|classes)|signed (?:it|the|a|my|up)|
bought (?:a|the|our|my) (?:\w+ )?(?:house|flat|car|apartment|boat|ticket|tickets|land|cottage|piano|cello)|sold (?:the|my|our) (?:\w+ )?(?:house|flat|car|apartment|boat|business|piano)|
travell?ed to|flew to|(?:went|going|flying) to (?:[a-z]+ )?(?:for|in|on|next|this|with)|visited|(?:i|we)(?:'ve| have)? (?:just )?booked|booked (?:it|the|a|an|two|us|me)|cancell?ed (?:it|the|my|our|that)|finished (?:the|my|writing|reading)|
completed|performed (?:at|in)|competed|quit|retired|failed (?:the|my)|stole|betrayed|escaped|attacked|killed|kissed|rescued|revealed|discovered|found out|broke into|set out|vowed
""",
    "low": r"""
(?:had|threw|went to|celebrated|throwing|having|hosted) (?:a|an|the|my|our|his|her) (?:\w+ )*?(?:birthday|party|concert|festival|reunion|tournament)|met (?:up )?(?:with|my|a|his|her)|joined|went (?:camping|hiking)|
hiked|camped|volunteered|(?:have|had|got) an? (?:\w+ )?(?:appointment|interview|exam|meeting)
""",
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
