"""What condensing reads: a bounded part of the conversation with every turn, however long it has grown."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from condensing import Conversation, speech
from lembranca.domain.cycles import Turn
from lembranca.domain.preset import PRESETS
from lembranca.domain.rolling import Rolling
from lembranca.domain.tiers import Tiers

TURNS = 2_000
MOST_READ = 16_000  # tokens in one step
SPAN = 600  # turns that are averaged over: a summary is not made with every one
MANNERS = {name: preset.manner for name, preset in PRESETS.items()}


def turn_by_turn(manner, *, size):
    """Say and condense, one message after the other; the tokens read with each, and from scratch at each trigger."""
    conversation = Conversation(manner)
    read, from_scratch, said = [], 0, 0
    chance = random.Random(7)
    for position in range(1, TURNS + 1):
        role = "user" if position % 2 else "assistant"
        turn = Turn(position, chance.randint(size // 2, size * 3 // 2), role, role)
        conversation.say([turn])
        said += turn.tokens
        before = conversation.read
        if conversation.condense():
            from_scratch += said - conversation.shape.tokens
        read.append(conversation.read - before)
    conversation.check()
    return read, from_scratch


@pytest.mark.parametrize("size", [60, 400])
@pytest.mark.parametrize("manner", MANNERS.values(), ids=MANNERS)
def test_the_2000th_turn_reads_no_more_than_the_200th_and_all_together_a_fraction(manner, size):
    read, from_scratch = turn_by_turn(manner, size=size)
    early, late = read[200 : 200 + SPAN], read[-SPAN:]

    assert sum(early) > 0
    assert sum(late) <= 1.2 * sum(early)
    assert sum(read) <= 0.15 * from_scratch


@settings(max_examples=25, deadline=None)
@given(
    st.builds(Rolling, window=st.integers(200, 10_000), keep=st.integers(1, 50)),
    st.integers(0, 2**32),
    st.sampled_from([20, 300, 5_000]),
)
def test_a_step_of_a_rolling_summary_reads_a_bounded_number_of_tokens_or_one_message(manner, seed, longest):
    conversation = Conversation(manner)
    conversation.say(speech(seed, 900, longest=longest))
    conversation.condense()

    for step, _, read in conversation.steps:
        former = manner.share * manner.window
        assert read <= former + max(MOST_READ, longest)
        assert len(step.positions) <= 500


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([20, 300, 5_000]), st.sampled_from(["katherine", "cycles"]))
def test_a_step_of_the_others_reads_some_thousand_tokens_or_one_block_at_most(seed, longest, preset):
    manner = MANNERS[preset]
    conversation = Conversation(manner)
    conversation.say(speech(seed, 900, longest=longest, manner="dialogue"))
    conversation.condense()
    block = 2 * 3 * longest

    assert max(read for _, _, read in conversation.steps) <= 3 * 4_000 + 3_000 + block


def test_a_long_backlog_of_tiers_is_read_once_and_a_little():
    manner = Tiers()
    conversation = Conversation(manner)
    conversation.say(speech(5, 3_000, manner="dialogue", longest=300))
    conversation.condense()

    assert conversation.read <= 1.5 * sum(turn.tokens for turn in conversation.turns)
