"""The printed words of the paytables, held against the letters line by line (PS-45)."""

from __future__ import annotations

import pytest

from pitboss.rules.catalog import Paytables
from pitboss.rules.posted import posted_lines

SHIPPED = Paytables()
# Each letter's own lines, best first, with what they pay; copied from documents 000 to 004.
LETTERS = {
    "baccarat/dragon_progressive/1": """
        2, 3 & 4 – 0 Diamonds | 100 % of main
        2, 3 & 4 – 0 Suited | 10 % of main
        2, 3 & 4 – 0 Unsuited | 1,000 for 1
        9-0 (non-natural) | 10 for 1""",
    "baccarat/dragon_progressive/2": """
        2, 3 & 4 – 0 Diamonds | 100 % of main
        2, 3 & 4 – 0 Suited | 25 % of main
        2, 3 & 4 – 0 Unsuited | 1,000 for 1
        9-0 (Non-Natural) | 40 for 1
        8-0 (Non-Natural) | 20 for 1
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
        Three 7's – Same Suit | 100 % of main
        Three 7's – Same Color | 10 % of main
        Three 7's | 200 for 1
        First Two Cards – 7 | 25 for 1
        Either of the First Two Cards – 7 | 2 for 1""",
    "blackjack/blazing_7s/ml03": """
        Three 7's – Diamonds | 100 % of mega
        Three 7's – Suited (Other) | 100 % of major
        Three 7's – Same Color | 100 % of minor
        Three 7's | 200 for 1
        First Two Cards – 7's | 25 for 1
        Either of the First Two Cards – 7 | 2 for 1""",
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
        Any other winning hand | push""",
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


def test_PS_51_every_jackpot_says_whether_the_wager_comes_back() -> None:
    for name in SHIPPED.ids():
        paytable = SHIPPED.get(name)
        if paytable.levels:
            said = [note for note in paytable.footnotes if note.startswith("Original wager is ")]
            assert len(said) == 1, name


def test_PS_51_footnotes_that_the_letters_print() -> None:
    assert "Designed for 6 decks" in SHIPPED.get("blackjack/blazing_7s/ml04").footnotes
    assert "Designed for 6 & 8 decks" in SHIPPED.get("blackjack/blazing_7s/ml03").footnotes
    for name in SHIPPED.ids():
        paytable = SHIPPED.get(name)
        times = "Envy payouts are multiplied by wager amount" in paytable.footnotes
        assert times == paytable.envy_times_wager, name


def test_PS_2_the_five_dollar_dragon_and_trilux_wagers_stay_on_the_table() -> None:
    left = [name for name in SHIPPED.ids() if SHIPPED.get(name).after_start == "leave"]
    assert left == ["baccarat/dragon_progressive/1-five-dollar", "blackjack/trilux/6"]
