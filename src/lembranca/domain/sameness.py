"""How what somebody tells now stands to what is known of them already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from lembranca.domain.claim import Claim, Word

Similarity = Callable[[str, str], float]
"""How near two texts are in meaning, from 0 to 1, as the cosine of their embeddings."""

NEAR = 0.93
"""From this similarity on two texts that share a word say the same; far above what two hobbies or two allergies have."""


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

_EXACT = frozenset({"~like", "~allergy", "~eat", "~drink", "~play", "~speak", "~prefer", "~favourite", "~support"})
_TASTE = frozenset({"~like"})
_CONSUMING = frozenset({"~eat", "~drink", "~smoke"})
_GIVEN_UP = frozenset({"~eat", "~drink", "~smoke", "~play", "~study", "~work", "~teach", "~live", "~support"})
_PARTS = {"~child": frozenset({"~son", "~daughter"}), "~sibling": frozenset({"~brother", "~sister"})}
_AGES = frozenset({"anos", "years", "meses", "months", "aged", "age", "idade"})
_MORE_OF_A_FEELING = 2
_YEARS = range(1900, 2101)


def relation(told: Claim, known: Claim, similarity: Similarity | None = None) -> Relation:
    """
    Tell what *told* is to *known*; BESIDE where nothing speaks for anything else.

    Two facts are the same where they say the same of the same, in whichever words the tables of equivalents know, or
    where *similarity* finds them near and no figure or side tells them apart.
    """
    if told.kind == "message" or known.kind == "message":
        return Relation.BESIDE
    if told.is_retraction:
        return Relation.TAKES_BACK if told.words and _covered(told.words, known.words) else Relation.BESIDE
    if told.plain == known.plain and told.affirmed == known.affirmed:
        return Relation.SAME
    if told.kind == "obj" or known.kind == "obj":
        return _of_goals(told, known)
    if told.affirmed != known.affirmed:
        return _of_opposites(told, known)
    if told.left and known.affirmed and _covered(told.left, known.words) and not _covered(told.words, known.words):
        return Relation.VALUE
    if told.slots.keys() & known.slots.keys():
        return _of_slots(told, known)
    return _of_equals(told, known, similarity)


def _of_equals(told: Claim, known: Claim, similarity: Similarity | None) -> Relation:
    if _implies(known, told):
        return Relation.NARROWER
    if _implies(told, known):
        return Relation.FULLER
    if told.frames != known.frames or not _kinds_agree(told, known):
        return Relation.BESIDE
    there, back = _covered(told.words, known.words), _covered(known.words, told.words)
    if not told.words and not told.numbers and not told.frames:
        return Relation.BESIDE
    if there and back:
        if told.numbers == known.numbers:
            return Relation.SAME
        return _by_numbers(told, known)
    if "event" in {told.kind, known.kind} and told.kind != known.kind:
        return Relation.BESIDE
    if not told.frames & _EXACT and "~also" not in told.marks | known.marks and told.affirmed:
        if _part_of(told, known):
            return Relation.NARROWER
        if _part_of(known, told):
            return Relation.FULLER
    if similarity is not None and _near(told, known, similarity):
        return Relation.SAME
    return Relation.BESIDE


def _part_of(part: Claim, whole: Claim) -> bool:
    """Whether *whole* says all of *part* and begins with the same: "a cat" is in "a cat called Pingo"."""
    if not (part.numbers <= whole.numbers and _covered(part.words, whole.words)):
        return False
    if not part.words:
        return bool(part.numbers and part.frames)
    if part.kind == "emo":
        return len(whole.words) - len(part.words) <= _MORE_OF_A_FEELING
    return _is(part.words[0], whole.words[0])


def _implies(diet: Claim, taste: Claim) -> bool:
    """Whether who never has something says so when they do not like it."""
    if diet.affirmed or taste.affirmed or not taste.words:
        return False
    never = taste.frames == _TASTE and bool(diet.frames) and diet.frames <= _CONSUMING
    return never and _covered(taste.words, diet.words)


def _near(told: Claim, known: Claim, similarity: Similarity) -> bool:
    if told.numbers != known.numbers or told.kind != known.kind:
        return False
    shared = any(word & other for word in told.words for other in known.words)
    return shared and similarity(told.plain, known.plain) >= NEAR


def _by_numbers(told: Claim, known: Claim) -> Relation:
    """The same words with other figures: another value, but for what happened twice and for ages of several."""
    if not told.numbers or not known.numbers or "~also" in told.marks:
        if told.numbers and not told.marks & {"~also"}:
            return Relation.FULLER
        return Relation.NARROWER if known.numbers else Relation.BESIDE
    if "event" in {told.kind, known.kind} and not (_at_hand(told) and _at_hand(known)):
        return Relation.BESIDE
    if _aged(told) and _aged(known):
        return Relation.BESIDE
    return Relation.VALUE


def _at_hand(claim: Claim) -> bool:
    """Whether it is an appointment rather than what has happened."""
    if any(int(number) in _YEARS for number in claim.numbers):
        return False
    return not claim.plain.split(" ", 1)[0].endswith(("ou", "eu", "iu", "ed"))


def _aged(claim: Claim) -> bool:
    """Whether its figure is the age of somebody else."""
    return bool(_AGES.intersection(claim.plain.split())) and any("~" in stem for word in claim.words for stem in word)


def _of_slots(told: Claim, known: Claim) -> Relation:
    if "~also" in told.marks:
        return Relation.BESIDE
    shared = told.slots.keys() & known.slots.keys()
    other = any(not (told.slots[name] <= known.slots[name] or known.slots[name] <= told.slots[name]) for name in shared)
    if other:
        return Relation.VALUE
    if told.kind != known.kind and "event" in {told.kind, known.kind}:
        return Relation.BESIDE
    there, back = _covered(told.words, known.words), _covered(known.words, told.words)
    if there and back:
        return Relation.SAME if told.numbers == known.numbers else Relation.VALUE
    if there and told.numbers <= known.numbers:
        return Relation.NARROWER
    if back and known.numbers <= told.numbers:
        return Relation.FULLER
    if "marital_status" in shared and told.words and known.words:
        return Relation.VALUE
    return Relation.BESIDE


def _of_opposites(told: Claim, known: Claim) -> Relation:
    if told.frames & known.frames & _TASTE:
        if not (_covered(told.words, known.words) and _covered(known.words, told.words)):
            return Relation.BESIDE
        return Relation.ENDS if "~ended" in told.marks else Relation.VALUE
    if not told.affirmed:
        return Relation.ENDS if _denies(told, known) else Relation.BESIDE
    if _denies(known, told):
        return Relation.ENDS if "~denied" in told.marks else Relation.RESUMES
    return Relation.BESIDE


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


def _of_goals(told: Claim, known: Claim) -> Relation:
    if told.kind == known.kind:
        if told.affirmed == known.affirmed:
            if told.left and _covered(told.left, known.words):
                return Relation.VALUE
            if told.slots.keys() & known.slots.keys():
                return _of_slots(told, known)
            return _of_wishes(told, known)
        denial, claim = (known, told) if told.affirmed else (told, known)
        if not denial.words or not _covered(denial.words, claim.words):
            return Relation.BESIDE
        return Relation.RESUMES if told.affirmed else Relation.ENDS
    if known.kind != "obj" or not known.affirmed:
        return Relation.BESIDE
    if not told.affirmed:
        given_up = "~ended" in told.marks or "~want" in told.frames
        return Relation.ENDS if given_up and told.words and _covered(told.words, known.words) else Relation.BESIDE
    if told.kind in {"event", "bio"} and _reached(told, known):
        return Relation.REACHES
    return Relation.BESIDE


def _of_wishes(told: Claim, known: Claim) -> Relation:
    there, back = _covered(told.words, known.words), _covered(known.words, told.words)
    if there and back:
        if told.numbers == known.numbers:
            return Relation.SAME
        return _by_numbers(told, known)
    if (there or back) and told.numbers and known.numbers and not told.numbers & known.numbers:
        return _by_numbers(told, known)
    if "~also" in told.marks or told.frames != known.frames:
        return Relation.BESIDE
    if _part_of(told, known):
        return Relation.NARROWER
    if _part_of(known, told):
        return Relation.FULLER
    return Relation.BESIDE


def _reached(told: Claim, goal: Claim) -> bool:
    frames = told.frames - {"~live"} <= goal.frames if "~live" in goal.frames else told.frames <= goal.frames
    said = bool(goal.words or goal.numbers)
    return (
        said
        and frames
        and goal.frames <= told.frames
        and _covered(goal.words, told.words)
        and goal.numbers <= told.numbers
    )


def _kinds_agree(told: Claim, known: Claim) -> bool:
    """Events are told once more as what has become of somebody, feelings as likings."""
    return told.kind == known.kind or "message" not in {told.kind, known.kind}


def _covered(these: Sequence[Word], those: Sequence[Word]) -> bool:
    return all(any(_is(word, other) for other in those) for word in these)


def _is(word: Word, other: Word) -> bool:
    if word & other:
        return True
    return any(part in other for stem in word for part in _PARTS.get(stem, ()))
