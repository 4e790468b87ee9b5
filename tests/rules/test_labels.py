"""The printed words of the paytables, checked against the letters line by line (PS-45)."""

from __future__ import annotations

import pytest

from pitboss.rules.catalog import Paytables
from pitboss.rules.posted import posted_lines

SHIPPED = Paytables()
# Each letter's own lines, best first, with what they pay; copied from documents 000 to 004.
LETTERS = {
    "baccarat/dragon_progressive/1": """
        2, 3 & 4 - 0 Diamonds | 100 % of main
        2, 3 & 4 - 0 Suited | 10 % of main
        2, 3 & 4 - 0 Unsuited | 1,000 for 1
        9 - 0 (non-natural) | 10 for 1""",
    "baccarat/dragon_progressive/1-five-dollar": """
        2, 3 & 4 - 0 Diamonds | 100 % of main
        2, 3 & 4 - 0 Suited | 10 % of main
        2, 3 & 4 - 0 Unsuited | 1,000 to 1
        9 - 0 (non-natural) | 10 to 1""",
    "baccarat/dragon_bonus/1": """
        Win by 9 points* | 30 to 1
        Win by 8 points* | 10 to 1
        Win by 7 points* | 6 to 1
        Win by 6 points* | 4 to 1
        Win by 5 points* | 2 to 1
        Win by 4 points* | 1 to 1
        Natural winner | 1 to 1
        Natural ties | push""",
    "baccarat/dragon_bonus/2": """
        Win by 9 points* | 20 to 1
        Win by 8 points* | 8 to 1
        Win by 7 points* | 7 to 1
        Win by 6 points* | 4 to 1
        Win by 5 points* | 3 to 1
        Win by 4 points* | 1 to 1
        Natural winner | 1 to 1
        Natural ties | push""",
    "blackjack/blazing_7s/2": """
        Three 7's - Diamonds | 100 % of main
        Three 7's - Suited (Other) | 10 % of main
        Three 7's - Same Color | 500 for 1
        Three 7's | 200 for 1
        First Two Cards - 7 | 25 for 1
        Either of the First Two Cards - 7 | 2 for 1""",
    "blackjack/blazing_7s/ml04": """
        Three 7's - Diamonds | 100 % of major
        Three 7's - Suited (Other) | 100 % of minor
        Three 7's - Same Color | 500 for 1
        Three 7's | 200 for 1
        First Two Cards - 7's | 25 for 1
        Either of the First Two Cards - 7 | 2 for 1""",
    "blackjack/house_money/2": """
        Ace-King Suited | 9 to 1
        Straight Flush | 5 to 1
        Pair | 3 to 1
        Straight | 1 to 1""",
    "caribbean_stud/cover_all/standard": """
        Royal Flush | 500 to 1
        Straight Flush | 200 to 1
        Four of a Kind | 60 to 1
        Full House | 40 to 1
        Flush | 35 to 1
        Straight | 25 to 1
        Three of a Kind | 9 to 1""",
    "crazy4/base/c4p": """
        4 Aces | 200 to 1
        4 of a Kind | 30 to 1
        Straight Flush | 15 to 1
        3 of a Kind | 2 to 1
        Flush | 3 to 2
        Straight | 1 to 1""",
    "crazy4/bad_beat/bbb-01": """
        4 of a Kind | 25,000 to 1
        Straight Flush | 10,000 to 1
        3 of a Kind | 200 to 1
        Flush | 50 to 1
        Straight | 30 to 1
        2 Pair | 20 to 1""",
    "crazy4/queens_up/c4p-10": """
        4 of a Kind | 50 to 1
        Straight Flush | 40 to 1
        3 of a Kind | 8 to 1
        Flush | 4 to 1
        Straight | 3 to 1
        2 Pair | 2 to 1
        Queens or Better | 1 to 1""",
    "crazy4/queens_up/c4p-11": """
        4 of a Kind | 50 to 1
        Straight Flush | 30 to 1
        3 of a Kind | 8 to 1
        Flush | 4 to 1
        Straight | 3 to 1
        2 Pair | 2 to 1
        Queens or Better | 1 to 1""",
    "crazy4/queens_up/c4p-12": """
        4 of a Kind | 50 to 1
        Straight Flush | 40 to 1
        3 of a Kind | 7 to 1
        Flush | 4 to 1
        Straight | 3 to 1
        2 Pair | 2 to 1
        Queens or Better | 1 to 1""",
    "crazy4/progressive/pays-2": """
        Four Aces | 100 % of main
        Four of a Kind | 300 for 1
        Straight Flush | 100 for 1
        Three of a Kind | 15 for 1""",
    "crazy4/progressive/pays-3": """
        Four Aces | 100 % of main
        Four of a Kind | 300 for 1
        Straight Flush | 100 for 1
        Three of a Kind | 15 for 1""",
    "holdem_bonus/base/flush": """
        Flush or better | 1 to 1
        Otherwise | push""",
    "holdem_bonus/base/straight": """
        Straight or better | 1 to 1
        Otherwise | push""",
    "holdem_bonus/bonus/2": """
        A-A (Player) / A-A (Dealer) | 1,000 to 1
        A-A | 30 to 1
        A-K (Suited) | 25 to 1
        A-Q or A-J (Suited) | 20 to 1
        A-K (Unsuited) | 15 to 1
        K-K or Q-Q or J-J (High Pairs) | 10 to 1
        A-Q or A-J (Unsuited) | 5 to 1
        10-10 Thru 2-2 (Low Pairs) | 3 to 1""",
    "multi_game/five_card/01": """
        Royal Flush | 100 % of main
        Straight Flush | 10 % of main
        Four of a Kind | 300 for 1
        Full House | 50 for 1
        Flush | 40 for 1
        Straight | 30 for 1
        Three of a Kind | 9 for 1""",
    "multi_game/five_card/ml01": """
        Royal Flush | 100 % of mega
        Straight Flush | 100 % of major
        Four of a Kind | 300 for 1
        Full House | 50 for 1
        Flush | 40 for 1
        Straight | 30 for 1
        Three of a Kind | 9 for 1""",
    "multi_game/five_card/ml03": """
        Royal Flush | 100 % of mega
        Straight Flush | 100 % of major
        Four of a Kind | 100 % of minor
        Full House | 50 for 1
        Flush | 40 for 1
        Straight | 30 for 1
        Three of a Kind | 9 for 1""",
    "six_five_four/queens_up/1": """
        4 of a Kind | 50 to 1
        Straight Flush | 40 to 1
        3 of a Kind | 8 to 1
        Flush | 4 to 1
        Straight | 3 to 1
        2 Pair | 2 to 1
        Queens or Better | 1 to 1""",
    "six_five_four/queens_up/2": """
        4 of a Kind | 50 to 1
        Straight Flush | 30 to 1
        3 of a Kind | 8 to 1
        Flush | 4 to 1
        Straight | 3 to 1
        2 Pair | 2 to 1
        Queens or Better | 1 to 1""",
    "six_five_four/queens_up/3": """
        4 of a Kind | 50 to 1
        Straight Flush | 40 to 1
        3 of a Kind | 7 to 1
        Flush | 4 to 1
        Straight | 3 to 1
        2 Pair | 2 to 1
        Queens or Better | 1 to 1""",
    "baccarat/dragon_progressive/2": """
        2, 3 & 4 - 0 Diamonds | 100 % of main
        2, 3 & 4 - 0 Suited | 25 % of main
        2, 3 & 4 - 0 Unsuited | 1,000 for 1
        9 - 0 (Non-Natural) | 40 for 1
        8 - 0 (Non-Natural) | 20 for 1
        Natural Win | 2 for 1""",
    "baccarat/dragon_progressive/3": """
        Suited 6 Card Win by 9 | 100 % of main
        Suited 4 Card Win by 9 | 300 for 1
        Win by 9 (Other) | 10 for 1""",
    "baccarat/dragon_bonus/3": """
        Win by 9 points* | 30 to 1
        Win by 8 points* | 10 to 1
        Win by 6-7 points* | 4 to 1
        Win by 4-5 points* | 2 to 1
        Natural winner | 1 to 1
        Natural ties | push""",
    "blackjack/blazing_7s/1": """
        Three 7's - Same Suit | 100 % of main
        Three 7's - Same Color | 10 % of main
        Three 7's | 200 for 1
        First Two Cards - 7 | 25 for 1
        Either of the First Two Cards - 7 | 2 for 1""",
    "blackjack/blazing_7s/ml03": """
        Three 7's - Diamonds | 100 % of mega
        Three 7's - Suited (Other) | 100 % of major
        Three 7's - Same Color | 100 % of minor
        Three 7's | 200 for 1
        First Two Cards - 7's | 25 for 1
        Either of the First Two Cards - 7 | 2 for 1""",
    "blackjack/trilux/6": """
        Three Aces (Suited) | 100 % of main
        Three of a Kind (Suited) | 125 for 1
        Straight Flush | 25 for 1
        Three of a Kind (Offsuit) | 20 for 1
        Straight | 7 for 1
        Flush | 5 for 1""",
    "blackjack/house_money/1": """
        Ace-King Suited | 9 to 1
        Straight Flush | 4 to 1
        Pair | 3 to 1
        Straight | 1 to 1""",
    "crazy4/progressive/pays-1": """
        Four Aces | 100 % of main
        Four of a Kind | 300 for 1
        Straight Flush | 100 for 1
        Three of a Kind | 9 for 1""",
    "crazy4/queens_up/c4p-09": """
        4 of a Kind | 50 to 1
        Straight Flush | 30 to 1
        3 of a Kind | 9 to 1
        Flush | 4 to 1
        Straight | 3 to 1
        2 Pair | 2 to 1
        Queens or Better | 1 to 1""",
    "crazy4/bad_beat/bbb-02": """
        Straight Flush or Higher | 1,000 to 1
        3 of a Kind | 500 to 1
        Flush | 50 to 1
        Straight | 20 to 1
        2 Pair | 15 to 1""",
    "holdem_bonus/base/three_tens": """
        Three 10's or better | 1 to 1
        Otherwise | push""",
    "holdem_bonus/bonus/1": """
        A-A | 30 to 1
        A-K (Suited) | 25 to 1
        A-Q or A-J (Suited) | 20 to 1
        A-K (Unsuited) | 15 to 1
        K-K or Q-Q or J-J (High Pairs) | 10 to 1
        A-Q or A-J (Unsuited) | 5 to 1
        10-10 Thru 2-2 (Low Pairs) | 3 to 1""",
    "holdem_bonus/progressive/quick-hit-11": """
        Royal Flush | 100 % of main
        Community Royal Flush | 1,000 for 1
        Straight Flush | 250 for 1
        4 of a Kind | 75 for 1
        Full House | 10 for 1""",
    "holdem_bonus/progressive/thbp-08": """
        Royal After 5 | 100 % of main
        Royal After 6 | 25 % of main
        Royal After 7 | 5 % of main
        Community Royal | $3,000
        Straight Flush | $250
        4 of a Kind | $100
        Full House | $10""",
    "six_five_four/base/standard": """
        4 Aces | 100 to 1
        4 of a Kind | 20 to 1
        Straight Flush | 10 to 1""",
}


# What each letter prints below its pays, copied from it.
FOOTNOTES = {
    "baccarat/dragon_progressive/1": [],
    "baccarat/dragon_progressive/1-five-dollar": [],
    "baccarat/dragon_progressive/2": [],
    "baccarat/dragon_progressive/3": [],
    "holdem_bonus/progressive/quick-hit-11": [],
    "holdem_bonus/progressive/thbp-08": [],
    "baccarat/dragon_bonus/1": ["* Non-naturals", "Natural= Two-card total consisting of 8 or 9."],
    "blackjack/blazing_7s/1": ["Original wager NOT returned", "Designed for 6 decks"],
    "blackjack/blazing_7s/2": ["Original wager NOT returned", "Designed for 6 decks"],
    "blackjack/blazing_7s/ml03": ["Original wager NOT returned", "Designed for 6 & 8 decks"],
    "blackjack/blazing_7s/ml04": ["Original wager NOT returned", "Designed for 6 decks"],
    "blackjack/trilux/6": ["Original wager NOT returned", "Designed for 6 and 8 decks"],
    "blackjack/house_money/1": ["Multi-deck paytable (2+ decks)"],
    "blackjack/house_money/2": ["Single-deck paytable"],
    "caribbean_stud/cover_all/standard": ["All Pays are TO 1", "Only the highest hand pays."],
    "crazy4/progressive/pays-1": ["Original Wager is NOT Returned"],
    "crazy4/progressive/pays-2": ["Original Wager is NOT Returned"],
    # Its letter says below Pays 2 how it differs; that is for the house, not for players.
    "crazy4/progressive/pays-3": ["Original Wager is NOT Returned"],
    "multi_game/five_card/01": [
        "Original wager is NOT returned",
        "Envy payouts are multiplied by Wager Amount",
    ],
    "multi_game/five_card/ml01": [
        "Original wager is NOT returned",
        "Envy payouts are multiplied by Wager Amount",
    ],
    "multi_game/five_card/ml03": [
        "Original wager is NOT returned",
        "Envy payouts are multiplied by Wager Amount",
    ],
}


def test_PS_45_every_paytable_of_a_letter_is_held_against_it() -> None:
    of_letters = [name for name in SHIPPED.ids() if "document" in SHIPPED.get(name).source]
    assert sorted(LETTERS) == sorted(of_letters)


@pytest.mark.parametrize("paytable_id", LETTERS)
def test_PS_45_a_paytable_is_posted_in_its_letters_words(paytable_id: str) -> None:
    printed = [line.strip() for line in LETTERS[paytable_id].strip().splitlines()]
    lines = [
        f"{line.label.long} | {line.prizes[0]}"
        for line in posted_lines(SHIPPED.get(paytable_id))
        if str(line.prizes[0]) != "loses"
    ]
    assert lines == printed


def test_PS_45_a_line_for_several_outcomes_is_named_for_the_least_of_them() -> None:
    royal, *_ = posted_lines(SHIPPED.get("holdem_bonus/progressive/quick-hit-11"))
    assert royal.outcomes == ("royal_after_5", "royal_after_6", "royal_after_7")
    assert royal.outcome == "royal_after_7"


def test_PS_45_hands_that_a_letter_does_not_print_have_no_line_of_their_own() -> None:
    *_, last = posted_lines(SHIPPED.get("baccarat/dragon_progressive/1"))
    assert last.outcomes == ("eight_over_zero", "natural_win", "nothing")
    assert last.label.long == "All Other Hands"


@pytest.mark.parametrize("paytable_id", FOOTNOTES)
def test_PS_51_footnotes_are_the_letters_own(paytable_id: str) -> None:
    assert list(SHIPPED.get(paytable_id).footnotes) == FOOTNOTES[paytable_id]


def test_PS_51_the_footnotes_of_every_jackpot_are_held_against_its_letter() -> None:
    assert {name for name in SHIPPED.ids() if SHIPPED.get(name).levels} <= FOOTNOTES.keys()


def test_PS_42_envy_that_grows_with_the_wager_says_so() -> None:
    for name in SHIPPED.ids():
        paytable = SHIPPED.get(name)
        times = "Envy payouts are multiplied by Wager Amount" in paytable.footnotes
        assert times == paytable.envy_times_wager, name


def test_PS_45_levels_have_the_names_that_the_letters_print() -> None:
    found = {
        name: [level.label for level in SHIPPED.get(name).levels]
        for name in SHIPPED.ids()
        if len(SHIPPED.get(name).levels) > 1
    }
    assert found == {
        "blackjack/blazing_7s/ml03": ["Mega", "Major", "Minor"],
        "blackjack/blazing_7s/ml04": ["Major", "Minor"],
        "multi_game/five_card/ml01": ["Mega", "Major"],
        "multi_game/five_card/ml03": ["Mega", "Major", "Minor"],
    }


def test_PS_2_the_five_dollar_dragon_and_trilux_wagers_stay_on_the_table() -> None:
    left = [name for name in SHIPPED.ids() if SHIPPED.get(name).after_start == "leave"]
    assert left == ["baccarat/dragon_progressive/1-five-dollar", "blackjack/trilux/6"]
