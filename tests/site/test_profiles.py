"""The contract of every profile that is found, and what the shipped ones say."""

from __future__ import annotations

import pytest

from pitboss.rules import catalog
from pitboss.rules.law import CONFIDENCES, NOT_STATED

NAMES = catalog.profile_names()


@pytest.mark.parametrize("name", NAMES)
def test_every_switch_cites_a_rule_and_a_confidence(name: str) -> None:
    profile = catalog.profile(name)
    for cited in (*profile.switches.values(), *profile.for_people):
        assert len(cited.rule) > 8, cited
        assert cited.confidence in CONFIDENCES, cited


@pytest.mark.parametrize("name", NAMES)
def test_every_switch_that_the_code_reads_is_stated(name: str) -> None:
    left_out = [
        key for key, cited in catalog.profile(name).switches.items() if cited.rule == NOT_STATED
    ]
    assert left_out == []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_for_people_is_a_sentence(name: str) -> None:
    for each in catalog.profile(name).for_people:
        assert each.says[0].isupper(), each
        assert each.says.endswith("."), each


@pytest.mark.parametrize("name", NAMES)
def test_what_no_rule_was_found_for_is_marked_as_inferred(name: str) -> None:
    profile = catalog.profile(name)
    for cited in (*profile.switches.values(), *profile.for_people):
        if "no rule found" in cited.rule or "no ceiling found" in cited.rule:
            assert cited.confidence == "inferred", cited


def test_washington() -> None:
    profile = catalog.profile("washington")
    law = profile.law
    assert law.reduction_reasons.value == (
        "won", "faulty_display", "over_limit", "gross_receipts", "seed_recovery",
    )  # fmt: skip
    assert (law.link_rule.value, profile.links_per_game.value) == ("same_hand_equal_odds", 1)
    assert (profile.sensors_most.value, profile.jackpot_kinds_mixed.value) == (2, False)
    assert law.parameter_change.value == ("second_badge",)
    assert law.win_confirmation.value == ("supervisor", "executive")
    assert profile.executive_above.cents == 500_000
    assert (profile.reserve_disclosure.value, law.deposit_days.value) == ("none", 7)
    assert law.approval_needs.value == ("letter", "internal_controls")
    assert len(profile.house_jackpot_notices.value) == 3
    assert "WAC 230-15-695" in law.reduction_reasons.rule


def test_washington_asks_people_for_what_no_code_sees_to() -> None:
    asked = {each.name: each for each in catalog.profile("washington").for_people}
    assert list(asked) == [
        "envy_scope", "mystery_awards", "link_lost", "player_display", "records_ready",
    ]  # fmt: skip
    records = asked["records_ready"]
    assert records.says == "The records of a month are ready within 30 days."
    assert records.rule.startswith("WAC 230-06-070(3)")
    assert records.confidence == "read"


def test_washington_hears_of_a_malfunction_within_72_hours() -> None:
    notice = catalog.profile("washington").law.malfunction_notice_hours
    assert (notice.value, notice.confidence) == (72, "read")
    assert notice.rule.startswith("WAC 230-06-054")


def test_what_nobody_has_read_about_removals_is_said_so() -> None:
    days = catalog.profile("washington").law.removal_notice_days
    assert (days.value, days.confidence) == (10, "remembered")
    assert "unread" in days.rule


@pytest.mark.parametrize("name", NAMES)
def test_from_500_dollars_on_the_deck_is_counted(name: str) -> None:
    counted = catalog.profile(name).law.deck_counted_from
    assert (counted.cents, counted.confidence) == (50_000, "inferred")


def test_the_count_of_the_deck_comes_from_the_sister_rule() -> None:
    assert catalog.profile("washington").law.deck_counted_from.rule.startswith("WAC 230-15-405")


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("louisiana", ("table",)),
        ("maryland", ("table",)),
        ("michigan", ("table",)),
        ("nevada", ("table",)),
        ("new_jersey", ("table",)),
        ("new_york", ("table",)),
        ("ohio", ("table",)),
        ("pennsylvania", ("table",)),
        ("tribal", ("table", "pit")),
        ("washington", ("table", "pit")),
    ],
)
def test_where_an_award_may_be_confirmed_is_nowhere_more_than_inferred(
    name: str, places: tuple[str, ...]
) -> None:
    confirmed_at = catalog.profile(name).confirmed_at
    assert (confirmed_at.value, confirmed_at.confidence) == (places, "inferred")


def test_new_jersey_limits_the_odds_and_tells_accounting() -> None:
    profile = catalog.profile("new_jersey")
    assert profile.top_odds_one_in_most.value == 100_000_000
    assert "accounting_notice" in profile.law.parameter_change.value
    assert profile.unreasonable_contribution.cents == 10_000


def test_new_york_changes_parameters_only_while_suspended() -> None:
    assert "suspended" in catalog.profile("new_york").law.parameter_change.value


def test_PS_64_a_tribal_site_needs_independent_approval() -> None:
    law = catalog.profile("tribal").law
    assert "independent" in law.parameter_change.value
    assert law.approval_needs.value == ("letter", "agency", "concurrence")


def test_the_ten_jurisdictions() -> None:
    assert NAMES == (
        "louisiana", "maryland", "michigan", "nevada", "new_jersey", "new_york", "ohio",
        "pennsylvania", "tribal", "washington",
    )  # fmt: skip


# What single ones ask of people: where the rule is found, and how surely it is known, which is no
# better than how it was read.
@pytest.mark.parametrize(
    ("name", "asked", "cites", "confidence"),
    [
        ("pennsylvania", "access_notice", "58 Pa. Code 461a.12", "part"),
        ("pennsylvania", "controller_keys", "58 Pa. Code 461a.12", "part"),
        ("pennsylvania", "attendant_paid_meter", "58 Pa. Code 605a.7", "part"),
        ("pennsylvania", "meter_in_front", "58 Pa. Code 605a.7", "part"),
        ("pennsylvania", "jackpot_ended", "44 Pa.B. 599", "part"),
        ("pennsylvania", "device_list", "44 Pa.B. 599", "part"),
        ("maryland", "controller_keys", "COMAR 36.05.03.24", "part"),
        ("maryland", "asset_number", "COMAR 36.05.03.24", "part"),
        ("ohio", "meter_visible", "OAC 3772-11-29", "read"),
        ("michigan", "terms_told", "R 432.1838", "part"),
        ("michigan", "reduction_notice", "R 432.1838", "part"),
        ("michigan", "wide_area_timers", "R 432.1841", "part"),
        ("nevada", "meter_record", "Regulation 5.110", "remembered"),
        ("nevada", "transfer_days", "Regulation 5.110", "remembered"),
        ("nevada", "system_checklist", "checklist", "part"),
        ("new_york", "overflow_to", "9 NYCRR 5320.8(b)(2)", "inferred"),
        ("washington", "records_ready", "WAC 230-06-070(3)", "read"),
    ],
)
def test_what_a_jurisdiction_asks_of_people(
    name: str, asked: str, cites: str, confidence: str
) -> None:
    found = next(each for each in catalog.profile(name).for_people if each.name == asked)
    assert found.rule.startswith(cites)
    assert found.confidence == confidence


def test_louisiana_hears_of_a_malfunction_within_4_hours() -> None:
    notice = catalog.profile("louisiana").law.malfunction_notice_hours
    assert (notice.value, notice.confidence) == (4, "inferred")
    assert notice.rule.startswith("LAC 42:III.4201")


def test_ohio_wants_a_sign_about_the_reserve() -> None:
    disclosure = catalog.profile("ohio").reserve_disclosure
    assert (disclosure.value, disclosure.confidence) == ("sign", "read")
    assert disclosure.rule.startswith("OAC 3772-11-29")


@pytest.mark.parametrize(("name", "confidence"), [("michigan", "part"), ("nevada", "remembered")])
def test_where_a_meter_goes_down_only_when_won_or_wrong(name: str, confidence: str) -> None:
    reasons = catalog.profile(name).law.reduction_reasons
    assert (reasons.value, reasons.confidence) == (("won", "faulty_display"), confidence)


def test_maryland_approves_the_proposal_and_allows_several_progressives() -> None:
    profile = catalog.profile("maryland")
    assert profile.links_per_game.value == 0
    assert profile.law.approval_needs.value == ("letter", "internal_controls")
    assert profile.law.approval_needs.confidence == "read"
    assert (profile.law.maximum_least.value, profile.law.maximum_least.confidence) == (
        "current", "part",
    )  # fmt: skip


def test_pennsylvania_takes_two_departments_for_a_change() -> None:
    assert catalog.profile("pennsylvania").law.parameter_change.value == (
        "second_badge", "independent",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("year", "cents"), [(2020, 60_000), (2025, 60_000), (2026, 200_000), (2030, 200_000)]
)
def test_the_tax_threshold_of_a_year(year: int, cents: int) -> None:
    profile = catalog.profile()
    assert (profile.law.tax_threshold.cents(year), profile.law.tax_multiple.value) == (cents, 300)
