"""English verbs: which form a word is, and how it is said of somebody else."""

# ruff: noqa: E501 - lists of words

from __future__ import annotations

import re

_REGULAR = """
accept ache achieve act adapt admire admit adopt adore advise afford agree aim allow amaze announce annoy answer appear
apply appreciate approach argue arrange arrive ask assist attach attack attempt attend attract avoid babysit babble
backpack bake bark battle beg behave believe belong bike bless blog blush bolt bond book bore borrow bounce bowl box brew browse
budget burn call calm camp cancel cancel canoe care carpool carry carve cash cause celebrate challenge change chat
cherish chew chop clean clear climb close coach code collapse collect commit commute compete complain complete compose
concentrate confess confuse conquer consider contact contribute convert cook cope count cover crash crave create crochet
cross cry cuddle cure cycle dance date deal debate decide declare decline decorate dedicate delay deliver depend deploy
describe deserve design despise destroy detest develop diet direct disagree dislike discover divorce donate doubt drag
dread dress drop drown drum earn edit elope embrace emigrate empty encourage end enjoy enlist enrol enroll enter
entertain escape evict exercise exhibit exist expand expect experience explain explore express face fail fail faint fancy
farm fast fear fence file fill film finish fish fix flirt focus follow force forage foster fracture freelance gain
gamble game garden gather giggle graduate grill guess guide hail handle happen hate haunt heal help hesitate hike hire
hobble homeschool hope host hug hunt hurry identify imagine immigrate impress improve include inherit injure inspire
install insist intend intern interview introduce invent invest invite iron jog join joke journal juggle jump juice kayak
kick kill kiss knit knock label lack land last laugh launch lead_ leak learn lease lecture lift like limp list listen
live load loathe lock long look lounge love lower manage marry massage master matter measure meditate memorise memorize
mention mentor message milk mind miscarry miss mix model moderate moonlight mountaineer mourn move multiply name
navigate need neglect notice number obey observe obsess obtain offer open operate oppose order organise organize own
pack paddle paint panic parent park participate party pass patrol pay_ pee perform photograph pick pierce plan plant
play plot podcast point polish post pour practice practise praise pray prefer prepare present preserve press pretend
prevent promise promote propose protect provide publish pull punch purchase pursue push qualify question quilt race
raise ranch rank rate reach realise realize receive reckon recommend recover record recycle reduce referee refuse
register regret rehearse rehome reject relapse relate relax release relocate rely remarry remember remind remove
renovate rent repair repeat replace reply report represent request rescue research resent reside resign resist
respect rest restore retire return reuse review rock roll row ruin rule rush sail sample save scare schedule scream
scroll sculpt search secure seem self-publish separate serve settle sew share shave shift ship shop shout sign skate
skateboard ski skip skydive smile smoke snack sneeze snore snorkel snowboard snuggle socialise socialize solve sound
specialise specialize sponsor spray sprain squat stammer stan stalk stare start starve stay stock stop store stream
stress stretch struggle study stumble stutter style suffer suggest supply support suppose surf surprise survive suspect
switch tackle tailgate talk tan taste tattoo telework tend test thank thrift tidy tolerate touch tour trade trail train
transfer translate transition travel treasure treat trek tried trip trust try turn tutor type undergo_ unwind_ update
upgrade use vacation value vape vegetate visit volunteer vote wait walk wander want warm wash waste watch water weigh
weld welcome whittle wish witness wonder work worry worship worship wrestle yell yearn zone
blow-dry crossfit daydream doodle hyperventilate overeat_ journal micromanage people-please powerlift procrastinate
rock-climb sleepwalk stress-eat upcycle worldbuild nap detox binge binge-watch bullet-journal sob bury hand tie sue evict total rear-end shake bond retrain house-hunt job-hunt flat-hunt faint sugarcoat patronise patronize deadlift nail knacker
""".replace("_", "")
_IRREGULAR = """
be was been|become became become|begin began begun|bend bent bent|bet bet bet|bind bound bound|bite bit bitten
bleed bled bled|blow blew blown|break broke broken|breed bred bred|bring brought brought|build built built
burst burst burst|buy bought bought|catch caught caught|choose chose chosen|come came come|cost cost cost
cut cut cut|deal dealt dealt|dig dug dug|dive dove dived|do did done|draw drew drawn|dream dreamt dreamt
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed fed|feel felt felt|fight fought fought
find found found|flee fled fled|fly flew flown|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen
get got gotten|give gave given|go went gone|grow grew grown|hang hung hung|have had had|hear heard heard
hide hid hidden|hit hit hit|hold held held|hurt hurt hurt|keep kept kept|know knew known|lay laid laid|lead led led
leave left left|lend lent lent|let let let|lie lay lain|light lit lit|lose lost lost|make made made|mean meant meant
meet met met|outgrow outgrew outgrown|overcome overcame overcome|overeat overate overeaten|pay paid paid|put put put
quit quit quit|read read read|rebuild rebuilt rebuilt|ride rode ridden|ring rang rung|rise rose risen|run ran run
say said said|see saw seen|sell sold sold|send sent sent|set set set|sew sewed sewn|shake shook shaken
shoot shot shot|show showed shown|shrink shrank shrunk|shut shut shut|sing sang sung|sink sank sunk|sit sat sat
sleep slept slept|slide slid slid|speak spoke spoken|spend spent spent|spin spun spun|split split split
spread spread spread|stand stood stood|steal stole stolen|stick stuck stuck|strike struck struck|swear swore sworn
sweep swept swept|swim swam swum|swing swung swung|take took taken|teach taught taught|tear tore torn|tell told told
think thought thought|throw threw thrown|undergo underwent undergone|understand understood understood
unwind unwound unwound|wake woke woken|wear wore worn|weave wove woven|win won won|withdraw withdrew withdrawn
write wrote written
"""
_DOUBLES = re.compile(r"(?:[^aeiou]|qu)[aeiou][bdgklmnprtv]$")
_SINGLE = frozenset(
    "answer cover deliver discover enter gather happen listen number offer open order reckon register remember suffer visit wander water wonder edit exhibit limit benefit garden fasten pencil develop gallop volunteer master matter answer consider lower number recover alter tutor doctor monitor mentor referee conquer barter hear break".replace(
        "_", "x"
    ).split()
)
_SIBILANT = re.compile(r"(?:s|x|z|ch|sh|o)$")


def _stem(base: str) -> str:
    """Give *base* as it stands before -ed and -ing."""
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return base[:-1]
    short = len(re.findall(r"[aeiouy]+", base)) == 1 or base in {
        "prefer",
        "commit",
        "regret",
        "admit",
        "transfer",
        "quilt",
        "begin",
        "forget",
        "babysit",
        "unpack",
        "refer",
        "control",
        "rebut",
        "cancel",
        "travel",
        "enrol",
    }
    if short and _DOUBLES.search(base) and base not in _SINGLE:
        return base + base[-1]
    return base


def _past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    return _stem(base) + "ed"


def _ing(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    return base + "ing" if base == "be" else _stem(base) + "ing"


BASE: frozenset[str]
PAST: dict[str, str] = {}
PARTICIPLE: dict[str, str] = {}
ING: dict[str, str] = {}
THIRD: dict[str, str] = {}


def third(base: str) -> str:
    """Say *base* of somebody else, now: "carries", "goes"; "am" gives "is"."""
    if base in {"am", "are", "be"}:
        return "is"
    if base in {"have", "do", "go"}:
        return {"have": "has", "do": "does", "go": "goes"}[base]
    if _SIBILANT.search(base):
        return f"{base}es"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}s"


def _fill() -> frozenset[str]:
    bases = set(_REGULAR.split())
    for base in bases:
        PAST[_past(base)] = PARTICIPLE[_past(base)] = base
    for line in _IRREGULAR.strip().replace("|", "\n").splitlines():
        base, past, participle = line.split()
        bases.add(base)
        PAST[past], PARTICIPLE[participle] = base, base
    PAST.update({"dreamed": "dream", "learnt": "learn", "burnt": "burn", "dived": "dive", "were": "be", "sewed": "sew"})
    PARTICIPLE.update(
        {"got": "get", "dreamed": "dream", "learnt": "learn", "burnt": "burn", "sewed": "sew", "beat": "beat"}
    )
    for base in bases:
        ING[_ing(base)] = base
        THIRD[third(base)] = base
    ING.update(
        {
            "traveling": "travel",
            "dating": "date",
            "canceling": "cancel",
            "dying": "die",
            "tying": "tie",
            "totalling": "total",
            "beating": "beat",
        }
    )
    PAST.update(
        {
            "traveled": "travel",
            "died": "die",
            "totalled": "total",
            "modelled": "model",
            "beat": "beat",
            "canceled": "cancel",
        }
    )
    PARTICIPLE.update({"traveled": "travel", "died": "die", "beaten": "beat", "canceled": "cancel"})
    return frozenset(bases | {"beat", "die"})


BASE = _fill()
