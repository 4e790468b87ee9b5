"""What the screens show of a jackpot, and the words of its hands; every amount by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from pitboss.floor.facts import awards, changes, jackpots, rounds
from pitboss.floor.facts.values import Retire, Spot
from pitboss.floor.view.attention import list_attention
from pitboss.floor.view.board import Names, links, pit_board
from pitboss.money import Cents

from .boards import board, jackpot, one_table
from .support import (
    BOOK,
    DRAGON,
    DRAGON_FIVE,
    FOUR_CARD,
    FROM_METER,
    MULTI_GAME,
    MULTI_LEVEL,
    QUICK_HIT,
    Floor,
    level,
    spots,
)


@pytest.fixture
def floor() -> Floor:
    """A floor with one table."""
    return one_table()


# ---- a jackpot ----------------------------------------------------------------------------------


def test_a_jackpot_with_its_hands_best_first(floor: Floor) -> None:
    floor.start("T1", 1)
    names = Names(jackpots={"fours": "Fours"}, notices={"fours": ["Ask for the rules."]})
    assert jackpot(floor, "fours", names=names) == {
        "seq": "12",
        "jackpot": "fours",
        "title": "Fours",
        "kind": "progressive",
        "wager_cents": 100,
        "suspended": False,
        "stopped": False,
        "training": False,
        "levels": [
            {
                "level": "main",
                "name": "Main",
                "meter_cents": 100_020,
                "maximum_cents": None,
                "pending": [],
            }
        ],
        "hands": [
            _line("four_aces", "Four Aces", "100%", "meter", 100_020, 10_000),
            _line("four_of_a_kind", "Four of a Kind", "300 for 1", "tray", 30_000, 1_000),
            _line("straight_flush", "Straight Flush", "100 for 1", "tray", 10_000, 500),
            _line("three_of_a_kind", "Three of a Kind", "9 for 1", "tray", 900, None),
        ],
        "notices": ["Ask for the rules."],
        "tells_reserve": False,
        "last_day": "",
        "footnotes": ["Original Wager is NOT Returned"],
        "stake": "",
        "split": "",
        "after_start": "remove",
    }


@pytest.mark.parametrize(
    ("paytable", "stake"),
    [
        (FOUR_CARD, ""),  # its letter says it
        (QUICK_HIT, "kept"),
        (DRAGON, "kept"),
        (DRAGON_FIVE, "back"),
    ],
)
def test_PS_51_a_sign_tells_whether_the_wager_comes_back_where_no_letter_does(
    floor: Floor, paytable: str, stake: str
) -> None:
    floor.open_jackpot("other", paytable, wager_cents=BOOK[paytable].wager_cents)
    assert jackpot(floor, "other")["stake"] == stake


@pytest.mark.parametrize("split", ["own_side", "either_side", "all"])
def test_MB_6_a_sign_can_tell_who_shares_a_percentage(floor: Floor, split: str) -> None:
    floor.open_jackpot("dragon", DRAGON, split_among=split)
    assert jackpot(floor, "dragon")["split"] == split


def test_MB_6_nobody_shares_what_a_house_jackpot_posts(floor: Floor) -> None:
    prizes = (
        ("two_three_four_suited", Cents(100_000)),
        ("two_three_four_diamonds", Cents(500_000)),
    )
    floor.open_jackpot("dragon", DRAGON, kind="house", levels=(), house_prizes=prizes)
    assert jackpot(floor, "dragon")["split"] == ""


def _line(
    outcome: str, hand: str, pay: str, source: str, pays_cents: int, envy_cents: int | None
) -> dict[str, Any]:
    return {
        "outcome": outcome,
        "outcomes": [outcome],
        "hand": hand,
        "hand_long": hand,
        "pay": pay,
        "from": source,
        "pays_cents": pays_cents,
        "envy_cents": envy_cents,
        "shared": False,
        "takes_all_of": "main" if pay == "100%" else "",
    }


def test_fixed_pays_out_of_the_meter_and_percentages(floor: Floor) -> None:
    floor.open_jackpot("own", FROM_METER, wager_cents=Cents(500))
    hands = {each["outcome"]: each for each in jackpot(floor, "own")["hands"]}
    assert hands["three_of_a_kind"]["pay"] == "9 for 1 from the meter"
    assert (hands["three_of_a_kind"]["from"], hands["three_of_a_kind"]["pays_cents"]) == (
        "meter",
        4_500,
    )
    assert (hands["straight_flush"]["pay"], hands["straight_flush"]["pays_cents"]) == (
        "$100 from the meter",
        50_000,
    )


def test_envy_and_levels_of_a_linked_jackpot(floor: Floor) -> None:
    floor.open_jackpot("rooms", MULTI_LEVEL, wager_cents=Cents(500))
    floor.open_table("T2", "fours", "rooms")
    floor.open_table("T3", "rooms")
    found = jackpot(floor, "rooms")
    assert links(floor.state) == {"fours": ("T1", "T2"), "rooms": ("T2", "T3")}
    assert [each["name"] for each in found["levels"]] == ["Mega", "Major", "Minor"]
    assert [each["pay"] for each in found["hands"][:3]] == [
        "100% Mega",
        "100% Major",
        "100% Minor",
    ]
    assert found["hands"][0]["envy_cents"] == 500_000, "$1,000 for $1, so $5,000 for $5"


def test_two_sensors_show_their_own_jackpots(floor: Floor) -> None:
    floor.open_jackpot("rooms", MULTI_GAME)
    floor.open_table("T2", "fours", "rooms")
    floor.must(rounds.StartRound, table="T2", spots=(*spots(3), *spots(3, 4, sensor=2)))
    floor.must(rounds.PressHand, table="T2", spot=Spot(3, 2), outcome="royal_flush")
    found = board(floor, "T2")
    assert (found["sensors"], found["jackpots"]) == (2, ["fours", "rooms"])
    assert [(each["seat"], each["sensor"]) for each in found["spots"]] == [(3, 1), (3, 2), (4, 2)]
    assert found["confirm"]["awards"][0]["sensor"] == 2
    assert [each["seat"] for each in found["confirm"]["envy"]] == [4]


def test_two_hands_of_one_seat_are_told_to_whoever_confirms(floor: Floor) -> None:
    """Four of a kind of four cards and a royal flush of all five cannot both be."""
    floor.open_jackpot("rooms", MULTI_GAME)
    floor.open_table("T2", "fours", "rooms")
    floor.must(rounds.StartRound, table="T2", spots=(*spots(3, 4), *spots(3, 4, sensor=2)))
    floor.must(rounds.PressHand, table="T2", spot=Spot(4, 1), outcome="straight_flush")
    floor.must(rounds.PressHand, table="T2", spot=Spot(3, 2), outcome="royal_flush")
    assert board(floor, "T2")["confirm"]["both"] == []
    floor.confirm("T2")
    # The first is on the record when the second is marked.
    floor.must(rounds.PressHand, table="T2", spot=Spot(3, 1), outcome="four_of_a_kind")
    assert board(floor, "T2")["confirm"]["both"] == [
        {"seat": 3, "hands": ["Four of a Kind", "Royal Flush"]}
    ]


def test_a_dragon_percentage_is_shared(floor: Floor) -> None:
    floor.open_jackpot("dragon", DRAGON, levels=(level(seed_cents=1_000_000),))
    floor.open_table("M1", "dragon", game="baccarat", seats=7)
    hands = {each["outcome"]: each["shared"] for each in jackpot(floor, "dragon")["hands"]}
    assert hands == {
        "two_three_four_diamonds": True,
        "two_three_four_suited": True,
        "two_three_four_unsuited": False,
        "nine_over_zero": False,
    }
    floor.start("M1", 1, 2, 3)
    floor.press("M1", 1, "two_three_four_suited", sharers=(1, 2, 3))
    found = board(floor, "M1")
    assert found["marks"][0]["sharers"] == [3, 2, 1]
    # 10 % of $10,000.60 is $1,000.06, split three ways.
    assert [each["meter_cents"] for each in found["confirm"]["awards"]] == [33_335] * 3


def test_a_house_jackpot_has_posted_amounts(floor: Floor) -> None:
    prizes = (("straight_flush", Cents(50_000)), ("royal_flush", Cents(250_050)))
    floor.open_jackpot("posted", MULTI_GAME, kind="house", levels=(), house_prizes=prizes)
    found = jackpot(floor, "posted")
    assert (found["kind"], found["levels"]) == ("house", [])
    lines = [
        (each["hand"], each["pay"], each["from"], each["envy_cents"]) for each in found["hands"]
    ]
    assert lines == [
        ("Royal Flush", "$2,500.50", "house", 100_000),
        ("Straight Flush", "$500", "house", 30_000),
        ("Four of a Kind", "300 for 1", "tray", None),
        ("Full House", "50 for 1", "tray", None),
        ("Flush", "40 for 1", "tray", None),
        ("Straight", "30 for 1", "tray", None),
        ("Three of a Kind", "9 for 1", "tray", None),
    ]


def test_PS_34_what_a_house_jackpot_would_pay_by_meter_comes_from_the_tray(floor: Floor) -> None:
    """Its paytable pays fixed awards off the meter; a house jackpot has none."""
    prizes = (("four_aces", Cents(100_000)),)
    floor.open_jackpot("posted", FROM_METER, kind="house", levels=(), house_prizes=prizes)
    sources = {each["outcome"]: each["from"] for each in jackpot(floor, "posted")["hands"]}
    assert sources.pop("four_aces") == "house"
    assert set(sources.values()) == {"tray"}


def test_PS_20_who_shares_a_hand_is_not_envious_of_it(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A house's own Dragon table with envy: seats 2 and 4 share the hand, seat 6 gets $25."""
    own = replace(BOOK[DRAGON], envy={"two_three_four_suited": Cents(2_500)})
    monkeypatch.setitem(BOOK, DRAGON, own)
    floor.open_jackpot("dragon", DRAGON)
    floor.open_table("T2", "dragon", game="baccarat")
    floor.start("T2", 2, 4, 6)
    suited = "two_three_four_suited"
    floor.must(rounds.PressHand, table="T2", spot=Spot(4, 1), outcome=suited, sharers=(4, 2))
    floor.must(awards.ConfirmAwards, table="T2", badge="sam")
    (ended,) = floor.must(rounds.EndRound, table="T2")
    assert isinstance(ended, rounds.RoundEnded)
    assert [(pay.seat, pay.seat_hit, pay.cents) for pay in ended.envy] == [(6, 4, 2_500)]


def test_the_pit_says_for_which_change_a_jackpot_takes_no_wagers(floor: Floor) -> None:
    floor.open_jackpot("rooms", MULTI_GAME)
    floor.open_jackpot("other", MULTI_GAME)
    floor.open_table("T2", "rooms")
    floor.start("T2", 1)  # the change waits until its round is over
    what = Retire(jackpot="rooms", into="other", pairs=(("main", "main"),))
    (asked,) = floor.must(changes.RequestChange, what=what, reason="a newer game", badge="sam")
    assert isinstance(asked, changes.ChangeRequested)
    floor.must(changes.ApproveChange, change=asked.change, badge="ann")
    floor.must(changes.PlanChange, change=asked.change, badge="tom")
    floor.must(changes.BeginChange, change=asked.change)
    shown = pit_board(floor.state, BOOK)
    why = ("a newer game", asked.change.removeprefix("change-"))
    locked = {row["jackpot"]: (row["reason"], row["change"]) for row in shown["locked"]}
    assert locked == {"rooms": why, "other": why}
    (held,) = next(row["suspended"] for row in shown["tables"] if row["table"] == "T2")
    assert (held["reason"], held["change"]) == why
    told = [each for each in list_attention(floor.state, floor.at_ms) if each.what == "in_change"]
    assert {(each.jackpot, each.address) for each in told} == {
        ("rooms", "/office/changes"),
        ("other", "/office/changes"),
    }


def test_a_retired_jackpot_leaves_its_boards(floor: Floor) -> None:
    """The table plays on at its other sensor; without a board its console would stop."""
    floor.open_jackpot("rooms", MULTI_GAME)
    floor.open_jackpot("other", MULTI_GAME)
    floor.open_table("T2", "fours", "rooms")
    what = Retire(jackpot="rooms", into="other", pairs=(("main", "main"),))
    (asked,) = floor.must(changes.RequestChange, what=what, reason="old", badge="sam")
    assert isinstance(asked, changes.ChangeRequested)
    floor.must(changes.ApproveChange, change=asked.change, badge="ann")
    for name in ("rooms", "other"):
        floor.must(jackpots.SuspendJackpot, jackpot=name, badge="sam", reason="old")
    floor.must(changes.ApplyChange, change=asked.change, badge="ann")
    assert jackpot(floor, "rooms")["levels"][0]["meter_cents"] == 0
    found = board(floor, "T2")
    assert (found["next"], found["why"]) == (
        "start",
        [{"word": "retired", "title": "Multi-game progressive 01"}],
    )
    floor.start("T2", 1)
    assert board(floor, "T2")["next"] == "play"
