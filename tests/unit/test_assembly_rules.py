"""What holds for every context, whatever it is put together from."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from contexts import ESTIMATE, START, entry, event, known, layout, message, summary
from lembranca.domain.assembly import assemble
from lembranca.domain.context import Section
from lembranca.domain.errors import InvalidInput
from lembranca.domain.known_fact import Source
from lembranca.domain.layers import LAYER_OF_KIND
from lembranca.domain.message import Attachment
from lembranca.domain.preset import PRESETS

EXAMPLES = int(os.environ.get("LEMBRANCA_TEST_EXAMPLES", "300"))
MANY = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))

TEXTS = st.one_of(
    st.text(min_size=1, max_size=120),
    st.text(alphabet="ab \n\t.!…\u00e7\U0001f600\u2028\x1c", min_size=1, max_size=60),
    st.integers(1, 290).map(lambda n: "palavra comprida " * n),
    st.integers(1, 200).map(lambda n: "Uma frase acaba. Outra linha\n começa! " * n),
    st.integers(1, 5_000).map(lambda n: "\n" * n),
)
WORDS = st.text(alphabet="abc ã.\n", min_size=1, max_size=80).filter(str.strip)
AUTHORS = st.one_of(st.none(), st.text(min_size=1, max_size=40), st.sampled_from(["Ana", "a\nb  c", "{text}", " "]))
ROLES = st.sampled_from(["user", "assistant", "system", "tool"])
ATTACHMENTS = st.lists(st.builds(Attachment, st.just("image"), description=WORDS, transcript=WORDS), max_size=2)
EVENTS = st.lists(st.builds(event, WORDS, st.sampled_from(["low", "medium", "high"])), max_size=4)
LIMITS = st.one_of(st.integers(1, 60), st.integers(200, 500), st.integers(1, 4_000))
LAYOUTS = st.builds(layout, st.sampled_from(sorted(PRESETS)), st.sampled_from(["pt", "en"]))

STABLE = {Section.FACTS, Section.PROFILE, Section.SUMMARIES, Section.PINNED}


@st.composite
def facts(draw, most=12):
    """What is known of a person, of any kind, and who it came from."""
    contents = st.text(min_size=1, max_size=60).filter(str.strip) | WORDS
    topics = st.none() | st.sampled_from(["name", "residence", "_", "a\nb:"])
    kinds = st.sampled_from(sorted(LAYER_OF_KIND))
    drawn = draw(st.lists(st.tuples(contents, kinds, topics, st.integers(0, 3)), max_size=most))
    return [
        known(
            number, content, kind, topic=topic, sources=tuple(Source("c", f"m{i}", START) for i in range(1, 1 + many))
        )
        for number, (content, kind, topic, many) in enumerate(drawn)
    ]


@st.composite
def histories(draw, texts=TEXTS, most=12):
    """Messages, of which some are pinned, and the summaries of those up to a position."""
    said = draw(st.lists(st.tuples(texts, ROLES, AUTHORS, ATTACHMENTS, st.integers(0, 3)), max_size=most))
    messages = [
        replace(message(i, text, role, author, tuple(attached)), pinned=not dice)
        for i, (text, role, author, attached, dice) in enumerate(said, start=1)
    ]
    bounds = sorted(draw(st.sets(st.integers(1, len(messages)), max_size=4))) if messages else []
    summaries = [
        summary(
            first + 1,
            last,
            draw(texts),
            key_events=tuple(draw(EVENTS)),
            cycles=draw(st.integers(0, 3)),
            tokens=draw(st.integers(0, 50)),
            source_tokens=draw(st.integers(0, 500)),
        )
        for first, last in pairwise([0, *bounds])
    ]
    return messages, summaries


def put_together(messages, summaries, recalled, limit, layout, **known):
    """What `load` hands over: all that is not condensed, at least some of the newest, and all that is pinned."""
    cut_off = max((summary.last for summary in summaries), default=0)
    least = layout.preset.recent_messages
    recent = messages[min(cut_off, max(0, len(messages) - least)) :]
    kept = [message for message in messages if message.pinned]
    return assemble(
        "c", recent, recalled, summaries=summaries, kept=kept, limit=limit, layout=layout, count=ESTIMATE, **known
    )


def found(messages, numbers, texts):
    """Entries of other conversations, and of messages of this one."""
    here = [
        replace(entry(number, messages[number - 1].content, "c"), timestamp=START)
        for number in numbers
        if number <= len(messages)
    ]
    return here + [entry(number, text) for number, text in enumerate(texts, start=1)]


def allowed_limit(messages, summaries, recalled, limit, layout, **known):
    """The limit, or what a refusal says that it must be at least."""
    try:
        put_together(messages, summaries, recalled, limit, layout, **known)
    except InvalidInput as exc:
        return needed(exc)
    return limit


def needed(refusal):
    return int(refusal.rule.removeprefix("must be at least ").partition(":")[0])


@MANY
@given(
    history=histories(),
    numbers=st.lists(st.integers(1, 6), max_size=5),
    texts=st.lists(TEXTS, max_size=6),
    facts=facts(),
    profile=facts(),
    limit=LIMITS,
    layout=LAYOUTS,
)
def test_a_context_keeps_its_budget_and_holds_what_it_must(history, numbers, texts, facts, profile, limit, layout):
    messages, summaries = history
    recalled = found(messages, numbers, texts)
    known = {"facts": facts, "profile": profile}
    pinned = {message.id: message.shown for message in messages if message.pinned}
    allowed = allowed_limit(messages, summaries, recalled, limit, layout, **known)
    context = put_together(messages, summaries, recalled, allowed, layout, **known)

    assert allowed == limit or (pinned and allowed > limit)
    assert ESTIMATE(context.text) <= context.tokens.total <= allowed
    assert context.tokens.total == sum(context.tokens.sections.values())
    order = list(Section)
    assert [item.section for item in context.items] == sorted((i.section for i in context.items), key=order.index)
    assert all(item.text in context.text and not item.text[0].isspace() for item in context.items)

    spoken = [item for item in context.items if item.entry_id is None]
    verbatim = [(item.conversation_id, name) for item in spoken for name in item.message_ids]
    assert len(verbatim) == len(set(verbatim))
    shown = {item.message_ids[0]: item for item in spoken if item.conversation_id == "c" and item.message_ids}
    assert {name: shown[name].content for name in pinned if not shown[name].truncated} == pinned
    recent = [item.message_ids[0] for item in context.items if item.section == Section.RECENT]
    assert recent[-1:] == [message.id for message in messages[-1:]]
    window = [message.id for message in messages if not message.pinned]
    free = [name for name in recent if name not in pinned]
    assert free == window[len(window) - len(free) :]
    assert context.tokens.recent_count == len(recent)

    told = [item for item in context.items if item.section == Section.SUMMARIES]
    names = [summary.id for summary in summaries]
    assert [item.summary_id for item in told] == [name for name in names if name in {i.summary_id for i in told}]
    assert all(line and not line[0].isspace() for item in told for line in item.text.split("\n"))

    assert context.tokens.facts <= allowed * layout.preset.fact_share
    assert all(len(item.text.splitlines()) == 1 for item in context.items if item.entry_id is not None)
    without = put_together(messages, summaries, recalled, allowed, layout)
    newest, alone = ([i for i in each.items if i.section == Section.RECENT][-1:] for each in (context, without))
    assert newest == alone


@MANY
@given(
    history=histories(WORDS, most=20),
    later=st.lists(WORDS, min_size=1, max_size=12),
    texts=st.lists(WORDS, max_size=20),
    facts=facts(),
    profile=facts(),
    limit=st.integers(800, 4_000),
    layout=LAYOUTS,
)
def test_what_precedes_the_recalled_section_is_the_same_for_every_query_and_window(
    history, later, texts, facts, profile, limit, layout
):
    messages, summaries = history
    said = messages + [message(len(messages) + i, text) for i, text in enumerate(later, start=1)]
    pins = sum(ESTIMATE(layout.pinned(message)) + 1 for message in messages if message.pinned)
    assume(pins < limit // 10)

    known = {"facts": facts, "profile": profile}
    first = put_together(said[: len(messages) + 1], summaries, [], limit, layout, **known)
    stable = [item for item in first.items if item.section in STABLE]
    context = put_together(said, summaries, found(messages, [1, 2], texts), limit, layout, **known)

    assert [item for item in context.items if item.section in STABLE] == stable
    if stable:
        prefix = first.messages[0]["content"]
        assert context.text.startswith(prefix)
        assert context.messages[0]["content"].startswith(prefix)


@MANY
@given(history=histories(), layout=LAYOUTS)
def test_pins_that_are_not_refused_by_themselves_never_are(history, layout):
    messages, summaries = history
    pins = [message for message in messages if message.pinned]
    assume(pins)
    by_themselves = {"kept": pins, "layout": layout, "count": ESTIMATE}

    with pytest.raises(InvalidInput) as refused:
        assemble("c", [], [], limit=1, **by_themselves)
    least = needed(refused.value)

    assert assemble("c", [], [], limit=least, **by_themselves).tokens.total <= least
    assert put_together(messages, summaries, [], least, layout).tokens.total <= least
