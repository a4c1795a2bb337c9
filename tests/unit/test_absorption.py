"""What becomes of newly told facts beside those already known."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from absorbing import START, Person, claim, fact, terms
from lembranca.domain.absorption import PATTERN, STRENGTHENING, contradictions, merge_duplicates
from lembranca.domain.change import ACTIONS, Change, Revision, undoing
from lembranca.domain.claim import Reader
from lembranca.domain.known_fact import ARCHIVED, FORGOTTEN, SUPERSEDED
from lembranca.domain.sameness import AGREEING, Relation, relation


@pytest.fixture
def ana():
    return Person()


def only(changes):
    (change,) = changes
    return change


# Learning


def test_what_is_new_is_learned_in_the_layer_of_its_kind(ana):
    changes = ana.say(
        "bio: mora em Natal @residence", "pref: adora açaí", "event: casou em maio", "emo: triste com a mudança"
    )

    assert [change.action for change in changes] == ["learn"] * 4
    assert [fact.state.layer for fact in ana.known.values()] == ["long", "semantic", "episodic", "long"]


def test_a_new_fact_has_the_weight_that_it_was_told_with_and_the_time_at_which_it_was_said(ana):
    ana.say("pref: adora açaí", after=3, weight=0.6)

    state = ana.fact("adora açaí").state
    assert (state.weight, state.observations, state.updated_at) == (0.6, 1, START + timedelta(days=3))


def test_a_change_tells_its_message_and_says_why_in_a_sentence(ana):
    change = only(ana.say("bio: mora em Natal", message_id="m7"))

    assert [source.message_id for source in change.sources] == ["m7"]
    assert change.reason == "learned “mora em Natal”"


def test_what_is_given_by_hand_is_remembered_and_has_no_source(ana):
    change = only(ana.give("pref: odeia coentro"))

    assert change.action == "remember"
    assert change.sources == ana.fact("odeia coentro").sources == ()


def test_what_is_given_by_hand_twice_is_reinforced(ana):
    ana.give("pref: odeia coentro")

    assert only(ana.give("pref: odeia coentro")).action == "reinforce"
    assert ana.active == ["odeia coentro"]


def test_nothing_told_changes_nothing(ana):
    assert ana.say() == []


# Said again


def test_what_is_said_again_in_other_words_is_reinforced_and_not_doubled(ana):
    ana.say("pref: não gosta de carne !", "bio: é vegetariano @diet")
    ana.say("bio: não come carne !")

    assert ana.active == ["é vegetariano"]
    assert ana.fact("é vegetariano").state.observations >= 2


def test_reinforcing_brings_the_weight_nearer_to_one_and_never_lowers_it(ana):
    ana.say("pref: adora açaí", weight=0.6)
    ana.say("pref: ama açaí", weight=0.2)

    assert ana.fact("adora açaí").state.weight == pytest.approx(0.6 + 0.4 * STRENGTHENING)


def test_what_somebody_is_keeps_its_weight(ana):
    ana.say("bio: é canhota", weight=0.7)
    ana.say("bio: é canhota", weight=0.9)

    assert ana.fact("é canhota").state.weight == 0.7
    assert ana.fact("é canhota").state.observations == 2


def test_reinforcing_notes_when_it_was_said_and_by_which_message(ana):
    ana.say("pref: adora açaí", after=0)
    ana.say("pref: adora açaí", after=5)

    known = ana.fact("adora açaí")
    assert known.state.updated_at == START + timedelta(days=5)
    assert [source.message_id for source in known.sources] == ["m0", "m5"]


def test_one_message_that_says_something_twice_has_said_it_once(ana):
    ana.say("pref: adora açaí", "pref: ama açaí")

    assert ana.fact("adora açaí").state.observations == 1


def test_a_message_that_comes_again_does_nothing(ana):
    ana.say("bio: mora em Natal @residence", "pref: adora açaí", message_id="m1", after=1)
    ana.say("bio: mora em Recife @residence", message_id="m2", after=2)

    assert ana.say("bio: mora em Natal @residence", "pref: adora açaí", message_id="m1", after=1) == []
    assert ana.say("bio: mora em Recife @residence", message_id="m2", after=2) == []


def test_what_says_more_takes_the_place_of_what_says_less_and_has_all_its_observations(ana):
    ana.say("bio: tem um gato")
    ana.say("bio: tem um gato")
    change = only(ana.say("bio: tem um gato chamado Pingo"))

    fuller = ana.fact("tem um gato chamado Pingo")
    assert ana.active == ["tem um gato chamado Pingo"]
    assert change.action == "supersede"
    assert fuller.state.observations == 3
    assert [source.message_id for source in fuller.sources] == ["m0", "m1", "m2"]
    assert fuller.created_at == START


def test_what_says_less_reinforces_what_says_more(ana):
    ana.say("bio: tem um gato chamado Pingo")
    ana.say("bio: tem um gato")

    assert ana.active == ["tem um gato chamado Pingo"]


# Another value


def test_a_newer_value_supersedes_the_older_in_one_change(ana):
    ana.say("bio: mora em Recife @residence")
    change = only(ana.say("bio: mudou para Curitiba @residence"))

    assert change.action == "supersede"
    assert [revision.after.content for revision in change.revisions] == ["mudou para Curitiba", "mora em Recife"]
    assert ana.fact("mora em Recife").state.status == SUPERSEDED
    assert ana.fact("mora em Recife").state.superseded_by == ana.fact("mudou para Curitiba").id


def test_a_correction_supersedes(ana):
    ana.say("bio: faz aniversário em 3 de abril @birthday")
    ana.say("bio: faz aniversário em 13 de abril @birthday")

    assert ana.active == ["faz aniversário em 13 de abril"]


def test_an_older_value_that_is_learned_late_goes_into_the_history_at_once(ana):
    ana.say("bio: mora em Curitiba @residence", after=9)
    change = only(ana.say("bio: mora em Recife @residence", after=2))

    assert ana.active == ["mora em Curitiba"]
    assert ana.history == ["mora em Recife"]
    assert change.action == "learn"
    assert ana.fact("mora em Recife").state.superseded_by == ana.fact("mora em Curitiba").id


def test_values_that_one_message_names_side_by_side_both_stand(ana):
    ana.say("bio: é médica @job", "bio: é cantora @job")

    assert ana.active == ["é médica", "é cantora"]


def test_somebody_who_moves_back_is_known_by_the_fact_that_was_there(ana):
    ana.say("bio: mora em Recife @residence")
    ana.say("bio: mora em Curitiba @residence")
    change = only(ana.say("bio: mora em Recife @residence"))

    assert ana.active == ["mora em Recife"]
    assert len(ana.known) == 2
    assert change.action == "supersede"
    assert ana.fact("mora em Recife").state.superseded_by is None


@pytest.mark.parametrize(
    "told",
    [
        ("bio: é alérgica a amendoim", "bio: é alérgica a camarão"),
        ("bio: tem um filho chamado Caio", "bio: tem um filho chamado Davi"),
        ("bio: speaks Welsh", "bio: speaks Cornish", "bio: speaks English"),
        ("pref: adora trilha", "pref: adora acampar", "pref: adora escalar"),
        ("obj: quer aprender alemão", "obj: quer aprender piano"),
    ],
)
def test_additions_do_not_replace(ana, told):
    for written in told:
        ana.say(written)

    assert ana.active == [fact(written).content for written in told]


# Ends


def test_a_retraction_leaves_the_denial_active_and_the_old_in_the_history(ana):
    ana.say("bio: mora com os pais @residence")
    change = only(ana.say("bio: não mora mais com os pais @residence !"))

    assert ana.active == ["não mora mais com os pais"]
    assert ana.history == ["mora com os pais"]
    assert change.action == "end"


def test_what_holds_after_all_supersedes_its_denial(ana):
    ana.say("bio: não tem filhos !")
    ana.say("bio: tem uma filha")

    assert ana.active == ["tem uma filha"]
    assert ana.history == ["não tem filhos"]


def test_one_denial_ends_all_that_it_speaks_of(ana):
    ana.say("bio: tem um cachorro chamado Rex")
    ana.say("bio: tem um cachorro chamado Tom")
    ana.say("bio: não tem mais cachorro !")

    assert ana.active == ["não tem mais cachorro"]


def test_a_goal_that_is_reached_ends(ana):
    ana.say("obj: quer correr uma maratona")
    change = only(ana.say("event: correu a maratona"))

    assert ana.active == ["correu a maratona"]
    assert change.action == "end"
    assert change.reason.endswith("the goal is reached")


def test_taking_back_ends_what_was_said_and_adds_nothing(ana):
    ana.say("pref: detesta jazz")
    change = only(ana.say("pref: retira o que disse sobre jazz @retraction"))

    assert (ana.active, ana.history) == ([], ["detesta jazz"])
    assert change.action == "end"
    assert [source.message_id for source in change.sources] == ["m1"]


def test_what_was_said_again_since_is_not_taken_back(ana):
    ana.say("pref: detesta jazz", after=0)
    ana.say("pref: detesta jazz", after=5)

    assert ana.say("pref: retira o que disse sobre jazz @retraction", after=3) == []


def test_all_that_was_said_about_it_is_taken_back_in_one_change(ana):
    ana.say("pref: adora o Palmeiras", "pref: adora Palmeiras e samba", "event: foi ao jogo do Palmeiras")
    only(ana.say("pref: retira o que disse sobre o Palmeiras @retraction"))

    assert ana.active == []


def test_what_is_mostly_about_something_else_is_not_taken_back(ana):
    ana.say("event: casou no dia da final do Palmeiras em Recife")

    assert ana.say("pref: retira o que disse sobre o Palmeiras @retraction") == []


def test_taking_back_what_nobody_said_does_nothing(ana):
    assert ana.say("pref: takes back the opera thing @retraction") == []


# Coming back


@pytest.mark.parametrize("status", [ARCHIVED, SUPERSEDED])
def test_what_is_said_again_comes_back_rather_than_twice(ana, status):
    ana.say("pref: adora açaí")
    ana.known = {name: known.become(status=status) for name, known in ana.known.items()}

    change = only(ana.say("pref: ama açaí"))

    assert ana.active == ["adora açaí"]
    assert change.action == "revive"


def test_what_was_forgotten_stays_so_when_its_message_comes_again(ana):
    ana.say("pref: adora açaí", message_id="m1", after=0)
    ana.known = {name: known.become(status=FORGOTTEN) for name, known in ana.known.items()}

    assert ana.say("pref: adora açaí", message_id="m1", after=0) == []


def test_what_was_forgotten_and_is_said_anew_is_learned_anew(ana):
    ana.say("pref: adora açaí")
    ana.known = {name: known.become(status=FORGOTTEN) for name, known in ana.known.items()}

    assert only(ana.say("pref: adora açaí")).action == "learn"
    assert [known.state.status for known in ana.known.values()] == [FORGOTTEN, "active"]


# Patterns


def test_a_feeling_that_meets_the_same_topic_for_the_third_time_is_a_pattern(ana):
    for _ in range(PATTERN - 1):
        ana.say("emo: ansiosa com a prova da OAB")
    assert ana.fact("ansiosa com a prova da OAB").state.layer == "long"

    changes = ana.say("emo: nervosa por causa da prova da OAB")

    assert [change.action for change in changes] == ["reinforce", "promote"]
    assert ana.fact("ansiosa com a prova da OAB").state.layer == "semantic"


def test_a_feeling_that_is_felt_again_has_its_weight_back(ana):
    ana.say("emo: tem medo de avião", weight=0.8)
    ana.known = {name: known.become(weight=0.4, decayed_at=START) for name, known in ana.known.items()}
    ana.say("emo: morre de medo de avião", weight=0.8)

    assert ana.fact("tem medo de avião").state.weight >= 0.8


# Duplicates that slipped in


def kept_apart(*contents, **fields):
    """Facts that were kept one beside the other, each from a message of its own, a day after the last."""
    known = {}
    for day, written in enumerate(contents):
        person = Person()
        person.say(written, after=day)
        (one,) = person.known.values()
        known[f"f{day}"] = replace(one, id=f"f{day}", **fields)
    return known


def merge(person):
    return person.carry_out(merge_duplicates(list(person.known.values()), now=START, new_id=person.new_id, terms=terms))


def test_of_two_that_say_the_same_the_older_gains_what_the_other_has(ana):
    ana.known = kept_apart("bio: é vegetariano @diet", "bio: não come carne !")
    change = only(merge(ana))

    survivor = ana.known["f0"]
    assert change.action == "merge"
    assert (survivor.state.observations, survivor.state.updated_at) == (2, START + timedelta(days=1))
    assert [source.message_id for source in survivor.sources] == ["m0", "m1"]
    assert ana.known["f1"].state.superseded_by == "f0"


def test_of_two_duplicates_the_one_that_says_more_survives(ana):
    ana.known = kept_apart("bio: tem um gato", "bio: tem um gato chamado Pingo")
    merge(ana)

    assert ana.active == ["tem um gato chamado Pingo"]


def test_three_duplicates_become_one(ana):
    ana.known = kept_apart("pref: adora jazz", "pref: ama jazz", "pref: é fã de jazz")
    merge(ana)

    assert ana.active == ["adora jazz"]
    assert ana.known["f0"].state.observations == 3


def test_merging_again_changes_nothing(ana):
    ana.known = kept_apart("pref: adora jazz", "pref: ama jazz", "bio: tem um gato", "bio: tem uma filha")
    merge(ana)

    assert merge(ana) == []


def test_what_is_not_active_is_not_merged(ana):
    ana.known = kept_apart("pref: adora jazz", "pref: ama jazz")
    ana.known["f0"] = ana.known["f0"].become(status=ARCHIVED)

    assert merge(ana) == []


@pytest.mark.parametrize(
    ("contents", "many"),
    [
        (("bio: mora em Natal @residence", "bio: mora em Belém @residence"), 1),
        (("bio: fuma", "bio: parou de fumar !"), 1),
        (("pref: adora jazz", "pref: odeia jazz"), 1),
        (("pref: adora jazz", "pref: adora samba", "bio: tem um gato", "bio: mora em Natal"), 0),
        (("bio: tem 29 anos @age", "bio: tem 30 anos @age", "bio: tem 31 anos @age"), 3),
    ],
)
def test_pairs_that_cannot_both_hold_are_named(contents, many):
    found = contradictions(list(kept_apart(*contents).values()), terms=terms)

    assert len(found) == many
    assert all(one.id < two.id for one, two in found)


# For all sequences

TOLD = [
    "bio: mora em {place} @residence",
    "bio: não mora mais em {place} @residence !",
    "event: mudou para {place} @residence",
    "bio: lives in {place}",
    "pref: adora {thing}",
    "pref: odeia {thing}",
    "pref: não gosta de {thing} !",
    "pref: loves {thing}",
    "bio: não come {thing} !",
    "bio: é vegetariana @diet",
    "bio: não é mais vegetariana @diet !",
    "bio: tem {number} filhos",
    "bio: tem um filho chamado {place}",
    "bio: tem um cachorro",
    "bio: tem um cachorro chamado {place}",
    "bio: não tem mais cachorro !",
    "bio: é {trade} @job",
    "bio: trabalha como {trade} @job",
    "obj: quer visitar {place}",
    "event: visitou {place}",
    "obj: desistiu de visitar {place} !",
    "emo: tem medo de {thing}",
    "emo: {thing} a deixa ansiosa",
    "emo: não tem mais medo de {thing} !",
    "bio: tem {number} anos @age",
    "pref: retira o que disse sobre {thing} @retraction",
    "bio: parou de fumar !",
    "bio: fuma",
]
FILLED = st.builds(
    lambda text, **words: text.format(**words),
    st.sampled_from(TOLD),
    place=st.sampled_from(["Natal", "Belém", "Porto Alegre"]),
    thing=st.sampled_from(["carne", "jazz", "avião"]),
    number=st.sampled_from(["2", "três", "40"]),
    trade=st.sampled_from(["médica", "programadora"]),
)
SAID = st.tuples(st.just("say"), st.integers(0, 12), st.lists(FILLED, min_size=1, max_size=3))
DONE = st.tuples(
    st.sampled_from(["garden", "archive", "give"]), st.integers(0, 12), st.lists(FILLED, min_size=1, max_size=1)
)
SEQUENCES = st.lists(SAID | DONE, min_size=1, max_size=12)


def live(person, sequence):
    for number, (what, day, written) in enumerate(sequence):
        if what == "say":
            person.say(*written, message_id=f"n{number}", after=day)
        elif what == "give":
            person.give(written[0], now=START + timedelta(days=day))
        elif what == "garden":
            merge(person)
        else:
            archive(person, day)
        yield what, written


def archive(person, place):
    active = [known for known in person.known.values() if known.is_active]
    if active:
        one = active[place % len(active)]
        revision = Revision(one, one.become(status=ARCHIVED))
        person.carry_out([Change(person.new_id("change"), START, "archive", "of no use", (revision,))])


@settings(max_examples=200, deadline=None)
@given(SEQUENCES)
def test_nothing_that_was_told_is_ever_lost(sequence):
    person, reader = Person(), Reader(terms)
    for what, written in live(person, sequence):
        for one in map(claim, written if what in {"say", "give"} else ()):
            known = [reader.claim(known) for known in person.known.values()]
            assert one.is_retraction or any(relation(one, other) in AGREEING for other in known)
    contents = {known.content for known in person.known.values()}
    assert contents >= {revision.after.content for change in person.changes for revision in change.revisions}


@settings(max_examples=200, deadline=None)
@given(SEQUENCES)
def test_every_sequence_is_undone_to_the_former_state_exactly(sequence):
    person = Person()
    states = [{}]
    for change_count, _ in enumerate(live(person, sequence), 1):
        assert change_count
    replayed: dict = {}
    for change in person.changes:
        replayed |= {revision.after.id: revision.after for revision in change.revisions}
        states.append(dict(replayed))
    for change, former in zip(reversed(person.changes), reversed(states[:-1]), strict=True):
        undo = undoing(change, person.known, change_id="u", now=START)
        person.known |= {revision.after.id: revision.after for revision in undo.revisions}
        assert {name: one for name, one in person.known.items() if one.state.status != "withdrawn"} == former


@settings(max_examples=200, deadline=None)
@given(SEQUENCES)
def test_messages_that_come_again_one_after_the_other_do_nothing(sequence):
    person = Person()
    for number, (what, day, written) in enumerate(sequence):
        if what == "say":
            person.say(*written, message_id=f"n{number}", after=day)
            assert person.say(*written, message_id=f"n{number}", after=day) == []


@settings(max_examples=200, deadline=None)
@given(SEQUENCES)
def test_every_change_has_a_known_action_a_reason_and_changes_something(sequence):
    person = Person()
    for _ in live(person, sequence):
        pass

    for change in person.changes:
        assert change.action in ACTIONS
        assert change.reason
        assert all(revision.before != revision.after for revision in change.revisions)
        ids = [revision.after.id for revision in change.revisions]
        assert len(ids) == len(set(ids))


@settings(max_examples=200, deadline=None)
@given(SEQUENCES)
def test_what_is_superseded_names_what_holds_in_its_place_or_was_taken_back(sequence):
    person = Person()
    for _ in live(person, sequence):
        pass

    for known in person.known.values():
        if known.state.superseded_by is not None:
            assert known.state.superseded_by in person.known
            assert known.state.superseded_by != known.id


def test_relations_agree_with_what_is_done():
    assert Relation.SAME in AGREEING


# Corrections that name a value alone

CORRECTIONS = [
    ("bio: faz aniversário em 3 de abril @birthday", "13 de abril", "faz aniversário em 13 de abril"),
    ("bio: faz aniversário em 3 de abril @birthday", "3 de maio", "faz aniversário em 3 de maio"),
    ("bio: birthday is May 6 @birthday", "June 6", "birthday is June 6"),
    ("bio: tem 2 filhos", "3 filhos", "tem 3 filhos"),
    ("bio: tem dois filhos", "três", "tem três filhos"),
    ("event: a cirurgia é dia 8", "dia 18", "a cirurgia é dia 18"),
    ("bio: se chama Raiane @name", "Rayane", "se chama Rayane"),
    ("bio: is called Kathryn @name", "Catherine", "is called Catherine"),
    ("bio: é dentista @job", "ortodontista", "é ortodontista"),
    ("bio: nasceu em Juazeiro do Norte @birth", "em Crato", "nasceu em Crato"),
    ("bio: lives in Dallas @residence", "in Fort Worth", "lives in Fort Worth"),
]


@pytest.mark.parametrize(("said", "value", "meant"), CORRECTIONS)
def test_a_value_alone_corrects_what_was_said_last(ana, said, value, meant):
    ana.say(said)
    change = only(ana.say(f"bio: {value} @correction"))

    assert ana.active == [meant]
    assert ana.history == [fact(said).content]
    assert change.action == "supersede"


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("bio: mora em Natal @residence", "13 de abril"),
        ("bio: tem 2 filhos", "3 gatos"),
        ("bio: se chama Raiane @name", "com calma"),
        ("pref: adora jazz", "samba"),
        ("bio: é dentista @job", "em Crato"),
    ],
)
def test_a_value_that_fits_nothing_that_was_said_last_changes_nothing(ana, said, value):
    ana.say(said)

    assert ana.say(f"bio: {value} @correction") == []


def test_only_what_was_said_last_is_corrected(ana):
    ana.say("bio: tem 2 filhos")
    ana.say("bio: mora em Natal @residence")

    assert ana.say("bio: 3 filhos @correction") == []


def test_a_value_that_fits_two_things_corrects_neither(ana):
    ana.say("bio: tem 2 filhos", "bio: tem 4 primos")

    assert ana.say("bio: 3 @correction") == []


def test_a_correction_that_comes_again_does_nothing(ana):
    ana.say("bio: tem 5 primos", after=0)
    ana.say("bio: tem 2 filhos", after=1)
    ana.say("bio: 3 filhos @correction", message_id="m2", after=2)

    assert ana.say("bio: 3 filhos @correction", message_id="m2", after=2) == []
    assert ana.active == ["tem 5 primos", "tem 3 filhos"]


def test_a_correction_is_taken_before_what_its_message_adds(ana):
    ana.say("bio: tem 2 filhos")
    ana.say("bio: mora em Natal @residence", "bio: 3 filhos @correction")

    assert ana.active == ["tem 3 filhos", "mora em Natal"]


@pytest.mark.parametrize(
    ("said", "thing", "meant"),
    [
        ("bio: joga vôlei", "tênis", "joga tênis"),
        ("pref: gosta de samba", "choro", "gosta de choro"),
        ("bio: speaks French", "Dutch", "speaks Dutch"),
        ("pref: odeia jiló", "quiabo", "odeia quiabo"),
    ],
)
def test_a_thing_alone_is_added_to_what_was_said_last(ana, said, thing, meant):
    ana.say(said)
    change = only(ana.say(f"bio: {thing} @addition", message_id="m9"))

    assert ana.active == [fact(said).content, meant]
    assert change.action == "learn"
    assert ana.say(f"bio: {thing} @addition", message_id="m9", after=1) == []


@pytest.mark.parametrize("said", ["bio: mora em Natal @residence", "bio: tem 2 filhos", "pref: gosta de samba de roda"])
def test_a_thing_is_added_only_to_what_is_said_of_one_of_several(ana, said):
    ana.say(said)

    assert ana.say("bio: peteca @addition") == []
