"""
What people say of themselves in English, and which ways of saying it are the same.

FRAMES are what is said of something: to like it, to fear it, to live there. THINGS are what it is said of. FILLERS say
nothing that tells two facts apart. See `lembranca.domain.equivalents` for how a table is written.
"""

# ruff: noqa: E501 - tables, an expression is easier to find in one line

from __future__ import annotations

FRAMES = {
    "~not": "not, no longer, never, no, none, nor, neither, cannot, can t, don t, doesn t, didn t, isn t, aren t, wasn t, hasn t, haven t, won t, without, hardly, does not, do not, can not, did not, has not",
    "~quit": """
        used to, used to be, used to have, quit, quits, stopped, has stopped, stopped going to, gave up on, gave up, has given up on, has given up, given up on, given up, dropped out of, dropped, got over, overcame, ex, former, sold, rehomed,
        gave away, called off, has called off, cancelled, canceled, abandoned, resigned from, stepped down from, is done with, is over, retired from
    """,
    "~like": """
        like, likes, liked, love, loves, loved, loving, adore*, enjoy*, is fond of, fond of, is a keen, is an avid, keen, avid, passionate, enthusiastic, is an enthusiastic, is into, into, is a fan of, is a big fan of, is a huge fan of, fan of, fan, is keen on, keen on, is crazy about, crazy about, is mad about, is a lover of,
        is passionate about, passionate about, is obsessed with, obsessed with, is addicted to, has a passion for, has a soft spot for, is partial to, favourite thing is, favourite thing in the world, favorite thing in the world, favourite thing, favorite thing,
        can t get enough of, can not get enough of, cannot get enough of, appreciates
    """,
    "~un ~like": "hate*, loathe*, detest*, dislike*, despise*, abhor*, has no time for, finds disgusting, is disgusted by, is averse to",
    "~not ~like": "can t stand, cannot stand, can not stand, can t bear, cannot bear, can not bear, can t abide, cannot abide",
    "~prefer": "prefer*, would prefer, would rather, works best for them, work best for them, works best, work best, is best for them, are best for them, best for them, is best, are best",
    "~favourite": "favourite*, favorite*",
    "~fear": """
        afraid of, is afraid of, scared of, is scared of, scared, frightened of, frightened, terrified of, terrified, terrif*, petrified of, petrified, petrif*, fear, fears, fear of, has a fear of, phobia, phobia of, has a phobia of, scare*, frighten*,
        dread*, is phobic of, freaks them out, panics at, is in terror of
    """,
    "~anxious": "anxious*, anxiety, nervous*, worried, worries, worry, stress*, stressed, tense, on edge, apprehensive, uneasy",
    "~angry": "angry, anger*, annoyed, annoys, annoy, irritat*, furious, infuriat*, mad at, cross with, pissed off, enrag*",
    "~sad": "sad, sadness, depress*, heartbroken, devastated, gutted, down about, upset*, miserable, gloomy, grieving",
    "~happy": "happy, happiness, glad, joy*, cheerful, delighted, thrilled, excited, over the moon, ecstatic",
    "~miss": "miss, misses, missing, homesick for",
    "~proud": "proud, proud of, takes pride in",
    "~ashamed": "ashamed, ashamed of, embarrassed by, embarrassed about",
    "~tired": "tired, exhausted, worn out, burned out, burnt out, drained",
    "~lonely": "lonely, loneliness",
    "~want": """
        want, wants, wants to, want to, would like to, hopes to, hope to, hoping to, plans to, plan to, plans on, planning to, is planning to, is planning on, intends to, aims to, aims for, dreams of, dreams about, is dreaming of, wishes to, longs to, still set on, is still set on, set on,
        goal is, goal is to, goal, goals, the goal is, the goal is to, has the goal of, dream is to, dream is, ambition is to, has set the goal of, is determined to, is working towards, is hoping to, is set on, has a plan to, target is, new goal is
    """,
    "~reached": "achieved, achieve, reach, reached, hit, managed to, succeeded in, accomplished, completed, has reached, has achieved, made it to, got to",
    "~live": """
        live, lives in, lives with, lives at, lives, move, move to, moving to, emigrate to, emigrating to, emigrated to, emigrate, emigrating, relocate to, relocating to, living in, living, resides in, resides, reside*, home is in, home is, is home, is at home in, is based in, based in, moved to, has moved to, moved, relocated to, is renting in, renting in, rents in,
        rents a room in, rents a place in, rents a flat in, is living in, settled in, has settled in, dwells in
    """,
    "~work": "work, works, working, is employed, employed, job is, job, occupation is, profession is, for a living, does for a living, makes a living, earns a living, got hired, was hired, hired as, got a job, joined, has joined, started at, is working, career is in",
    "~study": "study, studies, studying, majoring in, is majoring in, major is, majors in, major, degree subject is, degree subject, is reading for, is doing a degree in, a degree in, is enrolled in, is taking a course in, course is, is a student of, student of",
    "~teach": "teach, teaches, teaching, is a teacher of, teacher of",
    "~speak": "speak, speaks, speaking, is fluent in, fluent in, is a speaker of, can speak, knows how to speak",
    "~eat": "eat, eats, eating",
    "~drink": "drink, drinks, drinking",
    "~smoke": "smoke, smokes, smoking, is a smoker, smoker, cigarettes",
    "~allergy": "allergic to, is allergic to, allergic, allergy, allergies, allergy to, has an allergy to, intolerant to, intolerance to, has an intolerance to, is intolerant to",
    "~name": "name is, name s, is called, is named, name, goes by the name",
    "~nick": "goes by, nickname is, nickname, wants to be called, prefers to be called, likes to be called",
    "~anniversary": "wedding anniversary is, wedding anniversary, anniversary is, anniversary",
    "~birthday": "birthday is, birthday, birthday on, date of birth, date of birth is",
    "~born": "was born in, was born on, was born, born in, born on, born, is a native of",
    "~from": "is from, come from, comes from, hails from, originally from, is originally from, origin is",
    "~weigh": "weigh, weighs, weight is, is down to, down to",
    "~height": "height is, is # tall",
    "~wake": "gets up at, gets up, get up, wakes up at, wakes up, wake up, wakes at, rises at, is up at, is up by, is out of bed at, up at, gets out of bed at",
    "~sleep": "goes to bed at, goes to bed, goes to sleep, sleeps",
    "~support": "roots for, cheers for, team is",
    "~play": "play, plays, playing",
    "~status ~married": "married, got married to, is married to, wife, husband, tied the knot with, tied the knot, wed, spouse",
    "~status ~dating": "dating, is dating, is seeing, has a girlfriend, has a boyfriend, girlfriend, boyfriend, is going out with, in a relationship with, is with",
    "~status ~engaged": "engaged, engaged to, fiancé, fiancée",
    "~status ~single": "single",
    "~status ~divorced": "divorced, got divorced, separated, split up with, broke up with",
    "~status ~widowed": "widow, widower, widowed",
    "~unemployed": "unemployed, out of work, jobless, between jobs, looking for a job, job hunting",
    "~retired": "retired",
    "~pregnant": "pregnant, pregnancy, expecting a baby",
    "~also": "also, too, as well, another, one more, a second, second one, plus, besides",
    "~taken_back": "takes back what was said about, takes back what they said about, takes back, took back, wants to forget, asks to forget, asks to delete, was kidding about, was joking about, retracts",
}

THINGS = {
    "~un ~eat ~meat": "is a vegetarian, vegetarian*, is veggie, vegetarianism, is meat free",
    "~un ~eat ~animal": "is a vegan, vegan*, plant based, eats nothing from animals",
    "~un ~drink": "teetotal*, is a non drinker, abstains from alcohol, is sober",
    "~drink": "drink alcohol, drinks alcohol, drink any alcohol, touch alcohol, alcohol",
    "~un ~smoke": "non smoker, is a non smoker",
    "~meat": "meat, meats",
    "~animal": "animal products, anything from animals, products of animal origin, animal origin",
    "~kosher": "keeps kosher, kosher food only, only kosher food, only eats kosher, eats only kosher, eats kosher, kosher kitchen, has a kosher kitchen, kosher*",
    "~halal": "eats halal, only halal food, halal*",
    "~allergy gluten": "celiac*, coeliac*, gluten intolerant, gluten intolerance",
    "~allergy lactose": "lactose intolerant, lactose intolerance",
    "~work software": """
        programmer*, software developer*, software engineer*, developer, coder, develops software, writes software, writes code, makes software, software development, codes, programs computers
    """,
    "~teacher": "teacher, teachers, schoolteacher, educator",
    "~lawyer": "lawyer, attorney, solicitor",
    "~nurse": "nurse, nurses, nursing",
    "~doctor": "doctor, physician",
    "~weightloss": "lose weight, loses weight, losing weight, slim down, shed weight",
    "~weightloss # ~lb": """
        lose # pounds, lose # lbs, lose # lb, losing # pounds, losing # lbs, drop # pounds, drop # lbs, dropping # lbs, dropping # pounds, shed # pounds, shed # lbs, shedding # pounds, lost # pounds, lost # lbs, dropped # pounds, dropped # lbs
    """,
    "~weightloss # ~kg": """
        lose # kilos, lose # kg, losing # kilos, losing # kg, drop # kilos, drop # kg, dropping # kilos, dropping # kg, shed # kilos, shed # kg, lost # kilos, lost # kg
    """,
    "~kg": "kg, kgs, kilo, kilos, kilogram*",
    "~lb": "pound, pounds, lb, lbs",
    "~km": "km, kms, kilomet*",
    "~mile": "mile, miles, mi",
    "~son": "son, sons, baby boy, little boy, boy, boys",
    "~daughter": "daughter, daughters, baby girl, little girl, girl, girls",
    "~child": "child, children, kid, kids",
    "~brother": "brother, brothers",
    "~sister": "sister, sisters",
    "~mother": "mother, mom, mum, mommy, mummy",
    "~father": "father, dad, daddy",
    "~grandmother": "grandmother, grandma, granny, nana",
    "~grandfather": "grandfather, grandpa, grandad, granddad",
    "~flatmate": "flatmate*, roommate*, housemate*",
    "~dog": "dog, dogs, puppy, pup, doggo, pooch",
    "~cat": "cat, cats, kitten, kitty, kittens",
    "~car": "car, cars, automobile",
    "~bike": "bike, bikes, bicycle*",
    "~flat": "flat, flats, apartment*, condo",
    "~short": "short, brief, briefly, concise*, succinct*, to the point",
    "~long": "long, detailed, lengthy, in depth",
    "~answer": "answer*, reply, replies, response*, respond*",
    "~answer ~short": "keep it brief, keep it short, keep things brief, keep things short, be brief, be concise, be succinct",
    "~morning": "morning*, a m",
    "~afternoon": "afternoon*",
    "~night": "evening*, night*",
    "~meeting": "meeting*, call, calls",
    "~notice": "notif*, contact, contacted, reach, ping, pings, message, messages, reminder*, be told, hear",
    "~email": "email*, e mail, e mails, mail",
    "~telegram": "telegram",
    "~whatsapp": "whatsapp",
    "~slack": "slack",
    "~teams": "teams, microsoft teams",
    "~signal": "signal",
    "~sms": "sms, text, texts, text message*",
    "~phone": "phone, phone calls, by phone",
    "~coffee": "coffee, coffees",
    "new york": "nyc, new york city, the big apple, ny, new york",
    "los angeles": "la, los angeles",
    "san francisco": "sf, san fran, san francisco",
    "washington": "dc, washington dc",
    "uk": "united kingdom, britain, great britain",
    "usa": "united states, us, america, the states, u s, u s a",
    "economics": "econ",
    "mathematics": "math, maths",
    "biology": "bio",
    "psychology": "psych",
    "chemistry": "chem",
    "exam": "exams, examination*",
    "buy": "bought",
    "write": "wrote, written, writing",
    "learn": "learnt",
    "make": "made, making",
    "build": "built",
    "win": "won",
    "drive": "drove, driven",
    "fly": "flew, flown",
    "find": "found",
    "lose": "lost",
    "see": "saw, seen",
    "take": "took, taken",
    "grow": "grew, grown",
    "break": "broke, broken",
    "begin": "began, begun",
    "choose": "chose, chosen",
    "meet": "met",
    "adopt": "adopted, adopting",
    "join": "joined a, joined an, joined the, joined their",
    "hike": "hiker*, hiking",
    "run": "ran, runner*, running, jogging",
    "swim": "swam, swum, swimmer*, swimming",
    "cook": "cooking",
    "read": "reader, reading, books",
    "ride": "rider, rode, ridden",
    "travel": "traveller, traveler, travelling, traveling, trip, trips",
    "climb": "climber, climbing",
    "cycle": "cyclist, cycling",
    "~needle": "needle*, injection*",
    "gym": "working out, going to the gym, works out",
}

COUNTRIES = """
    brazil, portugal, angola, mozambique, argentina, uruguay, paraguay, chile, bolivia, peru, colombia, venezuela, mexico, canada, usa, uk, england, scotland, wales, ireland, spain, france, italy, germany, netherlands,
    belgium, switzerland, austria, sweden, norway, denmark, finland, poland, greece, turkey, japan, china, korea, india, australia, new zealand, israel, egypt, russia
"""

LIGHT = "listen, listening, to listen to, listening to, watch, watching, see, seeing, do, doing, practise, practice, practising, practicing, eat, eating, drink, drinking, play, playing, go, going, using"

FILLERS = """
    after all, is seeing a, is seeing an, is seeing the, is seeing their, is seeing how, is seeing that, such, each day, super,
    very, very much, so, so much, much, a lot, lots, really, totally, completely, extremely, absolutely, truly, deeply, quite, pretty, a bit, a bit of, bit, a little, big, huge, massive, die hard, lifelong, devoted,
    today, yesterday, tomorrow, now, nowadays, these days, currently, always, still, already, every day, everyday, daily, usually, normally, generally, often, sometimes, again, once more, once again, last week, this week, last month, last year,
    this year, this month, recently, finally, at last, at the moment, since forever, for ever, from now on, from here on, from here, as of now, here, over here, actually, in fact, any more, anymore, any longer,
    severe*, mild*, serious*, badly, deathly,
    is, am, are, be, was, were, been, being, become, becomes, became, becoming, has, have, had, having, got, gets, get, has got, own, owns, there is, the, a, an, of, in, on, at, to, for, with, by, from, and, or, that, this, those, these,
    their, his, her, them, they, it, he, she, him, themselves, my, me, i, our, we, us, as, just, some, any, thing, things, stuff, something, called, named, goes, because of, because, about, feels, feel, feeling, is feeling, makes, make, please,
    would, will, can, should, do, does, did, if, when, what, who, which, years old, year old, years, year, age, aged, kind of, sort of, and that s that, that s that, only, new, ever, idea, idea of, plan of, fluently, fluent, okay, ok, left, leaves, leave, city of, the city of, pet
"""
