"""Every file of tests/scenarios is played to its last line; see scenario.py for the language."""

from __future__ import annotations

from pathlib import Path

import pytest

from .scenario import cases_in, play
from .words import Wrong

FOLDER = Path(__file__).parents[1] / "scenarios"
CASES = [
    pytest.param(path, case, id=f"{path.stem}: {case}")
    for path in sorted(FOLDER.glob("cases/*.txt"))
    for case in cases_in(path)
]
# Every scenario, with the lines of the spec it serves.
SERVES = {
    "adjust_up_to_maximum": "PS-17",
    "adjustments": "PS-7 PS-61",
    "approval_drift": "PS-63 PS-64",
    "approval_void": "PS-64",
    "back_out": "PS-7",
    "back_out_after_restart": "PS-7 PS-11 PS-17",
    "back_out_after_transfer": "PS-7 PS-61 PS-62",
    "back_out_after_voided_payment": "PS-7",
    "back_out_before_transfer_in": "PS-7 PS-17",
    "back_out_at_maximum": "PS-7 PS-10",
    "back_out_counters": "PS-7",
    "back_out_keeps_seed": "PS-7 PS-11 PS-17",
    "back_out_restart_and_share": "PS-7 PS-11 PS-17",
    "back_out_split_at_maximum": "PS-7 PS-17 MB-6",
    "back_out_two_shares": "PS-7 PS-17",
    "badges": "PS-4",
    "badges_authority": "PS-60",
    "bank": "PS-62",
    "bank_floor": "PS-62",
    "funded": "PS-62 PS-65",
    "bank_charges": "PS-62 PS-65 PS-67",
    "paid_over": "PS-67",
    "bank_short": "PS-62",
    "bank_prizes": "PS-62",
    "left_in_account": "PS-62",
    "bank_statement": "PS-62",
    "void_withdrawal": "PS-62",
    "evidence": "PS-61 PS-62",
    "cancel_prize": "PS-7 PS-62",
    "betting_closed": "PS-1 PS-2 PS-60",
    "calls": "PS-60",
    "change_independent": "PS-60 PS-61",
    "change_planned": "PS-10 PS-60 PS-61",
    "change_rates": "PS-10 PS-60 PS-61",
    "cover": "PS-62",
    "day_close": "PS-60 PS-61 PS-62",
    "gambling_day": "PS-61",
    "idle_box": "PS-61",
    "gambling_day_tribal": "PS-61",
    "void_after_shift": "PS-61",
    "dealer_records": "PS-3 PS-4 PS-20",
    "disputes": "PS-60",
    "one_badge_one_table": "PS-9 PS-60",
    "dragon_authority": "PS-4 MB-6",
    "dragon_marked_once": "MB-6",
    "dragon_older_keypad": "PS-5 MB-6",
    "dragon_restart": "MB-6 PS-7 PS-11",
    "dragon_shared_by_all": "MB-6",
    "dragon_share_backed_out": "MB-6 PS-7",
    "dragon_split": "MB-5 MB-6 PS-43",
    "equipment": "PS-36 PS-63",
    "equipment_aquarius": "PS-36",
    "equipment_console": "PS-36",
    "equipment_display": "PS-66",
    "seed_raised": "PS-10 PS-17 PS-61 PS-65",
    "sensor_boards": "PS-1 PS-2 PS-60",
    "shuffler": "ALL-4",
    "envy_two_hitters": "PS-1 PS-16 PS-20 PS-21",
    "fixed_from_meter": "PS-12",
    "from_meter": "PS-12",
    "full_and_share": "PS-11 PS-14",
    "house_jackpot": "PS-33 PS-34",
    "hands_corrected": "CS-2 CS-3",
    "house_back_out": "PS-7 PS-34",
    "house_blazing_7s": "BJ-4 BJ-6 BJ-7 PS-34 PS-43",
    "house_dragon": "PS-34 MB-6",
    "house_holdem": "PS-34 PS-41 PS-42",
    "house_money": "PS-61 PS-62",
    "house_linked": "PS-21 PS-34",
    "house_two_on_layout": "PS-1 PS-33 PS-34",
    "late_bet": "PS-2",
    "levels": "PS-15",
    "linked_tables": "PS-21 PS-30",
    "one_meter_seven_games": "PS-30 PS-42",
    "lock_at_mark": "PS-3 PS-11",
    "lock_back_out": "PS-7",
    "lock_changes": "PS-3 PS-11 PS-61 PS-64",
    "lock_dragon": "MB-6",
    "lock_linked": "PS-11 PS-30",
    "lock_older_keypad": "PS-5",
    "lock_two_marks": "PS-3 PS-14",
    "lock_void": "ALL-1",
    "marked_and_adjusted": "PS-3 PS-4 PS-7",
    "marks": "PS-3",
    "maximum": "PS-10",
    "misdeal": "ALL-1 ALL-4",
    "mixed_kinds": "PS-1 PS-33",
    "one_person": "PS-9 PS-64",
    "no_jackpot": "ALL-4 PS-1 PS-60 PS-64",
    "normal_round": "PS-2 PS-3 PS-4 PS-6",
    "numbered_key_paid": "PS-9",
    "numbered_keys": "PS-5",
    "older_keypad": "PS-5 PS-6",
    "papers": "PS-60",
    "papers_forfeiture": "PS-8",
    "one_tier": "PS-4",
    "prize_by_check": "PS-8",
    "backup_withholding": "PS-8",
    "nra_withholding": "PS-8",
    "form_due": "PS-8",
    "exclusion_list": "PS-8",
    "retain_years": "PS-8",
    "exclusion_check": "PS-8",
    "deposit_days": "PS-62",
    "variance": "PS-61",
    "close_hours": "PS-61",
    "prize_of_a_minor": "PS-8 PS-67",
    "unclaimed": "PS-7 PS-67",
    "papers_louisiana": "PS-60",
    "pause": "ALL-4",
    "payments": "PS-8",
    "payout_record": "PS-8",
    "payout_steps": "PS-8",
    "payout_strict": "PS-8",
    "tax_by_wager": "PS-8",
    "tax_collected": "PS-8",
    "power_cut": "PS-5 PS-60",
    "prize_paid": "PS-8 PS-62",
    "reduction_reasons": "PS-61",
    "reserve": "PS-10 PS-11 PS-40",
    "removal": "PS-61 PS-62",
    "retire": "PS-61 PS-62",
    "suspend": "ALL-4 PS-2",
    "three_parts": "PS-9",
    "training": "PS-64",
    "transfer": "PS-61 PS-62",
    "two_full_hits": "PS-14 PS-20",
    "void_after_meter_emptied": "ALL-1 PS-7 PS-12",
    "void_at_maximum": "ALL-1 PS-17",
    "void_with_overflow_parked": "ALL-1 PS-11 PS-17",
    "void_keeps_seed": "ALL-1 PS-11 PS-17",
    "wager_only": "PS-16 PS-36",
    "won_by_hand": "PS-7 PS-9 PS-11 PS-61",
    "win_page": "PS-8",
    "unlawful_link": "PS-30",
}


@pytest.mark.parametrize("name", SERVES)
def test_scenario(name: str) -> None:
    script = play(FOLDER / f"{name}.txt")
    assert script.floor.facts


def test_every_scenario_is_listed() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(SERVES)


@pytest.mark.parametrize(("path", "case"), CASES)
def test_case(path: Path, case: str) -> None:
    play(path, case=case).floor.check_replay()


def test_every_case_has_a_headline_of_its_own() -> None:
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\nSTAFF  sam supervisor\nEND  T1\n", "scenario.txt:3: Wrong: refused TABLE_UNKNOWN"),
        ("END  T1\n\nSTAFF  sam supervisor\n", "scenario.txt:1: Wrong: refused TABLE_UNKNOWN"),
        ("END  T1  -> refused NO_ROUND\n", "scenario.txt:1: Wrong: 'refused NO_ROUND' expected"),
        ("STAFF  sam supervisor  -> round-started\n", "scenario.txt:1: Wrong: 'round-started'"),
        ("STAFF  sam supervisor\nbalance  house  $1.00\n", "scenario.txt:2: Wrong: balance house"),
        ("SHOUT\n", "scenario.txt:1: Wrong: 'SHOUT' is no command"),
    ],
)
def test_a_line_that_is_not_true_is_named(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "scenario.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(Wrong) as fault:
        play(path)
    assert told in str(fault.value)
