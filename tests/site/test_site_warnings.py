"""The warnings of PS-12 and PS-13, each with the exact house edge that follows.

Of 2,598,960 five-card hands 58,656 hold three of a kind, 2,072 a four-card straight flush, 576 four
of a kind below aces and 48 four aces. Pays 1 pays 9, 100 and 300 for them: 907,904 of 2,598,960 of
a wager, 34.9334 %. With a contribution of 20 % and a seed of $1,000 the house keeps 43.2197 %.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from site_support import FOURS, HOUSE, LEFT_OUT, PAYTABLES, changed, faults_of, table

from house_files import FOUR_CARD_LABELS
from pitboss.maths.running_dry import chance_of_running_dry
from pitboss.rules.catalog import Paytables
from pitboss.site.check import check
from pitboss.site.draft import Draft
from pitboss.site.faults import Fault
from pitboss.site.parse import parse_site


def warned(more: str) -> list[Fault]:
    """What is said of the four-card progressive with more keys."""
    text = HOUSE + changed('pays-1"', f'pays-1"\n{more}', FOURS)
    found = faults_of(text + table("C1", "crazy4", '["fours"]'))
    assert all(fault.severity == "warning" for fault in found), found
    return found


def test_PS_13_the_paytables_own_value_is_not_warned_of() -> None:
    assert warned("") == []
    assert warned("house_ppm = 850_000\n[jackpot.levels.main]\nrate_ppm = 150_000") == []


@pytest.mark.parametrize(
    ("more", "code", "key", "edge", "text"),
    [
        (
            "house_ppm = 700_000\n[jackpot.levels.main]\nrate_ppm = 300_000",
            "CONTRIBUTION_RAISED", "levels", "33.22 %", "30 % of each wager",
        ),
        (
            '[jackpot.levels.main]\nseed = "$299"',
            "SEED_LOW", "levels.main.seed", "44.51 %", "$299.00 is below",
        ),
        (
            '[jackpot.levels.main]\nseed = "$0"',
            "SEED_ZERO", "levels.main.seed", "45.07 %", "restarts from zero",
        ),
        (
            'house_ppm = 700_000\n[jackpot.levels.main]\nseed = "$0"\nreserve_ppm = 100_000',
            "SEED_RESERVE_ONLY", "levels.main.seed", "35.07 %", "the only seed",
        ),
        (
            'wager = "$5"\n[jackpot.levels.main]\nseed = "$1,000"',
            "SEED_LOW", "levels.main.seed", "44.70 %", "largest fixed award, $1,500.00",
        ),
    ],
)  # fmt: skip
def test_PS_13_a_warning_has_its_edge(more: str, code: str, key: str, edge: str, text: str) -> None:
    (fault,) = warned(more)
    assert (fault.code, fault.where) == (code, f"site.toml: jackpot.fours.{key}")
    assert fault.rule == "PS-13"
    assert fault.reason.endswith(f"house edge {edge}, before envy")
    assert text in fault.reason


def test_PS_13_a_seed_as_large_as_the_largest_fixed_award_is_enough() -> None:
    assert warned('[jackpot.levels.main]\nseed = "$300"') == []


def test_PS_16_seeds_follow_the_wager_unless_the_house_sets_them() -> None:
    assert warned('wager = "$5"') == []


FROM_METER = (
    """
title = "All from the meter"
games = ["crazy4"]
wager = "$1"

[pays]
nothing = "loses"
three_of_a_kind = "9 for 1 from main"
straight_flush = "100 for 1 from main"
four_of_a_kind = "300 for 1 from main"
four_aces = "100 % of main"

[levels.main]
seed = "$1,000"
rate_ppm = 700_000

[split]
house_ppm = 300_000
"""
    + FOUR_CARD_LABELS
)


def from_meter(folder: Path, rate_ppm: int) -> list[Fault]:
    """A house's own paytable whose every pay comes off the meter."""
    path = folder / "crazy4" / "progressive" / "mine.toml"
    path.parent.mkdir(parents=True)
    path.write_text(FROM_METER, "utf-8")
    rates = f"house_ppm = {1_000_000 - rate_ppm}\n[jackpot.levels.main]\nrate_ppm = {rate_ppm}"
    text = HOUSE + changed('pays-1"', f'mine"\n{rates}', FOURS)
    text += table("C1", "crazy4", '["fours"]')
    found = check(parse_site(text), Paytables(folder))
    return [fault for fault in found if fault.code not in LEFT_OUT]


def test_PS_12_a_meter_that_may_run_dry_has_its_chance(tmp_path: Path) -> None:
    (fault,) = from_meter(tmp_path, 600_000)
    assert (fault.code, fault.rule, fault.severity) == ("CONTRIBUTION_LOW", "PS-12", "warning")
    assert "gets 60 % of each wager and pays back 34.9334 % in fixed awards" in fault.reason
    assert "within a year of 500,000 wagers is 0.19 %" in fault.reason
    # The fixed awards are the meter's, so the house pays its contribution and the seed.
    assert fault.reason.endswith("house edge 38.15 %")


def chosen(rate_ppm: int) -> str:
    """The house has its fixed awards paid from the meter, at this contribution."""
    rates = f"house_ppm = {1_000_000 - rate_ppm}\n[jackpot.levels.main]\nrate_ppm = {rate_ppm}"
    return f'fixed_from = "main"\n{rates}'


def test_PS_12_a_house_that_pays_all_from_the_meter_is_warned_too() -> None:
    """100 % less 60 % and $1,000 at 1 in 54,145: as with a paytable that says so in every line."""
    (fault,) = warned(chosen(600_000))
    assert (fault.code, fault.rule) == ("CONTRIBUTION_LOW", "PS-12")
    assert "gets 60 % of each wager and pays back 34.9334 % in fixed awards" in fault.reason
    assert fault.reason.endswith("house edge 38.15 %, before envy")


def test_PS_12_without_numpy_the_warning_has_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lundberg's bound is about twice the chance here."""
    monkeypatch.setitem(sys.modules, "pitboss.maths.kernels.meter_walk", None)
    chance_of_running_dry.cache_clear()
    (fault,) = from_meter(tmp_path, 600_000)
    assert "within a year of 500,000 wagers is at most 0.41 %" in fault.reason


@pytest.mark.parametrize("rate_ppm", [700_000, 980_000])
def test_PS_12_a_chance_below_one_in_a_thousand_is_no_warning(rate_ppm: int) -> None:
    assert warned(chosen(rate_ppm)) == []


def test_PS_12_the_level_that_pays_must_be_there() -> None:
    text = HOUSE + changed('pays-1"', 'pays-1"\nfixed_from = "mega"', FOURS)
    found = faults_of(text + table("C1", "crazy4", '["fours"]'))
    (fault,) = [each for each in found if each.severity == "error"]
    assert (fault.code, fault.where) == ("LEVEL_UNKNOWN", "site.toml: jackpot.fours.fixed_from")


@pytest.mark.parametrize("rate_ppm", [700_000, 900_000])
def test_PS_12_from_seventy_percent_the_contribution_is_free(tmp_path: Path, rate_ppm: int) -> None:
    assert from_meter(tmp_path, rate_ppm) == []


def test_the_product_warns_only_of_seeds_that_a_source_prints_low() -> None:
    # 58 Pa. Code 633b.17: a seed of 2,000 wagers, and a fixed award of 3,000 wagers.
    low = {
        "blackjack/twenty_one_plus_three_aces/11",
        "blackjack/twenty_one_plus_three_aces_kings/10",
    }
    for paytable_id in PAYTABLES.ids():
        paytable = PAYTABLES.get(paytable_id)
        if paytable.levels:
            text = (
                HOUSE + f'[[jackpot]]\nid = "j"\nkind = "progressive"\npaytable = "{paytable_id}"'
            )
            warned = ["SEED_LOW"] if paytable_id in low else []
            assert [fault.code for fault in faults_of(text)] == [*warned, "JACKPOT_UNUSED"]


def test_ALL_2_limits_of_a_wager_that_is_not_offered_are_told() -> None:
    draft = Draft()
    draft.add_table("crazy4")
    del draft.rows("table")[0]["paytables"]["queens_up"]
    found = [each for each in check(draft.site(), PAYTABLES) if each.code == "LIMITS_UNUSED"]
    assert [(each.severity, each.where) for each in found] == [
        ("warning", "site.toml: table.C1.limits.queens_up")
    ]


def test_ids_that_differ_in_case_alone_are_one_id() -> None:
    draft = Draft()
    draft.add_table("crazy4")
    draft.add_table("crazy4")
    draft.rows("table")[1]["id"] = "c1"
    assert "ID_TWICE" in {each.code for each in check(draft.site(), PAYTABLES)}
