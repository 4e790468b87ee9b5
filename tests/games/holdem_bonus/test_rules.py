"""Texas Hold'em Bonus, line by line of the specification. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from rules.support import line_of, net, record, refused, told

LOW = "2c 3d"
BET_ALL = ("1 bet", "1 bet", "1 bet")
CHECK_ALL = ("1 bet", "1 check", "1 check")


def one(
    hole: str,
    board: str,
    *actions: str,
    dealer: str = LOW,
    base: str = "flush",
    bonus: int = 0,
    name: str = "1",
) -> dict[str, Any]:
    """A round of one seat with an ante of ten dollars."""
    tables = {"base": f"holdem_bonus/base/{base}"}
    tables |= {"bonus": f"holdem_bonus/bonus/{name}"} if bonus else {}
    cards: dict[int | str, str] = {1: hole, "dealer": dealer}
    return record(
        "holdem_bonus",
        paytables=tables,
        cards=cards | ({"board": board} if board else {}),
        wagers={1: {"ante": 1000} | ({"bonus": bonus} if bonus else {})},
        actions=actions or BET_ALL,
    )


# ---- betting ------------------------------------------------------------------------------------


def test_TH_1_the_best_five_of_seven_play() -> None:
    board_plays = one("4c 5c", "Ah Kd Qs Jc Th", dealer="2c 9d")
    assert net(board_plays) == {1: 0}
    one_card = one("4c Kc", "Ah Kd Qs Jc 9h", dealer="Qc 3d")
    assert net(one_card) == {1: 4000}  # kings against queens, the ante pushes


def test_TH_1_the_ante_is_mandatory_and_the_bonus_is_not() -> None:
    no_ante = one("4c Kc", "Ah Kd Qs Jc 9h", bonus=500)
    del no_ante["wagers"]["1"]["ante"]
    assert refused(no_ante).code == "WAGER_MISSING"
    assert net(one("4c Kc", "Ah Kd Qs Jc 9h", dealer="Qc 3d")) == {1: 4000}


def test_TH_2_a_fold_loses_the_ante_and_needs_no_board() -> None:
    assert told(one("2d 7c", "", "1 fold")) == ["1 ante loses -1000"]


def test_TH_2_a_board_after_everyone_folded_is_too_much() -> None:
    refusal = refused(one("2d 7c", "Ah Kd Qs Jc 9h", "1 fold"))
    assert (refusal.code, refusal.where) == ("CARDS_WRONG_NUMBER", "cards.board")


@pytest.mark.parametrize(
    ("actions", "flop", "turn", "river"),
    [
        (BET_ALL, 2000, 1000, 1000),
        (("1 bet", "1 check", "1 bet"), 2000, 0, 1000),
        (("1 bet", "1 bet", "1 check"), 2000, 1000, 0),
        (CHECK_ALL, 2000, 0, 0),
    ],
)
def test_TH_2_flop_is_twice_the_ante_turn_and_river_once(
    actions: tuple[str, ...], flop: int, turn: int, river: int
) -> None:
    made = {"flop": flop, "turn": turn, "river": river}
    won = one("Ac Ad", "Ah Ks 7c 5d 9h", *actions)
    expected = [f"1 {wager} wins +{cents}" for wager, cents in made.items() if cents]
    assert told(won) == [*expected, "1 ante pushes 0"]


@pytest.mark.parametrize(
    "actions",
    [
        ("1 bet 1000", "1 check", "1 check"),
        ("1 bet 3000", "1 check", "1 check"),
        ("1 bet", "1 bet 2000", "1 check"),
        ("1 bet", "1 bet 999", "1 check"),
        ("1 bet", "1 check", "1 bet 2000"),
    ],
)
def test_TH_2_other_amounts_are_refused(actions: tuple[str, ...]) -> None:
    assert refused(one("Ac Ad", "Ah Ks 7c 5d 9h", *actions)).code == "ACTION_AMOUNT_WRONG"


@pytest.mark.parametrize(
    "actions", [("1 bet", "1 fold"), ("1 bet", "1 check", "1 fold"), ("1 check",)]
)
def test_TH_2_who_made_the_flop_bet_stays_and_who_did_not_can_not_check(
    actions: tuple[str, ...],
) -> None:
    assert refused(one("Ac Ad", "Ah Ks 7c 5d 9h", *actions)).code == "ACTION_ILLEGAL"


def test_TH_3_a_loss_takes_all() -> None:
    lost = one("Kc Kd", "Ah Ks 7c 5d 9h", dealer="Ac Ad")
    assert told(lost) == [
        "1 flop loses -2000",
        "1 turn loses -1000",
        "1 river loses -1000",
        "1 ante loses -1000",
    ]


def test_TH_3_a_tie_pushes_all_whatever_the_criterion() -> None:
    for base in ("flush", "straight", "three_tens"):
        tied = one("4c 5c", "Ah Kd Qs Jc Th", dealer="2c 9d", base=base)
        assert told(tied) == [
            "1 flop pushes 0",
            "1 turn pushes 0",
            "1 river pushes 0",
            "1 ante pushes 0",
        ]


def test_TH_3_the_dealer_always_qualifies() -> None:
    assert net(one("Ac 9d", "Kh Js 8c 6d 4h", dealer=LOW)) == {1: 4000}


# The win of each hand, and whether the ante is paid under flush, straight, three tens.
WINS = [
    pytest.param("Ac Kd", "Ah Ks 9c 7d 4h", "...", id="two pair"),
    pytest.param("9c 9d", "9h Ks 7c 5d Jh", "...", id="three nines"),
    pytest.param("Tc Td", "Th Ks 7c 5d 2h", "..x", id="three tens"),
    pytest.param("Ac Ad", "Ah Ks 7c 5d 9h", "..x", id="three aces"),
    pytest.param("Ac 2d", "3h 4s 5c Kd 9h", ".xx", id="the wheel"),
    pytest.param("8c 9d", "Th Js 7c 2d Kh", ".xx", id="a straight"),
    pytest.param("4h 5h", "Th 6h 2h Ks 9c", "xxx", id="a flush"),
    pytest.param("2d 2h", "3h 3s 2s Ks 9c", "xxx", id="a low full house"),
    pytest.param("Tc Td", "Th Ts Kc 5d 2h", "xxx", id="four of a kind"),
    pytest.param("8h 9h", "Th Jh 7h 2d Kc", "xxx", id="a straight flush"),
    pytest.param("Ah Kh", "Qh Jh Th 2d 3c", "xxx", id="the royal flush"),
]


@pytest.mark.parametrize(("hole", "board", "paid"), WINS)
def test_TH_4_the_ante_below_and_at_each_criterion(hole: str, board: str, paid: str) -> None:
    for base, mark in zip(("flush", "straight", "three_tens"), paid, strict=True):
        won = one(hole, board, *CHECK_ALL, base=base, dealer="Qc 6c")
        ante = "1 ante wins +1000" if mark == "x" else "1 ante pushes 0"
        assert told(won) == ["1 flop wins +2000", ante]


# ---- bonus --------------------------------------------------------------------------------------

BONUSES = [
    ("Ac Ad", "Kc Qd", 30, 30),
    ("Ac Ad", "Ah Kd", 30, 30),
    ("Ac Ad", "Ah As", 30, 1000),
    ("Kc Ac", "2c 3d", 25, 25),
    ("Ac Qc", "2c 3d", 20, 20),
    ("Jd Ad", "2c 3d", 20, 20),
    ("Ac Kd", "2c 3d", 15, 15),
    ("Kc Kd", "Ah As", 10, 10),
    ("Qc Qd", "2c 3d", 10, 10),
    ("Jc Jd", "2c 3d", 10, 10),
    ("Ac Qd", "2c 3d", 5, 5),
    ("Jc Ad", "2c 3d", 5, 5),
    ("Tc Td", "2c 3d", 3, 3),
    ("2d 2h", "2c 3d", 3, 3),
    ("Ac Tc", "2c 3d", -1, -1),  # the ten is no face card
    ("Kc Qc", "Ah As", -1, -1),
    ("Ac 2h", "Ah As", -1, -1),
]


@pytest.mark.parametrize(("hole", "dealer", "first", "second"), BONUSES)
@pytest.mark.parametrize("folded", [False, True], ids=["played", "folded"])
def test_TH_5_bonus_on_the_starting_cards(
    hole: str,
    dealer: str,
    first: int,
    second: int,
    folded: bool,  # noqa: FBT001
) -> None:
    for name, odds in (("1", first), ("2", second)):
        board, actions = ("", ("1 fold",)) if folded else ("4s 6s 8h 9s Th", CHECK_ALL)
        played = one(hole, board, *actions, dealer=dealer, bonus=100, name=name)
        assert line_of(played, 1, "bonus").net_cents == odds * 100


def test_TH_5_the_stake_of_a_winning_bonus_comes_back() -> None:
    line = line_of(one("Ac Ad", "", "1 fold", bonus=500), 1, "bonus")
    assert (line.stake_cents, line.back_cents, line.paid_cents) == (500, 500, 15000)


def test_TH_6_settled_from_the_dealers_right() -> None:
    played = record(
        "holdem_bonus",
        paytables={"bonus": "holdem_bonus/bonus/1"},
        cards={1: "Ac Ad", 3: "Kc Kd", 6: "7c 2d", "dealer": "Qc Qd", "board": "Ah Ks 8c 5d 9h"},
        wagers={seat: {"ante": 1000, "bonus": 100} for seat in (1, 3, 6)},
        actions=("1 bet", "3 bet", "6 fold", "1 bet", "3 check", "1 bet", "3 bet"),
    )
    assert told(played) == [
        "6 ante loses -1000",
        "6 bonus loses -100",
        "3 flop wins +2000",
        "3 river wins +1000",
        "3 ante pushes 0",
        "3 bonus wins +1000",
        "1 flop wins +2000",
        "1 turn wins +1000",
        "1 river wins +1000",
        "1 ante pushes 0",
        "1 bonus wins +3000",
    ]


# ---- the progressive ----------------------------------------------------------------------------


def jackpot(hole: str, board: str, *actions: str, name: str, cents: int = 100) -> dict[str, Any]:
    """A round with the progressive, its meter at $10,000.01."""
    played = one(hole, board, *(actions or CHECK_ALL), dealer="2c 3d")
    played["paytables"]["progressive"] = f"holdem_bonus/progressive/{name}"
    played["wagers"]["1"]["progressive"] = cents
    played["meters"] = {"progressive": {"main": 1000001}}
    return played


PROGRESSIVES = [
    pytest.param("Ah Kh", "Qh Jh Th 2d 3c", 1000001, 1000001, id="royal after five"),
    pytest.param("Ah Kh", "Qh Jh 2d Th 3c", 250000, 1000001, id="royal after six"),
    pytest.param("Ah 2d", "Qh Jh Kh Th 3c", 250000, 1000001, id="after six with one hole card"),
    pytest.param("Ah Kh", "Qh Jh 2d 3c Th", 50000, 1000001, id="royal after seven"),
    pytest.param("Ah 2d", "Qh 4c Jh Kh Th", 50000, 1000001, id="after seven with one hole card"),
    pytest.param("2d 4c", "Ah Kh Qh Jh Th", 300000, 100000, id="community royal"),
    pytest.param("9h 4c", "Kh Qh Jh Th 2d", 25000, 25000, id="straight flush"),
    pytest.param("Ah 2h", "3h 4h 5h Kd Qc", 25000, 25000, id="straight flush to the five"),
    pytest.param("9c 9d", "9h 9s 2d Kd Qc", 10000, 7500, id="four of a kind"),
    pytest.param("2d 4c", "9c 9d 9h 9s Kd", 10000, 7500, id="four of a kind on the board"),
    pytest.param("9c 9d", "9h Ks Kd 4c 5c", 1000, 1000, id="full house"),
    pytest.param("9h 4h", "Kh 2h 7h 4c 5c", 0, 0, id="a flush pays nothing"),
]


@pytest.mark.parametrize(("hole", "board", "thbp", "quick_hit"), PROGRESSIVES)
def test_PS_41_royal_by_when_complete(hole: str, board: str, thbp: int, quick_hit: int) -> None:
    for name, paid in (("thbp-08", thbp), ("quick-hit-11", quick_hit)):
        played = jackpot(hole, board, name=name)
        line = line_of(played, 1, "progressive")
        assert (line.stake_cents, line.back_cents, line.paid_cents) == (100, 0, paid)


def test_PS_41_percentages_come_from_the_meter_and_dollars_from_the_tray() -> None:
    royal = line_of(jackpot("Ah Kh", "Qh Jh 2d Th 5s", name="thbp-08"), 1, "progressive")
    shared = line_of(jackpot("2d 4c", "Ah Kh Qh Jh Th", name="thbp-08"), 1, "progressive")
    assert (royal.source, shared.source) == ("main", "tray")


def test_PS_16_another_fixed_wager_multiplies_fixed_pays_not_percentages() -> None:
    for hole, board, paid in (
        ("9c 9d", "9h Ks Kd 4c 5c", 5000),
        ("2d 4c", "Ah Kh Qh Jh Th", 1500000),
        ("Ah Kh", "Qh Jh 2d Th 5s", 250000),
    ):
        played = jackpot(hole, board, name="thbp-08", cents=500)
        played["limits"] = {"progressive": [500, 500]}
        assert line_of(played, 1, "progressive").paid_cents == paid


def test_PS_35_a_folded_hand_and_the_progressive() -> None:
    folded = jackpot("9c 9d", "", "1 fold", name="thbp-08")
    folded["options"] = {"folded_qualify": "no"}
    assert told(folded) == ["1 ante loses -1000", "1 progressive loses -100"]
    allowed = jackpot("9c 9d", "9h Ks Kd 4c 5c", "1 fold", name="thbp-08")
    allowed["options"] = {"folded_qualify": "yes"}
    assert told(allowed) == ["1 ante loses -1000", "1 progressive wins +900"]
