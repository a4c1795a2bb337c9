"""How what somebody tells now stands to what is known of them already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from lembranca.domain.claim import PARTS, Claim, Word

Similarity = Callable[[str, str], float]
"""How near two texts are in meaning, from 0 to 1, as the cosine of their embeddings."""

NEAR = 0.95
"""
From this similarity on two texts that share a word and all names and figures say the same. Of the 127 labelled pairs
that stand beside each other the nearest, two children of different names, has 0.93 with MiniLM.
"""


class Relation(Enum):
    """What a newly told fact is to a known one."""

    BESIDE = "beside"  # both stand
    SAME = "same"  # said again
    NARROWER = "narrower"  # the known one says all of it and more
    FULLER = "fuller"  # it says all that the known one does and more
    VALUE = "value"  # another value of what holds one at a time
    ENDS = "ends"  # it denies what is known, or tells its end
    RESUMES = "resumes"  # it holds after all, or again
    REACHES = "reaches"  # the goal is reached
    TAKES_BACK = "takes back"  # it is to be as if it had not been said


AGREEING = frozenset({Relation.SAME, Relation.NARROWER, Relation.FULLER})
REPLACING = frozenset({Relation.VALUE, Relation.ENDS, Relation.RESUMES, Relation.REACHES})

# Of these a part is something else: who likes music may not like classical music, nor the other way round.
_EXACT = frozenset({"~like", "~allergy", "~eat", "~drink", "~play", "~speak", "~prefer", "~favourite", "~support"})
_TASTE = frozenset({"~like"})
_CONSUMING = frozenset({"~eat", "~drink", "~smoke"})
_GIVEN_UP = _CONSUMING | {"~play", "~study", "~work", "~teach", "~live", "~support"}
_AGES = frozenset({"anos", "years", "meses", "months", "aged", "age", "idade"})
_YEARS = range(1900, 2101)
_MORE_OF_A_FEELING = 2  # words


def relation(told: Claim, known: Claim, similarity: Similarity | None = None) -> Relation:
    """
    Tell what *told* is to *known*; BESIDE where nothing speaks for anything else.

    Two facts are the same where they say the same of the same, in whichever words the tables of equivalents know, or
    where *similarity* finds them near and no figure or side tells them apart.
    """
    if told.keys.isdisjoint(known.keys) or "message" in {told.kind, known.kind}:
        return Relation.BESIDE
    if told.is_retraction:
        meant = bool(told.words) and 2 * len(told.words) >= len(known.words) and _covered(told.words, known.words)
        return Relation.TAKES_BACK if meant else Relation.BESIDE
    if (told.plain, told.affirmed) == (known.plain, known.affirmed):
        return Relation.SAME
    return _of_claims(told, known, similarity)


def _of_claims(told: Claim, known: Claim, similarity: Similarity | None) -> Relation:
    if "obj" in {told.kind, known.kind}:
        return _with_goals(told, known)
    if told.affirmed != known.affirmed:
        return _of_opposites(told, known)
    return _of_one_side(told, known, similarity)


def _of_one_side(told: Claim, known: Claim, similarity: Similarity | None) -> Relation:
    if _gives_up(told, known):
        return Relation.VALUE
    if told.slots.keys() & known.slots.keys():
        return _of_slots(told, known)
    if _implied(told, known):
        return Relation.NARROWER if _never_has(known, told) else Relation.FULLER
    if told.frames == known.frames and (told.words or told.numbers or told.frames):
        return _of_one_frame(told, known, similarity)
    return Relation.BESIDE


def _of_one_frame(told: Claim, known: Claim, similarity: Similarity | None) -> Relation:
    if _alike(told, known):
        return _by_numbers(told, known)
    if "event" in {told.kind, known.kind} and told.kind != known.kind:
        return Relation.BESIDE
    how = _by_parts(told, known) if told.affirmed and told.frames.isdisjoint(_EXACT) else None
    return how or (Relation.SAME if similarity is not None and _near(told, known, similarity) else Relation.BESIDE)


def _gives_up(told: Claim, known: Claim) -> bool:
    """Whether *told* names what is known as what it came instead of."""
    return bool(told.left) and known.affirmed and _covered(told.left, known.words) and not _alike(told, known)


def _of_slots(told: Claim, known: Claim) -> Relation:
    if "~also" in told.marks:
        return Relation.BESIDE
    shared = told.slots.keys() & known.slots.keys()
    if any(not _one_value(told.slots[name], known.slots[name]) for name in shared):
        return Relation.VALUE
    if told.kind != known.kind and "event" in {told.kind, known.kind}:
        return Relation.BESIDE  # the move, and the new home
    others = Relation.VALUE if "marital_status" in shared and told.words and known.words else Relation.BESIDE
    return _of_one_value(told, known) or others


def _of_one_value(told: Claim, known: Claim) -> Relation | None:
    if _alike(told, known):
        return Relation.SAME if told.numbers == known.numbers else Relation.VALUE
    if _covered(told.words, known.words) and told.numbers <= known.numbers:
        return Relation.NARROWER
    return Relation.FULLER if _covered(known.words, told.words) and known.numbers <= told.numbers else None


def _one_value(one: frozenset[str], other: frozenset[str]) -> bool:
    return one <= other or other <= one


def _implied(told: Claim, known: Claim) -> bool:
    """Who never has something says so as well when they do not like it."""
    return _never_has(known, told) or _never_has(told, known)


def _never_has(diet: Claim, taste: Claim) -> bool:
    if diet.affirmed or taste.affirmed or not taste.words or taste.frames != _TASTE:
        return False
    return bool(diet.frames) and diet.frames <= _CONSUMING and _covered(taste.words, diet.words)


def _by_numbers(told: Claim, known: Claim) -> Relation:
    """The same words: with other figures another value, but for what happened twice and for the ages of several."""
    if told.numbers == known.numbers:
        return Relation.SAME
    if "~also" in told.marks:
        return Relation.BESIDE
    if not told.numbers:
        return Relation.NARROWER
    if not known.numbers:
        return Relation.FULLER
    happened = "event" in {told.kind, known.kind} and not (_at_hand(told) and _at_hand(known))
    return Relation.BESIDE if happened or (_aged(told) and _aged(known)) else Relation.VALUE


def _at_hand(claim: Claim) -> bool:
    """Whether it is an appointment rather than what has happened."""
    if any(int(number) in _YEARS for number in claim.numbers):
        return False
    return not claim.plain.split(" ", 1)[0].endswith(("ou", "eu", "iu", "ed"))


def _aged(claim: Claim) -> bool:
    """Whether its figure is the age of somebody else."""
    concerned = any(stem[0] == "~" for word in claim.words for stem in word)
    return concerned and not _AGES.isdisjoint(claim.plain.split())


def _by_parts(told: Claim, known: Claim) -> Relation | None:
    if "~also" in told.marks | known.marks:
        return None
    if _part_of(told, known):
        return Relation.NARROWER
    return Relation.FULLER if _part_of(known, told) else None


def _part_of(part: Claim, whole: Claim) -> bool:
    """Whether *whole* says all of *part* and begins with the same: "a cat" is in "a cat called Pingo"."""
    if part.frames != whole.frames or not (part.numbers <= whole.numbers and _covered(part.words, whole.words)):
        return False
    if not part.words:
        return bool(part.numbers and part.frames)
    if part.kind == "emo":
        return len(whole.words) - len(part.words) <= _MORE_OF_A_FEELING
    return _is(part.words[0], whole.words[0])


def _near(told: Claim, known: Claim, similarity: Similarity) -> bool:
    if told.numbers != known.numbers or told.names != known.names or told.kind != known.kind:
        return False
    shared = any(word & other for word in told.words for other in known.words)
    return shared and similarity(told.plain, known.plain) >= NEAR


def _of_opposites(told: Claim, known: Claim) -> Relation:
    if told.frames & known.frames & _TASTE:
        if not _alike(told, known):
            return Relation.BESIDE
        return Relation.ENDS if "~ended" in told.marks else Relation.VALUE
    if _has_status(known, told) or _has_status(told, known):
        return Relation.NARROWER if known.affirmed else Relation.FULLER
    if not _denies(*((known, told) if told.affirmed else (told, known))):
        return Relation.BESIDE
    return Relation.RESUMES if told.affirmed and "~denied" not in told.marks else Relation.ENDS


def _has_status(status: Claim, denial: Claim) -> bool:
    """Whether who has one status says so when they deny another: who is divorced is no longer married."""
    name = "marital_status"
    return status.affirmed and not denial.affirmed and _differ(status.slots.get(name), denial.slots.get(name))


def _differ(one: frozenset[str] | None, other: frozenset[str] | None) -> bool:
    return bool(one and other) and one != other


def _denies(denial: Claim, claim: Claim) -> bool:
    """Whether *denial* speaks of all that *claim* says, so that the two cannot hold together."""
    if not (_covered(denial.words, claim.words) and denial.numbers <= claim.numbers):
        return False
    if denial.frames == claim.frames:
        return bool(denial.words or denial.frames)
    if "~ended" not in denial.marks or not denial.words:
        return False
    if not denial.frames:
        return claim.frames <= _GIVEN_UP
    return denial.frames <= _CONSUMING and claim.frames <= _TASTE | _CONSUMING


def _with_goals(told: Claim, known: Claim) -> Relation:
    if told.kind != known.kind:
        return _of_a_goal(told, known) if known.kind == "obj" and known.affirmed else Relation.BESIDE
    if told.affirmed == known.affirmed:
        return _of_goals(told, known)
    denial, goal = (known, told) if told.affirmed else (told, known)
    if not denial.words or not _covered(denial.words, goal.words):
        return Relation.BESIDE
    return Relation.RESUMES if told.affirmed else Relation.ENDS


def _of_a_goal(told: Claim, goal: Claim) -> Relation:
    """What a fact of another kind is to a goal: its end, for good or ill, or nothing."""
    if not told.affirmed:
        given_up = "~ended" in told.marks or "~want" in told.frames
        return Relation.ENDS if given_up and told.words and _covered(told.words, goal.words) else Relation.BESIDE
    reached = (goal.words or goal.numbers) and goal.frames == told.frames and goal.numbers <= told.numbers
    if told.kind in {"event", "bio"} and reached and _covered(goal.words, told.words):
        return Relation.REACHES
    return Relation.BESIDE


def _of_goals(told: Claim, known: Claim) -> Relation:
    if _gives_up(told, known):
        return Relation.VALUE
    if told.slots.keys() & known.slots.keys():
        return _of_slots(told, known)
    if "~instead" in told.marks and any(word & other for word in told.words for other in known.words):
        return Relation.VALUE
    there, back = _covered(told.words, known.words), _covered(known.words, told.words)
    figures = told.numbers and known.numbers and told.numbers.isdisjoint(known.numbers)
    if (there and back) or ((there or back) and figures):
        return _by_numbers(told, known)
    return _by_parts(told, known) or Relation.BESIDE


def _alike(one: Claim, other: Claim) -> bool:
    return _covered(one.words, other.words) and _covered(other.words, one.words)


def _covered(these: Sequence[Word], those: Sequence[Word]) -> bool:
    there = frozenset().union(*those)
    return all(_is(word, there) for word in these)


def _is(word: Word, other: frozenset[str]) -> bool:
    if not word.isdisjoint(other):
        return True
    return any(part in other for stem in word if stem in PARTS for part in PARTS[stem])
