"""The printed words of the paytables, checked against the letters line by line (PS-45)."""

from __future__ import annotations

import pytest

from pitboss.rules.catalog import Paytables
from pitboss.rules.posted import posted_lines

from .support import LETTERS

SHIPPED = Paytables()
PRINTED = {name: letter for name, letter in LETTERS.items() if "printed" in letter}
FOOTNOTES = {name: letter for name, letter in LETTERS.items() if "footnotes" in letter}


def test_PS_45_every_paytable_of_a_letter_is_held_against_it() -> None:
    of_letters = [name for name in SHIPPED.ids() if "document" in SHIPPED.get(name).source]
    assert sorted(PRINTED) == sorted(of_letters)


@pytest.mark.parametrize("paytable_id", PRINTED)
def test_PS_45_a_paytable_is_posted_in_its_letters_words(paytable_id: str) -> None:
    lines = [
        f"{line.label.long} | {line.prizes[0]}"
        for line in posted_lines(SHIPPED.get(paytable_id))
        if str(line.prizes[0]) != "loses"
    ]
    assert lines == PRINTED[paytable_id]["printed"].splitlines()


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
    assert list(SHIPPED.get(paytable_id).footnotes) == FOOTNOTES[paytable_id]["footnotes"]


def test_PS_51_the_footnotes_of_every_jackpot_are_held_against_its_letter() -> None:
    jackpots = {name for name in SHIPPED.ids() if SHIPPED.get(name).levels}
    assert {name for name in jackpots if SHIPPED.get(name).letters} <= FOOTNOTES.keys()


def test_PS_42_envy_that_grows_with_the_wager_says_so() -> None:
    for name in SHIPPED.ids():
        paytable = SHIPPED.get(name)
        times = "Envy payouts are multiplied by Wager Amount" in paytable.footnotes
        assert times == paytable.envy_times_wager, name


def test_PS_45_levels_have_the_names_that_the_letters_print() -> None:
    found = {
        name: [level.label for level in SHIPPED.get(name).levels]
        for name in SHIPPED.ids()
        if len(SHIPPED.get(name).levels) > 1 and SHIPPED.get(name).letters
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
