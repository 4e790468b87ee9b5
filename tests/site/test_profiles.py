"""The shipped profiles: every switch cites its rule, and the code reads what it needs."""

from __future__ import annotations

import pytest

from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.profile import CONFIDENCES, KINDS, NOT_STATED, parse_profile

NAMES = ("new_jersey", "new_york", "tribal", "washington")

LEAST = """
title = "Somewhere"
wager_most = { value = "$250", rule = "section 5", confidence = "read" }
seats_most = { value = 7, rule = "section 6", confidence = "part" }
"""


def test_the_profiles_there_are() -> None:
    assert catalog.profile_names() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_switch_cites_a_rule_and_a_confidence(name: str) -> None:
    for key, switch in catalog.profile(name).switches.items():
        assert len(switch.rule) > 8, key
        assert switch.confidence in CONFIDENCES, key


@pytest.mark.parametrize("name", NAMES)
def test_every_switch_that_the_code_needs_is_stated(name: str) -> None:
    assert set(KINDS) <= set(catalog.profile(name).switches)


@pytest.mark.parametrize("name", NAMES)
def test_what_no_rule_was_found_for_is_marked_as_inferred(name: str) -> None:
    for key, switch in catalog.profile(name).switches.items():
        if "no rule found" in switch.rule or "no ceiling found" in switch.rule:
            assert switch.confidence == "inferred", key


def test_washington() -> None:
    profile = catalog.profile("washington")
    assert profile.reduction_reasons == (
        "won", "faulty_display", "over_limit", "gross_receipts", "seed_recovery",
    )  # fmt: skip
    assert (profile.link_rule, profile.links_per_game) == ("same_hand_equal_odds", 1)
    assert (profile.sensors_most, profile.jackpot_kinds_mixed) == (2, False)
    assert (profile.envy_scope, profile.mystery_awards) == ("table", False)
    assert (profile.link_lost, profile.parameter_change) == ("stop", ("second_badge",))
    assert profile.win_confirmation == ("supervisor", "executive")
    assert profile.executive_above_cents == 500_000
    assert (profile.player_display, profile.reserve_disclosure) == ("plain_monitor", "none")
    assert (profile.malfunction_notice_hours, profile.deposit_days) == (72, 7)
    assert profile.approval_needs == ("letter", "internal_controls")
    assert len(profile.house_jackpot_notices) == 3
    assert "WAC 230-15-695" in profile.rule("reduction_reasons")


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("new_jersey", ("table",)),
        ("new_york", ("table",)),
        ("tribal", ("table", "pit")),
        ("washington", ("table", "pit")),
    ],
)
def test_where_an_award_may_be_confirmed_is_nowhere_more_than_inferred(
    name: str, places: tuple[str, ...]
) -> None:
    profile = catalog.profile(name)
    assert profile.confirmed_at == places
    assert profile.switch("confirmed_at").confidence == "inferred"


def test_new_jersey_limits_the_odds_and_tells_accounting() -> None:
    profile = catalog.profile("new_jersey")
    assert profile.top_odds_one_in_most == 100_000_000
    assert "accounting_notice" in profile.parameter_change
    assert profile.unreasonable_contribution_cents == 10_000


def test_new_york_changes_parameters_only_while_suspended() -> None:
    assert "suspended" in catalog.profile("new_york").parameter_change


def test_PS_64_a_tribal_site_needs_independent_approval() -> None:
    profile = catalog.profile("tribal")
    assert "independent" in profile.parameter_change
    assert profile.approval_needs == ("letter", "agency", "concurrence")


@pytest.mark.parametrize(
    ("year", "cents"), [(2020, 60_000), (2025, 60_000), (2026, 200_000), (2030, 200_000)]
)
def test_the_tax_threshold_of_a_year(year: int, cents: int) -> None:
    profile = catalog.profile()
    assert (profile.tax_threshold_cents(year), profile.tax_multiple) == (cents, 300)


def test_what_a_file_does_not_state_is_read_strictly() -> None:
    profile = parse_profile(LEAST, name="somewhere")
    assert profile.link_lost == "stop"
    assert profile.parameter_change == (
        "second_badge", "suspended", "independent", "accounting_notice",
    )  # fmt: skip
    assert profile.malfunction_notice_hours == 4
    assert profile.confirmed_at == ("table",)
    assert profile.rule("link_lost") == NOT_STATED


def test_a_file_may_have_switches_of_its_own() -> None:
    extra = 'moon = { value = ["full"], rule = "section 7", confidence = "inferred" }'
    assert parse_profile(LEAST + extra, name="somewhere").switch("moon").value == ("full",)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("link_lost", '"shrug"'),
        ("links_per_game", '"one"'),
        ("links_per_game", "-1"),
        ("links_per_game", "true"),
        ("mystery_awards", "0"),
        ("executive_above", '"lots"'),
        ("confirmed_at", '"table"'),
        ("confirmed_at", '["table", "home"]'),
        ("reduction_reasons", '["won", "bored"]'),
        ("reduction_reasons", '"won"'),
        ("reduction_reasons", "[1]"),
        ("tax_threshold", '{ soon = "$600" }'),
        ("tax_threshold", '{ 2025 = "lots" }'),
        ("tax_threshold", "{}"),
        ("moon", "1.5"),
    ],
)
def test_a_switch_that_the_code_could_not_use_is_refused(key: str, value: str) -> None:
    text = f'{LEAST}{key} = {{ value = {value}, rule = "section 7", confidence = "read" }}'
    with pytest.raises(Refusal) as caught:
        parse_profile(text, name="somewhere")
    assert key in caught.value.where


@pytest.mark.parametrize("rule", ["5", '""', '" "'])
def test_a_switch_without_a_rule_is_refused(rule: str) -> None:
    text = f'{LEAST}moon = {{ value = 1, rule = {rule}, confidence = "read" }}'
    with pytest.raises(Refusal, match="PROFILE_UNREADABLE"):
        parse_profile(text, name="somewhere")
