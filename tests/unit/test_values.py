"""Scopes, filters, jobs, presets and errors."""

from __future__ import annotations

import pickle
from datetime import UTC, datetime, timedelta

import pytest

from lembranca.domain.entry import SearchFilter
from lembranca.domain.errors import Closed, ConfigurationError, Conflict, InvalidInput, LembrancaError, NotFound
from lembranca.domain.job import RetryPolicy
from lembranca.domain.preset import PRESETS, preset_named
from lembranca.domain.rules import require_flag, require_limit
from lembranca.domain.scope import Scope

DAY = datetime(2026, 3, 2, tzinfo=UTC)


@pytest.mark.parametrize("bad", ["", None, 5, "a" * 513, "a\0b", "\ud800"])
@pytest.mark.parametrize("field", ["tenant_id", "user_id"])
def test_a_scope_without_two_proper_ids_is_refused(field, bad):
    with pytest.raises(InvalidInput) as refused:
        Scope(**{"tenant_id": "t", "user_id": "u", field: bad})

    assert refused.value.field == field


def test_scopes_are_compared_character_by_character():
    twins = ["josé", "jose\u0301", "José", "josé\n", "josé "]

    assert len({Scope("t", twin) for twin in twins}) == len(twins)


def test_a_filter_reads_times_and_checks_names():
    chosen = SearchFilter(since="2026-03-01T00:00:00", until=DAY, kinds={"message"}, layers=["short"])

    assert chosen.admits_messages()
    assert chosen.admits_time(DAY)
    assert not chosen.admits_time(DAY + timedelta(microseconds=1))
    assert not chosen.admits_time(DAY - timedelta(days=2))


@pytest.mark.parametrize("filters", [{"kinds": ["bio"]}, {"layers": ["semantic"]}])
def test_a_filter_for_other_kinds_or_layers_admits_no_messages(filters):
    assert not SearchFilter(**filters).admits_messages()


@pytest.mark.parametrize(
    ("filters", "field"),
    [
        ({"kinds": ["smell"]}, "kinds"),
        ({"layers": "short"}, "layers"),
        ({"layers": 5}, "layers"),
        ({"conversation_id": ""}, "conversation_id"),
        ({"since": "soon"}, "since"),
        ({"since": DAY, "until": DAY - timedelta(1)}, "since"),
    ],
)
def test_a_filter_that_makes_no_sense_is_refused_by_name(filters, field):
    with pytest.raises(InvalidInput) as refused:
        SearchFilter(**filters)

    assert refused.value.field == field


def test_delays_double_up_to_the_longest_and_end_with_the_last_attempt():
    policy = RetryPolicy(attempts=6, first=timedelta(seconds=1), longest=timedelta(seconds=5))

    assert [policy.delay(n) for n in range(1, 7)] == [*(timedelta(seconds=s) for s in (1, 2, 4, 5, 5)), None]


def test_presets_are_known_by_name():
    assert set(PRESETS) == {"hybrid", "katherine", "beststag", "cycles", "charhub"}
    assert preset_named("katherine").recent_messages == 6
    assert preset_named("cycles").max_context_tokens == 3_000

    with pytest.raises(ConfigurationError, match="hybrid, katherine"):
        preset_named("hybird")


@pytest.mark.parametrize("value", [0, -1, 11, True, 1.0, "1", None])
def test_a_limit_is_a_whole_number_within_bounds(value):
    with pytest.raises(InvalidInput, match="limit: must be a whole number from 1 to 10"):
        require_limit("limit", value, maximum=10)


@pytest.mark.parametrize("value", [0, 1, "yes", None])
def test_a_flag_is_true_or_false(value):
    with pytest.raises(InvalidInput, match="pinned: must be true or false"):
        require_flag("pinned", value)


def test_errors_shorten_the_values_they_show():
    shown = str(InvalidInput("content", "x" * 1_000_000, "must be shorter"))

    assert len(shown) < 200


@pytest.mark.parametrize(
    "error",
    [
        InvalidInput("f", 1, "r"),
        NotFound("message", "m"),
        Conflict("message", "m", "content"),
        ConfigurationError("preset", "x", "hybrid"),
        Closed("the memory"),
    ],
)
def test_all_errors_have_one_root_and_travel_between_processes(error):
    travelled = pickle.loads(pickle.dumps(error))

    assert isinstance(error, LembrancaError)
    assert (type(travelled), str(travelled), vars(travelled)) == (type(error), str(error), vars(error))


def test_a_value_that_cannot_be_shown_does_not_hide_the_rule():
    class Shy:
        def __repr__(self):
            raise RuntimeError

    assert str(InvalidInput("content", Shy(), "must be a text")) == "content: must be a text, not <Shy>"
    assert "must be" in str(InvalidInput("limit", 10**5000, "must be smaller"))
