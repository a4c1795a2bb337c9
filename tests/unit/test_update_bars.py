"""What is believed after the labelled sequences: when a good extractor tells their facts, and when the rules do."""

import asyncio
from collections import Counter

from absorbing import START, Person, told_per_message
from labelled.labels import CHANGES, LANGUAGES, Extracted, load_updates
from labelled.scoring import score_updates
from lembranca.adapters.outbound.rules.extractor import RuleFactExtractor
from lembranca.adapters.outbound.text.snowball import SnowballNormalizer
from lembranca.domain.fact import ExtractedFact, FactRequest
from lembranca.domain.known_fact import Source
from lembranca.domain.message import Message

UPDATES = load_updates()
TOLD = told_per_message()


def well_told(update):
    """Give the facts of each message as a good extractor tells them."""
    return [[_fact(fields, f"m{day}") for fields in facts] for day, facts in enumerate(TOLD[update.id])]


def _fact(fields, message_id):
    topic, negated = fields.get("topic"), fields.get("negated", False)
    return ExtractedFact(fields["kind"], fields["content"], message_id, fields["weight"], topic=topic, negated=negated)


def told_by_rules(update):
    """Give the facts of each message as the rules tell them, one message at a time."""
    extractor = RuleFactExtractor(SnowballNormalizer())
    messages = [Message(f"m{day}", "c", "user", text, START) for day, text in enumerate(update.messages)]
    requests = [FactRequest((message,), {}, update.language) for message in messages]
    return [asyncio.run(extractor.extract(request)) for request in requests]


def believed(told):
    """Give what is active and what is history after *told*, the facts of each message, a day after the last."""
    person = Person()
    for day, facts in enumerate(told):
        source = Source("c", f"m{day}", START.replace(day=day + 1))
        person.take(facts, {source.message_id: source}, now=source.said_at)
    return entries(person, active=True), entries(person, active=False)


def entries(person, *, active):
    return [Extracted(fact.kind, fact.content) for fact in person.known.values() if fact.is_active == active]


SCORE = score_updates(UPDATES, {update.id: believed(well_told(update)) for update in UPDATES})


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


def test_with_the_rules_95_of_100_sequences_end_in_the_right_state_and_no_fact_is_lost():
    score = score_updates(UPDATES, {update.id: believed(told_by_rules(update)) for update in UPDATES})
    wrong = {name: judgement for name, judgement in score.judgements.items() if not judgement.right}

    assert score.share_right >= 0.95, wrong
    assert score.lost == 0, wrong
