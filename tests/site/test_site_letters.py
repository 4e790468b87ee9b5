"""What a site says otherwise than the letters: systems, parts, decks, wagers, titles, limits."""

from __future__ import annotations

import pytest
from site_support import (
    EQUIPMENT,
    FOURS,
    HOUSE,
    PAYTABLES,
    SMALL,
    changed,
    errors,
    faults_of,
    for_money,
    jackpot,
    table,
    told,
)

from pitboss.site.check import check, played_of
from pitboss.site.faults import WARNING
from pitboss.site.parse import parse_site

SEVENS = HOUSE + jackpot("sevens", "blackjack/blazing_7s/1")
B1 = table("B1", "blackjack", '["sevens"]', more='keypad = "aquarius"', options="decks = 6")


@pytest.mark.parametrize(("profile", "count"), [("washington", 1), ("new_jersey", 0)])
def test_letters_count_only_where_the_profile_says(profile: str, count: int) -> None:
    """Washington's letter approves Nexus and Atlas for Blazing 7's, and names the titles that share
    it; in New Jersey neither counts."""
    house = changed('profile = "washington"', f'profile = "{profile}"', SEVENS)
    (b1,) = parse_site(house + B1).tables
    found = played_of(parse_site(house + B1), PAYTABLES)["sevens"]
    assert len(found.terms.systems) == count
    assert b1.keypad == "aquarius"
    faults = [each.code for each in errors(for_money(house + B1))]
    assert faults == ["SYSTEM_NOT_APPROVED"] * count
    named = B1.replace("aquarius", "nexus").replace("seats = 6", 'title = "House Money"\nseats = 6')
    other = named.replace('"B1"', '"B2"').replace("House Money", "Blackjack")
    refused = [each.code for each in errors(house + named + other)]
    assert refused == ["LINK_REFUSED"] * count


# ---- systems and parts --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paytable", "game"),
    [
        ("blackjack/blazing_7s/1", "blackjack"),
        ("blackjack/trilux/6", "blackjack"),
        ("multi_game/five_card/01", "crazy4"),
        ("multi_game/five_card/ml03", "holdem_bonus"),
    ],
)
def test_PS_36_nexus_and_atlas_only(paytable: str, game: str) -> None:
    options = "decks = 6" if game == "blackjack" else ""
    text = HOUSE + jackpot("J", paytable)
    text += table("T1", game, '["J"]', more='keypad = "aquarius"', options=options)
    (fault,) = errors(for_money(text))
    assert (fault.code, fault.where) == ("SYSTEM_NOT_APPROVED", "site.toml: table.T1.keypad")
    assert "nexus and atlas, not aquarius" in fault.reason
    assert "Nexus Command Game Manager" in fault.rule  # the letter's own sentence
    assert errors(for_money(text.replace("aquarius", "nexus"))) == []


@pytest.mark.parametrize(
    ("paytable", "game"),
    [
        ("crazy4/progressive/pays-1", "crazy4"),
        ("holdem_bonus/progressive/quick-hit-11", "holdem_bonus"),
        ("baccarat/dragon_progressive/2", "baccarat"),
    ],
)
def test_PS_36_letters_that_approve_the_older_system(paytable: str, game: str) -> None:
    text = HOUSE + jackpot("J", paytable)
    text += table("T1", game, '["J"]', more='keypad = "aquarius"')
    assert errors(for_money(text)) == []


def test_PS_36_a_table_that_trains_is_only_told() -> None:
    (fault,) = faults_of(SEVENS + B1)
    assert (fault.code, fault.severity) == ("SYSTEM_NOT_APPROVED", WARNING)


LNW = """
[table.equipment]
manager = { name = "Nexus Command Game Manager 2", version = "2.5.3" }
display = { name = "monitor", version = "1.0" }
shoe = { name = "shoe", version = "1.0" }
controller = { name = "Nexus Command Table Controller 2", version = "2.6.0" }
"""


def test_PS_36_a_part_too_old_is_told_with_the_letters_sentence() -> None:
    text = SEVENS + B1.replace("aquarius", "atlas").replace(EQUIPMENT, LNW)
    (fault,) = faults_of(text)
    assert (fault.code, fault.where) == ("PART_TOO_OLD", "site.toml: table.B1.equipment.manager")
    assert "Nexus Command Game Manager 2 v2.5.4 or higher" in fault.reason
    assert 'document 003: "This game will use the approved Light and Wonder' in fault.rule
    assert faults_of(text.replace("2.5.3", "2.5.4")) == []


ATLAS = """
[table.equipment]
manager = { name = "GM Atlas", version = "5.4.0" }
display = { name = "monitor", version = "1.0" }
controller = { name = "Nexus Command Table Controller", version = "2.0.0" }
"""


def test_PS_36_a_part_that_the_letter_does_not_name_is_told_with_the_names_it_prints() -> None:
    """Document 000 names a controller for each of its two systems."""
    text = HOUSE + jackpot("J", "crazy4/progressive/pays-1")
    text += table("T1", "crazy4", '["J"]', more='keypad = "atlas"').replace(EQUIPMENT, ATLAS)
    (fault,) = [each for each in faults_of(text) if each.code == "PART_NOT_APPROVED"]
    assert fault.where == "site.toml: table.T1.equipment.controller"
    assert fault.reason.startswith(
        "controller Nexus Command Table Controller 2.0.0 isn't approved: the letter has "
        "Nexus Command Table Controller Software v2.0.0 or higher or "
        "Nexus Command Table Controller 2 v2.6.0 or higher. Install one of those, or record the "
        "part by its printed name"
    )
    named = faults_of(text.replace("Table Controller", "Table Controller Software"))
    assert "PART_NOT_APPROVED" not in {each.code for each in named}


def test_equipment_least_is_no_longer_typed_by_hand() -> None:
    text = changed('pays-1"', 'pays-1"\nequipment_least = { controller = "2.9" }')
    assert ("SITE_KEY_UNKNOWN", "jackpot.fours.equipment_least") in told(text)


@pytest.mark.parametrize(
    ("name", "version", "codes"),
    [
        ("i-Shoe", "Mico32 v2.0.141", []),
        ("i-Shoe", "Mico32 v2.0.140", ["PART_TOO_OLD"]),
        ("Safe-Shoe", "DMC v1.2.0.0", []),
        ("Safe-Shoe", "DMC v1.1.9.9", ["PART_TOO_OLD"]),
        ("dealing shoe", "1", []),
    ],
)
def test_PS_36_shoes_of_baccarat(name: str, version: str, codes: list[str]) -> None:
    text = HOUSE + jackpot("dragon", "baccarat/dragon_progressive/1")
    text += table("M1", "baccarat", '["dragon"]')
    shoe = f'{EQUIPMENT}shoe = {{ name = "{name}", version = "{version}" }}\n'
    assert [fault.code for fault in faults_of(text.replace(EQUIPMENT, shoe))] == codes


@pytest.mark.parametrize(
    ("part", "name", "enough", "short"),
    [
        ("card_recognition", "CardRec", "v4.0.014", "v4.0.013"),
        ("score_display", "i-Score", "v1.5.19", "v1.5.18"),
    ],
)
def test_PS_36_other_parts_of_baccarat(part: str, name: str, enough: str, short: str) -> None:
    text = HOUSE + jackpot("dragon", "baccarat/dragon_progressive/1")
    text += table("M1", "baccarat", '["dragon"]')
    added = f'{EQUIPMENT}{part} = {{ name = "{name}", version = "{short}" }}\n'
    text = text.replace(EQUIPMENT, added)
    assert told(text) == [("PART_TOO_OLD", f"table.M1.equipment.{part}")]
    assert told(text.replace(short, enough)) == []


def test_PS_36_an_automatic_shuffler_needs_its_own_approval_at_blackjack() -> None:
    text = HOUSE + jackpot("lux", "blackjack/trilux/6")
    text += table("B1", "blackjack", '["lux"]', options="decks = 6")
    (fault,) = faults_of(text.replace(', approval = "list of 2026"', ""))
    assert (fault.code, fault.where) == (
        "PART_NOT_APPROVED",
        "site.toml: table.B1.equipment.shuffler",
    )
    assert "it must be a WSGC approved model" in fault.rule


@pytest.mark.parametrize(
    ("shuffler", "codes"),
    [
        ('{ name = "i-Deal", version = "1.0", mode = "Crazy 4 Poker" }', []),
        ('{ name = "iDEAL", version = "1.0", mode = "caribbean stud" }', []),
        ('{ name = "LNW Gaming ACE", version = "1.0" }', []),
        ('{ name = "Shark", version = "1.0" }', ["PART_NOT_APPROVED"]),
        ('{ name = "i-Deal Plus", version = "1.0", mode = "Blackjack" }', ["PART_MODE_WRONG"]),
    ],
)
def test_crazy_4_is_dealt_with_a_shuffler_of_lnw_gaming(shuffler: str, codes: list[str]) -> None:
    line = next(line for line in EQUIPMENT.splitlines() if line.startswith("shuffler"))
    text = SMALL.replace(line, f"shuffler = {shuffler}")
    assert [fault.code for fault in faults_of(text)] == codes


# ---- decks and wagers ---------------------------------------------------------------------------

# First two cards with a seven of n decks: 1 - C(48n, 2) / C(52n, 2).
HITS = "the hit frequency is 14.8100 % instead of 14.8157 %"


@pytest.mark.parametrize(
    ("name", "edges"),
    [
        ("1", "the house edge is 23.9969 % instead of 24.7828 %"),
        ("2", "the house edge is 23.0567 % instead of 23.5860 %"),
        ("ml04", "the house edge is 21.6464 % instead of 22.3892 %"),
    ],
)
def test_BJ_6_eight_decks_warn_with_the_exact_effect(name: str, edges: str) -> None:
    text = HOUSE + jackpot("sevens", f"blackjack/blazing_7s/{name}")
    text += table("B1", "blackjack", '["sevens"]', options='decks = 8\nthird_card = "dealer"')
    (fault,) = faults_of(text)
    assert (fault.code, fault.where) == ("DECKS_NOT_DESIGNED", "site.toml: jackpot.sevens.paytable")
    assert edges in fault.reason
    assert HITS in fault.reason
    assert faults_of(text.replace("decks = 8", "decks = 6")) == []


def test_BJ_6_ml03_is_designed_for_eight_decks_too() -> None:
    text = HOUSE + jackpot("sevens", "blackjack/blazing_7s/ml03")
    assert faults_of(text + table("B1", "blackjack", '["sevens"]', options="decks = 8")) == []


def test_PS_41_thbp_08_is_a_dollar_wager() -> None:
    text = HOUSE + jackpot("royals", "holdem_bonus/progressive/thbp-08", 'wager = "$2"')
    text += table("H1", "holdem_bonus", '["royals"]')
    (fault,) = errors(for_money(text))
    assert (fault.code, fault.where) == ("WAGER_NOT_APPROVED", "site.toml: jackpot.royals.wager")
    (warned,) = faults_of(text)
    assert (warned.code, warned.severity) == ("WAGER_NOT_APPROVED", WARNING)
    assert errors(for_money(text.replace('wager = "$2"', ""))) == []


@pytest.mark.parametrize(
    ("name", "wager", "own", "words"),
    [
        ("1", "$5", "$1.00", "#1: a column for $1"),
        ("1-five-dollar", "$1", "$5.00", "#1: a column for $1, and one for $5"),
        ("2", "$5", "$1.00", "#2: $1; the dealer will remove all $1 progressive bets"),
        ("3", "$2", "$1.00", "#3: $1; the dealer will remove all $1 progressive bets"),
    ],
)
def test_MB_5_dragon_bonus_progressive_is_played_for_the_letter_s_wager(
    name: str, wager: str, own: str, words: str
) -> None:
    text = HOUSE + jackpot("dragon", f"baccarat/dragon_progressive/{name}", f'wager = "{wager}"')
    text += table("B1", "baccarat", '["dragon"]')
    (fault,) = [each for each in errors(for_money(text)) if "wager" in each.where]
    assert (fault.code, fault.where) == ("WAGER_NOT_APPROVED", "site.toml: jackpot.dragon.wager")
    assert f"the letter approves it for a {own} wager only" in fault.reason
    assert words in fault.reason
    own_wager = text.replace(f'wager = "{wager}"', "")
    assert [each for each in errors(for_money(own_wager)) if "wager" in each.where] == []


# ---- titles and limits --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "codes"),
    [
        ("King's Bounty", []),
        ("Kings Bounty", []),
        ("KING’S  BOUNTY", []),
        ("", []),
        ("Blackjack Switch", ["TITLE_UNKNOWN"]),
    ],
)
def test_PS_31_titles_are_compared_without_marks_and_case(title: str, codes: list[str]) -> None:
    more = f'title = "{title}"' if title else ""
    text = SEVENS + table("B1", "blackjack", '["sevens"]', more=more, options="decks = 6")
    assert [fault.code for fault in faults_of(text)] == codes


def test_PS_31_kings_bounty_shares_a_jackpot_however_it_is_spelled() -> None:
    text = SEVENS + table("B1", "blackjack", '["sevens"]', more='title = "kings bounty"')
    text += table("B2", "blackjack", '["sevens"]', more='title = "House Money"')
    assert told(text) == []


def with_limits(ante: str, more: str = "") -> list[tuple[str, str]]:
    """What is told of the limits of a Crazy 4 table."""
    limits = f"[table.limits]\nante = {ante}\n{more}"
    text = HOUSE + FOURS + table("C1", "crazy4", '["fours"]').replace("[table.options]", limits)
    found = check(parse_site(text), PAYTABLES)
    return [(each.code, each.where) for each in found if each.code != "APPROVAL_MISSING"]


AT = "site.toml: table.C1.limits"


def test_C4_3_a_wager_that_equals_another_has_its_limits_and_none_of_its_own() -> None:
    assert with_limits('["$5", "$100"]') == []
    own = 'super_bonus = ["$5", "$100"]\n'
    assert with_limits('["$5", "$100"]', own) == [("LIMITS_WRONG", f"{AT}.super_bonus")]


def test_C4_3_a_play_of_three_times_the_ante_needs_room_below_the_ceiling() -> None:
    assert with_limits('["$5", "$200"]') == [("LIMITS_NO_ROOM", f"{AT}.ante")]
    assert with_limits('["$5", "$133.33"]') == []


def test_ALL_2_a_table_without_limits_is_told() -> None:
    found = [fault.where for fault in check(parse_site(SMALL), PAYTABLES)]
    assert f"{AT}.ante" in found
