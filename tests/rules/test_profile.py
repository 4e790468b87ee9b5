"""Profiles of jurisdictions: how a file is read, and how a wrong one is refused by its key."""

from __future__ import annotations

import pytest

from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cited_law import NOT_STATED, CitedAmount, CitedNumber, DatedFigure, Law
from pitboss.rules.profile import FIGURES, ForPeople, parse_profile

LEAST = """
title = "Somewhere"

[wager_most]
value = "$250"
rule = "section 5"
confidence = "read"

[seats_most]
value = 7
rule = "section 6"
confidence = "part"
"""


def with_switch(key: str, value: str, *, of: str = "value", rule: str = '"section 7"') -> str:
    return f'{LEAST}[{key}]\n{of} = {value}\nrule = {rule}\nconfidence = "read"\n'


def test_ALL_2_the_ceiling_of_washington() -> None:
    profile = catalog.profile()
    assert (profile.name, profile.wager_most.cents) == ("washington", 40000)
    assert profile.seats_most.value == 9
    assert "WAC 230-15-140" in profile.wager_most.rule


def test_a_profile_is_read() -> None:
    profile = parse_profile(LEAST, name="somewhere")
    assert (profile.name, profile.title) == ("somewhere", "Somewhere")
    assert profile.wager_most == CitedAmount(25000, "section 5", "read")  # type: ignore[arg-type]
    assert profile.seats_most == CitedNumber(7, "section 6", "part")


def test_what_a_file_does_not_state_is_read_strictly() -> None:
    profile = parse_profile(LEAST, name="somewhere")
    assert profile.law == Law()
    assert profile.law.parameter_change.value == (
        "second_badge", "suspended", "independent", "accounting_notice",
    )  # fmt: skip
    assert profile.confirmed_at.value == ("table",)
    assert profile.confirmed_at.rule == NOT_STATED
    assert profile.executive_above.cents == 100_000
    assert profile.for_people == ()


def test_a_rule_for_people_is_kept_as_a_sentence() -> None:
    text = with_switch("moon", '"Look at the moon."', of="for_people")
    (asked,) = parse_profile(text, name="somewhere").for_people
    assert asked == ForPeople("moon", "Look at the moon.", "section 7", "read")


def test_a_switch_that_nothing_obeys_is_refused_by_name() -> None:
    with pytest.raises(Refusal) as caught:
        parse_profile(with_switch("moon", '"full"'), name="somewhere")
    assert (caught.value.code, caught.value.where) == ("PROFILE_SWITCH_UNKNOWN", "moon")


@pytest.mark.parametrize("key", ["deposit_days", "sensors_most"])
def test_what_code_reads_is_not_for_people(key: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_profile(with_switch(key, '"Seven."', of="for_people"), name="somewhere")
    assert (caught.value.code, caught.value.where) == ("PROFILE_UNREADABLE", key)


@pytest.mark.parametrize("says", ["7", "true", '""', '" "'])
def test_a_rule_for_people_is_a_sentence(says: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_profile(with_switch("moon", says, of="for_people"), name="somewhere")
    assert (caught.value.code, caught.value.where) == ("PROFILE_UNREADABLE", "moon.for_people")


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('title = "Somewhere"', "", "title"),
        ('title = "Somewhere"', "title = 5", "title"),
        ("[wager_most]", "[executive_above]", "wager_most"),
        ("[seats_most]", "[sensors_most]", "seats_most"),
        ('"$250"', '"lots"', "wager_most"),
        ('"$250"', '"-$250"', "wager_most"),
        ('"$250"', "250", "wager_most"),
        ("value = 7", 'value = "7"', "seats_most"),
        ("value = 7", "value = true", "seats_most"),
        ('rule = "section 5"', "", "wager_most"),
        ('confidence = "part"', 'confidence = "hearsay"', "seats_most.confidence"),
        ('title = "Somewhere"', 'title = "Somewhere"\nextra = 1', "extra"),
        ("value = 7", 'value = 7\nfor_people = "Seven."', "seats_most"),
        ("[seats_most]", "[seats_most", ""),
    ],
)
def test_a_wrong_profile_is_refused(old: str, new: str, key: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_profile(LEAST.replace(old, new, 1), name="somewhere")
    assert caught.value.code in ("PROFILE_UNREADABLE", "AMOUNT_UNREADABLE")
    assert key in caught.value.where


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("bank_shortfall", '"shrug"'),
        ("bank_shortfall", "1"),
        ("links_per_game", '"one"'),
        ("links_per_game", "-1"),
        ("links_per_game", "true"),
        ("links_per_game", "1_000_000_000"),
        ("jackpot_kinds_mixed", "0"),
        ("executive_above", '"lots"'),
        ("confirmed_at", '"table"'),
        ("confirmed_at", '["table", "home"]'),
        ("confirmed_at", "[]"),
        ("win_confirmation", "[]"),
        ("reduction_reasons", '["won", "bored"]'),
        ("reduction_reasons", '"won"'),
        ("reduction_reasons", "[1]"),
        ("late_bets", '"taken"'),
        ("folded_hands", '"dealer"'),
        ("tax_threshold", '{ soon = "$600" }'),
        ("tax_threshold", '{ 2025 = "$600" }'),
        ("tax_threshold", '{ 2025-01-01 = "lots" }'),
        ("tax_threshold", "{}"),
        ("bank_shortfall", '{ 2025-01-01 = "stop" }'),
        ("age_least", "17"),
        ("deposit_days", "0"),
        ("fiscal_year_first_month", "13"),
        ("withholding_percent", '"101 %"'),
    ],
)
def test_a_value_that_can_not_be_obeyed_is_refused(key: str, value: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_profile(with_switch(key, value), name="somewhere")
    assert caught.value.code in ("PROFILE_UNREADABLE", "AMOUNT_UNREADABLE")
    assert f"{key}.value" in caught.value.where


def test_a_figure_has_a_value_for_each_day_it_changes_on() -> None:
    text = with_switch("deposit_days", "{ 2027-01-01 = 5, 2026-01-01 = 7 }")
    profile = parse_profile(text, name="somewhere")
    days = ("2025-06-30", "2026-12-31", "2027-01-01", "2040-01-01")
    assert [profile.on(day).law.deposit_days.value for day in days] == [7, 7, 5, 5]


def test_what_was_entered_stands_beside_the_days_of_the_file() -> None:
    """On each day the one that began last; the profile itself is what its file says."""
    profile = parse_profile(LEAST, name="somewhere")
    entered = (
        DatedFigure("wager_most", "2026-05-01", CitedAmount(Cents(50_000), "a new rule")),
        DatedFigure("wager_most", "2026-03-01", CitedAmount(Cents(30_000), "a rule")),
    )
    days = ("2026-02-28", "2026-03-01", "2026-04-30", "2026-05-01")
    found = [profile.on(day, entered).wager_most.cents for day in days]
    assert found == [25_000, 30_000, 30_000, 50_000]
    assert profile.wager_most.cents == 25_000


def test_figures_are_numbers_and_no_switch_is_one() -> None:
    assert {"tax_threshold", "withholding_percent", "deposit_days", "wager_most"} <= set(FIGURES)
    protected = {
        "exclusion_check", "payout_verify", "payout_identity", "payout_signatures", "payout_seal",
        "bank_shortfall", "bank_floor", "win_confirmation", "reduction_reasons", "software_check",
        "parameter_change", "approval_needs", "confirmed_at", "link_rule", "executive_above",
    }  # fmt: skip
    assert protected.isdisjoint(FIGURES)


def test_a_file_builds_on_one_that_several_share() -> None:
    own = 'title = "Somewhere"\nbuilds_on = "all"\n' + LEAST.partition("\n\n")[2]
    shared = with_switch("deposit_days", "3").partition("\n\n")[2].replace('"$250"', '"$900"')
    profile = parse_profile(own, name="somewhere", shared={"all": shared})
    assert (profile.law.deposit_days.value, profile.wager_most.cents) == (3, 25_000)
    with pytest.raises(Refusal) as caught:
        parse_profile(own, name="somewhere", shared={"other": shared})
    assert (caught.value.code, caught.value.where) == ("PROFILE_UNREADABLE", "builds_on")


@pytest.mark.parametrize("rule", ["5", '""', '" "'])
@pytest.mark.parametrize("of", ["value", "for_people"])
def test_a_switch_without_a_rule_is_refused(rule: str, of: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_profile(with_switch("deposit_days", "7", of=of, rule=rule), name="somewhere")
    assert (caught.value.code, caught.value.where) == ("PROFILE_UNREADABLE", "deposit_days.rule")


@pytest.mark.parametrize("name", catalog.profile_names())
def test_a_rule_is_cited_without_notes_of_how_it_was_read(name: str) -> None:
    """An owner reads rule, citation and how surely it is known; docs/readings.md has the rest."""
    profile = catalog.profile(name)
    rules = [each.rule for each in (*profile.switches.values(), *profile.for_people)]
    noted = ("this project", "not seen", "not read", "sister rule", "was not found")
    assert [rule for rule in rules if any(words in rule for words in noted)] == []
