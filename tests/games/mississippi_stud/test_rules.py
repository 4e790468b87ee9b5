"""Mississippi Stud, rule by rule (58 Pa. Code 655a). Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from rules.support import net, record, refused, told

PAYTABLES = {
    "three_card_bonus": "let_it_ride/three_card_bonus/50-40-30-6-3-1",
    "five_card": "multi_game/five_card/01",
}
METERS = {"five_card": {"main": 600_050}}


def one(player: str, board: str, *actions: str, folded: str = "yes", **more: int) -> dict[str, Any]:
    """A round of one seat with an ante of $10, which bets it on every street unless told
    otherwise."""
    return record(
        "mississippi_stud",
        cards={1: player, "board": board},
        wagers={1: {"ante": 1000, **more}},
        actions=[f"1 {action}" for action in actions or ("bet_1",) * 3],
        options={"folded_qualify": folded},
        paytables=PAYTABLES,
        meters=METERS,
    )


@pytest.mark.parametrize(
    ("player", "board", "to_one"),
    [
        ("As Ks", "Qs Js Ts", 500), ("9s Ks", "Qs Js Ts", 100), ("9s 9h", "9d 9c 2s", 40),
        ("9s 9h", "9d 2c 2s", 10), ("2s 9s", "Qs Js Ts", 6), ("As 2h", "3d 4c 5s", 4),
        ("9s 9h", "4d 9c 2s", 3), ("3s 3h", "4d 4c 2s", 2), ("Js 9h", "4d Jc 2s", 1),
        ("Ts 9h", "4d Tc 2s", 0), ("6s 9h", "4d 6c 2s", 0), ("5s 9h", "4d 5c 2s", -1),
        ("As Kh", "Qd Jc 9s", -1), ("2s 9h", "Jd Jc 4s", 1),
    ],
)  # fmt: skip
def test_655a_12_ante_and_bets_pay_by_all_five_cards(player: str, board: str, to_one: int) -> None:
    assert net(one(player, board)) == {1: 4 * 1000 * to_one}


def test_655a_1_each_bet_is_one_two_or_three_antes() -> None:
    assert told(one("Js 9h", "4d Jc 2s", "bet_1", "bet_2", "bet_3")) == [
        "1 ante wins +1000", "1 third_street wins +1000", "1 fourth_street wins +2000",
        "1 fifth_street wins +3000",
    ]  # fmt: skip
    assert refused(one("Js 9h", "4d Jc 2s", "bet_4")).code == "ACTION_ILLEGAL"
    assert refused(one("Js 9h", "4d Jc 2s", "bet_1 1500")).code == "ACTION_AMOUNT_WRONG"


@pytest.mark.parametrize(
    ("actions", "lost"),
    [
        (("fold",), ["ante"]),
        (("bet_3", "fold"), ["ante", "third_street"]),
        (("bet_1", "bet_1", "fold"), ["ante", "third_street", "fourth_street"]),
    ],
)
def test_655a_1_a_fold_loses_all_that_is_down(actions: tuple[str, ...], lost: list[str]) -> None:
    lines = told(one("Js Jh", "4d Jc 2s", *actions))
    assert [line.split()[1:3] for line in lines] == [[wager, "loses"] for wager in lost]


def test_nobody_who_folded_is_asked_again() -> None:
    shared = record(
        "mississippi_stud",
        cards={1: "7s 2h", 4: "Js 9h", "board": "4d Jc 2s"},
        wagers={seat: {"ante": 1000} for seat in (1, 4)},
        actions=["1 fold", "4 bet_1", "4 bet_3", "4 bet_3"],
    )
    assert told(shared) == [
        "1 ante loses -1000", "4 ante wins +1000", "4 third_street wins +1000",
        "4 fourth_street wins +3000", "4 fifth_street wins +3000",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("board", "paid"),
    [
        ("As Ks Qs", 25_000), ("3s 2s As", 20_000), ("2c 2d 2h", 15_000), ("Ac 2d 3h", 3_000),
        ("2s 3s 5s", 1_500), ("2c 2d 3h", 500), ("Kc Ad 2h", -500),
    ],
)  # fmt: skip
@pytest.mark.parametrize("action", ["bet_1", "fold"])
def test_3_card_bonus_pays_the_community_cards_on_a_folded_hand_too(
    board: str, paid: int, action: str
) -> None:
    actions = (action,) * (3 if action == "bet_1" else 1)
    lines = told(one("8c Jd", board, *actions, three_card_bonus=500))
    assert lines[-1].split()[1::2] == ["three_card_bonus", f"{paid:+d}"]


@pytest.mark.parametrize(
    ("player", "board", "paid"),
    [
        ("As Ks", "Qs Js Ts", 600_050 - 100), ("9s Ks", "Qs Js Ts", 60_005 - 100),
        ("9s 9h", "9d 9c 2s", 29_900), ("9s 9h", "4d 9c 2s", 800), ("9s 9h", "4d 4c 2s", -100),
    ],
)  # fmt: skip
def test_PS_42_the_progressive_pays_all_five_cards(player: str, board: str, paid: int) -> None:
    lines = told(one(player, board, five_card=100))
    assert lines[-1].split()[1::2] == ["five_card", f"{paid:+d}"]


def test_PS_35_a_folded_hand_wins_the_progressive_unless_the_house_says_no() -> None:
    folded = one("7s 2h", "7d 7c 4s", "fold", five_card=100)
    assert told(folded)[-1] == "1 five_card wins +800"
    strict = one("7s 2h", "7d 7c 4s", "fold", folded="no", five_card=100)
    assert told(strict)[-1] == "1 five_card loses -100"


def test_cards_too_few_and_twice_are_refused() -> None:
    assert refused(one("Ts 9h", "Tc 2s")).code == "CARDS_WRONG_NUMBER"
    assert refused(one("Ts 9h", "Ts 2s 3d")).code == "CARD_DUPLICATED"
