"""The plan of compression, whatever was said: nothing lost, nothing twice, and always an end."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from condensing import Conversation, speech
from lembranca.domain.compression import next_step
from lembranca.domain.paragraph import Paragraph
from lembranca.domain.plan import MOST_VERBATIM, NoCompression, Step
from lembranca.domain.preset import PRESETS
from lembranca.domain.rolling import Rolling
from lembranca.domain.tiers import Tiers

FEW = settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))

rolling = st.builds(
    Rolling,
    window=st.integers(200, 10_000),
    keep=st.integers(1, 400),
    share=st.floats(0.05, 0.9),
    above=st.none() | st.integers(100, 10_000),
)
tiers = st.builds(
    Tiers,
    whole=st.integers(1, 100),
    block=st.integers(1, 100),
    ratio=st.floats(0.01, 0.9),
    total=st.integers(200, 10_000),
)
paragraph = st.builds(Paragraph, exchanges=st.integers(1, 100), tokens=st.integers(10, 1_000))
presets = st.sampled_from([preset.manner for preset in PRESETS.values()])
manners = presets | rolling | tiers | paragraph
fills = st.sampled_from([1.0, 0.6, 0.05])
pins = st.sampled_from([0.0, 0.02, 0.5, 1.0])
kinds = st.sampled_from(["mixed", "dialogue", "people", "monologue", "tools"])
longest = st.sampled_from([5, 50, 500, 5_000])
seeds = st.integers(0, 2**32)


def grown(conversation, chance):
    """Let a conversation live: words, toggled pins, condensing now and then, as asked for and as it presses."""
    for _ in range(chance.randint(1, 25)):
        act = chance.choice(["say", "say", "pin", "condense", "condense", "force", "step"])
        if act == "say":
            count = chance.choice([1, 2, 2, 7, 40, 600])
            start = len(conversation.turns) + 1
            conversation.say(speech(chance.random(), count, start=start, longest=chance.choice([5, 100, 5_000])))
        elif act == "pin" and conversation.turns:
            for _ in range(chance.randint(1, 5)):
                conversation.pin(chance.randint(1, len(conversation.turns)), chance.random() < 0.5)
        elif act == "step" and (step := conversation.next_step()):
            conversation.carry_out(step)
        elif act in {"condense", "force"}:
            conversation.condense(force=act == "force")
        yield act


@FEW
@given(manners, fills, seeds, st.integers(1, 3_000), pins, kinds, longest, st.booleans())
def test_a_history_met_all_at_once_is_condensed_without_loss_gap_or_overlap(
    manner, fill, seed, count, pinned, kind, most, force
):
    conversation = Conversation(manner, fill=fill)
    conversation.say(speech(seed, count, pins=pinned, manner=kind, longest=most))
    while step := conversation.next_step(force=force):
        conversation.carry_out(step)
        conversation.check()
        assert len(conversation.steps) < 5_000

    assert conversation.condense(force=force) == []


@FEW
@given(manners, fills, seeds)
def test_a_history_that_grows_while_pins_come_and_go_is_always_whole(manner, fill, seed):
    conversation = Conversation(manner, fill=fill)
    for _ in grown(conversation, random.Random(seed)):
        conversation.check()
    conversation.condense()
    conversation.check()

    assert conversation.loose == []
    assert conversation.condense() == []


@FEW
@given(st.lists(manners | st.just(NoCompression()), min_size=2, max_size=4), seeds)
def test_another_preset_goes_on_with_the_summaries_of_the_one_before(several, seed):
    conversation = Conversation(several[0])
    for manner in several:
        conversation.manner = manner
        for _ in grown(conversation, random.Random(seed)):
            conversation.check()
        conversation.condense()
        conversation.check()
        assert conversation.condense() == []


@FEW
@given(manners, seeds)
def test_the_same_state_has_the_same_next_step(manner, seed):
    conversation = Conversation(manner)
    for _ in grown(conversation, random.Random(seed)):
        shape, live = conversation.shape, list(conversation.live)
        for force in (False, True):
            assert next_step(manner, live, shape, force=force) == next_step(manner, tuple(live), shape, force=force)


@FEW
@given(manners, seeds)
def test_a_pinned_message_is_never_condensed(manner, seed):
    conversation = Conversation(manner)
    for _ in grown(conversation, random.Random(seed)):
        pinned = {turn.position for turn in conversation.tail if turn.pinned}
        for force in (False, True):
            step = conversation.next_step(force=force)
            new = set(step.positions) if step else set()
            assert not new & pinned


@FEW
@given(manners, seeds)
def test_what_was_unpinned_before_the_cut_off_goes_into_the_summary_around_it(manner, seed):
    conversation = Conversation(manner)
    conversation.say(speech(seed, 600, pins=0.3, manner="dialogue", longest=100))
    conversation.condense(force=True)
    waiting = [place for item in conversation.live for place in item.left_out]
    for place in waiting:
        conversation.pin(place, pinned=False)
    conversation.check()
    conversation.condense()
    conversation.check()

    assert all(not item.left_out for item in conversation.live)


@FEW
@given(manners, seeds, kinds)
def test_no_more_than_the_window_of_messages_stays_outside_for_long(manner, seed, kind):
    """Messages pinned apart: those are never condensed."""
    conversation = Conversation(manner)
    conversation.say(speech(seed, 1_500, manner=kind, longest=20))
    conversation.condense()

    assert len(conversation.tail) <= MOST_VERBATIM


@FEW
@given(rolling, seeds, fills)
def test_a_rolling_summary_has_its_share_of_the_window_and_half_of_what_it_condenses_at_most(manner, seed, fill):
    conversation = Conversation(manner, fill=fill)
    for _ in grown(conversation, random.Random(seed)):
        pass
    for step, made, _ in conversation.steps:
        assert step.target_tokens <= max(1, manner.share * manner.window)
        # Of so little that half of it would be no prose it may keep more, but never more than there was.
        assert step.target_tokens <= max(made.source_tokens / 2, min(32, made.source_tokens))
        assert made.tier == 1


@FEW
@given(paragraph, seeds)
def test_a_paragraph_has_at_most_its_tokens_and_there_is_only_one(manner, seed):
    conversation = Conversation(manner)
    for _ in grown(conversation, random.Random(seed)):
        assert len(conversation.live) <= 1
    assert all(step.target_tokens <= manner.tokens for step, _, _ in conversation.steps)


@FEW
@given(tiers, seeds)
def test_a_block_has_the_ratio_of_its_tier_within_one_token(manner, seed):
    conversation = Conversation(manner)
    for _ in grown(conversation, random.Random(seed)):
        pass
    for step, made, _ in conversation.steps:
        if step.tier <= manner.depth:
            assert abs(step.target_tokens - made.source_tokens * manner.ratio**step.tier) <= 1


def test_the_tiers_of_cycles_are_a_quarter_a_sixteenth_and_a_sixty_fourth():
    conversation = Conversation(Tiers(total=1_000_000))
    conversation.say(speech(3, 2 * (4 + 9), manner="dialogue", longest=5_000))
    conversation.condense()

    assert [item.tier for item in conversation.live] == [3, 2, 1]
    assert [item.cycles for item in conversation.live] == [3, 3, 3]
    shares = [item.tokens / item.source_tokens for item in conversation.live]
    for item, share, wanted in zip(conversation.live, shares, [0.015625, 0.0625, 0.25], strict=True):
        assert abs(share - wanted) * item.source_tokens <= 1
    assert len(conversation.tail) == 2 * 4


@FEW
@given(seeds, fills, st.integers(200, 5_000), st.integers(1, 1_500), longest)
def test_tiers_and_whole_cycles_stay_within_the_total_or_summaries_within_a_quarter_of_it(
    seed, fill, total, count, most
):
    conversation = Conversation(Tiers(total=total), fill=fill)
    conversation.say(speech(seed, count, manner="dialogue", longest=most))
    conversation.condense()
    whole = conversation.shape.tokens
    summaries = sum(item.tokens for item in conversation.live)

    assert summaries <= max(total - whole, total // 4)


@FEW
@given(seeds, st.integers(1, 400))
def test_too_much_is_mended_by_merging_the_oldest_summaries_first(seed, count):
    conversation = Conversation(Tiers(total=400))
    for turn in range(count):
        conversation.say(speech(seed + turn, 2, start=2 * turn + 1, manner="dialogue", longest=400))
        while step := conversation.next_step():
            merged = [item.id for item in conversation.live if item.id in step.replaces]
            if len(merged) > 1:
                assert merged == [item.id for item in conversation.live][: len(merged)]
            conversation.carry_out(step)


@pytest.mark.parametrize("manner", [preset.manner for preset in PRESETS.values()], ids=PRESETS)
def test_nothing_is_condensed_of_a_short_conversation(manner):
    conversation = Conversation(manner)
    conversation.say(speech(1, 4, manner="dialogue", longest=20))

    assert conversation.condense() == []


@pytest.mark.parametrize("manner", [preset.manner for preset in PRESETS.values()], ids=PRESETS)
def test_nothing_is_condensed_of_nothing(manner):
    assert Conversation(manner).next_step(force=True) is None


def test_a_step_says_what_it_reads_and_what_it_stands_for():
    conversation = Conversation(Rolling(100, keep=2))
    conversation.say(speech(1, 6, manner="dialogue", longest=50))
    conversation.pin(2, pinned=True)

    assert conversation.next_step(force=True) == Step(
        replaces=(),
        former=(),
        positions=(1, 3, 4),
        first=1,
        last=4,
        left_out=(2,),
        tier=1,
        cycles=2,
        target_tokens=conversation.next_step(force=True).target_tokens,
    )
