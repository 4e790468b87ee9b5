"""What a dealer says with a press: that a hand was folded, and how many hands are dealt."""

from __future__ import annotations

import pytest

from pitboss.floor.facts import approvals, rounds
from pitboss.floor.facts.values import BundleItem, Spot

from .boards import board, jackpot
from .support import DRAGON, DRAGON_FIVE, FOUR_CARD, Floor, hired_floor, spots


def one_table(*, folded_qualify: bool) -> Floor:
    """A floor with one table, whose folded hands count or not."""
    floor = hired_floor()
    floor.open_jackpot("fours", FOUR_CARD)
    floor.open_table("T1", "fours", folded_qualify=folded_qualify)
    floor.start("T1", 2, 3)
    return floor


def folded(floor: Floor) -> dict[str, object]:
    """A press that says that seat 2 had folded four of a kind."""
    return {"table": "T1", "spot": Spot(2, 1), "outcome": "four_of_a_kind", "folded": True}


def test_PS_35_a_press_that_says_folded_is_refused_where_folded_hands_do_not_count() -> None:
    floor = one_table(folded_qualify=False)
    assert floor.refused(rounds.PressHand, **folded(floor)) == "FOLDED_HAND"
    assert board(floor)["marks"] == []
    floor.press("T1", 3, "four_of_a_kind")
    assert [mark["seat"] for mark in board(floor)["marks"]] == [3]


def test_PS_35_a_folded_hand_is_marked_where_it_counts() -> None:
    floor = one_table(folded_qualify=True)
    floor.must(rounds.PressHand, **folded(floor))
    assert [mark["seat"] for mark in board(floor)["marks"]] == [2]


def test_PS_35_another_house_setting_comes_with_its_bundle() -> None:
    floor = one_table(folded_qualify=True)
    plays = (BundleItem("option folded_qualify", "no"),)
    floor.must(approvals.ChangeBundle, table="T1", plays=plays, folded_qualify=False, badge="sam")
    assert floor.refused(rounds.PressHand, **folded(floor)) == "FOLDED_HAND"


@pytest.mark.parametrize("hands", [1, 8, -1])
def test_CS_2_no_more_hands_than_seats_and_dealer(hands: int) -> None:
    floor = one_table(folded_qualify=True)
    floor.must(rounds.EndRound, table="T1")
    assert floor.refused(rounds.StartRound, table="T1", spots=(), hands=hands) == "HANDS_WRONG"


def test_CS_2_START_says_how_many_hands_are_dealt() -> None:
    floor = one_table(folded_qualify=True)
    floor.must(rounds.EndRound, table="T1")
    (started,) = floor.must(rounds.StartRound, table="T1", spots=spots(2), hands=5)
    assert isinstance(started, rounds.RoundStarted)
    assert (started.hands, board(floor)["hands"]) == (5, 5)
    floor.must(rounds.EndRound, table="T1")
    assert board(floor)["hands"] == 0


def test_PS_2_what_happens_to_the_chips_is_the_paytables_word() -> None:
    floor = one_table(folded_qualify=True)
    floor.open_jackpot("dollar", DRAGON)
    floor.open_jackpot("five", DRAGON_FIVE, wager_cents=500)
    assert jackpot(floor, "dollar")["after_start"] == "remove"
    assert jackpot(floor, "five")["after_start"] == "leave"
