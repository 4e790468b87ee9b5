"""Caribbean Stud Poker with Cover All, line by line of the specification. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.money import Cents
from pitboss.rules import catalog
from pitboss.rules.catalog import game
from pitboss.rules.round import Round
from pitboss.rules.table import open_table
from rules.support import PAYTABLES, line_of, net, record, refused, settle, told

ACE_KING = "Ac Kd 4h 3s 2c"  # the lowest hand that qualifies
ACE_QUEEN = "Ac Qd Jh Ts 9c"  # the highest that does not
COVER_ALL = {"cover_all": "caribbean_stud/cover_all/standard"}


def one(player: str, dealer: str, action: str = "1 raise") -> dict[str, Any]:
    """A round of one seat with an ante of ten dollars."""
    return record(
        "caribbean_stud",
        cards={1: player, "dealer": dealer},
        wagers={1: {"ante": 1000}},
        actions=(action,),
    )


# ---- the base game ------------------------------------------------------------------------------


def test_CS_1_fold_loses_the_ante_even_if_the_dealer_does_not_qualify() -> None:
    assert told(one("As Ah Ad Kc 2d", ACE_QUEEN, "1 fold")) == ["1 ante loses -1000"]


@pytest.mark.parametrize("player", ["As Ah Ad Kc 2d", "2d 4c 6h 8d Tc"])
def test_CS_1_no_qualifier_pays_the_ante_and_pushes_the_raise(player: str) -> None:
    assert told(one(player, ACE_QUEEN)) == ["1 ante wins +1000", "1 raise pushes 0"]


def test_CS_1_ace_king_qualifies() -> None:
    assert told(one("2d 2h 6h 8d Tc", ACE_KING)) == ["1 ante wins +1000", "1 raise wins +2000"]
    assert told(one("2d 4c 6h 8d Tc", ACE_KING)) == ["1 ante loses -1000", "1 raise loses -2000"]


def test_CS_1_a_pair_of_deuces_qualifies() -> None:
    assert net(one("Ac Kc Qd Jh 9s", "2d 2h 6h 8d Tc")) == {1: -3000}


def test_CS_1_a_tie_pushes_both() -> None:
    assert told(one("Ad Kh 4c 3d 2s", ACE_KING)) == ["1 ante pushes 0", "1 raise pushes 0"]


@pytest.mark.parametrize(
    ("player", "odds"),
    [
        ("Ad Kh 5c 3d 2s", 1),
        ("5c 5d 9h 8s Jd", 1),
        ("5c 5d 9h 9s Jd", 2),
        ("5c 5d 5h 9s Jd", 3),
        ("5c 6d 7h 8s 9d", 4),
        ("As 2d 3h 4s 5d", 4),
        ("5d 7d 9d Jd Qd", 5),
        ("5c 5d 5h 9s 9d", 7),
        ("5c 5d 5h 5s 9d", 20),
        ("5d 6d 7d 8d 9d", 50),
        ("Ts Js Qs Ks As", 100),
    ],
)
def test_CS_1_the_raise_odds_of_a_win(player: str, odds: int) -> None:
    won = one(player, ACE_KING)
    assert told(won) == ["1 ante wins +1000", f"1 raise wins +{odds * 2000}"]
    assert line_of(won, 1, "raise").back_cents == 2000


@pytest.mark.parametrize("cents", [1000, 1999, 2001, 3000])
def test_CS_1_the_raise_is_twice_the_ante(cents: int) -> None:
    refusal = refused(one("5c 5d 5h 9s Jd", ACE_KING, f"1 raise {cents}"))
    assert refusal.code == "ACTION_AMOUNT_WRONG"


def test_CS_1_from_the_dealers_right_and_cover_all_afterwards() -> None:
    played = record(
        "caribbean_stud",
        paytables=COVER_ALL,
        cards={1: "5c 5d 5h 9s Jd", 2: "6c 8d Th Qs 2d", 3: "Ad Qh 9c 3d 2s", "dealer": ACE_KING},
        wagers={seat: {"ante": 1000, "cover_all": 500} for seat in (1, 2, 3)},
        actions=("1 raise", "2 fold", "3 raise"),
    )
    assert told(played) == [
        "2 ante loses -1000",
        "3 ante loses -1000",
        "3 raise loses -2000",
        "1 ante wins +1000",
        "1 raise wins +6000",
        "3 cover_all wins +2500",
        "2 cover_all wins +2500",
        "1 cover_all wins +2500",
    ]


# ---- cover all ----------------------------------------------------------------------------------

# Seven hands below three of a kind that share no card with each other nor with those of BEST.
PLAIN = [
    "2c 4d 6h 8s Tc",
    "3c 5d 7h 7s Jc",
    "4c 6d 8h 2s Qc",
    "5c 7d 2h 3s Ac",
    "6c 8d 3h 4s Td",
    "7c 3d 4h 5s Jd",
    "8c Qd 5h 6s Kd",
]
BEST = {
    "nothing": "Ah Kh Qs Js 9c",
    "three_of_a_kind": "9c 9d 9h Kc 2d",
    "straight": "Ah Kc Qs Jh Ts",
    "flush": "As Ks Qs Js 9s",
    "full_house": "9c 9d 9h Kc Ks",
    "four_of_a_kind": "9c 9d 9h 9s Kc",
    "straight_flush": "Kh Qh Jh Th 9h",
    "royal_flush": "As Ks Qs Js Ts",
}
# As printed, from eight hands down to two.
PRINTED = {
    "royal_flush": (100, 125, 150, 200, 250, 300, 500),
    "straight_flush": (40, 70, 80, 90, 100, 125, 200),
    "four_of_a_kind": (7, 15, 17, 20, 30, 40, 60),
    "full_house": (6, 9, 12, 15, 20, 30, 40),
    "flush": (5, 7, 9, 10, 15, 20, 35),
    "straight": (4, 5, 7, 8, 10, 17, 25),
    "three_of_a_kind": (3, 3, 3, 4, 5, 6, 9),
    "nothing": (-1, -1, -1, -1, -1, -1, -1),
}


def covered(hands: int, *, best: str, at: str) -> dict[str, Any]:
    """A round of so many hands; all fold, the best hand is at one place."""
    seats = [str(seat) for seat in range(1, hands)]
    places = [place for place in (*seats, "dealer") if place != at]
    cards: dict[int | str, str] = dict(zip(places, PLAIN, strict=False))
    return record(
        "caribbean_stud",
        paytables=COVER_ALL,
        cards=cards | {at: best},
        wagers={int(seat): {"ante": 1000, "cover_all": 100} for seat in seats},
        actions=[f"{seat} fold" for seat in seats],
    )


@pytest.mark.parametrize("outcome", PRINTED)
@pytest.mark.parametrize("hands", range(2, 9))
def test_CS_2_cover_all_with_the_dealers_best_hand(hands: int, outcome: str) -> None:
    odds = PRINTED[outcome][8 - hands]
    played = covered(hands, best=BEST[outcome], at="dealer")
    assert net(played) == dict.fromkeys(range(1, hands), odds * 100 - 1000)


@pytest.mark.parametrize("outcome", PRINTED)
@pytest.mark.parametrize("hands", range(2, 9))
def test_CS_3_cover_all_with_a_folded_best_hand(hands: int, outcome: str) -> None:
    odds = PRINTED[outcome][8 - hands]
    played = covered(hands, best=BEST[outcome], at="1")
    assert net(played) == dict.fromkeys(range(1, hands), odds * 100 - 1000)


def test_CS_2_only_the_highest_hand_pays() -> None:
    played = covered(3, best=BEST["straight_flush"], at="2")
    played["cards"]["dealer"] = "9c 9d 9s Kc 2d"  # three of a kind
    lines = [line for line in settle(played) if line.wager == "cover_all"]
    assert [(line.seat, line.outcome, line.paid_cents, line.back_cents) for line in lines] == [
        (2, "straight_flush", 12500, 100),
        (1, "straight_flush", 12500, 100),
    ]


def test_CS_2_cover_all_is_optional_and_only_who_made_it_is_paid() -> None:
    played = covered(3, best=BEST["flush"], at="dealer")
    del played["wagers"]["1"]["cover_all"]
    assert net(played) == {1: -1000, 2: 1000}


def test_CS_2_cover_all_does_not_depend_on_the_base_game() -> None:
    played = covered(2, best=BEST["flush"], at="1")
    played["actions"] = [{"seat": 1, "action": "raise"}]
    assert told(played) == ["1 ante wins +1000", "1 raise pushes 0", "1 cover_all wins +3500"]


def test_CS_2_eight_hands_are_the_most() -> None:
    played = covered(2, best=BEST["flush"], at="dealer")
    played["wagers"] = {"8": {"ante": 1000}}
    assert refused(played).code == "SEAT_UNKNOWN"


@pytest.mark.parametrize(("seats", "royal"), [(1, "500 to 1"), (4, "200 to 1"), (7, "100 to 1")])
def test_CS_3_the_pays_on_offer_are_known_with_the_number_of_hands(seats: int, royal: str) -> None:
    paytables = {"base": "caribbean_stud/base/standard", **COVER_ALL}
    table = open_table(
        game("caribbean_stud"),
        options={},
        paytables={slot: PAYTABLES.get(name) for slot, name in paytables.items()},
        limits={},
        profile=catalog.profile(),
    )
    bets = {seat: {"ante": Cents(500), "cover_all": Cents(500)} for seat in range(1, seats + 1)}
    assert str(Round(table, bets).on_offer("cover_all")["royal_flush"]) == royal
