"""What is believed after the labelled sequences, when a good extractor has told their facts."""

from collections import Counter

from absorbing import START, Person, told_per_message
from labelled.labels import CHANGES, LANGUAGES, Extracted, load_updates
from labelled.scoring import score_updates
from lembranca.domain.fact import ExtractedFact
from lembranca.domain.known_fact import Source

UPDATES = load_updates()
TOLD = told_per_message()


def believed(update):
    """Give what is active and what is history after the messages of *update*, each told a day after the last."""
    person = Person()
    for day, facts in enumerate(TOLD[update.id]):
        source = Source("c", f"m{day}", START.replace(day=day + 1))
        told = [
            ExtractedFact(
                fact["kind"],
                fact["content"],
                source.message_id,
                fact["weight"],
                topic=fact.get("topic"),
                negated=fact.get("negated", False),
            )
            for fact in facts
        ]
        person.take(told, {source.message_id: source}, now=source.said_at)
    return entries(person, active=True), entries(person, active=False)


def entries(person, *, active):
    return [Extracted(fact.kind, fact.content) for fact in person.known.values() if fact.is_active == active]


SCORE = score_updates(UPDATES, {update.id: believed(update) for update in UPDATES})


def test_there_are_facts_for_each_message_of_at_least_120_sequences():
    assert len(UPDATES) >= 120
    assert {update.id: len(update.messages) for update in UPDATES} == {name: len(told) for name, told in TOLD.items()}


def test_95_of_100_sequences_end_in_the_right_state():
    wrong = {name: judgement for name, judgement in SCORE.judgements.items() if not judgement.right}

    assert SCORE.share_right >= 0.95, wrong


def test_no_fact_is_lost():
    assert SCORE.lost == 0


def test_each_kind_of_change_in_each_language_ends_well_nine_times_out_of_ten():
    of_each = Counter((update.change, update.language) for update in UPDATES)
    right = Counter((update.change, update.language) for update in UPDATES if SCORE.judgements[update.id].right)

    assert set(of_each) == {(change, language) for change in CHANGES for language in LANGUAGES}
    assert all(right[kind] >= 0.9 * many for kind, many in of_each.items()), right


def test_no_addition_replaces_what_was_there():
    additions = [update for update in UPDATES if update.change == "addition"]

    assert all(SCORE.judgements[update.id].right for update in additions)
