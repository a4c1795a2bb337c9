"""Recall at k and its report."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lembranca.domain.errors import InvalidInput
from lembranca.domain.evaluation import (
    Question,
    Recall,
    Retrieval,
    latency,
    percentile,
    recall_at_k,
    recall_report,
)

IDS = st.lists(st.sampled_from("abcdefgh"))


def retrieval(evidence, returned, category=None, seconds=0.0):
    return Retrieval(Question("c", "q", tuple(evidence), category), tuple(returned), seconds)


def test_recall_is_the_share_of_the_evidence_among_the_first_k():
    assert recall_at_k(["a", "x", "b"], ["a", "b", "c"], 2) == pytest.approx(1 / 3)
    assert recall_at_k(["a", "x", "b"], ["a", "b", "c"], 3) == pytest.approx(2 / 3)


def test_a_repeated_id_uses_up_its_place_and_repeated_evidence_counts_once():
    assert recall_at_k(["a", "a", "b"], ["a", "b", "b"], 2) == 0.5


@pytest.mark.parametrize(("evidence", "k"), [([], 1), (["a"], 0), (["a"], -1), (["a"], True)])
def test_recall_without_evidence_or_places_is_refused(evidence, k):
    with pytest.raises(InvalidInput):
        recall_at_k(["a"], evidence, k)


@given(IDS, st.sets(st.sampled_from("abcdefgh"), min_size=1), st.integers(1, 20))
def test_recall_lies_between_0_and_1_and_never_falls_with_k(returned, evidence, k):
    assert 0 <= recall_at_k(returned, evidence, k) <= recall_at_k(returned, evidence, k + 1) <= 1


def test_the_report_averages_over_questions_overall_and_per_category():
    report = recall_report(
        [
            retrieval("a", "ab", "fact"),
            retrieval("ab", "xa", "fact"),
            retrieval("z", "x"),
        ],
        cutoffs=(1, 2),
    )

    assert report.overall == Recall(3, {1: pytest.approx(1 / 3), 2: 0.5})
    assert report.by_category == {"fact": Recall(2, {1: 0.5, 2: 0.75}), "none": Recall(1, {1: 0.0, 2: 0.0})}


def test_questions_without_evidence_are_skipped_but_their_time_counts():
    report = recall_report([retrieval("a", "a", seconds=1.0), retrieval("", "a", seconds=3.0)])

    assert (report.skipped, report.overall.questions, report.overall.at[1]) == (1, 1, 1.0)
    assert (report.latency.count, report.latency.mean, report.latency.slowest) == (2, 2.0, 3.0)


def test_a_report_of_nothing_has_no_figures():
    report = recall_report([])

    assert (report.overall, report.by_category, report.latency) == (Recall(), {}, None)


def test_percentiles_are_values_that_occurred():
    values = [5.0, 1.0, 4.0, 2.0, 3.0]

    assert [percentile(values, share) for share in (0, 0.2, 0.5, 0.95, 1)] == [1, 1, 3, 5, 5]
    assert latency(values).p50 == 3.0


@pytest.mark.parametrize(("values", "share"), [([], 0.5), ([1.0], 1.5), ([1.0], -0.1), ([1.0], float("nan"))])
def test_percentiles_of_nothing_or_beyond_all_are_refused(values, share):
    with pytest.raises(InvalidInput):
        percentile(values, share)


@pytest.mark.parametrize(
    "fields", [{"question": ""}, {"conversation_id": ""}, {"evidence": ("",)}, {"conversation_id": None}]
)
def test_a_question_names_its_conversation_and_its_messages(fields):
    with pytest.raises(InvalidInput):
        Question(**({"conversation_id": "c", "question": "q"} | fields))
