"""Histories of up to 3,000 messages, the whole way: planned, condensed, and put into a context of any budget."""

from __future__ import annotations

import os
import random
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from condensing import Conversation
from contexts import ESTIMATE, known, layout, message
from lembranca.domain.assembly import assemble
from lembranca.domain.compression import cut_off
from lembranca.domain.context import Section
from lembranca.domain.cycles import Turn
from lembranca.domain.errors import InvalidInput
from lembranca.domain.message import Attachment
from lembranca.domain.plan import MOST_VERBATIM
from lembranca.domain.preset import PRESETS

EXAMPLES = int(os.environ.get("LEMBRANCA_TEST_EXAMPLES", "300"))
WORDS = "Ana quer a casa azul; decidimos em março.\nBia não pagou 1.250 reais… 🎉 "
PROSE = WORDS * 80


def spoken(seed, count, longest, pins):
    """Make *count* messages of 1 to *longest* characters, some with attachments, some pinned."""
    chance = random.Random(seed)
    said = []
    for position in range(1, count + 1):
        start = chance.randrange(len(WORDS))
        content = PROSE[start : start + chance.choice([1, chance.randint(1, 60), chance.randint(1, longest)])]
        attached = (Attachment("image", description=PROSE[: chance.randint(1, 200)]),) * (chance.random() < 0.05)
        role, author = chance.choice([("user", "Ana"), ("user", None), ("assistant", None), ("tool", None)])
        item = message(position, content if content.strip() else "x", role, author, attached)
        said.append(replace(item, pinned=chance.random() < pins))
    return said


def condensed(messages, manner):
    """Give the conversation that the plan makes of *messages*, its live summaries with as many words as they count."""
    conversation = Conversation(manner)
    for item in messages:
        size = ESTIMATE(f"{item.speaker}: {item.shown}\n")
        conversation.say([Turn(item.position, size, item.role, item.speaker, item.pinned)])
    conversation.condense()
    return conversation, [replace(item, text=PROSE[: 4 * item.tokens].strip() or "x") for item in conversation.live]


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    preset=st.sampled_from(sorted(PRESETS)),
    seed=st.integers(0, 2**32),
    count=st.integers(1, 3_000) | st.integers(1_000, 3_000),
    longest=st.sampled_from([30, 600, 5_000]),
    pins=st.sampled_from([0.0, 0.002, 0.05]),
    facts=st.sampled_from([0, 12, 400]),
    limit=st.integers(200, 9_000),
)
def test_no_context_exceeds_its_budget_and_no_message_is_lost(preset, seed, count, longest, pins, facts, limit):
    written = layout(preset)
    messages = spoken(seed, count, longest, pins)
    conversation, summaries = condensed(messages, written.preset.manner)
    end = cut_off(summaries)
    recent = messages[-min(MOST_VERBATIM, max(written.preset.recent_messages, count - end)) :]
    kept = [item for item in messages if item.pinned]
    told = [known(number, PROSE[number : number + 40]) for number in range(facts)]

    conversation.check()
    assert count - end <= MOST_VERBATIM or any(item.pinned for item in messages[end:])
    try:
        context = assemble(
            "c",
            recent,
            [],
            summaries=summaries,
            kept=kept,
            facts=told,
            profile=told[::-3],
            limit=limit,
            layout=written,
            count=ESTIMATE,
        )
    except InvalidInput:
        assert sum(ESTIMATE(item.shown) for item in kept) > limit // 4, "refused without need"
        return
    assert ESTIMATE(context.text) <= context.tokens.total <= limit
    assert context.tokens.facts <= limit * written.preset.fact_share
    shown = {item.message_ids[0]: item for item in context.items if item.message_ids}
    assert {item.id for item in kept} <= shown.keys()
    assert messages[-1].id in shown
    assert not any(shown[item.id].truncated for item in kept)
    assert context.tokens.compressed == context.tokens.sections.get(Section.SUMMARIES, 0)
