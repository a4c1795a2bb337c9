"""What the user says of themselves, said of somebody else."""

from __future__ import annotations

import re

from lembranca.adapters.outbound.rules.en.predicates import Clause
from lembranca.adapters.outbound.rules.en.verbs import third
from lembranca.domain.levelling import level

_FIRST_PERSON = re.compile(
    r"(?<![\w'])(?:my|mine|myself|me|our|ours|ourselves|us|we are|we have|we|i am|i have|i)(?![\w'])"
)
_OTHERS = {
    "my": "their",
    "mine": "theirs",
    "myself": "themselves",
    "ourselves": "themselves",
    "me": "them",
    "our": "their",
    "us": "them",
    "ours": "theirs",
    "we": "they",
    "i": "they",
    "we are": "they are",
    "we have": "they have",
    "i am": "they are",
    "i have": "they have",
}


def plainly(text: str) -> str:
    """Write *text*, which has no verb of its own, without the first person."""
    plain = level(text)
    out, last = [], 0
    for found in _FIRST_PERSON.finditer(plain):
        out += [text[last : found.start()], _OTHERS[found[0]]]
        last = found.end()
    return " ".join("".join([*out, text[last:]]).split())


def sentence(clause: Clause, rest: str) -> str:
    """Write *clause* in the third person, with *rest* after its verb."""
    verb = _verb(clause)
    return " ".join(f"{verb} {plainly(rest)}".split())


def _verb(clause: Clause) -> str:
    lemma, form, tense = clause.lemma, level(clause.form), clause.tense
    adverb = clause.adverb if clause.adverb != "mostly" else ""
    head = _heads(lemma, form, tense, clause.modal)
    if not clause.denial:
        auxiliary, _, main = head.rpartition("|")
        return f"{auxiliary} {adverb} {main}".strip()
    return _denied(lemma, tense, clause, head)


def _heads(lemma: str, form: str, tense: str, modal: str) -> str:
    """Give auxiliary and verb, a bar between them."""
    if tense == "p":
        if " " in lemma:
            return {"need to": "needs to", "would rather": "would rather"}.get(lemma, lemma)
        return third(lemma)
    return {
        "g": f"is|{form}",
        "D": f"was|{form}",
        "f": f"has|{form}",
        "F": f"has been|{form}",
        "d": "was" if lemma == "be" else "needed to" if lemma == "need to" else form if lemma != "do" else "did",
        "u": f"used to|{lemma}",
        "w": f"will|{lemma}",
        "c": f"can|{lemma}",
        "s": f"wants to|{lemma}",
        "m": f"{modal or 'could'}|{lemma}",
    }[tense]


def _denied(lemma: str, tense: str, clause: Clause, head: str) -> str:
    denial = clause.denial
    auxiliary, _, main = head.rpartition("|")
    if auxiliary:
        return f"{auxiliary} {denial} {main}"
    if lemma == "be" or " " in lemma:
        return f"{main} {denial}" if lemma == "be" else f"would not {lemma.removeprefix('would ')}"
    if denial in {"never", "no longer"}:
        return f"{denial} {main}"
    if clause.adverb == "only":
        return f"does not only {lemma}"
    return f"{'did' if tense == 'd' else 'does'} not {lemma}"
