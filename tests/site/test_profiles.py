"""The contract of every profile that is found, and what the shipped ones say."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest
from msgspec import structs

from pitboss.rules import catalog
from pitboss.rules.cited_law import CONFIDENCES, NOT_STATED
from pitboss.rules.profile import Profile, parse_profile

NAMES = catalog.profile_names()
PROFILES = Path(str(resources.files("pitboss"))) / "profiles"


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


# ---- what holds where no rule was found --------------------------------------------------------

STRICT, NOTHING = "no rule found: we use the strictest", "no rule found: not required"
OFF = (0, "none", False, ())


@pytest.mark.parametrize("name", NAMES)
def test_a_state_says_only_what_its_own_rules_say(name: str) -> None:
    """What holds without a rule is said once for all states; none is said to be like another."""
    text = (PROFILES / f"{name}.toml").read_text("utf-8").lower()
    assert [
        words for words in ("no rule found", "no ceiling", "as in washington") if words in text
    ] == []


@pytest.mark.parametrize("name", sorted({*NAMES} - {"washington"}))
def test_no_rule_of_a_state_leans_on_another_states(name: str) -> None:
    """A tribal site in Washington is in that state, whose commission wrote its letters."""
    profile = catalog.profile(name)
    rules = [each.rule for each in (*profile.switches.values(), *profile.for_people)]
    own = "Washington has no personal income tax"
    assert [rule for rule in rules if "WAC " in rule or "Washington" in rule.replace(own, "")] == []


def test_no_rule_found_has_one_meaning() -> None:
    """What protects players, money and evidence holds its strictest reading, which is the default
    of the record; what only a rule could ask for is off."""
    common = {path.stem: path.read_text("utf-8") for path in PROFILES.glob("common/*.toml")}
    found = parse_profile(
        'title = "Anywhere"\nbuilds_on = "united_states"', name="anywhere", shared=common
    )
    default = Profile(
        name="", title="", wager_most=found.wager_most, seats_most=found.seats_most
    ).switches
    values = {name: structs.astuple(cited)[0] for name, cited in found.switches.items()}
    strict = [name for name, cited in found.switches.items() if cited.rule == STRICT]
    assert {name: values[name] for name in strict} == {
        name: structs.astuple(default[name])[0] for name in strict
    }
    nothing = {
        name: values[name] for name, cited in found.switches.items() if cited.rule == NOTHING
    }
    assert {name: value for name, value in nothing.items() if value not in OFF} == {}
    assert {"hand_kept_days", "prize_check_hours", "exclusion_list_hours"} <= set(strict)
    assert {"wager_most", "seats_most", "links_per_game", "unclaimed_days"} <= set(nothing)


@pytest.mark.parametrize("figure", ["hand_kept_days", "prize_check_hours", "links_per_game"])
def test_states_without_a_rule_have_the_same_figure(figure: str) -> None:
    found = [catalog.profile(name).switches[figure] for name in NAMES]
    assert len({each for each in found if each.rule.startswith("no rule found")}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_letters_that_count_are_there(name: str) -> None:
    whose = catalog.profile(name).letters.value
    assert whose == "none" or (PROFILES.parent / "letters" / whose).is_dir()


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("maryland", "COMAR 36.05.03.24"),
        ("michigan", "R 432.1841"),
        ("new_jersey", "N.J.A.C. 13:69E-1.39C"),
    ],
)
def test_several_properties_share_a_jackpot_where_the_rule_says_so(name: str, rule: str) -> None:
    wide = catalog.profile(name).law.wide_area
    assert (wide.value, wide.rule.startswith(rule)) == ("stop", True)


def test_pennsylvania_knows_mystery_bonuses() -> None:
    asked = {each.name: each for each in catalog.profile("pennsylvania").for_people}
    assert asked["mystery_awards"].rule == "58 Pa. Code 633c.14, 645c.3"


def test_a_compact_is_cited_without_what_others_say() -> None:
    assert catalog.profile("tribal").law.age_least.rule == "tribal-state compact"


@pytest.mark.parametrize(
    ("name", "when", "resident", "elsewhere"),
    [
        ("washington", "none", 0, 0),
        ("tribal", "none", 0, 0),
        ("nevada", "none", 0, 0),
        ("pennsylvania", "none", 0, 0),
        ("new_york", "unread", 0, 0),
        ("new_jersey", "federal", 30_000, 30_000),
        ("louisiana", "federal", 30_000, 30_000),
        ("maryland", "federal", 95_000, 87_500),
        ("ohio", "reported", 40_000, 40_000),
        ("michigan", "reported", 0, 42_500),
    ],
)
def test_the_income_tax_of_each_state(name: str, when: str, resident: int, elsewhere: int) -> None:
    law = catalog.profile(name).law
    assert law.state_tax.value == when
    found = (law.state_withholding_percent.ppm, law.state_nonresident_percent.ppm)
    assert found == (resident, elsewhere)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_for_people_is_a_sentence(name: str) -> None:
    for each in catalog.profile(name).for_people:
        assert each.says[0].isupper(), each
        assert each.says.endswith("."), each


@pytest.mark.parametrize("name", NAMES)
def test_what_no_rule_was_found_for_is_marked_as_inferred(name: str) -> None:
    profile = catalog.profile(name)
    for cited in (*profile.switches.values(), *profile.for_people):
        if "no rule found" in cited.rule:
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
        "merchandise",
    ]  # fmt: skip
    records = asked["records_ready"]
    assert records.says == "A month's records are ready within 30 days."
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
    assert law.approval_needs.value == ("letter", "agency", "concurrence", "supplement")


def test_the_ten_jurisdictions_are_found() -> None:
    assert set(NAMES) >= {
        "louisiana", "maryland", "michigan", "nevada", "new_jersey", "new_york", "ohio",
        "pennsylvania", "tribal", "washington",
    }  # fmt: skip


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
def test_what_a_law_asks_of_people(name: str, asked: str, cites: str, confidence: str) -> None:
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
    ("day", "cents"),
    [
        ("2020-06-01", 60_000),
        ("2025-12-31", 60_000),
        ("2026-01-01", 200_000),
        ("2030-01-01", 200_000),
    ],
)
def test_the_tax_threshold_of_a_year(day: str, cents: int) -> None:
    law = catalog.profile().on(day).law
    assert (law.tax_threshold.cents, law.tax_multiple.value) == (cents, 300)
