"""What does not fit in a site: badges, tables, sensors, limits, splits, papers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from site_support import (
    EQUIPMENT,
    FOURS,
    HOUSE,
    PAYTABLES,
    SMALL,
    bundle_of,
    changed,
    errors,
    faults_of,
    jackpot,
    table,
    told,
    usual_base,
)

from pitboss.money import Cents
from pitboss.rules.cited_law import CitedAmount, CitedNumber, DatedFigure
from pitboss.site.check import check
from pitboss.site.faults import ERROR
from pitboss.site.parse import parse_site

ROYALS = """
[[jackpot]]
id = "royals"
kind = "house"
paytable = "multi_game/five_card/01"
[jackpot.prizes]
straight_flush = "$500"
royal_flush = "$5,000"
"""


def with_jackpot(more: str) -> str:
    """The small site with more keys in its jackpot."""
    return changed('pays-1"', f'pays-1"\n{more}')


# ---- badges -------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["dealer", "supervisor", "executive"])
def test_PS_4_every_role_that_a_round_needs_is_there(role: str) -> None:
    text = changed(f'role = "{role}"', 'role = "auditor"')
    assert ("ROLE_MISSING", "badge") in told(text)


def test_new_jersey_gives_notice_to_accounting() -> None:
    text = changed('"washington"', '"new_jersey"').replace('"accounting"', '"executive"')
    (fault,) = errors(text)
    assert fault.code == "ROLE_MISSING"
    assert "N.J.A.C. 13:69D-1.52" in fault.rule


@pytest.mark.parametrize(
    ("opened_by", "code"),
    [
        ('["S2"]', "BADGES_WRONG"),
        ('["S2", "S2"]', "BADGES_WRONG"),
        ('["S2", "E3", "A4"]', "BADGES_WRONG"),
        ('["S2", "X9"]', "BADGE_UNKNOWN"),
        ('["S2", "D1"]', "ROLE_TOO_LOW"),
        ('["A4", "S2"]', "ROLE_TOO_LOW"),
    ],
)
def test_two_badges_with_authority_open_a_site(opened_by: str, code: str) -> None:
    assert (code, "property.opened_by") in told(changed('["S2", "A4"]', opened_by))


# ---- tables -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "code", "key"),
    [
        ('game = "crazy4"', 'game = "whist"', "GAME_UNKNOWN", "game"),
        ("[table.options]", '[table.options]\nwild = "yes"', "OPTION_UNKNOWN", "options.wild"),
        ("[table.options]", "[table.options]\nfolded_qualify = 3", "OPTION_UNKNOWN",
         "options.folded_qualify"),
        ('base = "crazy4/base/c4p"', "", "PAYTABLE_MISSING", "paytables.base"),
        ('base = "crazy4/base/c4p"', 'base = "crazy4/queens_up/c4p-09"', "PAYTABLE_NOT_FOR_GAME",
         "paytables.base"),
        ("[table.paytables]", '[table.paytables]\nfive_card = "multi_game/five_card/01"',
         "PAYTABLE_OF_JACKPOT", "paytables.five_card"),
        ("[table.paytables]", '[table.paytables]\nluck = "crazy4/base/c4p"', "SLOT_UNKNOWN",
         "paytables.luck"),
        ('["fours"]', '["fives"]', "JACKPOT_UNKNOWN", "jackpots"),
        ('["fours"]', '["fours", "fours"]', "JACKPOT_TWICE", "jackpots"),
        ('jackpots = ["fours"]\n', "", "SITE_INCOMPLETE", "jackpots"),
        ("seats = 6", "seats = 10", "SEATS_WRONG", "seats"),
        ("[table.options]", '[table.limits]\nluck = ["$1", "$2"]\n[table.options]',
         "WAGER_UNKNOWN", "limits.luck"),
        ("[table.options]", '[table.limits]\nante = ["$9", "$2"]\n[table.options]',
         "LIMITS_WRONG", "limits.ante"),
    ],
)  # fmt: skip
def test_a_table_that_does_not_fit(old: str, new: str, code: str, key: str) -> None:
    assert (code, f"table.C1.{key}") in told(changed(old, new))


def test_ALL_2_limits_above_the_ceiling_cite_the_rule() -> None:
    text = changed("[table.options]", '[table.limits]\nante = ["$5", "$500"]\n[table.options]')
    (fault,) = errors(text)
    assert fault.code == "LIMITS_ABOVE_CEILING"
    assert fault.rule.startswith("ALL-2; WAC 230-15-140")


def test_ALL_2_where_no_ceiling_was_found_there_is_none() -> None:
    text = changed("[table.options]", '[table.limits]\nante = ["$5", "$25,000"]\n[table.options]')
    (fault,) = errors(text)
    assert fault.reason == (
        "$25,000.00 is above $400.00, the most the single-wager ceiling allows (ALL-2)"
    )
    assert errors(changed('"washington"', '"nevada"', text)) == []


def test_ALL_2_the_house_may_enter_another_ceiling() -> None:
    text = changed("[table.options]", '[table.limits]\nante = ["$5", "$500"]\n[table.options]')
    raised = DatedFigure("wager_most", "2026-07-01", CitedAmount(Cents(50_000), "a new rule"))
    site = replace(parse_site(text), entered=(raised,))
    codes = [
        [
            each.code
            for each in check(replace(site, law_day=day), PAYTABLES)
            if each.severity == ERROR
        ]
        for day in ("2026-06-30", "2026-07-01")
    ]
    assert codes == [["LIMITS_ABOVE_CEILING"], []]


@pytest.mark.parametrize(
    ("figure", "most", "reason"),
    [
        (
            "games_most",
            CitedNumber(3, "a rule"),
            "one hand of cards plays 4 games. At most 3 are allowed",
        ),
        ("games_most", CitedNumber(4, "a rule"), ""),
        ("games_most", CitedNumber(0, "a rule"), ""),
        (
            "large_games_most",
            CitedNumber(2, "a rule"),
            "one hand of cards plays 3 games with wagers above $5.00. At most 2 are allowed",
        ),
        ("large_games_most", CitedNumber(3, "a rule"), ""),
    ],
)
def test_one_hand_of_cards_plays_six_games_at_most(
    figure: str, most: CitedNumber, reason: str
) -> None:
    """Crazy 4 Poker with Queens Up, the Bad Beat Bonus and a progressive for $1 is four games."""
    bets = 'queens_up = "crazy4/queens_up/c4p-09"\nbad_beat = "crazy4/bad_beat/bbb-01"\nbase ='
    site = parse_site(changed("base =", bets))
    assert [each.code for each in check(site, PAYTABLES) if each.severity == ERROR] == []
    site = replace(site, law_day="2026-01-01", entered=(DatedFigure(figure, "2026-01-01", most),))
    found = [each.reason for each in check(site, PAYTABLES) if each.code == "GAMES_TOO_MANY"]
    assert found == ([reason] if reason else [])


def test_ALL_2_a_jackpots_wager_is_below_the_ceiling_too() -> None:
    (fault, *_) = errors(with_jackpot('wager = "$401"'))
    assert (fault.code, fault.where) == ("LIMITS_ABOVE_CEILING", "site.toml: table.C1.jackpots")


def test_seats_over_the_cap_cite_the_rule() -> None:
    (fault,) = errors(changed("seats = 6", "seats = 10"))
    assert "WAC 230-15-055" in fault.rule


def test_BJ_6_a_paytable_for_other_decks() -> None:
    text = HOUSE + jackpot("sevens", "blackjack/blazing_7s/1")
    text += table("B1", "blackjack", '["sevens"]', options="decks = 4")
    assert ("PAYTABLE_NOT_FOR_DECKS", "table.B1.jackpots") in told(text)


def test_BJ_8_one_of_two_blackjack_jackpots_with_house_money() -> None:
    text = (
        HOUSE + jackpot("sevens", "blackjack/blazing_7s/1") + jackpot("lux", "blackjack/trilux/6")
    )
    text += table("B1", "blackjack", '["sevens", "lux"]', options="decks = 6")
    assert told(text) == []
    base = f'base = "{usual_base("blackjack")}"'
    money = changed(base, f'{base}\nhouse_money = "blackjack/house_money/1"', text)
    assert ("JACKPOTS_BOTH", "table.B1.jackpots") in told(money)


def test_BJ_8_where_no_letters_count_none_takes_a_jackpot_off() -> None:
    text = (
        HOUSE + jackpot("sevens", "blackjack/blazing_7s/1") + jackpot("lux", "blackjack/trilux/6")
    )
    more = 'title = "House Money"'
    text += table("B1", "blackjack", '["sevens", "lux"]', more=more, options="decks = 6")
    assert "JACKPOTS_BOTH" in [each.code for each in errors(text)]
    elsewhere = changed('"washington"', '"new_jersey"', text)
    assert "JACKPOTS_BOTH" not in [each.code for each in errors(elsewhere)]


@pytest.mark.parametrize("title", ["House Money", "HOUSE MONEY - Dual Progressives"])
def test_BJ_8_the_title_makes_a_table_house_money(title: str) -> None:
    text = (
        HOUSE + jackpot("sevens", "blackjack/blazing_7s/1") + jackpot("lux", "blackjack/trilux/6")
    )
    text += table(
        "B1", "blackjack", '["sevens", "lux"]', more=f'title = "{title}"', options="decks = 6"
    )
    (fault,) = [each for each in errors(text) if each.code == "JACKPOTS_BOTH"]
    assert fault.reason.startswith(
        "House Money can have Blazing 7's or TriLux Blackjack, not both. Take one of them off ("
        'document 003: "House Money is'
    )
    assert "may only choose one of the jackpot options" in fault.reason


def test_PS_1_two_jackpots_of_one_kind_on_two_sensors() -> None:
    """Each sensor is a game of its own; the approval is of both paytables."""
    text = HOUSE + jackpot("sevens", "blackjack/blazing_7s/1")
    text += jackpot("more", "blackjack/blazing_7s/2")
    text += table("B1", "blackjack", '["sevens", "more"]', options="decks = 6")
    assert told(text) == []
    other = changed('"blackjack/blazing_7s/2"', '"blackjack/blazing_7s/ml04"', text)
    digests = {
        fault.reason.rpartition(" ")[2]
        for each in (text, other)
        for fault in check(parse_site(each), PAYTABLES)
        if fault.code == "APPROVAL_MISSING"
    }
    assert len(digests) == 2


# ---- sensors and kinds --------------------------------------------------------------------------


def test_PS_1_two_sensors_with_two_jackpots() -> None:
    text = HOUSE + FOURS + jackpot("fives", "multi_game/five_card/01")
    assert told(text + table("C1", "crazy4", '["fours", "fives"]')) == []


def test_PS_1_a_game_without_a_jackpot_has_a_table_without_sensors() -> None:
    assert told(HOUSE + table("S1", "six_five_four", "[]")) == []
    assert told(HOUSE + table("S1", "six_five_four", "[]", more='theme = "emerald"')) == []


def test_PS_33_no_more_than_two_sensors() -> None:
    text = HOUSE + FOURS + jackpot("fives", "multi_game/five_card/01")
    text += jackpot("more", "crazy4/progressive/pays-2")
    found = errors(text + table("C1", "crazy4", '["fours", "fives", "more"]'))
    assert [fault.code for fault in found] == ["SENSORS_WRONG"]
    assert found[0].rule.startswith("PS-33; approval letters")


def test_PS_33_jackpot_kinds_are_not_mixed_at_a_table() -> None:
    (fault,) = errors(HOUSE + FOURS + ROYALS + table("C1", "crazy4", '["fours", "royals"]'))
    assert fault.code == "JACKPOT_KINDS_MIXED"
    assert fault.rule.startswith("PS-33; WAC 230-15-671")


# ---- house jackpots -----------------------------------------------------------------------------


def test_PS_34_a_house_jackpot_stands_at_several_tables() -> None:
    text = HOUSE + ROYALS + table("C1", "crazy4", '["royals"]')
    assert told(text + table("H1", "holdem_bonus", '["royals"]')) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "key"),
    [
        ('royal_flush = "$5,000"', "", "OUTCOME_MISSING", "prizes.royal_flush"),
        ('royal_flush = "$5,000"', 'royal_flush = "$5"\nflush = "$1"', "OUTCOME_UNKNOWN",
         "prizes.flush"),
        ('royal_flush = "$5,000"', 'royal_flush = "$0"', "SITE_VALUE_WRONG", "prizes.royal_flush"),
        ("[jackpot.prizes]", '[jackpot.levels.main]\nseed = "$1"\n[jackpot.prizes]',
         "HOUSE_JACKPOT_GROWS", "levels"),
        ("[jackpot.prizes]", "lock_at_mark = true\n[jackpot.prizes]",
         "HOUSE_JACKPOT_GROWS", "lock_at_mark"),
        ("[jackpot.prizes]", 'fixed_from = "main"\n[jackpot.prizes]',
         "HOUSE_JACKPOT_GROWS", "fixed_from"),
        ('"multi_game/five_card/01"\n[jackpot.prizes]\n',
         '"holdem_bonus/progressive/quick-hit-11"\n[jackpot.prizes]\nroyal_after_5 = "$9"\n'
         'royal_after_6 = "$8"\n', "LINE_AMOUNTS_DIFFER", "prizes.royal_after_7"),
        ('"multi_game/five_card/01"', '"crazy4/queens_up/c4p-09"', "OUTCOME_MISSING", "paytable"),
    ],
)  # fmt: skip
def test_PS_34_a_house_jackpot_has_fixed_prizes(old: str, new: str, code: str, key: str) -> None:
    text = HOUSE + ROYALS + table("C1", "crazy4", '["royals"]')
    assert (code, f"jackpot.royals.{key}") in told(changed(old, new, text))


SEVENS = """
[[jackpot]]
id = "sevens"
kind = "house"
paytable = "blackjack/blazing_7s/1"
[jackpot.prizes]
three_sevens_color = "$250"
three_sevens_suited = "$7,777"
"""


def test_PS_31_linked_house_jackpots_need_the_same_number_of_decks() -> None:
    """Document 003 asks it of every link, house or progressive; equal odds only of a meter."""
    six = table("B1", "blackjack", '["sevens"]', options="decks = 6")
    eight = table("B2", "blackjack", '["sevens"]', options="decks = 8")
    assert told(HOUSE + SEVENS + six) == []
    assert told(HOUSE + SEVENS + six + eight) == [
        ("DECKS_NOT_DESIGNED", "jackpot.sevens.paytable"),
        ("LINK_REFUSED", "jackpot.sevens"),
    ]


def test_PS_34_a_house_jackpot_that_pays_back_more_than_is_wagered_is_warned_of() -> None:
    """Three sevens of a suit come 80 times in 5,013,320 deals: $1,000,000 is worth 16 wagers."""
    text = HOUSE + changed("$7,777", "$1,000,000", SEVENS) + table("B1", "blackjack", '["sevens"]')
    (fault,) = [each for each in faults_of(text) if each.code == "HOUSE_EDGE_NEGATIVE"]
    assert fault.severity == "warning"
    assert fault.reason.startswith("it pays back more than players wager; house edge -15")


# ---- splits and amounts -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "code", "key"),
    [
        ("house_ppm = 700_000", "SPLIT_WRONG", "house_ppm"),
        ("[jackpot.levels.main]\nrate_ppm = 100_000", "SPLIT_WRONG", "house_ppm"),
        ("house_ppm = 900_000\n[jackpot.levels.main]\nrate_ppm = 200_000", "SPLIT_WRONG",
         "house_ppm"),
        ('[jackpot.levels.grand]\nseed = "$1"', "LEVEL_UNKNOWN", "levels.grand"),
        ('[jackpot.levels.main]\nmaximum = "$999.99"', "MAXIMUM_TOO_LOW", "levels.main.maximum"),
        ('[jackpot.prizes]\nfour_aces = "$5"', "SITE_VALUE_WRONG", "prizes"),
    ],
)  # fmt: skip
def test_PS_10_a_jackpot_that_does_not_add_up(more: str, code: str, key: str) -> None:
    assert told(with_jackpot(more)) == [(code, f"jackpot.fours.{key}")]


def test_a_progressive_needs_a_meter() -> None:
    assert ("LINK_NO_METER", "jackpot.fours.paytable") in told(
        changed("progressive/pays-1", "queens_up/c4p-09")
    )


def test_a_contribution_beyond_reason() -> None:
    text = with_jackpot('wager = "$400"\nhouse_ppm = 500_000\n[jackpot.levels.main]\n'
                        "rate_ppm = 500_000").replace('"washington"', '"new_jersey"')  # fmt: skip
    (fault,) = errors(text)
    assert fault.code == "CONTRIBUTION_UNREASONABLE"
    assert "N.J.A.C. 13:69E-1.39A" in fault.rule


def test_PS_4_an_executive_amount_above_the_profiles() -> None:
    assert told(with_jackpot('executive_above = "$5,000"')) == []
    (fault,) = faults_of(with_jackpot('executive_above = "$5,000.01"'))
    assert (fault.code, fault.severity) == ("EXECUTIVE_AMOUNT_HIGH", "warning")


def test_an_unused_jackpot_is_told() -> None:
    text = SMALL + jackpot("fives", "multi_game/five_card/01")
    assert told(text) == [("JACKPOT_UNUSED", "jackpot.fives.id")]


def test_names_that_two_people_or_two_jackpots_have_are_warned_of() -> None:
    text = changed('name = "Executive"', 'name = "Dealer"')
    text = changed('id = "fours"', 'id = "fours"\ntitle = "Fours"', text)
    text += jackpot("more", "crazy4/progressive/pays-1", 'title = "Fours"')
    found = [(each.where, each.reason) for each in faults_of(text) if each.code == "NAME_SHARED"]
    assert found == [
        (
            "site.toml: badge.D1.name",
            "Dealer: badges D1 and E3 have this name. Screens add the badge to it",
        ),
        (
            "site.toml: jackpot.fours.title",
            "Fours: jackpots fours and more have this title. Give each its own",
        ),
    ]


# ---- equipment and approval ---------------------------------------------------------------------


def missing(text: str) -> list[tuple[str, str]]:
    """The parts that are asked for at a table."""
    found = told(text.replace(EQUIPMENT, ""))
    return [
        (code, where.rpartition(".")[2])
        for code, where in found
        if code in ("EQUIPMENT_MISSING", "PART_MISSING")
    ]


def test_PS_63_each_part_that_a_letter_needs_is_asked_for_once() -> None:
    parts = ("shuffler", "manager", "controller", "display")
    assert missing(SMALL) == [("PART_MISSING", part) for part in parts]


def test_PS_63_no_controller_is_asked_for_where_the_letter_needs_none() -> None:
    sevens = HOUSE + jackpot("sevens", "blackjack/blazing_7s/1")
    sevens += table("B1", "blackjack", '["sevens"]', options="decks = 6")
    assert missing(sevens) == [
        ("PART_MISSING", "manager"),
        ("PART_MISSING", "display"),
        ("EQUIPMENT_MISSING", "shuffler"),
    ]
    assert missing(HOUSE + table("P1", "six_five_four", "[]")) == [
        ("EQUIPMENT_MISSING", "shuffler")
    ]


def test_PS_63_a_jackpot_of_no_letter_records_its_system(monkeypatch: pytest.MonkeyPatch) -> None:
    get = PAYTABLES.get
    own = replace(get("crazy4/progressive/pays-1"), letters=())
    monkeypatch.setattr(PAYTABLES, "get", lambda name: own if name == own.id else get(name))
    parts = ("controller", "manager", "display")
    wanted = [("EQUIPMENT_MISSING", part) for part in parts]
    assert missing(SMALL) == [("PART_MISSING", "shuffler"), *wanted]


def approved(text: str, papers: str) -> list[tuple[str, str]]:
    """All faults of a site whose table has an approval."""
    added = f'\n[table.approval]\n{papers}\ndate = "2026-01-15"\nsigner = "M. Rowe"\n'
    added += f'bundle = "{SMALL_BUNDLE}"\n'
    found = check(parse_site(text + added), PAYTABLES)
    return [
        (fault.code, fault.where.removeprefix("site.toml: table.C1."))
        for fault in found
        if fault.code != "LIMITS_MISSING"
    ]


SMALL_BUNDLE = bundle_of(parse_site(SMALL))
PAPERS = 'letter = "letter 3119"\ninternal_controls = "controls 12"'


def test_PS_64_with_an_approval_nothing_is_left_to_tell() -> None:
    assert approved(SMALL, PAPERS) == []


@pytest.mark.parametrize(("today", "faults"), [("2026-01-14", 1), ("2026-01-15", 0), ("", 0)])
def test_PS_64_an_approval_is_not_dated_on_a_day_to_come(today: str, faults: int) -> None:
    papers = f'{PAPERS}\ndate = "2026-01-15"\nsigner = "M. Rowe"\nbundle = "{SMALL_BUNDLE}"\n'
    found = check(parse_site(f"{SMALL}\n[table.approval]\n{papers}"), PAYTABLES, today=today)
    assert [each.code for each in found if each.severity == "error"] == ["DAY_WRONG"] * faults


def test_PS_64_an_approval_says_who_signed_it() -> None:
    papers = f'{PAPERS}\ndate = "2026-01-15"\nbundle = "{SMALL_BUNDLE}"\n'
    found = check(parse_site(f"{SMALL}\n[table.approval]\n{papers}"), PAYTABLES)
    (fault,) = (each for each in found if each.severity == "error")
    assert fault.code == "SITE_INCOMPLETE"
    assert fault.where == "site.toml: table.C1.approval.signer"


def test_PS_64_without_an_approval_a_table_trains() -> None:
    fault = check(parse_site(SMALL), PAYTABLES)[-1]
    assert (fault.code, fault.severity) == ("APPROVAL_MISSING", "warning")
    assert "can only train" in fault.reason
    assert fault.rule.startswith("PS-64; WAC 230-15-035")


def test_PS_64_a_change_of_rules_voids_the_approval() -> None:
    folded = changed("[table.options]", '[table.options]\nfolded_qualify = "no"')
    assert approved(folded, PAPERS) == [("APPROVAL_VOID", "approval.bundle")]
    other = changed("pays-1", "pays-2")
    assert approved(other, PAPERS) == [("APPROVAL_VOID", "approval.bundle")]


def test_PS_64_a_tribal_site_needs_agency_concurrence_and_supplement() -> None:
    tribal = changed('"washington"', '"tribal"')
    assert approved(tribal, PAPERS) == [
        ("APPROVAL_INCOMPLETE", "approval.agency"),
        ("APPROVAL_INCOMPLETE", "approval.concurrence"),
        ("APPROVAL_INCOMPLETE", "approval.supplement"),
    ]


def test_a_house_without_an_auditor_is_warned_that_it_could_close_no_day() -> None:
    badge = '[[badge]]\nid = "U6"\nname = "Auditor"\nrole = "auditor"\n'
    (fault,) = faults_of(changed(badge, ""))
    assert (fault.code, fault.severity) == ("ROLE_MISSING", "warning")


@pytest.mark.parametrize("keys", ['day_begins = "6 am"', 'shifts = ["22:00", "14:00"]'])
def test_the_times_of_the_gambling_day_are_kept_or_an_error(keys: str) -> None:
    (fault,) = errors(changed('profile = "washington"', f'profile = "washington"\n{keys}'))
    assert (fault.code, fault.where) == ("DAY_TIMES_WRONG", "site.toml: property.shifts")
