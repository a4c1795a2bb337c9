"""`stats`: what contexts cost and save."""

import pytest

from command_line import documents


def _load(run, talk, times=1):
    for _ in range(times):
        run("load", talk, "--max-tokens", 20)


def test_stats_adds_up_the_contexts_of_a_day_and_what_they_save(run, talk):
    _load(run, talk, times=2)

    (told,) = documents(run("stats", "--json"))

    (account,) = told["accounts"]
    assert (account["operation"], account["tenant_id"], account["calls"]) == ("load", "default", 2)
    assert account["saved_tokens"] == account["full_tokens"] - account["input_tokens"] > 0
    assert account["saved_share"] == pytest.approx(account["saved_tokens"] / account["full_tokens"], abs=1e-4)
    assert (account["spent"], account["saved"]) == (None, None)
    assert told["totals"]["saved_tokens"] == account["saved_tokens"]


def test_stats_tells_money_where_there_are_prices(run, monkeypatch, talk):
    _load(run, talk)
    plain = run("stats").stdout
    monkeypatch.setenv("LEMBRANCA_PRICES", '{"default": {"input": 2.0, "output": 8.0}}')

    (told,) = documents(run("stats", "--json"))

    totals = told["totals"]
    assert totals["spent"] == pytest.approx(totals["input_tokens"] * 2e-6)
    assert totals["saved"] == pytest.approx(totals["saved_tokens"] * 2e-6)
    assert "spared" in run("stats").stdout
    assert "spared" not in plain


def test_stats_shows_a_row_for_each_tenant_and_the_total(run, talk):
    _load(run, talk)
    run("load", "new", "--tenant", "acme")
    (told,) = documents(run("stats", "--json"))

    rows = [line.split() for line in run("stats").stdout.splitlines()]

    day = told["accounts"][0]["day"]
    assert [[day, "acme"], [day, "default"]] == [row for row in rows if row[0] == day]
    assert rows[-1][:2] == ["total", "2"]
    assert rows[-1][-2] == f"{told['totals']['saved_tokens']:,}"


def test_stats_keeps_to_its_bounds(run, talk):
    _load(run, talk)
    day = documents(run("stats", "--json"))[0]["accounts"][0]["day"]

    def counted(*bounds):
        return documents(run("stats", *bounds, "--json"))[0]["totals"]["calls"]

    assert counted("--since", day, "--until", day, "--tenant", "default") == 1
    assert counted("--until", "2020-01-01") == counted("--since", "2999-01-01") == counted("--tenant", "acme") == 0


@pytest.mark.parametrize("value", ["yesterday", "2026-13-01", "2026-03-02T10:00"])
def test_stats_refuses_what_is_no_day(run, value):
    result = run("stats", "--since", value)

    assert result.exit_code == 2
    assert f"since: must be a day such as 2026-03-02, not '{value}'" in result.stderr


def test_stats_of_nothing_say_so(run):
    assert run("stats").stderr == "nothing was used yet\n"
    assert run("stats", "--tenant", "acme").stderr == "nothing of that was used\n"
