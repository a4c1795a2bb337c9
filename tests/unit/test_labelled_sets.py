from collections import Counter
from itertools import combinations

import pytest

from labelled.labels import (
    CHANGES,
    EITHER,
    KINDS,
    LANGUAGES,
    TRAPS,
    Extracted,
    Fact,
    Message,
    Update,
    load_messages,
    load_updates,
    polarity,
    stands_in,
)
from labelled.scoring import PLAIN, judge, score, score_updates
from lembranca.domain.words import words

language = pytest.mark.parametrize("language", LANGUAGES)


def required(facts):
    return [fact for fact in facts if not fact.optional]


def told(facts):
    return [Extracted(fact.kinds[0], fact.content) for fact in facts]


def all_facts():
    for of_language in LANGUAGES:
        for message in load_messages(of_language):
            yield from ((message.id, fact) for fact in message.facts)
    for update in load_updates():
        yield from ((update.id, fact) for fact in (*update.final, *update.superseded))


# The sets


@language
def test_there_are_at_least_330_messages_and_about_half_of_them_are_traps(language):
    messages = load_messages(language)

    traps = sum(message.trap is not None for message in messages)

    assert len(messages) >= 330
    assert 0.45 <= traps / len(messages) <= 0.55


@language
def test_every_kind_of_trap_occurs_at_least_eight_times_and_no_other(language):
    traps = Counter(message.trap for message in load_messages(language) if message.trap)

    assert set(traps) == set(TRAPS)
    assert min(traps.values()) >= 8


@language
def test_every_kind_of_fact_is_required_at_least_25_times(language):
    kinds = Counter(fact.kinds[0] for message in load_messages(language) for fact in required(message.facts))

    assert {kind: kinds[kind] >= 25 for kind in KINDS} == dict.fromkeys(KINDS, True)


@language
def test_a_plain_message_tells_one_to_three_facts(language):
    counts = {m.id: len(required(m.facts)) for m in load_messages(language) if m.trap is None}

    assert {message_id for message_id, count in counts.items() if not 1 <= count <= 3} == set()


@language
def test_some_traps_tell_a_fact_beside_the_bait(language):
    beside = [m for m in load_messages(language) if m.trap and required(m.facts)]

    assert len(beside) >= 20


def test_there_are_at_least_130_sequences_half_of_them_in_each_language():
    counts = Counter(update.language for update in load_updates())

    assert counts.total() >= 130
    assert abs(counts["pt"] - counts["en"]) <= 6


def test_every_kind_of_change_occurs_in_both_languages():
    assert {(u.language, u.change) for u in load_updates()} == {(of, change) for of in LANGUAGES for change in CHANGES}


def test_sequences_have_two_to_four_messages_and_room_for_what_is_wanted():
    for update in load_updates():
        assert 2 <= len(update.messages) <= 4, update.id
        assert update.count == len(required(update.final)), update.id


def test_nothing_is_superseded_by_what_only_adds_or_repeats():
    for update in load_updates():
        replaces = update.change in {"value_change", "retraction", "correction"}
        assert bool(update.superseded) == replaces, update.id


def test_ids_are_unique():
    ids = [message.id for of in LANGUAGES for message in load_messages(of)] + [update.id for update in load_updates()]

    assert len(set(ids)) == len(ids)


def test_no_text_stands_twice():
    texts = [message.text for of in LANGUAGES for message in load_messages(of)]
    texts += [text for update in load_updates() for text in update.messages]

    assert [text for text, count in Counter(" ".join(words(text)) for text in texts).items() if count > 1] == []


@language
def test_no_two_messages_are_cut_from_one_template(language):
    runs = {}
    for message in load_messages(language):
        said = words(message.text)
        runs[message.text] = {tuple(said[i : i + 3]) for i in range(len(said) - 2)}

    alike = [
        (one, other)
        for one, other in combinations(runs, 2)
        if len(runs[one] & runs[other]) > 0.5 * max(1, min(len(runs[one]), len(runs[other])))
    ]

    assert alike == []


def test_every_label_is_well_formed():
    for label_id, fact in all_facts():
        assert set(fact.kinds) <= set(KINDS), label_id
        assert len(set(fact.kinds)) == len(fact.kinds), label_id
        assert fact.polarity in {"+", "-", EITHER}, label_id
        assert fact.must, label_id
        assert all(words(stem) for stems in fact.must for stem in stems), label_id


def test_every_label_is_found_by_its_own_words():
    assert [(label_id, fact) for label_id, fact in all_facts() if not fact.said_in(fact.content)] == []


@language
def test_what_must_stand_in_an_entry_can_be_taken_from_what_was_said(language):
    unsaid = [
        (message.id, stems)
        for message in load_messages(language)
        for fact in required(message.facts)
        for stems in fact.must
        if not any(stands_in(stem, f"{message.text} {message.context or ''}") for stem in stems)
    ]

    assert unsaid == []


@language
def test_saying_just_what_is_labelled_is_perfect(language):
    messages = load_messages(language)

    result = score(messages, [(message.id, told(required(message.facts))) for message in messages])

    assert (result.total.precision, result.total.recall, result.wrong) == (1.0, 1.0, [])


@language
def test_taking_every_message_for_a_fact_is_far_from_good(language):
    messages = load_messages(language)

    result = score(messages, [(message.id, [Extracted("bio", message.text)]) for message in messages])

    assert result.total.precision < 0.4
    assert result.total.recall < 0.5


def test_the_wanted_state_is_right_and_keeping_everything_active_is_not():
    for update in load_updates():
        wanted, ended = told(required(update.final)), told(update.superseded)
        assert judge(update, wanted, ended).right, update.id
        if ended:
            assert not judge(update, wanted + ended, []).right, update.id
            assert judge(update, wanted, []).lost, update.id
        if wanted:
            assert judge(update, [*wanted, wanted[0]], ended).excess == 1, update.id


# The scorer

LIVES = Fact(("bio", "event"), "mora em Olinda", (("olinda",),), "+", "pt")
DISLIKES = Fact(("pref",), "odeia jiló", (("jilo",),), "-", "pt")
SISTER = Fact(("bio",), "tem uma irmã", (("tem",), ("irma",)), "+", "pt", optional=True)
MESSAGES = (
    Message("a", "pt", "moro em Olinda e odeio jiló", (LIVES, DISLIKES)),
    Message("b", "pt", "minha irmã é atriz", (SISTER,), trap="third_person"),
)


def outcomes(message_id, *entries):
    result = score(MESSAGES, [(message_id, [Extracted(*entry) for entry in entries])])
    outcome = {entry.content: name for _, entry, name in result.wrong}
    return [outcome.get(content, "right") for _, content in entries]


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([("bio", "Mora em OLINDA"), ("pref", "não gosta de jilo")], ["right", "right"]),
        ([("pref", "gosta de jiló")], ["junk"]),
        ([("obj", "odeia jiló")], ["misfiled"]),
        ([("bio", "mora em Olinda"), ("bio", "vive em Olinda")], ["right", "double"]),
        ([("bio", "mora em Olinda"), ("event", "mudou para Olinda")], ["right", "right"]),
        ([("bio", "mora em Recife")], ["junk"]),
        ([("bio", "mora em Olinda " + "e tal " * 7)], ["junk"]),
        ([("bio", "mora em Olinda " + "e tal " * 6)], ["right"]),
    ],
)
def test_an_entry_is_right_double_misfiled_or_junk(entries, expected):
    assert outcomes("a", *entries) == expected


def test_an_optional_fact_is_right_when_extracted_and_not_missed_when_left_out():
    assert outcomes("b", ("bio", "tem uma irmã")) == ["right"]
    assert score(MESSAGES, []).traps["third_person"].recall == 1.0


def test_one_entry_that_tells_two_facts_is_one_find():
    both = Fact(("bio",), "mora com a mãe", (("mora",),), "+", "pt")
    message = Message("c", "pt", "", (Fact(("bio",), "mora em Olinda", (("olinda",),), "+", "pt"), both))

    result = score([message], [("c", [Extracted("bio", "mora em Olinda com a mãe")])])

    assert (result.total.found, result.total.facts) == (1, 2)


def test_entries_go_to_the_facts_that_only_they_can_tell():
    narrow = Fact(("bio",), "tem um gato preto", (("gato",), ("preto",)), "+", "pt")
    wide = Fact(("bio",), "tem um gato", (("gato",),), "+", "pt")
    message = Message("c", "pt", "", (wide, narrow))

    result = score([message], [("c", [Extracted("bio", "gato preto"), Extracted("bio", "gato")])])

    assert result.total.recall == 1.0


def test_rates_are_counted_over_all_per_kind_and_per_trap():
    result = score(
        MESSAGES,
        [("a", [Extracted("bio", "mora em Olinda")]), ("b", [Extracted("bio", "é atriz"), Extracted("emo", "calma")])],
    )

    assert (result.total.precision, result.total.recall, result.total.junk_rate) == (1 / 3, 0.5, 2 / 3)
    assert (result.kinds["bio"].precision, result.kinds["bio"].recall) == (0.5, 1.0)
    assert (result.kinds["pref"].recall, result.kinds["emo"].precision) == (0.0, 0.0)
    assert (result.traps[PLAIN].junk, result.traps["third_person"].junk) == (0, 2)
    assert result.missed == [("a", DISLIKES)]


def test_nothing_extracted_is_precise_and_finds_nothing():
    result = score(MESSAGES, [])

    assert (result.total.precision, result.total.recall, result.total.junk_rate) == (1.0, 0.0, 0.0)


@pytest.mark.parametrize("results", [[("z", [])], [("a", []), ("a", [])]])
def test_a_result_for_an_unknown_message_or_a_second_one_is_refused(results):
    with pytest.raises(ValueError, match="unknown or comes twice"):
        score(MESSAGES, results)


@pytest.mark.parametrize(
    ("stem", "content", "expected"),
    [
        ("vegetarian", "É vegetariana", True),
        ("pao", "come PÃO", True),
        ("new york", "lives in New York City", True),
        ("york", "New Yorker", True),
        ("3", "tem 30 anos", False),
        ("go", "gosta de gorila", False),
        ("new york", "a new home", False),
        ("x", "", False),
    ],
)
def test_a_stem_stands_at_the_beginning_of_a_word(stem, content, expected):
    assert stands_in(stem, content) is expected


@pytest.mark.parametrize(
    ("content", "kind", "language", "side"),
    [
        ("não é mais casado", "bio", "pt", "-"),
        ("trabalha no porto", "bio", "pt", "+"),
        ("odeia barulho", "pref", "pt", "-"),
        ("odeia o chefe", "emo", "pt", "+"),
        ("parou de fumar", "bio", "pt", "-"),
        ("ex-fumante", "bio", "pt", "-"),
        ("com ciúme do ex", "emo", "pt", "+"),
        ("doesn\u2019t eat meat", "pref", "en", "-"),
        ("can't swim", "bio", "en", "-"),
        ("no longer lives in Leeds", "bio", "en", "-"),
        ("hates golf", "pref", "en", "-"),
        ("lives in Leeds", "bio", "en", "+"),
    ],
)
def test_what_is_denied_over_or_disliked_is_on_the_other_side(content, kind, language, side):
    assert polarity(content, (kind,), language) == side


MOVED = Update(
    "u",
    "pt",
    ("moro em Olinda", "mudei para Natal"),
    "value_change",
    (Fact(("bio", "event"), "mora em Natal", (("natal",),), "+", "pt"),),
    (LIVES,),
    1,
)
OLD, NEW = Extracted("bio", "mora em Olinda"), Extracted("bio", "mora em Natal")


def test_a_superseded_fact_belongs_into_the_history():
    assert judge(MOVED, [NEW], [OLD]).right
    assert judge(MOVED, [NEW, OLD], []).stale == (OLD,)
    assert judge(MOVED, [OLD], []).missing == MOVED.final


def test_a_fact_that_is_nowhere_is_lost():
    assert judge(MOVED, [NEW], []).lost == (LIVES,)
    assert judge(MOVED, [], [OLD]).lost == MOVED.final


def test_the_same_fact_active_twice_is_too_much_but_the_event_beside_it_is_not():
    assert judge(MOVED, [NEW, Extracted("bio", "vive em Natal")], [OLD]).excess == 1
    assert judge(MOVED, [NEW, Extracted("event", "mudou para Natal")], [OLD]).right


def test_other_facts_do_not_count():
    assert judge(MOVED, [NEW, Extracted("pref", "gosta de sol")], [OLD]).right


def test_sequences_are_counted_per_kind_of_change():
    paraphrase = Update("p", "pt", ("odeio jiló", "jiló? detesto"), "paraphrase", (DISLIKES,), (), 1)

    result = score_updates([MOVED, paraphrase], {"u": ([NEW], [OLD])})

    assert result.share_right == 0.5
    assert result.changes == {"value_change": (1, 1), "paraphrase": (1, 0)}
    assert result.lost == 1


def test_a_state_of_an_unknown_sequence_is_refused():
    with pytest.raises(ValueError, match="no such sequence"):
        score_updates([MOVED], {"z": ([], [])})
