"""What the accounts say of tokens and money."""

from datetime import date

import pytest

from lembranca.domain.ledger import Account, LedgerEntry, Price, priced, summed

DAY = date(2026, 3, 2)


def entry(**figures):
    return LedgerEntry(DAY, "acme", figures.pop("operation", "load"), figures.pop("model", "m"), **figures)


def test_what_is_saved_is_what_was_not_sent_of_the_full_history():
    use = entry(input_tokens=25, full_tokens=100)

    assert (use.saved_tokens, use.saved_share) == (75, 0.75)


def test_nothing_is_saved_where_no_history_is_in_question_or_more_was_sent():
    assert [
        (use.saved_tokens, use.saved_share) for use in (entry(input_tokens=9), entry(input_tokens=9, full_tokens=3))
    ] == [
        (0, 0.0),
        (0, 0.0),
    ]


def test_accounts_are_summed_up_net_of_what_summarizers_were_sent():
    load = entry(calls=3, input_tokens=25, full_tokens=100)
    work = entry(operation="summarize", calls=1, input_tokens=15, output_tokens=5)

    total = summed([Account(load, 0.5, 1.5), Account(work)])

    figures = total.entry
    assert (figures.calls, figures.input_tokens, figures.output_tokens, figures.full_tokens) == (4, 40, 5, 100)
    assert figures.saved_tokens == 60
    assert (total.spent, total.saved) == (0.5, 1.5)


def test_the_sum_of_no_accounts_is_empty_and_has_no_money():
    total = summed([])

    assert (total.entry.calls, total.spent, total.saved) == (0, None, None)


def test_money_follows_the_price_of_the_model_or_the_default():
    prices = {"m": Price(2.0, 8.0), "default": Price(1.0)}
    uses = [
        entry(input_tokens=1_000_000, output_tokens=500_000, full_tokens=3_000_000),
        entry(model="other", input_tokens=500_000),
    ]

    first, second = priced(uses, prices)

    assert (first.spent, first.saved) == (pytest.approx(6.0), pytest.approx(4.0))
    assert (second.spent, second.saved) == (pytest.approx(0.5), 0.0)
    assert priced(uses, {})[0] == Account(uses[0])
