"""Which test holds each rule of a jurisdiction: the office shows it beside what the system does.

A test finds switches missing here and tests that don't exist. A rule for people is here only if the
system follows it in every jurisdiction."""

from __future__ import annotations

from collections.abc import Mapping

_SCENARIO = "tests/floor/test_scenarios.py::test_scenario"
_SITE = "tests/site/test_site_check.py"
_WIN_PAGE = "tests/reports/test_win_page.py"
_BUNDLE = "tests/evidence/test_approval_bundle.py"
_LINKS = "tests/site/test_site_links.py"
_NOTICES = "tests/live/test_notices.py"
_PAYMENTS = "tests/floor/test_payments.py"
_POSTING = "tests/reports/test_posting_sheet.py"
_PIT = "tests/web/test_pit.py"
_WIDE = "tests/wide/test_wide_money.py"
_TAX = "tests/floor/test_tax.py::test_the_tax_on_a_wager"
_STATE_TAX = "tests/floor/test_state_tax.py::test_what_a_state_withholds"
_GAMES = f"{_SITE}::test_one_hand_of_cards_plays_six_games_at_most"
_NOTES = f"{_WIN_PAGE}::test_the_notes_of_a_large_win"

TESTED: Mapping[str, tuple[str, ...]] = {
    # The floor's law.
    "approval_needs": (
        f"{_SITE}::test_PS_64_a_tribal_site_needs_agency_concurrence_and_supplement",
        f"{_SCENARIO}[approval_void]",
    ),
    "aggregate_odds_least": (
        "tests/site/test_site_exposure.py::test_an_aggregate_limit_leaves_50_times_the_highest_wager",
    ),
    "cover_second_prize_above": (
        f"{_SCENARIO}[cover]",
        "tests/reports/test_exposure.py::test_prizes_of_400_000_and_120_000_take_a_cover_of_120_000",
    ),
    "wide_area": (
        f"{_WIDE}::test_washington_has_no_wide_jackpots",
        f"{_WIDE}::test_wide_wagers_need_a_lease_and_local_ones_do_not",
    ),
    "bank_account_states": (f"{_SCENARIO}[bank_charges]",),
    "bank_floor": (f"{_SCENARIO}[bank_floor]",),
    "bank_shortfall": (f"{_SCENARIO}[bank_short]",),
    "deposit_days": (f"{_SCENARIO}[deposit_days]",),
    "exclusion_check": (f"{_SCENARIO}[exclusion_check]",),
    "link_rule": (
        f"{_LINKS}::test_PS_30_PS_35_unequal_odds_are_refused_with_the_rule",
        f"{_SCENARIO}[unlawful_link]",
    ),
    "maximum_least": (f"{_SCENARIO}[change_rates]",),
    "parameter_change": (f"{_SCENARIO}[change_rates]", f"{_SCENARIO}[change_independent]"),
    "prize_cash_most": (
        f"{_SCENARIO}[prize_by_check]",
        "tests/web/test_payout.py::"
        "test_the_guide_begins_with_the_payment_that_the_jurisdiction_asks_for",
    ),
    "reduction_reasons": (f"{_SCENARIO}[reduction_reasons]",),
    "win_confirmation": (
        f"{_SCENARIO}[one_tier]",
        f"{_SITE}::test_PS_4_every_role_that_a_round_needs_is_there",
    ),
    "age_least": (f"{_SCENARIO}[form_due]",),
    "backup_percent": (f"{_SCENARIO}[backup_withholding]",),
    "exclusion_list_hours": (f"{_SCENARIO}[exclusion_list]",),
    "forfeit_notice_hours": (f"{_SCENARIO}[payments]", f"{_SCENARIO}[papers_forfeiture]"),
    "forfeit_to": (f"{_SCENARIO}[papers_forfeiture]",),
    "under_age_prize": (f"{_SCENARIO}[prize_of_a_minor]",),
    "malfunction_notice_hours": (f"{_SCENARIO}[papers]", f"{_SCENARIO}[papers_louisiana]"),
    "removal_notice_days": (f"{_SCENARIO}[removal]",),
    "nra_percent": (f"{_SCENARIO}[nra_withholding]",),
    "access_review_days": (
        "tests/floor/test_report_copies.py::test_an_access_review_is_due_90_days_after_the_last_one",
    ),
    "close_hours": (f"{_SCENARIO}[close_hours]",),
    "close_needs": (f"{_SCENARIO}[gambling_day]", f"{_SCENARIO}[gambling_day_tribal]"),
    "variance_percent": (f"{_SCENARIO}[variance]", f"{_SCENARIO}[gambling_day]"),
    "fiscal_year_first_month": (
        "tests/floor/test_law.py::test_records_are_kept_three_years_after_the_end_of_the_fiscal_year",
    ),
    "state_tax": (_STATE_TAX,),
    "state_withholding_percent": (_STATE_TAX,),
    "state_nonresident_percent": (_STATE_TAX,),
    "retain_years": (f"{_SCENARIO}[retain_years]",),
    "terms_drift": (f"{_SCENARIO}[approval_drift]", f"{_SCENARIO}[approval_void]"),
    "software_check": (
        "tests/live/test_release.py::test_an_altered_file_stops_money_and_not_training",
    ),
    "device_inventory": (
        "tests/floor/test_approvals.py::test_a_part_has_its_serial_number_where_the_law_lists_devices",
    ),
    "payout_verify": (f"{_SCENARIO}[payout_steps]", f"{_SCENARIO}[payout_strict]"),
    "payout_identity": (f"{_SCENARIO}[payout_steps]",),
    "payout_signatures": (
        f"{_SCENARIO}[payout_steps]",
        f"{_SCENARIO}[payout_strict]",
    ),
    "payout_seal": (
        f"{_SCENARIO}[payout_steps]",
        f"{_SCENARIO}[payout_strict]",
    ),
    "unclaimed_days": (
        "tests/web/test_unclaimed.py::test_a_prize_that_nobody_fetches_has_its_clocks",
        f"{_SCENARIO}[unclaimed]",
    ),
    # For site checks, pages and papers.
    "software_notice_hours": (f"{_BUNDLE}::test_the_notice_of_new_software_is_in_the_bundle",),
    "submission_sheet": (f"{_BUNDLE}::test_new_jersey_has_a_submission_sheet",),
    "cash_report_above": ("tests/reports/test_reports.py::test_R13_tax_and_cash", _NOTES),
    "confirmed_at": (
        "tests/web/test_confirmed_at.py::test_the_pit_confirms_nothing_and_the_table_does_PS_4",
        "tests/devices/test_confirmed_at.py::test_a_keypad_confirms_by_badge",
    ),
    "deck_counted_from": (
        f"{_PIT}::test_the_console_counts_the_deck_from_the_amount_of_the_profile",
    ),
    "executive_above": (f"{_SITE}::test_PS_4_an_executive_amount_above_the_profiles",),
    "folded_hands": (
        f"{_PIT}::test_the_checklist_cites_the_rules_of_the_profile",
        "tests/floor/test_told_by_the_dealer.py::test_PS_35_a_folded_hand_is_marked_where_it_counts",
    ),
    "hand_kept_days": (
        _NOTES,
        f"{_WIN_PAGE}::test_where_no_rule_says_how_long_the_note_does_not_either",
    ),
    "house_jackpot_notices": (
        f"{_NOTICES}::test_a_house_jackpot_has_the_notices_of_its_jurisdiction",
    ),
    "jackpot_kinds_mixed": (f"{_SITE}::test_PS_33_jackpot_kinds_are_not_mixed_at_a_table",),
    "late_bets": (f"{_SCENARIO}[late_bet]",),
    "links_per_game": (f"{_LINKS}::test_one_cross_game_link_for_a_game_where_the_profile_says_so",),
    "posted_notices": (f"{_POSTING}::test_R14_posts_the_houses_own_notices",),
    "prize_check_hours": (
        _NOTES,
        f"{_WIN_PAGE}::test_where_no_rule_says_how_long_the_note_does_not_either",
    ),
    "reserve_disclosure": (f"{_NOTICES}::test_a_sign_tells_of_the_reserve_only_where_it_must",),
    "games_most": (_GAMES,),
    "large_games_most": (_GAMES,),
    "large_game_above": (_GAMES,),
    "letters": ("tests/site/test_site_letters.py::test_letters_count_only_where_the_profile_says",),
    "seats_most": (f"{_SITE}::test_seats_over_the_cap_cite_the_rule",),
    "sensors_most": (f"{_SITE}::test_PS_33_no_more_than_two_sensors",),
    "tax_multiple": (f"{_PAYMENTS}::test_a_win_is_reported_from_the_amount_and_the_multiple_on",),
    "tax_threshold": (
        f"{_PAYMENTS}::test_a_win_is_reported_from_the_amount_and_the_multiple_on",
        "tests/site/test_profiles.py::test_the_tax_threshold_of_a_year",
    ),
    "top_odds_one_in_most": (f"{_LINKS}::test_odds_longer_than_the_profile_allows",),
    "unreasonable_contribution": (f"{_SITE}::test_a_contribution_beyond_reason",),
    "wager_most": (f"{_SITE}::test_ALL_2_limits_above_the_ceiling_cite_the_rule",),
    "withholding_above": (_TAX, _NOTES),
    "withholding_percent": (_TAX, _NOTES),
    # Rules for people that the system follows anyway.
    "envy_scope": (f"{_SCENARIO}[linked_tables]",),
    "link_lost": (
        "tests/browser/test_console.py::test_a_lost_line_stops_the_console_and_loses_no_press",
    ),
    "meter_record": (f"{_SCENARIO}[day_close]",),
}
